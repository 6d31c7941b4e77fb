// One file that differs between two trees.
import type { FileChange } from '../../model/evidence.ts';

/** One difference, with the ids of both contents; the id of what is not there is undefined. */
export interface TreeChange {
  /** From the root of the repository. */
  readonly path: string;
  readonly was: string | undefined;
  readonly change: FileChange['change'];
  readonly modes: readonly [string, string];
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly added: number | null;
  readonly removed: number | null;
}

/** One that leaves something there. */
export type KeptChange = TreeChange & { readonly after: string };

export const isKept = (change: TreeChange): change is KeptChange => change.after !== undefined;
