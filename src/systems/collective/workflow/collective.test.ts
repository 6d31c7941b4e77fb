// The ways of tasks through a collective: who gets them, what ends them, what happens when they fail, what is written back.
import { describe, expect, it } from 'vitest';
import { prove } from '../../../engine/prove.ts';
import type { Scene } from '../../../testing/script.ts';
import { collective } from './collective.ts';
import { blockOf, codes, played, routesTo, taskOf, tasksText } from './scripts.fixture.ts';

type Run = Awaited<ReturnType<typeof played>>;
const scenesOf = (run: Run): readonly string[] =>
  run.scenes.map(({ role, inputs }) => `${role} ${inputs['task']}`);
const stateOf = (run: Run) => JSON.parse(run.files['state.json'] ?? '{}');
it('is proved', () => {
  expect(prove(collective).problems).toEqual([]);
});

/** What a person is asked about a task; nobody answers. */
const asking = () => {
  const asked: string[] = [];
  return {
    asked,
    escalated: ({ text }: { readonly text: string }) => {
      asked.push(text);
      return undefined;
    },
  };
};

describe('the hub', () => {
  it('sends a task to the routing agent, then to whom it names, and ends it when its code is proved', async () => {
    const run = await played();
    expect(run.verdicts.filter(({ accepted }) => !accepted)).toEqual([]);
    expect([run.status, run.awaited]).toEqual(['complete', []]);
    expect(scenesOf(run)).toEqual(['routing-agent 1', 'module-development-agent 1']);
    expect(stateOf(run)).toMatchObject({ status: 'complete', tasks: { 1: 'done' } });
    expect(run.trees['main']).toHaveProperty(['src/1.js']);
  });

  it('lets a task name its agent, also by another name', async () => {
    const run = await played({ tasks: tasksText({ id: 1, agent: '@implementation-agent' }) });
    expect(scenesOf(run)).toEqual(['module-development-agent 1']);
    expect(run.status).toBe('complete');
  });

  it('sends work from spoke to spoke through the hub', async () => {
    const run = await played({
      tasks: tasksText({ id: 1, agent: 'module-development-agent' }),
      agents: {
        'module-development-agent': codes({ to: '@functional-testing-agent' }),
        'routing-agent': (scene: Scene) => ({
          say: blockOf(scene, { to: '@functional-testing-agent', phase: 'Testing' }),
        }),
        'functional-testing-agent': (scene: Scene) => ({
          write: { 'project:tests/one.test.js': 'test("one", () => {});\n' },
          say: blockOf(scene, { phase: 'Testing' }),
        }),
      },
    });
    expect(scenesOf(run)).toEqual([
      'module-development-agent 1',
      'routing-agent 1',
      'functional-testing-agent 1',
    ]);
    expect(run.scenes[1]?.prompt).toContain('wishes that @functional-testing-agent goes on');
    expect(run.status).toBe('complete');
  });

  it('rejects an agent that does not exist, with the nearest name, and goes on with the next word', async () => {
    let turns = 0;
    const run = await played({
      agents: {
        'routing-agent': (scene: Scene) => {
          turns += 1;
          return {
            say: blockOf(scene, {
              phase: 'Planning',
              to: turns === 1 ? '@module-agent' : '@module-development-agent',
            }),
          };
        },
      },
    });
    expect(run.verdicts.filter(({ accepted }) => !accepted)).toHaveLength(1);
    expect(run.scenes[1]?.prompt ?? '').toContain('module-development-agent');
    expect(run.status).toBe('complete');
  });

  it('rejects a phase that may not follow, and a block of somebody else', async () => {
    const says = [{ phase: 'QA' }, { phase: 'Planning', to: '@module-development-agent' }];
    const run = await played({
      agents: {
        'routing-agent': (scene: Scene) => ({
          say: blockOf(scene, { phase: 'Testing', to: '@module-development-agent' }),
        }),
        'module-development-agent': (scene: Scene) => ({
          ...(codes() as (s: Scene) => object)(scene),
          say: blockOf(scene, scene.prompt.includes('Planning') ? (says[1] ?? {}) : { phase: 'Research' }),
        }),
      },
    });
    expect(run.verdicts.some(({ accepted }) => !accepted)).toBe(true);
    expect(run.status).not.toBe('complete');
  });

  it('asks a person when the routing agent names nobody', async () => {
    const { asked, escalated } = asking();
    await played({
      agents: { 'routing-agent': (scene: Scene) => ({ say: blockOf(scene, { phase: 'Planning' }) }) },
      people: { escalated },
    });
    expect(asked[0]).toContain('named nobody');
  });

  it('ends a task without code where a coordinator says that it is complete', async () => {
    const run = await played({
      agents: { 'routing-agent': (scene: Scene) => ({ say: blockOf(scene, { phase: 'Complete' }) }) },
    });
    expect([run.status, stateOf(run).tasks]).toEqual(['complete', { 1: 'done' }]);
  });

  it('does not end a task because somebody looked at it who writes no code', async () => {
    const run = await played({
      tasks: tasksText({ id: 1, agent: 'security-compliance-agent' }),
      agents: {
        'security-compliance-agent': (scene: Scene) => ({ say: blockOf(scene, { phase: 'QA' }) }),
        'routing-agent': routesTo('@module-development-agent', 'QA'),
      },
    });
    expect(scenesOf(run).slice(0, 2)).toEqual(['security-compliance-agent 1', 'routing-agent 1']);
  });

  it('does not let work go round without end', async () => {
    const { asked, escalated } = asking();
    const run = await played({
      tasks: tasksText({ id: 1, agent: 'workflow-agent' }),
      agents: {
        'workflow-agent': routesTo('@routing-agent'),
        'routing-agent': routesTo('@workflow-agent'),
      },
      people: { escalated },
    });
    expect(asked[0]).toContain('times');
    expect(run.scenes.length).toBeLessThan(15);
  });
});

