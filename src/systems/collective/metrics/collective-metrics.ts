// metrics.json: what the log of handoffs says about agents, phases, tasks and edges, against the collective's targets.
// Everything is counted from messages that were judged; what nobody measured is null, never a guess.
import * as z from 'zod';
import {
  PROBLEMATIC_SAMPLES_MIN,
  RELIABLE_SAMPLES_MIN,
  RELIABLE_SHOWN_MAX,
  TREND_SAMPLES_MIN,
} from '../limits.ts';
import type { HandoffRecord } from './handoff-record.ts';
import { metricSumSchema, sumMetrics } from './metric-sums.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1).nullable();

const groupSchema = z.strictObject({
  name: z.string(),
  /** Messages that ended a piece of work: accepted, let go, or not done. */
  handoffs: count,
  complete: count,
  failed: count,
  blocked: count,
  /** Times that an agent was held because its handoff could not be used. */
  held: count,
  let_go: count,
  retries: count,
  escalations: count,
  success_rate: share,
  metrics: z.array(metricSumSchema),
});
export type MetricsGroup = z.infer<typeof groupSchema>;

export const TRENDS = ['better', 'worse', 'steady'] as const;

const edgeSchema = z.strictObject({
  name: z.string(),
  total: count,
  success_rate: share,
  trend: z.enum(TRENDS).nullable(),
});
export type MetricsEdge = z.infer<typeof edgeSchema>;

const targetSchema = z.strictObject({
  name: z.string(),
  target: z.number(),
  /** Whether it is to be at least or at most that. */
  bound: z.enum(['min', 'max']),
  value: z.number().nullable(),
  met: z.boolean().nullable(),
});
export type MetricsTarget = z.infer<typeof targetSchema>;

export const collectiveMetricsSchema = z.strictObject({
  v: z.literal(1),
  total: groupSchema,
  agents: z.array(groupSchema),
  phases: z.array(groupSchema),
  tasks: z.array(groupSchema),
  edges: z.array(edgeSchema),
  reliable: z.array(z.string()),
  problematic: z.array(z.string()),
  targets: z.array(targetSchema),
  /** Lines of the log that could not be read. */
  unreadable: count,
});
export type CollectiveMetrics = z.infer<typeof collectiveMetricsSchema>;

const PROBLEMATIC_RATE = 0.7;
const TREND_STEP = 0.05;

const isEnd = ({ verdict }: HandoffRecord): boolean => verdict !== 'held';

/** An agent that was let go without a usable handoff has failed, whatever it said. */
const statusOf = ({ verdict, handoff }: HandoffRecord): string => {
  if (verdict === 'let_go') return 'failed';
  if (verdict === 'not_done') return 'blocked';
  return handoff?.status ?? 'pending';
};

const isSuccess = (record: HandoffRecord): boolean => statusOf(record) === 'complete';

const rate = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const groupOf = (name: string, records: readonly HandoffRecord[]): MetricsGroup => {
  const ends = records.filter(isEnd);
  const withStatus = (status: string): number => ends.filter((one) => statusOf(one) === status).length;
  const withAction = (action: string): number =>
    ends.filter(({ actions }) => actions.includes(action)).length;
  const complete = withStatus('complete');
  const decided = complete + withStatus('failed') + withStatus('blocked');
  return {
    ...{
      name,
      handoffs: ends.length,
      complete,
      failed: withStatus('failed'),
      blocked: withStatus('blocked'),
    },
    held: records.length - ends.length,
    let_go: ends.filter(({ verdict }) => verdict === 'let_go').length,
    ...{ retries: withAction('retry'), escalations: withAction('escalate') },
    success_rate: rate(complete, decided),
    metrics: [...sumMetrics(ends.flatMap(({ handoff }) => (handoff === null ? [] : [handoff.metrics])))],
  };
};

