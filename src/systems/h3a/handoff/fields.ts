// One field of an object at a time: is it there, is it of its type, what is its value. What is wrong is added to the findings;
// the value comes back only when it can be used.

import { LIST_ITEMS_MAX, PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { fieldName } from '../../../model/validate-with.ts';
import { nearest } from '../../../std/nearest.ts';
import type { Path } from '../../../text/json-places.ts';
import type { Findings } from './findings.ts';
import {
  isAgentName,
  isPlaceholder,
  isRecord,
  isTime,
  type JsonRecord,
  parsePercent,
  pathFault,
  shown,
} from './values.ts';

export interface Place {
  readonly record: JsonRecord;
  readonly path: Path;
  readonly findings: Findings;
}

/** What a field must be, in words, and whether it must be there. */
interface Wish {
  readonly expected: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
}

const read = (place: Place, key: string, wish: Wish): unknown => {
  const { record, path, findings } = place;
  if (!Object.hasOwn(record, key)) {
    if (wish.required)
      findings.error(
        'FIELD_MISSING',
        `${fieldName([...path, key])} is missing: expected ${wish.expected}`,
        [...path, key],
        `Add "${key}".`,
      );
    return undefined;
  }
  const value = record[key];
  if (value === null && (wish.nullable || !wish.required)) return undefined;
  return value;
};

const wrong = (place: Place, path: Path, expected: string, came: unknown): void =>
  place.findings.error('FIELD_INVALID', `${fieldName(path)}: expected ${expected}, got ${shown(came)}`, path);

export const below = (place: Place, key: string, wish: Partial<Wish> = {}): Place | undefined => {
  const expected = wish.expected ?? 'an object';
  const value = read(place, key, { ...wish, expected });
  if (value === undefined) return undefined;
  const path = [...place.path, key];
  if (isRecord(value)) return { record: value, path, findings: place.findings };
  wrong(place, path, expected, value);
  return undefined;
};

/** Text that says something. A placeholder is told elsewhere, and is no value. */
export const textField = (place: Place, key: string, wish: Partial<Wish> = {}): string | undefined => {
  const expected = wish.expected ?? 'text';
  const value = read(place, key, { ...wish, expected });
  if (value === undefined) return undefined;
  if (typeof value !== 'string') wrong(place, [...place.path, key], expected, value);
  else if (value.trim() === '') {
    if (wish.required) wrong(place, [...place.path, key], expected, value);
  } else if (!isPlaceholder(value)) return value;
  return undefined;
};

/** An id is a word. `15.30` as a number has lost its zero already. */
export const idField = (place: Place, key: string, wish: Partial<Wish> = {}): string | undefined => {
  const text = textField(place, key, { expected: 'an id as text, such as "T001"', ...wish });
  if (text === undefined) return undefined;
  if (/^\S{1,200}$/.test(text)) return text;
  wrong(place, [...place.path, key], 'an id without spaces', text);
  return undefined;
};

export const timeField = (place: Place, key: string, wish: Partial<Wish> = {}): string | undefined => {
  const expected = 'a time such as "2025-09-29T14:05:30Z"';
  const text = textField(place, key, { expected, ...wish });
  if (text === undefined) return undefined;
  if (isTime(text)) return text;
  wrong(place, [...place.path, key], expected, text);
  return undefined;
};

export const agentField = (place: Place, key: string, wish: Partial<Wish> = {}): string | undefined => {
  const expected = 'the name of an agent, such as "executor"';
  const text = textField(place, key, { expected, ...wish });
  if (text === undefined) return undefined;
  if (isAgentName(text)) return text;
  wrong(place, [...place.path, key], `${expected}, without spaces`, text);
  return undefined;
};

export const countField = (place: Place, key: string, wish: Partial<Wish> = {}): number | undefined => {
  const expected = 'a whole number, 0 or more';
  const value = read(place, key, { expected, ...wish });
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  wrong(place, [...place.path, key], expected, value);
  return undefined;
};

export const wholeField = (place: Place, key: string, wish: Partial<Wish> = {}): number | undefined => {
  const value = read(place, key, { expected: 'a whole number', ...wish });
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  wrong(place, [...place.path, key], 'a whole number', value);
  return undefined;
};

export const flagField = (place: Place, key: string, wish: Partial<Wish> = {}): boolean | undefined => {
  const value = read(place, key, { expected: 'true or false', ...wish });
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  wrong(place, [...place.path, key], 'true or false', value);
  return undefined;
};

export const percentField = (
  place: Place,
  key: string,
  range: readonly [number, number],
  wish: Partial<Wish> = {},
): number | undefined => {
  const expected = `a percentage as text, such as "${range[0] < 0 ? '+5.2%' : '94.2%'}"`;
  const value = read(place, key, { expected, ...wish });
  if (value === undefined) return undefined;
  const number = parsePercent(value);
  if (number !== undefined && number >= range[0] && number <= range[1]) return number;
  wrong(place, [...place.path, key], expected, value);
  return undefined;
};

export interface Item {
  readonly value: unknown;
  readonly path: Path;
}

/** The items of a list; undefined when it is no list, or not there. */
export const listField = (
  place: Place,
  key: string,
  wish: Partial<Wish> & { readonly least?: number } = {},
): readonly Item[] | undefined => {
  const least = wish.least ?? 0;
  const expected = wish.expected ?? `a list${least === 0 ? '' : ` of at least ${least}`}`;
  const value = read(place, key, { ...wish, expected });
  if (value === undefined) return undefined;
  const path = [...place.path, key];
  if (!Array.isArray(value)) {
    wrong(place, path, expected, value);
    return undefined;
  }
  if (value.length < least) wrong(place, path, expected, value);
  if (value.length > LIST_ITEMS_MAX) wrong(place, path, `a list of at most ${LIST_ITEMS_MAX}`, value);
  return value
    .slice(0, LIST_ITEMS_MAX)
    .map((item: unknown, index) => ({ value: item, path: [...path, index] }));
};

export const textItems = (
  place: Place,
  key: string,
  wish: Partial<Wish> & { readonly least?: number } = {},
): readonly { readonly text: string; readonly path: Path }[] | undefined =>
  listField(place, key, wish)?.flatMap(({ value, path }) => {
    if (place.findings.isFull()) return [];
    if (typeof value === 'string' && value.trim() !== '')
      return isPlaceholder(value) ? [] : [{ text: value, path }];
    wrong(place, path, 'text', value);
    return [];
  });

/** A listed file: relative, and inside of the project. */
export const judgePath = (findings: Findings, path: Path, file: string): boolean => {
  const fault = pathFault(file);
  if (fault !== undefined)
    findings.error('HANDOFF_ARTIFACT_PATH', `${fieldName(path)}: ${fault}: ${shown(file)}`, path);
  return fault === undefined;
};

export const pathItems = (
  place: Place,
  key: string,
  wish: Partial<Wish> & { readonly least?: number } = {},
): readonly string[] | undefined =>
  textItems(place, key, wish)?.flatMap(({ text, path }) =>
    judgePath(place.findings, path, text) ? [text] : [],
  );

export const pathField = (place: Place, key: string, wish: Partial<Wish> = {}): string | undefined => {
  const text = textField(place, key, { expected: 'the path of a file', ...wish });
  return text !== undefined && judgePath(place.findings, [...place.path, key], text) ? text : undefined;
};

export const warnUnknownKeys = (place: Place, known: readonly string[]): void => {
  const names = new Set(known);
  let count = 0;
  for (const key in place.record) {
    if (names.has(key) || !Object.hasOwn(place.record, key)) continue;
    count += 1;
    if (count > PROBLEMS_MAX) return;
    const meant = nearest(key, known);
    place.findings.warnKey(
      'FIELD_UNKNOWN',
      `unknown key ${shown(key)}`,
      [...place.path, key],
      meant === undefined ? undefined : `If "${meant}" is meant, write that.`,
    );
  }
};
