// The test files of a project that tests of Baton's own may be added to, with the changed code that each imports.

import { posix } from 'node:path';
import type { CanaryRunner } from '../../evidence/canary/canary-of.ts';
import type { Covering } from '../../evidence/canary/canary-plan.ts';
import {
  assertionMacros,
  changesShellErrors,
  isLookAlike,
  replacedGlobal,
  unfailing,
  usesTestLibrary,
} from '../../evidence/commands/misled-names.ts';
import { isNameMap, type NameMaps, nameMapsOf, placesOf } from '../../evidence/commands/name-maps.ts';
import { doubledByTags, doubledForTests, goTags } from '../../evidence/source/doubled-code.ts';
import { isOnTestsSide, isTestFile, mayBeHelper } from '../../evidence/source/test-files.ts';
import { importedNames, jsFileAt, type TestImport, testImports } from '../../evidence/source/test-imports.ts';
import {
  CANARY_FILES_READ_MAX,
  PACKAGE_BYTES_MAX,
  TEST_SOURCE_BYTES_MAX,
} from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { type ExecutedTree, executedTree } from '../commands/executed-tree.ts';
import { scratchDirectory } from '../commands/place.ts';
import type { ReexecuteOptions } from '../commands/reexecute.ts';
import { findRepository, type Repository } from '../trees/repository.ts';
import { LINK_MODE, listTree, readBlob, readBlobs } from '../trees/tree-files.ts';

/** How the command is run, as for any other run of it; `tree` is the head. */
export interface CanaryOptions extends Omit<ReexecuteOptions, 'only' | 'overlay' | 'testsOf'> {
  readonly base: Digest;
}

export interface Project {
  readonly repository: Repository;
  readonly executed: ExecutedTree;
  /** Files by their path from the project, with what they are; those of the base too. */
  readonly files: ReadonlyMap<string, string>;
  readonly before: ReadonlyMap<string, string>;
  readonly changed: ReadonlySet<string>;
  /** What leads names to files, now and in the base. */
  readonly maps: NameMaps;
  readonly mapsBefore: NameMaps;
}

export interface Candidate extends Covering {
  readonly text: string;
  readonly imports: readonly TestImport[];
  /** As `covers`, with the names that the file has for them. */
  readonly covered: readonly TestImport[];
  /** What the file imported in the base. */
  readonly namesBefore: readonly string[];
}

const TEST_NAMES: Readonly<Record<CanaryRunner, RegExp>> = {
  node: /(?:[.\-_](?:test|spec)|(?:^|\/)(?:test|test-[^/]*)|(?:^|\/)tests?\/.*)\.[cm]?[jt]s$/,
  vitest: /\.(?:test|spec)\.[cm]?[jt]sx?$/,
  jest: /(?:\.(?:test|spec)|(?:^|\/)__tests__\/.*)\.[cm]?[jt]sx?$/,
  mocha: /(?:[.\-_](?:test|spec)|(?:^|\/)(?:test|spec)s?\/.*)\.[cm]?[jt]s$/,
  pytest: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/,
  go: /_test\.go$/,
  cargo: /\.rs$/,
};
const CODE = /\.(?:[cm]?[jt]sx?|py)$/;

const byProject = (
  repository: Repository,
  files: Awaited<ReturnType<typeof listTree>>,
): Map<string, string> => {
  const prefix = repository.prefix === '' ? '' : `${repository.prefix.replace(/\/$/, '')}/`;
  return new Map(
    [...files].flatMap(([path, { oid, mode }]) =>
      path.startsWith(prefix) && mode !== LINK_MODE ? [[path.slice(prefix.length), oid] as const] : [],
    ),
  );
};

const readText = (repository: Repository, oid: string | undefined): Promise<string | undefined> =>
  oid === undefined ? Promise.resolve(undefined) : readBlob(repository, oid, TEST_SOURCE_BYTES_MAX);

