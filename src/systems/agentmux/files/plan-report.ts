// Collects what is wrong with a plan: each problem in the words that AgentMux's planners read so far, with its place in the
// file. Positions count from 1 in the words, and from 0 in the field's name.
import * as z from 'zod';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { type Problem, problem } from '../../../model/problem.ts';
import { fieldName, type Position, validateWith } from '../../../model/validate-with.ts';
import type { YamlDocument } from '../../../text/yaml.ts';

export type Path = readonly (string | number)[];
export type Mapping = Readonly<Record<string, unknown>>;

/** How much of a wrong value is shown. */
const SHOWN_CHARS = 80;
const KEYS_SHOWN_MAX = 5;
/** A number that YAML reads as whole although it is written with a point or an exponent. */
const FLOAT = /^[-+]?(?:\d+\.|\.\d|\d+[eE])/;

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys come from a file: what every object inherits is none of them. */
export const own = (mapping: Mapping, key: string): unknown =>
  Object.hasOwn(mapping, key) ? mapping[key] : undefined;

export const isBlank = (value: unknown): value is string => typeof value === 'string' && value.trim() === '';

/** `subplans[2].tasks[1]` */
export const wordsFor = (path: Path): string =>
  fieldName(path.map((step) => (typeof step === 'number' ? step + 1 : step)));

const clipped = (text: string): string =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;

/** A value as Python prints it inside of quotes. */
export const quoted = (value: unknown): string => {
  if (value === null || value === undefined) return "'None'";
  if (typeof value === 'boolean') return value ? "'True'" : "'False'";
  if (typeof value === 'object') return Array.isArray(value) ? "'[…]'" : "'{…}'";
  return `'${clipped(String(value))}'`;
};

/** A value as Python shows it: text has quotes, nothing else has. */
export const represented = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : quoted(value).slice(1, -1);

/** What to write instead, by the type that was expected. */
const HINTS: Readonly<Record<string, string>> = {
  str: 'Write one text; put quotes around what YAML reads as something else, and use "|" for several lines.',
  bool: 'Write true or false, without quotes.',
  'list[str]': 'Write a list of texts, each on a line of its own after "- ".',
  'list[dict]': 'Write a list of mappings, each beginning with "- ".',
  dict: 'Write a mapping (key: value).',
  'str or list[str]': 'Write one text, or a list of texts.',
};

interface More {
  readonly code?: Problem['code'];
  readonly hint?: string;
}

export interface PlanReport {
  readonly error: (path: Path, message: string, more?: More) => void;
  readonly warning: (path: Path, message: string, more?: More) => void;
  readonly wrongType: (path: Path, expected: string, value: unknown, more?: string) => void;
  /** Whether a whole number is written as one. */
  readonly isWhole: (path: Path, value: number) => boolean;
  /** Keys that the schema does not know are kept; whoever wrote them hears of it. */
  readonly unknownKeys: (path: Path, value: Mapping, schema: z.ZodObject) => void;
  /** Errors first, each kind in the order of the file. */
  readonly problems: () => readonly Problem[];
}

const byPlace = (a: Problem, b: Problem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

const typeName = (value: unknown, isWhole: boolean): string => {
  if (value === null || value === undefined) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return isWhole ? 'int' : 'float';
  if (typeof value === 'string') return 'str';
  return typeof value === 'boolean' ? 'bool' : 'dict';
};

type Source = Pick<YamlDocument, 'locate' | 'file'>;

const unknownKeyProblems = (
  { locate, file }: Source,
  path: Path,
  unknown: readonly string[],
  known: readonly string[],
): Problem[] => {
  const knownKeys = z.strictObject(Object.fromEntries(known.map((key) => [key, z.unknown()]))).partial();
  const keys = Object.fromEntries(unknown.map((key) => [key, null]));
  const { problems } = validateWith(knownKeys, keys, {
    file,
    locate: (inner, key) => locate([...path, ...inner], key),
  });
  const prefix = fieldName(path);
  return problems.map((one) => ({
    ...one,
    severity: 'warning',
    ...(prefix === '' ? {} : { field: `${prefix}.${one.field}` }),
  }));
};

/** A key that is missing may be there under a name that is not quite right. */
const withUnknown = (one: Problem, unknownIn: ReadonlyMap<string, readonly string[]>): Problem => {
  const unknown = unknownIn.get(one.field?.replace(/\.?[^.]*$/, '') ?? '');
  if (one.code !== 'FIELD_MISSING' || unknown === undefined) return one;
  const names = unknown.map((key) => `"${clipped(key)}"`).join(', ');
  return { ...one, hint: `${one.hint ?? ''} Keys there that are not known: ${names}.`.trimStart() };
};

export const planReport = ({ locate, file }: YamlDocument, source: string): PlanReport => {
  const found: Record<Problem['severity'], Problem[]> = { error: [], warning: [] };
  const left: Record<Problem['severity'], number> = { error: 0, warning: 0 };
  /** By the mapping that they stand in. */
  const unknownIn = new Map<string, readonly string[]>();
  let lines: readonly string[] | undefined;

  const add = (severity: Problem['severity'], path: Path, message: string, more: More = {}): void => {
    // To look for the place of a value takes time; a hostile file has more faults than anybody reads.
    if (found[severity].length >= PROBLEMS_MAX) left[severity] += 1;
    else
      found[severity].push(
        problem(more.code ?? 'FIELD_INVALID', message, {
          severity,
          ...(file === undefined ? {} : { file }),
          field: fieldName(path),
          ...locate(path),
          ...(more.hint === undefined ? {} : { hint: more.hint }),
        }),
      );
  };
  const textAt = ({ line, column }: Position): string => {
    lines ??= source.split('\n');
    return lines[line - 1]?.slice(column - 1, column + SHOWN_CHARS) ?? '';
  };
  const isWhole = (path: Path, value: number): boolean => {
    if (!Number.isInteger(value)) return false;
    const at = locate(path);
    return at === undefined || !FLOAT.test(textAt(at));
  };
  const unknownKeys = (path: Path, value: Mapping, { shape }: z.ZodObject): void => {
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
    if (unknown.length === 0) return;
    unknownIn.set(fieldName(path), unknown.slice(0, KEYS_SHOWN_MAX));
    const room = Math.max(0, PROBLEMS_MAX - found.warning.length);
    left.warning += Math.max(0, unknown.length - room);
    found.warning.push(
      ...unknownKeyProblems({ locate, file }, path, unknown.slice(0, room), Object.keys(shape)),
    );
  };
  return {
    error: (path, message, more) => add('error', path, message, more),
    warning: (path, message, more) => add('warning', path, message, more),
    wrongType: (path, expected, value, more = '') => {
      const name = typeName(value, typeof value === 'number' && isWhole(path, value));
      const said = `Field '${wordsFor(path)}' has invalid type (expected ${expected}, got ${name}).${more}`;
      add('error', path, said, HINTS[expected] === undefined ? {} : { hint: HINTS[expected] });
    },
    isWhole,
    unknownKeys,
    problems: () => {
      const more = left.error + left.warning;
      return [
        ...found.error.map((one) => withUnknown(one, unknownIn)).sort(byPlace),
        ...found.warning.sort(byPlace),
        ...(more === 0
          ? []
          : [
              problem('LIMIT_REACHED', `${more} more problems are not listed`, {
                severity: left.error > 0 ? 'error' : 'warning',
                ...(file === undefined ? {} : { file }),
              }),
            ]),
      ];
    },
  };
};
