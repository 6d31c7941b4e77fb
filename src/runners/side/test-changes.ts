// What became of the tests between two trees, read from the text of their files.

import { posix } from 'node:path';
import { BatonError } from '../../errors.ts';
import { movedDefinitions, renamedDefinitions } from '../../evidence/matching/moved-definitions.ts';
import {
  type CodeWords,
  renamingOf,
  sameFile,
  sameTests,
  type TestText,
} from '../../evidence/matching/same-tests.ts';
import {
  broughtByPackage,
  broughtBySource,
  cargoPackage,
  packageOf,
} from '../../evidence/runs/brought-tests.ts';
import { calledIn } from '../../evidence/runs/grown-doubles.ts';
import { type DocumentedFile, exampleChanges, exampleText } from '../../evidence/source/doc-examples.ts';
import { splitSource } from '../../evidence/source/in-source-tests.ts';
import { type IsCode, silentTests } from '../../evidence/source/silent-tests.ts';
import { NO_RENAMING, type Renaming, wordsIn } from '../../evidence/source/source-words.ts';
import { isSourceFile } from '../../evidence/source/test-files.ts';
import { compareTests, readTestSource } from '../../evidence/source/test-source.ts';
import type { TestFileChange } from '../../model/evidence.ts';
import {
  TEST_NAMES_CHARS_MAX,
  TEST_SOURCE_BYTES_MAX,
  TEST_SOURCES_MAX,
  WORDS_READ_FILES_MAX,
} from '../../model/limits/limits.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import type { Repository } from '../trees/repository.ts';
import type { TreeChange } from '../trees/tree-change.ts';
import { LINK_MODE, readBlobs } from '../trees/tree-files.ts';
import { projectPath, type TestsSide, testsSideOf } from './tests-side.ts';

const SUBMODULE_MODE = '160000';
const NAME_CHARS_MAX = 80;

/** The tests that one version of a file declares; of a source file that holds tests, those alone. */
interface Version {
  readonly isTest: boolean;
  readonly text: TestText;
}

interface Compared {
  readonly shown: TestFileChange;
  /** The code around tests inside of a source file that the old tree does not have. */
  readonly newCode?: string | undefined;
  /** It declares no tests; it is told of only where it follows the code. */
  readonly isHelper?: boolean;
  readonly before: Version;
  readonly after: Version;
}

const textsOf = async (
  repository: Repository,
  changes: readonly TreeChange[],
): Promise<(oid: string | undefined, mode: string) => string | undefined> => {
  const oids = changes.flatMap(({ before, after }) => [before, after].filter((oid) => oid !== undefined));
  const texts = await readBlobs(repository, oids, TEST_SOURCE_BYTES_MAX);
  // A link, and what is too large to be read, has no tests: what was there before is gone.
  return (oid, mode) =>
    oid === undefined || mode === LINK_MODE || mode === SUBMODULE_MODE ? undefined : texts.get(oid);
};

const versionOf = (
  repository: Repository,
  { isTestSource }: TestsSide,
  path: string,
  text: string | undefined,
): Version => {
  const own = projectPath(repository, path);
  const isTest = isTestSource(path);
  const held = isTest || text === undefined ? undefined : splitSource(own, text)?.blocks.join('\n\n');
  const shown = (isTest ? text : held) ?? '';
  return {
    isTest: isTest || held !== undefined,
    text: { path: own, text: shown, tests: shown === '' ? [] : readTestSource(own, shown) },
  };
};

const kindOf = (
  { change }: Pick<TreeChange, 'change'>,
  wasTest: boolean,
  isTest: boolean,
): TestFileChange['change'] =>
  change === 'added' || !wasTest ? 'added' : change === 'deleted' || !isTest ? 'deleted' : 'modified';

/** Rust runs examples always; Python only where the project says so. */
const runsDoctests = (path: string, isPythonRun: boolean): boolean =>
  /\.rs$/i.test(path) || (isPythonRun && /\.py$/i.test(path));

/** A test that stands in another changed file now, and says there at least as much, was moved and not removed. */
const withoutMoved = (all: readonly Compared[]): TestFileChange[] => {
  const added = new Map<string, number>();
  for (const { before, after } of all) {
    const old = new Set(before.text.tests.map(({ name }) => name));
    for (const { name, skipped, assertions = 0 } of after.text.tests)
      if (!old.has(name) && !skipped) added.set(name, Math.max(assertions, added.get(name) ?? 0));
  }
  return all.map(({ shown, before }) => ({
    ...shown,
    removed: shown.removed.filter((name) => {
      const [was, ...more] = before.text.tests.filter((test) => test.name === name);
      const now = added.get(name);
      if (was === undefined || more.length > 0 || now === undefined) return true;
      return now < (was.assertions ?? 0);
    }),
  }));
};

const charsOf = (files: readonly TestFileChange[]): number =>
  files.reduce((sum, file) => sum + JSON.stringify(file).length, 0);

const tooMuch = (what: string): BatonError =>
  new BatonError('OUTPUT_EXCEEDED', `expected at most ${what} in what changed of the tests, got more`, {
    hint: 'Hand the change in in smaller pieces.',
  });

