// A test that the change does not touch may fail by chance: what a second run of the same says of it counts, of it alone.
import type { CommandEvidence, TestRow } from '../../model/evidence.ts';
import { DOUBTED_FAILURES_MAX, FLAKY_NAMES_MAX } from '../../model/limits/limits.ts';
import type { TestCase } from '../../model/measured.ts';

export type TestKey = string;

const keyOf = ({ name, file }: { readonly name: string; readonly file?: string | undefined }): TestKey =>
  JSON.stringify([file, name]);

/** Tests of the base that say the same now: neither new, nor changed, nor shaken by a changed helper. */
const isUntouched = ({ base, text }: TestRow): boolean => base === 'passed' && text === 'same';

const isRedBefore = ({ base, text }: TestRow): boolean =>
  (base === 'failed' || base === 'unloaded') && text === 'same';

/**
 * Failures that are worth a second run; none where a test fails that cannot be excused, because then the change is refused
 * all the same, and none where so many fail that it is no chance.
 */
export const doubtedFailures = (rows: readonly TestRow[]): ReadonlySet<TestKey> => {
  const failing = rows.filter(
    (row) => (row.head === 'failed' || row.head === 'unloaded') && !isRedBefore(row),
  );
  if (!failing.every((row) => row.head === 'failed' && isUntouched(row))) return new Set();
  const beside = rows.filter((row) => row.head === 'passed' && row.oldTests === 'failed' && isUntouched(row));
  const doubted = [...failing, ...beside];
  return new Set(doubted.length > DOUBTED_FAILURES_MAX ? [] : doubted.map(keyOf));
};

const failedIn = ({ tests }: CommandEvidence): readonly TestCase[] =>
  (tests?.cases ?? []).filter(({ status }) => status === 'failed');

/** Whether a second run could excuse something of this one. */
export const hasDoubted = (run: CommandEvidence, doubted: ReadonlySet<TestKey>): boolean =>
  run.end === 'exited' && run.flaky === undefined && failedIn(run).some((test) => doubted.has(keyOf(test)));

/** The first run, in which doubted tests have passed that passed in the second. */
export const excusedBy = (
  first: CommandEvidence,
  second: CommandEvidence,
  doubted: ReadonlySet<TestKey>,
): CommandEvidence => {
  if (first.tests === null || second.end !== 'exited') return first;
  const cases = first.tests.cases ?? [];
  const statuses = new Map<TestKey, TestCase['status'][]>();
  for (const test of second.tests?.cases ?? [])
    statuses.set(keyOf(test), [...(statuses.get(keyOf(test)) ?? []), test.status]);
  const isExcused = (test: TestCase): boolean =>
    test.status === 'failed' &&
    doubted.has(keyOf(test)) &&
    // Of several tests with one name nobody can say which is which.
    statuses.get(keyOf(test))?.join() === 'passed';
  const names = new Set(cases.filter(isExcused).map(({ name }) => name));
  if (names.size === 0) return { ...first, flaky: [] };
  const excused = cases.filter(isExcused).length;
  const failed = Math.max(0, first.tests.failed - excused);
  const isGreen = failed === 0 && (first.tests.unloaded ?? []).length === 0 && second.exit === 0;
  return {
    ...first,
    exit: isGreen ? 0 : first.exit,
    tests: {
      ...first.tests,
      ...{ failed, passed: first.tests.passed + excused },
      failures: first.tests.failures.filter(({ name }) => !names.has(name)),
      cases: cases.map((test) => (isExcused(test) ? { ...test, status: 'passed' } : test)),
    },
    flaky: [...names].slice(0, FLAKY_NAMES_MAX),
  };
};

/**
 * Every test that failed in the first run is excused, and every one that failed in the second passed in the first: both exit
 * codes may be the tests', and neither says whether anything else is wrong.
 */
export const isRedByExit = (excused: CommandEvidence, second: CommandEvidence): boolean => {
  if (excused.exit === 0 || excused.tests === null || (excused.flaky ?? []).length === 0) return false;
  if (excused.tests.failed > 0 || (excused.tests.unloaded ?? []).length > 0) return false;
  const passed = new Set((excused.tests.cases ?? []).filter(({ status }) => status === 'passed').map(keyOf));
  const failed = failedIn(second);
  return failed.length > 0 && failed.every((test) => passed.has(keyOf(test)));
};

/** A third run that is green shows that only tests were wrong, each of them by chance. */
export const endedAs = (
  excused: CommandEvidence,
  second: CommandEvidence,
  third: CommandEvidence,
): CommandEvidence => {
  const names = [...(excused.flaky ?? []), ...failedIn(second).map(({ name }) => name)];
  const isGreen = third.end === 'exited' && third.exit === 0 && third.tests?.failed === 0;
  return {
    ...excused,
    exit: isGreen ? 0 : excused.exit,
    flaky: [...new Set(names)].slice(0, FLAKY_NAMES_MAX),
  };
};
