// `baton clean`: what Baton left behind and nobody used for a while. It is worked out first and shown; each thing is looked
// at again when it is removed.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { desksDirectory, removeDesks } from '../../effects/desks.ts';
import { gitWorkspaces } from '../../effects/git/workspaces.ts';
import { BatonError, causeText } from '../../errors.ts';
import { SIZED_PATHS_MAX } from '../../model/limits/limits.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRepository, type Repository } from '../../runners/trees/repository.ts';
import { removeFolder } from '../../runners/trees/worktree.ts';
import { dropRefs } from '../hook/session-base.ts';
import type { System } from '../system.ts';
import type { Kept, Leftover } from './leftover.ts';
import { oldFiles } from './old-files.ts';
import { type Cleaning, oldRuns, stateOfRun, whyNotOver } from './old-runs.ts';
import { deleteBranch } from './run-branches.ts';
import { deleteRefs } from './run-refs.ts';

export interface CleanOptions {
  readonly system: System;
  readonly place: Place;
  /** Age in milliseconds. */
  readonly olderThan: number;
  readonly now: number;
}

export interface SizedLeftover extends Leftover {
  /** On disk; undefined where nobody could tell. */
  readonly bytes: number | undefined;
}

export interface CleanPlan {
  readonly items: readonly SizedLeftover[];
  /** Old, and kept. */
  readonly kept: readonly Kept[];
  /** There are more runs than one call removes. */
  readonly more: boolean;
}

/** In bytes, by path; what `du` cannot tell is not there. */
const sizesOf = async (paths: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const sizes = new Map<string, number>();
  for (let at = 0; at < paths.length; at += SIZED_PATHS_MAX) {
    const some = paths.slice(at, at + SIZED_PATHS_MAX);
    const { stdout } = await promisify(execFile)('du', ['-sk', '--', ...some]).catch(
      (cause: { stdout?: string }) => ({ stdout: cause.stdout ?? '' }),
    );
    for (const line of stdout.split('\n')) {
      const [, kilobytes, path] = /^(\d+)\t(.+)$/.exec(line) ?? [];
      if (path !== undefined) sizes.set(path, Number(kilobytes) * 1024);
    }
  }
  return sizes;
};

const cleaningOf = async ({ system, place, olderThan, now }: CleanOptions): Promise<Cleaning> => ({
  ...{ system, place, now, before: now - olderThan },
  repository: await findRepository(place.project).catch(() => undefined),
});

/** What would go. Nothing does, yet. */
export const planClean = async (options: CleanOptions): Promise<CleanPlan> => {
  const cleaning = await cleaningOf(options);
  const runs = await oldRuns(cleaning);
  const files = await oldFiles(cleaning);
  const items = [...runs.items, ...files.items];
  const sizes = await sizesOf(items.flatMap(({ paths }) => paths));
  const sized = items.map((item) => {
    const known = item.paths.flatMap((path) => sizes.get(path) ?? []);
    return { ...item, bytes: known.length === 0 ? undefined : known.reduce((sum, size) => sum + size, 0) };
  });
  return { items: sized, kept: [...runs.kept, ...files.kept], more: runs.more };
};

const sweepWorkspaces = async (place: Place, repository: Repository, run: string): Promise<void> => {
  const directory = join(place.stateDirectory, '.worktrees');
  const workspaces = await gitWorkspaces({ repository, run, directory, refs: `refs/baton/${run}` });
  await workspaces.sweep([]);
};

/** Somebody may have resumed it since it was shown. */
const requireOver = async ({ system, place }: CleanOptions, item: Leftover): Promise<void> => {
  if (item.kind !== 'run') return;
  const state = await stateOfRun(system, place, item.name);
  const why = state === undefined ? 'its journal is gone' : whyNotOver(item.name, state);
  const changed = state !== undefined && Date.parse(state.at) !== item.at;
  if (why === undefined && !changed) return;
  throw new BatonError('RUN_HELD', `run ${item.name} is kept: ${why ?? 'it was written to since'}`);
};

/** State goes last: a run that is half removed is found and removed by the next clean. */
const removeRun = async (
  options: CleanOptions,
  repository: Repository | undefined,
  item: Leftover,
): Promise<void> => {
  const { system, place } = options;
  const [, ...others] = item.paths;
  const hold = await system.stores(place).take(item.name);
  try {
    await requireOver(options, item);
    if (repository !== undefined) {
      await sweepWorkspaces(place, repository, item.name);
      for (const branch of item.branches) await deleteBranch(repository, branch);
      await deleteRefs(repository, item.refs);
    }
    await removeDesks(desksDirectory(place.stateDirectory, item.name));
    for (const path of others) await removeFolder(path);
    await hold.remove();
  } finally {
    await hold.release();
  }
};

const remove = async (
  options: CleanOptions,
  repository: Repository | undefined,
  item: Leftover,
): Promise<void> => {
  if (item.kind === 'run' || item.kind === 'start') return removeRun(options, repository, item);
  if (item.kind === 'worktree' && repository !== undefined) {
    await removeDesks(desksDirectory(options.place.stateDirectory, item.name));
    return sweepWorkspaces(options.place, repository, item.name);
  }
  // The record goes before its refs: it must not name what may be collected.
  for (const path of item.paths) await removeFolder(path);
  if (repository !== undefined) for (const refs of item.refs) await dropRefs(repository, refs);
};

export interface CleanFailure {
  readonly kind: Leftover['kind'];
  readonly name: string;
  readonly message: string;
}

/** Removes what was shown. What cannot be removed stops nothing else, and is told. */
export const applyClean = async (
  options: CleanOptions,
  { items }: Pick<CleanPlan, 'items'>,
): Promise<readonly CleanFailure[]> => {
  const { repository } = await cleaningOf(options);
  const failures: CleanFailure[] = [];
  for (const item of items)
    await remove(options, repository, item).catch((cause: unknown) =>
      failures.push({ kind: item.kind, name: item.name, message: causeText(cause) }),
    );
  return failures;
};
