// A server that is gone for good, and a copy of it that takes its place: with a synchronous one nothing is lost, and what an asynchronous one
// has lost is noticed.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAddress } from '../../src/stores/postgres/address.ts';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { readAll, rejectsWith, sampleDraft } from '../../src/stores/store.contract.ts';
import { startCluster } from '../../tools/postgres-cluster.mjs';
import { ADMIN, HAS_SERVER, LOGINS, makeDatabase } from './database.ts';

const DATABASE = 'copied';
const ENTRIES = 60;

/** A primary with a standby, and a holder that knows both by one address. */
const copied = async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const admin = await makeDatabase(DATABASE, (name) => parseAddress(cluster.url(ADMIN, name)));
  const standby = await cluster.standby();
  const url = `postgres://${LOGINS.holder}@127.0.0.1:${cluster.port},127.0.0.1:${standby.port}/${DATABASE}`;
  const home = openDatabase(url, { BATON_LEASE_MS: '2000' });
  onTestFinished(() => home.link.close());
  const follow = async (settings: string): Promise<void> => {
    await admin.ask({ doing: 'setting' }, (sql) => sql.unsafe(`alter system set ${settings}`));
    await admin.ask({ doing: 'setting' }, (sql) => sql`select pg_reload_conf()`);
  };
  const following = async (state: string): Promise<void> => {
    for (;;) {
      const [row] = await admin.ask(
        { doing: 'asking for the standby' },
        (sql) => sql`select count(*)::int4 as n from pg_stat_replication where sync_state = ${state}`,
      );
      if (Number(row?.['n']) === 1) return;
      await sleep(20);
    }
  };
  return { cluster, admin, standby, follow, following, stores: postgresStores(home, 'project') };
};

describe.skipIf(!HAS_SERVER)('a standby that takes over', () => {
  it('has everything that was acknowledged where it is synchronous, and the holder goes on', async () => {
    const { cluster, admin, standby, follow, following, stores } = await copied();
    await follow("synchronous_standby_names = '*'");
    await following('sync');
    const { store } = await (await stores.take('run')).open();
    const acknowledged: string[] = [];
    const writing = (async () => {
      for (let n = 1; n <= ENTRIES; n += 1) acknowledged.push((await store.append(sampleDraft(n), n - 1)).id);
    })();
    while (acknowledged.length < ENTRIES / 3) await sleep(5);
    await admin.close();
    await cluster.kill();
    await standby.promote();
    await writing;
    expect((await readAll(store)).map(({ id }) => id)).toEqual(acknowledged);
    expect(await stores.verify('run')).toMatchObject({ entries: ENTRIES, problems: [] });
  });

  it('that has lost entries is found out by whoever had read more', async () => {
    const { cluster, admin, standby, following, stores } = await copied();
    await following('async');
    const { store } = await (await stores.take('run')).open();
    await store.append(sampleDraft(1), 0);
    for (;;) {
      const [row] = await admin.ask(
        { doing: 'asking for the standby' },
        (sql) =>
          sql`select count(*)::int4 as n from pg_stat_replication where replay_lsn >= pg_current_wal_lsn()`,
      );
      if (Number(row?.['n']) === 1) break;
      await sleep(20);
    }
    await standby.kill();
    for (let n = 2; n <= 4; n += 1) await store.append(sampleDraft(n), n - 1);
    const { store: reader } = await stores.reader('run');
    await admin.close();
    await cluster.kill();
    await standby.start();
    await standby.promote();
    await rejectsWith('JOURNAL_LOST', store.append(sampleDraft(5), 4));
    await rejectsWith('JOURNAL_LOST', readAll(reader));
  });
});
