// What a run's stream tells a page.
import * as z from 'zod';
import { entryLineSchema, handoffRowSchema, runViewSchema } from './documents.ts';

const count = z.number().int().nonnegative();

/** What a run's stream tells: the lines that are new, and how the run stands with the last of them. */
const streamedSchema = z.object({ entries: z.array(entryLineSchema), view: runViewSchema });
export type Streamed = z.infer<typeof streamedSchema>;

/** The same in few words: letters in place of lines, and after the first time only what is another than before. */
const streamedSlimSchema = z.object({
  /** The entry before the first letter. */
  after: count,
  marks: z.string(),
  view: runViewSchema.optional(),
  change: runViewSchema.omit({ handoffs: true }).partial().optional(),
  /** Names of what the view has no more. */
  gone: z.array(z.string()).optional(),
  /** Handoffs that are new, or others than before. */
  rows: z.array(handoffRowSchema).optional(),
});
export type StreamedSlim = z.infer<typeof streamedSlimSchema>;
