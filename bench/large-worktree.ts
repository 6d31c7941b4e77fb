// A working tree of 20,000 files, by Baton and by `git worktree add`. What was written before is on the disk when the clock starts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gitWorkspaces } from '../src/effects/git/workspaces.ts';
import { treeDigest } from '../src/model/run/sealed.ts';
import { findRepository } from '../src/runners/trees/repository.ts';
import { gitIn, makeLargeRepository } from './large-repository.ts';
import { interleave, type Row, ratioRow } from './measure.ts';

const ROUNDS = 3;
const READY_MAX = 1;

/** The file system's own work on earlier rounds is part of neither side. */
export const settled = async (work: () => unknown): Promise<number> => {
  execFileSync('sync');
  const start = performance.now();
  await work();
  return performance.now() - start;
};

export const addWorktree = (project: string, path: string): string =>
  gitIn(project, 'worktree', 'add', '--quiet', '--detach', path, 'HEAD');

export const removeWorktree = (project: string, path: string): void => {
  rmSync(path, { recursive: true, force: true });
  gitIn(project, 'worktree', 'prune');
};

/** What an agent waits for before its program can start: a tree of its own, with the files in it. */
export const readyTreeRow = async (scratch: string): Promise<Row> => {
  const [project, theirs] = [join(scratch, 'large'), join(scratch, 'theirs')];
  mkdirSync(scratch, { recursive: true });
  makeLargeRepository(project);
  const repository = await findRepository(project);
  const tree = treeDigest(gitIn(project, 'rev-parse', 'HEAD^{tree}'));
  const base = gitIn(project, 'rev-parse', 'HEAD');
  const directory = join(scratch, 'trees');
  const workspaces = await gitWorkspaces({
    repository,
    run: 'bench',
    directory,
    refs: 'refs/baton/bench',
    base,
  });
  const ours = async (): Promise<number> => {
    const ms = await settled(() => workspaces.open('bench.1', tree));
    await workspaces.close('bench.1');
    return ms;
  };
  const floor = async (): Promise<number> => {
    const ms = await settled(() => addWorktree(project, theirs));
    removeWorktree(project, theirs);
    return ms;
  };
  return ratioRow(
    'working tree of 20,000 files ready for an agent, against `git worktree add`',
    await interleave(ours, floor, { rounds: ROUNDS }),
    READY_MAX,
  );
};
