// Runs that are over and that nobody wrote to for a while, with everything that Baton made for each.
import { lstat, open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { causeText, errnoOf } from '../../errors.ts';
import { CLEAN_RUNS_MAX, INLINE_BYTES_MAX } from '../../model/limits/limits.ts';
import type { State } from '../../model/run/state.ts';
import { isName } from '../../model/workflow/names.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { Repository } from '../../runners/trees/repository.ts';
import { replay } from '../../runtime/replay.ts';
import { gitResult } from '../../std/processes/git.ts';
import type { System } from '../system.ts';
import type { Found, Kept, Leftover } from './leftover.ts';
import { isOwnDirectory } from './own-path.ts';
import { type Branch, branchesOf, removableBranches } from './run-branches.ts';
import { otherRunNamed, refsOfRun } from './run-refs.ts';

/** Where runs are whose workflow has no place of its own. */
const RUNS = ['.baton', 'runs'] as const;

export interface Cleaning {
  readonly system: System;
  readonly place: Place;
  /** Undefined where the project has no repository any more. */
  readonly repository: Repository | undefined;
  /** What was last used at this time or earlier may go; in milliseconds. */
  readonly before: number;
  readonly now: number;
}

/** What the journal says now; undefined where there is no entry yet. */
export const stateOfRun = async (
  system: System,
  place: Pick<Place, 'stateDirectory'>,
  name: string,
): Promise<State | undefined> => {
  const { store } = await system.stores(place).reader(name);
  try {
    return await replay(store);
  } finally {
    await store.close();
  }
};

/** Why a run stays; undefined for one that is over. */
export const whyNotOver = (name: string, state: State): string | undefined =>
  state.status === 'running'
    ? `it has not ended; finish it with \`baton resume ${name}\`, or cancel it with \`baton stop ${name}\``
    : undefined;

/** The beginning of its first line, which names the run and its start. */
const beginningOf = async (path: string): Promise<string | undefined> => {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(INLINE_BYTES_MAX), 0, INLINE_BYTES_MAX, 0);
    return buffer.subarray(0, bytesRead).toString('utf8').split('\n', 1)[0];
  } finally {
    await file.close();
  }
};

const isTracked = async (repository: Repository | undefined, path: string): Promise<boolean> => {
  if (repository === undefined) return false;
  const { exit, stdout } = await gitResult(['ls-files', '-z', '--', path], { cwd: repository.project });
  return exit !== 0 || stdout !== '';
};

/** Where the run's workflow keeps its files; a workflow of a user's own keeps them with the others. */
const runsOf = ({ system }: Cleaning, { run }: State): readonly string[] =>
  system.workflows.find(({ name }) => name === run.workflow)?.directory.split('/') ?? RUNS;

/** The run directory in the project: ours where it holds a copy of this very journal, and git does not track it. */
const directoryOf = async (
  cleaning: Cleaning,
  name: string,
  state: State,
): Promise<{ readonly path?: string; readonly kept: readonly Kept[] }> => {
  const { place, repository } = cleaning;
  const segments = [...runsOf(cleaning, state), name];
  const path = join(place.project, ...segments);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return { kept: [] };
  const keep = (why: string) => ({
    kept: [{ kind: 'directory' as const, name: relative(place.project, path), why }],
  });
  if (!(await isOwnDirectory(place.project, ...segments)))
    return keep('it is not a folder of its own: a link or a file is in its place');
  const own = await beginningOf(join(place.stateDirectory, name, 'journal.jsonl'));
  if (!own || own !== (await beginningOf(join(path, 'journal', 'journal.jsonl'))))
    return keep('it holds no copy of the journal of this run; delete it yourself');
  if (await isTracked(repository, path)) return keep('git tracks files in it');
  return { path, kept: [] };
};

const refsFor = async (
  { system, place, repository }: Cleaning,
  name: string,
): Promise<{ readonly refs: readonly string[]; readonly kept: readonly Kept[] }> => {
  if (repository === undefined) return { refs: [], kept: [] };
  const refs = await refsOfRun(repository, name);
  const other = refs.length === 0 ? undefined : await otherRunNamed(system, place, repository, name);
  if (other === undefined) return { refs, kept: [] };
  const why = `a run of this name in another project (${other}) may need them`;
  return { refs: [], kept: [{ kind: 'refs', name: `refs/baton/${name}/`, why }] };
};

const oldRun = async (
  cleaning: Cleaning,
  branches: readonly Branch[],
  name: string,
  state: State,
): Promise<Found> => {
  const { repository, place } = cleaning;
  const own = await directoryOf(cleaning, name, state);
  const refs = await refsFor(cleaning, name);
  const made =
    repository === undefined
      ? { branches: [], kept: [] }
      : await removableBranches(repository, branches, state);
  const item: Leftover = {
    ...{ kind: 'run', name, count: 1, at: Date.parse(state.at) },
    paths: [join(place.stateDirectory, name), ...(own.path === undefined ? [] : [own.path])],
    ...{ refs: refs.refs, branches: made.branches },
  };
  const kept = [...own.kept, ...refs.kept, ...made.kept];
  return { items: [item], kept };
};

/** A start that was cut off before its first entry is no run. */
const cutOff = async (cleaning: Cleaning, name: string): Promise<Found> => {
  const path = join(cleaning.place.stateDirectory, name);
  const at = (await lstat(path)).mtimeMs;
  if (at > cleaning.before) return { items: [], kept: [] };
  const { refs, kept } = await refsFor(cleaning, name);
  return { items: [{ kind: 'start', name, count: 1, at, paths: [path], refs, branches: [] }], kept };
};

const NOTHING: Found = { items: [], kept: [] };
const keeping = (name: string, why: string): Found => ({ items: [], kept: [{ kind: 'run', name, why }] });

const look = async (cleaning: Cleaning, branches: readonly Branch[], name: string): Promise<Found> => {
  const { system, place, before } = cleaning;
  const directory = join(place.stateDirectory, name);
  if (!(await isOwnDirectory(place.stateDirectory, name)))
    return keeping(name, 'it is not a folder of its own: a link or a file is in its place');
  const journal = await lstat(join(directory, 'journal.jsonl')).catch((cause: unknown) => {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw cause;
  });
  const held = await system.stores(place).isHeld(name);
  if (journal === undefined || journal.size === 0) return held ? NOTHING : cutOff(cleaning, name);
  const state = await stateOfRun(system, place, name);
  if (state === undefined) return keeping(name, 'its journal has no entry that can be read');
  if (Date.parse(state.at) > before) return NOTHING;
  const why = held ? 'a process holds it' : whyNotOver(name, state);
  return why === undefined ? oldRun(cleaning, branches, name, state) : keeping(name, why);
};

/** One that cannot be read hides no other, and is kept: nobody knows how it stands. */
export const oldRuns = async (cleaning: Cleaning): Promise<Found & { readonly more: boolean }> => {
  const names = (await readdir(cleaning.place.stateDirectory).catch(() => [])).filter(isName).sort();
  const branches = cleaning.repository === undefined ? [] : await branchesOf(cleaning.repository);
  const items: Leftover[] = [];
  const kept: Kept[] = [];
  for (const name of names) {
    if (items.length >= CLEAN_RUNS_MAX) return { items, kept, more: true };
    const found = await look(cleaning, branches, name).catch((cause: unknown) =>
      keeping(name, `it cannot be read: ${causeText(cause)}`),
    );
    items.push(...found.items);
    kept.push(...found.kept);
  }
  return { items, kept, more: false };
};
