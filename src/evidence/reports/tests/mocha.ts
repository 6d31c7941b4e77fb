import type { TestFailure } from '../../../model/evidence.ts';
import { locationIn, messageFrom, type ReportReader, testCounts, testFailure } from '../report.ts';

const COUNT = /^ {2}(\d{1,9}) (passing|failing|pending)(?: \(.*\))?$/;
const TITLE = /^ {2}\d{1,9}\) (.+)$/;
const TITLE_LINES_MAX = 12;
const LINES_LOOKED_AT = 60;

/** The names of suites and test stand on lines of their own, indented further each; the last one ends with a colon. */
const failureAt = (lines: readonly string[], at: number, first: string): TestFailure | undefined => {
  const names = [first];
  let next = at + 1;
  while (!names.at(-1)!.endsWith(':')) {
    if (next - at > TITLE_LINES_MAX || !/^ {5,}\S/.test(lines[next] ?? '')) return undefined;
    names.push(lines[next++]!.trim());
  }
  const name = names.join(' > ').slice(0, -1);
  const message = messageFrom(lines, next);
  for (let i = next; i < Math.min(lines.length, next + LINES_LOOKED_AT) && !TITLE.test(lines[i]!); i++) {
    const location = /^ +at /.test(lines[i]!) ? locationIn(lines[i]!) : undefined;
    if (location) return testFailure(name, message, location);
  }
  return testFailure(name, message);
};

export const readMocha: ReportReader = (lines) => {
  const counts = new Map<string, number>();
  const failures: TestFailure[] = [];
  for (const [at, line] of lines.entries()) {
    const count = COUNT.exec(line);
    if (count) counts.set(count[2]!, (counts.get(count[2]!) ?? 0) + Number(count[1]));
    const title = counts.has('failing') ? TITLE.exec(line)?.[1] : undefined;
    const failure = title === undefined ? undefined : failureAt(lines, at, title);
    if (failure) failures.push(failure);
  }
  if (!counts.has('passing')) return null;
  const [passed, failed, skipped] = ['passing', 'failing', 'pending'].map((word) => counts.get(word) ?? 0);
  return testCounts({ passed: passed!, failed: failed!, skipped: skipped! }, failures);
};
