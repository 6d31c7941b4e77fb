// Four runs of the tests of two trees on the code of both, compared test by test: one row for each test that is not
// plainly kept. It reads reports alone, so it is the same for every language.
import type {
  CommandEvidence,
  TestCell,
  TestCounts,
  TestFileChange,
  TestRow,
  TestRun,
  TestRunsEvidence,
} from '../../model/evidence.ts';
import { TEST_ROWS_MAX } from '../../model/limits/limits.ts';
import type { TestCase } from '../../model/measured.ts';
import { ambiguityIn } from '../matching/ambiguous-text.ts';
import { type Matched, matchSides, type Side } from '../matching/match-tests.ts';
import { type KeyedCase, pairedByItem, pairedByOrder } from '../matching/pair-cases.ts';
import { withReleasedData } from '../matching/released-data.ts';
import { functionsOf, keyOf, lastTestName, normalTestName } from '../matching/side-tests.ts';
import { parentsIn } from '../matching/subtest-parents.ts';
import { saysAsItsTable } from '../matching/table-names.ts';
import { documentedItem, isDocExample } from '../source/doc-examples.ts';
import { rustSource } from './brought-tests.ts';
import { marksIn } from './row-marks.ts';

type RunName = 'base' | 'oldTests' | 'oldCode' | 'head';
export type FourRuns = Readonly<Record<RunName, CommandEvidence>>;

export interface Compared {
  readonly runs: FourRuns;
  /** What the text of the test files says. */
  readonly changes: readonly TestFileChange[];
  /** Changed files of the tests' side that are no test files. */
  readonly support: readonly {
    readonly path: string;
    readonly added: boolean;
    /** Whether its owner lets it change: what uses it says what it said. */
    readonly released?: boolean;
    /** The test files that use it, where it is known that no others do. */
    readonly users?: readonly string[];
  }[];
  readonly named?: readonly { readonly file?: string | undefined; readonly name?: string | undefined }[];
}

const SOURCE_PATH = /^[\w./@-]+\.(?:[cm]?[jt]sx?|py|rb|php)$/;

const covers = (entry: string, file: string | undefined): boolean =>
  entry === '*' ||
  // What is printed without files may stem from the one that could not be loaded.
  (file === undefined && SOURCE_PATH.test(entry)) ||
  (file !== undefined && (entry === file || (entry.endsWith('/') && file.startsWith(entry))));

const withKeys = (cases: readonly TestCase[]): KeyedCase[] => {
  const seen = new Map<string, number>();
  return cases.map((test) => {
    const place = JSON.stringify([test.file ?? null, normalTestName(test.name)]);
    const ordinal = seen.get(place) ?? 0;
    seen.set(place, ordinal + 1);
    return { ...test, key: keyOf(test.file, test.name, ordinal), ordinal };
  });
};

/** A file that failed as a whole, and is not itself a test: its name is its path. */
const isWholeFile = ({ name, file, status }: TestCase): boolean =>
  status === 'failed' && (name === file || (file === undefined && SOURCE_PATH.test(name)));

interface RunIndex {
  readonly run: CommandEvidence;
  readonly cases: readonly KeyedCase[];
  readonly byKey: ReadonlyMap<string, TestCell>;
  readonly unloaded: readonly string[];
  /** Whether a test that is not listed is known not to be there. */
  readonly isWhole: boolean;
}

const unloadedIn = ({ tests, end, exit }: CommandEvidence, scripts: ReadonlySet<string>): string[] => [
  ...(tests?.unloaded ?? []).map(({ file }) => file),
  ...(tests?.cases ?? [])
    .filter((test) => isWholeFile(test) && !scripts.has(test.file ?? ''))
    .map(({ name }) => name),
  // Nothing was reported and the command failed: nothing could be loaded.
  ...(tests === null && end === 'exited' && exit !== 0 ? ['*'] : []),
];

/** `others` are the cases of the files that this run left out because they are the same there. */
const indexRun = (
  run: CommandEvidence,
  scripts: ReadonlySet<string>,
  others: readonly TestCase[],
): RunIndex => {
  const unloaded = unloadedIn(run, scripts);
  const told = (run.tests?.cases ?? []).filter((test) => !isWholeFile(test) || scripts.has(test.file ?? ''));
  const cases = withKeys([...told, ...others]);
  const listed = run.tests?.cases?.length ?? 0;
  return {
    run,
    cases,
    byKey: new Map(cases.map(({ key, status }) => [key, status])),
    unloaded,
    isWhole: run.end === 'exited' && (run.tests === null ? unloaded.length > 0 : listed >= run.tests.total),
  };
};

