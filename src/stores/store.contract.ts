// What every store must do. It runs under any test runner that has `describe` and `it`.
import assert from 'node:assert/strict';
import { BatonError, type ErrorCode } from '../errors.ts';
import type { Entry, EntryDraft } from '../model/run/entry.ts';
import type { State } from '../model/run/state.ts';
import { sha256 } from '../std/sha256.ts';
import type { Opened, Store, StoreReader } from './store.ts';

export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** One place where a store keeps things. Opening it again is a restart. */
export interface StoreHarness {
  open(): Promise<Opened>;
  /** The next write of the open store fails. */
  breakNextWrite(): void | Promise<void>;
  /** The next append is done, and nobody hears that it was. Where there is no way between a store and its journal, nothing can be lost on it. */
  loseNextAnswer?(): void | Promise<void>;
  /** Opening it shuts out whoever had it open, before anything is written. Files leave that to the lock of their run. */
  readonly fencesAtOnce?: boolean;
  cleanUp(): Promise<void>;
}

export const sampleDraft = (n: number, text = 'words, "quotes" and \u{1f3c3} runners'): EntryDraft => ({
  id: `id-${n}`,
  at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
  by: { person: 'ada' },
  input: { kind: 'refuse', code: 'TOKEN_INVALID', message: text },
  events: [{ kind: 'submission-refused', code: 'TOKEN_INVALID', message: text }],
});

/** Stores do not look into a state. */
export const sampleState = (seq: number): State => ({ v: 1, seq, at: `entry ${seq}` }) as unknown as State;

export const readAll = async (store: StoreReader, fromSeq = 1): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for await (const entry of store.read(fromSeq)) entries.push(entry);
  return entries;
};

const appendAll = async (store: Store, from: number, to: number): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for (let n = from; n <= to; n++) entries.push(await store.append(sampleDraft(n), n - 1));
  return entries;
};

export const rejectsWith = async (code: ErrorCode, work: Promise<unknown>): Promise<BatonError> => {
  try {
    await work;
  } catch (cause) {
    assert.ok(cause instanceof BatonError, `expected a BatonError, got ${String(cause)}`);
    assert.equal(cause.code, code, cause.message);
    return cause;
  }
  assert.fail(`expected ${code}, but nothing was thrown`);
};

type Case = readonly [
  name: string,
  body: (harness: StoreHarness) => Promise<void>,
  applies?: (harness: StoreHarness) => boolean,
];

