// A change as a person sees it before they approve it.
import type { FileChange, UntestedHunk } from '../evidence.ts';
import type { Judged } from './judged.ts';
import type { Digest } from './sealed.ts';

/** What became of a test of the base that holds no longer as it was. */
export const SHOWN_FATES = ['respecified', 'dropped', 'removed', 'hollow', 'unclear'] as const;

export interface ShownTest {
  readonly name: string;
  readonly file?: string;
  readonly fate: (typeof SHOWN_FATES)[number];
  /** It is still there, and skipped. */
  readonly skipped?: true;
}

export interface Unproved {
  readonly clause: string;
  readonly basis: Exclude<Judged['basis'], 'measured'>;
  /** Why the project does without it. */
  readonly why?: string;
  /** Who was judged by it. */
  readonly assignments: readonly string[];
}

export interface ShownChange {
  readonly base: Digest;
  readonly tree: Digest;
  readonly filesChanged: number;
  readonly added: number;
  readonly removed: number;
  /** The first of them. */
  readonly files: readonly FileChange[];
  /** There are more than were counted. */
  readonly cut: boolean;
  /** Tests of the base that hold no longer as they were; null where nobody has compared the tests. */
  readonly tests: readonly ShownTest[] | null;
  /** Absent where nobody has probed the change. */
  readonly untested?: readonly UntestedHunk[];
  readonly unproved: readonly Unproved[];
  /** What else the checks remarked on this very tree. */
  readonly notes: readonly string[];
}
