import { describe, expect, it } from 'vitest';
import { isError } from '../../../model/problem.ts';
import { TASKS_MAX } from '../limits.ts';
import { judgeGraph } from './judge-graph.ts';
import { readTasks } from './read-tasks.ts';
import { compareTaskIds, readTaskId, taskIdOf } from './task-id.ts';
import { type FixtureTask, HAND_MADE, legacyText, taggedText } from './tasks.fixture.ts';

const graphOf = (text: string, tag?: string) => {
  const { value, problems } = readTasks(text, 'tasks.json', tag);
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return value;
};
const said = (text: string, tag?: string): string[] =>
  readTasks(text, 'tasks.json', tag)
    .problems.filter(isError)
    .map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('names of tasks', () => {
  it.each([
    ['12', '12'],
    ['task-12', '12'],
    ['Task 12', '12'],
    ['task-15.3', '15.3'],
    ['1.10', '1.10'],
    ['007.01', '7.1'],
    ['HAM-1', 'HAM-1'],
    ['ham1', 'HAM-1'],
    [12, '12'],
  ])('%j is %s', (written, id) => {
    expect(taskIdOf(written)).toBe(id);
  });

  it.each([
    ['1.1.1', 'expected a task id such as "12", "15.3" or "HAM-1" with at most one dot, got "1.1.1"'],
    [
      15.3,
      'expected a task id such as "12", "15.3" or "HAM-1" in quotation marks, got the number 15.3, which loses its last zeros',
    ],
    ['HAM-1.2', 'expected a task id such as "12", "15.3" or "HAM-1", got "HAM-1.2"'],
    ['', 'expected a task id such as "12", "15.3" or "HAM-1", got ""'],
    [null, 'expected a task id such as "12", "15.3" or "HAM-1", got null'],
    [-1, /in quotation marks, got the number -1/],
  ])('%j is refused', (written, expected) => {
    const read = readTaskId(written);
    expect('expected' in read ? read.expected : read.id).toMatch(expected);
  });

  it('are ordered by their numbers', () => {
    const names = ['10', 'HAM-10', '2.10', '2', 'HAM-2', '2.9'];
    expect([...names].sort(compareTaskIds)).toEqual(['2', '2.9', '2.10', '10', 'HAM-2', 'HAM-10']);
  });
});

describe('tasks.json', () => {
  it('is read in the tagged and in the legacy form', () => {
    const task = { id: 3, dependencies: [], subtasks: [{ id: 1 }, { id: 2, dependencies: [1, '3.1'] }] };
    const tagged = graphOf(taggedText(task));
    const legacy = graphOf(legacyText(task));
    expect([tagged.form, legacy.form]).toEqual(['tagged', 'legacy']);
    expect(tagged.tags).toEqual(['master', 'side-track']);
    expect(tagged.tasks.map(({ id, parent }) => [id, parent])).toEqual([
      ['3', null],
      ['3.1', '3'],
      ['3.2', '3'],
    ]);
    expect(legacy.tasks.map(({ id }) => id)).toEqual(['3', '3.1', '3.2']);
    // A number means a sibling, so both dependencies are the same one.
    expect(tagged.tasks[2]?.dependencies.map(({ id }) => id)).toEqual(['3.1']);
  });

  it('is read as people format it, with fields that Baton does not know', () => {
    const { tasks } = graphOf(HAND_MADE);
    expect(tasks.map(({ id, status, title }) => [id, status, title])).toEqual([
      ['1', 'done', 'Café "menu"'],
      ['2', 'pending', 'Order'],
      ['2.1', 'pending', 'Cart'],
      ['2.2', 'pending', 'Pay'],
    ]);
    expect(tasks[3]).toMatchObject({ at: { line: 6, column: 77 }, dependencies: [{ id: '2.1' }] });
  });

  it('knows all statuses and priorities, also in other cases', () => {
    const statuses = ['done', 'completed', 'in_progress', 'Review', 'blocked', 'deferred', 'cancelled'];
    const { tasks } = graphOf(taggedText(...statuses.map((status, id) => ({ id, status }))));
    expect(tasks.map(({ status }) => status)).toEqual([
      ...['done', 'done', 'in-progress', 'review', 'blocked', 'deferred', 'cancelled'],
    ]);
    const odd = readTasks(taggedText({ id: 1, priority: 'urgent' }));
    expect(odd.value?.tasks[0]?.priority).toBe('medium');
    expect(odd.problems[0]).toMatchObject({ severity: 'warning', line: 9 });
  });

  it('takes the whole name of a subtask, which some versions wrote', () => {
    expect(graphOf(taggedText({ id: 4, subtasks: [{ id: '4.2' }] })).tasks[1]?.id).toBe('4.2');
  });

  it('finds the task of a number in a subtask where no sibling has it', () => {
    const text = taggedText({ id: 1 }, { id: 2, subtasks: [{ id: 7, dependencies: [1] }] });
    expect(graphOf(text).tasks[2]?.dependencies[0]?.id).toBe('1');
  });
});

