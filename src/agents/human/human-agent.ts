// A person plays the role: the assignment is in the inbox, the work is done in the given directory and handed in with
// `baton submit`. There is no process to watch, so the session only waits until it is stopped.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../std/disk/replace-file.ts';
import type { Agent, Ended, Task } from '../agent.ts';

const FILE_MODE = 0o644;

/** What is asked, where a person can read it. Assignment ids are file names. */
const tell = async (task: Task): Promise<void> => {
  // It names the desk, and what was rejected there: no file for others.
  const folder = join(task.desk ?? task.runDirectory, 'people');
  await mkdir(folder, { recursive: true });
  const where = `Work in ${task.workingDirectory}\n`;
  // Whoever opens it sees all of it.
  await replaceFile(join(folder, `${task.assignment}.md`), `${task.prompt}\n${where}`, FILE_MODE);
};

export const humanAgent = (): Agent => ({
  spec: 'agent-v1',
  name: 'human',
  start: async (task) => {
    await tell(task);
    let end: (ended: Ended) => void = () => {};
    const ended = new Promise<Ended>((resolve) => {
      end = resolve;
    });
    return {
      ended,
      idle: true,
      stop: async () => end({ end: 'stopped' }),
    };
  },
});
