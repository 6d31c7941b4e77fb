// All runs of a project, as far as they can be read.
import { causeText } from '../../errors.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { System } from '../system.ts';
import { type ReadRun, readRun } from './runs.ts';

export interface UnreadableRun {
  readonly run: string;
  readonly message: string;
}

/** Every run that can be read; one that cannot does not hide the others. */
export const readRuns = async (
  system: System,
  place: Place,
): Promise<{ readonly runs: readonly ReadRun[]; readonly unreadable: readonly UnreadableRun[] }> => {
  const runs: ReadRun[] = [];
  const unreadable: UnreadableRun[] = [];
  for (const name of await system.stores(place).list()) {
    try {
      const found = await readRun(system, place, name);
      if (found !== undefined) runs.push(found);
    } catch (cause) {
      unreadable.push({ run: name, message: causeText(cause) });
    }
  }
  return { runs, unreadable };
};
