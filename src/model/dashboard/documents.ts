// What the dashboard's HTTP routes answer, as schemas: the OpenAPI document and the types of the pages come from them.
import * as z from 'zod';
import { fileChangeSchema } from '../evidence.ts';
import { problemSchema } from '../problem.ts';
import { judgedSchema } from '../run/judged.ts';
import { digestSchema } from '../run/sealed.ts';
import { modelUsageSchema } from '../run/usage.ts';
import { BASES } from '../run/verdict.ts';

const count = z.number().int().nonnegative();
const time = z.string();

export const runStatusSchema = z.enum(['running', 'waiting', 'complete', 'failed', 'cancelled']);

/** A dot of the small track in a list. */
const dotSchema = z.enum(['past', 'here', 'ahead']);

export const progressSchema = z.object({ done: count, of: count });

export const rowSchema = z.object({
  project: z.string(),
  run: z.string(),
  workflow: z.string(),
  request: z.string(),
  status: runStatusSchema,
  phase: z.string(),
  held: z.boolean(),
  startedAt: time,
  /** When the last entry was written, and which one that is. */
  at: time,
  seq: count,
  waiting: count,
  accepted: count,
  rejected: count,
  cause: z.string().optional(),
  dots: z.array(dotSchema),
  /** Of several assignments of one phase: how many are done. */
  progress: progressSchema.optional(),
});
export type Row = z.infer<typeof rowSchema>;

/** Where an answer leads, and who acts next. */
export const followsSchema = z.object({
  choice: z.string(),
  to: z.string(),
  says: z.string(),
  by: z.array(z.string()).optional(),
});
export type Follows = z.infer<typeof followsSchema>;

/** How many clauses were met, by what they rest on. */
export const knownSchema = z.object({ measured: count, stated: count, waived: count });

export const waitingSchema = z.object({
  project: z.string(),
  run: z.string(),
  workflow: z.string(),
  item: z.string(),
  kind: z.enum(['approval', 'question', 'escalation']),
  title: z.string(),
  text: z.string(),
  choices: z.array(z.string()),
  since: time,
  phase: z.string(),
  role: z.string(),
  about: z.record(z.string(), digestSchema).optional(),
  change: z.object({ files: count, added: count, removed: count }).optional(),
  /** In a list: what is known about it, and what yes does. */
  known: knownSchema.optional(),
  yes: followsSchema.optional(),
  /** A whole piece of work that a person does: it is handed in, not answered. */
  plays: z.literal(true).optional(),
  /** Nothing waits for it: a person is told, and may say something to it. */
  notice: z.literal(true).optional(),
});
export type Waiting = z.infer<typeof waitingSchema>;

export const listSchema = z.object({
  projects: z.array(z.object({ project: z.string(), name: z.string(), path: z.string() })),
  waiting: z.array(waitingSchema),
  runs: z.array(rowSchema),
  unreadable: z.array(z.object({ project: z.string(), run: z.string(), message: z.string() })),
  total: count,
  /** Runs that are there and have not been read yet: a list that is sent at once may be without them. */
  unread: count.optional(),
  cursor: z.string().optional(),
});
export type ListDocument = z.infer<typeof listSchema>;

export const handoffRowSchema = z.object({
  /** The entry that received it, and the one that decided; the same where it was decided at once. */
  received: count,
  seq: count,
  at: time,
  submission: z.string(),
  assignment: z.string(),
  line: z.string(),
  phase: z.string(),
  visit: count,
  role: z.string(),
  kind: z.enum(['agent', 'human', 'engine']),
  item: z.string().optional(),
  contract: z.string(),
  attempt: count,
  status: z.enum(['judging', 'accepted', 'rejected', 'unproven']),
  outcome: z.string().optional(),
  /** It was to judge the work of others: its outcome is what its sender says. */
  reviews: z.literal(true).optional(),
  /** The sender's own words: said, not measured. */
  said: z.string().optional(),
  person: z.string().optional(),
  /** Files that were handed in, the first few. */
  files: z.array(z.string()).optional(),
  /** Measured by Baton: the run of the tests that a clause rests on. */
  tests: z.object({ passed: count, total: count }).optional(),
  clauses: count,
  broken: count,
  problems: count,
  first: z.string().optional(),
  judgedMs: z.number().nonnegative().optional(),
});
export type HandoffRow = z.infer<typeof handoffRowSchema>;

