// How authors say that items of a scope write code side by side, and may end alone.
import { describe, expect, it } from 'vitest';
import { prove } from '../engine/prove.ts';
import { role, tree } from '../model/workflow/handles.ts';
import { scope } from './flow.ts';
import { agent, person } from './step.ts';
import { workflow } from './workflow.ts';

const writer = role('writer');

describe('a scope whose items write code side by side', () => {
  const main = tree('main', { starts: 'project' });
  const work = tree('work', { each: true, starts: main });
  const tasks = scope({
    ...{ items: () => [{ key: 'a' }], max: 2, parallel: true, blocked: 'blocked' },
    steps: {
      code: agent(writer, { worksIn: work, writes: [work] }),
      blocked: person(['without', 'again'], { ask: () => 'What now?' }),
    },
    flow: {
      code: { done: 'end', 'gave-up': 'item-failed' },
      blocked: { without: 'item-cancelled', again: 'retry-failed' },
    },
  });
  const made = workflow('tasks', { says: '', steps: { tasks }, flow: { tasks: 'end' } });

  it('has three at once, a main line, and a step for those that are blocked', () => {
    expect(made.scopes?.['tasks']).toMatchObject({ order: { parallel: 3 }, blocked: 'blocked' });
    expect(made.artifacts).toMatchObject({ work: { each: true, onto: 'main' }, main: { given: true } });
    expect(made.phases['code']?.routes).toContainEqual({
      ...{ when: { exit: 'gave-up' }, to: 'end', as: 'item-failed' },
    });
    expect(made.phases['blocked']?.routes).toMatchObject([{ as: 'item-cancelled' }, { as: 'retry-failed' }]);
    expect(made.contracts['blocked']?.ask?.({} as never).kind).toBe('escalation');
    expect(prove(made).problems).toEqual([]);
  });
});
