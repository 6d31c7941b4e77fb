// Tests that passed before and are not seen to pass any more, by name. A renamed test passes on the code before as well:
// what is new and fails there is another test, and excuses nothing that is gone.
import type { CommandEvidence, TestFileChange } from '../model/evidence.ts';
import type { TestCase } from '../model/measured.ts';
import { type Problem, problem } from '../model/problem.ts';
import { indexFiles } from './file-index.ts';
import { listed } from './observed.ts';
import { lastPart, normalName, refText } from './test-names.ts';

export interface LostTest {
  readonly test: TestCase;
  /**
   * `renamed`: as many others that pass before and after stand in the same file now. `unseen`: it may be among those that
   * the report does not list any more.
   */
  readonly how: 'missing' | 'skipped' | 'renamed' | 'unseen';
}

export interface Compared {
  readonly lost: readonly LostTest[];
  /** What the code before shows has no names, or not all of them: numbers are compared as well. */
  readonly byNumbers: boolean;
  /** There were names before, and the head has none: a report that falls silent proves nothing. */
  readonly isSilent: boolean;
}

interface Runs {
  readonly base: CommandEvidence;
  readonly head: CommandEvidence;
  /** The tests of the head on the code before, where they were run; without it nothing counts as renamed. */
  readonly mixed: CommandEvidence | undefined;
  readonly changes: readonly TestFileChange[];
}

const passedOf = (tests: readonly TestCase[]): readonly TestCase[] =>
  tests.filter(({ status }) => status === 'passed');

/** Those of `tests` for which none of `others` has the same key; each of `others` is used up once. */
const unmatched = (
  tests: readonly TestCase[],
  others: readonly TestCase[],
  key: (test: TestCase) => string,
): readonly TestCase[] => {
  const left = new Map<string, number>();
  for (const other of others) left.set(key(other), (left.get(key(other)) ?? 0) + 1);
  return tests.filter((test) => {
    const count = left.get(key(test)) ?? 0;
    if (count > 0) left.set(key(test), count - 1);
    return count === 0;
  });
};

/** By name and file first, so that of tests of the same name the one that is gone is left over; then by name alone. */
const without = (tests: readonly TestCase[], others: readonly TestCase[]): readonly TestCase[] => {
  const exact = ({ name, file }: TestCase): string => JSON.stringify([normalName(name), file]);
  const byName = ({ name }: TestCase): string => normalName(name);
  return unmatched(unmatched(tests, others, exact), unmatched(others, tests, exact), byName);
};

const isSound = ({ change, weakened }: TestFileChange): boolean =>
  change !== 'deleted' && weakened.length === 0;

/** The change of a file, by the path that it has or had. */
const changeFinder = (changes: readonly TestFileChange[]): ((file: string) => TestFileChange | undefined) =>
  indexFiles(
    changes.flatMap((one) =>
      [one.path, ...(one.was === undefined ? [] : [one.was])].map((path) => [path, one] as const),
    ),
  );

/** By the file that they stand in now; those whose file is not known stand together. */
const byFile = (
  tests: readonly TestCase[],
  changeOf: (file: string) => TestFileChange | undefined,
): Map<string, TestCase[]> => {
  const groups = new Map<string, TestCase[]>();
  for (const test of tests) {
    const key = test.file === undefined ? '' : (changeOf(test.file)?.path ?? test.file);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [test]);
    else group.push(test);
  }
  return groups;
};

/** Those that are gone from a file that has as many others now. */
const renamedTests = (
  gone: readonly TestCase[],
  gained: readonly TestCase[],
  changes: readonly TestFileChange[],
): ReadonlySet<TestCase> => {
  const changeOf = changeFinder(changes);
  const others = byFile(gained, changeOf);
  // Nothing in the file asserts less than before; of a test whose file is not known, nothing anywhere.
  const isSoundFile = (file: string): boolean => {
    const one = changeOf(file);
    return file === '' ? changes.length > 0 && changes.every(isSound) : one !== undefined && isSound(one);
  };
  const groups = [...byFile(gone, changeOf)].filter(
    ([file, tests]) => isSoundFile(file) && (others.get(file)?.length ?? 0) >= tests.length,
  );
  return new Set(groups.flatMap(([, tests]) => tests));
};

export const lostTests = ({ base, head, mixed, changes }: Runs): Compared => {
  const [before, after] = [base.tests?.cases, head.tests?.cases];
  if (before === undefined) return { lost: [], byNumbers: true, isSilent: false };
  const byNumbers = before.length < (base.tests?.total ?? 0);
  const passedBefore = passedOf(before);
  if (after === undefined) return { lost: [], byNumbers, isSilent: passedBefore.length > 0 };
  const passedNow = passedOf(after);
  const isCut = after.length < (head.tests?.total ?? 0);
  const skipped = new Set(
    after.filter(({ status }) => status === 'skipped').map(({ name }) => normalName(name)),
  );
  const isSkipped = ({ name }: TestCase): boolean => skipped.has(normalName(name));
  const lost = without(passedBefore, passedNow);
  const onOldCode = new Set(passedOf(mixed?.tests?.cases ?? []).map(({ name }) => normalName(name)));
  const gained = without(passedNow, passedBefore).filter(({ name }) => onOldCode.has(normalName(name)));
  const renamed =
    passedNow.length >= passedBefore.length
      ? renamedTests(
          lost.filter((test) => !isSkipped(test)),
          gained,
          changes,
        )
      : new Set();
  const how = (test: TestCase): LostTest['how'] =>
    isSkipped(test) ? 'skipped' : renamed.has(test) ? 'renamed' : isCut ? 'unseen' : 'missing';
  return { lost: lost.map((test) => ({ test, how: how(test) })), byNumbers, isSilent: false };
};

/** What cannot be said because the report of the head names fewer tests than the one before. */
export const silentProblems = ({ lost, isSilent }: Compared, line: string): Problem[] => {
  const unseen = lost.filter(({ how }) => how === 'unseen');
  if (!isSilent && unseen.length === 0) return [];
  const names = unseen.map(({ test }) => refText(test));
  return [
    problem(
      'EVIDENCE_UNAVAILABLE',
      `\`${line}\` named the tests that passed before, and now ${isSilent ? 'names none' : `does not name all: ${listed(names)}`}`,
      { hint: 'let the report name every test, as it did before' },
    ),
  ];
};

/** Whether the owner of the tests has released a test: by its file, or by its name, written out. */
export const isReleased = (
  test: { readonly name?: string; readonly files: readonly (string | undefined)[] },
  mayChange: readonly string[],
): boolean =>
  mayChange.some((entry) => {
    const wanted = normalName(entry);
    if (wanted === '') return false;
    if (test.files.some((file) => file?.replace(/^\.\//, '') === wanted.replace(/^\.\//, ''))) return true;
    const { name } = test;
    return name !== undefined && (normalName(name) === wanted || lastPart(name) === wanted);
  });

/** How many tests may be missing because they were released, where only numbers can be compared. */
export const releasedTests = (changes: readonly TestFileChange[], mayChange: readonly string[]): number =>
  changes.flatMap(({ path, was, removed, skipped }) =>
    [...removed, ...skipped].filter((name) => isReleased({ name, files: [path, was] }, mayChange)),
  ).length;
