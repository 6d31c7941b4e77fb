// A fact is a named statement about exact bytes. It holds while every digest it is about is still current.
import * as z from 'zod';
import { type Digest, digestSchema } from '../run/sealed.ts';
import { BASES } from '../run/verdict.ts';

export const factSchema = z.object({
  /** Name, or name/item. */
  fact: z.string(),
  about: z.record(z.string(), digestSchema),
  /** The weakest basis of the clauses behind it; journals of before have none. */
  basis: z.enum(BASES).optional(),
  /** The clauses it rests on; without them all that were judged. A fact that is stated again rests on none of these. */
  rests: z.array(z.string()).optional(),
});
export type Fact = z.infer<typeof factSchema>;

/** There is no way to void a fact but to change the bytes it is about. */
export const factHolds = (
  fact: Fact | undefined,
  digestOf: (artifact: string) => Digest | undefined,
): boolean =>
  fact !== undefined &&
  Object.entries(fact.about).every(([artifact, digest]) => digestOf(artifact) === digest);
