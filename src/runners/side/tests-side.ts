// Which files of two trees go with the tests: tests, what only tests use, and what tells runners what to do. All others
// are code. The same answer serves every run of a change, so that code and tests of two trees can be mixed.
import { posix } from 'node:path';
import { standsAlone } from '../../evidence/runs/stands-alone.ts';
import { splitSource } from '../../evidence/source/in-source-tests.ts';
import {
  isOnTestsSide,
  isSourceFile,
  isTestByFolder,
  isTestFile,
  mayBeHelper,
} from '../../evidence/source/test-files.ts';
import { readTestSource } from '../../evidence/source/test-source.ts';
import {
  HELPERS_LOOKED_AT_MAX,
  PACKAGE_BYTES_MAX,
  REPORTED_FILES_READ_MAX,
  TEST_SOURCE_BYTES_MAX,
} from '../../model/limits/limits.ts';
import { isMeant } from '../../model/path-patterns.ts';
import type { Digest } from '../../model/run/sealed.ts';
import type { Repository } from '../trees/repository.ts';
import type { TreeChange } from '../trees/tree-change.ts';
import { treeChanges } from '../trees/tree-diff.ts';
import { LINK_MODE, listTree, readBlobs } from '../trees/tree-files.ts';
import { dataOfTests } from './data-of-tests.ts';
import { importersOf } from './file-users.ts';
import { type GoFile, isOnlyForTests } from './go-helpers.ts';

export interface TestsSide {
  /** By path from the root of the repository. */
  isTests(path: string): boolean;
  /** How the trees differ. */
  readonly changes: readonly TreeChange[];
  /** Whether a file declares tests, and is no code. */
  isTestSource(path: string): boolean;
  /** Changed files that only tests import and that use nothing that changed: code, or helpers of tests. Each set is one. */
  readonly doubtful: readonly ReadonlySet<string>[];
  /** Changed files of data that only tests mention: what they compare with, or the product that code finds otherwise. */
  readonly data: ReadonlySet<string>;
  /** Helpers that nothing but plain test files imports, with those files. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  /** Examples in the documentation of Python code are run as tests; in Rust they always are. */
  readonly pythonDoctests: boolean;
}

/** Names count from the project: one that lies in a folder of tests is not made of tests. */
export const projectPath = (repository: Repository, path: string): string =>
  repository.prefix === '' ? path : posix.relative(repository.prefix, path);

const isPlainTest = (repository: Repository, path: string): boolean =>
  isTestFile(projectPath(repository, path));

interface Helpers {
  readonly certain: ReadonlySet<string>;
  readonly doubtful: readonly ReadonlySet<string>[];
  readonly users: ReadonlyMap<string, readonly string[]>;
}

interface Question {
  readonly repository: Repository;
  readonly base: Digest;
  readonly head: Digest;
  readonly changes: readonly TreeChange[];
  readonly isNamed: (path: string) => boolean;
  readonly isTestSource: (path: string) => boolean;
}

/** Changed files of Go that are code, as they were and as they are. */
const goFilesIn = (changes: readonly TreeChange[], texts: ReadonlyMap<string, string>): GoFile[] =>
  changes
    .filter(({ path }) => /\.go$/i.test(path))
    .flatMap(({ path, was, before, after }) => [
      ...(before === undefined ? [] : [{ path: was ?? path, text: texts.get(before) ?? '' }]),
      ...(after === undefined ? [] : [{ path, text: texts.get(after) ?? '' }]),
    ]);

const HELPER_STEPS_MAX = 3;

/** Of these importers those that are tests, or that tests alone import in turn: a package of helpers shows its files so. */
export const usedByTestsAlone = async (
  repository: Repository,
  tree: Digest,
  importers: readonly string[],
  isNamed: (path: string) => boolean,
  steps = HELPER_STEPS_MAX,
): Promise<string[]> => {
  const known: string[] = [];
  for (const one of importers) {
    if (isNamed(one)) known.push(one);
    else if (steps > 0 && importers.length <= HELPERS_LOOKED_AT_MAX) {
      const further = (await importersOf(repository, tree, one)).filter((path) => !importers.includes(path));
      const tests = await usedByTestsAlone(repository, tree, further, isNamed, steps - 1);
      if (further.length > 0 && tests.length === further.length) known.push(one);
    }
  }
  return known;
};

