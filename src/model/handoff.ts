// The canonical handoff: one passing of work, whatever the dialect it was written down in.
import * as z from 'zod';

export const HANDOFF_STATUSES = [
  'pending',
  'in_progress',
  'complete',
  'needs_human',
  'blocked',
  'failed',
  'retry',
  'rejected',
] as const;
export type HandoffStatus = (typeof HANDOFF_STATUSES)[number];

export const handoffQuestionSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  blocking: z.boolean(),
});

/** What happens when the work fails, as the sender proposes it. */
export const onFailureSchema = z.strictObject({
  retry: z.number().int().min(0).optional(),
  routeTo: z.string().optional(),
  notify: z.string().optional(),
  escalateAfter: z.number().int().min(0).optional(),
  context: z.string().optional(),
});

export const handoffSchema = z.strictObject({
  /** The sending role, without decoration; null where the dialect does not say. */
  from: z.string().nullable(),
  /** The receiving role; null when the sender says that nobody follows; absent when it says nothing about it. */
  to: z.string().nullable().optional(),
  status: z.enum(HANDOFF_STATUSES),
  summary: z.string().nullable(),
  artifacts: z.array(z.string()),
  questions: z.array(handoffQuestionSchema),
  phase: z.string().nullable(),
  task: z.string().nullable(),
  /** The sender's own count, as written. */
  attempt: z.number().int().min(0).nullable(),
  metrics: z.record(z.string(), z.unknown()),
  dependencies: z.array(z.string()),
  onFailure: onFailureSchema.nullable(),
  at: z.string().nullable(),
  context: z.record(z.string(), z.unknown()),
  /** The dialect's other fields, as they stand. */
  details: z.record(z.string(), z.unknown()),
});
export type Handoff = z.infer<typeof handoffSchema>;

/** One with nothing in it but what is given. */
export const handoffOf = (given: Pick<Handoff, 'status'> & Partial<Handoff>): Handoff => ({
  from: null,
  summary: null,
  artifacts: [],
  questions: [],
  phase: null,
  task: null,
  attempt: null,
  metrics: {},
  dependencies: [],
  onFailure: null,
  at: null,
  context: {},
  details: {},
  ...given,
});