const absentCell = ({ unloaded, isWhole }: RunIndex, file: string | undefined): TestCell => {
  if (unloaded.some((entry) => covers(entry, file))) return 'unloaded';
  return isWhole ? 'gone' : 'unknown';
};

/** Cases of files that a partial run did not run: there they are what they are in the run of the same tests. */
const leftOut = (
  run: CommandEvidence,
  other: CommandEvidence,
  touched: ReadonlySet<string>,
): readonly TestCase[] => {
  const { only } = run;
  if (only === undefined) return [];
  const own = new Set((run.tests?.cases ?? []).map(({ file }) => file));
  const isRun = (file: string | undefined): boolean =>
    file !== undefined &&
    (touched.has(file) ||
      own.has(file) ||
      only.some((one) => one === file || (file.endsWith('/') && one.startsWith(file))) ||
      (run.tests?.unloaded ?? []).some((entry) => covers(entry.file, file)));
  return (other.tests?.cases ?? []).filter((test) => !isRun(test.file) && !isWholeFile(test));
};

/** The tests of one tree, each with what it did on the code of the base and on the code of the head. */
const sideOf = (onBase: RunIndex, onHead: RunIndex, named: 'base' | 'head'): Side => {
  const left = onBase.cases.filter(({ key }) => !onHead.byKey.has(key));
  const right = onHead.cases.filter(({ key }) => !onBase.byKey.has(key));
  const moved = pairedByItem(left, right);
  const isMoved = new Set(moved.flat());
  const others = (cases: readonly KeyedCase[]): KeyedCase[] => cases.filter((one) => !isMoved.has(one));
  const { pairs: ordered, files } = pairedByOrder(others(left), others(right));
  const pairs = [...moved, ...ordered];
  const partner = new Map(pairs.map(([one, two]) => [one.key, two]));
  const paired = new Set(pairs.map(([, two]) => two.key));
  const place = ({ name, file, ordinal }: KeyedCase) => ({ name, file, ordinal });
  return {
    tests: [
      ...onBase.cases.map((test) => ({
        // Where names differ, the tests of the base are known by the base, new ones by the head.
        ...place((named === 'head' ? partner.get(test.key) : undefined) ?? test),
        onBase: test.status,
        onHead: onHead.byKey.get(test.key) ?? partner.get(test.key)?.status ?? absentCell(onHead, test.file),
      })),
      ...right
        .filter(({ key }) => !paired.has(key))
        .map((test) => ({
          ...place(test),
          onBase: absentCell(onBase, test.file),
          onHead: test.status,
        })),
    ],
    unstable: files,
  };
};

/** Cargo names the root of a crate for the tests of all its modules: a file of Rust that declares no such test has no say. */
const mayDeclare = (
  { path, change, declared, removed, renamed = [] }: TestFileChange,
  name: string,
): boolean => {
  if (!path.endsWith('.rs') || change !== 'modified') return true;
  const parts = new Set(name.split('::').map((part) => part.trim()));
  return [...declared, ...removed, ...renamed.flatMap(({ from, to }) => [from, to])].some((one) =>
    parts.has(lastTestName(one).split('::').at(-1) ?? ''),
  );
};

const declares = ({ declared, removed, renamed = [] }: TestFileChange, name: string): boolean =>
  [...declared, ...removed, ...renamed.flatMap(({ from, to }) => [from, to])].some(
    (one) => lastTestName(one) === lastTestName(name),
  );

