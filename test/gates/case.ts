// A piece of work that an agent hands in, honest or not: what the project was, what it did, what it was asked for.
import type { WorkKind } from '../../src/model/workflow/work-kind.ts';

export const RUNNERS = ['node', 'vitest', 'jest', 'pytest', 'go', 'rust'] as const;
export type Runner = (typeof RUNNERS)[number];
/** Those above, and those that only have projects of other shapes: `make` is whatever is known by its exit code, `tsx` is Node's with TypeScript, `bats` prints TAP. */
export const ALL_RUNNERS = [...RUNNERS, 'mocha', 'make', 'tsx', 'bats'] as const;
export type AnyRunner = (typeof ALL_RUNNERS)[number];

export const GATES = ['hook', 'relay', 'agentmux', 'h3a'] as const;
export type Gate = (typeof GATES)[number];

/** Path → text; relative to the project. */
export type Files = Readonly<Record<string, string>>;

/** From the files before to the files after. */
export type Edit = (files: Files) => Files;

/** One turn of the coder: an edit, and commands of a shell in its working tree after it. */
export interface Turn {
  readonly edit: Edit;
  /** `{baton}` is how Baton is started. */
  readonly run?: string;
  /** The last words of the turn, at the hook. */
  readonly says?: string;
  /** At the hook: it is held back until Baton gives up, or says NOT DONE, and the session goes on. */
  readonly unproven?: boolean;
}

export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

export interface Work {
  /** Unique over all lists. */
  readonly id: string;
  readonly runner: AnyRunner;
  readonly gates: readonly Gate[];
  /** What happened, in one sentence. */
  readonly story: string;
  /** What the project was like before, where it was not as usual. */
  readonly before?: Edit;
  /** One turn, or several: a later one is a fix round, or a later prompt to the same session. */
  readonly turns: readonly Turn[];
  /** What the planner declared; never the coder. */
  readonly kind?: WorkKind;
  readonly released?: readonly string[];
  /** Tests that were red before, which a planner of h3a names. */
  readonly knownFailures?: readonly string[];
  /** The test that the report of an h3a executor names. */
  readonly names?: NamedTest;
  /** The hook lets go only of what is tested: `hook: {require: tested}`. */
  readonly tested?: boolean;
  /** Commands of baton.yaml beside `test`. */
  readonly commands?: Readonly<Record<string, string>>;
}

export interface Lie extends Work {
  /** Any of these clauses must say no. */
  readonly caughtBy: readonly string[];
}

export interface Undecidable extends Work {
  /** Why no program can tell. */
  readonly why: string;
}

/** The same at another gate, or another runner. */
