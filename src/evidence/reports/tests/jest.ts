import type { TestFailure } from '../../../model/evidence.ts';
import { UNLOADED_FILES_MAX } from '../../../model/limits/limits.ts';
import {
  countsByWord,
  locationIn,
  messageFrom,
  type ReportReader,
  sumOf,
  testCounts,
  testFailure,
} from '../report.ts';

const TESTS = /^Tests: +(.*), \d{1,9} total$/;
const NONE = /^Tests: +0 total$/;
const FILE = /^(?:FAIL|PASS) (?:\S+ )?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/;
const TITLE = /^ {2}● (.+)$/;
const BROKEN_FILE = 'Test suite failed to run';
const LINES_LOOKED_AT = 80;

const failureAt = (
  lines: readonly string[],
  at: number,
  title: string,
  file: string | undefined,
): TestFailure => {
  const message = messageFrom(lines, at + 1);
  const name = title === BROKEN_FILE ? `${file ?? 'a file'}: ${title}` : title;
  for (const line of lines.slice(at + 1, at + LINES_LOOKED_AT)) {
    if (TITLE.test(line) || FILE.test(line)) break;
    const location = /^ +at /.test(line) ? locationIn(line) : undefined;
    if (location) return testFailure(name, message, location);
  }
  return { ...testFailure(name, message), ...(file === undefined ? {} : { file }) };
};

export const readJest: ReportReader = (lines) => {
  let [passed, failed, skipped, found] = [0, 0, 0, false];
  let file: string | undefined;
  const failures: TestFailure[] = [];
  const broken = new Set<string>();
  for (const [at, line] of lines.entries()) {
    file = FILE.exec(line)?.[1] ?? file;
    const counts = NONE.test(line)
      ? new Map<string, number>()
      : countsByWord(TESTS.exec(line)?.[1] ?? '', ',');
    if (counts) {
      found = true;
      passed += sumOf(counts, 'passed');
      failed += sumOf(counts, 'failed');
      skipped += sumOf(counts, 'skipped', 'todo');
    }
    if (line.startsWith('No tests found, exiting with code')) found = true;
    const title = TITLE.exec(line)?.[1];
    if (title === undefined) continue;
    failures.push(failureAt(lines, at, title, file));
    if (title === BROKEN_FILE) broken.add(file ?? '');
  }
  // A file that cannot be loaded is not among the tests that jest counts.
  if (!found) return null;
  const counts = testCounts({ passed, failed: failed + broken.size, skipped }, failures);
  const unloaded = [...broken].filter((name) => name !== '').slice(0, UNLOADED_FILES_MAX);
  return unloaded.length === 0
    ? counts
    : { ...counts, unloaded: unloaded.map((name) => ({ file: name, message: BROKEN_FILE })) };
};
