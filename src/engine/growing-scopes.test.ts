// Scopes whose items come to light while they are worked at, and the commit that becomes an artifact.

import { describe, expect, it } from 'vitest';
import { DrivenRun, treeNumber } from '../../test/fixtures/driven-run.ts';
import { file, lastCommit, tree } from '../model/workflow/handles.ts';
import { defineWorkflow, type Item } from '../model/workflow/workflow.ts';
import { prove } from './prove.ts';

const itemsIn = (text: string): Item[] =>
  text
    .split(' ')
    .filter((key) => key !== '')
    .map((key) => ({ key }));

/** Each item hands in the list as it is to be from then on. */
const workflowWith = (grows: boolean) =>
  defineWorkflow({
    name: 'growing',
    version: 1,
    says: 'A list that grows.',
    directory: '.baton/runs',
    first: 'task',
    roles: {
      worker: { mayWrite: ['list', 'tree'] },
      engine: { mayWrite: ['saved'], kind: 'engine' },
    },
    artifacts: {
      list: { path: 'list.txt', kind: 'file', given: () => 'a b' },
      tree: { path: '.', kind: 'tree', given: true },
      saved: { path: '.', kind: 'tree', given: true },
    },
    facts: { listed: { about: ['list'] } },
    contracts: {
      list: {
        from: ['worker'],
        tool: 'submit_list',
        says: 'The list.',
        produces: ['list', 'tree'],
        worksIn: 'saved',
        outcomes: { done: { guarantees: ['listed'] } },
      },
      commit: {
        from: ['engine'],
        says: 'Commits.',
        reads: { tree: 'required' },
        produces: ['saved'],
        assumes: ['listed'],
        outcomes: { committed: { guarantees: [] } },
        effect: (view) => ({
          action: 'commit',
          tree: view.digest(tree('tree')),
          parent: view.memo(lastCommit) ?? null,
          branch: 'baton/r',
          message: view.here.item ?? '',
          into: 'saved',
        }),
      },
    },
    phases: {
      doing: {
        work: [{ role: 'worker', contract: 'list' }],
        routes: [{ when: { all: 'done' }, to: 'saving' }],
      },
      saving: {
        work: [{ role: 'engine', contract: 'commit' }],
        routes: [{ when: { all: 'committed' }, to: 'end' }],
      },
    },
    limits: {},
    scopes: {
      task: {
        items: (view) => itemsIn(view.maybe(file('list')) ?? ''),
        min: 1,
        max: 6,
        order: 'sequential',
        phases: ['doing', 'saving'],
        first: 'doing',
        then: 'end',
        ...(grows ? { grows: true as const } : {}),
      },
    },
  });

const running = (grows = true) => {
  const run = new DrivenRun(workflowWith(grows));
  let trees = 0;
  const done: string[] = [];
  return {
    run,
    done,
    /** The item that is on hands in this list; the engine commits. */
    hand: (list: string): void => {
      const id = run.wanted[0]!;
      const item = id.split('.')[2]!;
      done.push(item);
      trees += 1;
      run.submit(id, { 'list.txt': list, '.': trees });
      const work = `saving.engine.${item}.1`;
      const effect = run.state.works[work]?.assignment.effect;
      if (effect?.action !== 'commit') throw new Error('expected a commit');
      const sealed = [{ artifact: effect.into!, path: '.', digest: effect.tree, bytes: 0 }];
      run.give({
        kind: 'perform',
        assignment: work,
        result: { outcome: 'committed', sealed, details: { commit: `c${trees}` }, problems: [] },
      });
    },
  };
};

describe('a scope that grows', () => {
  it('is proved', () => {
    expect(prove(workflowWith(true)).problems).toEqual([]);
  });

  it('takes what came to light in the order in which it stands, and ends when all is done', () => {
    const { run, done, hand } = running();
    hand('a c b');
    hand('a c b d');
    hand('a c b d');
    expect(run.wanted).toEqual(['doing.worker.d.1']);
    hand('a c b d');
    expect([done, run.state.status]).toEqual([['a', 'c', 'b', 'd'], 'complete']);
  });

  it('does nothing twice, also what stands before the one that is on', () => {
    const { run, done, hand } = running();
    hand('z a b');
    hand('z a b');
    hand('z a b');
    expect([done, run.state.status]).toEqual([['a', 'z', 'b'], 'complete']);
  });

  it('keeps what was there, also when nobody names it any more', () => {
    const { run, done, hand } = running();
    hand('c');
    expect(run.state.scopes['task']?.items.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    hand('c');
    hand('c');
    expect([done, run.state.status]).toEqual([['a', 'b', 'c'], 'complete']);
  });

  it('says so once for each growth, and never when nothing is new', () => {
    const { run, hand } = running();
    hand('a b');
    expect(run.events.filter(({ kind }) => kind === 'scope-grown')).toEqual([]);
    hand('a b c');
    expect(run.events.filter(({ kind }) => kind === 'scope-grown')).toHaveLength(1);
  });

  it('has a limit', () => {
    const { hand } = running();
    expect(() => hand('a b c d e f g')).toThrow(/expected 1 to 6 items/);
  });

  it('without the word it does what it began with', () => {
    const { run, done, hand } = running(false);
    hand('a b c');
    hand('a b c');
    expect([done, run.state.status]).toEqual([['a', 'b'], 'complete']);
  });
});

describe('a commit into an artifact', () => {
  it('is what the next item works on, and is committed on top of', () => {
    const { run, hand } = running();
    expect(run.state.works['doing.worker.a.1']?.start).toBe(treeNumber(0));
    hand('a b');
    expect(run.state.artifacts['saved']?.digest).toBe(treeNumber(1));
    expect(run.state.works['doing.worker.b.1']?.start).toBe(treeNumber(1));
    run.submit('doing.worker.b.1', { 'list.txt': 'a b', '.': 2 });
    expect(run.state.works['saving.engine.b.1']?.assignment.effect).toMatchObject({
      parent: 'c1',
      tree: treeNumber(2),
    });
  });
});
