// Data → YAML that readers of version 1.1 and of 1.2 take for the same data: strings are always quoted, and numbers are
// written in the form that both know.
import { YAML_DEPTH_MAX } from '../../../model/limits/limits.ts';

/** Words that version 1.1 reads as true, false or null when they stand alone, as keys do. */
const WORDS_OF_1_1: ReadonlySet<string> = new Set([
  'y',
  'n',
  'yes',
  'no',
  'on',
  'off',
  'true',
  'false',
  'null',
]);

/** What a reader may take for a line end, for nothing, or refuse. */
const ESCAPED = /[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/g;

export const yamlString = (text: string): string =>
  JSON.stringify(text).replace(ESCAPED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Some readers of version 1.1 take an exponent alone for a number that is none. */
const EXPONENT_ALONE = /^e[0-9]+$/i;

/** Beyond this many characters a key must be announced. */
const KEY_CHARS_MAX = 1000;

const yamlKey = (key: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) &&
  !WORDS_OF_1_1.has(key.toLowerCase()) &&
  !EXPONENT_ALONE.test(key) &&
  key.length <= KEY_CHARS_MAX
    ? key
    : yamlString(key);

/** Version 1.1 knows no number with an exponent that has no point and no sign. */
const yamlNumber = (value: number): string => {
  if (Object.is(value, -0)) return '-0.0';
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${exponent}`;
};

const yamlScalar = (value: unknown): string => {
  if (typeof value === 'string') return yamlString(value);
  return typeof value === 'number' ? yamlNumber(value) : String(value);
};

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const INDENT = '  ';

const valueLines = (value: unknown, indent: string): string[] => {
  if (typeof value !== 'object' || value === null) return [` ${yamlScalar(value)}`];
  if (Array.isArray(value)) {
    if (value.length === 0) return [' []'];
    if (value.every(isScalar)) return [` [${value.map(yamlScalar).join(', ')}]`];
    return ['', ...value.flatMap((item) => itemLines(item, indent))];
  }
  const entries = Object.entries(value);
  return entries.length === 0
    ? [' {}']
    : ['', ...entries.flatMap(([key, item]) => entryLines(key, item, indent))];
};

const itemLines = (item: unknown, indent: string): string[] => {
  const [first, ...rest] = valueLines(item, `${indent}${INDENT}`);
  return [`${indent}-${first}`, ...rest];
};

/** One `key: value`, over as many lines as it needs. */
export const entryLines = (key: string, value: unknown, indent: string): string[] => {
  const [first, ...rest] = valueLines(value, `${indent}${INDENT}`);
  const written = yamlKey(key);
  return written.length > KEY_CHARS_MAX
    ? [`${indent}? ${written}`, `${indent}:${first}`, ...rest]
    : [`${indent}${written}:${first}`, ...rest];
};

/** Whether the value can be written: data as JSON has it, not too deep. What is shared is written out each time. */
export const isWritable = (value: unknown, depth = 0): boolean => {
  if (depth > YAML_DEPTH_MAX / 2) return false;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  return Object.values(value).every((inner) => isWritable(inner, depth + 1));
};
