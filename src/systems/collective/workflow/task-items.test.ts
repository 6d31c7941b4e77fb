import { expect, it } from 'vitest';
import { readTasks } from '../tasks/read-tasks.ts';
import { type GivenTask, tasksText } from './scripts.fixture.ts';
import { itemsOf } from './task-items.ts';

const itemsIn = (...tasks: readonly GivenTask[]) => {
  const { value } = readTasks(tasksText(...tasks));
  if (value === undefined) throw new Error('the tasks cannot be read');
  return itemsOf(value).map(({ key, after }) => [key, ...after]);
};

it('leaves out what is done, and what waits for a task that nobody may start', () => {
  expect(
    itemsIn(
      { id: 1, dependencies: [2] },
      { id: 2, status: 'review' },
      { id: 3, dependencies: [5] },
      { id: 4, dependencies: [1] },
      { id: 5, status: 'done' },
    ),
  ).toEqual([['3']]);
});

it('does a task by its subtasks, which wait for what the task waits for', () => {
  expect(
    itemsIn(
      { id: 1 },
      { id: 2, dependencies: [1], subtasks: [{ id: 1 }, { id: 2 }] },
      { id: 3, dependencies: [2] },
    ),
  ).toEqual([['1'], ['2_1', '1'], ['2_2', '1'], ['3', '2_1', '2_2']]);
});
