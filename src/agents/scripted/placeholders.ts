// Placeholders of a scenario: `{run}`, `{attempt}`, `{topic}` …
//
// The texts of a scenario are often program code, and code is full of braces. So only `{name}` without spaces counts,
// only when the name has a value now, and not behind a `$` (a template literal, a shell variable). Everything else
// stays as it is written. What is filled in is not looked at again.

import { isRecord } from '../../std/is-record.ts';

/** Values by name. A name without a value yet (`problems` before a rejection) is not in it. */
export type Names = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /(?<!\$)\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const ONLY_PLACEHOLDER = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

const has = (names: Names, name: string): boolean => Object.hasOwn(names, name) && names[name] !== undefined;

/** Text that stands for a value which is not text, where it has a better one than its JSON. */
class Worded {
  readonly value: unknown;
  readonly text: string;

  constructor(value: unknown, text: string) {
    this.value = value;
    this.text = text;
  }
}

export const worded = (value: unknown, text: string): unknown => new Worded(value, text);

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return (value instanceof Worded ? value.text : JSON.stringify(value)) ?? '';
};

export const fillText = (text: string, names: Names): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => (has(names, name) ? textOf(names[name]) : whole));

/** Arguments, however deep. One that is nothing but a placeholder keeps the type of its value. */
export const fillValue = (value: unknown, names: Names): unknown => {
  if (typeof value === 'string') {
    const only = ONLY_PLACEHOLDER.exec(value)?.[1];
    if (only === undefined || !has(names, only)) return fillText(value, names);
    const whole = names[only];
    return whole instanceof Worded ? whole.value : whole;
  }
  if (Array.isArray(value)) return value.map((inner) => fillValue(inner, names));
  return isRecord(value) ? fillRecord(value, names) : value;
};

export const fillRecord = (
  record: Readonly<Record<string, unknown>>,
  names: Names,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, inner]) => [key, fillValue(inner, names)]));
