// Parallel writers are proved exactly where each has a tree of its own, and items that may end alone where a person is asked then.
import { describe, expect, it } from 'vitest';
import { lines, passed } from '../../../test/fixtures/workflows/lines.ts';
import { commit } from '../../authoring/actions.ts';
import { scope } from '../../authoring/flow.ts';
import { agent, agents, engine, person } from '../../authoring/step.ts';
import { workflow } from '../../authoring/workflow.ts';
import { file, role, tree } from '../../model/workflow/handles.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { prove } from '../prove.ts';

type Scope = NonNullable<Workflow['scopes']>[string];

const messages = (changed: Workflow): readonly string[] =>
  prove(changed).problems.map(({ message }) => message);

const withPhase = (name: string, routes: Workflow['phases'][string]['routes']): Workflow => ({
  ...lines,
  phases: { ...lines.phases, [name]: { ...lines.phases[name]!, routes } },
});

const withScope = ({ blocked: _, ...rest }: Scope, more: Partial<Scope>): Workflow => ({
  ...lines,
  scopes: { tasks: { ...rest, ...more } },
});

const tasks = lines.scopes!['tasks']!;

const base = tree('base', { starts: 'project' });
const [coder, tester] = [role('coder'), role('tester')];

/** One step per item, and a commit of the main line. */
const small = (
  steps: Parameters<typeof scope>[0]['steps'],
  flow: Record<string, unknown>,
  parallel = 3,
): Workflow =>
  workflow('small', {
    says: 'Tasks.',
    steps: {
      tasks: scope({ items: () => [{ key: 'a' }], max: 3, parallel, steps, flow: flow as never }),
      committing: engine(commit(base, { message: () => 'm' })),
    },
    flow: { tasks: 'committing', committing: 'end' },
  });

describe('parallel writers of code', () => {
  const own = tree('work', { each: true, starts: base });

  it('are proved where each item has a tree of its own', () => {
    expect(messages(small({ code: agent(coder, { worksIn: own, writes: [own] }) }, { code: 'end' }))).toEqual(
      [],
    );
  });

  it('are refused where they write one tree', () => {
    const shared = tree('shared', { starts: 'project' });
    const refused = small({ code: agent(coder, { worksIn: shared, writes: [shared] }) }, { code: 'end' });
    expect(messages(refused)).toEqual([
      'scope "tasks": parallel items all write "shared" (contract "code" in phase "code"); make it "each" or the scope sequential',
    ]);
  });

  it('are refused where they write the main line', () => {
    const refused = small(
      {
        code: agent(coder, { worksIn: own, writes: [own] }),
        spoil: agent(coder, { worksIn: base, writes: [base] }),
        finish: agent(coder, { contract: 'finishing', worksIn: own, writes: [own] }),
      },
      { code: 'spoil', spoil: 'finish', finish: 'end' },
      1,
    );
    expect(messages(refused)).toContainEqual(
      'scope "tasks": phase "spoil" writes "base", the main line of its items; only items that end well move it',
    );
  });

  it('are refused where several write the tree of one item', () => {
    const refused = small(
      { code: agents(coder, { each: { items: () => [{ key: 'x' }], max: 2 }, worksIn: own, writes: [own] }) },
      { code: { all: { done: 'end' }, any: {} } },
    );
    expect(messages(refused)).toContainEqual(
      'phase "code": several write "work" of one item at once; expected one work without a fan-out',
    );
  });

  it('are refused where the tree of an item is written outside of a scope', () => {
    const refused = workflow('alone', {
      says: 'No scope.',
      steps: {
        code: agents(coder, { each: { items: () => [{ key: 'x' }], max: 2 }, worksIn: own, writes: [own] }),
      },
      flow: { code: 'end' },
    });
    expect(messages(refused)).toContainEqual(
      'phase "code": contract "code" writes "work", which has a main line, outside of a scope; put the phase into a scope, or take "onto" away',
    );
  });

  it('are refused where an item ends without anybody being judged on the main line', () => {
    const refused = small(
      {
        code: agent(coder, { worksIn: own, writes: [own] }),
        approve: person(['yes', 'no'], { ask: () => 'Good?' }),
      },
      { code: 'approve', approve: { yes: 'end', no: 'code' } },
    );
    expect(messages(refused)).toEqual([
      'scope "tasks", phase "approve": expected one agent to hand in what ends an item, without a fan-out and without "until": only that is judged on the main line as it stands then',
    ]);
  });

  it('are refused where whoever ends the item cannot send a conflict back', () => {
    const report = file('reports/{item}.md', { name: 'report' });
    const refused = small(
      {
        code: agent(coder, { worksIn: own, writes: [own] }),
        test: agent(tester, { worksIn: own, writes: [report] }),
      },
      { code: 'test', test: 'end' },
    );
    expect(messages(refused)).toEqual([
      'scope "tasks", phase "test": contract "test" does not write "work", and every outcome of it ends the item; add an outcome that sends a conflict back to whoever does',
    ]);
  });

  it('void what was said of the main line', () => {
    const reads = { ...lines.contracts['committing']!.reads, main: 'required' as const };
    const stated: Workflow = {
      ...lines,
      facts: { ...lines.facts, known: { about: ['main'] } },
      first: 'looking',
      contracts: {
        ...lines.contracts,
        looking: {
          ...{ from: ['human'], says: 'Looks.', produces: [], reads },
          outcomes: { seen: { guarantees: ['known'] } },
          ask: () => ({ kind: 'approval', text: '?', choices: ['seen'] }),
        },
        committing: { ...lines.contracts['committing']!, assumes: ['known'] },
      },
      phases: {
        ...lines.phases,
        looking: {
          work: [{ role: 'human', contract: 'looking' }],
          routes: [{ when: { all: 'seen' }, to: 'tasks' }],
        },
      },
    };
    expect(prove(stated).problems).toMatchObject([{ code: 'PROOF_FACT' }]);
  });
});

