// What was judged, clause by clause, as the journal keeps it: with what each verdict rests on.
import * as z from 'zod';
import { problemSchema } from '../problem.ts';
import { digestSchema } from './sealed.ts';
import { BASES } from './verdict.ts';

export const basisSchema = z.enum(BASES);

/** What a project does without, and who decided so. */
export const waiverSchema = z.object({
  why: z.string(),
  by: z.string().optional(),
  on: z.string().optional(),
});
export type Waiver = z.infer<typeof waiverSchema>;

export const judgedSchema = z.object({
  clause: z.string(),
  status: z.enum(['met', 'unproven', 'unmet']),
  basis: basisSchema,
  /** Keys of the evidence that was asked for. */
  evidence: z.array(z.string()),
  /** Warnings of clauses that are met, too. */
  problems: z.array(problemSchema),
  claims: z.array(z.object({ name: z.string(), claimed: z.string(), measured: z.string() })),
  /** Of a clause that is met because the project does without. */
  waiver: waiverSchema.optional(),
  /** Of a decision: whose it is, and the bytes that it is about. */
  person: z.string().optional(),
  about: z.record(z.string(), digestSchema).optional(),
});
export type Judged = z.infer<typeof judgedSchema>;

/** Files and arguments that can be read: what a role wrote, and no more than that. */
export const FORM_CLAUSE = 'form';
/** What a person decided. */
export const DECISION_CLAUSE = 'decision';
/** What Baton did itself. */
export const EFFECT_CLAUSE = 'effect';
