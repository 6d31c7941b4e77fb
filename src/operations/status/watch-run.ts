// Follows a run that another process holds: its state after each entry, until it ends, nobody holds it, or nobody watches.
import { setTimeout as sleep } from 'node:timers/promises';
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { WATCH_POLL_MS } from '../../model/limits/limits.ts';
import { WATCH_UNHELD_MAX } from '../../model/limits/runtime.ts';
import type { State } from '../../model/run/state.ts';
import type { Place } from '../../runners/commands/place.ts';
import { findRun } from '../runs/runs.ts';
import type { StateListener, System } from '../system.ts';
import { type StatusDocument, statusDocument } from './status.ts';

export interface WatchOptions {
  readonly system: System;
  readonly place: Place;
  readonly run: string | undefined;
  /** First the state as it is, then each entry with what it led to. */
  readonly onState: StateListener;
  readonly signal: AbortSignal;
}

export interface Watched {
  readonly end: 'ended' | 'unheld' | 'interrupted';
  readonly status: StatusDocument['status'];
  readonly run: string;
}

/** A holder that hands over to the next one leaves the run alone for a moment. */
const createPatience = (isHeld: () => Promise<boolean>): (() => Promise<boolean>) => {
  let unheld = 0;
  return async () => {
    unheld = (await isHeld()) ? 0 : unheld + 1;
    return unheld < WATCH_UNHELD_MAX;
  };
};

export const watchRun = async (options: WatchOptions): Promise<Watched> => {
  const { system, place, onState, signal } = options;
  const found = await findRun(system, place, options.run);
  const { name } = found.run;
  const stores = system.stores(place);
  const hasHolder = createPatience(() => stores.isHeld(name));
  const { store } = await stores.reader(name);
  let state: State = found.state;
  const ended = (end: Watched['end']): Watched => ({
    ...{ end, run: name },
    status: statusDocument({ run: found.run, state, chain: store.head.chain }).status,
  });
  try {
    onState(state);
    for (;;) {
      const held = await hasHolder();
      for await (const entry of store.read(state.seq + 1)) {
        state = applyEntry(state, entry);
        onState(state, entry);
      }
      if (state.status !== 'running') return ended('ended');
      if (signal.aborted) return ended('interrupted');
      if (!held) return ended('unheld');
      await sleep(WATCH_POLL_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    await store.close();
  }
};
