// Trees that an entry names are in the store before the entry is: whoever takes the run over can fetch them.
import { TREE_PREFIX } from '../model/run/sealed.ts';
import { isRecord } from '../std/is-record.ts';
import type { Store } from '../stores/store.ts';
import type { TreePacks } from './ports.ts';

const TREE = new RegExp(`^${TREE_PREFIX}([0-9a-f]{40,64})$`);

/** Digests that Baton wrote there. What agents hand over as arguments is their text, whatever it looks like. */
const treesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return TREE.exec(value)?.slice(1) ?? [];
  if (Array.isArray(value)) return value.flatMap(treesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'args' ? [] : treesIn(inner)));
};

/** Called with what an entry will hold. Without a store that keeps trees, or without trees, it does nothing. */
export const createTreeSharing = (
  store: Store,
  packs: TreePacks | undefined,
): ((entry: unknown) => Promise<void>) | undefined => {
  if (store.putTree === undefined || packs === undefined) return undefined;
  let known: Promise<Set<string>> | undefined;
  return async (entry) => {
    const named = treesIn(entry);
    if (named.length === 0) return;
    known ??= (async () => new Set(await store.trees?.()))();
    const shared = await known;
    for (const oid of new Set(named)) {
      if (shared.has(oid)) continue;
      for (const tree of await packs.pack(oid, [...shared])) {
        await store.putTree?.(tree);
        shared.add(tree.oid);
      }
      shared.add(oid);
    }
  };
};
