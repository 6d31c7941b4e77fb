// Which journals are meant: those of named runs, or those of all runs of a project.
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BatonError } from '../../errors.ts';
import { isName } from '../../model/workflow/names.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Stores } from '../../stores/store.ts';
import { withSharedStore } from '../project/shared-store.ts';
import { placeOfRunToRead } from '../runs/place-of-run.ts';
import { requireRun } from '../runs/runs.ts';
import type { System } from '../system.ts';

export interface Named {
  readonly cwd: string;
  readonly env: InheritedEnvironment;
  /** Names or directories; none means every run of the project. */
  readonly runs: readonly string[];
}

/** A pipe in its place would be waited for without end. */
const hasJournal = (directory: string): Promise<boolean> =>
  stat(join(directory, 'journal.jsonl')).then(
    (found) => found.isFile(),
    () => false,
  );

/** A run that has ended left a copy of its journal in its run directory; it may have come from another machine. */
const copyIn = async (path: string): Promise<string | undefined> => {
  for (const directory of [path, join(path, 'journal')]) if (await hasJournal(directory)) return directory;
  return undefined;
};

/** One journal: a run of a project, or a copy of it. */
export interface Journal {
  readonly stores: Stores;
  readonly run: string;
  /** Where it is, for people. */
  readonly directory: string;
}

const journalOf = (system: System, place: Parameters<System['stores']>[0], run: string): Journal => ({
  stores: system.stores(place),
  run,
  directory: join(place.stateDirectory, run),
});

const journalNamed = async (system: System, { cwd, env }: Named, run: string): Promise<Journal> => {
  const place = await withSharedStore(placeOfRunToRead(cwd, run, env));
  if (place.store === undefined && isName(run) && (await hasJournal(join(place.stateDirectory, run))))
    return journalOf(system, place, run);
  try {
    return journalOf(system, place, await requireRun(system, place, run));
  } catch (cause) {
    if (!(cause instanceof BatonError) || cause.code !== 'RUN_UNKNOWN') throw cause;
    const copy = await copyIn(resolve(cwd, run));
    if (copy === undefined) throw cause;
    return journalOf(system, { stateDirectory: dirname(copy) }, basename(copy));
  }
};

/** Each journal once. Throws RUN_UNKNOWN for a name that is none. */
export const journalsOf = async (system: System, named: Named): Promise<readonly Journal[]> => {
  if (named.runs.length === 0) {
    const place = await withSharedStore(placeOfRunToRead(named.cwd, undefined, named.env));
    const names = await system.stores(place).list();
    return names.map((name) => journalOf(system, place, name));
  }
  const found = new Map<string, Journal>();
  for (const run of named.runs) {
    const journal = await journalNamed(system, named, run);
    found.set(journal.directory, journal);
  }
  return [...found.values()];
};
