// The journal of a run, entry by entry; with `follow` also what is still to come, until the run ends.
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { WATCH_POLL_MS } from '../../model/limits/limits.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { State } from '../../model/run/state.ts';
import type { Place } from '../../runners/commands/place.ts';
import type { StoreReader } from '../../stores/store.ts';
import { requireRun } from '../runs/runs.ts';
import type { System } from '../system.ts';

export interface LogOptions {
  readonly system: System;
  readonly place: Place;
  readonly run: string | undefined;
  readonly follow: boolean;
  readonly onEntry: (entry: Entry) => void;
  readonly signal?: AbortSignal;
}

/** Resolves when the journal has grown past `seq`, or nobody wants to know any more. */
const growth = (store: StoreReader, seq: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearInterval(timer);
      unwatch();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const unwatch = store.watch((head) => {
      if (head.seq > seq) done();
    });
    // A feed alone keeps no process alive, and it is only a hint.
    const timer = setInterval(() => {
      if (store.head.seq > seq) done();
    }, WATCH_POLL_MS);
    signal?.addEventListener('abort', done);
  });

export const readLog = async (options: LogOptions): Promise<void> => {
  const { system, place, follow, onEntry, signal } = options;
  const name = await requireRun(system, place, options.run);
  const { store } = await system.stores(place).reader(name);
  let state: State | undefined;
  const readOn = async (): Promise<void> => {
    for await (const entry of store.read((state?.seq ?? 0) + 1)) {
      state = applyEntry(state, entry);
      onEntry(entry);
    }
  };
  try {
    await readOn();
    while (follow && signal?.aborted !== true && (state === undefined || state.status === 'running')) {
      await growth(store, state?.seq ?? 0, signal);
      await readOn();
    }
  } finally {
    await store.close();
  }
};
