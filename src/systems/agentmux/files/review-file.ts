// review_<role>.yaml: a reviewer's own pass or fail, with what it found. Every problem is found at once, in the words
// that AgentMux uses, with its place in the file.
import { posix } from 'node:path';
import * as z from 'zod';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { fieldName, type ValidateOptions, validateWith } from '../../../model/validate-with.ts';
import { parseYaml, type YamlDocument } from '../../../text/yaml.ts';

/** One review. More is a log, not a review. */
export const REVIEW_BYTES_MAX = 64 * 1024;
/** How much of a wrong value is shown. */
const SHOWN_CHARS = 80;

const text = z.string().refine((value) => value.trim() !== '', 'expected some text');

const isPathInside = (path: string): boolean =>
  path.trim() !== '' &&
  !path.startsWith('/') &&
  !/[\x00-\x1f\x7f\\]/.test(path) &&
  !path.split('/').includes('..');

const findingSchema = z.looseObject({
  issue: text,
  recommendation: text,
  location: z.string().optional(),
  severity: z.string().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const reviewSchema = z.looseObject({
  verdict: z.enum(['pass', 'fail']),
  summary: text,
  findings: z.array(findingSchema).optional(),
  commit_message: z.string().optional(),
  /** What this review looked at: files, or directories with all below them. Everything when absent. */
  reviewed: z.array(z.string().refine(isPathInside)).min(1).optional(),
});
export type Review = z.infer<typeof reviewSchema>;

/** A review and who wrote it. */
export interface RoleReview {
  readonly role: string;
  readonly review: Review;
}

export const REVIEW_SHAPE = `verdict: pass               # or: fail
summary: one or two sentences
findings:                   # needed when the verdict is fail
  - location: src/add.py:3  # optional: file:line, file:first-last, or a file
    severity: high          # optional: critical, high, medium, low, info
    issue: what is wrong
    recommendation: what to do instead
commit_message: |           # optional, for a pass: the message of the commit
  feat: add numbers
reviewed:                   # optional: the files and directories that you looked at; leave it out if it was everything
  - src/add.py
`;

/** Any values, but no keys other than the known ones: it finds the others, and the names that were meant. */
const keysOf = (shape: z.ZodRawShape): z.ZodRawShape =>
  Object.fromEntries(Object.keys(shape).map((key) => [key, z.unknown().optional()]));
const knownKeysOnly = z.strictObject({
  ...keysOf(reviewSchema.shape),
  findings: z.array(z.strictObject(keysOf(findingSchema.shape))).optional(),
});

const FIELD_TYPES: Readonly<Record<string, string>> = {
  verdict: 'str',
  summary: 'str',
  findings: 'list[dict]',
  commit_message: 'optional[str]',
  reviewed: 'list[str]',
  location: 'optional[str]',
  severity: 'optional[str]',
};

/** Types are named as Python names them: that is what reviewers of AgentMux read so far. */
const typeName = (value: unknown): string => {
  if (value === null || value === undefined) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'dict';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
};

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const quoted = (words: string): string =>
  `'${words.length > SHOWN_CHARS ? `${words.slice(0, SHOWN_CHARS)}…` : words}'`;

/** A key without a value is an absent key. */
const withoutNulls = (mapping: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== null));

const cleaned = (mapping: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const review = withoutNulls(mapping);
  const findings = review['findings'];
  if (Array.isArray(findings))
    review['findings'] = findings.map((finding) => (isMapping(finding) ? withoutNulls(finding) : finding));
  return review;
};

type Words = Pick<Problem, 'code' | 'message'> & { readonly hint?: string };

const wrongType = (name: string, key: string, value: unknown): Words => ({
  code: 'FIELD_INVALID',
  message: `Field '${name}' has invalid type (expected ${FIELD_TYPES[key] ?? 'str'}, got ${typeName(value)}).${
    isBlank(value) ? ' It is blank.' : ''
  }`,
});

const inFinding = (position: number, key: string | undefined, value: unknown): Words => {
  const name = `findings[${position}]`;
  if (key === undefined) return { code: 'FIELD_INVALID', message: `${name} must be a mapping.` };
  if (value === undefined || isBlank(value))
    return { code: 'FIELD_MISSING', message: `${name} missing '${key}'.`, hint: 'Say it in some words.' };
  return wrongType(`${name}.${key}`, key, value);
};

const inReviewed = (position: number, value: unknown): Words => {
  const name = `reviewed[${position}]`;
  if (typeof value !== 'string') return wrongType(name, '', value);
  return {
    code: 'FIELD_INVALID',
    message: `${name} must be a path inside the project (got ${quoted(value)}).`,
    hint: 'Write it relative to the project, without ".." and backslashes.',
  };
};

/** What a complaint of the schema is called. Positions count from 1 in the words, and from 0 in the field's name. */
const wordsOf = ([key, index, inner]: readonly PropertyKey[], value: unknown): Words => {
  const name = String(key);
  if (index !== undefined && name === 'findings')
    return inFinding(Number(index) + 1, inner === undefined ? undefined : String(inner), value);
  if (index !== undefined) return inReviewed(Number(index) + 1, value);
  if (value === undefined) return { code: 'FIELD_MISSING', message: `Missing required field: ${name}` };
  if (name === 'verdict' && typeof value === 'string' && !isBlank(value))
    return {
      code: 'FIELD_INVALID',
      message: `Field 'verdict' must be one of: fail, pass (got ${quoted(value)}).`,
      hint: 'Write pass or fail, in small letters.',
    };
  if (name === 'reviewed' && Array.isArray(value))
    return {
      code: 'FIELD_INVALID',
      message: "Field 'reviewed' must name at least one path (got an empty list).",
      hint: 'Leave it out if you looked at everything.',
    };
  return wrongType(name, name, value);
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inside, step) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, step)
        ? Reflect.get(inside, step)
        : undefined,
    value,
  );

