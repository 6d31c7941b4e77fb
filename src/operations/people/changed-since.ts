// What git says about which listed files were changed since a commit, whether or not that was committed.
import { posix } from 'node:path';
import { BatonError } from '../../errors.ts';
import { type GitOptions, git, gitResult } from '../../std/processes/git.ts';

/** Of the listed paths, and below those that are folders. */
export type ChangesOf = (artifacts: readonly string[]) => Promise<ReadonlySet<string>>;

const resolveCommit = async (commit: string, options: GitOptions): Promise<string> => {
  const { exit, stdout } = await gitResult(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`],
    options,
  );
  const found = stdout.trim();
  if (exit === 0 && /^[0-9a-f]{40,64}$/.test(found)) return found;
  const inside = await gitResult(['rev-parse', '--is-inside-work-tree'], options);
  if (inside.exit !== 0 || inside.stdout.trim() !== 'true')
    throw new BatonError('PROJECT_NOT_GIT', `--since: expected a git working tree at ${options.cwd}`, {
      hint: 'Name the working tree with --root, or leave --since out.',
    });
  throw new BatonError(
    'USAGE_INVALID',
    `--since: expected a commit of this repository, got ${JSON.stringify(commit)}`,
    { hint: 'Name a commit, a branch or a tag: HEAD, main, a1b2c3d.' },
  );
};

const pathsIn = (output: string): string[] => output.split('\0').filter((path) => path !== '');

/** What each path is in the commit: blob, tree, commit (a submodule), or missing. */
const kindsIn = async (commit: string, paths: readonly string[], options: GitOptions): Promise<string[]> => {
  const input = paths.map((path) => `${commit}:./${path}\0`).join('');
  const output = await git(['cat-file', '-z', '--batch-check=%(objecttype)'], { ...options, input });
  // A missing one is answered with its name, which may hold anything but is never read.
  return output.split('\n').slice(0, paths.length);
};

/** `root` is what artifacts are relative to; it need not be the top of the repository. */
export const changedSince = async (root: string, commit: string): Promise<ChangesOf> => {
  const options = { cwd: root };
  const from = await resolveCommit(commit, options);
  const tracked = pathsIn(
    await git(
      [
        // Bytes count; whether a file may be executed does not.
        ...['-c', 'core.fileMode=false', 'diff', '--name-only', '-z', '--no-renames', '--no-ext-diff'],
        ...['--no-textconv', '--relative', '--ignore-submodules=none', from, '--'],
      ],
      options,
    ),
  );
  let untracked: Promise<string[]> | undefined;
  const untrackedFiles = (): Promise<string[]> => {
    untracked ??= git(['ls-files', '-z', '--others', '--exclude-standard'], options).then(pathsIn);
    return untracked;
  };
  return async (artifacts) => {
    const paths = artifacts
      .map((path) => posix.normalize(path).replace(/\/+$/, ''))
      .filter((path) => !/[\0\n]/.test(path) && path !== '..' && !path.startsWith('../'));
    const kinds = paths.length === 0 ? [] : await kindsIn(from, paths, options);
    return new Set([
      ...tracked,
      ...(kinds.includes('tree') ? await untrackedFiles() : []),
      // What the commit does not have came later, ignored files too.
      ...paths.filter((_, index) => !['blob', 'tree', 'commit'].includes(kinds[index] ?? '')),
    ]);
  };
};
