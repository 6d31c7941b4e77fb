// State from the snapshot, if it fits, and the entries after it.
import { copied, inPlace } from '../engine/changes.ts';
import { applyEntry } from '../engine/reduce.ts';
import type { State } from '../model/state.ts';
import type { StoreReader } from '../stores/store.ts';

export const replay = async (
  store: Pick<StoreReader, 'readSnapshot' | 'read'>,
): Promise<State | undefined> => {
  let state = (await store.readSnapshot())?.state;
  // The store may give the same snapshot again; what is made from the first entry on is ours alone.
  const changes = state === undefined ? inPlace : copied;
  for await (const entry of store.read((state?.seq ?? 0) + 1)) state = applyEntry(state, entry, changes);
  return state;
};
