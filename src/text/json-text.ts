// JSON that agents wrote: its value, and what is wrong with its text.
import { causeText } from '../errors.ts';
import { HANDOFF_BYTES_MAX, JSON_DEPTH_MAX, JSON_KEYS_MAX, PROBLEMS_MAX } from '../model/limits/limits.ts';
import { type Parsed, type Problem, problem } from '../model/problem.ts';
import { fieldName, type Position } from '../model/validate-with.ts';
import { type Path, positionsOf, TOP } from './json-places.ts';
import { type JsonVisitor, scanJson } from './json-scan.ts';

const BOM = '\ufeff';
const startOf = (text: string): number => (text.startsWith(BOM) ? 1 : 0);

interface Outline {
  /** Keys of all objects together: colons outside of strings. */
  readonly keys: number;
  /** Where it becomes too deep. */
  readonly tooDeepAt?: number;
  /** Where there are too many keys. */
  readonly tooManyAt?: number;
}

/** What must be known before the parser sees a text, and what it does not tell. One plain loop. */
const outlineOf = (text: string, keysMax: number): Outline => {
  let depth = 0;
  let keys = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      for (at += 1; at < text.length; at += 1) {
        const inside = text.charCodeAt(at);
        if (inside === 0x22) break;
        if (inside === 0x5c) at += 1;
      }
    } else if (code === 0x3a) {
      keys += 1;
      if (keys > keysMax) return { keys, tooManyAt: at };
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return { keys, tooDeepAt: at };
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return { keys };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Keys that are left in a value: fewer than the text has when some of them came twice. */
const countKeys = (value: unknown): number => {
  if (!isObject(value)) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      if (typeof value[index] === 'object') count += countKeys(value[index]);
    return count;
  }
  for (const key in value) {
    count += 1;
    const inside = value[key];
    if (typeof inside === 'object') count += countKeys(inside);
  }
  return count;
};

interface Repeated {
  readonly path: Path;
  readonly offset: number;
  readonly same: boolean;
}

const DELIMITER = /^[\s,}]?$/;

/** Keys that come twice in one object. */
const repeatFinder = (text: string, found: Repeated[]): JsonVisitor => {
  const open: Map<string, number>[] = [];
  const path: (string | number)[] = [];
  const keyPlaces: number[] = [];
  return {
    enter: () => {
      open.push(new Map());
    },
    step: (name, nameAt) => {
      path.push(name);
      keyPlaces.push(nameAt);
    },
    leave: (name, valueAt, valueEnd) => {
      const keyAt = keyPlaces.pop() ?? valueAt;
      const seen = open.at(-1);
      if (typeof name === 'string' && seen !== undefined) {
        const first = seen.get(name);
        if (first === undefined) seen.set(name, valueAt);
        else if (found.length < PROBLEMS_MAX) {
          const length = valueEnd - valueAt;
          const same =
            text.slice(first, first + length) === text.slice(valueAt, valueEnd) &&
            DELIMITER.test(text.charAt(first + length));
          found.push({ path: [...path], offset: keyAt, same });
        }
      }
      path.pop();
    },
    exit: () => {
      open.pop();
    },
  };
};

const NOBODY: JsonVisitor = {
  enter: () => undefined,
  step: () => undefined,
  leave: () => undefined,
  exit: () => undefined,
};

const refused = (
  code: Problem['code'],
  message: string,
  file: string,
  position: Position,
  hint?: string,
): Parsed<never> => ({
  value: undefined,
  problems: [
    problem(code, message, {
      ...(file === '' ? {} : { file }),
      ...position,
      ...(hint === undefined ? {} : { hint }),
    }),
  ],
});

const positionAt = (text: string, offset: number): Position =>
  positionsOf(text, [Math.min(offset, text.length - 1)])[0] ?? TOP;

/** What is wrong with a text that the parser refused: by the grammar, with its place. */
const syntaxRefusal = (text: string, file: string, cause: unknown): Parsed<never> => {
  const fault = scanJson(text, startOf(text), NOBODY);
  return refused(
    'JSON_SYNTAX',
    `not readable as JSON: ${fault?.message ?? causeText(cause)}`,
    file,
    fault === undefined ? TOP : positionAt(text, fault.offset),
    'A write that was cut off leaves such a file; write it anew.',
  );
};

/** The value is undefined exactly when the text is no JSON. Repeated keys are told; the last one counts. */
export const readJson = (
  text: string,
  file: string,
  keysMax = JSON_KEYS_MAX,
): Parsed<{ readonly json: unknown }> => {
  const size = text.length > HANDOFF_BYTES_MAX ? text.length : Buffer.byteLength(text);
  if (size > HANDOFF_BYTES_MAX)
    return refused(
      'FILE_TOO_LARGE',
      `expected at most ${HANDOFF_BYTES_MAX} bytes, got at least ${size}`,
      file,
      TOP,
    );
  if (text.trim() === '') return refused('FILE_EMPTY', 'expected JSON, the file is empty', file, TOP);
  const { keys, tooDeepAt, tooManyAt } = outlineOf(text, keysMax);
  if (tooManyAt !== undefined)
    return refused(
      'FILE_TOO_LARGE',
      `expected at most ${keysMax} keys, got more`,
      file,
      positionAt(text, tooManyAt),
    );
  if (tooDeepAt !== undefined)
    return refused(
      'YAML_TOO_DEEP',
      `expected at most ${JSON_DEPTH_MAX} levels of nesting, got more`,
      file,
      positionAt(text, tooDeepAt),
    );
  let json: unknown;
  try {
    json = JSON.parse(startOf(text) === 0 ? text : text.slice(1));
  } catch (cause) {
    return syntaxRefusal(text, file, cause);
  }
  const repeated: Repeated[] = [];
  if (countKeys(json) !== keys) scanJson(text, startOf(text), repeatFinder(text, repeated));
  return { value: { json }, problems: [...bomProblems(text, file), ...repeatProblems(text, file, repeated)] };
};

const bomProblems = (text: string, file: string): Problem[] =>
  startOf(text) === 0
    ? []
    : [
        problem('HANDOFF_DECORATION', 'a byte order mark stands before the JSON', {
          severity: 'warning',
          ...(file === '' ? {} : { file }),
          ...TOP,
          hint: 'Save the file as UTF-8 without it: many readers of JSON refuse it.',
        }),
      ];

const repeatProblems = (text: string, file: string, repeated: readonly Repeated[]): Problem[] => {
  const positions = positionsOf(
    text,
    repeated.map(({ offset }) => offset),
  );
  return repeated.map(({ path, same }, index) =>
    problem(
      'HANDOFF_CONFLICT',
      `${fieldName(path)} stands here twice, with ${same ? 'the same value' : 'different values'}`,
      {
        severity: same ? 'warning' : 'error',
        ...(file === '' ? {} : { file }),
        field: fieldName(path),
        ...positions[index],
        hint: 'Keep one of them.',
      },
    ),
  );
};
