// `baton diff`: what would be approved, or what the run has come to, against its base.
import { BatonError } from '../../errors.ts';
import type { FileChange } from '../../model/evidence.ts';
import { PATCH_BYTES_MAX } from '../../model/limits/limits.ts';
import { type Digest, treeOid } from '../../model/run/sealed.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRepository } from '../../runners/trees/repository.ts';
import { diffTrees } from '../../runners/trees/tree-diff.ts';
import { treePatch } from '../../runners/trees/tree-patch.ts';
import { findRun } from '../runs/runs.ts';
import type { System } from '../system.ts';
import { treesOfRun } from './change-trees.ts';

export interface RunDiff {
  readonly run: string;
  readonly workflow: string;
  readonly base: Digest;
  readonly tree: Digest;
  /** What waits for a person and is about this tree. */
  readonly item: string | null;
  readonly files: readonly FileChange[];
  /** There are more files than are listed. */
  readonly cut: boolean;
}

const tooLong = (from: Digest, to: Digest): BatonError =>
  new BatonError('FILE_TOO_LARGE', `expected a diff of at most ${PATCH_BYTES_MAX} bytes, got a longer one`, {
    hint: `Use --stat, or git itself: git diff ${treeOid(from)} ${treeOid(to)}`,
  });

/** `patch` is what git prints, byte for byte; undefined where only the list of files is wanted. */
export const diffRun = async (
  system: System,
  place: Place,
  run: string | undefined,
  wants: { readonly patch: boolean },
): Promise<{ readonly diff: RunDiff; readonly patch: Buffer | undefined }> => {
  const { state, workflow, run: found } = await findRun(system, place, run);
  const { from, to, item } = treesOfRun(workflow, state);
  const repository = await findRepository(place.project);
  const diff = {
    ...{ run: found.name, workflow: workflow.name, base: from, tree: to, item: item ?? null },
    ...(await diffTrees(repository, from, to)),
  };
  if (!wants.patch) return { diff, patch: undefined };
  const { bytes, cut } = await treePatch(repository, from, to, PATCH_BYTES_MAX);
  if (cut) throw tooLong(from, to);
  return { diff, patch: bytes };
};
