// A rejection is an object: what was violated, on what evidence, whose turn it is, and everything that must change.
import * as z from 'zod';
import { problemSchema } from '../problem.ts';

/** Who can do something about it: whoever handed in, whoever asked for it, whoever runs Baton, whoever received it. */
export const BLAMES = ['sender', 'contract', 'environment', 'receiver'] as const;

/** One thing that is wrong, known again by its clause and its problem without what differs from time to time. */
export const mistakeSchema = z.object({
  clause: z.string(),
  /** The problem's code, and a digest of the rest of it. */
  problem: z.string(),
  /** How often it was made without progress, this time included. */
  times: z.number().int().positive(),
  /** In the words of this time. */
  says: z.string(),
});
export type Mistake = z.infer<typeof mistakeSchema>;

export const rejectionSchema = z.object({
  status: z.enum(['unmet', 'unproven']),
  /** The checks that did not pass. */
  clauses: z.array(z.string()),
  blame: z.enum(BLAMES),
  problems: z.array(problemSchema),
  /** Keys of the evidence it rests on. */
  evidence: z.array(z.string()),
  /** The signature: what makes two rejections the same. Journals of before have none of these. */
  mistakes: z.array(mistakeSchema).optional(),
  /** How much is wrong in all: problems, and how far off what is measured in numbers is. */
  weight: z.number().nonnegative().optional(),
  /** What follows because a mistake was made again. */
  next: z.enum(['fresh-session', 'person']).optional(),
});
export type Rejection = z.infer<typeof rejectionSchema>;

/** What a mistake is counted under. */
export const mistakeKey = ({ clause, problem }: Pick<Mistake, 'clause' | 'problem'>): string =>
  `${clause} ${problem}`;

/** Those that were made before, the most frequent first. */
export const repeatsIn = ({ mistakes = [] }: Rejection): readonly Mistake[] =>
  mistakes.filter(({ times }) => times > 1).sort((a, b) => b.times - a.times);
