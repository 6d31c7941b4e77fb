// Files on disk that look like tests and are no part of what is sealed, because git ignores them or because they lie in
// a repository of their own. Nobody runs them, so whoever reads a result should know of them.
import { lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTestFile } from '../../evidence/source/test-files.ts';
import { IGNORED_FILES_MAX, IGNORED_TESTS_MAX } from '../../model/limits/limits.ts';
import { git, gitResult } from '../../std/processes/git.ts';
import { userGit } from '../trees/checkout-settings.ts';
import type { Repository } from '../trees/repository.ts';

export interface IgnoredTest {
  /** Relative to the project. */
  readonly path: string;
  /** The file whose rule it is (`.gitignore`, `.git/info/exclude` …), or the folder that is a repository of its own. */
  readonly source: string;
  /** The rule; empty for a repository of its own. */
  readonly pattern: string;
}

type Reason = Pick<IgnoredTest, 'source' | 'pattern'>;

/** Dependencies and build products, where a rule of the project itself ignores them. */
const PRODUCTS = new Set([
  ...[
    '.venv',
    'venv',
    'vendor',
    'dist',
    'build',
    'out',
    'lib',
    'target',
    'coverage',
    '.tox',
    '.nox',
    '.next',
  ],
  ...[
    '.cache',
    '__pycache__',
    '.mypy_cache',
    '.pytest_cache',
    'site-packages',
    '.gradle',
    '.baton',
    '.agentmux',
    'runs',
    'env',
  ],
]);
const NEVER = new Set(['.git', 'node_modules']);

const pathsIn = (output: string): string[] => output.split('\0').filter((path) => path !== '');

const ignored = async (repository: Repository): Promise<string[]> =>
  pathsIn(
    await git(
      ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory', '--', ':/'],
      userGit(repository),
    ),
  );

/** Git names them with a slash at the end, and not their files. */
const nested = async (repository: Repository): Promise<string[]> =>
  pathsIn(
    await git(['ls-files', '-z', '--others', '--exclude-standard', '--', ':/'], userGit(repository)),
  ).filter((path) => path.endsWith('/'));

const reasons = async (repository: Repository, paths: readonly string[]): Promise<Map<string, Reason>> => {
  const found = new Map<string, Reason>();
  if (paths.length === 0) return found;
  const { stdout } = await gitResult(['check-ignore', '-z', '--verbose', '--stdin'], {
    ...userGit(repository),
    input: paths.join('\0'),
  });
  const fields = stdout.split('\0');
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = '', , pattern = '', path = ''] = fields.slice(at, at + 4);
    found.set(path, { source, pattern });
  }
  return found;
};

const isOfProject = ({ source }: Reason): boolean => posix.basename(source) === '.gitignore';

interface Walk {
  left: number;
}

/** Files below a folder, without what links lead to. */
const filesBelow = (root: string, folder: string, skip: (name: string) => boolean, walk: Walk): string[] => {
  const found: string[] = [];
  const open = [folder.replace(/\/$/, '')];
  for (let next = open.pop(); next !== undefined && walk.left > 0; next = open.pop()) {
    for (const entry of readdirSync(join(root, next), { withFileTypes: true })) {
      const path = `${next}/${entry.name}`;
      walk.left -= 1;
      if (entry.isDirectory()) {
        if (!NEVER.has(entry.name) && !skip(entry.name)) open.push(path);
      } else found.push(path);
    }
  }
  return found;
};

/** Ignored and untracked, by path; limited. Those of dependencies and build products are not looked for. */
export const ignoredNewTests = async (repository: Repository): Promise<IgnoredTest[]> => {
  const { root, prefix } = repository;
  const walk: Walk = { left: IGNORED_FILES_MAX };
  const paths = await ignored(repository);
  const why = await reasons(repository, paths);
  const found: IgnoredTest[] = [];
  const add = (files: readonly string[], reason: Reason): void => {
    for (const file of files) {
      const path = posix.relative(prefix, file);
      if (isTestFile(path)) found.push({ path, ...reason });
    }
  };
  for (const path of paths) {
    const reason = why.get(path) ?? { source: '', pattern: '' };
    const skip = (name: string): boolean => isOfProject(reason) && PRODUCTS.has(name);
    if (path.split('/').some((name) => NEVER.has(name) || skip(name))) continue;
    if (!path.endsWith('/')) add([path], reason);
    else if (lstatSync(join(root, path)).isDirectory()) add(filesBelow(root, path, skip, walk), reason);
  }
  for (const path of await nested(repository))
    add(
      filesBelow(root, path, () => false, walk),
      { source: path, pattern: '' },
    );
  // A folder in which everything is ignored is listed beside its files, and has no rule of its own.
  const named = new Map(found.map((test) => [test.path, test]));
  for (const test of found) if (test.source !== '') named.set(test.path, test);
  return [...named.values()].sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, IGNORED_TESTS_MAX);
};
