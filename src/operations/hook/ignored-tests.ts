// Files with names of tests that git ignores: they are in no tree, so nobody runs them. An agent that wrote one may
// believe that its work is tested.
import { extname } from 'node:path';
import { isTestFile } from '../../evidence/test-files.ts';
import { IGNORED_TESTS_MAX } from '../../model/limits.ts';
import type { Repository } from '../../runners/repository.ts';
import { gitResult } from '../../std/git.ts';

/** Folders of dependencies and of what is built hold tests of others, in great number. */
const OTHERS = new Set([
  ...['node_modules', '.venv', 'venv', 'env', 'site-packages', '.tox', '.nox', 'vendor', 'target'],
  ...['dist', 'build', 'out', 'coverage', '.next', '.cache', '.git', '.baton', '.agentmux', 'runs'],
]);
const SOURCES = new Set([
  ...['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.py', '.go', '.rs', '.rb'],
  ...['.java', '.kt', '.scala', '.php', '.cs', '.swift', '.exs', '.dart', '.c', '.cc', '.cpp'],
]);

const isOfOthers = (path: string): boolean => path.split('/').some((part) => OTHERS.has(part));

const ignoredIn = async (
  repository: Repository,
  args: readonly string[],
  paths: readonly string[],
): Promise<string[]> => {
  const { exit, stdout } = await gitResult(
    ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', ...args, '--', ...paths],
    { cwd: repository.project },
  );
  return exit === 0 ? stdout.split('\0').filter((path) => path !== '' && !isOfOthers(path)) : [];
};

/** Relative to the project. Ignored folders are entered only where they are not of others, because that takes long. */
export const ignoredTests = async (repository: Repository): Promise<string[]> => {
  const entries = await ignoredIn(repository, ['--directory'], ['.']);
  const folders = entries.filter((path) => path.endsWith('/'));
  const inside =
    folders.length === 0
      ? []
      : await ignoredIn(
          repository,
          [],
          folders.map((path) => `:(literal)${path}`),
        );
  return [...entries.filter((path) => !path.endsWith('/')), ...inside]
    .filter((path) => SOURCES.has(extname(path)) && isTestFile(path))
    .sort()
    .slice(0, IGNORED_TESTS_MAX);
};
