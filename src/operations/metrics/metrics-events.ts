// What metrics read of a journal: of each event only what is counted. A copy of a journal may come from anywhere, so
// it is validated like any other file.
import * as z from 'zod';
import { BatonError } from '../../errors.ts';
import {
  askSchema,
  assignmentSchema,
  attemptEndSchema,
  itemEndSchema,
  requestSchema,
  runSchema,
} from '../../model/run/event.ts';
import { rejectionSchema } from '../../model/run/rejection.ts';
import { modelUsageSchema } from '../../model/run/usage.ts';
import { isRecord } from '../../std/is-record.ts';

const countedWorkSchema = assignmentSchema
  .pick({
    id: true,
    scope: true,
    phase: true,
    round: true,
    role: true,
    kind: true,
    contract: true,
    after: true,
  })
  .extend({ ask: askSchema.pick({ kind: true }).optional() });
export type CountedWork = z.infer<typeof countedWorkSchema>;

const countedRejectionSchema = rejectionSchema
  .pick({ clauses: true, blame: true })
  .extend({ problems: z.array(z.object({ code: z.string() })) });
export type CountedRejection = z.infer<typeof countedRejectionSchema>;

const countedRunSchema = runSchema.pick({ name: true, workflow: true, options: true, startedAt: true });
export type CountedRun = z.infer<typeof countedRunSchema>;

const scopeOf = { scope: z.string(), items: z.array(z.object({ key: z.string() })) };
const verdictOf = { submission: z.string(), assignment: z.string() };

const countedEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run-started'), run: countedRunSchema }),
  z.object({ kind: z.literal('run-ended'), status: z.enum(['complete', 'failed', 'cancelled']) }),
  z.object({ kind: z.literal('run-resumed') }),
  z.object({ kind: z.literal('scope-opened'), ...scopeOf }),
  z.object({ kind: z.literal('scope-grown'), ...scopeOf }),
  z.object({ kind: z.literal('phase-entered'), scope: z.string(), phase: z.string() }),
  z.object({ kind: z.literal('position-ended'), scope: z.string(), as: itemEndSchema.optional() }),
  z.object({ kind: z.literal('work-opened'), assignment: countedWorkSchema }),
  z.object({ kind: z.literal('attempt-started'), assignment: z.string(), attempt: z.number().int() }),
  z.object({
    kind: z.literal('attempt-ended'),
    assignment: z.string(),
    end: attemptEndSchema,
    retryAt: z.string().optional(),
    usage: z.array(modelUsageSchema).optional(),
  }),
  z.object({ kind: z.literal('submission-received'), ...verdictOf }),
  z.object({ kind: z.literal('submission-accepted'), ...verdictOf }),
  z.object({ kind: z.literal('submission-rejected'), ...verdictOf, rejection: countedRejectionSchema }),
  z.object({
    kind: z.literal('request-opened'),
    request: requestSchema.pick({
      ...{ id: true, request: true, assignment: true },
      ...{ person: true, parks: true, stuck: true },
    }),
  }),
  z.object({ kind: z.literal('request-answered'), request: z.string() }),
]);
export type CountedEvent = z.infer<typeof countedEventSchema>;

const KINDS: ReadonlySet<string> = new Set(countedEventSchema.options.map(({ shape }) => shape.kind.value));

const KIND = Buffer.from('"kind":"');
const QUOTE = 0x22;
const OBSERVED = Buffer.from('"input":{"kind":"observe"');
/** Before its input an entry says its number, its time and who it is by. */
const HEAD_BYTES = 256;

/** Whether some object of the line is of a kind that is counted. Baton writes JSON without spaces. */
const namesCountedKind = (line: Buffer): boolean => {
  for (let at = line.indexOf(KIND); at !== -1; at = line.indexOf(KIND, at + KIND.length)) {
    const from = at + KIND.length;
    if (KINDS.has(line.toString('latin1', from, line.indexOf(QUOTE, from)))) return true;
  }
  return false;
};

/**
 * Most bytes of a journal are evidence, and most evidence decides nothing yet: such a line need not be parsed. Other
 * lines nearly always say something that is counted, so they are not searched for it.
 */
export const mayBeCounted = (line: Buffer): boolean =>
  !line.subarray(0, HEAD_BYTES).includes(OBSERVED) || namesCountedKind(line);

const entrySchema = z.object({
  seq: z.number().int(),
  at: z.iso.datetime(),
  events: z.array(z.looseObject({ kind: z.string() })),
});

export interface CountedEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly events: readonly CountedEvent[];
}

const unreadable = (entry: unknown, error: z.ZodError): BatonError => {
  const seq = isRecord(entry) ? entry['seq'] : undefined;
  const [issue] = error.issues;
  const field = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return new BatonError(
    'JOURNAL_CORRUPT',
    `entry ${typeof seq === 'number' ? seq : '?'} is not what Baton writes: ${field}${issue?.message}`,
    {
      hint: 'Its checksum is right, so it was made by another program. `baton verify` looks at the whole run.',
    },
  );
};

/** Throws JOURNAL_CORRUPT where an entry is not one. */
export const countedEntry = (entry: unknown): CountedEntry => {
  const read = entrySchema.safeParse(entry);
  if (!read.success) throw unreadable(entry, read.error);
  const events = read.data.events
    .filter(({ kind }) => KINDS.has(kind))
    .map((event) => {
      const counted = countedEventSchema.safeParse(event);
      if (!counted.success) throw unreadable(entry, counted.error);
      return counted.data;
    });
  return { at: Date.parse(read.data.at), events };
};
