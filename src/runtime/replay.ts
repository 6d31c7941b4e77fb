// State from the snapshot, if it fits, and the entries after it.
import { inPlace } from '../engine/reduce/changes.ts';
import { applyEntry } from '../engine/reduce/reduce.ts';
import type { State } from '../model/run/state.ts';
import { copyData } from '../std/copy-data.ts';
import type { StoreReader } from '../stores/store.ts';

export const replay = async (
  store: Pick<StoreReader, 'readSnapshot' | 'read'>,
): Promise<State | undefined> => {
  // A copy of our own: the store may give the same snapshot again.
  let state = copyData((await store.readSnapshot())?.state);
  for await (const entry of store.read((state?.seq ?? 0) + 1)) state = applyEntry(state, entry, inPlace);
  return state;
};
