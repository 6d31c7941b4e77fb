// Single values of H3A's files, and how each is judged: percentages, times, paths, placeholders, names.
import { clip, plainLine } from '../../../std/terminal-text.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const SHOWN_CHARS = 80;

/** A value of somebody's file, in a message: one line, bounded. */
export const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isRecord(value)) return 'an object';
  if (typeof value === 'string') return JSON.stringify(clip(plainLine(value.slice(0, 400)), SHOWN_CHARS));
  return String(value);
};

/** `<…>` or `[X]` and nothing else: what a template leaves to be filled in. `[ -f x ]` is a command. */
export const isPlaceholder = (value: string): boolean => {
  const first = value.charCodeAt(0);
  // Of most texts the first character tells it.
  if (first > 0x20 && first !== 0x3c && first !== 0x5b && first < 0x80) return false;
  const text = value.trim();
  if (text.length < 2) return false;
  const inner = text.slice(1, -1);
  if (text.startsWith('<') && text.endsWith('>')) return !inner.includes('>') && !inner.includes('<');
  if (!text.startsWith('[') || !text.endsWith(']') || text.startsWith('[ -')) return false;
  return !inner.includes(']') && !inner.includes('[');
};

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|[+-](\d\d):?(\d\d))$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A moment that exists, as ISO 8601 with its zone. */
export const isTime = (value: string): boolean => {
  const match = value.length > 40 ? null : TIME.exec(value);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const days = (DAYS[month - 1] ?? 0) + leap;
  if (day < 1 || day > days || zoneHour > 23 || zoneMinute > 59) return false;
  return hour <= 23 && minute <= 59 && second <= 59;
};

export const isAgentName = (value: string): boolean => /^@?[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(value);

const PERCENT = /^([+-]?\d{1,9}(?:\.\d{1,9})?)%$/;

/** `+5.2%` → 5.2. Undefined for anything that is not a number with a percent sign. */
export const parsePercent = (value: unknown): number | undefined => {
  const digits = typeof value === 'string' ? PERCENT.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
};

export const COVERAGE_MIN = 90;

/**
 * Why coverage does not suffice; undefined when it does. It must never fall; beyond that it must rise, or be high.
 * Both are percentages: the change, and what is covered now.
 */
export const coverageFault = (delta: number, absolute: number): string | undefined => {
  if (delta < 0) return `coverage fell by ${-delta}%; it must never fall, however high it is`;
  if (delta > 0 || absolute >= COVERAGE_MIN) return undefined;
  return `coverage did not rise, and ${absolute}% is below ${COVERAGE_MIN}%`;
};

/** What the gate asks for, and what the stricter prompts ask for. */
export const MUTATION_MIN = { lenient: 85, strict: 90 } as const;
export type MutationPolicy = keyof typeof MUTATION_MIN;

export const mutationFault = (score: number, policy: MutationPolicy = 'lenient'): string | undefined =>
  score >= MUTATION_MIN[policy]
    ? undefined
    : `a mutation score of ${score}% is below ${MUTATION_MIN[policy]}%`;

const CONTROL = /[\u0000-\u001f\u007f]/;

/** What is wrong with the path of a listed file; undefined when it is relative and stays inside. */
export const pathFault = (path: string): string | undefined => {
  if (path.trim() === '') return 'expected a path';
  if (CONTROL.test(path)) return 'expected no control character';
  if (/^[/\\]|^[A-Za-z]:|^~/.test(path)) return 'expected a relative path, got an absolute one';
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(path)) return 'expected a path, got an address';
  let depth = 0;
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return 'expected a path inside of the project, ".." leads out of it';
  }
  return undefined;
};

/** `test/a.test.js:12` is a place in `test/a.test.js`. */
export const withoutLine = (path: unknown): unknown =>
  typeof path === 'string' ? path.trim().replace(/(?::\d+){1,2}$/, '') : path;

/** The same file, however it is written. */
export const samePath = (one: string, other: string): boolean => plainPath(one) === plainPath(other);

export const plainPath = (path: string): string => {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0) parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
};