describe('a failure', () => {
  const fails = (times: number, more: object = {}) => {
    let failed = 0;
    return (scene: Scene) => {
      failed += 1;
      return failed <= times
        ? {
            say: blockOf(scene, {
              status: 'failed',
              on_failure: { context: `Attempt ${failed} broke.`, ...more },
            }),
          }
        : (codes() as (s: Scene) => object)(scene);
    };
  };
  const direct = tasksText({ id: 1, agent: 'module-development-agent' });

  it('is tried again with what went wrong, by whom on_failure names', async () => {
    const run = await played({
      tasks: direct,
      agents: {
        'module-development-agent': fails(1, { route_to: '@theme-development-agent' }),
        'theme-development-agent': (scene: Scene) => ({
          write: { 'project:themes/custom/one.css': 'a {}\n' },
          say: blockOf(scene),
        }),
      },
    });
    expect(scenesOf(run)).toEqual(['module-development-agent 1', 'theme-development-agent 1']);
    expect(run.scenes[1]?.prompt).toContain('Attempt 1 broke.');
    expect(run.scenes[1]?.prompt).toContain('This is retry 1.');
    expect(run.status).toBe('complete');
  });

  it('reaches a person when no retry is left, once, and goes on with the word of that person', async () => {
    const run = await played({
      tasks: direct,
      agents: { 'module-development-agent': fails(3, { retry: 2, route_to: '@module-development-agent' }) },
      people: { escalated: [{ says: 'again', why: 'Use the old API.' }] },
    });
    expect(run.scenes).toHaveLength(4);
    expect(run.scenes[3]?.prompt).toContain('Use the old API.');
    expect(run.status).toBe('complete');
  });

  it('of a task blocks those that follow it, and nobody else', async () => {
    const run = await played({
      tasks: tasksText(
        { id: 1, agent: 'module-development-agent' },
        { id: 2, dependencies: [1], agent: 'theme-development-agent' },
        { id: 3, agent: 'theme-development-agent' },
      ),
      agents: {
        'module-development-agent': fails(9, { retry: 0 }),
        'theme-development-agent': (scene: Scene) => ({
          write: { [`project:themes/custom/${taskOf(scene)}.css`]: 'a {}\n' },
          say: blockOf(scene),
        }),
      },
      people: { escalated: () => 'give-up', waiting: () => 'without' },
    });
    expect(run.status).toBe('complete');
    expect(stateOf(run).tasks).toEqual({ 1: 'failed', 2: 'cancelled', 3: 'done' });
    expect(Object.keys(run.trees['main'] ?? {})).toContain('themes/custom/3.css');
  });

  it('hands nothing in', async () => {
    const run = await played({
      tasks: direct,
      agents: {
        'module-development-agent': (scene: Scene) => ({
          write: { 'project:src/half.js': 'half\n' },
          say: blockOf(scene, { status: 'failed', on_failure: { retry: 0 } }),
        }),
      },
      people: { escalated: () => 'give-up' },
    });
    expect(Object.keys(run.trees['main'] ?? {})).not.toContain('src/half.js');
    // Where nothing is done there is nothing to commit.
    expect([run.status, run.performed]).toEqual(['failed', []]);
  });

  it('that is blocked takes no retry', async () => {
    let turns = 0;
    const run = await played({
      tasks: direct,
      agents: {
        'module-development-agent': (scene: Scene) => {
          turns += 1;
          return turns === 1
            ? { say: blockOf(scene, { status: 'blocked', on_failure: { context: 'No access.' } }) }
            : (codes() as (s: Scene) => object)(scene);
        },
      },
    });
    expect(scenesOf(run)).toEqual([
      'module-development-agent 1',
      'routing-agent 1',
      'module-development-agent 1',
    ]);
    expect(run.scenes[2]?.prompt).not.toContain('This is retry');
    expect(run.status).toBe('complete');
  });
});

