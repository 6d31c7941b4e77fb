import type { TestFailure } from '../model/evidence.ts';
import { locationIn, messageFrom, type ReportReader, testCounts, testFailure } from './report.ts';

const RESULT = /^test result: \w+\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/;
const PANIC = /^thread '(.{1,300})' (?:\(\d+\) )?panicked at (.*)$/;

/** One result line per test program; they are added up. */
export const readCargo: ReportReader = (lines) => {
  let [passed, failed, skipped, found] = [0, 0, 0, false];
  const failures: TestFailure[] = [];
  for (const [at, line] of lines.entries()) {
    const result = RESULT.exec(line);
    if (result) {
      found = true;
      passed += Number(result[1]);
      failed += Number(result[2]);
      skipped += Number(result[3]);
    }
    const [, name, place = ''] = PANIC.exec(line) ?? [];
    if (name !== undefined) failures.push(testFailure(name, messageFrom(lines, at + 1), locationIn(place)));
  }
  return found ? testCounts({ passed, failed, skipped }, failures) : null;
};
