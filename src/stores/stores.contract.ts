// What every home of a project's runs must do. It runs under any test runner that has `describe` and `it`.
import assert from 'node:assert/strict';
import { readAll, rejectsWith, sampleDraft, type TestRunner } from './store.contract.ts';
import type { Stores } from './store.ts';

export interface StoresHarness {
  readonly stores: Stores;
  /** The same runs, as another process has them. */
  readonly others: Stores;
  /** A directory that is not there yet, for what is exported. */
  readonly target: string;
  cleanUp(): Promise<void>;
}

const write = async (stores: Stores, run: string, entries = 1): Promise<void> => {
  const hold = await stores.take(run);
  const { store } = await hold.open();
  for (let n = 1; n <= entries; n += 1) await store.append(sampleDraft(n), n - 1);
  await store.close();
  await hold.release();
};

type Case = readonly [name: string, body: (harness: StoresHarness) => Promise<void>];

const CASES: readonly Case[] = [
  [
    'has no run at first, nor one that was taken and never written to',
    async ({ stores }) => {
      assert.deepEqual(await stores.list(), []);
      const hold = await stores.take('a');
      assert.equal(await stores.has('a'), false);
      await hold.release();
      assert.deepEqual(await stores.list(), []);
    },
  ],
  [
    'lists each run by its name, and reads what was written to it',
    async ({ stores }) => {
      await write(stores, 'a', 2);
      await write(stores, 'b', 1);
      assert.deepEqual([...(await stores.list())].sort(), ['a', 'b']);
      const { store } = await stores.reader('a');
      assert.equal((await readAll(store)).length, 2);
      assert.deepEqual(await stores.head('a'), store.head);
      await store.close();
      assert.equal((await stores.verify('a')).entries, 2);
    },
  ],
  [
    'removes a run with its head, and no other; it is held until it is released',
    async ({ stores }) => {
      await write(stores, 'b', 1);
      const hold = await stores.take('a');
      const { store } = await hold.open();
      await store.append(sampleDraft(1), 0);
      await store.close();
      assert.equal(await stores.has('a'), true);
      await hold.remove();
      assert.equal(await stores.isHeld('a'), true);
      await hold.release();
      assert.deepEqual([await stores.has('a'), await stores.head('a')], [false, undefined]);
      assert.deepEqual(await stores.list(), ['b']);
    },
  ],
  [
    'gives a run to one process, and to the next when that one has released it',
    async ({ stores }) => {
      assert.equal(await stores.isHeld('a'), false);
      const hold = await stores.take('a');
      assert.equal(await stores.isHeld('a'), true);
      await rejectsWith('RUN_HELD', stores.take('a'));
      const other = await stores.take('b');
      await other.release();
      await hold.release();
      assert.equal(await stores.isHeld('a'), false);
      await (await stores.take('a')).release();
    },
  ],
  [
    'names the runs that nobody holds, and none that is passed over',
    async ({ stores, others }) => {
      await write(stores, 'a');
      await write(stores, 'b');
      const held = await others.take('a');
      const { runs } = await stores.unheld(() => false);
      assert.deepEqual(
        runs.map(({ run }) => run),
        ['b'],
      );
      const { runs: none } = await stores.unheld(({ run, chain }) => run === 'b' && chain === runs[0]?.chain);
      assert.deepEqual(none, []);
      await held.release();
      assert.equal((await stores.unheld(() => false)).runs.length, 2);
    },
  ],
  [
    'gives a run to one process of several',
    async ({ stores, others }) => {
      const hold = await stores.take('a');
      assert.equal(await others.isHeld('a'), true);
      await rejectsWith('RUN_HELD', others.take('a'));
      await hold.release();
      const next = await others.take('a');
      await rejectsWith('RUN_HELD', stores.take('a'));
      const { store } = await next.open();
      await store.append(sampleDraft(1), 0);
      assert.equal(store.held ?? true, true);
      await store.close();
      await next.release();
      assert.deepEqual(await stores.list(), ['a']);
    },
  ],
  [
    'tells who watches a run that another process writes to',
    async ({ stores, others }) => {
      const hold = await stores.take('a');
      const { store } = await hold.open();
      await store.append(sampleDraft(1), 0);
      const reader = (await others.reader('a')).store;
      assert.equal(reader.head.seq, 1);
      // A watch keeps no process alive, so something else has to.
      const awake = setInterval(() => {}, 1_000);
      const heard = new Promise<void>((resolve) => {
        reader.watch((head) => {
          if (head.seq === 3) resolve();
        });
      });
      await store.append(sampleDraft(2), 1);
      await store.append(sampleDraft(3), 2);
      await heard;
      clearInterval(awake);
      assert.deepEqual(
        (await readAll(reader, 2)).map((entry) => entry.id),
        ['id-2', 'id-3'],
      );
      const digest = await store.putObject(Buffer.from('bytes'));
      assert.equal(Buffer.from(await reader.getObject(digest)).toString(), 'bytes');
      await reader.close();
      await store.close();
      await hold.release();
    },
  ],
  [
    'lets others read a run that is held',
    async ({ stores }) => {
      await write(stores, 'a');
      const hold = await stores.take('a');
      const { store } = await stores.reader('a');
      assert.equal((await readAll(store)).length, 1);
      await store.close();
      await hold.release();
    },
  ],
  [
    'passes over a journal, and stops where nobody wants more',
    async ({ stores }) => {
      await write(stores, 'a', 3);
      const seen: number[] = [];
      const { first } = await stores.readWanted('a', {
        wants: () => true,
        onEntry: ({ seq }) => seen.push(seq) < 2,
      });
      assert.deepEqual(seen, [1, 2]);
      assert.match(first ?? '', /^[0-9a-f]{64}$|^sha256:/);
    },
  ],
  [
    'exports a run, also twice, and without one nothing',
    async ({ stores, target }) => {
      await write(stores, 'a', 2);
      await stores.export('a', target);
      await stores.export('a', target);
      await stores.export('none', `${target}-none`);
      await stores.export('a', target, 1);
      await stores.export('none', `${target}-none`, 1);
    },
  ],
];

export const storesContract = (
  runner: TestRunner,
  name: string,
  open: () => Promise<StoresHarness>,
): void => {
  runner.describe(`${name} as a home of runs`, () => {
    for (const [what, body] of CASES)
      runner.it(what, async () => {
        const harness = await open();
        try {
          await body(harness);
        } finally {
          await harness.cleanUp();
        }
      });
  });
};
