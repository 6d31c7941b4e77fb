// Random work on a file store, interrupted at will, and what must be true whenever it is opened again.
import assert from 'node:assert/strict';
import { BatonError, type ErrorCode } from '../../src/errors.ts';
import { openFileStore } from '../../src/stores/file/file-store.ts';
import { verifyJournal } from '../../src/stores/file/verify-journal.ts';
import { readAll, sampleDraft, sampleState } from '../../src/stores/store.contract.ts';
import type { Store } from '../../src/stores/store.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

export type Step =
  | { readonly kind: 'append'; readonly bytes: number }
  | { readonly kind: 'object'; readonly bytes: number }
  | { readonly kind: 'snapshot' | 'reopen' };

export const DIRECTORY = '/state/project/run';

/** How often opening is tried while the disk is full or read-only. */
const OPENINGS_MAX = 200;
const DOCUMENTED: readonly ErrorCode[] = ['STORE_FAILED', 'STORE_FULL', 'FILE_UNWRITABLE'];

/** What was promised to the outside. */
interface Promised {
  /** Ids in the journal, in order, each acknowledged or found by a completed opening. */
  entries: string[];
  /** An append that was not acknowledged: it may be there or not. */
  inFlight: string | undefined;
  readonly objects: Map<string, Buffer>;
  torn: number;
}

export const playSteps = async (disk: SimulatedDisk, steps: readonly Step[]): Promise<Promised> => {
  const promised: Promised = { entries: [], inFlight: undefined, objects: new Map(), torn: 0 };
  let store = await openAndCheck(disk, promised);
  for (const [index, step] of steps.entries()) {
    try {
      await playStep(store, step, index, promised);
      if (step.kind !== 'reopen') continue;
    } catch (cause) {
      assertDocumented(cause);
    }
    store = await openAndCheck(disk, promised);
  }
  // In the end nothing may depend on what was not synced.
  disk.cutPower();
  await openAndCheck(disk, promised);
  return promised;
};

const playStep = async (store: Store, step: Step, index: number, promised: Promised): Promise<void> => {
  if (step.kind === 'append') {
    const draft = sampleDraft(index, `${index} `.repeat(step.bytes / 4));
    promised.inFlight = draft.id;
    await store.append(draft, store.head.seq);
    promised.entries.push(draft.id);
    promised.inFlight = undefined;
  } else if (step.kind === 'object') {
    const bytes = Buffer.alloc(step.bytes, `${index}`);
    promised.objects.set(await store.putObject(bytes), bytes);
  } else if (step.kind === 'snapshot') {
    if (store.head.seq > 0)
      await store.writeSnapshot({ state: sampleState(store.head.seq), head: store.head });
  } else await store.close();
};

const assertDocumented = (cause: unknown): void => {
  assert.ok(cause instanceof BatonError, `expected a BatonError, got ${(cause as Error)?.stack ?? cause}`);
  assert.ok(DOCUMENTED.includes(cause.code), `${cause.code}: ${cause.message}`);
};

const openAndCheck = async (disk: SimulatedDisk, promised: Promised): Promise<Store> => {
  for (let attempt = 0; attempt < OPENINGS_MAX; attempt++) {
    try {
      const mount = disk.mount();
      const { store, torn } = await openFileStore(mount, DIRECTORY);
      await checkPromises(store, promised);
      const { problems } = await verifyJournal(mount, DIRECTORY);
      assert.deepEqual(
        problems.filter((problem) => problem.severity === 'error'),
        [],
      );
      promised.torn += torn;
      return store;
    } catch (cause) {
      assertDocumented(cause);
    }
  }
  assert.fail(`the store could not be opened ${OPENINGS_MAX} times in a row`);
};

const checkPromises = async (store: Store, promised: Promised): Promise<void> => {
  const found = (await readAll(store)).map((entry) => entry.id);
  const { entries, inFlight } = promised;
  const expected = inFlight !== undefined && found.length > entries.length ? [...entries, inFlight] : entries;
  assert.deepEqual(found, expected);
  assert.equal(store.head.seq, found.length);
  promised.entries = found;
  promised.inFlight = undefined;
  for (const [digest, bytes] of promised.objects) assert.deepEqual(await store.getObject(digest), bytes);
  const snapshot = await store.readSnapshot();
  if (snapshot !== undefined) {
    assert.ok(snapshot.head.seq <= found.length);
    assert.deepEqual(snapshot.state, sampleState(snapshot.head.seq));
  }
};
