// state.json as Baton writes it: a projection for people and for the tools of Quest. Nothing is decided by it.
import * as z from 'zod';
import { QUEST_PHASES } from '../inspect/state-file.ts';
import { jsonText } from './json-file.ts';
import { QUEST_MODES } from './snapshot.ts';
import { wholeSeconds } from './times.ts';

const count = z.int().min(0);
const time = z.string();

const replanSchema = z.object({
  generation: count,
  source: z.enum(['walkthrough', 'sharpen', 'build_gate', 'resume_instruction']),
  source_phase: z.enum(['plan', 'plan_reviewed', 'presenting', 'presentation_complete']),
  source_plan_iteration: count,
  requested_plan_iteration: count,
  feedback_sha256: z.string(),
  lifecycle: z.enum(['recording', 'recorded', 'planning', 'reviewed', 'presentation_approved']),
  recorded_at: time,
  consumed_at: time.optional(),
  reviewed_at: time.optional(),
  approved_at: time.optional(),
});

/** The fields in the order in which they are written. */
const stateSchema = z.object({
  quest_id: z.string(),
  slug: z.string(),
  phase: z.enum([...QUEST_PHASES, 'abandoned']),
  status: z.enum(['pending', 'in_progress', 'complete', 'blocked', 'replan_requested']),
  plan_iteration: count,
  fix_iteration: count,
  last_role: z.string().nullable(),
  last_verdict: z.enum(['approve', 'iterate']).nullable(),
  created_at: time,
  updated_at: time,
  quest_mode: z.enum(QUEST_MODES),
  vcs_available: z.boolean().optional(),
  branch: z.string().nullable().optional(),
  branch_mode: z.enum(['branch', 'worktree', 'none']).optional(),
  worktree_path: z.string().nullable().optional(),
  quest_symlink: z.enum(['created', 'present', 'migrated', 'conflict', 'n/a']).optional(),
  user_replan_generation: count.optional(),
  user_replan: replanSchema.nullable().optional(),
  approval_invalidated: z.boolean().optional(),
  pr_number: z.int().min(1).optional(),
});
export type QuestStateFile = z.infer<typeof stateSchema>;

const ordered = (shape: z.ZodRawShape, value: object): Record<string, unknown> => {
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(
    Object.keys(shape).map((key) => {
      const field = fields.get(key);
      return [key, key.endsWith('_at') && typeof field === 'string' ? wholeSeconds(field) : field];
    }),
  );
};

/** A field that is undefined is left out. */
export const stateText = (state: QuestStateFile): string =>
  jsonText({
    ...ordered(stateSchema.shape, state),
    ...(state.user_replan === undefined || state.user_replan === null
      ? {}
      : { user_replan: ordered(replanSchema.shape, state.user_replan) }),
  });

export interface QuestBegun {
  readonly id: string;
  readonly slug: string;
  readonly mode: QuestStateFile['quest_mode'];
  readonly at: string;
}

/** The state of a quest that has just been created. */
export const initialState = ({ id, slug, mode, at }: QuestBegun): QuestStateFile => ({
  quest_id: id,
  slug,
  phase: 'plan',
  status: 'pending',
  plan_iteration: 0,
  fix_iteration: 0,
  last_role: null,
  last_verdict: null,
  created_at: at,
  updated_at: at,
  quest_mode: mode,
});
