// Scopes: the same phases once per item, with positions, facts and counters of their own.

import { describe, expect, it } from 'vitest';
import type { Input } from '../model/run/input.ts';
import type { State } from '../model/run/state.ts';
import { file } from '../model/workflow/handles.ts';
import { defineWorkflow, type ScopeSpec } from '../model/workflow/workflow.ts';
import { decide } from './decide.ts';
import { plan } from './plan.ts';
import { prove } from './prove.ts';
import { applyEntry } from './reduce/reduce.ts';

const workflowWith = (order: ScopeSpec<string>['order']) =>
  defineWorkflow({
    name: 'tasks',
    version: 1,
    says: 'A task at a time.',
    directory: '.baton/runs',
    first: 'task',
    roles: { worker: { mayWrite: ['note'] }, human: { mayWrite: [], kind: 'human' } },
    artifacts: { note: { path: 'notes/{item}.md', kind: 'file', each: true } },
    facts: { 'note.written': { about: ['note'], each: true } },
    contracts: {
      note: {
        from: ['worker'],
        tool: 'submit_note',
        says: 'A note.',
        produces: ['note'],
        outcomes: { done: { guarantees: ['note.written'] }, again: { guarantees: [] } },
        outcome: (s) => (s.text(file('note')) === 'again' ? 'again' : 'done'),
      },
      end: {
        from: ['human'],
        says: 'Enough?',
        produces: [],
        outcomes: { enough: { guarantees: [] }, more: { guarantees: [] } },
        ask: () => ({ kind: 'approval', text: 'Enough?', choices: ['enough', 'more'] }),
      },
      stuck: {
        from: ['human'],
        says: 'What now?',
        produces: [],
        outcomes: { go: { guarantees: [] } },
        ask: () => ({ kind: 'escalation', text: 'What now?', choices: ['go'] }),
      },
    },
    phases: {
      writing: {
        work: [{ role: 'worker', contract: 'note' }],
        routes: [
          { when: { all: 'done' }, to: 'end' },
          { when: { any: 'again' }, to: 'writing', counts: 'tries' },
        ],
      },
      stuck: {
        work: [{ role: 'human', contract: 'stuck' }],
        routes: [{ when: { all: 'go' }, to: 'writing' }],
      },
      closing: {
        work: [{ role: 'human', contract: 'end' }],
        routes: [
          { when: { all: 'enough' }, to: 'end' },
          { when: { all: 'more' }, to: 'task' },
        ],
      },
    },
    limits: { tries: { max: 1, per: 'item', atLimit: 'stuck', resetBy: 'human' } },
    scopes: {
      task: {
        items: () => [{ key: 'a', inputs: { task_id: 'A1' } }, { key: 'b' }, { key: 'c', after: ['a'] }],
        min: 1,
        max: 3,
        order,
        phases: ['writing', 'stuck'],
        first: 'writing',
        then: 'closing',
      },
    },
  });

const running = (order: ScopeSpec<string>['order']) => {
  const workflow = workflowWith(order);
  let state: State | undefined;
  const give = (input: Input): void => {
    const at = '2026-11-15T00:00:00.000Z';
    const { events } = decide(workflow, state, input, { at, contents: () => undefined });
    if (events.length > 0) state = applyEntry(state, { seq: (state?.seq ?? 0) + 1, at, events });
  };
  give({
    kind: 'start',
    given: [],
    run: {
      name: 'r',
      workflow: 'tasks',
      workflowVersion: 1,
      definition: 'x',
      request: 'x',
      options: {},
      base: { commit: null, tree: `git-tree:${'0'.repeat(40)}` },
      isolation: 'none',
      attemptMs: 1000,
      startedAt: '2026-11-15T00:00:00.000Z',
    },
  });
  const hand = (assignment: string, text: string): void => {
    give({ kind: 'attempt-start', assignment });
    const { attempt } = state!.works[assignment]!;
    const { artifact, path } = state!.works[assignment]!.assignment.writes[0]!;
    const digest = `sha256:${Buffer.from(`${assignment}${text}`).toString('hex').padEnd(64, '0').slice(-64)}`;
    const sealed = [{ artifact, path, digest, bytes: text.length, text }];
    give({
      kind: 'submit',
      submission: `${assignment}${text}`,
      assignment,
      attempt,
      tool: 'submit_note',
      args: {},
      sealed,
      problems: [],
    });
  };
  const wanted = (): string[] => plan(state!).assignments.map((a) => a.id);
  return { give, hand, wanted, state: () => state! };
};

describe('a scope', () => {
  it('is proved', () => {
    expect(prove(workflowWith('sequential')).problems).toEqual([]);
  });

  it('takes one item after the other when it is sequential', () => {
    const run = running('sequential');
    expect(run.wanted()).toEqual(['writing.worker.a.1']);
    expect(run.state().works['writing.worker.a.1']?.assignment.inputs).toMatchObject({ task_id: 'A1' });
    run.hand('writing.worker.a.1', 'x');
    expect(run.wanted()).toEqual(['writing.worker.b.1']);
    run.hand('writing.worker.b.1', 'x');
    run.hand('writing.worker.c.1', 'x');
    expect(run.state().positions['']?.phase).toBe('closing');
    expect(Object.keys(run.state().facts).sort()).toEqual([
      'note.written/a',
      'note.written/b',
      'note.written/c',
    ]);
  });

  it('takes several at once when it is parallel, but none before what it follows', () => {
    const run = running({ parallel: 3 });
    expect(run.wanted()).toEqual(['writing.worker.a.1', 'writing.worker.b.1']);
    run.hand('writing.worker.a.1', 'x');
    expect(run.wanted()).toEqual(['writing.worker.b.1', 'writing.worker.c.1']);
  });

  it('counts limits for each item on its own', () => {
    const run = running({ parallel: 3 });
    run.hand('writing.worker.a.1', 'again');
    run.hand('writing.worker.a.2', 'again');
    expect(run.state().positions['task/a']?.phase).toBe('stuck');
    expect(run.state().counters).toEqual({ 'tries/a': 1 });
    expect(run.wanted()).toEqual(['writing.worker.b.1']);
    run.give({ kind: 'answer', item: 'stuck.human.a.1', choice: 'go', text: '', args: {} });
    expect(run.state().counters).toEqual({ 'tries/a': 0 });
    expect(run.wanted()).toEqual(['writing.worker.b.1', 'writing.worker.a.3']);
  });

  it('begins anew with every item when it is entered again', () => {
    const run = running({ parallel: 3 });
    for (const item of ['a', 'b', 'c']) run.hand(`writing.worker.${item}.1`, 'x');
    run.give({ kind: 'answer', item: 'closing.human.1', choice: 'more', text: '', args: {} });
    expect(run.wanted()).toEqual(['writing.worker.a.2', 'writing.worker.b.2']);
    for (const item of ['a', 'b', 'c']) run.hand(`writing.worker.${item}.2`, 'y');
    run.give({ kind: 'answer', item: 'closing.human.2', choice: 'enough', text: '', args: {} });
    expect(run.state().status).toBe('complete');
  });
});
