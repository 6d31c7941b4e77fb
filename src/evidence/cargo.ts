import type { TestFailure } from '../model/evidence.ts';
import type { TestCase } from '../model/measured.ts';
import {
  caseName,
  locationIn,
  messageFrom,
  type ReportReader,
  testCounts,
  testFailure,
  withCases,
} from './report.ts';

const RESULT = /^test result: \w+\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/;
const TEST = /^test (.{1,300}) \.\.\. (ok|FAILED|ignored)(?:, .*)?$/;
const STATUSES = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' } as const;
const PANIC = /^thread '(.{1,300})' (?:\(\d+\) )?panicked at (.*)$/;

/** One result line per test program; they are added up. */
export const readCargo: ReportReader = (lines) => {
  let [passed, failed, skipped, found] = [0, 0, 0, false];
  const failures: TestFailure[] = [];
  const cases: TestCase[] = [];
  for (const [at, line] of lines.entries()) {
    const result = RESULT.exec(line);
    if (result) {
      found = true;
      passed += Number(result[1]);
      failed += Number(result[2]);
      skipped += Number(result[3]);
    }
    const [, test, word] = TEST.exec(line) ?? [];
    if (test !== undefined)
      cases.push({ name: caseName(test), status: STATUSES[word as keyof typeof STATUSES] });
    const [, name, place = ''] = PANIC.exec(line) ?? [];
    if (name !== undefined) failures.push(testFailure(name, messageFrom(lines, at + 1), locationIn(place)));
  }
  return found ? withCases(testCounts({ passed, failed, skipped }, failures), cases) : null;
};
