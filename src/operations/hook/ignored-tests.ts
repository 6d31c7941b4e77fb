// Files with names of tests that git ignores: they are in no tree, so nobody runs them. An agent that wrote one may
// believe that its work is tested.
import { extname } from 'node:path';
import { ignoredNewTests } from '../../runners/side/ignored-tests.ts';
import type { Repository } from '../../runners/trees/repository.ts';

const SOURCES = new Set([
  ...['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.py', '.go', '.rs', '.rb'],
  ...['.java', '.kt', '.scala', '.php', '.cs', '.swift', '.exs', '.dart', '.c', '.cc', '.cpp'],
]);

/** Relative to the project. */
export const ignoredTests = async (repository: Repository): Promise<string[]> =>
  (await ignoredNewTests(repository)).map(({ path }) => path).filter((path) => SOURCES.has(extname(path)));