describe('items that may end alone', () => {
  it('need a step for those that are blocked', () => {
    expect(messages(withScope(tasks, {}))).toContainEqual(
      'scope "tasks": an item may end alone in phase "stuck", and nothing says where items go that follow it; name a phase of a person in "blocked"',
    );
  });

  it('need a person there', () => {
    expect(messages(withScope(tasks, { blocked: 'implement' }))).toContainEqual(
      'scope "tasks": blocked items go to phase "implement", where no person is asked; give that phase work of a person, without "until"',
    );
    expect(messages(withScope(tasks, { blocked: 'committing' }))).toContainEqual(
      'scope "tasks": blocked items go to "committing"; expected one of its own phases',
    );
  });

  it('are tried again by nobody else', () => {
    const refused = withPhase('stuck', [
      { when: { all: 'again' }, to: 'end', as: 'retry-failed' },
      { when: { all: 'give-up' }, to: 'end', as: 'item-failed' },
    ]);
    expect(messages(refused)).toContainEqual(
      'phase "stuck" lets what failed begin again ("retry-failed"); expected that in the "blocked" phase of a scope alone',
    );
  });

  it('let nothing be said of all items afterwards', () => {
    const assumes = [passed.name];
    const claimed: Workflow = {
      ...lines,
      contracts: { ...lines.contracts, committing: { ...lines.contracts['committing']!, assumes } },
    };
    expect(prove(claimed).problems).toMatchObject([{ code: 'PROOF_FACT' }]);
  });

  it('leave it said where all end well or the run ends', () => {
    const { blocked: _, ...phases } = lines.phases;
    const { blocked: __, ...contracts } = lines.contracts;
    const { blocked: ___, ...rest } = tasks;
    const strict: Workflow = {
      ...lines,
      contracts: { ...contracts, committing: { ...contracts['committing']!, assumes: [passed.name] } },
      phases: {
        ...phases,
        stuck: {
          ...phases['stuck']!,
          routes: [
            { when: { all: 'again' }, to: 'implement' },
            { when: { all: 'give-up' }, to: 'end', as: 'failed' },
          ],
        },
      },
      scopes: { tasks: { ...rest, phases: rest.phases.filter((phase) => phase !== 'blocked') } },
    };
    expect(messages(strict)).toEqual([]);
  });

  it('are items of a scope', () => {
    const refused: Workflow = {
      ...lines,
      phases: {
        ...lines.phases,
        committing: {
          ...lines.phases['committing']!,
          routes: [{ when: { all: 'committed' }, to: 'end', as: 'item-failed' }],
        },
      },
    };
    expect(messages(refused)).toContainEqual(
      'phase "committing" ends an item alone ("item-failed"), but is in no scope; expected "failed" or "cancelled"',
    );
  });
});
