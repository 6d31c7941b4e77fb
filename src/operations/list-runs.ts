// The runs of a project, the one written to last first.
import type { Place } from '../runners/place.ts';
import { isHeld } from '../runtime/lock.ts';
import { readRuns, type UnreadableRun } from './read-runs.ts';
import { type StatusDocument, statusDocument } from './status.ts';
import type { System } from './system.ts';

export type ListedRun = Pick<StatusDocument, 'run' | 'workflow' | 'directory' | 'phase' | 'status' | 'held'>;

export const listRuns = async (
  system: System,
  place: Place,
): Promise<{ readonly runs: readonly ListedRun[]; readonly unreadable: readonly UnreadableRun[] }> => {
  const { runs, unreadable } = await readRuns(system, place);
  const listed = await Promise.all(
    runs.map(async (found) => {
      const { run, workflow, directory, phase, status } = statusDocument(found);
      return { run, workflow, directory, phase, status, held: await isHeld(found.run.stateDirectory) };
    }),
  );
  return { runs: listed, unreadable };
};
