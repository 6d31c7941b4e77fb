// What a workflow writes down beside the handoffs themselves: files for people and agents, and what fills its prompts.
import type { Entry } from '../run/entry.ts';
import type { Assignment } from '../run/event.ts';
import type { State } from '../run/state.ts';

/** A file that the engine makes: of a text, or of bytes that are sealed already, under another name. */
export type Derived = {
  readonly artifact: string;
  readonly item?: string;
} & ({ readonly text: string } | { readonly copyOf: { readonly artifact: string; readonly item?: string } });

export interface PromptSpec {
  /** A name in `templates`. */
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  /** Where the prompt is put down for people to read, relative to the run directory. */
  readonly file?: string;
}

export interface Projection {
  readonly path: string;
  readonly text: string;
}

export interface AcceptedCall {
  readonly tool: string;
  readonly at: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly assignment: Assignment;
}

export interface RunningWork {
  readonly assignment: Assignment;
  /** Its first process, where it has one. */
  readonly pid: number | undefined;
}

export interface Traces {
  /** Lines that an entry adds. */
  readonly entry?: (
    entry: Entry,
    state: State,
  ) => readonly { readonly path: string; readonly line: string }[];
  /** The line of a file that was seen for the first time; none for what is no news to anybody. */
  readonly created?: {
    readonly path: string;
    readonly line: (at: string, file: string) => string | undefined;
  };
  /** Who is at work. */
  readonly sessions?: {
    readonly path: string;
    readonly text: (running: readonly RunningWork[]) => string;
  };
}

export interface Templates {
  /** Where a project puts what it adds to prompts, relative to the project. */
  readonly directory: string;
  readonly sources: Readonly<
    Record<string, { readonly source: string; readonly placeholders: readonly string[] }>
  >;
  readonly shared: Readonly<Record<string, string>>;
}
