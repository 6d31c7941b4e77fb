// The windows through which a workflow's own functions look at a run: at what was accepted, and at what is handed in.
import type { Assignment, Run } from '../run/event.ts';
import type { PEOPLE } from '../run/notice.ts';
import type { Digest } from '../run/sealed.ts';
import type { State } from '../run/state.ts';
import type { Artifact, Counter, Fact, File, Memo, Role, Setting, Tree } from './handles.ts';

/** What pure functions may see: accepted values, facts that hold now, counts. No clock, no disk. */
export interface View {
  readonly request: string;
  readonly run: {
    readonly name: string;
    /** The project as it was when the run began. */
    readonly base: Run['base'];
    /** When the last entry was made. */
    readonly at: string;
    readonly status: State['status'];
    readonly cause: State['cause'];
    /** It was stopped or has failed, and goes on since. */
    readonly resumed: boolean;
    /** What was decided when it started: commands, agents, waivers. */
    readonly options: Run['options'];
  };
  readonly here: {
    readonly step: string;
    /** How often this step was entered, this time included. */
    readonly visit: number;
    /** The item of the scope, inside one. */
    readonly item: string | undefined;
    /** What happened on the way here, in the workflow's own words. */
    readonly event: string | undefined;
    /** Why the work before was given up, where that led here. */
    readonly cause: State['cause'];
    /** Where this item cannot begin: the items before it that ended alone, and those that wait for it in turn. */
    readonly blocked: Blocked | undefined;
  };
  /** What a person said when this step was last reached by that person's choice. */
  readonly remark: string | undefined;
  /** What was accepted, as its parser reads it. It must be there, as after a required read. */
  value<V>(file: File<V>, item?: string): V;
  maybe<V>(file: File<V>, item?: string): V | undefined;
  text(file: File, item?: string): string;
  digest(artifact: Artifact, item?: string): Digest;
  has(artifact: Artifact, item?: string): boolean;
  /** Items that have an accepted version of this artifact. */
  items(artifact: Artifact): readonly string[];
  /** Accepted parts of a fan-out over a tree, in plan order. */
  parts(tree: Tree): readonly Part[];
  holds(fact: Fact, item?: string): boolean;
  count(limit: Counter): number;
  /** What the workflow leaves open and the project, or the run, has decided. */
  setting<V>(setting: Setting<V>): V;
  /** What effects and people left behind: a branch, a commit, a person's commit message. */
  memo(memo: Memo): string | undefined;
  /** What a role was told since work of it was accepted, or what people were told; oldest first. Untrusted text. */
  notices(to: Pick<Role, 'name'> | typeof PEOPLE): readonly { readonly at: string; readonly text: string }[];
  /** Lines that `record` and `chronicle` of the workflow have kept, in their order. */
  readonly lines: readonly string[];
  /** How the items of a scope have ended that have, by key. */
  endings(scope: string): Readonly<Record<string, ItemEnding>>;
}

export type ItemEnding = 'done' | 'failed' | 'cancelled';

export interface Blocked {
  readonly by: readonly string[];
  readonly waiting: readonly string[];
}

/**
 * What the tree of an item is judged as: merged onto the main line as it stands, where it is handed in or its item may end with it;
 * else as it is, against where it began.
 */
export interface Merged {
  readonly onto: Digest;
  /** Unknown while it is not merged yet, or does not merge. */
  readonly tree: Digest | undefined;
}

export interface Part {
  readonly item: string;
  readonly start: Digest;
  readonly tree: Digest;
}

/** What a check judges: the candidate, beside what was accepted before. */
export interface Submission<A = Readonly<Record<string, unknown>>> {
  readonly assignment: Assignment;
  readonly outcome: string;
  readonly args: A;
  readonly view: View;
  /** A file that is handed in, as its parser reads it. It must be there, as what is not optional is. */
  value<V>(file: File<V>): V;
  maybe<V>(file: File<V>): V | undefined;
  text(file: File): string;
  digest(artifact: Artifact): Digest | undefined;
  /** The file that it was read from, where that is not the artifact's own path. */
  source(artifact: Artifact): string | undefined;
  /** The tree that the work started from. */
  readonly start: Digest | undefined;
  /** The accepted parts of this fan-out with this one in its place, in plan order. */
  parts(tree: Tree): readonly Part[];
  /** For a tree that is merged into a main line: how it stands there; undefined for others. */
  merged(tree: Tree): Merged | undefined;
}
