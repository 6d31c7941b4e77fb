// Which journals are meant: those of named runs, or those of all runs of a project.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BatonError } from '../../errors.ts';
import { isName } from '../../model/workflow/names.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import { placeOfRunToRead } from '../runs/place-of-run.ts';
import { requireRun, runNames } from '../runs/runs.ts';
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

const directoryOf = async (system: System, { cwd, env }: Named, run: string): Promise<string> => {
  const place = placeOfRunToRead(cwd, run, env);
  const own = join(place.stateDirectory, run);
  if (isName(run) && (await hasJournal(own))) return own;
  try {
    return join(place.stateDirectory, await requireRun(system, place, run));
  } catch (cause) {
    if (!(cause instanceof BatonError) || cause.code !== 'RUN_UNKNOWN') throw cause;
    const copy = await copyIn(resolve(cwd, run));
    if (copy === undefined) throw cause;
    return copy;
  }
};

/** The directories that hold the journals. Throws RUN_UNKNOWN for a name that is none. */
export const journalDirectories = async (system: System, named: Named): Promise<readonly string[]> => {
  if (named.runs.length === 0) {
    const place = placeOfRunToRead(named.cwd, undefined, named.env);
    return (await runNames(place)).map((name) => join(place.stateDirectory, name));
  }
  const directories: string[] = [];
  for (const run of named.runs) directories.push(await directoryOf(system, named, run));
  return [...new Set(directories)];
};
