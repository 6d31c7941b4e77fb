// What the dashboard's HTTP routes answer about bytes of a run: differences between trees, and what agents print.
import * as z from 'zod';
import { digestSchema } from '../run/sealed.ts';

const count = z.number().int().nonnegative();

const diffLineSchema = z.object({
  kind: z.enum(['same', 'add', 'del', 'hunk', 'note']),
  old: count.optional(),
  new: count.optional(),
  text: z.string(),
});
export type DiffLine = z.infer<typeof diffLineSchema>;

export const diffFileSchema = z.object({
  path: z.string(),
  was: z.string().optional(),
  change: z.string(),
  added: count,
  removed: count,
  binary: z.boolean(),
  lines: z.array(diffLineSchema),
});
export type DiffFile = z.infer<typeof diffFileSchema>;

export const diffSchema = z.object({
  from: digestSchema,
  to: digestSchema,
  files: z.array(diffFileSchema),
  /** More was there than is sent. */
  cut: z.boolean(),
});
export type DiffDocument = z.infer<typeof diffSchema>;

export const logPieceSchema = z.object({
  assignment: z.string(),
  attempt: count,
  offset: count,
  size: count,
  text: z.string(),
  goesOn: z.boolean(),
});
export type LogPiece = z.infer<typeof logPieceSchema>;
