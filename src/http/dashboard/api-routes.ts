// Every address of the dashboard's HTTP interface. They translate; what is answered comes from the operations.
import * as z from 'zod';
import { BatonError } from '../../errors.ts';
import { diffSchema, logPieceSchema } from '../../model/dashboard/bytes.ts';
import {
  answerBodySchema,
  entriesSchema,
  handoffRowsSchema,
  handoffSchema,
  handoffsOnlySchema,
  itemReplySchema,
  listSchema,
  marksSchema,
  runStatusSchema,
  runViewSchema,
  takenSchema,
} from '../../model/dashboard/documents.ts';
import { HANDOFF_ROWS_ASKED_MAX } from '../../model/limits/dashboard.ts';
import { metricsSchema } from '../../model/metrics.ts';
import type { Dashboard, RunName } from '../../operations/dashboard/dashboard.ts';
import { metricsCsv } from '../../operations/dashboard/metrics-csv.ts';
import type { Asked, Route } from './route.ts';
import type { Sessions } from './sessions.ts';
import { streamList, streamRun } from './streams.ts';

export interface ApiOptions {
  readonly dashboard: Dashboard;
  readonly sessions: Sessions;
  readonly readOnly: boolean;
  readonly person: string;
  readonly version: string;
}

const ENTRIES_MAX = 2_000;
const seq = z.coerce.number().int().positive();
const inProject = z.object({
  project: z.string().optional().describe('which project, where there are several'),
});
/** Of handoffs, the newest so many. */
const rows = z.coerce.number().int().positive().max(HANDOFF_ROWS_ASKED_MAX);
const handoffsQuery = inProject.extend({
  at: seq.optional(),
  rows: rows.optional(),
  only: handoffsOnlySchema.optional(),
});
const eventsQuery = inProject.extend({
  from: z.coerce.number().int().nonnegative().optional(),
  rows: rows.optional(),
  slim: z.enum(['0', '1']).optional().describe('1: letters in place of lines, and only what changed'),
});
const metricsQuery = inProject.extend({ since: z.string().optional(), workflow: z.string().optional() });

const nameOf = ({ params, query }: Asked): RunName => ({
  run: params['run'] ?? '',
  project: inProject.parse(query).project,
});

/** A number of a path that is none is like a page that is not there. */
const numberOf = (text: string | undefined): number => {
  if (/^\d{1,9}$/.test(text ?? '')) return Number(text);
  throw new BatonError('ITEM_UNKNOWN', `expected a number in the path, got ${JSON.stringify(text ?? '')}`);
};

const runRoutes = ({ dashboard }: ApiOptions): readonly Route[] => [
  {
    ...{ method: 'GET', path: '/api/runs', says: 'what waits for a person, and all runs', reply: listSchema },
    query: z.object({
      cursor: z.string().optional(),
      state: runStatusSchema.optional(),
      workflow: z.string().optional(),
      q: z.string().optional(),
    }),
    answer: async ({ query }) => ({ json: await dashboard.lists.list(query) }),
  },
  {
    ...{ method: 'GET', path: '/api/feed', says: 'the list as it changes', reply: 'text/event-stream' },
    answer: async () => ({ stream: streamList(dashboard) }),
  },
  {
    ...{ method: 'GET', path: '/api/runs/:run', says: 'a run, now or at an entry', reply: runViewSchema },
    query: inProject.extend({ at: seq.optional(), rows: rows.optional() }),
    answer: async (asked) => ({
      json: await dashboard.view(
        nameOf(asked),
        asked.query['at'] as number | undefined,
        asked.query['rows'] as number | undefined,
      ),
    }),
  },
  {
    ...{ method: 'GET', path: '/api/runs/:run/handoffs', says: 'handoffs, newest first' },
    reply: handoffRowsSchema,
    query: handoffsQuery,
    answer: async (asked) => {
      const { at, ...rest } = handoffsQuery.parse(asked.query);
      return { json: await dashboard.handoffs(nameOf(asked), at, rest) };
    },
  },
  {
    ...{ method: 'GET', path: '/api/runs/:run/marks', says: 'one letter for each entry', reply: marksSchema },
    query: inProject,
    answer: async (asked) => ({ json: await dashboard.marks(nameOf(asked)) }),
  },
  {
    ...{
      method: 'GET',
      path: '/api/runs/:run/entries',
      says: 'entries without their bytes',
      reply: entriesSchema,
    },
    query: inProject.extend({ from: seq.default(1), to: seq.optional() }),
    answer: async (asked) => {
      const from = asked.query['from'] as number;
      const to = (asked.query['to'] as number | undefined) ?? from + ENTRIES_MAX - 1;
      const found = await dashboard.entries(nameOf(asked), from, Math.min(to, from + ENTRIES_MAX - 1));
      return { json: { run: asked.params['run'], ...found } };
    },
  },
  {
    ...{
      method: 'GET',
      path: '/api/runs/:run/events',
      says: 'entries as they come, each with how the run stands',
    },
    reply: 'text/event-stream',
    query: eventsQuery,
    answer: async (asked) => {
      const last = Number(asked.lastEvent ?? Number.NaN);
      const { from: first = Number.MAX_SAFE_INTEGER, rows, slim } = eventsQuery.parse(asked.query);
      const from = Number.isInteger(last) ? last : first;
      await dashboard.shown(nameOf(asked));
      return { stream: streamRun(dashboard, nameOf(asked), { from, rows, slim: slim === '1' }) };
    },
  },
];

