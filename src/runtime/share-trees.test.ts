// What is shared with other machines is what Baton sealed; what agents write about trees is only text.
import { expect, it } from 'vitest';
import type { Store } from '../stores/store.ts';
import { createTreeSharing } from './share-trees.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);

const sharing = () => {
  const shared: string[] = [];
  const store = {
    putTree: async ({ oid }: { oid: string }) => void shared.push(oid),
    trees: async () => [],
  } as unknown as Store;
  const share = createTreeSharing(store, { pack: async (oid) => [{ oid, pack: new Uint8Array() }] });
  return { shared, share: share! };
};

it('shares each tree that an entry names, once', async () => {
  const { shared, share } = sharing();
  const sealed = [{ artifact: 'tree', path: '.', digest: `git-tree:${A}`, bytes: 0 }];
  await share({ input: { kind: 'submit' }, events: [{ kind: 'submission-received', sealed }] });
  await share({ events: [{ kind: 'work-opened', start: `git-tree:${A}`, about: { x: `git-tree:${B}` } }] });
  expect(shared).toEqual([A, B]);
});

it('takes nothing from what an agent said: it could name what is not there, or what is nobody else’s', async () => {
  const { shared, share } = sharing();
  const args = { summary: `git-tree:${A}`, deep: [{ x: `git-tree:${B}` }] };
  const text = `see git-tree:${A}`;
  await share({ input: { kind: 'submit', args }, events: [{ kind: 'submission-received', args, text }] });
  expect(shared).toEqual([]);
});
