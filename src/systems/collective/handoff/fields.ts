// The fields of a mapping as they were found, by the names of the schema, and the readers of plain ones.
import type { Problem } from '../../../model/problem.ts';
import { nearest } from '../../../std/nearest.ts';
import { type Findings, type Path, shown } from './findings.ts';
import type { Mapping } from './metrics.ts';
import {
  type CollectiveStatus,
  isPlaceholder,
  isUndecided,
  PHASES,
  STATUSES,
  tidyKey,
  wordOf,
} from './words.ts';

export interface BlockOptions {
  /** Values count as they stand: a file. Else as they were meant: text of a message. */
  readonly exact: boolean;
  /** Where the block stands in the data that was read. */
  readonly root: Path;
  /** A key without any value, as in `to:`, which YAML cannot tell from `to: null`. */
  readonly isBlank: (path: Path, key: string) => boolean;
  readonly agents?: readonly string[] | undefined;
  readonly role?: string | undefined;
}

/** A field as it was found: its value, and where. */
export interface Field {
  readonly value: unknown;
  readonly parent: Path;
  readonly key: string;
  readonly path: Path;
  readonly blank: boolean;
}

export interface Reading {
  readonly findings: Findings;
  readonly options: BlockOptions;
}

/** The fields by the names of the schema; what the schema does not know stays apart. */
export interface Fields {
  readonly known: ReadonlyMap<string, Field>;
  readonly unknown: readonly (readonly [key: string, value: unknown])[];
}

export const DECORATED = 'HANDOFF_DECORATION';

/** A key with nothing behind it counts as missing only where the block must have it, so only there it is asked for. */
const fieldOf = (key: string, value: unknown, parent: Path, { options }: Reading): Field => ({
  value,
  parent,
  key,
  path: [...parent, key],
  blank: value === null && options.isBlank(parent, key),
});

export const fieldsOf = (
  block: Mapping,
  parent: Path,
  names: readonly string[],
  reading: Reading,
): Fields => {
  const { findings, options } = reading;
  const known = new Map<string, Field>();
  const unknown: [string, unknown][] = [];
  for (const [key, value] of Object.entries(block)) {
    const name = options.exact ? key : tidyKey(key);
    if (!names.includes(name)) {
      unknown.push([key, value]);
      continue;
    }
    if (name !== key)
      findings.warn(DECORATED, `expected the key ${name}, got ${shown(key)}`, { path: parent, key });
    const first = known.get(name);
    if (first === undefined) known.set(name, fieldOf(key, value, parent, reading));
    else if (!Object.is(first.value, value))
      findings.error(
        'HANDOFF_CONFLICT',
        `expected ${name} once, got ${shown(first.value)} and ${shown(value)}`,
        { path: parent, key },
      );
  }
  return { known, unknown };
};

/** The collective's own validator calls everything missing that JavaScript calls false. */
export const isNothing = (field: Field | undefined): boolean =>
  field === undefined ||
  field.blank ||
  field.value === '' ||
  field.value === 0 ||
  field.value === false ||
  (typeof field.value === 'string' && field.value.trim() === '') ||
  Number.isNaN(field.value);

export const missing = (
  name: string,
  field: Field | undefined,
  code: Problem['code'],
  expected: string,
  { findings, options }: Reading,
): void => {
  const came =
    field === undefined ? 'no such key' : field.blank ? 'the key alone' : JSON.stringify(field.value);
  const place = field === undefined ? { path: options.root } : { path: field.parent, key: field.key };
  findings.error(code, `Missing required field: ${name} (expected ${expected}, got ${came})`, {
    ...place,
    hint: `Add "${name}: …".`,
  });
};

export const placeholderIn = (value: unknown): string | undefined => {
  if (typeof value === 'string' && isPlaceholder(value)) return shown(value);
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'string'
    ? `[${shown(value[0])}]`
    : undefined;
};

interface Vocabulary<W extends string> {
  readonly name: string;
  readonly words: readonly W[];
  readonly codes: Readonly<Record<'missing' | 'undecided' | 'unknown', Problem['code']>>;
}

export const PHASE: Vocabulary<(typeof PHASES)[number]> = {
  name: 'phase',
  words: PHASES,
  codes: { missing: 'FIELD_MISSING', undecided: 'FIELD_INVALID', unknown: 'FIELD_INVALID' },
};
export const STATUS: Vocabulary<CollectiveStatus> = {
  name: 'status',
  words: STATUSES,
  codes: {
    missing: 'HANDOFF_STATUS_MISSING',
    undecided: 'HANDOFF_STATUS_AMBIGUOUS',
    unknown: 'HANDOFF_STATUS_UNKNOWN',
  },
};

export const readWord = <W extends string>(
  { known }: Fields,
  { name, words, codes }: Vocabulary<W>,
  reading: Reading,
): W | undefined => {
  const { findings, options } = reading;
  const field = known.get(name);
  const expected = `one of ${words.join(', ')}`;
  if (field === undefined || isNothing(field) || field.value === null) {
    missing(name, field, codes.missing, expected, reading);
    return undefined;
  }
  const { value, path } = field;
  const word =
    typeof value !== 'string'
      ? undefined
      : options.exact
        ? words.find((w) => w === value)
        : wordOf(value, words);
  if (word !== undefined) {
    if (word !== value) findings.warn(DECORATED, `expected ${word}, got ${shown(value)}`, { path });
    return word;
  }
  const slot = placeholderIn(value);
  const label = `Invalid ${name}: ${slot ?? shown(value)}`;
  if (slot !== undefined)
    findings.error('HANDOFF_PLACEHOLDER', `${label} (expected ${expected}, got a placeholder)`, { path });
  else if (typeof value === 'string' && isUndecided(value))
    findings.error(codes.undecided, `${label} (expected ${expected}, got several)`, {
      path,
      hint: 'Decide for one.',
    });
  else {
    const meant = typeof value === 'string' ? nearest(value, words) : undefined;
    findings.error(codes.unknown, `${label} (expected ${expected})`, {
      path,
      ...(meant === undefined ? {} : { hint: `Write "${meant}".` }),
    });
  }
  return undefined;
};

/** A whole number, 0 or more. */
export const readCount = (
  field: Field | undefined,
  name: string,
  { findings }: Reading,
): number | undefined => {
  if (field === undefined || field.value === null) return undefined;
  const { value, path } = field;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  const slot = placeholderIn(value);
  findings.error(
    slot === undefined ? 'FIELD_INVALID' : 'HANDOFF_PLACEHOLDER',
    `${name}: expected a whole number, 0 or more, got ${slot ?? (typeof value === 'string' ? JSON.stringify(shown(value)) : shown(value))}`,
    { path },
  );
  return undefined;
};
