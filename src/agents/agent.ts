// The interface to whoever plays a role. An adapter starts a session for one attempt and says how it ended; it never
// judges and never writes to the journal.
import type { Decision } from '../model/permissions/decide.ts';
import type { Permissions } from '../model/permissions/permissions.ts';
import type { Wish } from '../model/permissions/wish.ts';
import type { Turn } from '../model/run/budget.ts';
import type { AttemptEnd } from '../model/run/event.ts';
import type { ModelUsage } from '../model/run/usage.ts';
import type { Redact } from '../std/redact.ts';

/** Where the agent hands its work in. The token is passed in the environment, never in a prompt or an argument. */
export interface Door {
  readonly url: string;
  readonly mcpUrl: string;
  readonly token: string;
}

export interface Task {
  readonly run: string;
  readonly runDirectory: string;
  readonly project: string;
  /** Where blind work is written; it is handed in from there. Nobody else is told of it. */
  readonly desk?: string;
  /** Where the agent works: its working tree, its desk, or the run directory. */
  readonly workingDirectory: string;
  readonly assignment: string;
  readonly role: string;
  /** Ordinal of the assignment within its role, in plan order. */
  readonly ordinal: number;
  readonly attempt: number;
  /** How often it has failed so far. */
  readonly failures?: number;
  readonly prompt: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly tools: readonly string[];
  /** Files that it writes, below its desk or the run directory. */
  readonly outputs?: readonly string[];
  /** The work is handed in by the last message: nobody waits for a verdict in this turn. */
  readonly byMessage?: true;
  /** It stands behind a fence: a sandbox of the program's own is neither needed nor possible there. */
  readonly fenced?: true;
  /** The work is on the web. */
  readonly web?: true;
  /** What its role may do, where somebody says it. */
  readonly permissions?: Permissions;
  readonly door: Door;
  /** The agent program's own session of an earlier attempt, to be resumed where it can. */
  readonly session?: string;
  /** Marks every process of this attempt, so that a later holder can find and end orphans. */
  readonly marker: string;
  /** Strikes secrets out of what the program prints and says. */
  readonly redact?: Redact;
  /** Puts to a person what no rule of the role decides, and waits. */
  readonly askPerson?: (wish: Wish) => Promise<Decision>;
  /** Told after each turn, by programs that report them: all that was used so far, and the largest turn. */
  readonly onUsage?: (usage: readonly ModelUsage[], turn: Turn) => void;
}

export interface Ended {
  /** Its model would not take more before then. */
  readonly resetAt?: string;
  readonly end: Exclude<AttemptEnd, 'timed-out' | 'lost'>;
  readonly why?: string;
  readonly session?: string;
  /** The final message, where there was one. */
  readonly message?: string;
  /** What it reports of its use of models, one line a model; absent when it reports nothing. */
  readonly usage?: readonly ModelUsage[];
  /** What its first turn took, where it reports turns. */
  readonly turn?: Turn;
}

export interface Session {
  /** Resolves once, when the last process of the attempt is gone. Never rejects. */
  readonly ended: Promise<Ended>;
  /** The first process of the attempt, for people who look at the machine. */
  readonly pid?: number;
  /** Nothing of it runs, so there is no turn to end: it is stopped as soon as it is not wanted. */
  readonly idle?: true;
  /** Ends the attempt and all its processes; resolves when they are gone. */
  stop(): Promise<void>;
}

export interface Agent {
  readonly spec: 'agent-v1';
  /** Shown in status: `scripted`, `claude`, `human`. */
  readonly name: string;
  start(task: Task): Promise<Session>;
}

/** Environment of an attempt's processes: what the thin pipes read and what marks an orphan. */
export const taskEnvironment = (task: Task): Readonly<Record<string, string>> => ({
  BATON_URL: task.door.url,
  BATON_TOKEN: task.door.token,
  BATON_RUN: task.run,
  BATON_RUN_DIRECTORY: task.runDirectory,
  ...(task.desk === undefined ? {} : { BATON_DESK: task.desk }),
  BATON_ASSIGNMENT: task.assignment,
  BATON_ATTEMPT: String(task.attempt),
  BATON_MARKER: task.marker,
});
