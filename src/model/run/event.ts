// What `decide` decides and `reduce` applies. Events carry everything, so replay never runs a workflow's code.
import * as z from 'zod';
import { playerSchema } from '../agents/player.ts';
import { evidenceRequestSchema, evidenceSchema } from '../evidence.ts';
import { permitSchema } from '../permissions/wish.ts';
import { problemSchema } from '../problem.ts';
import { effectRequestSchema } from '../workflow/effect.ts';
import { factSchema } from '../workflow/fact.ts';
import { daySpentSchema, turnSchema, UNITS } from './budget.ts';
import { judgedSchema } from './judged.ts';
import { noticeSchema } from './notice.ts';
import { rejectionSchema } from './rejection.ts';
import { digestSchema, sealedSchema } from './sealed.ts';
import { modelUsageSchema } from './usage.ts';

export const isolationSchema = z.enum(['none', 'fenced', 'user']);

const jsonRecord = z.record(z.string(), z.unknown());

/** What a run is, fixed by its first entry. */
export const runSchema = z.object({
  name: z.string(),
  workflow: z.string(),
  workflowVersion: z.number().int(),
  /** Digest of the workflow's definition: another definition is another workflow. */
  definition: z.string(),
  request: z.string(),
  options: jsonRecord,
  base: z.object({ commit: z.string().nullable(), tree: digestSchema }),
  isolation: isolationSchema,
  attemptMs: z.number().int().positive(),
  startedAt: z.string(),
});
export type Run = z.infer<typeof runSchema>;

export const askSchema = z.object({
  kind: z.enum(['approval', 'question', 'escalation']),
  text: z.string(),
  /** Outcomes a person may choose; approve and reject name two of them. */
  choices: z.array(z.string()),
  approve: z.string().optional(),
  reject: z.string().optional(),
  /** The choice of a person who approves but leaves files out. */
  exclude: z.string().optional(),
  /** What it is about, exactly: an answer counts for these bytes and for no others. */
  about: z.record(z.string(), digestSchema).optional(),
  /** The tree that the change is shown against, where that is not the one that the run began from. */
  base: digestSchema.optional(),
});
export type Ask = z.infer<typeof askSchema>;

