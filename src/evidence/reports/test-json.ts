// The JSON of Vitest and Jest: one shape, with small differences.
import * as z from 'zod';
import type { TestCounts } from '../../model/evidence.ts';
import type { TestCase } from '../../model/measured.ts';
import type { Parsed } from '../../model/problem.ts';
import type { Path } from '../../text/json-places.ts';
import { ownPath } from '../commands/own-path.ts';
import { fieldOf, type JsonDocument, readJsonReport } from './json-report.ts';
import type { ReportNotes, ReportOptions } from './report-notes.ts';
import { countsOfCases, type ReportedCase } from './test-report.ts';

const count = z.number().int().nonnegative();

const assertionSchema = z.object({
  ancestorTitles: z.array(z.string()),
  title: z.string(),
  status: z.enum(['passed', 'failed', 'skipped', 'pending', 'todo', 'disabled', 'focused']),
  failureMessages: z.array(z.string()).nullish(),
});
const fileSchema = z.object({
  name: z.string(),
  status: z.enum(['passed', 'failed', 'pending', 'skipped', 'focused', 'todo']),
  message: z.string().nullish(),
  assertionResults: z.array(assertionSchema),
});
const testJsonSchema = z.object({
  numTotalTests: count,
  numPassedTests: count,
  numFailedTests: count,
  numPendingTests: count,
  numTodoTests: count,
  numRuntimeErrorTestSuites: count.optional(),
  success: z.boolean(),
  testResults: z.array(fileSchema),
});
type TestJson = z.infer<typeof testJsonSchema>;
type FileResult = z.infer<typeof fileSchema>;

export const isTestJson = (json: unknown): boolean =>
  fieldOf(json, 'testResults') !== undefined || fieldOf(json, 'numTotalTests') !== undefined;

const STATUSES: Readonly<Record<z.infer<typeof assertionSchema>['status'], TestCase['status']>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
  // Jest's word for a test that was chosen and not run.
  focused: 'skipped',
};

const firstLines = (text: string): string =>
  text
    .split(/\n\s*at /, 1)[0]!
    .split('\n', 4)
    .join('\n');

/** A file that failed although none of its tests did could not be loaded, or not be taken down. */
const casesOf = (result: FileResult, { root }: ReportOptions, notes: ReportNotes<Path>, at: Path) => {
  const file = ownPath(result.name, root);
  if (file === undefined) notes.drop(result.name, [...at, 'name']);
  const cases = result.assertionResults.map((test): ReportedCase => {
    const trace = (test.failureMessages ?? []).join('\n');
    const status = STATUSES[test.status];
    return {
      name: [...test.ancestorTitles, test.title].join(' > '),
      file,
      status,
      ...(status === 'failed' ? { message: firstLines(trace), trace } : {}),
    };
  });
  const failed = cases.some(({ status }) => status === 'failed');
  if (result.status === 'failed' && !failed) {
    const message = result.message ?? '';
    const unloaded = cases.length === 0;
    return {
      cases,
      broken: { name: file ?? result.name, file, status: 'failed' as const, message, unloaded },
    };
  }
  if (result.status === 'passed' && failed)
    notes.error('REPORT_INCONSISTENT', 'a file that passed has a test that failed', [...at, 'status']);
  return { cases, broken: undefined };
};

const compareCounts = (
  report: TestJson,
  cases: readonly ReportedCase[],
  broken: number,
  notes: ReportNotes<Path>,
): void => {
  const having = (status: TestCase['status']): number =>
    cases.filter((test) => test.status === status).length;
  const expect = (name: keyof TestJson, came: number, is: number): void => {
    if (came !== is)
      notes.error(
        'REPORT_INCONSISTENT',
        `${name} says ${came}, and the report has ${is}`,
        [name],
        'Let the tool write the report anew.',
      );
  };
  expect('numTotalTests', report.numTotalTests, cases.length);
  expect('numPassedTests', report.numPassedTests, having('passed'));
  expect('numFailedTests', report.numFailedTests, having('failed'));
  expect('numPendingTests', report.numPendingTests + report.numTodoTests, having('skipped'));
  if (report.success && (broken > 0 || having('failed') > 0))
    notes.error('REPORT_INCONSISTENT', 'success is true, and there are failures', ['success']);
  // An error that no test caught, or a limit that was not kept.
  if (!report.success && broken === 0 && having('failed') === 0)
    notes.error('REPORT_INCONSISTENT', 'success is false, and no test failed', ['success']);
};

const build = (report: TestJson, options: ReportOptions, notes: ReportNotes<Path>): TestCounts => {
  const files = report.testResults.map((result, index) =>
    casesOf(result, options, notes, ['testResults', index]),
  );
  const broken = files.flatMap((file) => file.broken ?? []);
  compareCounts(
    report,
    files.flatMap(({ cases }) => cases),
    broken.length,
    notes,
  );
  const reported = files.flatMap((file): ReportedCase[] => [
    ...file.cases,
    ...(file.broken === undefined ? [] : [file.broken]),
  ]);
  return countsOfCases(reported, options.root, notes, ['testResults']);
};

export const readTestJson = (document: JsonDocument, options: ReportOptions): Parsed<TestCounts> =>
  readJsonReport(document, options, testJsonSchema, (report, notes) => build(report, options, notes));