/** Words of the changed code before and after, which tell a renaming of the code from one of the tests alone. */
const codeWords = async (repository: Repository, { changes, isTests }: TestsSide): Promise<CodeWords> => {
  const code = changes
    .filter(({ path, was }) => !isTests(path) && !(was !== undefined && isTests(was)))
    .slice(0, WORDS_READ_FILES_MAX);
  const texts = await textsOf(repository, code);
  const words = (side: 0 | 1): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { before, after, modes, path } of code) {
      const text = texts(side === 0 ? before : after, modes[side]) ?? '';
      for (const word of wordsIn(path, splitSource(path, text)?.code ?? text))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return counts;
  };
  const plain = (path: string): string => projectPath(repository, path).replace(/\.\w+$/, '');
  const moved = code.flatMap(({ path, was }) =>
    was === undefined ? [] : [[plain(was), plain(path)] as const],
  );
  const files = code.map(({ path, was, before, after, modes }) => ({
    was: projectPath(repository, was ?? path),
    path: projectPath(repository, path),
    before: texts(before, modes[0]),
    after: texts(after, modes[1]),
  }));
  const [definitions, redefined] = [movedDefinitions(files), renamedDefinitions(files)];
  const called = new Set(files.flatMap(({ was, before = '' }) => [...calledIn(wordsIn(was, before))]));
  return { before: words(0), after: words(1), moved: new Map(moved), definitions, redefined, called };
};

/** A helper outside of the folders of tests: it declares none, and may follow a renaming of the code. */
const helperOf = (
  repository: Repository,
  { path, was, change }: TreeChange,
  [before, after]: readonly [string | undefined, string | undefined],
  { isTests }: TestsSide,
): Compared | undefined => {
  if (before === undefined || after === undefined || !isTests(path) || !isSourceFile(path)) return undefined;
  const version = (at: string, text: string): Version => ({
    isTest: false,
    text: { path: projectPath(repository, at), text, tests: [] },
  });
  const [old, now] = [version(was ?? path, before), version(path, after)];
  return {
    shown: {
      ...{ path: now.text.path, ...(was === undefined ? {} : { was: old.text.path }) },
      ...{ change: change === 'renamed' ? 'modified' : kindOf({ change }, true, true) },
      ...compareTests([], []),
    },
    ...{ before: old, after: now, isHelper: true },
  };
};

const compareOne = (
  repository: Repository,
  change: TreeChange,
  texts: Awaited<ReturnType<typeof textsOf>>,
  side: TestsSide,
): Compared | undefined => {
  const old = change.was ?? change.path;
  const [beforeText, afterText] = [
    texts(change.before, change.modes[0]),
    texts(change.after, change.modes[1]),
  ];
  const before = versionOf(repository, side, old, beforeText);
  const after = versionOf(repository, side, change.path, afterText);
  const [wasPath, isPath] = [before.text.path, after.text.path];
  if (!before.isTest && !after.isTest) return helperOf(repository, change, [beforeText, afterText], side);
  const isHeld = !side.isTestSource(change.path);
  // Code around tests that stay as they are is no change of tests.
  if (isHeld && before.text.text === after.text.text) return undefined;
  const kind = kindOf(change, before.isTest, after.isTest);
  const compared = compareTests(before.text.tests, after.text.tests);
  return {
    shown: {
      path: kind === 'deleted' ? wasPath : isPath,
      ...(kind === 'modified' && change.was !== undefined ? { was: wasPath } : {}),
      change: kind,
      ...compared,
    },
    ...(change.before === undefined && isHeld ? { newCode: splitSource(isPath, afterText ?? '')?.code } : {}),
    before,
    after,
  };
};

/** What tests, and examples in documentation, call otherwise because the code does. */
const renamingIn = (
  all: readonly Compared[],
  documented: readonly DocumentedFile[],
  code: CodeWords,
): Renaming => {
  const examples = documented.map(({ path, before, after }) => {
    const version = (text: string | undefined): TestText => ({
      ...{ path, tests: [] },
      text: exampleText(path, text ?? ''),
    });
    return [version(before), version(after)] as const;
  });
  const pairs = all.map(({ before, after }) => [before.text, after.text] as const);
  return pairs.length + examples.length === 0 ? NO_RENAMING : renamingOf([...pairs, ...examples], code);
};

/** The same with what each test of a changed file says of its former self. */
const withSame = (all: readonly Compared[], renaming: Renaming, code: CodeWords): Compared[] =>
  all.map((one) => {
    if (one.shown.change !== 'modified') return one;
    const texts = [one.before.text, one.after.text, renaming, code] as const;
    const follows = sameFile(...texts) ? { follows: true } : {};
    return { ...one, shown: { ...one.shown, ...sameTests(...texts), ...follows } };
  });

