// state.json of a quest: where it says that it stands.
import * as z from 'zod';
import { newFindings } from '../../../handoffs/findings.ts';
import type { Parsed, Problem } from '../../../model/problem.ts';
import { type Place, placesOf } from '../../../text/json-places.ts';
import { readJson } from '../../../text/json-text.ts';

export const STATE_FILE = 'state.json';

/** In the order in which a quest goes through them; reviewing and fixing take turns. */
export const QUEST_PHASES = [
  'plan',
  'plan_reviewed',
  'presenting',
  'presentation_complete',
  'building',
  'reviewing',
  'fixing',
  'complete',
] as const;
export type QuestPhase = (typeof QUEST_PHASES)[number];

const count = z.number().int().min(0);
const time = z.string().refine((text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)));

interface Field {
  readonly schema: z.ZodType;
  readonly expected: string;
  readonly required?: true;
}

const STATUSES = ['pending', 'in_progress', 'complete', 'blocked', 'replan_requested'] as const;
const fields: Readonly<Record<string, Field>> = {
  quest_id: { schema: z.string().min(1), expected: 'the id of the quest', required: true },
  slug: { schema: z.string().min(1), expected: 'text' },
  // `abandoned` is what people write who give up.
  phase: {
    schema: z.enum([...QUEST_PHASES, 'abandoned']),
    expected: `one of ${QUEST_PHASES.join(', ')}`,
    required: true,
  },
  status: { schema: z.enum(STATUSES), expected: `one of ${STATUSES.join(', ')}`, required: true },
  plan_iteration: { schema: count, expected: 'a whole number from 0', required: true },
  fix_iteration: { schema: count, expected: 'a whole number from 0', required: true },
  last_role: { schema: z.string().nullable(), expected: 'a role' },
  last_verdict: { schema: z.enum(['approve', 'iterate']).nullable(), expected: 'approve, iterate or null' },
  quest_mode: { schema: z.enum(['workflow', 'solo']), expected: 'workflow or solo' },
  created_at: { schema: time, expected: 'a time such as 2026-11-15T10:00:00Z' },
  updated_at: { schema: time, expected: 'a time such as 2026-11-15T10:00:00Z' },
};

export interface QuestState {
  readonly id: string | undefined;
  /** Undefined: not one of those whose files are known. */
  readonly phase: QuestPhase | undefined;
  readonly status: string | undefined;
  readonly solo: boolean;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';

export const parseQuestState = (text: string): Parsed<QuestState> => {
  const read = readJson(text, STATE_FILE);
  const json = read.value?.json;
  if (read.value === undefined) return { value: undefined, problems: read.problems };
  const findings = newFindings<Place>((places) => placesOf(text, places), STATE_FILE);
  const done = (value: QuestState | undefined): Parsed<QuestState> => ({
    value,
    problems: [...read.problems, ...findings.problems()] satisfies Problem[],
  });
  if (!isRecord(json)) {
    findings.error('FIELD_INVALID', `expected an object, got ${shown(json)}`, { path: [] });
    return done(undefined);
  }
  const sound = (name: string): unknown => {
    const { schema } = fields[name]!;
    return Object.hasOwn(json, name) && schema.safeParse(json[name]).success ? json[name] : undefined;
  };
  for (const [field, { schema, expected, required }] of Object.entries(fields)) {
    if (!Object.hasOwn(json, field)) {
      if (required)
        findings.error('FIELD_MISSING', `${field} is missing: expected ${expected}`, { path: [] }, { field });
    } else if (!schema.safeParse(json[field]).success)
      findings.error(
        'FIELD_INVALID',
        `${field}: expected ${expected}, got ${shown(json[field])}`,
        { path: [field] },
        { field },
      );
  }
  const phase = QUEST_PHASES.find((one) => one === sound('phase'));
  const [id, status] = [sound('quest_id'), sound('status')];
  return done({
    id: typeof id === 'string' ? id : undefined,
    phase,
    status: typeof status === 'string' ? status : undefined,
    solo: sound('quest_mode') === 'solo',
  });
};
