import type { TestCounts, TestFailure } from '../../../model/evidence.ts';
import { UNLOADED_FILES_MAX } from '../../../model/limits/limits.ts';
import type { TestCase } from '../../../model/measured.ts';
import { pytestId } from '../../source/pytest-id.ts';
import {
  caseName,
  countsByWord,
  type Location,
  locationIn,
  type ReportReader,
  sumOf,
  testCounts,
  testFailure,
  withCases,
} from '../report.ts';

const TIME = / in \d{1,9}(?:\.\d{1,9})?s(?: \([\d:]+\))?$/;
const FAILED = /^(?:FAILED|ERROR) (\S+?)(?:::(.*?))?(?: - (.*))?$/;
const SECTION = /^_{3,} (?:ERROR at \w+ of )?(.+?) _{3,}$/;
const PLACE = /^\S+:\d{1,7}: \w/;

// With -v: `file::name PASSED [ 50%]`; with several processes `[gw0] [ 50%] PASSED file::name`.
const VERBOSE = /^(\S+?\.py)::(.+) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \(.*\))? +\[ *\d{1,3}%\]$/;
const PARALLEL = /^\[gw\d{1,4}\] \[ *\d{1,3}%\] (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (\S+?\.py)::(.+)$/;
const STATUSES = new Map<string | undefined, TestCase['status']>([
  ['PASSED', 'passed'],
  ['XPASS', 'passed'],
  ['FAILED', 'failed'],
  ['ERROR', 'failed'],
]);

/** `TestDeep::test_in[a::b]`: what is in brackets is a parameter. */
const pytestName = (name: string): string => {
  const bracket = name.indexOf('[');
  const [plain, parameter] = bracket === -1 ? [name, ''] : [name.slice(0, bracket), name.slice(bracket)];
  return pytestId(plain.replaceAll('::', ' > ') + parameter);
};

const caseIn = (line: string): TestCase | undefined => {
  const [, file, name, word] = VERBOSE.exec(line) ?? [];
  const [, wordFirst, fileThen, nameThen] = file === undefined ? (PARALLEL.exec(line) ?? []) : [];
  const [path, test] = [file ?? fileThen, name ?? nameThen];
  if (path === undefined || test === undefined) return undefined;
  const status = STATUSES.get(word ?? wordFirst) ?? 'skipped';
  return { name: caseName(pytestName(test)), file: path, status };
};

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
  const cases: TestCase[] = [];
  const unloaded: NonNullable<TestCounts['unloaded']> = [];
  for (const line of lines) {
    const test = caseIn(line);
    if (test) cases.push(test);
    section = SECTION.exec(line)?.[1] ?? section;
    const location = section !== undefined && PLACE.test(line) ? locationIn(line) : undefined;
    if (section !== undefined && location) places.set(section, location);
    const [, file, name, message = ''] = FAILED.exec(line) ?? [];
    if (file !== undefined) {
      const place = places.get((name ?? '').replaceAll('::', '.'));
      failures.push({ ...testFailure(pytestId(name ?? file), message, place), file });
      if (name === undefined && line.startsWith('ERROR ')) unloaded.push({ file, message });
    }
    const counts = summaryOf(line);
    if (counts === undefined) continue;
    found = true;
    passed += sumOf(counts, 'passed', 'xpassed');
    failed += sumOf(counts, 'failed', 'error', 'errors');
    skipped += sumOf(counts, 'skipped', 'xfailed');
  }
  if (!found) return null;
  const counts = withCases(testCounts({ passed, failed, skipped }, failures), cases);
  return unloaded.length === 0 ? counts : { ...counts, unloaded: unloaded.slice(0, UNLOADED_FILES_MAX) };
};
