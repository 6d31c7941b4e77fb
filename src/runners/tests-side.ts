// Which files of two trees go with the tests: tests, what only tests use, and what tells runners what to do. All others
// are code. The same answer serves every run of a change, so that code and tests of two trees can be mixed.
import { posix } from 'node:path';
import { importsOf } from '../evidence/imports.ts';
import { isOnTestsSide, isTestFile, mayBeHelper } from '../evidence/test-files.ts';
import { HELPERS_LOOKED_AT_MAX, PACKAGE_BYTES_MAX, TEST_SOURCE_BYTES_MAX } from '../model/limits.ts';
import { isMeant } from '../model/path-patterns.ts';
import type { Digest } from '../model/sealed.ts';
import { gitResult } from '../std/git.ts';
import type { Repository } from './repository.ts';
import { type TreeChange, treeChanges } from './tree-diff.ts';
import { LINK_MODE, listTree, objectsOf, readBlobs, requireTreeOid } from './tree-files.ts';

export interface TestsSide {
  /** By path from the root of the repository. */
  isTests(path: string): boolean;
  /** How the trees differ. */
  readonly changes: readonly TreeChange[];
  /** Changed files that only tests import and that import nothing of the project: code, or a helper of tests. */
  readonly doubtful: ReadonlySet<string>;
  /** Helpers that nothing but plain test files imports, with those files. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  /** Examples in the documentation of Python code are run as tests; in Rust they always are. */
  readonly pythonDoctests: boolean;
}

/** Names count from the project: one that lies in a folder of tests is not made of tests. */
export const projectPath = (repository: Repository, path: string): string =>
  repository.prefix === '' ? path : posix.relative(repository.prefix, path);

export const isPlainTest = (repository: Repository, path: string): boolean =>
  isTestFile(projectPath(repository, path));

/** The word by which other files import this one. */
const importWord = (path: string): string => {
  const { name, dir, ext } = posix.parse(path);
  const stem = name.replace(/\..*$/, '');
  // Go imports folders.
  if (ext === '.go') return posix.basename(dir);
  return ['index', '__init__', 'mod', 'lib', 'main'].includes(stem) ? posix.basename(dir) : stem;
};

const WORD = /^[\w-]+$/;

/** How a line that imports this file looks. Go lists paths alone, one on each line. */
const importPattern = (path: string, word: string): string =>
  path.endsWith('.go')
    ? `"([^"]*/)?${word}"`
    : `(import|require|from|use|mod|include|setup[A-Za-z]*)[^A-Za-z0-9_].*[^A-Za-z0-9_]${word}([^A-Za-z0-9_]|$)`;

/** Files of the tree that import this one. */
const importersOf = async (repository: Repository, tree: Digest, path: string): Promise<string[]> => {
  const word = importWord(path);
  if (!WORD.test(word)) return [];
  const pattern = importPattern(path, word);
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

/** Where code is by custom: nothing in there is taken for a helper of tests. */
const SOURCE_FOLDERS =
  /(?:^|\/)(?:src|lib|app|apps|pkg|internal|cmd|source|sources|packages|server|client|core|api)\//;

/** It imports nothing that could be a file of the project. */
const isLeaf = (path: string, text: string): boolean =>
  /\.(?:[cm]?[jt]s|[jt]sx|pyi?|go)$/i.test(path) &&
  [...importsOf(path, text).sources.values()].every(
    (source) => STANDARD.test(source) || (/\.go$/i.test(path) && !source.split('/')[0]!.includes('.')),
  );

/** Libraries that come with the language, as far as helpers of tests use them. */
const STANDARD =
  /^(?:node:[\w/]+|assert|fs|path|util|os|math|re|json|decimal|typing|dataclasses|datetime|collections|itertools|functools|pathlib|sys)$/;

interface Helpers {
  readonly certain: ReadonlySet<string>;
  readonly doubtful: ReadonlySet<string>;
  readonly users: ReadonlyMap<string, readonly string[]>;
}

/** Changed files that no code imports and that tests do: helpers where they look like one, doubtful where they do not. */
const helpersOf = async (
  repository: Repository,
  trees: readonly [Digest, Digest],
  changes: readonly TreeChange[],
  isNamed: (path: string) => boolean,
): Promise<Helpers> => {
  const others = changes.filter(({ path }) => !isNamed(path));
  const oids = others.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const candidates = others
    .map((change) => {
      const [own, text] = [
        projectPath(repository, change.path),
        texts.get(change.before ?? change.after ?? ''),
      ];
      const isHelper = mayBeHelper(own, text ?? '');
      const isInDoubt =
        change.before !== undefined &&
        change.after !== undefined &&
        !SOURCE_FOLDERS.test(own) &&
        isLeaf(own, text ?? '');
      return { ...change, isHelper, isCandidate: text !== undefined && (isHelper || isInDoubt) };
    })
    .filter(({ isCandidate }) => isCandidate)
    .slice(0, HELPERS_LOOKED_AT_MAX);
  const helpers = {
    certain: new Set<string>(),
    doubtful: new Set<string>(),
    users: new Map<string, readonly string[]>(),
  };
  for (const { path, was, before, isHelper } of candidates) {
    const tree = before === undefined ? trees[1] : trees[0];
    const importers = (await importersOf(repository, tree, was ?? path)).filter(
      (importer) => importer !== (was ?? path),
    );
    const known = importers.filter(isNamed);
    if (known.length === 0 || known.length < importers.length) continue;
    for (const one of [path, ...(was === undefined ? [] : [was])]) {
      helpers[isHelper ? 'certain' : 'doubtful'].add(one);
      if (importers.every((importer) => isPlainTest(repository, importer))) helpers.users.set(one, importers);
    }
  }
  return helpers;
};

/** Files that can tell pytest, or whoever calls it, to run examples in documentation. */
const SAYS_DOCTESTS =
  /(?:^|\/)(?:pyproject\.toml|pytest\.ini|\.pytest\.ini|tox\.ini|setup\.cfg|noxfile\.py|baton\.yaml|Makefile|package\.json)$/;

const hasPythonDoctests = async (
  repository: Repository,
  base: Digest,
  changes: readonly TreeChange[],
): Promise<boolean> => {
  if (!changes.some(({ path, was }) => /\.py$/i.test(was ?? path))) return false;
  const oids = [...(await listTree(repository, base))].flatMap(([path, { oid, mode }]) =>
    mode !== LINK_MODE && SAYS_DOCTESTS.test(path) ? [oid] : [],
  );
  const texts = await readBlobs(repository, oids, PACKAGE_BYTES_MAX);
  return [...texts.values()].some((text) => /doctest[-_]modules|-m doctest\b|xdoctest/.test(text));
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
  return {
    isTests: (path) => isNamed(path) || helpers.certain.has(path),
    changes,
    doubtful: helpers.doubtful,
    users: helpers.users,
    pythonDoctests: await hasPythonDoctests(repository, base, changes),
  };
};
