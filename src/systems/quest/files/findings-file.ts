// What a reviewer found, as JSON: a list of findings, or an object that holds the list. An empty list is a clean review;
// an empty file is no review at all.
import * as z from 'zod';
import { HANDOFF_BYTES_MAX } from '../../../model/limits/limits.ts';
import { stepsInside } from '../../../model/path-patterns.ts';
import { boundedProblems, isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { fieldName, type ValidateOptions, validateWith } from '../../../model/validate-with.ts';
import { isMapping, type JsonDocument, parseJson, shownValue } from './json-file.ts';
import { FINDING_CHARS_MAX, FINDING_ENTRIES_MAX, FINDING_NAME_CHARS_MAX, FINDINGS_MAX } from './limits.ts';

export const FINDING_KINDS = [
  'code',
  'plan',
  'ux',
  'regression-risk',
  'review_comment',
  'ci',
  'correctness',
  'plan_review',
  'edge-case',
  'test_failure',
  'build_failure',
  'shared_infrastructure',
  'cross_cutting',
] as const;
/** The worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
/** The surest first. */
export const CONFIDENCES = ['high', 'medium', 'low'] as const;

const PRINCIPLE = /^ux-guidebook§\d{1,4}(?:\.\d{1,4})?$/;

const isPathInside = (path: string): boolean => path.trim() !== '' && stepsInside(path) !== undefined;

interface Bounds {
  readonly name: number;
  readonly chars: number;
  readonly entries: number;
}

const shapeWithin = ({ name: nameMax, chars, entries }: Bounds) => {
  const text = z
    .string()
    .max(chars, `expected at most ${chars} characters`)
    .refine((value) => value.trim() !== '', 'expected some text');
  const name = z
    .string()
    .max(nameMax, `expected at most ${nameMax} characters`)
    .refine(
      (value) => value.trim() !== '' && !/[\x00-\x1f\x7f]/.test(value),
      'expected some text on one line',
    );
  const path = z
    .string()
    .max(chars, `expected at most ${chars} characters`)
    .refine(isPathInside, 'expected a path inside the project');
  const listOf = <S extends z.ZodType>(entry: S) =>
    z.array(entry).max(entries, `expected at most ${entries} entries`).readonly();
  const positive = z.int('expected a whole number').min(1, 'expected 1 or more');
  return {
    finding_id: name,
    source: name,
    kind: z.enum(FINDING_KINDS),
    severity: z.enum(SEVERITIES),
    confidence: z.enum(CONFIDENCES),
    path,
    line: positive.nullable(),
    summary: text,
    why_it_matters: text,
    evidence: listOf(text),
    action: text,
    needs_test: z.boolean(),
    write_scope: listOf(path),
    related_acceptance_criteria: listOf(text),
    review_local_index: positive.optional(),
    principle_id: z
      .string()
      .regex(PRINCIPLE, 'expected "ux-guidebook§<n>" or "ux-guidebook§<n>.<m>"')
      .optional(),
    source_lineage: listOf(name).optional(),
    finding_id_lineage: listOf(name).optional(),
  };
};

interface Principled {
  readonly kind: string;
  readonly principle_id?: string | undefined;
}

/** A finding about the interface says which principle it is about. */
export const withPrinciple = <S extends z.ZodType<Principled>>(schema: S): S =>
  schema.refine(({ kind, principle_id }) => kind !== 'ux' || principle_id !== undefined, {
    path: ['principle_id'],
    message: 'expected "ux-guidebook§<n>" for kind ux',
  });

const reviewerShape = shapeWithin({
  name: FINDING_NAME_CHARS_MAX,
  chars: FINDING_CHARS_MAX,
  entries: FINDING_ENTRIES_MAX,
});
const findingSchema = withPrinciple(z.object(reviewerShape));
export type Finding = z.infer<typeof findingSchema>;

/** Merged findings add up the lists of many, so only the size of their file bounds them. */
const unboundedShape = shapeWithin({
  name: HANDOFF_BYTES_MAX,
  chars: HANDOFF_BYTES_MAX,
  entries: HANDOFF_BYTES_MAX,
});
const lineage = z.array(z.string()).readonly();
/** A finding with where it came from; not refined, so that others can add fields to it. */
export const mergedFindingShape = { ...unboundedShape, source_lineage: lineage, finding_id_lineage: lineage };
const mergedFindingSchema = z.object(mergedFindingShape);
export type MergedFinding = z.infer<typeof mergedFindingSchema>;

const listSchema = z.array(findingSchema).max(FINDINGS_MAX, `expected at most ${FINDINGS_MAX} findings`);
/** Any values, but only known keys: it finds the others, and the names that were meant. */
const knownKeysOnly = z.array(
  z.strictObject(Object.fromEntries(Object.keys(reviewerShape).map((key) => [key, z.unknown().optional()]))),
);

const EXAMPLE: Finding = {
  finding_id: 'code-reviewer-a-001',
  source: 'code-reviewer-a',
  kind: 'correctness',
  severity: 'high',
  confidence: 'high',
  path: 'src/cart.ts',
  line: 42,
  summary: 'The discount is applied twice.',
  why_it_matters: 'Customers pay less than they should.',
  evidence: ['src/cart.ts:42 applies it, src/total.ts:10 applies it again'],
  action: 'Apply the discount in total() only.',
  needs_test: true,
  write_scope: ['src/cart.ts', 'test/cart.test.ts'],
  related_acceptance_criteria: ['AC2'],
};

/** For prompts. What stands before the empty line is valid JSON. */
export const FINDINGS_SHAPE = `${JSON.stringify([EXAMPLE], null, 2)}

Write one entry for each finding, or [] when there is none. An empty file is an error.
kind: ${FINDING_KINDS.join(', ')}.
severity: ${SEVERITIES.join(', ')}. confidence: ${CONFIDENCES.join(', ')}.
line: a number, or null for the whole file. path and write_scope: relative to the project.
finding_id: once in the file. kind ux also needs "principle_id": "ux-guidebook§<n>" or "ux-guidebook§<n>.<m>".
Optional: "review_local_index", the number of the finding in your review.
`;

type Path = readonly PropertyKey[];

interface Held {
  readonly list: readonly unknown[];
  /** Where the list stands. */
  readonly path: Path;
}

const HOLDERS = ['findings', 'items'] as const;

const listIn = ({ json, locate }: JsonDocument, file: string): Held | Problem => {
  const wrong = (message: string, path: Path, code: Problem['code'] = 'FIELD_INVALID'): Problem =>
    problem(code, message, {
      file,
      field: fieldName(path),
      ...locate(path),
      hint: 'Write a list of findings, [] when there is none.',
    });
  if (Array.isArray(json)) return { list: json, path: [] };
  if (!isMapping(json)) return wrong(`expected a list of findings, got ${shownValue(json)}`, []);
  const held = HOLDERS.filter((name) => Object.hasOwn(json, name));
  const [name] = held;
  if (name === undefined)
    return wrong('expected a list, or "findings" or "items", got neither', [], 'FIELD_MISSING');
  if (held.length > 1) return wrong('expected one list, got both "findings" and "items"', []);
  const list = json[name];
  return Array.isArray(list)
    ? { list, path: [name] }
    : wrong(`${name}: expected a list of findings, got ${shownValue(list)}`, [name]);
};

const OPTIONAL = ['review_local_index', 'principle_id'];

/** An optional field that is null says the same as one that is left out. */
const withoutNulls = (finding: unknown): unknown =>
  isMapping(finding)
    ? Object.fromEntries(
        Object.entries(finding).filter(([key, value]) => value !== null || !OPTIONAL.includes(key)),
      )
    : finding;

/** What is wrong about ids in a list of findings: with an id twice, a decision about one would be one about both. */
export const repeatedIds = (
  list: readonly unknown[],
  { file, locate }: ValidateOptions,
  path: Path = [],
): Problem[] => {
  const seen = new Map<string, number>();
  return list.flatMap((finding, index) => {
    const id = isMapping(finding) ? finding['finding_id'] : undefined;
    if (typeof id !== 'string') return [];
    const first = seen.get(id);
    if (first === undefined) {
      seen.set(id, index);
      return [];
    }
    const at = [...path, index, 'finding_id'];
    const message = `${fieldName(at)}: expected each id once, got ${shownValue(id)} again`;
    return [
      problem('FIELD_INVALID', message, {
        ...(file === undefined ? {} : { file }),
        field: fieldName(at),
        ...locate?.(at),
        hint: `Entry ${first + 1} of the list has it already. Number the findings.`,
      }),
    ];
  });
};

const emptyHint = (found: Problem): Problem =>
  found.code === 'FILE_EMPTY' ? { ...found, hint: 'Write [] when there are no findings.' } : found;

/** A value comes back only when no error was found. Unknown fields are warnings and are left out of it. */
export const parseFindings = (text: string, file: string): Parsed<readonly Finding[]> => {
  const { value: document, problems: told } = parseJson(text, file);
  if (document === undefined) return { value: undefined, problems: told.map(emptyHint) };
  const held = listIn(document, file);
  if ('code' in held) return { value: undefined, problems: [...told, held] };
  const list = held.list.map(withoutNulls);
  const options: ValidateOptions = {
    file,
    locate: (path, key) => document.locate([...held.path, ...path], key),
  };
  const read = validateWith(listSchema, list, options);
  const unknown = validateWith(
    knownKeysOnly,
    list.map((finding) => (isMapping(finding) ? finding : {})),
    options,
  );
  const problems = [
    ...told,
    ...read.problems,
    ...repeatedIds(list, options),
    ...unknown.problems.map((found): Problem => ({ ...found, severity: 'warning' })),
  ];
  return { value: problems.some(isError) ? undefined : read.value, problems: boundedProblems(problems) };
};
