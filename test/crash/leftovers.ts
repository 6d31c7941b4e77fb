// What Baton must not leave behind once a run is over, however its processes ended.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../../src/stores/file/lock.ts';
import { gitIn, projectState, runState, type Scratch } from '../e2e/scratch.ts';
import { processesOf } from './processes.ts';

const filesBelow = (at: string): string[] => {
  if (!existsSync(at)) return [];
  return readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isDirectory() ? [path, ...filesBelow(path)] : [path];
  });
};

/** Names of files that are only there while something is being written. */
const TEMPORARY = /\.tmp$|\.lock$|\.index$|\/holder\.json$|\/baton-index$/;

const gitDirectory = (project: string): string => gitIn(project, 'rev-parse', '--absolute-git-dir').trim();

const worktrees = (project: string): string[] => [
  ...gitIn(project, 'worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .slice(1),
  ...(existsSync(join(gitDirectory(project), 'worktrees')) ? ['.git/worktrees'] : []),
];

/** Empty when nothing is left. */
export const leftovers = async (world: Scratch, run: string): Promise<string[]> => {
  const state = projectState(world);
  const lock = await takeLock(runState(world, run), run).then(
    async (taken) => {
      await taken.release();
      return [];
    },
    () => ['the lock'],
  );
  return [
    ...lock,
    ...processesOf(world.root).map(({ pid, command }) => `process ${pid}: ${command}`),
    ...worktrees(world.project),
    ...['.worktrees', '.scratch', `.fences/${run}`].flatMap((name) => filesBelow(join(state, name))),
    ...filesBelow(world.tmp),
    ...[world.state, world.project].flatMap(filesBelow).filter((path) => TEMPORARY.test(path)),
  ];
};
