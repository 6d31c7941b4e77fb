import type { TestFailure } from '../../../model/evidence.ts';
import { locationIn, messageFrom, type ReportReader, testCounts, testFailure } from '../report.ts';

const COUNT = /^ {2}(\d{1,9}) (passing|failing|pending)(?: \(.*\))?$/;
const TITLE = /^ {2}\d{1,9}\) (.+)$/;
const TITLE_LINES_MAX = 12;
const LINES_LOOKED_AT = 60;

/** The names of suites and test stand on lines of their own, indented further each; the last one ends with a colon. */
const failureAt = (lines: readonly string[], at: number, first: string): TestFailure | undefined => {
  const names = [first];
  let last = first;
  let next = at + 1;
  while (!last.endsWith(':')) {
    const line = lines[next] ?? '';
    if (next - at > TITLE_LINES_MAX || !/^ {5,}\S/.test(line)) return undefined;
    last = line.trim();
    names.push(last);
    next += 1;
  }
  const name = names.join(' > ').slice(0, -1);
  const message = messageFrom(lines, next);
  for (const line of lines.slice(next, next + LINES_LOOKED_AT)) {
    if (TITLE.test(line)) break;
    const location = /^ +at /.test(line) ? locationIn(line) : undefined;
    if (location) return testFailure(name, message, location);
  }
  return testFailure(name, message);
};

export const readMocha: ReportReader = (lines) => {
  const counts = new Map<string, number>();
  const failures: TestFailure[] = [];
  for (const [at, line] of lines.entries()) {
    const [, count, word] = COUNT.exec(line) ?? [];
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + Number(count));
    const title = counts.has('failing') ? TITLE.exec(line)?.[1] : undefined;
    const failure = title === undefined ? undefined : failureAt(lines, at, title);
    if (failure) failures.push(failure);
  }
  if (!counts.has('passing')) return null;
  const of = (word: string): number => counts.get(word) ?? 0;
  return testCounts({ passed: of('passing'), failed: of('failing'), skipped: of('pending') }, failures);
};
