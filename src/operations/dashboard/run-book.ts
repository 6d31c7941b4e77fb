// One run's journal in memory, for whoever looks at it: the state at any entry by the engine's own reduce. A state is kept every
// few entries; they share what did not change between them. Entries are kept as text, a fifth of the room that objects would take.
import { setImmediate } from 'node:timers/promises';
import { copying } from '../../engine/reduce/changes.ts';
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { BatonError } from '../../errors.ts';
import { STATES_KEPT_EVERY } from '../../model/limits/dashboard.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { State } from '../../model/run/state.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { StoreReader } from '../../stores/store.ts';
import { createHistory, type History } from './run-history.ts';
import { createTallies, type Tally } from './run-tally.ts';

/** Whoever waits for an answer is let through after so many entries of a long journal. */
const ENTRIES_AT_ONCE = 512;

export interface RunBook {
  readonly store: StoreReader;
  readonly history: History;
  readonly seq: number;
  /** Digest of the last line. */
  readonly chain: string;
  /** Reads what was written since; entries come in order, each once. */
  advance(): Promise<void>;
  /** Throws ITEM_UNKNOWN where the journal does not reach. */
  stateAt(seq: number): State;
  entryAt(seq: number): Entry;
  /** What the track needs of the past up to an entry. */
  tallyAt(workflow: Workflow, seq: number): Tally;
  close(): Promise<void>;
}

const requireEntry = (seq: number, last: number): void => {
  if (Number.isInteger(seq) && seq >= 1 && seq <= last) return;
  throw new BatonError('ITEM_UNKNOWN', `expected an entry from 1 to ${last}, got ${seq}`);
};

export const openBook = (store: StoreReader): RunBook => {
  const history = createHistory();
  const texts: string[] = [];
  /** The states before the entries 1, 1 + STATES_KEPT_EVERY, and so on. */
  const kept: (State | undefined)[] = [];
  let state: State | undefined;
  let reading: Promise<void> | undefined;
  let tallies: ReturnType<typeof createTallies> | undefined;

  const readOn = async (): Promise<void> => {
    let next = state;
    // What nobody has seen yet is changed in place; each state that is kept, or shown, is left as it is.
    let changes = copying();
    try {
      for await (const entry of store.read((state?.seq ?? 0) + 1)) {
        const isKept = (entry.seq - 1) % STATES_KEPT_EVERY === 0;
        if (isKept) changes = copying();
        const before = next;
        next = applyEntry(before, entry, changes);
        if (isKept) kept.push(before);
        texts.push(JSON.stringify(entry));
        history.add(entry);
        if (entry.seq % ENTRIES_AT_ONCE === 0) await setImmediate();
      }
    } finally {
      state = next;
    }
  };
  const last = (): number => state?.seq ?? 0;
  const entryAt = (seq: number): Entry => {
    requireEntry(seq, last());
    return JSON.parse(texts[seq - 1] ?? '') as Entry;
  };
  return {
    store,
    history,
    entryAt,
    get seq() {
      return last();
    },
    get chain() {
      return store.head.chain;
    },
    // Two who ask at once share one reading: each entry is applied once.
    advance: () => {
      reading ??= readOn().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    stateAt: (seq) => {
      requireEntry(seq, last());
      if (state !== undefined && state.seq === seq) return state;
      const at = Math.floor((seq - 1) / STATES_KEPT_EVERY);
      let found = kept[at];
      const changes = copying();
      for (let next = at * STATES_KEPT_EVERY + 1; next <= seq; next += 1)
        found = applyEntry(found, entryAt(next), changes);
      if (found === undefined) throw new BatonError('INTERNAL', `expected a state at entry ${seq}`);
      return found;
    },
    tallyAt: (workflow, seq) => {
      if (tallies?.workflow !== workflow) tallies = createTallies(history, workflow);
      return tallies.at(seq);
    },
    close: () => store.close(),
  };
};
