// Which files differ between two trees: content, mode, or being there at all.
import { BatonError } from '../../errors.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { listTree, objectsOf, requireTreeOid } from '../../runners/trees/tree-files.ts';
import { git } from '../../std/processes/git.ts';
import { projectPath } from './project-path.ts';

/** The list goes into the journal. It is never cut short: a check would take the part for the whole. */
const CHANGED_FILES_MAX = 20_000;

/** Sorted, relative to the project; a renamed file is two files. */
export const changedFiles = async (repository: Repository, from: Digest, to: Digest): Promise<string[]> => {
  // Git compares without hashing; so both are confirmed to be what their ids say.
  for (const tree of [from, to]) await listTree(repository, tree);
  const output = await git(
    [
      'diff-tree',
      ...['-r', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=none', '--name-only'],
      ...[requireTreeOid(from), requireTreeOid(to), '--'],
    ],
    objectsOf(repository),
  );
  const paths = output.split('\0').filter((path) => path !== '');
  if (paths.length > CHANGED_FILES_MAX)
    throw new BatonError(
      'OUTPUT_EXCEEDED',
      `expected at most ${CHANGED_FILES_MAX} changed files, got ${paths.length} (${paths.slice(0, 3).join(', ')} …)`,
      { hint: 'Build products and dependencies belong into .gitignore.' },
    );
  return paths.map((path) => projectPath(repository, path)).sort();
};
