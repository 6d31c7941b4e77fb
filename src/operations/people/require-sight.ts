// Journals, logs and verdicts show what blind work has handed in: people may read them at any time, its agents may not.
import { blindWorks } from '../../engine/veil.ts';
import { BatonError } from '../../errors.ts';
import type { Place } from '../../runners/commands/place.ts';
import { readRuns } from '../status/read-runs.ts';
import type { System } from '../system.ts';
import { type Asking, isAgent } from './require-person.ts';

/** At isolation level `none` this catches mistakes and shortcuts, not malice. */
export const requireSight = async (
  asking: Asking,
  system: () => Promise<System>,
  place: Place,
): Promise<void> => {
  if (!isAgent(asking)) return;
  const { runs } = await readRuns(await system(), place);
  const blind = runs.find(({ state }) => blindWorks(state).length > 0);
  if (blind === undefined) return;
  throw new BatonError(
    'PERSON_EXPECTED',
    `expected a person: agents of run ${blind.run.name} work blind, and this command was started by an agent of a run`,
    { hint: 'Go on without it: what others hand in is shown to you when all have.' },
  );
};
