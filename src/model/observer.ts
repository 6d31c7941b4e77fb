// Who gathered a piece of evidence, where it was not the holder of the run itself.
import * as z from 'zod';

export const observerSchema = z.object({
  /** Who the database knew the worker as: no worker can say it is somebody else. */
  login: z.string(),
  /** What the worker says of itself: its machine and process. */
  worker: z.string(),
  /** The image that it says it runs. */
  image: z.string().optional(),
});
export type Observer = z.infer<typeof observerSchema>;

/** Evidence without it is the holder's own. */
export const OBSERVED = { observedBy: observerSchema.optional() };