/** One role asked for one piece of work: the part that never changes. */
export const assignmentSchema = z.object({
  id: z.string(),
  /** The id without its round: one line of work has several rounds. */
  line: z.string(),
  scope: z.string(),
  phase: z.string(),
  visit: z.number().int(),
  round: z.number().int(),
  role: z.string(),
  /** Ordinal within the role, in plan order; a scenario chooses its item by it. */
  ordinal: z.number().int(),
  kind: z.enum(['agent', 'human', 'engine']),
  contract: z.string(),
  item: z.string().optional(),
  /** Ids of assignments of this visit that must be done first. */
  after: z.array(z.string()),
  /** Facts that make this work superfluous while they hold. */
  until: z.array(z.string()),
  inputs: jsonRecord,
  reads: z.array(z.string()),
  writes: z.array(
    z.object({
      artifact: z.string(),
      path: z.string(),
      kind: z.enum(['file', 'tree']),
      /** Taken where it is there. */
      optional: z.literal(true).optional(),
    }),
  ),
  ask: askSchema.optional(),
  effect: effectRequestSchema.optional(),
  /** The tool that hands it in. */
  tool: z.string().optional(),
  /** A person plays this role: it waits in the inbox. */
  person: z.boolean().optional(),
  /** The request that this work answers. */
  request: z.string().optional(),
  /** What it writes is kept from the others of its phase until all are in. */
  blind: z.literal(true).optional(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

export const attemptEndSchema = z.enum(['finished', 'failed', 'stopped', 'timed-out', 'lost']);
export type AttemptEnd = z.infer<typeof attemptEndSchema>;

export const requestSchema = z.object({
  id: z.string(),
  request: z.string(),
  assignment: z.string(),
  to: z.string(),
  text: z.string(),
  args: jsonRecord,
  parks: z.boolean(),
  /** A person answers it; otherwise an assignment does. */
  person: z.boolean(),
  openedAt: z.string(),
  /** What it is about, where it is answered once for all who ask. */
  item: z.string().optional(),
  /** Asked by Baton itself: the work repeats a mistake, and stays where it is until a person has said something. */
  stuck: z.literal(true).optional(),
  /** What no rule of its role's permissions decides; refused at `until`. */
  permit: z.object({ key: z.string(), until: z.string() }).optional(),
});
export type Request = z.infer<typeof requestSchema>;

/** What a receiver said when it declined, without the words' order, and the digests of what it had received. */
export const declinedSchema = z.object({
  said: z.string(),
  about: z.record(z.string(), digestSchema),
});
export type Declined = z.infer<typeof declinedSchema>;

export const causeSchema = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });
export type Cause = z.infer<typeof causeSchema>;

export const scopeItemSchema = z.object({ key: z.string(), after: z.array(z.string()), inputs: jsonRecord });

export const itemEndSchema = z.enum(['failed', 'cancelled']);

/** A tree that is not in the main line yet: where it began, and how it was judged last: merged onto `onto` it gives `tree`. */
export const joinedSchema = z.object({
  main: z.string(),
  start: digestSchema,
  onto: digestSchema,
  tree: digestSchema,
});

export const sideEffectSchema = z.object({ id: z.string(), request: effectRequestSchema, at: z.string() });
export type SideEffect = z.infer<typeof sideEffectSchema>;

export const eventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run-started'), run: runSchema, given: z.array(sealedSchema) }),
  z.object({ kind: z.literal('holder-changed'), epoch: z.number().int(), torn: z.number().int() }),
  z.object({
    kind: z.literal('scope-opened'),
    scope: z.string(),
    items: z.array(scopeItemSchema),
    then: z.string(),
  }),
  /** All of its items, with those that came to light since, in the order in which they are to be done. */
  z.object({ kind: z.literal('scope-grown'), scope: z.string(), items: z.array(scopeItemSchema) }),
  z.object({ kind: z.literal('scope-ended'), scope: z.string() }),
  z.object({
    kind: z.literal('phase-entered'),
    /** '' is the run itself; otherwise scope/item. */
    scope: z.string(),
    phase: z.string(),
    visit: z.number().int(),
    event: z.string().optional(),
    /** When it has taken too long. */
    deadline: z.string().optional(),
    /** Why the work before was given up, where that led here. */
    cause: causeSchema.optional(),
  }),
  z.object({
    kind: z.literal('position-ended'),
    scope: z.string(),
    /** It ended alone, and why where that is known. */
    as: itemEndSchema.optional(),
    cause: causeSchema.optional(),
    /** Its tree, and the main line with it. */
    merged: z.object({ artifact: z.string(), main: sealedSchema }).optional(),
  }),
  /** Items of a scope that ended alone begin again, and those that were blocked by them wait again. */
  z.object({ kind: z.literal('scope-retried'), scope: z.string(), items: z.array(z.string()) }),
  z.object({
    kind: z.literal('work-opened'),
    assignment: assignmentSchema,
    start: digestSchema.optional(),
    /** The tree that it goes on with, where that is not the one that it is compared with. */
    from: digestSchema.optional(),
  }),
  z.object({
    kind: z.literal('attempt-started'),
    assignment: z.string(),
    attempt: z.number().int(),
    at: z.string(),
    deadline: z.string(),
    /** The name of the place where blind work is written. */
    desk: z.string().optional(),
    /** Who plays it, where that matters to other roles. */
    player: playerSchema.optional(),
  }),
  z.object({
    kind: z.literal('attempt-ended'),
    assignment: z.string(),
    attempt: z.number().int(),
    end: attemptEndSchema,
    why: z.string().optional(),
    /** The agent program's own session, to be resumed where it can. */
    session: z.string().optional(),
    retryAt: z.string().optional(),
    /** The tree that the next attempt continues from. */
    from: digestSchema.optional(),
    /** What its program reported; what is not here is not known. */
    usage: z.array(modelUsageSchema).optional(),
    /** What people are told because of it. */
    notices: z.array(noticeSchema).optional(),
    /** The least that another prompt of its role takes. */
    turn: turnSchema.optional(),
  }),
  /** What the other runs of the project have used today. */
  z.object({ kind: z.literal('spending-seen'), others: daySpentSchema }),
  /** A person has decided so. */
  z.object({
    kind: z.literal('budget-raised'),
    of: z.enum(['run', 'day', 'role']),
    role: z.string().optional(),
    unit: z.enum(UNITS),
    limit: z.number().positive(),
  }),
  z.object({
    kind: z.literal('submission-received'),
    submission: z.string(),
    assignment: z.string(),
    attempt: z.number().int(),
    tool: z.string(),
    args: jsonRecord,
    sealed: z.array(sealedSchema),
    needs: z.array(evidenceRequestSchema),
  }),
  z.object({
    kind: z.literal('evidence-wanted'),
    assignment: z.string(),
    needs: z.array(evidenceRequestSchema),
  }),
  z.object({
    kind: z.literal('evidence-observed'),
    assignment: z.string(),
    key: z.string(),
    evidence: evidenceSchema,
  }),
  z.object({
    kind: z.literal('submission-accepted'),
    submission: z.string(),
    assignment: z.string(),
    outcome: z.string(),
    facts: z.array(factSchema),
    details: z.record(z.string(), z.string()),
    /** Clause by clause; journals of before have none. */
    judged: z.array(judgedSchema).optional(),
    /** What a person said with a choice; the next work is told. */
    remark: z.string().optional(),
    /** Files made of it. */
    derived: z.array(sealedSchema).optional(),
    /** What is to be done because of it. */
    effects: z.array(sideEffectSchema).optional(),
    /** What roles and people are told because of it. */
    notices: z.array(noticeSchema).optional(),
    line: z.string().optional(),
    /** Nothing was handed in: what was said instead, and about which bytes. */
    declined: declinedSchema.optional(),
    /** The tree of the item as it was judged: on the main line as it stood. */
    joins: joinedSchema.extend({ artifact: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('effect-performed'), effect: z.string(), problems: z.array(problemSchema) }),
  z.object({
    kind: z.literal('submission-rejected'),
    submission: z.string(),
    assignment: z.string(),
    rejection: rejectionSchema,
    judged: z.array(judgedSchema).optional(),
  }),
  /** The very bytes that were rejected came so often that it counts as one more rejection, with the same problems. */
  z.object({ kind: z.literal('rejection-repeated'), assignment: z.string(), rejection: rejectionSchema }),
  /** After a conflict the work starts from the merge of all the others, with the conflicts marked in `from`. */
  z.object({
    kind: z.literal('work-rebased'),
    assignment: z.string(),
    start: digestSchema,
    from: digestSchema,
    /** The working tree of a running attempt has to be brought up to date. */
    pending: z.boolean(),
  }),
  z.object({ kind: z.literal('rebase-performed'), assignment: z.string() }),
  /** The work follows others: its tree starts from their merge, which has to be made first. */
  z.object({ kind: z.literal('start-wanted'), assignment: z.string(), request: evidenceRequestSchema }),
  z.object({
    kind: z.literal('submission-refused'),
    code: z.string(),
    message: z.string(),
    /** The work that was handed in again as it was rejected. */
    again: z.string().optional(),
  }),
  z.object({
    kind: z.literal('request-opened'),
    request: requestSchema,
    sealed: sealedSchema.optional(),
    line: z.string().optional(),
  }),
  z.object({
    kind: z.literal('request-answered'),
    request: z.string(),
    answer: z.string(),
    /** What was decided about a wish. */
    permit: permitSchema.optional(),
  }),
  /** A person has decided otherwise: these values hold from here on. */
  z.object({ kind: z.literal('policy-changed'), policy: jsonRecord }),
  /** Lines that the workflow keeps of what happened; with the work that they are about where that is blind. */
  z.object({ kind: z.literal('noted'), lines: z.array(z.string()), assignment: z.string().optional() }),
  z.object({ kind: z.literal('counter-raised'), counter: z.string() }),
  z.object({ kind: z.literal('counter-reset'), counter: z.string() }),
  z.object({ kind: z.literal('deadline-passed'), deadline: z.string() }),
  z.object({
    kind: z.literal('run-ended'),
    status: z.enum(['complete', 'failed', 'cancelled']),
    cause: causeSchema.optional(),
  }),
  z.object({
    kind: z.literal('run-resumed'),
    /** The time of a phase begins anew. */
    deadlines: z.record(z.string(), z.string()).optional(),
  }),
]);
export type Event = z.infer<typeof eventSchema>;
