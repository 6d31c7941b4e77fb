// state.json as it is found in a run directory. One wrong field does not hide the others.
import * as z from 'zod';
import { type Parsed, type Problem, problem } from '../../../model/problem.ts';
import { validateWith } from '../../../model/validate-with.ts';
import { isEvent, unknownEventMessage } from './event-catalog.ts';
import { isRecord, type JsonDocument, parseJson } from './json-file.ts';

export const STATE_FILE = 'state.json';

/** `done` is how a run says that it has ended. */
export const PHASES = [
  'product_management',
  'architecting',
  'planning',
  'designing',
  'implementing',
  'reviewing',
  'fixing',
  'completing',
  'done',
  'failed',
] as const;
export type Phase = (typeof PHASES)[number];

const count = z.number().int().min(0);
const text = z.string();
const research = z.record(z.string(), z.enum(['dispatched', 'done']));

const stateSchema = z.looseObject({
  phase: z.enum(PHASES),
  last_event: text,
  feature_dir: text,
  session_name: text,
  product_manager: z.boolean(),
  subplan_count: count,
  completed_subplans: z.array(count),
  review_iteration: count,
  implementation_group_total: count,
  implementation_group_index: count,
  implementation_group_mode: text.nullable(),
  implementation_single_coder: z.boolean(),
  implementation_active_plan_ids: z.array(text),
  implementation_completed_group_ids: z.array(text),
  updated_at: text,
  updated_by: text,
  research_tasks: research.optional(),
  web_research_tasks: research.optional(),
  reviewer_nominations: z.array(text).optional(),
  active_reviews: z.record(z.string(), z.enum(['pending', 'completed', 'killed'])).optional(),
  review_results: z
    .record(z.string(), z.looseObject({ verdict: z.enum(['pass', 'fail']), review_text: z.string() }))
    .optional(),
  awaiting_summary: z.boolean().optional(),
});

/** Nothing can be said about a run without them; what else is missing is only untidy. */
const NEEDED = ['phase', 'last_event'];

export type StateFields = { readonly [K in keyof typeof stateSchema.shape]?: z.infer<typeof stateSchema>[K] };

export interface StateFile {
  readonly fields: StateFields;
  /** Fields that are there and cannot be used. */
  readonly broken: ReadonlySet<string>;
  readonly locate: JsonDocument['locate'];
}

const usableFields = (value: Readonly<Record<string, unknown>>): StateFile['fields'] => {
  const read = Object.entries(stateSchema.shape).flatMap(([name, schema]) => {
    const result = schema.safeParse(Object.hasOwn(value, name) ? value[name] : undefined);
    return result.success && result.data !== undefined ? [[name, result.data]] : [];
  });
  return Object.fromEntries(read) as StateFields;
};

const softened = (found: Problem): Problem =>
  found.code === 'FIELD_MISSING' && !NEEDED.includes(found.field ?? '')
    ? { ...found, severity: 'warning' }
    : found;

export const parseState = (source: string, file: string = STATE_FILE): Parsed<StateFile> => {
  const read = parseJson(source, file);
  if (read.value === undefined) return { value: undefined, problems: read.problems };
  const { value, locate } = read.value;
  if (!isRecord(value))
    return {
      value: undefined,
      problems: [problem('FIELD_INVALID', 'expected an object with phase and last_event', { file, line: 1 })],
    };
  const problems: Problem[] = validateWith(stateSchema, value, { file, locate }).problems.map(softened);
  const fields = usableFields(value);
  if (fields.last_event !== undefined && !isEvent(fields.last_event))
    problems.push(
      problem('FIELD_INVALID', unknownEventMessage(fields.last_event), {
        file,
        field: 'last_event',
        ...locate(['last_event']),
        hint: 'Only these are understood when the run is resumed.',
      }),
    );
  const broken = new Set(
    problems.filter(({ code }) => code === 'FIELD_INVALID').map(({ field }) => field?.split(/[.[]/)[0] ?? ''),
  );
  return { value: { fields, broken, locate }, problems };
};
