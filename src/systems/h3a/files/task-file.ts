// CURRENT_TASK.json as the planner hands it in. What cannot be read is its form; what is missing or vague is the receiver's no.

import { isError, type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { WORK_KINDS, type WorkKind, workKindSchema } from '../../../model/workflow/work-kind.ts';
import { readJson } from '../../../text/json-text.ts';
import { type CurrentTask, parseCurrentTask } from '../inspect/current-task.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is there on this way into a JSON value; undefined where there is nothing. */
export const valueAt = (json: unknown, ...keys: readonly (string | number)[]): unknown => {
  let value = json;
  for (const key of keys)
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined;
  return value;
};

export interface Task extends CurrentTask {
  /** As it was written. */
  readonly record: JsonRecord;
  readonly criteria: readonly string[];
  readonly plan: { readonly red: string; readonly green: string; readonly refactor: string };
  /** Tests of the project that fail already, by name; the planner answers for them. */
  readonly knownFailures: readonly string[];
  /** Protected files and tests that the planner, who owns them, lets this task change. */
  readonly released: readonly string[];
  readonly dependencies: readonly string[];
  /** What evidence the task owes and which files it may touch. */
  readonly kind: WorkKind | undefined;
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const textAt = (record: unknown, key: string): string => {
  const value = isRecord(record) ? record[key] : undefined;
  return typeof value === 'string' ? value : '';
};

const criterionText = (item: unknown): readonly string[] => {
  if (typeof item === 'string') return [item];
  const text = isRecord(item) ? (item['item'] ?? item['criterion']) : undefined;
  return typeof text === 'string' ? [text] : [];
};

/** What the receiver's look at a readable file finds; all else is its form. */
const PREFLIGHT_CODES: ReadonlySet<Problem['code']> = new Set([
  'FIELD_MISSING',
  'HANDOFF_VAGUE',
  'HANDOFF_CONTRADICTION',
]);
const PREFLIGHT_FIELDS = /^(?:tdd_plan|definition_of_done|files_affected)\b/;

const isPreflight = ({ code, field }: Problem): boolean =>
  PREFLIGHT_CODES.has(code) || (code === 'FIELD_INVALID' && PREFLIGHT_FIELDS.test(field ?? ''));

const kindProblems = (kind: unknown, file: string): Problem[] =>
  kind === undefined || workKindSchema.safeParse(kind).success
    ? []
    : [
        problem(
          'FIELD_INVALID',
          `kind: expected one of ${WORK_KINDS.join(', ')}, got ${JSON.stringify(kind)}`,
          {
            ...{ file, field: 'kind' },
            hint: 'leave it out for a feature',
          },
        ),
      ];

export const parseTask = (text: string, file: string): Parsed<Task> => {
  const { value, problems } = parseCurrentTask(text, file);
  const form = problems.filter((found) => !isPreflight(found));
  const json = readJson(text, file).value?.json;
  if (value === undefined || !isRecord(json)) return { value: undefined, problems: form };
  const done = json['definition_of_done'];
  const plan = json['tdd_plan'];
  return {
    value: {
      ...value,
      record: json,
      criteria: Array.isArray(done) ? done.flatMap(criterionText) : [],
      plan: { red: textAt(plan, 'red'), green: textAt(plan, 'green'), refactor: textAt(plan, 'refactor') },
      knownFailures: textsIn(json['known_failures']),
      released: textsIn(json['released']),
      dependencies: textsIn(json['dependencies']),
      kind: workKindSchema.safeParse(json['kind']).data,
    },
    problems: [...form, ...kindProblems(json['kind'], file)],
  };
};

/** What the executor's own look before it starts would find. */
export const preflightProblems = (text: string, file: string): readonly Problem[] =>
  parseCurrentTask(text, file).problems.filter((found) => isError(found) && isPreflight(found));
