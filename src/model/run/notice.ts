// A notice: something told to people, or to the next prompt of a role. Nobody waits for it.
import * as z from 'zod';

/** The receiver that stands for the people who follow the run; every other receiver is a role. */
export const PEOPLE = 'people';

export const noticeSchema = z.object({
  /** `people`, or the name of a role. */
  to: z.string(),
  text: z.string(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const keptNoticeSchema = z.object({
  text: z.string(),
  /** The entry that told it, and when. */
  seq: z.number().int(),
  at: z.string(),
  /** It says what Baton could not do, so it stays true when the run is over. */
  stays: z.literal(true).optional(),
});
export type KeptNotice = z.infer<typeof keptNoticeSchema>;
