// What a run knows now. Made from events alone; bounded: it does not grow with the number of entries.
import * as z from 'zod';
import { BatonError } from '../../errors.ts';
import { playerSchema } from '../agents/player.ts';
import { evidenceRequestSchema, evidenceSchema } from '../evidence.ts';
import { permitSchema } from '../permissions/wish.ts';
import { factSchema } from '../workflow/fact.ts';
import { spendingSchema } from './budget.ts';
import { triedSchema } from './dossier.ts';
import {
  assignmentSchema,
  attemptEndSchema,
  causeSchema,
  declinedSchema,
  itemEndSchema,
  joinedSchema,
  requestSchema,
  runSchema,
  scopeItemSchema,
  sideEffectSchema,
} from './event.ts';
import { judgedSchema } from './judged.ts';
import { keptNoticeSchema } from './notice.ts';
import { rejectionSchema } from './rejection.ts';
import { digestSchema, sealedSchema } from './sealed.ts';
import { roleUsageSchema } from './usage.ts';

export const judgingSchema = z.object({
  submission: z.string(),
  attempt: z.number().int(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  sealed: z.array(sealedSchema),
  needs: z.array(evidenceRequestSchema),
  evidence: z.record(z.string(), evidenceSchema),
  since: z.string(),
});
export type Judging = z.infer<typeof judgingSchema>;

export const rememberedAnswerSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('accepted'),
    submission: z.string(),
    assignment: z.string(),
    outcome: z.string(),
    seq: z.number().int(),
  }),
  z.object({
    status: z.literal('rejected'),
    submission: z.string(),
    assignment: z.string(),
    rejection: rejectionSchema,
    seq: z.number().int(),
  }),
]);
export type RememberedAnswer = z.infer<typeof rememberedAnswerSchema>;

export const workSchema = z.object({
  assignment: assignmentSchema,
  openedAt: z.string(),
  /** The tree that this work's own tree is to be compared and merged with. */
  start: digestSchema.optional(),
  /** The merge that gives `start`, while it is not there yet. */
  startRequest: evidenceRequestSchema.optional(),
  /** The tree a new attempt continues from. */
  from: digestSchema.optional(),
  /** That tree is what an attempt left that failed, and not what Baton laid down. */
  drafted: z.literal(true).optional(),
  /** How many attempts were started, and how the last one stands. */
  attempt: z.number().int(),
  attemptState: z.enum(['none', 'running', 'ended']),
  attemptStartedAt: z.string().optional(),
  deadline: z.string().optional(),
  lastEnd: attemptEndSchema.optional(),
  /** Why it failed, while it waits to be tried again or is. */
  lastWhy: z.string().optional(),
  session: z.string().optional(),
  failures: z.number().int(),
  retryAt: z.string().optional(),
  judging: judgingSchema.optional(),
  rejections: z.number().int(),
  lastRejection: rejectionSchema.optional(),
  /** How often each mistake was made without progress, and the least that was wrong in a rejection with it. */
  tally: z.record(z.string(), z.object({ times: z.number().int(), least: z.number() })).optional(),
  /** The last things that were handed in and rejected; bounded by DOSSIER_REJECTIONS_MAX. */
  tried: z.array(triedSchema).optional(),
  /** Calls with the very bytes that were rejected, since something else was handed in. */
  again: z.number().int().optional(),
  /** The last verdict, clause by clause. */
  judged: z.array(judgedSchema).optional(),
  rebasePending: z.boolean(),
  /** The entry that started the last attempt, where its role had been told something. */
  heard: z.number().int().optional(),
  /** Where it is written, for blind work that was started. */
  desk: z.string().optional(),
  /** Set once accepted: the outcome and the facts it established. */
  outcome: z.string().optional(),
  established: z.array(factSchema),
  answers: z.array(
    z.object({ request: z.string(), question: z.string(), answer: z.string(), seq: z.number().int() }),
  ),
  /** What was decided about its wishes, by their keys, and in which attempt; bounded by PERMISSIONS_ASKED_MAX. */
  permits: z
    .record(
      z.string(),
      z.object({ permit: permitSchema, attempt: z.number().int(), wish: z.string(), why: z.string() }),
    )
    .optional(),
  /** Wishes that were put to people. */
  wishes: z.number().int().optional(),
});
export type Work = z.infer<typeof workSchema>;

/** Whose the present value is, what it was before the phase, and what others wrote there meanwhile, each for itself. */
const veiled = <T extends z.ZodType>(value: T) =>
  z.record(
    z.string(),
    z.object({ by: z.string(), was: value.optional(), others: z.record(z.string(), value).optional() }),
  );

