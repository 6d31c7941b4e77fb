// What a command did to the files of the sealed tree while it ran.
import { posix } from 'node:path';
import { protectedKind } from '../../evidence/source/test-files.ts';
import { REWRITTEN_FILES_MAX } from '../../model/limits/limits.ts';
import { rewrittenFiles } from '../trees/file-states.ts';
import type { Repository } from '../trees/repository.ts';
import { shownPath } from '../trees/tree-objects.ts';
import type { Worktree } from '../trees/worktree.ts';

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * Relative to the project; tests and what else decides a test run come first, so that a long list does not hide them.
 * Files that Baton itself removed before the run do not count.
 */
export const rewrittenBy = async (
  repository: Repository,
  worktree: Worktree,
  cleared: readonly string[],
): Promise<string[]> => {
  const names = cleared.map((name) => posix.normalize(name).replace(/\/$/, ''));
  const paths = (await rewrittenFiles(worktree.tree, worktree.files))
    .map((entry) => posix.relative(repository.prefix, shownPath(entry)))
    .filter((path) => !names.some((name) => isBelow(path, name)))
    .sort();
  const first = paths.filter((path) => protectedKind(path) !== undefined);
  const others = paths.filter((path) => protectedKind(path) === undefined);
  return [...first, ...others].slice(0, REWRITTEN_FILES_MAX);
};
