// Reading what a long run has left behind: the lines that agents' calls leave, and the journal itself.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replay } from '../src/runtime/replay.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import { readToolEvents, type ToolEvent } from '../src/systems/agentmux/files/tool-events.ts';
import { writeAgentmuxHistory } from './agentmux-history.ts';
import type { Bench } from './bench.ts';
import { type Row, referenceRow, samplesOf } from './measure.ts';

const COUNT = 100_000;
const ROUNDS = 15;
const JOURNAL_ROUNDS = 6;
const REFERENCE_MS = 1_530;
const FACTOR = 5;

/** A call of each kind, as often as a run has it. */
const CALLS: readonly (readonly [string, object])[] = [
  ['submit_architecture', { reviewers: ['reviewer_logic'] }],
  [
    'research_dispatch_code',
    {
      topic: 'auth-flow',
      context: 'We want people to log in.',
      questions: ['Where are sessions kept?', 'How are tests run?'],
      scope_hints: ['src/'],
      research_type: 'code',
    },
  ],
  ['submit_research_done', { topic: 'auth-flow', type: 'code', role_type: 'code' }],
  ['submit_plan', {}],
  ['submit_done', { subplan_index: 1 }],
  ['submit_done', { subplan_index: 2 }],
  ['submit_review', { role: 'reviewer_logic' }],
];

const writeLines = (path: string): void => {
  const lines = Array.from({ length: COUNT }, (_, index) => {
    const [tool, payload] = CALLS[index % CALLS.length]!;
    return `${JSON.stringify({ tool, timestamp: '2026-11-15T03:00:00+00:00', payload })}\n`;
  });
  writeFileSync(path, lines.join(''));
};

/** Reads the file and hands each event over, to somebody who does nothing with it. */
const handOver = (path: string): number => {
  const start = performance.now();
  let handed = 0;
  const listener = (_: ToolEvent): void => {
    handed += 1;
  };
  const { events, problems } = readToolEvents(readFileSync(path, 'utf8'));
  for (const event of events) listener(event);
  const ms = performance.now() - start;
  if (handed !== COUNT || problems.length > 0) throw new Error(`${handed} were handed over`);
  return ms;
};

const linesRow = async ({ scratch }: Bench): Promise<Row> => {
  const path = join(scratch, 'tool_events.jsonl');
  writeLines(path);
  const samples = await samplesOf(() => handOver(path), { rounds: ROUNDS });
  return referenceRow('100,000 lines of tool_events.jsonl read, checked and handed over', samples, {
    ms: REFERENCE_MS,
    factor: FACTOR,
  });
};

const journalRow = async ({ scratch }: Bench): Promise<Row> => {
  const directory = join(scratch, 'history');
  await writeAgentmuxHistory(directory, COUNT);
  const bytes = statSync(join(directory, 'journal.jsonl')).size;
  const { store } = await openFileStore(nodeDisk, directory);
  const once = async (): Promise<void> => {
    const state = await replay(store);
    if (state?.seq !== COUNT) throw new Error(`came to entry ${state?.seq}`);
  };
  const samples = await samplesOf(once, { rounds: JOURNAL_ROUNDS });
  await store.close();
  const what = `state from a journal of 100,000 entries, ${Math.round(bytes / 1e6)} MB (not the same: there lines are only parsed)`;
  return referenceRow(what, samples, { ms: REFERENCE_MS });
};

export const recordRows = async (bench: Bench): Promise<Row[]> => [
  await linesRow(bench),
  await journalRow(bench),
];