const JOURNAL_CASES: readonly Case[] = [
  [
    'an empty store ends before the first entry',
    async (harness) => {
      const { store, notes, torn } = await harness.open();
      assert.equal(store.head.seq, 0);
      assert.deepEqual([notes, torn, await readAll(store)], [[], 0, []]);
      assert.equal(await store.readSnapshot(), undefined);
    },
  ],
  [
    'entries come back in order, as they were returned, linked to each other',
    async (harness) => {
      const { store } = await harness.open();
      const appended = await appendAll(store, 1, 20);
      const read = await readAll(store);
      assert.deepEqual(read, appended);
      assert.deepEqual(
        read.map((entry) => entry.seq),
        appended.map((_, index) => index + 1),
      );
      assert.equal(new Set(read.map((entry) => entry.prev)).size, 20);
      assert.equal(store.head.seq, 20);
    },
  ],
  [
    'reading begins where it is asked to',
    async (harness) => {
      const { store } = await harness.open();
      await appendAll(store, 1, 9);
      assert.deepEqual(
        (await readAll(store, 7)).map((entry) => entry.id),
        ['id-7', 'id-8', 'id-9'],
      );
      assert.deepEqual(await readAll(store, 10), []);
    },
  ],
  [
    'reading sees the entries that were there when it began',
    async (harness) => {
      const { store } = await harness.open();
      await appendAll(store, 1, 3);
      const seen: number[] = [];
      for await (const entry of store.read(1)) {
        if (seen.length === 0) await store.append(sampleDraft(4), 3);
        seen.push(entry.seq);
      }
      assert.deepEqual(seen, [1, 2, 3]);
    },
  ],
  [
    'a restart finds every entry and goes on from the same head',
    async (harness) => {
      const first = await harness.open();
      const appended = await appendAll(first.store, 1, 5);
      const { head } = first.store;
      await first.store.close();
      const { store } = await harness.open();
      assert.deepEqual(store.head, head);
      const sixth = await store.append(sampleDraft(6), 5);
      assert.equal(sixth.prev, head.chain);
      assert.deepEqual(await readAll(store), [...appended, sixth]);
    },
  ],
  [
    'an append for another place is refused, and the store goes on',
    async (harness) => {
      const { store } = await harness.open();
      await appendAll(store, 1, 2);
      await rejectsWith('STORE_CONFLICT', store.append(sampleDraft(9), 1));
      await rejectsWith('STORE_CONFLICT', store.append(sampleDraft(9), 3));
      await rejectsWith('STORE_CONFLICT', store.appendAll([sampleDraft(3), sampleDraft(4)], 1));
      await store.append(sampleDraft(3), 2);
      assert.equal((await readAll(store)).length, 3);
    },
  ],
  [
    'entries that are appended together follow each other, and a restart finds them',
    async (harness) => {
      const first = await harness.open();
      await appendAll(first.store, 1, 2);
      const together = await first.store.appendAll(
        [3, 4, 5].map((n) => sampleDraft(n)),
        2,
      );
      assert.equal(together.map(({ seq }) => seq).join(), '3,4,5');
      const sixth = await first.store.append(sampleDraft(6), 5);
      const { head } = first.store;
      await first.store.writeSnapshot({ state: sampleState(6), head });
      await first.store.close();
      const { store } = await harness.open();
      assert.deepEqual(store.head, head);
      assert.deepEqual((await store.readSnapshot())?.head, head);
      assert.deepEqual(await readAll(store, 3), [...together, sixth]);
    },
  ],
  [
    'of two appends for the same place one is refused',
    async (harness) => {
      const { store } = await harness.open();
      const results = await Promise.allSettled([
        store.append(sampleDraft(1), 0),
        store.append(sampleDraft(2), 0),
      ]);
      assert.deepEqual(
        results.map((result) => result.status),
        ['fulfilled', 'rejected'],
      );
      assert.deepEqual(
        (await readAll(store)).map((entry) => entry.id),
        ['id-1'],
      );
    },
  ],
  [
    'an entry above the limit is refused, and the store goes on',
    async (harness) => {
      const { store } = await harness.open();
      const long = sampleDraft(1, 'x'.repeat(9_000_000));
      await rejectsWith('SUBMISSION_TOO_LARGE', store.append(long, 0));
      await rejectsWith('SUBMISSION_TOO_LARGE', store.appendAll([sampleDraft(1), long], 0));
      await store.append(sampleDraft(1, 'y'.repeat(3_000_000)), 0);
      await store.append(sampleDraft(2), 1);
      assert.equal((await readAll(store)).length, 2);
    },
  ],
  [
    'a store whose journal another one has taken over can no longer append',
    async (harness) => {
      const older = await harness.open();
      await appendAll(older.store, 1, 2);
      const newer = await harness.open();
      await newer.store.append(sampleDraft(3), 2);
      const fenced = await rejectsWith('JOURNAL_FENCED', older.store.append(sampleDraft(33), 2));
      assert.equal(await rejectsWith('JOURNAL_FENCED', older.store.append(sampleDraft(33), 2)), fenced);
      await newer.store.append(sampleDraft(4), 3);
      assert.deepEqual(
        (await readAll(newer.store)).map((entry) => entry.id),
        ['id-1', 'id-2', 'id-3', 'id-4'],
      );
    },
  ],
  [
    'a store that another one has taken over writes nothing more, although that one has written nothing yet',
    async (harness) => {
      const older = await harness.open();
      await appendAll(older.store, 1, 2);
      const newer = await harness.open();
      const { head } = older.store;
      await rejectsWith('JOURNAL_FENCED', older.store.appendAll([sampleDraft(3), sampleDraft(4)], 2));
      await rejectsWith('JOURNAL_FENCED', older.store.putObject(Buffer.from('late')));
      await rejectsWith('JOURNAL_FENCED', older.store.writeSnapshot({ state: sampleState(2), head }));
      await rejectsWith('OBJECT_MISSING', newer.store.getObject(sha256('late')));
      assert.equal((await readAll(newer.store)).length, 2);
      assert.equal(newer.store.held ?? true, true);
      assert.equal(older.store.held ?? false, false);
    },
    (harness) => harness.fencesAtOnce === true,
  ],
  ...(['an object', 'a snapshot'] as const).map(
    (what): Case => [
      `${what} is refused first, where a store was taken over`,
      async (harness) => {
        const older = await harness.open();
        await appendAll(older.store, 1, 1);
        const newer = await harness.open();
        const { head } = older.store;
        await rejectsWith(
          'JOURNAL_FENCED',
          what === 'an object'
            ? older.store.putObject(Buffer.alloc(1_000_000, 7))
            : older.store.writeSnapshot({ state: sampleState(1), head }),
        );
        await rejectsWith('OBJECT_MISSING', newer.store.getObject(sha256(Buffer.alloc(1_000_000, 7))));
        assert.equal(await newer.store.readSnapshot(), undefined);
      },
      (harness) => harness.fencesAtOnce === true,
    ],
  ),
  [
    'an append whose answer was lost is there once, and the store goes on',
    async (harness) => {
      const { store } = await harness.open();
      await appendAll(store, 1, 2);
      for (let n = 3; n <= 5; n += 1) {
        await harness.loseNextAnswer?.();
        await store.append(sampleDraft(n), n - 1);
      }
      assert.deepEqual(
        (await readAll(store)).map((entry) => entry.id),
        ['id-1', 'id-2', 'id-3', 'id-4', 'id-5'],
      );
      await harness.loseNextAnswer?.();
      await store.appendAll([sampleDraft(6), sampleDraft(7)], 5);
      await appendAll(store, 8, 8);
      assert.equal((await readAll(store)).length, 8);
    },
    (harness) => harness.loseNextAnswer !== undefined,
  ],
  [
    'a store is dead after a failed write, and a restart finds what was acknowledged',
    async (harness) => {
      const { store } = await harness.open();
      await appendAll(store, 1, 3);
      await harness.breakNextWrite();
      const failure = await rejectsWith('STORE_FAILED', store.append(sampleDraft(4), 3));
      for (const call of [
        () => store.append(sampleDraft(4), 3),
        () => store.putObject(Buffer.from('x')),
        () => store.writeSnapshot({ state: sampleState(3), head: store.head }),
        () => readAll(store),
      ]) {
        assert.equal(await rejectsWith('STORE_FAILED', call()), failure);
      }
      await store.close();
      const again = await harness.open();
      const ids = (await readAll(again.store)).map((entry) => entry.id);
      assert.deepEqual(ids.slice(0, 3), ['id-1', 'id-2', 'id-3']);
      await again.store.append(sampleDraft(5), again.store.head.seq);
    },
  ],
  [
    'a closed store refuses to work',
    async (harness) => {
      const { store } = await harness.open();
      await store.close();
      await store.close();
      await rejectsWith('STORE_FAILED', store.append(sampleDraft(1), 0));
    },
  ],
];

