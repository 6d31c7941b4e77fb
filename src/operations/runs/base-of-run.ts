// What a run begins with: the project as it is, and the files that follow from the request.
import type { Run } from '../../model/run/event.ts';
import { type Digest, type Sealed, treeDigest } from '../../model/run/sealed.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { type Place, scratchDirectory } from '../../runners/commands/place.ts';
import { findRepository, headCommit, type Repository, treeOfCommit } from '../../runners/trees/repository.ts';
import { sealTree } from '../../runners/trees/sealed-tree.ts';
import { git } from '../../std/processes/git.ts';
import { sha256 } from '../../std/sha256.ts';

/** Without a commit there is nothing to begin from but the files that are there. */
const sealCheckout = (place: Place, repository: Repository, run: string): Promise<Digest> =>
  sealTree(repository, { scratchDirectory: scratchDirectory(place), ref: `refs/baton/${run}/base` });

/** Every artifact that the workflow says is there from the start. */
export const givenBy = (
  workflow: Workflow,
  request: string,
  tree: Digest,
  run: { readonly name: string; readonly at: string },
): Sealed[] =>
  Object.entries(workflow.artifacts).flatMap(([artifact, { given, path }]): Sealed[] => {
    if (given === undefined) return [];
    if (given === true) return [{ artifact, path: '.', digest: tree, bytes: 0 }];
    const text = given(request, run);
    return [{ artifact, path, digest: sha256(text), bytes: Buffer.byteLength(text), text }];
  });

export const baseOf = async (place: Place, run: string): Promise<Run['base']> => {
  const repository = await findRepository(place.project);
  const commit = (await headCommit(repository)) ?? null;
  if (commit === null) return { commit, tree: await sealCheckout(place, repository, run) };
  await git(['update-ref', '--no-deref', `refs/baton/${run}/base`, commit], { cwd: repository.root });
  return { commit, tree: treeDigest(await treeOfCommit(repository, commit)) };
};
