// What agents of a collective claim, beside what is so.
import { describe, expect, it } from 'vitest';
import type { Scene } from '../../../testing/script.ts';
import { readRecords } from '../metrics/handoff-record.ts';
import { blockOf, codes, played, tasksText } from './scripts.fixture.ts';

const handoffsOf = (run: Awaited<ReturnType<typeof played>>) =>
  readRecords(run.files['handoffs.jsonl'] ?? '').records;

/** One agent whose hand-in is made of the turn that it has. */
const turning = (handIn: (turn: number, scene: Scene) => object) => {
  let turns = 0;
  return played({
    tasks: tasksText({ id: 1, agent: 'module-development-agent' }),
    agents: {
      'module-development-agent': (scene: Scene) => {
        turns += 1;
        return handIn(turns, scene);
      },
    },
  });
};

describe('two blocks', () => {
  const says = (first: object, second: object) =>
    turning((turn, scene) => {
      const usual = (codes() as (s: Scene) => { say: string })(scene);
      return turn > 1 ? usual : { ...usual, say: blockOf(scene, first) + blockOf(scene, second) };
    });

  it('that say different things are rejected', async () => {
    const run = await says({ status: 'failed' }, {});
    expect(run.scenes[1]?.prompt).toContain('one says failed, the other complete');
    expect(run.status).toBe('complete');
  });

  it('that say the same are one', async () => {
    const run = await says({}, {});
    expect([run.status, run.scenes.length]).toEqual(['complete', 1]);
  });
});

describe('a claim', () => {
  const claims = (metrics: Record<string, unknown>) =>
    turning((turn, scene) => (codes(turn === 1 ? { metrics } : {}) as (s: Scene) => object)(scene));

  it.each([
    ['that the tests failed, with status complete', { tests_failed: 1 }],
    ['of more tests than there are', { tests_total: 99, tests_passed: 99, tests_failed: 0 }],
    ['of a coverage that nobody measured', { coverage: '95%' }],
    ['of a coverage as a number', { coverage: 95 }],
  ])('%s is rejected, and can be put right', async (_, metrics) => {
    const run = await claims(metrics);
    expect(run.verdicts.map(({ accepted }) => accepted)).toContain(false);
    expect(run.status).toBe('complete');
  });

  it('that is true is accepted', async () => {
    const run = await claims({
      ...{ tests_total: 5, tests_passed: 5, tests_failed: 0 },
      // Not of lines: Baton has no number beside it.
      coverage: 'User workflows: 90%',
    });
    expect(run.verdicts.every(({ accepted }) => accepted)).toBe(true);
  });

  it('that work is still in progress is no handoff: its agent goes on', async () => {
    let turns = 0;
    const run = await played({
      tasks: tasksText({ id: 1, agent: 'module-development-agent' }),
      agents: {
        'module-development-agent': (scene: Scene) => {
          turns += 1;
          return turns === 1
            ? { say: blockOf(scene, { status: 'in_progress' }) }
            : (codes() as (s: Scene) => object)(scene);
        },
      },
    });
    expect(run.status).toBe('complete');
    expect(handoffsOf(run)).toHaveLength(1);
  });

  it('to write what its role may not write is refused', async () => {
    const run = await played({
      tasks: tasksText({ id: 1, agent: 'module-development-agent' }),
      agents: { 'module-development-agent': codes({}, { 'project:.github/workflows/ci.yml': 'on: push\n' }) },
    });
    expect(run.verdicts.at(-1)).toMatchObject({ accepted: false });
    expect(run.status).not.toBe('complete');
  });
});