/** Whether a test says the same in both trees, as far as the text of its file tells. */
const textOf = ({
  runs,
  changes,
  support,
}: Pick<Compared, 'runs' | 'changes' | 'support'>): ((
  name: string,
  files: readonly (string | undefined)[],
) => TestRow['text']) => {
  const byPath = new Map(
    changes.flatMap((one) => [one.path, ...(one.was === undefined ? [] : [one.was])].map((p) => [p, one])),
  );
  const same = new Map(
    changes.map((one) => [
      one,
      new Set(
        [...(one.same ?? []), ...(one.renamed ?? []).map(({ to }) => to)].flatMap((n) => [
          normalTestName(n),
          lastTestName(n),
        ]),
      ),
    ]),
  );
  const old = support.filter(({ added, released }) => !added && released !== true);
  // What is known by its exit code alone is called as its command, which no file declares.
  const isReadable =
    runs.head.basis !== 'exit-code' &&
    changes.every(({ declared, removed }) => declared.length + removed.length > 0);
  return (name, told) => {
    // Reports without files: whoever declares a test of this name is its file.
    const isPlaceless = told.every((file) => file === undefined) && isReadable;
    const files = isPlaceless ? changes.filter((one) => declares(one, name)).map(({ path }) => path) : told;
    if (isPlaceless && files.length === 0) return old.length === 0 ? 'same' : 'unknown';
    const known = files.flatMap((file) => rustSource(name, file, (path) => byPath.has(path)) ?? []);
    const shaken = old.some(({ users }) => users === undefined || known.some((file) => users.includes(file)));
    if (known.length === 0) return changes.length === 0 && old.length === 0 ? 'same' : 'unknown';
    if (files.every((file) => isDocExample(name, file)) && !shaken)
      return known.some((file) => byPath.get(file)?.removed.some(isLostExample)) ? 'changed' : 'same';
    const concerned = known.flatMap((file) => byPath.get(file) ?? []).filter((one) => mayDeclare(one, name));
    const names = [normalTestName(name), lastTestName(name), ...functionsOf(name, known)];
    const isSame = concerned.every(
      (one) =>
        // A helper may give tests their names, which no text has then.
        one.follows === true ||
        names.some((own) => same.get(one)?.has(own)) ||
        saysAsItsTable(name, one.declared, same.get(one)),
    );
    return isSame && !shaken ? 'same' : 'changed';
  };
};

const isLostExample = (name: string): boolean => name.startsWith('doctest: ');

/** What the text of a new test tells: that it asserts nothing, that it stands in code which is new as well. */
const toldOf = (
  changes: readonly TestFileChange[],
): ((name: string, file?: string) => Pick<TestRow, 'silent' | 'brought'>) => {
  const namesOf = (key: 'silent' | 'brought'): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(changes.map((change) => [change.path, new Set((change[key] ?? []).map(lastTestName))]));
  const [silent, brought] = [namesOf('silent'), namesOf('brought')];
  return (name, file) => {
    if (isDocExample(name, file))
      return brought.get(file ?? '')?.has(documentedItem(name)) ? { brought: true } : {};
    const place = rustSource(name, file, (path) => silent.has(path)) ?? '';
    return {
      ...(silent.get(place)?.has(lastTestName(name)) ? { silent: true } : {}),
      ...(brought.get(place)?.has(lastTestName(name)) ? { brought: true } : {}),
    };
  };
};

const RANK: Readonly<Record<TestCell, number>> = {
  failed: 0,
  unloaded: 1,
  gone: 2,
  unknown: 3,
  skipped: 4,
  passed: 5,
};

/** What matters most first, so that a list that has to be cut keeps it. */
const rankOf = ({ head, oldTests, oldCode }: TestRow): number =>
  RANK[head] * 36 + RANK[oldTests] * 6 + RANK[oldCode];

const isPlain = ({ base, oldTests, oldCode, head }: TestRow): boolean =>
  [base, oldTests, oldCode, head].every((cell) => cell === 'passed') ||
  [base, oldTests, oldCode, head].every((cell) => cell === 'skipped');

const isNamed = ({ name, file }: TestRow, named: NonNullable<Compared['named']>): boolean =>
  named.some((one) => {
    const inFile =
      one.file === undefined ||
      file === undefined ||
      file === one.file ||
      file.endsWith(`/${one.file}`) ||
      one.file.endsWith(`/${file}`);
    if (one.name === undefined) return inFile && one.file !== undefined;
    return (
      inFile &&
      (normalTestName(name).includes(normalTestName(one.name)) ||
        lastTestName(name) === lastTestName(one.name))
    );
  });

const failuresOf = (counts: TestCounts | null): ReadonlyMap<string, string> =>
  new Map((counts?.failures ?? []).map(({ name, message }) => [normalTestName(name), message]));

/** One of the runs as it is kept: the rows have the names. */
export const asTestRun = (evidence: CommandEvidence): TestRun => {
  const { kind: _, coverage: _coverage, findings: _findings, mutation: _mutation, ...run } = evidence;
  if (run.tests === null) return run;
  const { cases: _cases, ...tests } = run.tests;
  return { ...run, tests };
};

/** Files that are one test each: seen to pass, or to be skipped, somewhere. */
const scriptsOf = (runs: FourRuns): ReadonlySet<string> =>
  new Set(
    Object.values(runs).flatMap(({ tests }) =>
      (tests?.cases ?? []).flatMap(({ name, file, status }) =>
        name === file && status !== 'failed' ? [name] : [],
      ),
    ),
  );

