import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratchTask } from '../../../test/fixtures/task.ts';
import type { Task } from '../agent.ts';
import { humanAgent } from './human-agent.ts';

const told = async (more: Partial<Task> = {}) => {
  const { task, directory, remove } = scratchTask(undefined, more);
  onTestFinished(remove);
  const desk = join(directory, 'desk');
  mkdirSync(desk);
  const own: Task = more.desk === undefined ? task : { ...task, desk };
  const session = await humanAgent().start(own);
  await session.stop();
  return { desk, run: task.runDirectory, path: join('people', `${task.assignment}.md`) };
};

it('a person is told in the run directory what is asked', async () => {
  const { run, path } = await told();
  expect(readFileSync(join(run, path), 'utf8')).toContain('Do it.');
});

it('a person who works blind is told on the desk: what was rejected there is nothing for others', async () => {
  const { run, desk, path } = await told({ desk: 'one' });
  expect(readFileSync(join(desk, path), 'utf8')).toContain('Do it.');
  expect(existsSync(join(run, path))).toBe(false);
});
