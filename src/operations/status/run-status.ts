// How a run stands, read from its journal, whoever holds it.
import { BatonError } from '../../errors.ts';
import type { State } from '../../model/run/state.ts';
import type { Place } from '../../runners/commands/place.ts';
import { replay } from '../../runtime/replay.ts';
import { withChanges } from '../people/shown-change.ts';
import { findRun } from '../runs/runs.ts';
import type { RunPlace, System } from '../system.ts';
import { type StatusDocument, statusDocument } from './status.ts';

export const runStatus = async (
  system: System,
  place: Place,
  run: string | undefined,
): Promise<StatusDocument> => {
  const found = await findRun(system, place, run);
  return withShown(system, found.run, found.state, statusDocument(found));
};

const withShown = async (
  system: System,
  run: RunPlace,
  state: State,
  document: StatusDocument,
): Promise<StatusDocument> => ({
  ...document,
  held: await system.stores(run.place).isHeld(run.name),
  waitingFor: await withChanges(system, run, state, document.waitingFor),
});

/** Of a run whose place is known. */
export const statusAt = async (system: System, run: RunPlace): Promise<StatusDocument> => {
  const { store } = await system.stores(run.place).reader(run.name);
  try {
    const state = await replay(store);
    if (state === undefined)
      throw new BatonError('RUN_UNKNOWN', `expected run ${run.name} to have an entry, it has none`);
    return await withShown(system, run, state, statusDocument({ run, state, chain: store.head.chain }));
  } finally {
    await store.close();
  }
};
