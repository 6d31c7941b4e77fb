// What a run begins with: the project as it is.
import type { Run } from '../../model/run/event.ts';
import { type Digest, treeDigest } from '../../model/run/sealed.ts';
import { type Place, scratchDirectory } from '../../runners/commands/place.ts';
import { findRepository, headCommit, type Repository, treeOfCommit } from '../../runners/trees/repository.ts';
import { sealTree } from '../../runners/trees/sealed-tree.ts';
import { git } from '../../std/processes/git.ts';

/** Without a commit there is nothing to begin from but the files that are there. */
const sealCheckout = (place: Place, repository: Repository, run: string): Promise<Digest> =>
  sealTree(repository, { scratchDirectory: scratchDirectory(place), ref: `refs/baton/${run}/base` });

export const baseOf = async (place: Place, run: string): Promise<Run['base']> => {
  const repository = await findRepository(place.project);
  const commit = (await headCommit(repository)) ?? null;
  if (commit === null) return { commit, tree: await sealCheckout(place, repository, run) };
  await git(['update-ref', '--no-deref', `refs/baton/${run}/base`, commit], { cwd: repository.root });
  return { commit, tree: treeDigest(await treeOfCommit(repository, commit)) };
};