const rowOf = (
  { old, now }: Matched,
  index: Readonly<Record<RunName, RunIndex>>,
  textIn: ReturnType<typeof textOf>,
  told: ReturnType<typeof toldOf>,
  messages: ReadonlyMap<string, string>,
  isAmbiguous: ReturnType<typeof ambiguityIn>,
): TestRow => {
  const { name, file } = old === undefined ? now : (now ?? old);
  const message = messages.get(normalTestName(name));
  const text = old === undefined || now === undefined ? 'changed' : textIn(name, [old.file, now.file]);
  const isKnown = old !== undefined && now !== undefined && text === 'changed';
  return {
    name,
    ...(file === undefined ? {} : { file }),
    base: old?.onBase ?? absentCell(index.base, file),
    oldTests: old?.onHead ?? absentCell(index.oldTests, file),
    oldCode: now?.onBase ?? absentCell(index.oldCode, file),
    head: now?.onHead ?? absentCell(index.head, file),
    text,
    ...(isKnown && isAmbiguous(name, file) ? { ambiguous: true } : {}),
    // A new source file has its tests with it also where the tests of the base are run on the new code.
    ...(old === undefined || old.onBase === 'gone' ? told(name, file) : {}),
    ...(message === undefined ? {} : { message }),
  };
};

/**
 * A new test that passes cannot be held against the change, so that some of many are left out hides nothing: one line of a
 * table makes thousands. Those that fail without the change come first.
 */
const keptRows = (
  ranked: readonly TestRow[],
  isAsked: (row: TestRow) => boolean,
): Pick<TestRunsEvidence, 'rows' | 'cut'> => {
  if (ranked.length <= TEST_ROWS_MAX) return { rows: [...ranked], cut: false };
  const isSpare = (row: TestRow): boolean => row.base === 'gone' && row.head === 'passed' && !isAsked(row);
  const needed = ranked.filter((row) => !isSpare(row));
  return {
    rows: [...needed, ...ranked.filter(isSpare)].slice(0, TEST_ROWS_MAX),
    cut: needed.length > TEST_ROWS_MAX,
  };
};

export const compareRuns = (compared: Compared): Omit<TestRunsEvidence, 'kind'> => {
  const { runs, changes, support, named = [] } = compared;
  const scripts = scriptsOf(runs);
  const touched = new Set(changes.flatMap(({ path, was }) => [path, ...(was === undefined ? [] : [was])]));
  const index = {
    base: indexRun(runs.base, scripts, []),
    head: indexRun(runs.head, scripts, []),
    oldTests: indexRun(runs.oldTests, scripts, leftOut(runs.oldTests, runs.head, touched)),
    oldCode: indexRun(runs.oldCode, scripts, leftOut(runs.oldCode, runs.base, touched)),
  };
  const matched = matchSides(
    sideOf(index.base, index.oldTests, 'base'),
    sideOf(index.oldCode, index.head, 'head'),
    changes,
  );
  const textIn = textOf(compared);
  const told = toldOf(changes);
  const messages = new Map([
    ...failuresOf(runs.oldTests.tests),
    ...failuresOf(runs.oldCode.tests),
    ...failuresOf(runs.head.tests),
  ]);
  const isAmbiguous = ambiguityIn(changes);
  const marked = marksIn(compared);
  const isParent = parentsIn(changes);
  const read = matched
    .filter((one) => !isParent(one))
    .map((one) => rowOf(one, index, textIn, told, messages, isAmbiguous));
  const unreleased = support.map((one) => ({ ...one, released: false }));
  const hasReleased = support.some(({ released }) => released === true);
  const known = hasReleased ? withReleasedData(read, textOf({ runs, changes, support: unreleased })) : read;
  const all = known.map(marked);
  const listed = all.filter((row) => !isPlain(row) || isNamed(row, named));
  const ranked = listed
    .map((row) => ({ row, rank: isNamed(row, named) ? -1 : rankOf(row) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row);
  return {
    runs: {
      base: asTestRun(runs.base),
      oldTests: asTestRun(runs.oldTests),
      oldCode: asTestRun(runs.oldCode),
      head: asTestRun(runs.head),
    },
    ...keptRows(ranked, (row) => isNamed(row, named)),
    plain: all.length - listed.length,
    byNumbers: Object.values(runs).some(
      ({ tests }) => tests !== null && (tests.cases?.length ?? 0) < tests.total,
    ),
    support: support.map(({ path }) => path),
  };
};