export const workCellSchema = z.object({
  assignment: z.string(),
  role: z.string(),
  agent: z.string(),
  item: z.string().optional(),
  phase: z.string(),
  attempt: count,
  status: z.enum(['wanted', 'running', 'judging', 'parked', 'accepted', 'failed', 'stopped']),
  since: time,
  deadline: time.optional(),
  retryAt: time.optional(),
  failures: count,
  rejections: count,
  /** When its programs last printed something; absent in the past. */
  lastOutputAt: time.optional(),
  left: count,
});
export type WorkCell = z.infer<typeof workCellSchema>;

export const stationSchema = z.object({
  phase: z.string(),
  kind: z.enum(['agent', 'person', 'engine']),
  roles: z.array(z.string()),
  contract: z.string().optional(),
  /** `side` hangs below the station before it: the run came back from there. */
  place: z.enum(['line', 'side']),
  below: z.string().optional(),
  state: z.enum(['done', 'here', 'ahead']),
  visits: count,
  accepted: count,
  rejected: count,
  cells: z.array(workCellSchema),
  items: z.array(z.string()),
  deadline: time.optional(),
});
export type Station = z.infer<typeof stationSchema>;

export const trackSchema = z.object({
  stations: z.array(stationSchema),
  loops: z.array(z.object({ from: z.string(), to: z.string(), times: count, why: z.string().optional() })),
  unused: z.array(z.string()),
});
export type Track = z.infer<typeof trackSchema>;

export const factHoldsSchema = z.object({
  fact: z.string(),
  basis: z.enum(BASES).optional(),
  about: z.array(z.object({ artifact: z.string(), digest: digestSchema })),
});

/** What is the matter when a run is quiet, as data; the page words it with the time of now. */
export const standsSchema = z.object({
  kind: z.enum(['ended', 'people', 'unheld', 'working', 'judging', 'retry', 'idle']),
  who: z.string().optional(),
  since: time.optional(),
  lastOutputAt: time.optional(),
  deadline: time.optional(),
  retryAt: time.optional(),
  left: count.optional(),
  cause: z.string().optional(),
});

export const runViewSchema = z.object({
  project: z.string(),
  run: z.string(),
  workflow: z.string(),
  says: z.string(),
  request: z.string(),
  directory: z.string(),
  startedAt: time,
  /** The entry that is shown, and the last one there is. */
  seq: count,
  last: count,
  at: time,
  chain: z.string().optional(),
  status: runStatusSchema,
  phase: z.string(),
  held: z.boolean(),
  isolation: z.string(),
  agents: z.record(z.string(), z.string()),
  base: z.object({ commit: z.string().nullable(), tree: digestSchema }),
  handed: z.object({ submitted: count, accepted: count, rejected: count }),
  cause: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
  stands: standsSchema,
  track: trackSchema,
  works: z.array(workCellSchema),
  waiting: z.array(waitingSchema),
  facts: z.array(factHoldsSchema),
  loops: z.array(z.object({ name: z.string(), count, max: z.union([count, z.string()]).optional() })),
  notices: z.array(z.object({ at: time, text: z.string() })),
  details: z.record(z.string(), z.string()),
  /** What agent programs reported, by model; what they do not tell is absent. */
  usage: z.array(modelUsageSchema),
  /** Newest first. */
  handoffs: z.array(handoffRowSchema),
  /** How many older ones there are. */
  handoffsLeft: count,
  handoffCounts: z.object({ all: count, rejected: count, yours: count }),
});
export type RunView = z.infer<typeof runViewSchema>;

export const handoffsOnlySchema = z.enum(['rejected', 'yours']);
export type HandoffsOnly = z.infer<typeof handoffsOnlySchema>;

/** Handoffs as they stood at an entry, newest first. */
export const handoffRowsSchema = z.object({
  run: z.string(),
  seq: count,
  handoffs: z.array(handoffRowSchema),
  left: count,
});
export type HandoffRows = z.infer<typeof handoffRowsSchema>;

/** One letter for each entry: accepted, rejected, person, other. */
export const marksSchema = z.object({ run: z.string(), last: count, marks: z.string(), at: z.array(time) });

export const entryLineSchema = z.object({
  seq: count,
  at: time,
  by: z.string(),
  input: z.string(),
  events: z.array(z.string()),
  mark: z.string(),
});
export type EntryLine = z.infer<typeof entryLineSchema>;

export const entriesSchema = z.object({ run: z.string(), last: count, entries: z.array(entryLineSchema) });

export const shownEvidenceSchema = z.object({
  key: z.string(),
  kind: z.string(),
  title: z.string(),
  tree: z.string().optional(),
  result: z.string(),
  ok: z.boolean().optional(),
  ms: z.number().optional(),
  sandbox: z.string().optional(),
  output: z.string().optional(),
});
export type ShownEvidence = z.infer<typeof shownEvidenceSchema>;

