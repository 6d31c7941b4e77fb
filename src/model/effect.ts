// What the engine does itself to the outside world. Keyed and idempotent: it is repeated after a crash.
import * as z from 'zod';
import { problemSchema } from './problem.ts';
import { digestSchema, sealedSchema } from './sealed.ts';

export const effectRequestSchema = z.discriminatedUnion('action', [
  /** Merge the parts, in this order, into one tree. */
  z.object({
    action: z.literal('merge'),
    base: digestSchema,
    parts: z.array(z.object({ item: z.string(), start: digestSchema, tree: digestSchema })),
    /** Key of the artifact that the merged tree becomes. */
    into: z.string(),
  }),
  /** Commit a tree on a branch of the run's own. The user's checkout is not touched. */
  z.object({
    action: z.literal('commit'),
    tree: digestSchema,
    parent: z.string().nullable(),
    branch: z.string(),
    message: z.string(),
  }),
  /** Bring the working tree of a running assignment up to date after a conflict. */
  z.object({
    action: z.literal('rebase'),
    assignment: z.string(),
    tree: digestSchema,
    /** What the work is compared with from here on. */
    start: digestSchema,
  }),
]);
export type EffectRequest = z.infer<typeof effectRequestSchema>;

export const effectResultSchema = z.object({
  outcome: z.string(),
  sealed: z.array(sealedSchema),
  /** What a person wants to know of it: a commit id, a branch. */
  details: z.record(z.string(), z.string()),
  problems: z.array(problemSchema),
});
export type EffectResult = z.infer<typeof effectResultSchema>;
