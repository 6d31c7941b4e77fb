import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { judgeGraph } from './judge-graph.ts';
import { isEverythingDone, nextTask, readyTasks } from './next-task.ts';
import { readTasks } from './read-tasks.ts';
import type { TaskGraph } from './task-graph.ts';
import { type FixtureTask, taggedText } from './tasks.fixture.ts';
import { writeStatuses } from './write-statuses.ts';

const graphOf = (...tasks: readonly FixtureTask[]): TaskGraph => {
  const { value, problems } = readTasks(taggedText(...tasks));
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return value;
};
const next = (...tasks: readonly FixtureTask[]) => nextTask(graphOf(...tasks))?.id;
const ready = (...tasks: readonly FixtureTask[]) => readyTasks(graphOf(...tasks)).map(({ id }) => id);

describe('the next task', () => {
  it('is the most urgent one whose dependencies are done', () => {
    expect(next({ id: 1, priority: 'low' }, { id: 2, priority: 'high', dependencies: [1] })).toBe('1');
    expect(next({ id: 1, status: 'done' }, { id: 2, priority: 'low' }, { id: 3, dependencies: [1] })).toBe(
      '3',
    );
    expect(next({ id: 3 }, { id: 2 }, { id: 1, status: 'completed' })).toBe('2');
    expect(next({ id: 2, dependencies: [1] }, { id: 1, status: 'done' }, { id: 9 })).toBe('9');
  });

  it('is a subtask of a task in progress before any other task', () => {
    const parent = {
      id: 7,
      status: 'in-progress',
      subtasks: [
        { id: 1, status: 'done' },
        { id: 2, dependencies: [1] },
      ],
    };
    expect(next({ id: 1, priority: 'critical' }, parent)).toBe('7.2');
  });

  it.each([
    ['all are done', [{ id: 1, status: 'done' }]],
    [
      'they wait in a circle',
      [
        { id: 1, dependencies: [2] },
        { id: 2, dependencies: [1] },
      ],
    ],
    ['there are none', []],
    [
      'they wait for one that is cancelled',
      [
        { id: 1, status: 'cancelled' },
        { id: 2, dependencies: [1] },
      ],
    ],
    ['they are in review', [{ id: 1, status: 'review' }]],
  ])('is none when %s', (_, tasks) => {
    expect(next(...tasks)).toBeUndefined();
    expect(ready(...tasks)).toEqual([]);
  });
});

describe("Task Master's faults that Baton does not have", () => {
  it('critical ranks above high', () => {
    expect(next({ id: 1, priority: 'high' }, { id: 2, priority: 'critical' })).toBe('2');
  });

  it('a subtask waits for what its task waits for', () => {
    const waiting = { id: 2, status: 'in-progress', dependencies: [1], subtasks: [{ id: 1 }] };
    expect(next({ id: 1 }, waiting)).toBe('1');
    expect(ready({ id: 1 }, waiting)).toEqual(['1']);
  });

  it('a task that is done with open subtasks does not free its dependents, and they can be finished', () => {
    const half = { id: 1, status: 'done', subtasks: [{ id: 1 }] };
    expect(ready(half, { id: 2, dependencies: [1] })).toEqual(['1.1']);
    expect(next(half, { id: 2, dependencies: [1] })).toBe('1.1');
  });

  it('a task in progress is not offered again while its subtasks wait', () => {
    const stuck = {
      ...{ id: 1, status: 'in-progress', priority: 'high' },
      subtasks: [{ id: 1, dependencies: ['2'] }],
    };
    expect(next(stuck, { id: 2 })).toBe('2');
  });

  it('names with letters have an order', () => {
    expect(next({ id: 'HAM-10' }, { id: 'HAM-9' })).toBe('HAM-9');
  });
});

describe('tasks that are ready', () => {
  it('are all that may be done side by side, leaves alone', () => {
    expect(
      ready(
        { id: 1, subtasks: [{ id: 1 }, { id: 2 }, { id: 3, dependencies: [1] }] },
        { id: 2, priority: 'high' },
        { id: 3, dependencies: [2] },
      ),
    ).toEqual(['2', '1.1', '1.2']);
  });

  it('include a task whose subtasks are all finished', () => {
    expect(ready({ id: 1, status: 'in-progress', subtasks: [{ id: 1, status: 'done' }] })).toEqual(['1']);
  });
});

const status = fc.constantFrom('pending', 'in-progress', 'done', 'cancelled');
const priority = fc.constantFrom('low', 'medium', 'high', 'critical');
const tasks = fc.array(
  fc.record({
    status,
    priority,
    dependencies: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
    subtasks: fc.array(
      fc.record({
        status,
        dependencies: fc.uniqueArray(fc.constantFrom(1, 2, '1.1', '2.1', '3.1'), { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 6 },
);

describe('any graph without a reported error', () => {
  it('is finished by doing what is ready, in as many steps as it has tasks', () => {
    let sound = 0;
    fc.assert(
      fc.property(tasks, (drawn) => {
        const numbered = drawn.map((task, at) => ({
          ...task,
          id: at + 1,
          subtasks: task.subtasks.map((subtask, index) => ({ ...subtask, id: index + 1 })),
        }));
        let text = taggedText(...numbered);
        let graph = readTasks(text).value;
        if (graph === undefined || judgeGraph(graph).some(isError)) return;
        sound += 1;
        for (let steps = 0; steps <= 2 * graph.tasks.length; steps += 1) {
          const [first] = readyTasks(graph);
          if (first === undefined) break;
          text = writeStatuses(text, new Map([[first.id, 'done']])).value ?? text;
          graph = readTasks(text).value ?? graph;
        }
        expect(isEverythingDone(graph)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(sound).toBeGreaterThan(200);
  });
});
