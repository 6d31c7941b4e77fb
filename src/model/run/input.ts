// What can happen to a run. Every input comes with the time at which it came; `decide` has no clock of its own.
import * as z from 'zod';
import { evidenceSchema } from '../evidence.ts';
import { problemSchema } from '../problem.ts';
import { effectResultSchema } from '../workflow/effect.ts';
import { daySpentSchema, turnSchema } from './budget.ts';
import { attemptEndSchema, causeSchema, runSchema } from './event.ts';
import { digestSchema, sealedSchema } from './sealed.ts';
import { modelUsageSchema } from './usage.ts';

const jsonRecord = z.record(z.string(), z.unknown());

/** A last message, and the file that was asked for; absent where there is none of this attempt. */
export const endingSchema = z.object({ message: z.string().optional(), file: z.string().optional() });
export type Ending = z.infer<typeof endingSchema>;

export const inputSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), run: runSchema, given: z.array(sealedSchema) }),
  z.object({ kind: z.literal('take-over'), torn: z.number().int() }),
  z.object({ kind: z.literal('resume') }),
  z.object({ kind: z.literal('stop'), cause: causeSchema.optional() }),
  /** Something of ours or of a workflow's broke: the run fails visibly, with its cause. */
  z.object({ kind: z.literal('fail'), cause: causeSchema }),
  z.object({
    kind: z.literal('attempt-start'),
    assignment: z.string(),
    /** For blind work that has no desk yet: a name that nobody can guess. */
    desk: z.string().optional(),
    /** What the other runs of the project have used today, where that counts. */
    others: daySpentSchema.optional(),
  }),
  z.object({
    kind: z.literal('attempt-end'),
    assignment: z.string(),
    attempt: z.number().int(),
    end: attemptEndSchema,
    why: z.string().optional(),
    session: z.string().optional(),
    /** Its model takes nothing more before then. */
    resetAt: z.string().optional(),
    /** The files of its tree as they were at its end, where it did not hand them in. */
    draft: digestSchema.optional(),
    /** Its work is handed in by message, and it has said something: no failure, whatever becomes of that. */
    handedOver: z.boolean().optional(),
    usage: z.array(modelUsageSchema).optional(),
    /** The least that another prompt takes, and that it was ended because that is more than there is. */
    turn: turnSchema.optional(),
    overBudget: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('submit'),
    submission: z.string(),
    assignment: z.string(),
    attempt: z.number().int(),
    tool: z.string(),
    args: jsonRecord,
    sealed: z.array(sealedSchema),
    /** Files that could not be sealed, and why. */
    problems: z.array(problemSchema),
    /** What an attempt left at its end, where nobody called: the contract reads it. */
    ending: endingSchema.optional(),
  }),
  /** The door turned a call away; it is journalled because people want to know who knocked. */
  z.object({
    kind: z.literal('refuse'),
    code: z.string(),
    message: z.string(),
    tool: z.string().optional(),
  }),
  z.object({ kind: z.literal('observe'), key: z.string(), evidence: evidenceSchema }),
  z.object({ kind: z.literal('perform'), assignment: z.string(), result: effectResultSchema }),
  /** What was to be done because something was accepted is done, or could not be. */
  z.object({ kind: z.literal('performed'), effect: z.string(), problems: z.array(problemSchema) }),
  z.object({ kind: z.literal('rebase'), assignment: z.string() }),
  /** Something that no rule of a role's permissions decides, to be put to a person. */
  z.object({
    kind: z.literal('permission'),
    assignment: z.string(),
    attempt: z.number().int(),
    key: z.string(),
    text: z.string(),
    waitMs: z.number().int().positive(),
  }),
  z.object({
    kind: z.literal('request'),
    assignment: z.string(),
    attempt: z.number().int(),
    request: z.string(),
    text: z.string(),
    args: jsonRecord,
  }),
  /** A person's answer to anything in the inbox: a choice, or words. */
  z.object({
    kind: z.literal('answer'),
    item: z.string(),
    choice: z.string().optional(),
    text: z.string(),
    args: jsonRecord,
    /** Digests of what the person has seen; without them, of what was asked about. */
    about: z.record(z.string(), digestSchema).optional(),
  }),
  z.object({ kind: z.literal('deadline'), deadline: z.string() }),
]);
export type Input = z.infer<typeof inputSchema>;

export const actorSchema = z.union([
  z.object({ role: z.string(), assignment: z.string(), attempt: z.number().int() }),
  z.object({ person: z.string() }),
  z.object({ engine: z.literal(true) }),
  z.object({ unknown: z.literal(true) }),
]);
/** Who an entry is by. Never a token. */
export type Actor = z.infer<typeof actorSchema>;
