import type { TestFailure } from '../../../model/evidence.ts';
import type { TestCase } from '../../../model/measured.ts';
import { isAmong } from '../../../std/among.ts';
import {
  caseName,
  locationIn,
  messageFrom,
  type ReportReader,
  testCounts,
  testFailure,
  withCases,
} from '../report.ts';

const TEST = /^ *--- (PASS|FAIL|SKIP): (\S{1,300}) \([\d.]+s\)$/;
const WORDS = ['PASS', 'FAIL', 'SKIP'] as const;
const STATUSES = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' } as const;
const PACKAGE = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:[\t ](.*))?$/;

/** Without `-v` passing tests are not listed: then a package that passed counts as one. */
export const readGoTest: ReportReader = (lines) => {
  const tests = { PASS: 0, FAIL: 0, SKIP: 0 };
  let [packagesPassed, packagesBroken, found] = [0, 0, false];
  const failures: TestFailure[] = [];
  const cases: TestCase[] = [];
  for (const [at, line] of lines.entries()) {
    const [, word, name] = TEST.exec(line) ?? [];
    if (isAmong(WORDS, word) && name !== undefined) {
      tests[word] += 1;
      cases.push({ name: caseName(name), status: STATUSES[word] });
      if (word === 'FAIL')
        failures.push(testFailure(name, messageFrom(lines, at + 1, 1), locationIn(lines[at + 1] ?? '')));
    }
    const [, mark, path, rest = ''] = PACKAGE.exec(line) ?? [];
    if (mark === undefined) continue;
    found = true;
    if (mark.startsWith('ok') && !rest.includes('[no tests to run]')) packagesPassed += 1;
    if (mark === 'FAIL' && /\[(?:build|setup) failed\]/.test(rest)) {
      packagesBroken += 1;
      failures.push(testFailure(path ?? '', rest));
    }
  }
  if (!found) return null;
  const passed = tests.PASS > 0 ? tests.PASS : packagesPassed;
  const failed = tests.FAIL + packagesBroken;
  return withCases(testCounts({ passed, failed, skipped: tests.SKIP }, failures), cases);
};