const OTHER_CASES: readonly Case[] = [
  [
    'objects come back by their digest, also after a restart',
    async (harness) => {
      const first = await harness.open();
      const bytes = Buffer.from([0, 255, 10, 13, 1]);
      const digest = await first.store.putObject(bytes);
      assert.equal(digest, sha256(bytes));
      assert.equal(await first.store.putObject(bytes), digest);
      const empty = await first.store.putObject(new Uint8Array());
      await first.store.close();
      const { store } = await harness.open();
      const large = Buffer.alloc(1_500_000, 'large');
      assert.deepEqual(Buffer.from(await store.getObject(await store.putObject(large))), large);
      assert.deepEqual(Buffer.from(await store.getObject(digest)), bytes);
      assert.equal((await store.getObject(empty)).length, 0);
    },
  ],
  [
    'an object that is not there is missed by name',
    async (harness) => {
      const { store } = await harness.open();
      const digest = sha256('nobody put this');
      const error = await rejectsWith('OBJECT_MISSING', store.getObject(digest));
      assert.match(error.message, new RegExp(digest));
      await rejectsWith('OBJECT_MISSING', store.getObject('sha256:../../etc/passwd'));
    },
  ],
  [
    'a snapshot comes back after a restart, with the place it was taken at',
    async (harness) => {
      const first = await harness.open();
      await appendAll(first.store, 1, 4);
      const snapshot = { state: sampleState(4), head: first.store.head };
      await first.store.writeSnapshot(snapshot);
      await appendAll(first.store, 5, 6);
      await first.store.close();
      const { store, notes } = await harness.open();
      assert.deepEqual(await store.readSnapshot(), snapshot);
      assert.deepEqual(notes, []);
      assert.deepEqual(
        (await readAll(store, 5)).map((entry) => entry.id),
        ['id-5', 'id-6'],
      );
      assert.equal((await readAll(store)).length, 6);
    },
  ],
  [
    'a snapshot of another place than the end is refused',
    async (harness) => {
      const { store } = await harness.open();
      await appendAll(store, 1, 2);
      const { head } = store;
      await appendAll(store, 3, 3);
      await rejectsWith('STORE_CONFLICT', store.writeSnapshot({ state: sampleState(2), head }));
      const forged = { seq: 3, chain: head.chain };
      await rejectsWith('STORE_CONFLICT', store.writeSnapshot({ state: sampleState(3), head: forged }));
    },
  ],
  [
    'watchers hear of each entry until they stop',
    async (harness) => {
      const { store } = await harness.open();
      const heard: number[] = [];
      const stop = store.watch((head) => heard.push(head.seq));
      await appendAll(store, 1, 3);
      await Promise.resolve();
      stop();
      await appendAll(store, 4, 4);
      await Promise.resolve();
      assert.deepEqual(heard, [1, 2, 3]);
    },
  ],
];

/**
 * Checks a store of your own as Baton's own are checked, with the functions of your test runner.
 *
 * @example
 * ```ts
 * declare const harness: Parameters<typeof storeContract>[1];
 * declare const runner: Parameters<typeof storeContract>[2]; // { describe, it }
 * storeContract('mine', harness, runner);
 * ```
 */
export const storeContract = (
  name: string,
  makeHarness: () => Promise<StoreHarness>,
  { describe, it }: TestRunner,
): void => {
  describe(`store contract: ${name}`, () => {
    for (const [title, body, applies = () => true] of [...JOURNAL_CASES, ...OTHER_CASES]) {
      it(title, async () => {
        const harness = await makeHarness();
        try {
          if (applies(harness)) await body(harness);
        } finally {
          await harness.cleanUp();
        }
      });
    }
  });
};