const errorsOf = (
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  { file, locate }: ValidateOptions,
): Problem[] =>
  issues.map(({ path }) => {
    const { code, message, hint } = wordsOf(path, valueAt(value, path));
    const where = { ...(file === undefined ? {} : { file }), field: fieldName(path), ...locate?.(path) };
    return problem(code, message, { ...where, ...(hint === undefined ? {} : { hint }) });
  });

const missingFindings = (value: Readonly<Record<string, unknown>>, options: ValidateOptions): Problem[] => {
  const { verdict, findings } = value;
  const none = findings === undefined || (Array.isArray(findings) && findings.length === 0);
  if (verdict !== 'fail' || !none) return [];
  return [
    problem('FIELD_MISSING', "A 'fail' verdict requires non-empty 'findings'.", {
      ...(options.file === undefined ? {} : { file: options.file }),
      field: 'findings',
      ...options.locate?.(findings === undefined ? ['verdict'] : ['findings']),
      hint: 'Say for each: location, issue, recommendation.',
    }),
  ];
};

const unknownKeys = (value: Readonly<Record<string, unknown>>, options: ValidateOptions): Problem[] => {
  const { findings } = value;
  const inner = Array.isArray(findings) ? findings.map((one) => (isMapping(one) ? one : {})) : undefined;
  return validateWith(knownKeysOnly, { ...value, findings: inner }, options).problems.map((found) => ({
    ...found,
    severity: 'warning',
  }));
};

const unreadable = (found: Problem, name: string): Problem => {
  if (found.code === 'FILE_EMPTY')
    return { ...found, message: `${name} must be a YAML mapping. ${found.message}` };
  return found.code.startsWith('YAML_')
    ? { ...found, message: `Failed to parse ${name}: ${found.message}` }
    : found;
};

const check = ({ value, locate }: YamlDocument, file: string): Parsed<Review> => {
  if (!isMapping(value)) {
    const message = `${posix.basename(file)} must be a YAML mapping. It is ${typeName(value)}.`;
    return {
      value: undefined,
      problems: [problem('YAML_NOT_MAPPING', message, { file, ...locate([]) })],
    };
  }
  const review = cleaned(value);
  const options = { file, locate };
  const read = reviewSchema.safeParse(review);
  const errors = [
    ...(read.success ? [] : errorsOf(read.error.issues.slice(0, PROBLEMS_MAX), review, options)),
    ...missingFindings(review, options),
  ];
  return {
    value: errors.length === 0 ? read.data : undefined,
    problems: [...errors, ...unknownKeys(review, options)].slice(0, PROBLEMS_MAX),
  };
};

export const parseReview = (source: string, file: string): Parsed<Review> => {
  const read = parseYaml(source, { file, bytesMax: REVIEW_BYTES_MAX });
  if (read.value === undefined || read.problems.some(isError))
    return {
      value: undefined,
      problems: read.problems.map((found) => unreadable(found, posix.basename(file))),
    };
  return check(read.value, file);
};