export const clauseSchema = judgedSchema.extend({
  title: z.string(),
  says: z.string(),
  /** No check of the contract: that a file can be read, that a person decided, that Baton did something. */
  own: z.enum(['form', 'decision', 'effect']).optional(),
});
export type Clause = z.infer<typeof clauseSchema>;

export const sealedFileSchema = z.object({
  path: z.string(),
  artifact: z.string(),
  digest: digestSchema,
  bytes: count,
});

export const handoffSchema = z.object({
  project: z.string(),
  run: z.string(),
  workflow: z.string(),
  row: handoffRowSchema,
  says: z.string(),
  /** What was said with it, field by field. */
  said: z.array(z.object({ name: z.string(), value: z.string() })),
  clauses: z.array(clauseSchema),
  /** Checks of the contract that nothing was recorded of. */
  notChecked: z.array(z.object({ clause: z.string(), title: z.string(), says: z.string() })),
  problems: z.array(problemSchema),
  blame: z.string().optional(),
  evidence: z.array(shownEvidenceSchema),
  sealed: z.array(sealedFileSchema),
  /** Each time that it was handed in, oldest first. */
  times: z.array(handoffRowSchema),
  previous: count.optional(),
  next: count.optional(),
  /** The trees before and after what was done about it. */
  fix: z.object({ from: digestSchema, to: digestSchema }).optional(),
  logs: z.array(z.object({ assignment: z.string(), attempt: count })),
});
export type HandoffDocument = z.infer<typeof handoffSchema>;

export const pointSchema = z.object({
  name: z.string(),
  title: z.string(),
  says: z.string(),
  basis: z.enum(BASES),
  by: z.array(z.string()),
  words: z.string().optional(),
  why: z.string().optional(),
});
export type Point = z.infer<typeof pointSchema>;

export const answeredSchema = z.object({
  by: z.string(),
  at: time,
  seq: count,
  choice: z.string().optional(),
  text: z.string(),
});
export type AnsweredBy = z.infer<typeof answeredSchema>;

export const itemSchema = waitingSchema.extend({
  request: z.string(),
  held: z.boolean(),
  seq: count,
  isolation: z.string(),
  approve: z.string().optional(),
  reject: z.string().optional(),
  /** Files may be left out, and which choice that is. */
  exclude: z.string().optional(),
  page: z.boolean(),
  /** What follows from each choice. */
  does: z.array(followsSchema),
  trees: z.object({ from: digestSchema, to: digestSchema }).optional(),
  files: z.array(fileChangeSchema),
  cut: z.boolean(),
  changeProblem: z.string().optional(),
  tests: z.array(z.object({ name: z.string(), file: z.string().optional(), fate: z.string() })).nullable(),
  untested: z.array(z.object({ path: z.string(), line: count, text: z.string() })),
  notes: z.array(z.string()),
  points: z.array(pointSchema),
  /** What this person, or another one, has seen and said on the same line of work before. */
  before: answeredSchema.extend({ tree: digestSchema.optional() }).optional(),
  since: time,
  came: z.array(handoffRowSchema),
  /** The commit that yes makes, as far as it is known. */
  details: z.record(z.string(), z.string()),
});
export type ItemDocument = z.infer<typeof itemSchema>;

export const itemReplySchema = z.union([
  z.object({ status: z.literal('waiting'), item: itemSchema }),
  z.object({ status: z.literal('answered'), answered: answeredSchema }),
]);
export type ItemReply = z.infer<typeof itemReplySchema>;

export const answerBodySchema = z.object({
  choice: z.string().optional(),
  text: z.string().max(20_000).default(''),
  exclude: z.array(z.string()).max(5_000).default([]),
  message: z.string().max(20_000).optional(),
  policy: z.record(z.string(), z.unknown()).optional(),
  /** Digests of what was seen; other bytes are not answered about. */
  about: z.record(z.string(), digestSchema).optional(),
});
export type AnswerBody = z.infer<typeof answerBodySchema>;

export const takenSchema = z.object({ run: z.string(), item: z.string(), held: z.boolean(), seq: count });
export type Taken = z.infer<typeof takenSchema>;

export const errorReplySchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  /** Of something that was answered meanwhile. */
  answered: answeredSchema.optional(),
  /** Of bytes that changed: what waits now is about these. */
  about: z.record(z.string(), digestSchema).optional(),
});
export type ErrorReply = z.infer<typeof errorReplySchema>;
