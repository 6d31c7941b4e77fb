// PostgreSQL as the home of runs against files: what an entry costs, how often the disk is waited for, how much is logged, and how soon others
// hear of it. Without the programs of PostgreSQL it says so and measures nothing.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { briefOf } from '../src/operations/status/brief.ts';
import { nodeDisk } from '../src/std/disk/node-disk.ts';
import { openFileStore } from '../src/stores/file/file-store.ts';
import { type Database, openDatabase, postgresStores } from '../src/stores/postgres/postgres-stores.ts';
import { setUp } from '../src/stores/postgres/set-up.ts';
import { sampleDraft } from '../src/stores/store.contract.ts';
import type { Store } from '../src/stores/store.ts';
import { hasServer, startCluster } from '../tools/postgres-cluster.mjs';
import type { Bench } from './bench.ts';
import { handOffIn, looping, openLoopingRun } from './looping-run.ts';
import { interleave, median, type Row, ratioRow } from './measure.ts';
import { sharedTreeRows } from './shared-trees.ts';

const PROJECT = 'bench';
/** With all around it, a line of about 1.2 KB. */
const TEXT = 'words of an entry, '.repeat(24);
const ROUNDS = 301;
const WARM_UP = 100;
const APPEND_MAX = 2.5;
const ALONE = 200;
const CROWD = 200;
const CROWD_ENTRIES = 10;
const CROWD_HOSTS = 4;
const CROWD_SYNCS_MAX = 0.3;
const HANDOFFS = 100;
const WAL_BYTES_MAX = 8 * 1024;
const WATCHED = 101;
const WATCH_MS_MAX = 50;
/** A server counts what a connection did when that ends, a moment later. */
const COUNTED_AFTER_MS = 1_500;

