// How authors say that items of a scope write code side by side, and may end alone.
import { describe, expect, it } from 'vitest';
import { prove } from '../engine/prove.ts';
import { file, role, tree } from '../model/workflow/handles.ts';
import { play } from '../testing/play.ts';
import { scope } from './flow.ts';
import { agent, oneOf, person } from './step.ts';
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

describe('a scope whose items choose who works on them', () => {
  const main = tree('main', { starts: 'project' });
  const work = tree('work', { each: true, starts: main });
  const plan = file('plans/{item}.md', { name: 'plan' });
  const chosen = workflow('chosen', {
    says: '',
    steps: {
      tasks: scope({
        ...{ items: () => [{ key: 'a' }, { key: 'b' }], max: 2, parallel: true },
        steps: {
          plan: agent(writer, { writes: [plan] }),
          code: agent(
            oneOf([role('left'), role('right')], (view) => (view.text(plan) === 'left' ? 'left' : 'right')),
            { reads: [plan], worksIn: work, writes: [work], inputs: (view) => ({ plan: view.text(plan) }) },
          ),
        },
        flow: { plan: 'code', code: 'end' },
      }),
    },
    flow: { tasks: 'end' },
  });

  it('is proved for each of them', () => {
    expect(prove(chosen).problems).toEqual([]);
    expect(chosen.scopes?.['tasks']?.phases).toEqual(['plan', 'code', 'code-left', 'code-right']);
  });

  it('has each item done by the role that its plan names, all in one main line', async () => {
    const run = await play(chosen, {
      agents: {
        writer: { a: [{ write: { 'plans/a.md': 'left' } }], b: [{ write: { 'plans/b.md': 'right' } }] },
        left: { a: [{ write: { 'project:a': 'by left' } }] },
        right: { b: [{ write: { 'project:b': 'by right' } }] },
      },
    });
    expect(run.status, JSON.stringify(run.cause ?? run.awaited)).toBe('complete');
    expect(run.trees['main']).toEqual({ a: 'by left', b: 'by right' });
    expect(run.scenes.find(({ role: who }) => who === 'right')?.inputs).toMatchObject({ plan: 'right' });
  });
});