/** Those nearest to the root first. */
const readMaps = async (repository: Repository, files: ReadonlyMap<string, string>): Promise<NameMaps> => {
  const found = [...files]
    .filter(([path]) => isNameMap(path))
    .sort(([one], [two]) => one.split('/').length - two.split('/').length)
    .slice(0, CANARY_FILES_READ_MAX);
  const texts = await readBlobs(
    repository,
    found.map(([, oid]) => oid),
    PACKAGE_BYTES_MAX,
  );
  return nameMapsOf(new Map(found.map(([path, oid]) => [path, texts.get(oid) ?? ''])));
};

export const readProject = async (options: CanaryOptions): Promise<Project> => {
  const { place, tree, scriptsOf, refs } = options;
  const repository = await findRepository(place.project);
  const made = { tree, scriptsOf, refs, scratchDirectory: scratchDirectory(place) };
  const executed = await executedTree(repository, made);
  const files = byProject(repository, await listTree(repository, executed.tree));
  const before = byProject(repository, await listTree(repository, options.base));
  const changed = new Set([...files].filter(([path, oid]) => before.get(path) !== oid).map(([path]) => path));
  return {
    ...{ repository, executed, files, before, changed },
    ...{ maps: await readMaps(repository, files), mapsBefore: await readMaps(repository, before) },
  };
};

/** Files that a name leads to in a test file. */
const ledTo = (maps: NameMaps, from: string, name: string, files: ReadonlySet<string>): string[] =>
  placesOf(maps, from, name).flatMap((place) => jsFileAt(place, files) ?? []);

/** Importing a module of Python imports the packages that it is in. */
const withPackages = (imports: readonly TestImport[], files: ReadonlyMap<string, string>): TestImport[] =>
  imports.flatMap((one) => {
    if (!one.file.endsWith('.py')) return [one];
    const parts = one.name.split('.');
    const above = parts.slice(0, -1).map((_, at) => {
      const up = parts.length - 1 - at;
      const folder = one.file
        .replace(/(?:\/__init__)?\.py$/, '')
        .split('/')
        .slice(0, -up)
        .join('/');
      return { name: parts.slice(0, at + 1).join('.'), file: `${folder}/__init__.py` };
    });
    return [...above.filter(({ file }) => files.has(file)), one];
  });

const readCandidate = async (project: Project, path: string): Promise<Candidate | undefined> => {
  const { repository, files, before, changed, maps } = project;
  const text = await readText(repository, files.get(path));
  if (text === undefined) return undefined;
  const names = new Set(files.keys());
  const direct = testImports(path, text, names).filter(({ file }) => !isTestFile(file));
  const name = maps.packages.get('.')?.name;
  const own = typeof name === 'string' && name !== '' ? name : undefined;
  const byName = own === undefined ? [] : testImports(path, text, new Set<string>(), own);
  const mapped = importedNames(path, text).flatMap((one) =>
    ledTo(maps, path, one, names).map((file) => ({ name: one, file })),
  );
  const covered = withPackages([...direct, ...mapped], files).filter(
    ({ file }) => changed.has(file) && CODE.test(file) && !isTestFile(file),
  );
  const isSame = before.get(path) === files.get(path);
  const textBefore = isSame ? text : await readText(repository, before.get(path));
  return {
    ...{ path, text, covered },
    imports: [...direct, ...byName],
    covers: [...new Set(covered.map(({ file }) => file))],
    namesBefore: textBefore === undefined ? [] : importedNames(path, textBefore),
    rank: (changed.has(path) ? 0 : 2) + (covered.length > 0 ? 0 : 1),
  };
};