describe('a broken tasks.json is refused with line and reason', () => {
  it.each([
    ['nothing', '', /^1:1 expected JSON, the file is empty$/],
    ['cut off', '{\n  "master": {\n    "tasks": [ { "id": 1, "ti', /^3:\d+ not readable as JSON: expected /],
    ['a trailing comma', '{ "master": { "tasks": [ { "id": 1 }, ] } }', /^1:39 not readable as JSON/],
    ['a list', '[ { "id": 1 } ]', /^1:1 expected an object with tags or tasks, got a list of 1$/],
    ['another tag', '{ "mastr": { "tasks": [] } }', /^1:1 expected the tag "master", got mastr$/],
    [
      'a tag that is none',
      '{\n "master": { "tasks": {} } }',
      /^2:12 tag "master": expected \{ "tasks": \[…\] \}/,
    ],
    [
      'both forms',
      '{ "tasks": [], "master": { "tasks": [] } }',
      /^1:12 expected tasks at the root or in tags/,
    ],
    [
      'a task without id',
      '{ "master": { "tasks": [\n  { "title": "x" } ] } }',
      /^2:3 id: expected a task id, got nothing$/,
    ],
    ['a number that loses zeros', '{ "tasks": [ { "id": 1.50 } ] }', /^1:22 id: .*got the number 1\.5/],
    ['an id with two dots', '{ "tasks": [ { "id": "1.2.3" } ] }', /^1:22 id: .*at most one dot/],
    [
      'an id twice',
      '{ "tasks": [ { "id": 1 },\n{ "id": "1" } ] }',
      /^2:9 id: expected each task once, got 1 again$/,
    ],
    [
      'a status of its own',
      '{ "tasks": [ { "id": 1, "status": "pendng" } ] }',
      /^1:35 status: expected one of pending, .*got "pendng"$/,
    ],
    [
      'dependencies that are no list',
      '{ "tasks": [ { "id": 1, "dependencies": "2" } ] }',
      /^1:41 dependencies: expected a list, got "2"$/,
    ],
    [
      'a float as dependency',
      '{ "tasks": [ { "id": 1, "dependencies": [15.30] } ] }',
      /^1:42 dependencies of task 1: .*15\.3, which loses/,
    ],
    ['a task that is text', '{ "tasks": [ "first" ] }', /^1:14 expected a task \(an object\), got "first"$/],
    ['a key twice with two meanings', '{ "tasks": [], "tasks": [ { "id": 1 } ] }', /tasks/],
  ])('%s', (_, text, expected) => {
    const { value } = readTasks(text);
    expect(value).toBeUndefined();
    expect(said(text)[0]).toMatch(expected);
  });

  it('tells all that is wrong at once', () => {
    expect(said(taggedText({ id: 1, status: 'x' }, { id: 1, dependencies: [null] }))).toHaveLength(3);
  });

  it('does not take the prototype of an object for a tag', () => {
    expect(said('{ "master": { "tasks": [] } }', 'constructor')[0]).toMatch(/expected the tag "constructor"/);
  });

  it('ends at a number of tasks', () => {
    const many = `{ "tasks": [${Array.from({ length: TASKS_MAX + 1 }, (_, id) => `{"id":${id}}`).join(',')}] }`;
    expect(said(many)[0]).toMatch(/expected at most 20000 tasks/);
  });
});

describe('what would keep tasks from being done', () => {
  const judged = (...tasks: readonly FixtureTask[]): string[] =>
    judgeGraph(graphOf(taggedText(...tasks))).map(
      ({ severity, line, message }) => `${severity} ${line === undefined ? '' : 'at a line'} ${message}`,
    );

  it('is told before a run starts: missing, cancelled, deferred, itself', () => {
    expect(
      judged(
        { id: 1, dependencies: [9] },
        { id: 2, status: 'cancelled' },
        { id: 3, dependencies: [2] },
        { id: 4, status: 'deferred' },
        { id: 5, dependencies: [4] },
        { id: 6, dependencies: [6] },
        { id: 7, status: 'done', dependencies: [2, 8] },
      ),
    ).toEqual([
      'error at a line task 1: expected its dependency 9 in the file, got no such task',
      'error at a line task 3 depends on 2, which is cancelled, so it can never start',
      'warning at a line task 5 depends on 4, which is deferred, so it waits',
      'error at a line task 6 depends on itself',
      'warning at a line task 7: expected its dependency 8 in the file, got no such task',
    ]);
  });

  it.each([
    [
      'two tasks',
      [
        { id: 1, dependencies: [2] },
        { id: 2, dependencies: [1] },
      ],
      '1 → 2 → 1',
    ],
    [
      'siblings by number',
      [
        {
          id: 1,
          subtasks: [
            { id: 1, dependencies: [2] },
            { id: 2, dependencies: [1] },
          ],
        },
      ],
      '1.1 → 1.2 → 1.1',
    ],
    [
      'a subtask that waits for its task',
      [{ id: 1, subtasks: [{ id: 2, dependencies: ['1'] }] }],
      '1 → 1.2 → 1',
    ],
    [
      'a task that waits for a task that waits for its subtask',
      [
        { id: 1, dependencies: [2], subtasks: [{ id: 1 }] },
        { id: 2, dependencies: ['1.1'] },
      ],
      '2 → 1.1 → 2',
    ],
  ])('a circle of %s', (_, tasks, way) => {
    const found = judged(...tasks);
    expect(
      found.some((line) => line === `error at a line tasks wait for each other in a circle: ${way}`),
    ).toBe(true);
  });

  it('numeric siblings are not looked for among the tasks, as Task Master does', () => {
    expect(judged({ id: 5, subtasks: [{ id: 8 }, { id: 9, dependencies: [8] }] })).toEqual([]);
  });

  it('a circle that a finished task broke is none', () => {
    expect(judged({ id: 1, status: 'done', dependencies: [2] }, { id: 2, dependencies: [1] })).toEqual([]);
  });

  it('a long chain is no reason to fail', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => ({
      id: at,
      dependencies: at === 0 ? [] : [at - 1],
    }));
    expect(judgeGraph(graphOf(JSON.stringify({ tasks: chain })))).toEqual([]);
  });

  it('a task that is done with open subtasks is told', () => {
    expect(judged({ id: 1, status: 'done', subtasks: [{ id: 1 }] })).toEqual([
      'warning at a line task 1 is done, but 1 of its subtasks are not (1.1 is pending)',
    ]);
  });
});
