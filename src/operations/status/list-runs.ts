// The runs of a project, the one written to last first.
import type { Place } from '../../runners/commands/place.ts';
import type { ReadRun } from '../runs/runs.ts';
import type { System } from '../system.ts';
import { directoryOf } from './brief.ts';
import { type BriefRun, readBriefs, type UnreadableRun } from './read-runs.ts';
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

const replayed = async (system: System, place: Place, found: ReadRun): Promise<ListedRun> => {
  const { run, workflow, directory, phase, status, waitingFor } = statusDocument(found);
  const { request, startedAt } = found.state.run;
  return {
    ...{ run, workflow, directory, phase, status, held: await system.stores(place).isHeld(run) },
    ...{ request, startedAt, at: found.state.at, waiting: waitingFor.length },
  };
};

const briefly = (place: Place, { run, held, at, brief }: BriefRun): ListedRun => {
  const { workflow, phase, status, request, startedAt, waiting } = brief;
  return {
    ...{ run, workflow, directory: directoryOf(place, brief, run), phase, status, held },
    ...{ request, startedAt, at, waiting: waiting.length },
  };
};

export const listRuns = async (
  system: System,
  place: Place,
): Promise<{ readonly runs: readonly ListedRun[]; readonly unreadable: readonly UnreadableRun[] }> => {
  const { runs, unreadable } = await readBriefs(system, place);
  const listed = runs.map((one) =>
    'brief' in one ? briefly(place, one) : replayed(system, place, one.replayed),
  );
  return { runs: await Promise.all(listed), unreadable };
};