/** Changed files that no code imports and that tests do: helpers where they look like one, doubtful where they do not. */
const helpersOf = async (question: Question): Promise<Helpers> => {
  const { repository, base, head, changes, isNamed, isTestSource } = question;
  const others = changes.filter(({ path }) => !isNamed(path));
  const oids = others.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  const changed = others.flatMap(({ path, was }) => [path, ...(was === undefined ? [] : [was])]);
  const candidates = others
    .map((change) => {
      const [own, text] = [
        projectPath(repository, change.path),
        texts.get(change.before ?? change.after ?? ''),
      ];
      const isHelper = mayBeHelper(own, text ?? '', change.before === undefined);
      const isInDoubt =
        change.before !== undefined &&
        change.after !== undefined &&
        standsAlone(change.was ?? change.path, text ?? '', changed);
      return { ...change, isHelper, isCandidate: text !== undefined && (isHelper || isInDoubt) };
    })
    .filter(({ isCandidate }) => isCandidate)
    // What was there before comes first: new files could crowd it out.
    .sort((one, two) => Number(one.before === undefined) - Number(two.before === undefined))
    .slice(0, HELPERS_LOOKED_AT_MAX);
  const siblings = goFilesIn(others, texts);
  const certain = new Set<string>();
  const users = new Map<string, readonly string[]>();
  const doubtful = new Map<string, Set<string>>();
  for (const { path, was, before, isHelper } of candidates) {
    const tree = before === undefined ? head : base;
    const importers = await importersOf(repository, tree, was ?? path);
    const known = isHelper
      ? await usedByTestsAlone(repository, tree, importers, isNamed)
      : importers.filter(isNamed);
    const isGo = /\.go$/i.test(path);
    const names = [path, ...(was === undefined ? [] : [was])];
    if (isGo && !isHelper && importers.length === 0) {
      const file = { path: was ?? path, text: texts.get(before ?? '') ?? '' };
      const others = siblings.filter((one) => !names.includes(one.path));
      if (await isOnlyForTests(repository, base, file, others)) doubtful.set(path, new Set(names));
    }
    if (known.length === 0 || known.length < importers.length) continue;
    // Files of one package of Go are one thing.
    const beside = siblings.filter((one) => posix.dirname(one.path) === posix.dirname(path));
    const unit = isGo ? posix.dirname(path) : path;
    if (!isHelper) doubtful.set(unit, new Set([...names, ...(isGo ? beside.map((one) => one.path) : [])]));
    for (const one of names) {
      if (isHelper) certain.add(one);
      if (importers.every(isTestSource)) users.set(one, importers);
    }
  }
  return { certain, doubtful: [...doubtful.values()], users };
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

/** Folders of a project that hold nothing but tests, whoever else may use what is in them. */
const PLAIN_TEST_FOLDER = /^(?:tests?|__tests?__|__mocks__|__snapshots__|e2e)\//i;
/** Programs for developers may use what tests use. */
const DEVELOPERS_OWN =
  /(?:^|\/)(?:scripts?|tools?|bench(?:es|marks?)?|dev|examples?|docs?)\/|\.(?:stories|bench)\./i;

/** Changed files that only a folder's name makes tests, and that code imports: they are code. */
export const codeInTestFolders = async (
  repository: Repository,
  [base, head]: readonly [Digest, Digest],
  changes: readonly TreeChange[],
  isNamed: (path: string) => boolean,
): Promise<Set<string>> => {
  const code = new Set<string>();
  const candidates = changes.filter(({ path, was }) => {
    const own = projectPath(repository, was ?? path);
    return isSourceFile(own) && isTestByFolder(own) && !PLAIN_TEST_FOLDER.test(own);
  });
  for (const { path, was, before } of candidates.slice(0, HELPERS_LOOKED_AT_MAX)) {
    const importers = await importersOf(repository, before === undefined ? head : base, was ?? path);
    if (importers.some((one) => !isNamed(one) && !DEVELOPERS_OWN.test(projectPath(repository, one))))
      for (const one of [path, ...(was === undefined ? [] : [was])]) code.add(one);
  }
  return code;
};

/**
 * Files that a run names tests of, that declare tests in their text, and that no code imports: tests under names that only
 * the project's own configuration knows. Source files that hold tests beside code are none.
 */
const testsByReport = async (
  repository: Repository,
  trees: readonly [Digest, Digest],
  reported: ReadonlySet<string>,
  isNamed: (path: string) => boolean,
): Promise<Set<string>> => {
  const tests = new Set<string>();
  const unknown = [...reported]
    .map((file) => posix.join(repository.prefix, file))
    .filter((path) => !isNamed(path) && isSourceFile(path) && !/\.rs$/i.test(path));
  if (unknown.length === 0) return tests;
  for (const tree of trees) {
    const files = await listTree(repository, tree);
    const here = unknown
      .flatMap((path) => {
        const file = files.get(path);
        return file === undefined ? [] : [{ path, oid: file.oid }];
      })
      .slice(0, REPORTED_FILES_READ_MAX);
    const texts = await readBlobs(
      repository,
      here.map(({ oid }) => oid),
      TEST_SOURCE_BYTES_MAX,
    );
    const declaring = here.flatMap(({ path, oid }) => {
      const text = texts.get(oid) ?? '';
      return splitSource(path, text) === undefined && readTestSource(path, text).length > 0 ? [path] : [];
    });
    for (const path of declaring.slice(0, HELPERS_LOOKED_AT_MAX)) {
      const importers = await importersOf(repository, tree, path);
      if (importers.every((one) => isNamed(one) || declaring.includes(one))) tests.add(path);
    }
  }
  return tests;
};

export const testsSideOf = async (
  repository: Repository,
  base: Digest,
  head: Digest,
  /** What the project says is on the tests' side, as paths and patterns from the project. */
  declared: readonly string[],
  /** Files that runs of both trees name tests of, from the project. */
  reported: ReadonlySet<string> = new Set(),
): Promise<TestsSide> => {
  const trees = [base, head] as const;
  const changes = await treeChanges(repository, base, head);
  const byName = (path: string): boolean => {
    const own = projectPath(repository, path);
    return isOnTestsSide(own) || isMeant(own, declared);
  };
  const code = await codeInTestFolders(repository, trees, changes, byName);
  const isKnown = (path: string): boolean => byName(path) && !code.has(path);
  const byReport = await testsByReport(repository, trees, reported, isKnown);
  const isNamed = (path: string): boolean => isKnown(path) || byReport.has(path);
  const isTestSource = (path: string): boolean =>
    (isPlainTest(repository, path) && !code.has(path)) || byReport.has(path);
  const [helpers, data] = await Promise.all([
    helpersOf({ repository, base, head, changes, isNamed, isTestSource }),
    dataOfTests(repository, trees, changes, isNamed, (path) => projectPath(repository, path)),
  ]);
  return {
    isTests: (path) => isNamed(path) || helpers.certain.has(path),
    isTestSource,
    changes,
    doubtful: helpers.doubtful,
    data: data.ofTests,
    users: helpers.users,
    pythonDoctests: await hasPythonDoctests(repository, base, changes),
  };
};
