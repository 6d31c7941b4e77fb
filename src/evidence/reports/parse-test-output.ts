// What a command's output says about tests. A project may run several runners one after another: they are added up.
import type { TestCounts } from '../../model/evidence.ts';
import { TEST_CASES_MAX, TEST_FAILURES_MAX, UNLOADED_FILES_MAX } from '../../model/limits/limits.ts';
import { type ReportReader, reportLines } from './report.ts';
import { readCargo } from './tests/cargo.ts';
import { readGoTest } from './tests/go-test.ts';
import { readJest } from './tests/jest.ts';
import { readMocha } from './tests/mocha.ts';
import { readNodeSpec } from './tests/node-spec.ts';
import { readPytest } from './tests/pytest.ts';
import { readTap } from './tests/tap.ts';
import { type PythonPlaces, readUnittestWith } from './tests/unittest.ts';
import { readVitest } from './tests/vitest.ts';

const READERS: readonly ReportReader[] = [
  // Both end with the same summary, so only one of them may count it.
  (lines) => readNodeSpec(lines) ?? readTap(lines),
  readVitest,
  readJest,
  readMocha,
  readPytest,
  readCargo,
  readGoTest,
];

/** Of several runners all must name their tests: otherwise some of them are missing. */
const casesOf = (one: TestCounts, two: TestCounts): Pick<TestCounts, 'cases'> => {
  const named = [one, two].filter(({ total }) => total > 0);
  if (named.some(({ cases }) => cases === undefined)) return {};
  const cases = named.flatMap((counts) => counts.cases ?? []);
  return cases.length > TEST_CASES_MAX ? {} : { cases };
};

/** Files that either of them could not load. */
export const unloadedOf = (one: TestCounts, two: TestCounts): Pick<TestCounts, 'unloaded'> =>
  one.unloaded === undefined && two.unloaded === undefined
    ? {}
    : { unloaded: [...(one.unloaded ?? []), ...(two.unloaded ?? [])].slice(0, UNLOADED_FILES_MAX) };

const add = (one: TestCounts, two: TestCounts): TestCounts => ({
  ...casesOf(one, two),
  total: one.total + two.total,
  passed: one.passed + two.passed,
  failed: one.failed + two.failed,
  skipped: one.skipped + two.skipped,
  failures: [...one.failures, ...two.failures].slice(0, TEST_FAILURES_MAX),
  ...unloadedOf(one, two),
});

/** Null when no known report is in it, which is not the same as a report of no tests. */
export const parseTestOutput = (text: string, places: PythonPlaces = () => undefined): TestCounts | null => {
  const lines = reportLines(text);
  const reports = [...READERS.map((read) => read(lines)), readUnittestWith(lines, places)].filter(
    (counts) => counts !== null,
  );
  return reports.length === 0 ? null : reports.reduce(add);
};
