// Which files of two trees go with the tests: tests, what only tests use, and what tells runners what to do. All others
// are code. The same answer serves every run of a change, so that code and tests of two trees can be mixed.
import { posix } from 'node:path';
import { isOnTestsSide, isTestFile, mayBeHelper } from '../evidence/test-files.ts';
import { HELPERS_LOOKED_AT_MAX, TEST_SOURCE_BYTES_MAX } from '../model/limits.ts';
import { isMeant } from '../model/path-patterns.ts';
import type { Digest } from '../model/sealed.ts';
import { gitResult } from '../std/git.ts';
import type { Repository } from './repository.ts';
import { type TreeChange, treeChanges } from './tree-diff.ts';
import { objectsOf, readBlobs, requireTreeOid } from './tree-files.ts';

export interface TestsSide {
  /** By path from the root of the repository. */
  isTests(path: string): boolean;
  /** How the trees differ. */
  readonly changes: readonly TreeChange[];
}

/** Names count from the project: one that lies in a folder of tests is not made of tests. */
export const projectPath = (repository: Repository, path: string): string =>
  repository.prefix === '' ? path : posix.relative(repository.prefix, path);

/** The word by which other files import this one. */
const importWord = (path: string): string => {
  const { name, dir } = posix.parse(path);
  const stem = name.replace(/\..*$/, '');
  return ['index', '__init__', 'mod', 'lib', 'main'].includes(stem) ? posix.basename(dir) : stem;
};

const WORD = /^[\w-]+$/;

/** Files of the tree that import something of this name. */
const importersOf = async (repository: Repository, tree: Digest, word: string): Promise<string[]> => {
  if (!WORD.test(word)) return [];
  const pattern = `(import|require|from|use|mod|include|setup[A-Za-z]*)[^A-Za-z0-9_].*[^A-Za-z0-9_]${word}([^A-Za-z0-9_]|$)`;
  const { exit, stdout } = await gitResult(
    ['grep', '--files-with-matches', '-z', '-I', '-E', '-e', pattern, requireTreeOid(tree), '--'],
    objectsOf(repository),
  );
  if (exit !== 0) return [];
  const prefix = `${requireTreeOid(tree)}:`;
  return stdout
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => (entry.startsWith(prefix) ? entry.slice(prefix.length) : entry));
};

/** Changed files that look like helpers of tests, and that no code imports. */
const helpersOf = async (
  repository: Repository,
  trees: readonly [Digest, Digest],
  changes: readonly TreeChange[],
  isNamed: (path: string) => boolean,
): Promise<ReadonlySet<string>> => {
  const others = changes.filter(({ path }) => !isNamed(path));
  const oids = others.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const candidates = others
    .filter(({ path, before, after }) =>
      mayBeHelper(projectPath(repository, path), texts.get(before ?? after ?? '') ?? ''),
    )
    .slice(0, HELPERS_LOOKED_AT_MAX);
  const helpers = new Set<string>();
  for (const { path, was, before } of candidates) {
    const tree = before === undefined ? trees[1] : trees[0];
    const importers = (await importersOf(repository, tree, importWord(was ?? path))).filter(
      (importer) => importer !== (was ?? path),
    );
    const known = importers.filter(isNamed);
    if (known.length > 0 && known.length === importers.length)
      for (const one of [path, ...(was === undefined ? [] : [was])]) helpers.add(one);
  }
  return helpers;
};

export const testsSideOf = async (
  repository: Repository,
  base: Digest,
  head: Digest,
  /** What the project says is on the tests' side, as paths and patterns from the project. */
  declared: readonly string[],
): Promise<TestsSide> => {
  const changes = await treeChanges(repository, base, head);
  const isNamed = (path: string): boolean => {
    const own = projectPath(repository, path);
    return isOnTestsSide(own) || isMeant(own, declared);
  };
  const helpers = await helpersOf(repository, [base, head], changes, isNamed);
  return { isTests: (path) => isNamed(path) || helpers.has(path), changes };
};

export const isPlainTest = (repository: Repository, path: string): boolean =>
  isTestFile(projectPath(repository, path));
