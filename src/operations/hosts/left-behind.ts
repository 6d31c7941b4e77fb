// What a process that held runs on this machine left running when it was killed: nobody here speaks for it any more, whoever holds the run now.
import { type Belongs, endProcesses, findProcesses } from '../../agents/orphans.ts';
import { KILL_GRACE_MS } from '../../model/limits/limits.ts';
import type { Place } from '../../runners/commands/place.ts';
import { identityIsAlive } from '../../std/processes/process-identity.ts';
import { markersIn } from '../runs/hold-run.ts';

/** The marker of an attempt ends with the process that started it. */
const starterOf = (marker: string): string | undefined => /@(\d+-\d+)$/.exec(marker)?.[1];

/** Ends what was started for runs of this project by processes that are gone; says how many that were. */
export const endLeftBehind = async (place: Place): Promise<number> => {
  const prefix = markersIn(place);
  const belongs: Belongs = ({ marker }) => {
    const starter = marker?.startsWith(prefix) ? starterOf(marker) : undefined;
    return starter !== undefined && !identityIsAlive(starter);
  };
  const found = findProcesses(belongs);
  if (found.length > 0) await endProcesses(belongs, KILL_GRACE_MS);
  return found.length;
};
