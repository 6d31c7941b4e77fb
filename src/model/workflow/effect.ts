// What the engine does itself to the outside world. Keyed and idempotent: it is repeated after a crash.
import * as z from 'zod';
import { problemSchema } from '../problem.ts';
import { digestSchema, sealedSchema } from '../run/sealed.ts';

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
    /** Key of the artifact that the committed tree becomes, where it is one. */
    into: z.string().optional(),
  }),
  /** Take changes back: the files are what they are in `base`, all others as in `tree`. */
  z.object({
    action: z.literal('exclude'),
    tree: digestSchema,
    base: digestSchema,
    files: z.array(z.string()),
    into: z.string(),
  }),
  /** Put a file down that follows from what is known. */
  z.object({
    action: z.literal('record'),
    outcome: z.string(),
    artifact: z.string(),
    path: z.string(),
    text: z.string(),
  }),
  /** Push a commit and open a pull request, where there is somewhere to. */
  z.object({
    action: z.literal('publish'),
    branch: z.string(),
    commit: z.string(),
    push: z.boolean(),
    title: z.string(),
    body: z.string(),
    base: z.string(),
    draft: z.boolean(),
    feature: z.string(),
  }),
  /** Add what people prefer to what roles are told, each once. */
  z.object({
    action: z.literal('preferences'),
    directory: z.string(),
    entries: z.array(z.object({ role: z.string(), bullets: z.array(z.string()) })),
  }),
  /** Add lines to a file of the project, each once. */
  z.object({ action: z.literal('append'), path: z.string(), lines: z.array(z.string()) }),
  /**
   * Change a file of the project from what it was to what it shall be; no file is an empty text. What others changed there meanwhile
   * is merged with it; where it conflicts the file stays as it is, and people are told.
   */
  z.object({ action: z.literal('merge-file'), path: z.string(), was: z.string(), now: z.string() }),
  /** Put files into a tree, in place of those of the same names. */
  z.object({
    action: z.literal('add'),
    tree: digestSchema,
    files: z.array(z.object({ path: z.string(), text: z.string() })),
    into: z.string(),
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
