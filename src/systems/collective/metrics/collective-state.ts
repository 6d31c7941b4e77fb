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

/** Messages that were held changed nothing: their agent has not ended. */
export const stateOf = (records: readonly HandoffRecord[]): CollectiveState => {
  const work = new Map<string, Work>();
  for (const record of records) {
    if (record.verdict === 'held') continue;
    const key = JSON.stringify(record.task);
    work.set(key, afterRecord(work.get(key), record));
  }
  return {
    v: 1,
    handoffs: records.filter(({ verdict }) => verdict !== 'held').length,
    updated_at: records.at(-1)?.received_at ?? null,
    work: [...work.values()].sort((a, b) => compareTaskIds(a.task ?? '', b.task ?? '')),
  };
};

export const stateText = (state: CollectiveState): string => `${JSON.stringify(state, null, 2)}\n`;