const byteRoutes = ({ dashboard }: ApiOptions): readonly Route[] => [
  {
    ...{ method: 'GET', path: '/api/runs/:run/handoffs/:seq', says: 'one handoff, clause by clause' },
    reply: handoffSchema,
    query: inProject.extend({ at: seq.optional() }),
    answer: async (asked) => ({
      json: await dashboard.handoff(
        nameOf(asked),
        numberOf(asked.params['seq']),
        asked.query['at'] as number | undefined,
      ),
    }),
  },
  {
    ...{ method: 'GET', path: '/api/runs/:run/diff', says: 'the difference between two trees of the run' },
    reply: diffSchema,
    query: inProject.extend({ from: z.string(), to: z.string() }),
    answer: async (asked) => ({
      json: await dashboard.diff(nameOf(asked), String(asked.query['from']), String(asked.query['to'])),
    }),
  },
  {
    ...{ method: 'GET', path: '/api/runs/:run/objects/:digest', says: 'a sealed file, as plain text' },
    reply: 'text/plain',
    query: inProject,
    answer: async (asked) => {
      const digest = asked.params['digest'] ?? '';
      const { bytes } = await dashboard.object(nameOf(asked), digest);
      return {
        text: bytes,
        type: 'text/plain; charset=utf-8',
        name: `${digest.replace(/[^a-z0-9]/g, '-')}.txt`,
      };
    },
  },
  {
    ...{ method: 'GET', path: '/api/runs/:run/log/:assignment/:attempt', says: 'what an attempt printed' },
    reply: logPieceSchema,
    query: inProject.extend({ offset: z.coerce.number().int().default(0) }),
    answer: async (asked) => ({
      json: await dashboard.log(
        nameOf(asked),
        asked.params['assignment'] ?? '',
        numberOf(asked.params['attempt']),
        asked.query['offset'] as number,
      ),
    }),
  },
  {
    ...{ method: 'GET', path: '/api/metrics', says: 'accept rates, yields and times', reply: metricsSchema },
    query: metricsQuery,
    answer: async ({ query }) => {
      const { project, ...rest } = metricsQuery.parse(query);
      return { json: await dashboard.metrics(project, rest) };
    },
  },
  {
    ...{ method: 'GET', path: '/api/metrics.csv', says: 'the same as a table', reply: 'text/csv' },
    query: metricsQuery,
    answer: async ({ query }) => {
      const { project, ...rest } = metricsQuery.parse(query);
      const text = metricsCsv(await dashboard.metrics(project, rest));
      return { text, type: 'text/csv; charset=utf-8', name: 'baton-metrics.csv' };
    },
  },
];

const peopleRoutes = ({ dashboard, sessions, readOnly, person, version }: ApiOptions): readonly Route[] => [
  {
    ...{ method: 'POST', path: '/api/session', says: 'a one-time code for a token', open: true },
    body: z.object({ code: z.string() }),
    reply: z.object({ token: z.string(), readOnly: z.boolean(), person: z.string(), version: z.string() }),
    answer: async ({ body }) => {
      const { code } = z.object({ code: z.string() }).parse(body);
      return { json: { token: sessions.open(code), readOnly, person, version } };
    },
  },
  {
    ...{ method: 'GET', path: '/api/inbox/:run/:item', says: 'something that waits, or who answered it' },
    reply: itemReplySchema,
    query: inProject,
    answer: async (asked) => ({ json: await dashboard.item(nameOf(asked), asked.params['item'] ?? '') }),
  },
  {
    ...{
      method: 'POST',
      path: '/api/inbox/:run/:item',
      says: 'an answer, for the bytes that were seen',
      writes: true,
    },
    reply: takenSchema,
    query: inProject,
    body: answerBodySchema,
    answer: async (asked) => ({
      json: await dashboard.answer(
        nameOf(asked),
        asked.params['item'] ?? '',
        answerBodySchema.parse(asked.body),
        asked.person,
      ),
    }),
  },
  {
    ...{
      method: 'POST',
      path: '/api/runs/:run/stop',
      says: 'cancels the run; it can be resumed',
      writes: true,
    },
    reply: z.object({ ok: z.literal(true) }),
    query: inProject,
    answer: async (asked) => {
      await dashboard.stop(nameOf(asked), asked.person);
      return { json: { ok: true } };
    },
  },
  {
    ...{
      method: 'POST',
      path: '/api/runs/:run/resume',
      says: 'starts a process that holds the run',
      writes: true,
    },
    reply: z.object({ ok: z.literal(true) }),
    query: inProject,
    answer: async (asked) => {
      await dashboard.resume(nameOf(asked));
      return { json: { ok: true } };
    },
  },
];

/** A server that only shows has no route that writes. */
export const apiRoutes = (options: ApiOptions): readonly Route[] =>
  [...runRoutes(options), ...byteRoutes(options), ...peopleRoutes(options)].filter(
    ({ writes }) => !(options.readOnly && writes === true),
  );
