// The door as its faces see it: MCP, HTTP and tests call these and nothing else.
import type * as z from 'zod';
import type { Decision } from '../model/permissions/decide.ts';
import type { Wish } from '../model/permissions/wish.ts';
import type { Answer } from '../model/run/answer.ts';
import type { Bearer } from './tokens.ts';

export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Whoever holds this token, as the door knows it. */
export interface Visitor {
  readonly assignment: string;
  readonly role: string;
  readonly attempt: number;
  readonly tools: readonly ToolSpec[];
}

export interface CallOptions {
  /** Called while the verdict is being worked out, with what is left. */
  readonly onProgress?: (message: string) => void;
  readonly signal?: AbortSignal;
  /** How long to wait for a verdict before answering `judging`. */
  readonly waitMs?: number;
}

export interface DoorApi {
  /** Who this is, or the refusal that explains why nobody. `at` is the assignment whose address was used. */
  admit(token: string | undefined, at?: string): Promise<Visitor | Extract<Answer, { status: 'refused' }>>;
  /** Any tool of the visitor's: its contract's, `ask`, `await_verdict`, `status`. Never throws for an agent's mistake. */
  call(
    token: string | undefined,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Answer>;
  /** Whether this may still be said; asked in the moment in which it is written. Without it, everything may. */
  maySay?(answer: Answer): boolean;
}

/** Where wishes that no rule decides are put to people. */
export interface Permits {
  /** `answered` with `allow` or `refuse`; `asked` while a person has not decided; `refused` where nobody is asked. */
  ask(bearer: Bearer, args: unknown, wait: CallOptions): Promise<Answer>;
  /** Waits until it is decided. */
  decide(bearer: Bearer, wish: Wish): Promise<Decision>;
}
