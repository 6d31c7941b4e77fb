import { describe, expect, test } from 'vitest';
import { RelayInMemory } from '../../../test/fixtures/relay-in-memory.ts';
import { newsIn } from './news.ts';

describe('newsIn', () => {
  test('what waits is told once, and how the run ends', () => {
    const run = new RelayInMemory();
    const start = run.state;
    run.plan();
    expect(newsIn(run.state, start)).toEqual([]);
    run.code();
    const [waits, ...others] = newsIn(run.state, start);
    expect(others).toEqual([]);
    expect(waits).toMatchObject({ event: 'waiting', item: 'approving.human.1', kind: 'approval' });
    expect(newsIn(run.state, run.state)).toEqual([]);
    const before = run.state;
    run.give({ kind: 'fail', cause: { code: 'AGENT_FAILED', message: 'the agent\x1b[2J failed' } });
    expect(newsIn(run.state, before)).toMatchObject([
      {
        event: 'ended',
        status: 'failed',
        title: expect.stringContaining('is failed'),
        text: 'the agent failed',
      },
    ]);
  });
});
