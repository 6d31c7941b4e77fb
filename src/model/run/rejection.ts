// A rejection is an object: what was violated, on what evidence, whose turn it is, and everything that must change.
import * as z from 'zod';
import { problemSchema } from '../problem.ts';

export const rejectionSchema = z.object({
  status: z.enum(['unmet', 'unproven']),
  /** The checks that did not pass. */
  clauses: z.array(z.string()),
  blame: z.enum(['sender', 'contract', 'environment', 'receiver']),
  problems: z.array(problemSchema),
  /** Keys of the evidence it rests on. */
  evidence: z.array(z.string()),
});
export type Rejection = z.infer<typeof rejectionSchema>;
