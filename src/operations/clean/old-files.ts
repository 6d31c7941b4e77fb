// What is left beside runs: caches, sessions of the hook, and folders of processes that died.
import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PREPARED_KEPT_MS_MIN } from '../../model/limits/limits.ts';
import { isName } from '../../model/workflow/names.ts';
import { identityIsAlive } from '../../std/processes/process-identity.ts';
import { oldSessions } from '../hook/session-base.ts';
import type { Found, Kept, Leftover } from './leftover.ts';
import type { Cleaning } from './old-runs.ts';
import { type AgedPath, isOwnDirectory, oldEntries } from './own-path.ts';

const HASHED_JSON = /^[0-9a-f]{64}\.json$/;

const CACHES = [
  { folder: 'results', name: 'results of commands', entry: HASHED_JSON, keptMsMin: 0 },
  { folder: 'calibrate', name: 'verdicts of calibrate', entry: HASHED_JSON, keptMsMin: 0 },
  // One that was used lately may be in use.
  {
    folder: 'prepared',
    name: 'installed dependencies',
    entry: /^[0-9a-f]{64}$/,
    keptMsMin: PREPARED_KEPT_MS_MIN,
  },
  {
    folder: 'compiled',
    name: 'compiled packages',
    entry: /^[0-9a-f]{64}$/,
    keptMsMin: PREPARED_KEPT_MS_MIN,
  },
] as const;

const together = (kind: Leftover['kind'], name: string, old: readonly AgedPath[]): Leftover[] =>
  old.length === 0
    ? []
    : [
        {
          ...{ kind, name, count: old.length, at: Math.max(...old.map(({ at }) => at)) },
          ...{ paths: old.map(({ path }) => path), refs: [], branches: [] },
        },
      ];

const caches = async ({ place, before, now }: Cleaning): Promise<Found> => {
  const items: Leftover[] = [];
  const kept: Kept[] = [];
  for (const { folder, name, entry, keptMsMin } of CACHES) {
    const directory = join(place.stateDirectory, '.cache', folder);
    if ((await lstat(directory).catch(() => undefined)) === undefined) continue;
    if (await isOwnDirectory(place.stateDirectory, '.cache', folder))
      items.push(
        ...together('cache', name, await oldEntries(directory, entry, Math.min(before, now - keptMsMin))),
      );
    else kept.push({ kind: 'cache', name, why: `${directory} is not a folder of its own` });
  }
  return { items, kept };
};

/** The hooks forget a session after a while; where no hook runs any more, it is done here, and not any sooner. */
const sessions = async ({ place, before, now }: Cleaning): Promise<Leftover[]> => {
  if (!(await isOwnDirectory(place.stateDirectory, '.hook-base'))) return [];
  const old = (await oldSessions(place, now)).filter(({ at }) => at <= before);
  return together('session', 'sessions of the hook', old).map((item) => ({
    ...item,
    refs: old.map(({ refs }) => refs),
  }));
};

/** `<owner>-<random>`, as runners name their places, and what a doctor that was ended left. */
const SCRATCH = /^(?:(\d+-\d+)-[0-9a-f-]+(?:\.index(?:\.lock)?)?|\.doctor-\w{6}|\.removed-.*)$/;

const scratch = async ({ place, before }: Cleaning): Promise<Leftover[]> => {
  const old: AgedPath[] = [];
  for (const folder of ['', '.scratch', '.worktrees']) {
    if (folder !== '' && !(await isOwnDirectory(place.stateDirectory, folder))) continue;
    const found = await oldEntries(join(place.stateDirectory, folder), SCRATCH, before);
    old.push(
      ...found.filter(({ path }) => {
        const owner = SCRATCH.exec(basename(path))?.[1];
        return owner === undefined || !identityIsAlive(owner);
      }),
    );
  }
  return together('scratch', 'folders of processes that ended', old);
};

/** Where work was done, and of which run: working trees are `baton.<run>.<key>`, desks are in a folder of the run. */
const WORKPLACES = [
  { folder: '.worktrees', entry: /^baton\.[^.]+\../, run: (name: string) => name.split('.')[1] ?? '' },
  { folder: '.desks', entry: /^[^.]+$/, run: (name: string) => name },
] as const;

/** Of runs that are there, the run takes them with it. */
const worktrees = async ({ system, place, before }: Cleaning): Promise<Leftover[]> => {
  const runs = new Set(await readdir(place.stateDirectory));
  const byRun = new Map<string, AgedPath[]>();
  for (const { folder, entry, run: runOf } of WORKPLACES) {
    if (!(await isOwnDirectory(place.stateDirectory, folder))) continue;
    for (const old of await oldEntries(join(place.stateDirectory, folder), entry, before)) {
      const run = runOf(basename(old.path));
      if (isName(run) && !runs.has(run)) byRun.set(run, [...(byRun.get(run) ?? []), old]);
    }
  }
  const items: Leftover[] = [];
  for (const [run, old] of byRun)
    if (!(await system.stores(place).isHeld(run))) items.push(...together('worktree', run, old));
  return items;
};

export const oldFiles = async (cleaning: Cleaning): Promise<Found> => {
  const { items, kept } = await caches(cleaning);
  return {
    items: [
      ...(await worktrees(cleaning)),
      ...(await sessions(cleaning)),
      ...items,
      ...(await scratch(cleaning)),
    ],
    kept,
  };
};
