// One run's journal in memory, for whoever looks at it: the state at any entry by the engine's own reduce. A state is kept every
// 256 entries, and the entries between as text, which takes a fifth of the room that objects would.
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { BatonError } from '../../errors.ts';
import { STATES_KEPT_EVERY, STRETCHES_PARSED_MAX } from '../../model/limits-dashboard.ts';
import type { Entry } from '../../model/run/entry.ts';
import type { State } from '../../model/run/state.ts';
import type { StoreReader } from '../../stores/store.ts';
import { createHistory, type History } from './run-history.ts';

export interface RunBook {
  readonly store: StoreReader;
  readonly history: History;
  readonly seq: number;
  /** Digest of the last line. */
  readonly chain: string;
  /** Reads what was written since; entries come in order, each once. */
  advance(): Promise<readonly Entry[]>;
  /** Throws ITEM_UNKNOWN where the journal does not reach. */
  stateAt(seq: number): State;
  entryAt(seq: number): Entry;
  close(): Promise<void>;
}

interface Stretch {
  /** The state before its first entry. */
  readonly before: State | undefined;
  /** Its entries as JSON, while it is being filled one text each. */
  readonly texts: string[];
}

export const openBook = (store: StoreReader): RunBook => {
  const history = createHistory();
  const stretches: Stretch[] = [];
  const parsed = new Map<number, readonly Entry[]>();
  let state: State | undefined;
  let reading: Promise<readonly Entry[]> | undefined;

  const take = (entry: Entry): void => {
    const at = Math.floor((entry.seq - 1) / STATES_KEPT_EVERY);
    stretches[at] ??= { before: state, texts: [] };
    stretches[at].texts.push(JSON.stringify(entry));
    parsed.delete(at);
    state = applyEntry(state, entry);
    history.add(entry);
  };
  const readOn = async (): Promise<readonly Entry[]> => {
    const fresh: Entry[] = [];
    for await (const entry of store.read((state?.seq ?? 0) + 1)) {
      take(entry);
      fresh.push(entry);
    }
    return fresh;
  };
  const entriesOf = (at: number): readonly Entry[] => {
    const known = parsed.get(at);
    const entries = known ?? (JSON.parse(`[${(stretches[at]?.texts ?? []).join(',')}]`) as Entry[]);
    parsed.delete(at);
    parsed.set(at, entries);
    if (parsed.size > STRETCHES_PARSED_MAX) parsed.delete([...parsed.keys()][0] ?? at);
    return entries;
  };
  const require = (seq: number): number => {
    const last = state?.seq ?? 0;
    if (Number.isInteger(seq) && seq >= 1 && seq <= last) return Math.floor((seq - 1) / STATES_KEPT_EVERY);
    throw new BatonError('ITEM_UNKNOWN', `expected an entry from 1 to ${last}, got ${seq}`);
  };
  return {
    store,
    history,
    get seq() {
      return state?.seq ?? 0;
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
      const at = require(seq);
      if (state !== undefined && state.seq === seq) return state;
      let found = stretches[at]?.before;
      for (const entry of entriesOf(at).slice(0, seq - at * STATES_KEPT_EVERY))
        found = applyEntry(found, entry);
      if (found === undefined) throw new BatonError('INTERNAL', `expected a state at entry ${seq}`);
      return found;
    },
    entryAt: (seq) => {
      const at = require(seq);
      const entry = entriesOf(at)[seq - 1 - at * STATES_KEPT_EVERY];
      if (entry === undefined) throw new BatonError('INTERNAL', `expected entry ${seq}`);
      return entry;
    },
    close: () => store.close(),
  };
};