/** What the others of a blind phase still see, by the names of what was changed. */
export const veilSchema = z.object({
  artifacts: veiled(sealedSchema),
  facts: veiled(factSchema),
  details: veiled(z.string()),
  /** Lines that only their own work sees. */
  lines: z.array(z.object({ by: z.string(), line: z.string() })),
  remark: z.object({ was: z.string().optional() }).optional(),
});
export type Veil = z.infer<typeof veilSchema>;

export const stateSchema = z.object({
  v: z.literal(1),
  /** Sequence number of the last entry applied. */
  seq: z.number().int(),
  /** Time of the last entry. */
  at: z.string(),
  run: runSchema,
  status: z.enum(['running', 'complete', 'failed', 'cancelled']),
  cause: causeSchema.optional(),
  epoch: z.number().int(),
  /** Where the run is; '' is the run itself, scope/item a part of it. */
  positions: z.record(
    z.string(),
    z.object({
      phase: z.string(),
      visit: z.number().int(),
      /** The event of the route that led here, and when the phase has taken too long. */
      event: z.string().optional(),
      deadline: z.string().optional(),
      cause: causeSchema.optional(),
      /** What a person said with the choice that led here. */
      remark: z.string().optional(),
      /** How an item ended that ended alone. */
      as: itemEndSchema.optional(),
    }),
  ),
  scopes: z.record(z.string(), z.object({ items: z.array(scopeItemSchema), then: z.string() })),
  /** Open work and the last round of each line that ended. */
  works: z.record(z.string(), workSchema),
  /**
   * What is left of items that have ended, by scope. As text, which takes a fifth of the memory: hardly anybody looks at it. Their
   * verdicts are the same again and again, and stand here once.
   */
  past: z.object({ items: z.record(z.string(), z.string()), verdicts: z.array(z.string()) }).optional(),
  /** By scope: rounds counted per line, visits per phase; ordinals per role are the run's. */
  rounds: z.record(z.string(), z.record(z.string(), z.number().int())),
  /** By role: what its agents' programs reported. */
  usage: z.record(z.string(), roleUsageSchema).optional(),
  /** Tokens and money, as far as they are known. */
  spending: spendingSchema.optional(),
  /** By role, of those that others must differ from: everybody who has played it. */
  played: z.record(z.string(), z.array(playerSchema)).optional(),
  artifacts: z.record(z.string(), sealedSchema),
  facts: z.record(z.string(), factSchema),
  counters: z.record(z.string(), z.number().int()),
  requests: z.record(z.string(), requestSchema),
  /** The last answers of each line of work, so that a repeated call gets the first answer. */
  answers: z.record(z.string(), z.array(rememberedAnswerSchema)),
  /** The last things that receivers of each line of work said when they declined. */
  declined: z.record(z.string(), z.array(declinedSchema)).optional(),
  handoffs: z.object({
    submitted: z.number().int(),
    accepted: z.number().int(),
    rejected: z.number().int(),
  }),
  /** By role: keys of wishes that people allowed for the whole run; bounded by PERMITS_KEPT_MAX. */
  permits: z.record(z.string(), z.array(z.string())).optional(),
  /** How many times people have answered; a scenario's next answer follows from it. */
  peopleAnswered: z.number().int(),
  /** What effects left behind that people want to see (branch, commit). */
  details: z.record(z.string(), z.string()),
  /** Calls that were accepted, as the workflow words them; bounded by RECORD_LINES_MAX. */
  lines: z.array(z.string()).optional(),
  /** What is still to be done because something was accepted. */
  effects: z.record(z.string(), sideEffectSchema).optional(),
  /** What roles and people are told, by receiver, oldest first; bounded by NOTICES_MAX. */
  notices: z.record(z.string(), z.array(keptNoticeSchema)).optional(),
  resumed: z.boolean().optional(),
  /** Trees of items that the main line does not have yet, by artifact. */
  unmerged: z.record(z.string(), joinedSchema.extend({ scope: z.string() })).optional(),
  /** Of blind phases, by the part of the run that stands in one. */
  veils: z.record(z.string(), veilSchema).optional(),
});
export type State = z.infer<typeof stateSchema>;

/** The work of an assignment that is known to be open: whoever asks has seen it in this state. */
export const workOf = (state: State, assignment: string): Work => {
  const work = state.works[assignment];
  if (work === undefined)
    throw new BatonError('INTERNAL', `expected an open assignment, got "${assignment}"`);
  return work;
};