describe('what a failure wants others to know', () => {
  it('is in the next prompt of the agent that it names, and nobody waits', async () => {
    let failed = 0;
    const run = await played({
      tasks: tasksText(
        { id: 1, agent: 'module-development-agent' },
        { id: 2, dependencies: [1], agent: 'routing-agent' },
      ),
      agents: {
        'module-development-agent': (scene: Scene) => {
          failed += 1;
          return failed === 1
            ? {
                say: blockOf(scene, {
                  status: 'failed',
                  on_failure: {
                    notify: '@delegator',
                    route_to: '@module-development-agent',
                    context: 'The schema is old.',
                  },
                }),
              }
            : (codes() as (s: Scene) => object)(scene);
        },
      },
    });
    expect(run.status).toBe('complete');
    const told = run.scenes.filter(({ role }) => role === 'routing-agent');
    expect(told[0]?.prompt).toContain('## Notices');
    expect(told[0]?.prompt).toContain('The schema is old.');
  });
});

describe('tasks side by side', () => {
  it('begin with what they follow', async () => {
    const run = await played({
      tasks: tasksText(
        { id: 1, agent: 'module-development-agent' },
        { id: 2, dependencies: [1], agent: 'module-development-agent' },
        {
          id: 3,
          agent: 'module-development-agent',
          subtasks: [{ id: 1, agent: 'module-development-agent' }],
        },
      ),
    });
    expect(run.status).toBe('complete');
    expect(stateOf(run).tasks).toEqual({ 1: 'done', 2: 'done', '3.1': 'done' });
    expect(Object.keys(run.trees['main'] ?? {})).toEqual(
      expect.arrayContaining(['src/1.js', 'src/2.js', 'src/3_1.js']),
    );
  });
});

describe('tasks that cannot be done', () => {
  it.each([
    ['a circle', tasksText({ id: 1, dependencies: [2] }, { id: 2, dependencies: [1] }), 'circle'],
    ['a dependency that is not there', tasksText({ id: 1, dependencies: [7] }), 'no such task'],
    [
      'one that is cancelled',
      tasksText({ id: 1, dependencies: [2] }, { id: 2, status: 'cancelled' }),
      'cancelled',
    ],
    ['no JSON', '{"master": ', 'tasks.json'],
  ])('are told before the run starts: %s', async (_, tasks, words) => {
    await expect(played({ tasks })).rejects.toThrow(words);
  });
});

describe('what is written back', () => {
  const written = (run: Run) => run.performed.find(({ action }) => action === 'merge-file');

  it('is the status of each task, and of one whose subtasks are done', async () => {
    const tasks = tasksText(
      { id: 1, agent: 'module-development-agent' },
      { id: 2, subtasks: [{ id: 1, agent: 'module-development-agent' }] },
    );
    const run = await played({ tasks });
    expect(written(run)).toEqual({
      action: 'merge-file',
      path: '.taskmaster/tasks/tasks.json',
      was: tasks,
      now: tasks.replaceAll('"pending"', '"done"'),
    });
  });

  it('is not written where the request was the only task', async () => {
    const run = await played({
      project: {},
      agents: { 'routing-agent': routesTo('@module-development-agent') },
    });
    expect([run.status, written(run)]).toEqual(['complete', undefined]);
  });
});
