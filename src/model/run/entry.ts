// One journal line: a transaction of the input as it came and the events decided on it.
import * as z from 'zod';
import { eventSchema } from './event.ts';
import { actorSchema, inputSchema } from './input.ts';

/** The format this program writes. A higher number is refused; lower ones are lifted on read. */
export const JOURNAL_FORMAT = 1;

export const entryDraftSchema = z.object({
  id: z.string(),
  at: z.string(),
  by: actorSchema,
  input: inputSchema,
  events: z.array(eventSchema),
});
/** An entry before the store gives it its place. */
export type EntryDraft = z.infer<typeof entryDraftSchema>;

export const entrySchema = entryDraftSchema.extend({
  v: z.literal(JOURNAL_FORMAT),
  seq: z.number().int().positive(),
  /** Digest of the line before, as it stands in the file. */
  prev: z.string(),
  /** CRC-32 of the line up to here. */
  crc: z.string(),
});
export type Entry = z.infer<typeof entrySchema>;
