// Whether the files of a run beside this project are those that its last holder wrote. Where runs are shared, another machine may have played
// it on since: then the files here are of an earlier time, and nobody else's business.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../std/disk/disk.ts';
import type { Hold } from '../../stores/store.ts';
import type { RunPlace, System } from '../system.ts';

const noteOf = ({ stateDirectory }: RunPlace): string => join(stateDirectory, 'played.json');

/** Into the state directory of the run, which is there. */
export const notePlayedHere = async (run: RunPlace, { epoch }: Hold): Promise<void> => {
  if (epoch !== undefined)
    await writeFile(noteOf(run), JSON.stringify({ epoch }), { mode: PRIVATE_FILE_MODE });
};

export const playedHere = async (system: System, run: RunPlace): Promise<boolean> => {
  if (run.place.store === undefined) return true;
  const epoch = await system.stores(run.place).epoch?.(run.name);
  const note = await readFile(noteOf(run), 'utf8').catch(() => undefined);
  return note !== undefined && note === JSON.stringify({ epoch });
};