const groupsBy = (
  records: readonly HandoffRecord[],
  keyOf: (record: HandoffRecord) => string | null,
): MetricsGroup[] => {
  const groups = new Map<string, HandoffRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => groupOf(name, own));
};

const fromOf = ({ agent, handoff }: HandoffRecord): string => agent ?? handoff?.from ?? 'unknown';

/** The second half against the first. */
const trendOf = (records: readonly HandoffRecord[]): MetricsEdge['trend'] => {
  if (records.length < TREND_SAMPLES_MIN) return null;
  const middle = Math.floor(records.length / 2);
  const rateOf = (some: readonly HandoffRecord[]): number => some.filter(isSuccess).length / some.length;
  const change = rateOf(records.slice(middle)) - rateOf(records.slice(0, middle));
  return change > TREND_STEP ? 'better' : change < -TREND_STEP ? 'worse' : 'steady';
};

const edgesOf = (records: readonly HandoffRecord[]): MetricsEdge[] => {
  const edges = new Map<string, HandoffRecord[]>();
  for (const record of records.filter(isEnd)) {
    if (record.next === null) continue;
    const name = `${fromOf(record)}->${record.next}`;
    const own = edges.get(name);
    if (own === undefined) edges.set(name, [record]);
    else own.push(record);
  }
  return [...edges]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => ({
      ...{ name, total: own.length, trend: trendOf(own) },
      success_rate: rate(own.filter(isSuccess).length, own.length),
    }));
};

const PEER = 'HANDOFF_NEXT_NOT_ALLOWED';

const target = (
  name: string,
  bound: MetricsTarget['bound'],
  wanted: number,
  value: number | null,
): MetricsTarget => ({
  ...{ name, target: wanted, bound, value },
  met: value === null ? null : bound === 'min' ? value >= wanted : value <= wanted,
});

/** The collective's own targets. Times and overhead are not in the log, so they are unknown here. */
const targetsOf = (records: readonly HandoffRecord[], total: MetricsGroup): MetricsTarget[] => {
  const ends = records.filter(isEnd);
  const peers = ends.filter(({ problems }) => problems.some(({ code }) => code === PEER)).length;
  const coverage = total.metrics.find(({ name }) => name === 'coverage')?.percent_mean ?? null;
  return [
    target('routing_compliance', 'min', 0.95, rate(ends.length - peers, ends.length)),
    target('peer_to_peer', 'max', 0, peers),
    target('handoff_success', 'min', 0.98, total.success_rate),
    target('coverage', 'min', 0.95, coverage === null ? null : coverage / 100),
    target('coordination_overhead', 'max', 0.1, null),
    target('handoff_seconds', 'max', 30, null),
  ];
};

export const metricsOf = (records: readonly HandoffRecord[], unreadable = 0): CollectiveMetrics => {
  const total = groupOf('all', records);
  const edges = edgesOf(records);
  const reliable = edges.filter((edge) => edge.total >= RELIABLE_SAMPLES_MIN);
  const byRate = [...reliable].sort(
    (a, b) => (b.success_rate ?? 0) - (a.success_rate ?? 0) || b.total - a.total,
  );
  return {
    ...{ v: 1, total, edges, unreadable },
    agents: groupsBy(records, fromOf),
    phases: groupsBy(records, ({ handoff }) => handoff?.phase ?? null),
    tasks: groupsBy(records, ({ task }) => task),
    reliable: byRate
      .filter(({ success_rate }) => (success_rate ?? 0) >= PROBLEMATIC_RATE)
      .slice(0, RELIABLE_SHOWN_MAX)
      .map(({ name }) => name),
    problematic: edges
      .filter((edge) => edge.total >= PROBLEMATIC_SAMPLES_MIN && (edge.success_rate ?? 1) < PROBLEMATIC_RATE)
      .map(({ name }) => name),
    targets: targetsOf(records, total),
  };
};

export const metricsText = (metrics: CollectiveMetrics): string => `${JSON.stringify(metrics, null, 2)}\n`;
