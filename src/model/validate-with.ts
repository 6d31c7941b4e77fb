// A schema's complaints as problems: all at once, each at its place, with what came and the nearest right name.
import type * as z from 'zod';
import { nearest } from '../std/nearest.ts';
import { PROBLEMS_MAX } from './limits/limits.ts';
import { type Parsed, type Problem, problem } from './problem.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface ValidateOptions {
  readonly file?: string | undefined;
  readonly locate?: ((path: readonly PropertyKey[], key?: string) => Position | undefined) | undefined;
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const SHOWN_CHARS = 80;
const NAMES_SHOWN_MAX = 12;
/** A schema may be recursive. */
const SCHEMA_DEPTH_MAX = 32;

const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
};

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, step) => {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, step)) return undefined;
    return Reflect.get(inside, step);
  }, value);

export const fieldName = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}${text && '.'}${String(step)}`),
    '',
  );

/** The parts of a zod definition that lead from a schema to the schemas inside of it. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly getter?: () => z.core.$ZodType;
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
}

/** The keys that the schema knows at this path. */
const knownKeys = (schema: z.core.$ZodType, path: Path, depth = 0): string[] => {
  if (depth > SCHEMA_DEPTH_MAX) return [];
  const def: Definition = schema._zod.def;
  const through = [def.innerType, def.in, def.left, def.right, ...(def.options ?? []), def.getter?.()];
  const wrapped = through.filter((inner) => inner !== undefined);
  if (wrapped.length > 0) return wrapped.flatMap((inner) => knownKeys(inner, path, depth + 1));
  const [step, ...rest] = path;
  if (step === undefined) return Object.keys(def.shape ?? {});
  const next = def.shape?.[String(step)] ?? def.element ?? def.valueType;
  return next === undefined ? [] : knownKeys(next, rest, depth + 1);
};

const listed = (names: readonly string[]): string =>
  names.slice(0, NAMES_SHOWN_MAX).join(', ') + (names.length > NAMES_SHOWN_MAX ? ', …' : '');

/** Of a union's branches the one that was meant: the only one that is not wrong at its root. */
const meantBranch = (issue: z.core.$ZodIssueInvalidUnion): readonly Issue[] | undefined => {
  const close = issue.errors.filter(
    (branch) => !branch.some((i) => i.code === 'invalid_type' && i.path.length === 0),
  );
  if (close.length === 1) return close[0];
  // Of two mappings the one that has all the keys that were written.
  const known = close.filter(
    (branch) => !branch.some((i) => i.code === 'unrecognized_keys' && i.path.length === 0),
  );
  return known.length === 1 ? known[0] : undefined;
};

/** What zod says of a type that a schema has no words of its own for. */
const ZOD_WORDS = 'Invalid input';

const expectation = (issue: Issue): string => {
  if (issue.code === 'invalid_type')
    return issue.message.startsWith(ZOD_WORDS) ? `expected ${issue.expected}` : issue.message;
  if (issue.code === 'invalid_value')
    return `expected ${issue.values.length > 1 ? 'one of ' : ''}${listed(issue.values.map((v) => JSON.stringify(v) ?? String(v)))}`;
  if (issue.code === 'invalid_union') {
    const kinds = issue.errors
      .flat()
      .flatMap((i) => (i.path.length === 0 ? [expectation(i).replace(/^expected /, '')] : []));
    return kinds.length > 0 ? `expected ${[...new Set(kinds)].join(' or ')}` : issue.message;
  }
  return issue.message;
};

interface Context {
  readonly schema: z.ZodType;
  readonly value: unknown;
  readonly options: ValidateOptions;
}

const problemsOf = (issue: Issue, prefix: Path, context: Context): Problem[] => {
  const path = [...prefix, ...issue.path];
  const { file, locate } = context.options;
  const where = (key?: string) => ({
    ...(file === undefined ? {} : { file }),
    field: fieldName(key === undefined ? path : [...path, key]),
    ...locate?.(path, key),
  });
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(context.schema, path);
    // Each costs a search for its place and for the name that was meant.
    return issue.keys.slice(0, PROBLEMS_MAX).map((key) => {
      const meant = nearest(key, known);
      const hint = meant === undefined ? `Known here: ${listed(known)}.` : `Write "${meant}".`;
      return problem('FIELD_UNKNOWN', `unknown key "${key}"`, {
        ...where(key),
        ...(known.length > 0 ? { hint } : {}),
      });
    });
  }
  if (issue.code === 'invalid_union') {
    const branch = meantBranch(issue);
    if (branch) return branch.flatMap((inner) => problemsOf(inner, path, context));
  }
  const came = valueAt(context.value, path);
  const name = fieldName(path) || 'the document';
  if (
    came === undefined &&
    (issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union')
  )
    return [problem('FIELD_MISSING', `${name} is missing: ${expectation(issue)}`, where())];
  return [problem('FIELD_INVALID', `${name}: ${expectation(issue)}, got ${shown(came)}`, where())];
};

/** Checks plain data against a schema. The value is there only when nothing was found. */
export const validateWith = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  options: ValidateOptions = {},
): Parsed<z.output<S>> => {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, problems: [] };
  const context = { schema, value, options };
  const issues = result.error.issues.slice(0, PROBLEMS_MAX);
  const problems = issues.flatMap((issue) => problemsOf(issue, [], context));
  return { value: undefined, problems: problems.slice(0, PROBLEMS_MAX) };
};