interface World {
  readonly open: () => Database;
  readonly ask: (text: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly stop: () => Promise<void>;
}

const startWorld = async (folder: string): Promise<World> => {
  const cluster = await startCluster({ folder });
  const admin = openDatabase(cluster.adminUrl, {});
  await setUp(admin.link);
  return {
    open: () => openDatabase(cluster.adminUrl, {}),
    ask: async (text) => (await admin.link.ask({ doing: 'asking' }, (sql) => sql.unsafe(text)))[0] ?? {},
    stop: async () => {
      await admin.link.close();
      await cluster.stop();
    },
  };
};

const storeIn = async (database: Database, run: string): Promise<Store> =>
  (await (await postgresStores(database, PROJECT).take(run)).open()).store;

const appendTo = (store: Store): Promise<unknown> =>
  store.append(sampleDraft(store.head.seq + 1, TEXT), store.head.seq);

const appendRow = async ({ open }: World, scratch: string): Promise<Row> => {
  const database = open();
  const shared = await storeIn(database, 'appended');
  const { store } = await openFileStore(nodeDisk, join(scratch, 'files'), join(scratch, 'head.json'));
  const options = { rounds: ROUNDS, warmUp: WARM_UP };
  const medians = await interleave(
    () => appendTo(shared),
    () => appendTo(store),
    options,
  );
  await store.close();
  await database.link.close();
  return ratioRow('append of one entry in PostgreSQL against files', medians, APPEND_MAX);
};

const syncsOf = async ({ ask }: World): Promise<number> =>
  Number((await ask('select wal_sync::int8 as n from pg_stat_wal'))['n']);

/** Syncs of the log for each entry. */
const syncsFor = async (world: World, entries: number, work: () => Promise<unknown>): Promise<number> => {
  const before = await syncsOf(world);
  await work();
  await sleep(COUNTED_AFTER_MS);
  return ((await syncsOf(world)) - before) / entries;
};

const syncsRow = (what: string, each: number, most: number): Row => ({
  what,
  ...{ figure: each.toFixed(2), floor: '1', target: `≤ ${most}`, met: each <= most },
});

const aloneRow = async (world: World): Promise<Row> => {
  const each = await syncsFor(world, ALONE, async () => {
    const database = world.open();
    const store = await storeIn(database, 'alone');
    for (let n = 0; n < ALONE; n += 1) await appendTo(store);
    await database.link.close();
  });
  // Its lease and its snapshots are written, too.
  return syncsRow(`syncs of the server for each of ${ALONE} entries of one run`, each, 1.2);
};

const crowdRow = async (world: World): Promise<Row> => {
  const hosts = Array.from({ length: CROWD_HOSTS }, () => world.open());
  const taken = hosts.flatMap((host, at) =>
    Array.from({ length: CROWD / CROWD_HOSTS }, (_, n) => storeIn(host, `crowd-${at}-${n}`)),
  );
  const stores = await Promise.all(taken);
  await sleep(COUNTED_AFTER_MS);
  const each = await syncsFor(world, CROWD * CROWD_ENTRIES, async () => {
    await Promise.all(
      stores.map(async (store) => {
        for (let n = 0; n < CROWD_ENTRIES; n += 1) await appendTo(store);
      }),
    );
    for (const { link } of hosts) await link.close();
  });
  return syncsRow(`the same with ${CROWD} runs at once, in ${CROWD_HOSTS} hosts`, each, CROWD_SYNCS_MAX);
};

/** The first write to a page after a checkpoint logs the whole page; those are made before anything is counted. */
const walRow = async ({ open, ask }: World, scratch: string): Promise<Row> => {
  const database = open();
  const opened = await (await postgresStores(database, PROJECT).take('logged')).open();
  const run = await openLoopingRun(join(scratch, 'logged'), { opened, brief: briefOf(looping) });
  await ask('checkpoint');
  for (let n = 0; n < HANDOFFS; n += 1) await handOffIn(run);
  const { at } = await ask('select pg_current_wal_insert_lsn()::text as at');
  for (let n = 0; n < HANDOFFS; n += 1) await handOffIn(run);
  const { bytes } = await ask(`select pg_current_wal_insert_lsn() - '${String(at)}'::pg_lsn as bytes`);
  await run.stop();
  await database.link.close();
  const each = Number(bytes) / HANDOFFS;
  return {
    what: `log of the server for each of ${HANDOFFS} handoffs of relay, without whole pages`,
    ...{ figure: `${(each / 1024).toFixed(1)} KB`, floor: '', target: '≤ 8 KB', met: each <= WAL_BYTES_MAX },
  };
};

const watchRow = async ({ open }: World): Promise<Row> => {
  const [writer, other] = [open(), open()];
  const store = await storeIn(writer, 'watched');
  await appendTo(store);
  const { store: reader } = await postgresStores(other, PROJECT).reader('watched');
  let heard: (seq: number) => void = () => {};
  const unwatch = reader.watch(({ seq }) => heard(seq));
  const times: number[] = [];
  for (let n = 0; n < WATCHED; n += 1) {
    const wanted = store.head.seq + 1;
    const told = new Promise<void>((resolve) => {
      heard = (seq) => (seq >= wanted ? resolve() : undefined);
    });
    const since = performance.now();
    await appendTo(store);
    await told;
    times.push(performance.now() - since);
    await sleep(10);
  }
  unwatch();
  for (const { link } of [writer, other]) await link.close();
  const ms = median(times);
  return {
    what: `an entry, from its append until another process hears of it (${WATCHED} rounds)`,
    ...{ figure: `${ms.toFixed(1)} ms`, floor: '', target: `≤ ${WATCH_MS_MAX} ms`, met: ms <= WATCH_MS_MAX },
  };
};

export const storeRows = async (bench: Bench): Promise<Row[]> => {
  const { scratch } = bench;
  if (!hasServer())
    return [
      {
        what: 'PostgreSQL: its programs are not there, nothing was measured',
        ...{ figure: '', floor: '', target: '', met: undefined },
      },
    ];
  const world = await startWorld(scratch);
  try {
    return [
      await appendRow(world, scratch),
      await aloneRow(world),
      await crowdRow(world),
      await walRow(world, scratch),
      await watchRow(world),
      ...(await sharedTreeRows(scratch, await storeIn(world.open(), 'trees'))),
    ];
  } finally {
    await world.stop();
  }
};
