import type { TestFailure } from '../model/evidence.ts';
import {
  countsByWord,
  type Location,
  locationIn,
  type ReportReader,
  sumOf,
  testCounts,
  testFailure,
} from './report.ts';

const TIME = / in \d{1,9}(?:\.\d{1,9})?s(?: \([\d:]+\))?$/;
const FAILED = /^(?:FAILED|ERROR) (\S+?)(?:::(.*?))?(?: - (.*))?$/;
const SECTION = /^_{3,} (?:ERROR at \w+ of )?(.+?) _{3,}$/;
const PLACE = /^\S+:\d{1,7}: \w/;

const trimMarks = (line: string): string => line.replace(/^=+ /, '').replace(/ =+$/, '');

/** `2 failed, 1 passed in 0.12s`, between marks or not. */
const summaryOf = (line: string): Map<string, number> | undefined => {
  const text = trimMarks(line);
  const time = TIME.exec(text);
  if (time === null) return undefined;
  const body = text.slice(0, time.index);
  return body === 'no tests ran' ? new Map() : countsByWord(body, ',');
};

export const readPytest: ReportReader = (lines) => {
  let [passed, failed, skipped, found] = [0, 0, 0, false];
  let section: string | undefined;
  const places = new Map<string, Location>();
  const failures: TestFailure[] = [];
  for (const line of lines) {
    section = SECTION.exec(line)?.[1] ?? section;
    const location = section !== undefined && PLACE.test(line) ? locationIn(line) : undefined;
    if (section !== undefined && location) places.set(section, location);
    const [, file, name, message = ''] = FAILED.exec(line) ?? [];
    if (file !== undefined) {
      const place = places.get((name ?? '').replaceAll('::', '.'));
      failures.push({ ...testFailure(name ?? file, message, place), file });
    }
    const counts = summaryOf(line);
    if (counts === undefined) continue;
    found = true;
    passed += sumOf(counts, 'passed', 'xpassed');
    failed += sumOf(counts, 'failed', 'error', 'errors');
    skipped += sumOf(counts, 'skipped', 'xfailed');
  }
  return found ? testCounts({ passed, failed, skipped }, failures) : null;
};
