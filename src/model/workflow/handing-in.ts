// How work is handed in where no tool is called: by what an agent says last, or by a file that it leaves.
import type { Problem } from '../problem.ts';
import type { Assignment } from '../run/event.ts';
import type { Ending } from '../run/input.ts';

/** What that says, as the call that it stands for. */
export type Handover =
  /** The work is handed in with these arguments. Problems reject it, whatever the checks would say. */
  | {
      readonly call: 'hand-in';
      readonly args: Readonly<Record<string, unknown>>;
      readonly problems: readonly Problem[];
    }
  /** It cannot be done: the contract's `declines`. */
  | { readonly call: 'decline'; readonly args: Readonly<Record<string, unknown>> }
  /** A question, under the name of a request of the workflow. The work is parked until it is answered. */
  | { readonly call: 'ask'; readonly request: string; readonly question: string };

export interface HandingIn {
  /** The file that is read beside the message, relative to the run directory. An older one is removed before the work. */
  readonly file?: (assignment: Assignment) => string;
  /** How to end, as the sender reads it in its prompt. */
  readonly says: (assignment: Assignment) => string;
  /** Never throws for what an agent may have written. */
  readonly read: (ending: Ending, assignment: Assignment) => Handover;
}
