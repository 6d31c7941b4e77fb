// What the readers of test reports share. Reports are printed by the tested code too, so nothing in them is believed
// beyond numbers and names, and every reader looks at each line once.
import type { TestCounts, TestFailure } from '../../model/evidence.ts';
import {
  REPORT_LINE_CHARS_MAX,
  TEST_CASES_MAX,
  TEST_FAILURES_MAX,
  TEST_MESSAGE_CHARS_MAX,
} from '../../model/limits/limits.ts';
import type { TestCase } from '../../model/measured.ts';
import { clip, plainLine, plainText } from '../../std/terminal-text.ts';

/** The lines of a text that was printed: without escapes, none too long, and of blank ones at most two in a row. */
export const reportLines = (text: string): string[] => {
  let blank = 0;
  return plainText(text)
    .split('\n')
    .map((line) => line.slice(0, REPORT_LINE_CHARS_MAX).trimEnd())
    .filter((line) => {
      blank = line === '' ? blank + 1 : 0;
      return blank <= BLANK_LINES_MAX;
    });
};

/** Reads one kind of report out of a command's output; null when there is none. */
export type ReportReader = (lines: readonly string[]) => TestCounts | null;

export interface Location {
  readonly file: string;
  readonly line: number;
}

const NAME_CHARS_MAX = 300;
const BLANK_LINES_MAX = 2;
const LOCATION = /^(?:file:\/\/)?(.+\.\w{1,8}):(\d{1,7})(?::\d{1,7})?:?$/;

/** The first `file:line` in the text, if it is the project's own. Word by word, because words can be very long. */
export const locationIn = (text: string): Location | undefined => {
  for (const word of text.split(/[\s()'"]+/)) {
    const [, file = '', line = '0'] = LOCATION.exec(word) ?? [];
    if (file === '') continue;
    const own = !file.includes('node_modules/') && !file.startsWith('node:');
    return own && Number(line) > 0 ? { file, line: Number(line) } : undefined;
  }
  return undefined;
};

/** Names go into the journal and into prompts: one line, and not a long one. */
export const caseName = (name: string): string =>
  clip(plainLine(name.slice(0, 4 * NAME_CHARS_MAX)) || 'a test without a name', NAME_CHARS_MAX);

export const testFailure = (name: string, message: string, location?: Location): TestFailure => ({
  name: caseName(name),
  ...location,
  message: clip(plainText(message.slice(0, 4 * TEST_MESSAGE_CHARS_MAX)).trim(), TEST_MESSAGE_CHARS_MAX),
});

export const testCounts = (
  numbers: { readonly passed: number; readonly failed: number; readonly skipped: number },
  failures: readonly TestFailure[],
): TestCounts => {
  const seen = new Set<string>();
  const different = failures.filter(({ name, file, line }) => {
    const key = JSON.stringify([name, file, line]);
    return !seen.has(key) && seen.add(key);
  });
  return {
    total: numbers.passed + numbers.failed + numbers.skipped,
    ...numbers,
    failures: different.slice(0, TEST_FAILURES_MAX),
  };
};

/** The tests by name, where they are exactly those that the numbers are about: what a program prints may look like one. */
export const withCases = (counts: TestCounts, cases: readonly TestCase[]): TestCounts => {
  const having = (status: TestCase['status']): number =>
    cases.filter((test) => test.status === status).length;
  const fits =
    cases.length === counts.total &&
    cases.length <= TEST_CASES_MAX &&
    having('passed') === counts.passed &&
    having('failed') === counts.failed;
  return fits ? { ...counts, cases: [...cases] } : counts;
};

const COUNT = /^(\d{1,9}) ([a-z]+)$/;

/** `2 failed, 1 passed` as numbers by word; undefined when a part is not like that. */
export const countsByWord = (text: string, separator: string): Map<string, number> | undefined => {
  const counts = new Map<string, number>();
  for (const part of text.split(separator)) {
    const [, count, word] = COUNT.exec(part.trim()) ?? [];
    if (word === undefined) return undefined;
    counts.set(word, (counts.get(word) ?? 0) + Number(count));
  }
  return counts;
};

/** The sum of what the words name. */
export const sumOf = (counts: ReadonlyMap<string, number>, ...words: string[]): number =>
  words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);

const STACK = /^(?:at |❯ |⎯⎯)/;

/** The lines from `start` on, up to a blank one or a stack: what a failure says. */
export const messageFrom = (lines: readonly string[], start: number, linesMax = 4): string => {
  const taken: string[] = [];
  for (let i = start; i < lines.length && taken.length < linesMax; i++) {
    const line = (lines[i] ?? '').trim();
    if (STACK.test(line) || (line === '' && taken.length > 0)) break;
    if (line !== '') taken.push(line);
  }
  return taken.join('\n');
};
