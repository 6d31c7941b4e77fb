// The runs of a project, the one written to last first.
import type { Place } from '../../runners/commands/place.ts';
import type { System } from '../system.ts';
import { readRuns, type UnreadableRun } from './read-runs.ts';
import { type StatusDocument, statusDocument } from './status.ts';

export interface ListedRun
  extends Pick<StatusDocument, 'run' | 'workflow' | 'directory' | 'phase' | 'status' | 'held'> {
  readonly request: string;
  readonly startedAt: string;
  /** When the last entry was written. */
  readonly at: string;
  /** How many questions wait for a person. */
  readonly waiting: number;
}

export const listRuns = async (
  system: System,
  place: Place,
): Promise<{ readonly runs: readonly ListedRun[]; readonly unreadable: readonly UnreadableRun[] }> => {
  const { runs, unreadable } = await readRuns(system, place);
  const listed = await Promise.all(
    runs.map(async (found) => {
      const { run, workflow, directory, phase, status, waitingFor } = statusDocument(found);
      const { request, startedAt } = found.state.run;
      return {
        ...{ run, workflow, directory, phase, status, held: await system.stores(place).isHeld(run) },
        ...{ request, startedAt, at: found.state.at, waiting: waitingFor.length },
      };
    }),
  );
  return { runs: listed, unreadable };
};
