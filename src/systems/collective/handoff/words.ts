// The words of the collective's handoff block: its vocabularies, and what is a name, a placeholder, a time.
import type { HandoffStatus } from '../../../model/handoff.ts';
import { NAME_CHARS_MAX } from '../../../model/limits/limits.ts';

export const PHASES = [
  'Research',
  'Planning',
  'Infrastructure',
  'Implementation',
  'Testing',
  'Integration',
  'QA',
  'Complete',
] as const;

export const STATUSES = [
  'pending',
  'in_progress',
  'complete',
  'failed',
  'blocked',
  'retry',
] as const satisfies readonly HandoffStatus[];
export type CollectiveStatus = (typeof STATUSES)[number];

export const REQUIRED_KEYS = ['phase', 'from', 'to', 'status'] as const;
export const OPTIONAL_KEYS = [
  'retry_count',
  'metrics',
  'dependencies',
  'on_failure',
  'timestamp',
  'context',
] as const;
export const KNOWN_KEYS: readonly string[] = [...REQUIRED_KEYS, ...OPTIONAL_KEYS];
export const ON_FAILURE_KEYS = ['retry', 'route_to', 'notify', 'escalate_after', 'context'] as const;

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
// Colours and cursor movements; the first character is in no other part, so nothing is scanned twice.
const COLOURS = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const WRAPPED_IN = ' \t\r\n`*_"\'\u201c\u201d\u2018\u2019';
const ENDED_BY = `${WRAPPED_IN}.\u3002`;

/** Without what a terminal or an editor adds to text: colours, marks that have no width, special spaces. */
export const withoutMarks = (text: string): string =>
  text.replace(COLOURS, '').replace(INVISIBLE, '').replace(SPACES, ' ');

const trimmed = (text: string, before: string, after: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && before.includes(text.charAt(start))) start += 1;
  while (end > start && after.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/** A word as it was meant: without emphasis, back-ticks, quotation marks, a full stop, and with plain hyphens. */
export const tidyWord = (text: string): string =>
  trimmed(withoutMarks(text).replace(DASHES, '-'), WRAPPED_IN, ENDED_BY);

/** A key as it was meant: `**Retry-Count**` is retry_count. */
export const tidyKey = (text: string): string => tidyWord(text).toLowerCase().replace(/[ -]/g, '_');

const folded = (word: string): string => word.toLowerCase().replace(/[ -]/g, '_');

/** The word of the list that was meant, whatever its case. */
export const wordOf = <W extends string>(text: string, words: readonly W[]): W | undefined => {
  const meant = folded(tidyWord(text));
  return words.find((word) => folded(word) === meant);
};

const NOBODY: readonly string[] = ['none', 'null', 'nil', 'n/a', '-', '~'];

/** Words that say in so many letters that nobody follows. */
export const isNobody = (text: string): boolean => NOBODY.includes(text.trim().toLowerCase());

/** Names in the documents of the collective that stand for a name. */
const STANDING_FOR_A_NAME: readonly string[] = ['agent-name', 'agent_name', 'agentname'];

/** The whole value is a slot that nobody filled: `<name>`, `[X]`, `{{VALUE}}`. Lists and links are none. */
export const isPlaceholder = (text: string): boolean => {
  const word = text.trim().replace(/^@/, '');
  const inside = word.slice(1, -1);
  if (word.startsWith('<') && word.endsWith('>'))
    return word.length > 2 && !inside.includes('<') && !inside.includes('>') && !inside.includes('://');
  if (word.startsWith('{{') && word.endsWith('}}')) return word.length > 4;
  if (!word.startsWith('[') || !word.endsWith(']')) return false;
  return inside.trim() !== '' && !/[[\]]/.test(inside) && !/^\s*["'{\d-]/.test(inside);
};

/** A slot inside of a longer value, as the templates have it: `[X]% of user stories`. */
export const hasSlot = (text: string): boolean => /\[(?:X{1,3}|N{1,3})\]/.test(text);

/** A list as YAML makes it from a slot: `scenarios: [X]`. */
export const isSlotList = (value: readonly unknown[]): boolean =>
  value.length === 1 &&
  typeof value[0] === 'string' &&
  /^(?:[A-Z]|X{2,3}|N{2,3}|number|count|value|string|duration|percent|percentage|\.\.\.|\u2026)$/.test(
    value[0],
  );

/** `a | b`: the sender did not decide. */
export const isUndecided = (text: string): boolean => text.includes('|');

const NAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

/** A name without its `@`. */
export const isAgentName = (name: string): boolean =>
  name.length <= NAME_CHARS_MAX && NAME.test(name) && !NOBODY.includes(name);

export const isNamePlaceholder = (name: string): boolean => STANDING_FOR_A_NAME.includes(name);

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|z|[+-](\d\d)(?::?(\d\d))?)?)?$/;

/** An ISO-8601 date, with or without a time of day; one that the calendar has. */
export const isTime = (text: string): boolean => {
  const found = TIME.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] =
    found.slice(1).map((part) => Number(part ?? 0));
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > days) return false;
  return hour < 24 && minute < 60 && second <= 60 && offsetHour < 24 && offsetMinute < 60;
};