/** A changed test file first, then one that imports what changed, then any other. */
export const candidatesOf = async (project: Project, runner: CanaryRunner): Promise<Candidate[]> => {
  const { files, changed } = project;
  const isCandidate = (path: string): boolean =>
    TEST_NAMES[runner].test(path) &&
    !/(?:^|\/)(?:fixtures?|node_modules|testdata|__snapshots__)\//.test(path) &&
    (runner === 'cargo' || isTestFile(path));
  const near = new Set([...changed].map((path) => posix.dirname(path)));
  const paths = [...files.keys()]
    .filter(isCandidate)
    .map((path) => ({ path, rank: changed.has(path) ? 0 : near.has(posix.dirname(path)) ? 1 : 2 }))
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .slice(0, CANARY_FILES_READ_MAX);
  const read: Candidate[] = [];
  for (const { path } of paths) {
    const candidate = await readCandidate(project, path);
    if (candidate !== undefined) read.push(candidate);
  }
  return read;
};

/** The changed files as this test file would name them. */
export const namedFrom = (
  path: string,
  files: readonly string[],
  candidates: readonly Candidate[],
): string[] =>
  files.flatMap((file) => {
    const other = candidates.find(({ covers }) => covers.includes(file));
    const name = other?.covered.find((one) => one.file === file)?.name;
    if (other === undefined || name === undefined) return [];
    if (!name.startsWith('.')) return [name];
    const there = posix.relative(posix.dirname(path), posix.join(posix.dirname(other.path), name));
    return [there.startsWith('.') ? there : `./${there}`];
  });

/** Names that tests of the base import from outside of the project, and that a new file of it has too. */
export const shadowsIn = ({ files, before }: Project, candidates: readonly Candidate[]): string[] => {
  const moduleOf = (file: string): string => posix.basename(file.replace(/(?:\/__init__)?\.py$/, ''));
  const python = [...files.keys()].filter((file) => file.endsWith('.py'));
  const added = new Set(python.filter((file) => !before.has(file)).map(moduleOf));
  const known = new Set([...before.keys()].map(moduleOf));
  const names = candidates.flatMap(({ namesBefore }) => namesBefore.map((name) => name.split('.')[0] ?? ''));
  return [...new Set(names)].filter((name) => added.has(name) && !known.has(name));
};

export interface Misled {
  readonly file: string;
  readonly why: string;
}

const imports = async (project: Project, from: string, to: string): Promise<boolean> => {
  const text = await readText(project.repository, project.files.get(from));
  return testImports(from, text ?? '', new Set(project.files.keys())).some(({ file }) => file === to);
};

/** A name that leads to another file than in the base, although the one of the base is there, and changed. */
export const misledImport = async (
  project: Project,
  candidates: readonly Candidate[],
): Promise<Misled | undefined> => {
  const { files, before, changed, maps, mapsBefore } = project;
  const [names, namesBefore] = [new Set(files.keys()), new Set(before.keys())];
  for (const { path, text } of candidates) {
    if (path.endsWith('.py')) continue;
    const relative = testImports(path, text, names).map(({ name, file }) => ({
      name,
      now: [file],
      then: testImports(path, text, namesBefore).flatMap((one) => (one.name === name ? [one.file] : [])),
    }));
    const mapped = importedNames(path, text).map((name) => ({
      name,
      now: ledTo(maps, path, name, names),
      then: ledTo(mapsBefore, path, name, namesBefore),
    }));
    for (const { name, now, then } of [...relative, ...mapped]) {
      const left = then.find((file) => !now.includes(file) && changed.has(file));
      const [led] = now;
      if (left === undefined || led === undefined) continue;
      // A file that hands on what the other one has is a move.
      if ((await imports(project, left, led)) || (await imports(project, led, left))) continue;
      return {
        file: path,
        why: `${name} led to ${left} in the base and leads to ${led} now, although ${left} is still there, and changed: what the tests say is not about it`,
      };
    }
  }
  return undefined;
};

const isPlainCode = (file: string): boolean =>
  /\.(?:[cm]?[jt]sx?|py)$/.test(file) && !isOnTestsSide(file) && !mayBeHelper(file, '', false);

