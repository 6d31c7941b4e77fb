// What follows at once from an entry is written with it, and nothing is shown before all of it is kept.
import { describe, expect, it } from 'vitest';
import { agent } from '../authoring/step.ts';
import { workflow } from '../authoring/workflow.ts';
import { plan } from '../engine/plan.ts';
import { ATTEMPT_MS_MAX } from '../model/limits/limits.ts';
import type { Input } from '../model/run/input.ts';
import { type Digest, treeDigest } from '../model/run/sealed.ts';
import { file, role } from '../model/workflow/handles.ts';
import { Memory, openMemoryStore } from '../stores/memory/memory-store.ts';
import { play } from '../testing/play.ts';
import { createLoop } from './loop.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const TREE: Digest = treeDigest('0'.repeat(40));
const ENGINE = { engine: true } as const;

const step = (name: string) =>
  agent(role(`${name}-agent`), {
    prompt: () => 'Write it.',
    writes: [file(`${name}.md`, { parse: (text) => ({ value: text, problems: [] }) })],
  });

const steps = workflow('steps', {
  says: 'Three texts, one after the other.',
  steps: { write: step('write'), review: step('review'), close: step('close') },
  flow: { write: 'review', review: 'close', close: 'end' },
});

const start: Input = {
  kind: 'start',
  given: [],
  run: {
    ...{ name: 'r', workflow: steps.name, workflowVersion: steps.version, definition: '', request: 'Do it.' },
    ...{ options: {}, base: { commit: null, tree: TREE }, isolation: 'none', attemptMs: ATTEMPT_MS_MAX },
    startedAt: NOW,
  },
};

const opened = async (memory: Memory) => {
  const { store } = await openMemoryStore(memory);
  const clock = { now: () => NOW, at: () => () => {} };
  const loop = createLoop({ workflow: steps, store, clock, state: undefined });
  loop.follow((state) =>
    plan(state).assignments.flatMap(({ id, started }): Input[] =>
      started ? [] : [{ kind: 'attempt-start', assignment: id }],
    ),
  );
  const seen: string[] = [];
  loop.onEntry((entry, state) =>
    seen.push(`${entry.input.kind} ${entry.seq} ${state.seq} ${loop.state?.seq}`),
  );
  return { loop, seen };
};

describe('the loop', () => {
  it('writes what follows at once together with what led to it, and shows each entry with its own state', async () => {
    const memory = new Memory();
    let writes = 0;
    memory.beforeWrite = () => {
      writes += 1;
    };
    const { loop, seen } = await opened(memory);
    const { entry, state } = await loop.give(start, ENGINE);
    expect(writes).toBe(1);
    expect(seen).toEqual(['start 1 1 1', 'attempt-start 2 2 2']);
    expect([entry?.seq, state.seq, memory.lines.length]).toEqual([1, 2, 2]);
  });

  it('shows none of them when they could not be kept', async () => {
    const memory = new Memory();
    memory.beforeWrite = () => {
      throw new Error('no room');
    };
    const { loop, seen } = await opened(memory);
    await expect(loop.give(start, ENGINE)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect([seen, loop.state, memory.lines]).toEqual([[], undefined, []]);
  });
});

it('an attempt that can begin at once is begun with the entry that makes it wanted', async () => {
  const { entries, status } = await play(steps, {
    agents: {
      'write-agent': [{ write: { 'write.md': 'One.' } }],
      'review-agent': [{ write: { 'review.md': 'Two.' } }],
      'close-agent': [{ write: { 'close.md': 'Three.' } }],
    },
  });
  expect(status).toBe('complete');
  const begun = entries.filter(({ input }) => input.kind === 'attempt-start');
  // Nobody looked for what is wanted between the two: the clock of the play moves when somebody does.
  const together = begun.filter(({ seq, at }) => entries[seq - 2]?.at === at);
  expect(together.map(({ seq }) => entries[seq - 2]?.input.kind)).toEqual(['submit', 'submit']);
});
