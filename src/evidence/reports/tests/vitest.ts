import type { TestCounts, TestFailure } from '../../../model/evidence.ts';
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

const TESTS = /^ *Tests {2,}(.*?)(?: \(\d{1,9}\))?$/;
const FAIL = /^ FAIL {2,}(?:\|[^|]*\| +)?(\S.*)$/;
const LINES_LOOKED_AT = 60;

/** ` FAIL  file > suite > name`, or ` FAIL  file [ file ]` for a file that could not be loaded. */
const failureAt = (
  lines: readonly string[],
  at: number,
): (TestFailure & { readonly whole: boolean }) | undefined => {
  const title = FAIL.exec(lines[at] ?? '')?.[1];
  if (title === undefined) return undefined;
  const whole = title.endsWith(' ]');
  const [file = '', ...names] = (whole ? title.slice(0, title.lastIndexOf(' [ ')) : title).split(' > ');
  const message = messageFrom(lines, at + 1);
  for (const line of lines.slice(at + 1, at + LINES_LOOKED_AT)) {
    if (line.startsWith('⎯⎯') || FAIL.test(line)) break;
    const location = /^ *(?:❯|╭)/.test(line) ? locationIn(line) : undefined;
    if (location && (location.file === file || location.file.endsWith(`/${file}`)))
      return { ...testFailure(names.join(' > ') || file, message, { file, line: location.line }), whole };
  }
  return { ...testFailure(names.join(' > ') || file, message), file, whole };
};

export const readVitest: ReportReader = (lines) => {
  let [passed, failed, skipped, found] = [0, 0, 0, false];
  const failures: TestFailure[] = [];
  const unloaded: NonNullable<TestCounts['unloaded']> = [];
  for (const [at, line] of lines.entries()) {
    const text = TESTS.exec(line)?.[1];
    const counts =
      text === 'no tests'
        ? new Map<string, number>()
        : text === undefined
          ? undefined
          : countsByWord(text, '|');
    if (counts) {
      found = true;
      passed += sumOf(counts, 'passed');
      failed += sumOf(counts, 'failed');
      skipped += sumOf(counts, 'skipped', 'todo');
    }
    if (line.startsWith('No test files found')) found = true;
    const failure = failureAt(lines, at);
    if (failure === undefined) continue;
    const { whole, ...rest } = failure;
    failures.push(rest);
    // A file that cannot be loaded is not among the tests that vitest counts.
    if (!whole) continue;
    failed += 1;
    unloaded.push({ file: rest.file ?? rest.name, message: rest.message });
  }
  if (!found) return null;
  const counts = testCounts({ passed, failed, skipped }, failures);
  return unloaded.length === 0 ? counts : { ...counts, unloaded: unloaded.slice(0, UNLOADED_FILES_MAX) };
};
