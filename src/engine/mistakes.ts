// What makes two rejections the same, whatever words, numbers and excuses differ between them.
import {
  DOSSIER_TEXT_CHARS_MAX,
  MISTAKES_FRESH,
  MISTAKES_PERSON,
  PROBLEMS_MAX,
} from '../model/limits/limits.ts';
import { isError, type Problem } from '../model/problem.ts';
import { type Mistake, mistakeKey, type Rejection } from '../model/run/rejection.ts';
import type { Work } from '../model/run/state.ts';
import { sha256 } from '../std/sha256.ts';
import { clip, plainLine } from '../std/terminal-text.ts';

/** A clause that is not met, with what is wrong; `measured` where programs that agents wrote may have put the words. */
export interface Fault {
  readonly clause: string;
  readonly measured: boolean;
  readonly problems: readonly Problem[];
}

const TEMPORARY = /(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s"'`),:;]*/g;
const QUOTED = /"(?:[^"\\]|\\.)*"|“[^”]*”|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g;
const HEX = /\b(?=[0-9a-f]*\d)[0-9a-f]{7,}\b/gi;
const NUMBER = /\d+(?:[.,:]\d+)*/g;
/** What was handed in stands behind "got": another wrong value is the same mistake. */
const GOT = /\bgot\b[\s\S]*$/i;

const steady = (text: string): string =>
  text
    .replace(TEMPORARY, '')
    .replace(QUOTED, '')
    .replace(GOT, '')
    .replace(HEX, '#')
    .replace(NUMBER, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Of what was measured only the beginning: what follows a colon is the output of a program. */
const messageOf = ({ message, test }: Problem, measured: boolean): string => {
  if (test !== undefined) return '';
  const [line = ''] = message.split('\n', 1);
  return steady(measured ? (line.split(': ', 1)[0] ?? '') : line);
};

/** Places in a list move when something is inserted before them. */
const fieldOf = (field = ''): string => field.replace(/\d+/g, '#');

/** The problem without what differs each time: line, numbers, times, digests, temporary paths, quoted text. */
export const signatureOf = (problem: Problem, measured: boolean): string => {
  const { code, file = '', field, test = '' } = problem;
  const parts = [file.replace(TEMPORARY, ''), fieldOf(field), test, messageOf(problem, measured)];
  return `${code}/${sha256(JSON.stringify(parts)).slice(-16)}`;
};

type Made = Omit<Mistake, 'times'>;

/** A clause without a word of its own is a mistake, too. */
const mistakesIn = ({ clause, measured, problems }: Fault): Made[] => {
  const errors = problems.filter(isError);
  return errors.length === 0
    ? [{ clause, problem: 'none', says: clause }]
    : errors.map((found) => ({
        ...{ clause, problem: signatureOf(found, measured) },
        says: clip(plainLine(found.message), DOSSIER_TEXT_CHARS_MAX),
      }));
};

const weightOf = ({ problems }: Fault): number =>
  problems.filter(isError).reduce((sum, { off }) => sum + (off ?? 1), 0);

type Tally = NonNullable<Work['tally']>;

/**
 * The same mistake again, in a rejection with no less wrong than each one before that had it, is one more. With less it is
 * progress, and counts from one again.
 */
const timesOf = (tally: Tally, made: Made, weight: number): number => {
  const before = tally[mistakeKey(made)];
  return before === undefined || weight < before.least ? 1 : before.times + 1;
};

export const nextAfter = (mistakes: readonly Mistake[]): Rejection['next'] => {
  const most = Math.max(0, ...mistakes.map(({ times }) => times));
  if (most >= MISTAKES_PERSON) return 'person';
  return most >= MISTAKES_FRESH ? 'fresh-session' : undefined;
};

interface Counted {
  readonly weight: number;
  readonly mistakes: Mistake[];
}

/** What is wrong, counted against what was wrong before. */
export const countMistakes = (faults: readonly Fault[], tally: Tally): Counted => {
  const made = new Map(faults.flatMap(mistakesIn).map((one) => [mistakeKey(one), one]));
  const weight = faults.reduce((sum, fault) => sum + weightOf(fault), 0);
  const mistakes = [...made.values()].map((one) => ({ ...one, times: timesOf(tally, one, weight) }));
  // Of more than can be kept, those that were made before stay known.
  return { weight, mistakes: mistakes.sort((a, b) => b.times - a.times).slice(0, PROBLEMS_MAX) };
};

/** The tally after a rejection. Reads what the event says, so that replay counts as it was counted then. */
export const tallied = (tally: Tally, { mistakes = [], weight = 0 }: Rejection): Tally => ({
  ...tally,
  ...Object.fromEntries(
    mistakes.map((one) => {
      const { times } = one;
      const least = times === 1 ? weight : Math.min(tally[mistakeKey(one)]?.least ?? weight, weight);
      return [mistakeKey(one), { times, least }];
    }),
  ),
});
