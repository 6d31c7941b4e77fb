// state.json: where each piece of work is, made from the log of handoffs. Nothing is decided by it; it can be made again.
import * as z from 'zod';
import { compareTaskIds } from '../tasks/task-id.ts';
import type { HandoffRecord } from './handoff-record.ts';

const workSchema = z.strictObject({
  /** Null for work without a task. */
  task: z.string().nullable(),
  phase: z.string().nullable(),
  status: z.string(),
  agent: z.string().nullable(),
  next: z.string().nullable(),
  failures: z.int().min(0),
  retries: z.int().min(0),
  escalated: z.boolean(),
  updated_at: z.string(),
});

export const collectiveStateSchema = z.strictObject({
  v: z.literal(1),
  handoffs: z.int().min(0),
  updated_at: z.string().nullable(),
  work: z.array(workSchema),
});
export type CollectiveState = z.infer<typeof collectiveStateSchema>;
type Work = z.infer<typeof workSchema>;

const STATUS = { let_go: 'failed', not_done: 'blocked' } as const;

const afterRecord = (before: Work | undefined, record: HandoffRecord): Work => {
  const { verdict, handoff, task, agent, next, failures, retries, actions, received_at } = record;
  const status =
    verdict === 'let_go' || verdict === 'not_done' ? STATUS[verdict] : (handoff?.status ?? 'pending');
  return {
    ...{ task, agent, next, failures, retries, updated_at: received_at },
    phase: handoff?.phase ?? before?.phase ?? null,
    status: actions.includes('escalate') ? 'blocked' : status,
    escalated: before?.escalated === true || actions.includes('escalate'),
  };
};

const byTask = (a: Work, b: Work): number => compareTaskIds(a.task ?? '', b.task ?? '');

/** Messages that were held changed nothing: their agent has not ended. */
export const stateOf = (records: readonly HandoffRecord[], before?: CollectiveState): CollectiveState => {
  if (before !== undefined && records.length === 0) return before;
  const work = new Map((before?.work ?? []).map((one) => [one.task, one]));
  const known = work.size;
  const ended = records.filter(({ verdict }) => verdict !== 'held');
  for (const record of ended) work.set(record.task, afterRecord(work.get(record.task), record));
  const all = [...work.values()];
  return {
    v: 1,
    handoffs: (before?.handoffs ?? 0) + ended.length,
    updated_at: records.at(-1)?.received_at ?? null,
    work: work.size === known ? all : all.sort(byTask),
  };
};

export const stateText = (state: CollectiveState): string => `${JSON.stringify(state, null, 2)}\n`;
