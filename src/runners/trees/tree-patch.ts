// The difference between two trees as text: what `git diff` prints with its own settings, whatever the user or an agent
// has set. No attribute is applied either: one of them could keep a file from being shown.
import type { Digest } from '../../model/run/sealed.ts';
import { type GitBeginning, gitBeginning } from '../../std/processes/git.ts';
import type { Repository } from './repository.ts';
import { listTree, objectsOf, requireTreeOid } from './tree-files.ts';

export const treePatch = async (
  repository: Repository,
  from: Digest,
  to: Digest,
  bytesMax: number,
): Promise<GitBeginning> => {
  // Git compares without hashing; so both are confirmed to be what their ids say.
  for (const tree of [from, to]) await listTree(repository, tree);
  return gitBeginning(
    [
      ...['-c', 'core.quotePath=true', 'diff', '--no-color', '--no-ext-diff', '--no-textconv'],
      ...[requireTreeOid(from), requireTreeOid(to), '--'],
    ],
    objectsOf(repository),
    bytesMax,
  );
};
