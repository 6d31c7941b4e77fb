// What every report of tests comes to: each test by name, the numbers, and what the failures say.
import type { TestCounts, TestFailure } from '../../model/evidence.ts';
import { TEST_CASES_MAX, TEST_FAILURES_MAX, UNLOADED_FILES_MAX } from '../../model/limits/limits.ts';
import type { TestCase } from '../../model/measured.ts';
import { ownPath, type Roots } from '../commands/own-path.ts';
import { caseName, type Location, locationIn, testCounts, testFailure } from './report.ts';
import type { ReportNotes } from './report-notes.ts';

export interface ReportedCase {
  readonly name: string;
  readonly file?: string | undefined;
  readonly status: TestCase['status'];
  /** What a failed one says, and where its trace may be found. */
  readonly message?: string | undefined;
  readonly trace?: string | undefined;
  /** It stands for a file that could not be loaded. */
  readonly unloaded?: boolean | undefined;
}

const TRACE_CHARS_MAX = 8_000;
const TRACE_LINES_MAX = 60;
/** Some of them may be the same; a few are kept. */
const FAILURES_LOOKED_AT = 4 * TEST_FAILURES_MAX;

/** The first place in the project that a trace names. */
const placeIn = (trace: string, roots: Roots): Location | undefined => {
  for (const line of trace.slice(0, TRACE_CHARS_MAX).split('\n', TRACE_LINES_MAX)) {
    const location = locationIn(line);
    const file = location && ownPath(location.file, roots);
    if (location && file !== undefined) return { file, line: location.line };
  }
  return undefined;
};

const failureOf = ({ name, file, message = '', trace = '' }: ReportedCase, roots: Roots): TestFailure => {
  const place = placeIn(trace, roots);
  const failure = testFailure(name, message, place);
  // The report says which file the test is in; a trace may begin in another one.
  return file === undefined || file === place?.file ? failure : { ...testFailure(name, message), file };
};

/** Files that could not be loaded, each once. */
const unloadedOf = (reported: readonly ReportedCase[]): NonNullable<TestCounts['unloaded']> => {
  const files = new Map<string, string>();
  for (const { name, file, message = '', unloaded } of reported)
    if (unloaded === true && !files.has(file ?? name) && files.size < UNLOADED_FILES_MAX)
      files.set(file ?? name, testFailure(name, message).message);
  return [...files].map(([file, message]) => ({ file, message }));
};

/** Their order is kept; a report of no tests is told as such. */
export const countsOfCases = <P>(
  reported: readonly ReportedCase[],
  roots: Roots,
  notes: ReportNotes<P>,
  at: P,
): TestCounts => {
  const numbers = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of reported) numbers[status] += 1;
  const failures = reported
    .filter(({ status }) => status === 'failed')
    .slice(0, FAILURES_LOOKED_AT)
    .map((failed) => failureOf(failed, roots));
  if (reported.length === 0)
    notes.error('TESTS_NOT_RUN', 'expected tests, the report has none', at, 'Let the command run the tests.');
  if (reported.length > TEST_CASES_MAX)
    notes.warn(
      'LIMIT_REACHED',
      `${reported.length} tests: only the first ${TEST_CASES_MAX} are kept by name`,
      at,
    );
  const cases = reported.slice(0, TEST_CASES_MAX).map(
    ({ name, file, status }): TestCase => ({
      name: caseName(name),
      ...(file === undefined ? {} : { file }),
      status,
    }),
  );
  const unloaded = unloadedOf(reported);
  return { ...testCounts(numbers, failures), cases, ...(unloaded.length === 0 ? {} : { unloaded }) };
};