/** Changed code whose documentation has examples that are run. */
const documentedFiles = (
  repository: Repository,
  { changes, isTestSource, pythonDoctests }: TestsSide,
  texts: Awaited<ReturnType<typeof textsOf>>,
): DocumentedFile[] =>
  changes
    .filter(({ path, was }) => runsDoctests(was ?? path, pythonDoctests) && !isTestSource(path))
    .map(({ path, was, before, after, modes }) => ({
      path: projectPath(repository, path),
      ...(was === undefined ? {} : { was: projectPath(repository, was) }),
      before: texts(before, modes[0]),
      after: texts(after, modes[1]),
    }));

/** The same with examples of documentation that are lost, or that the change brings. */
const withExamples = (
  files: readonly TestFileChange[],
  documented: readonly DocumentedFile[],
  renaming: Renaming,
): TestFileChange[] => {
  const all = new Map(files.map((file) => [file.path, file]));
  for (const { path, lost, brought } of exampleChanges(documented, renaming)) {
    const known = all.get(path) ?? { path, change: 'modified' as const, ...compareTests([], []) };
    const names = lost.map((example) => `doctest: ${clip(plainLine(example), NAME_CHARS_MAX)}`);
    const together = [...(known.brought ?? []), ...brought];
    all.set(path, {
      ...known,
      removed: [...known.removed, ...names],
      ...(together.length === 0 ? {} : { brought: together }),
    });
  }
  return [...all.values()];
};

/** Changed code that no helper of tests can be: files of JavaScript by their paths, modules of Python by their packages. */
const codeFinder = (repository: Repository, { changes, isTests, doubtful }: TestsSide): IsCode => {
  const code = changes.flatMap(({ path }) =>
    isTests(path) || doubtful.some((files) => files.has(path)) ? [] : [projectPath(repository, path)],
  );
  const stems = new Set(code.map((path) => path.replace(/(?:\/index)?\.\w+$/, '')));
  const packages = new Set(
    code.flatMap((path) => (path.endsWith('.py') ? path.replace(/(?:\/__init__)?\.py$/, '').split('/') : [])),
  );
  return (source) =>
    /^\.*\w+(?:\.\w+)*$/.test(source) && !source.includes('/')
      ? packages.has(source.replace(/^\.+/, '').split('.')[0] ?? '') &&
        !/(?:^|[._])(?:tests?|conftest)\b/.test(source)
      : stems.has(source.replace(/\/index$/, ''));
};

const withSilent = (all: readonly Compared[], isCode: IsCode): Compared[] =>
  all.map((one) => {
    const old = new Set(one.before.text.tests.map(({ name }) => name));
    const silent = silentTests(one.after.text, isCode).filter((name) => !old.has(name));
    return silent.length === 0 ? one : { ...one, shown: { ...one.shown, silent } };
  });

/** Packages that the old tree does not have: their names by the folders of their manifests. */
const newPackages = async (
  repository: Repository,
  { changes }: TestsSide,
): Promise<ReadonlyMap<string, string>> => {
  const manifests = changes.filter(
    ({ path, before }) => posix.basename(path) === 'Cargo.toml' && before === undefined,
  );
  const texts = await textsOf(repository, manifests);
  return new Map(
    manifests.flatMap(({ path, after, modes }) => {
      const name = cargoPackage(texts(after, modes[1]) ?? '');
      return name === undefined ? [] : [[posix.dirname(projectPath(repository, path)), name] as const];
    }),
  );
};

const withBrought = (all: readonly Compared[], packages: ReadonlyMap<string, string>): Compared[] =>
  all.map((one) => {
    if (one.before.text.text !== '' || one.shown.change !== 'added') return one;
    const inPackage = packageOf(one.shown.path, packages);
    const brought = [
      ...(one.newCode === undefined ? [] : broughtBySource(one.after.text, one.newCode)),
      ...(inPackage === undefined ? [] : broughtByPackage(one.after.text, inPackage)),
    ];
    return brought.length === 0 ? one : { ...one, shown: { ...one.shown, brought: [...new Set(brought)] } };
  });

export const testChangesOn = async (repository: Repository, side: TestsSide): Promise<TestFileChange[]> => {
  const texts = await textsOf(repository, side.changes);
  const compared = side.changes.flatMap((change) => compareOne(repository, change, texts, side) ?? []);
  if (compared.length > TEST_SOURCES_MAX) throw tooMuch(`${TEST_SOURCES_MAX} files`);
  const code = await codeWords(repository, side);
  const documented = documentedFiles(repository, side, texts);
  const renaming = renamingIn(compared, documented, code);
  const same = withSame(compared, renaming, code).filter(
    ({ isHelper = false, shown }) => !isHelper || shown.follows === true,
  );
  const silent = withSilent(same, codeFinder(repository, side));
  const told = withBrought(silent, await newPackages(repository, side));
  const files = withExamples(withoutMoved(told), documented, renaming).sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  if (charsOf(files) > TEST_NAMES_CHARS_MAX) throw tooMuch(`${TEST_NAMES_CHARS_MAX} characters of names`);
  return files;
};

export const testChanges = async (
  repository: Repository,
  from: Digest,
  to: Digest,
): Promise<TestFileChange[]> => testChangesOn(repository, await testsSideOf(repository, from, to, []));