/** Doubles and assertions are this project's trade: code of the base uses such a library. */
const makesTestTools = async ({ repository, before }: Project): Promise<boolean> => {
  const code = [...before].filter(([file]) => isPlainCode(file)).slice(0, CANARY_FILES_READ_MAX);
  for (const [file, oid] of code)
    if (usesTestLibrary(file, (await readText(repository, oid)) ?? '')) return true;
  return false;
};

/** A package of Go whose functions are others with the tags of the test command than without. */
const doubledPackage = async (project: Project, line: string): Promise<Misled | undefined> => {
  const { repository, files, before, changed } = project;
  const tags = goTags(line);
  const isCode = (file: string): boolean => file.endsWith('.go') && !isTestFile(file);
  const folders = new Set(
    tags.length === 0 ? [] : [...changed].filter(isCode).map((file) => posix.dirname(file)),
  );
  for (const folder of [...folders].slice(0, CANARY_FILES_READ_MAX)) {
    const textsIn = (tree: ReadonlyMap<string, string>): Promise<string[]> =>
      Promise.all(
        [...tree]
          .filter(([file]) => isCode(file) && posix.dirname(file) === folder)
          .slice(0, CANARY_FILES_READ_MAX)
          .map(async ([, oid]) => (await readText(repository, oid)) ?? ''),
      );
    const [double] = doubledByTags(await textsIn(before), await textsIn(files), tags);
    if (double !== undefined)
      return {
        file: folder,
        why: `${folder} has one \`${double}\` for tests and another for everybody else`,
      };
  }
  return undefined;
};

/** A changed file that makes assertions mean something else, as it did not in the base. */
export const misledCode = async (project: Project, line: string): Promise<Misled | undefined> => {
  const { repository, files, before, changed } = project;
  const doubled = await doubledPackage(project, line);
  if (doubled !== undefined) return doubled;
  const alike = [...changed].find((file) => !before.has(file) && CODE.test(file) && isLookAlike(file));
  if (alike !== undefined)
    return { file: alike, why: `${alike} has letters of two alphabets in one word of its name` };
  const code = [...changed].filter(
    (file) => /\.(?:[cm]?[jt]sx?|py|rs|sh|bash)$/.test(file) && !isTestFile(file),
  );
  for (const file of code.slice(0, CANARY_FILES_READ_MAX)) {
    const [now = '', then = ''] = await Promise.all(
      [files, before].map(async (tree) => (await readText(repository, tree.get(file))) ?? ''),
    );
    if (changesShellErrors(file, now, then))
      return {
        file,
        why: `${file} changes what a failing command does in the shell that sources it: tests go on after it`,
      };
    const macros = file.endsWith('.rs') ? assertionMacros(now) : [];
    const macro = macros.find((one) => !assertionMacros(then).includes(one));
    if (macro !== undefined)
      return {
        file,
        why: `${file} defines a macro that is called \`${macro}\`, in the place of the one of Rust`,
      };
    const doubles = file.endsWith('.rs') ? doubledForTests(now) : [];
    const double = doubles.find((one) => !doubledForTests(then).includes(one));
    if (double !== undefined)
      return { file, why: `${file} has one \`${double}\` for tests and another for everybody else` };
    const isNewUse = isPlainCode(file) && usesTestLibrary(file, now) && !usesTestLibrary(file, then);
    if (isNewUse && !(await makesTestTools(project)))
      return { file, why: `${file} is code, and uses a library that is made for tests alone` };
    const replaced = isPlainCode(file) ? replacedGlobal(file, now) : undefined;
    if (replaced !== undefined && replacedGlobal(file, then) === undefined)
      return {
        file,
        why: `${file} is code, and puts something else in the place of \`${replaced}\`, which tests use as well`,
      };
    const what = unfailing(file, now).find((one) => !unfailing(file, then).includes(one));
    if (what !== undefined)
      return { file, why: `something in ${file} ${what}: no assertion about it can fail` };
  }
  return undefined;
};
