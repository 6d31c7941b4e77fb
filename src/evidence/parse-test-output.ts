// What a command's output says about tests. A project may run several runners one after another: they are added up.
import type { TestCounts } from '../model/evidence.ts';
import { REPORT_LINE_CHARS_MAX, TEST_FAILURES_MAX } from '../model/limits.ts';
import { plainText } from '../std/terminal-text.ts';
import { readCargo } from './cargo.ts';
import { readGoTest } from './go-test.ts';
import { readJest } from './jest.ts';
import { readMocha } from './mocha.ts';
import { readNodeSpec } from './node-spec.ts';
import { readPytest } from './pytest.ts';
import type { ReportReader } from './report.ts';
import { readTap } from './tap.ts';
import { readVitest } from './vitest.ts';

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

const add = (one: TestCounts, two: TestCounts): TestCounts => ({
  total: one.total + two.total,
  passed: one.passed + two.passed,
  failed: one.failed + two.failed,
  skipped: one.skipped + two.skipped,
  failures: [...one.failures, ...two.failures].slice(0, TEST_FAILURES_MAX),
});

/** Null when no known report is in it, which is not the same as a report of no tests. */
export const parseTestOutput = (text: string): TestCounts | null => {
  const lines = plainText(text)
    .split('\n')
    .map((line) => line.slice(0, REPORT_LINE_CHARS_MAX).trimEnd());
  const reports = READERS.map((read) => read(lines)).filter((counts) => counts !== null);
  return reports.length === 0 ? null : reports.reduce(add);
};
