// What a real server and a real network do to a run: the server dies, the way to it goes silent, the holder sleeps too long.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { readAll, rejectsWith, sampleDraft } from '../../src/stores/store.contract.ts';
import { startCluster } from '../../tools/postgres-cluster.mjs';
import { HAS_SERVER, testDatabase } from './database.ts';
import { startProxy } from './proxy.ts';

const LEASE = { BATON_LEASE_MS: '1500' };

describe.skipIf(!HAS_SERVER)('a run in PostgreSQL', () => {
  const database = testDatabase();
  let runs = 0;
  const newRun = (): string => {
    runs += 1;
    return `failing-${runs}`;
  };
  const home = (url = database().url('holder')) => {
    const opened = openDatabase(url, LEASE);
    onTestFinished(() => opened.link.close());
    return { ...opened, stores: postgresStores(opened, 'project') };
  };
  const throughProxy = async () => {
    const proxy = await startProxy(database().cluster.port);
    onTestFinished(() => proxy.close());
    return {
      proxy,
      ...home(
        database()
          .url('holder')
          .replace(/:\d+\//, `:${proxy.port}/`),
      ),
    };
  };

  it('loses nothing and has nothing twice when the server is killed under it', async () => {
    const run = newRun();
    const { store } = await (await home().stores.take(run)).open();
    const acknowledged: string[] = [];
    let ended = false;
    const writing = (async () => {
      for (let n = 1; !ended; n += 1) acknowledged.push((await store.append(sampleDraft(n), n - 1)).id);
    })();
    for (let kills = 0; kills < 3; kills += 1) {
      const before = acknowledged.length;
      while (acknowledged.length < before + 20) await sleep(5);
      await database().cluster.kill();
      await database().cluster.start();
    }
    ended = true;
    await writing;
    const { store: reader } = await home().stores.reader(run);
    expect((await readAll(reader)).map(({ id }) => id)).toEqual(acknowledged);
    expect((await home().stores.verify(run)).problems).toEqual([]);
  });

  it('is taken over when its holder is cut off, and the holder is silent before that', async () => {
    const run = newRun();
    const { proxy, stores } = await throughProxy();
    const { store } = await (await stores.take(run)).open();
    await store.append(sampleDraft(1), 0);
    expect(store.held).toBe(true);
    proxy.partition();
    const late = rejectsWith('JOURNAL_FENCED', store.append(sampleDraft(2), 1));
    const second = home();
    const hold = await (async () => {
      for (;;) {
        try {
          return await second.stores.take(run);
        } catch {
          await sleep(20);
        }
      }
    })();
    expect(store.held).toBe(false);
    const next = (await hold.open()).store;
    await next.append(sampleDraft(22), 1);
    proxy.heal();
    await late;
    expect((await store.lost)?.code).toBe('JOURNAL_FENCED');
    expect((await readAll(next)).map(({ id }) => id)).toEqual(['id-1', 'id-22']);
  });

  it('goes on under the same number when the server was away for longer than the lease and nobody came', async () => {
    const run = newRun();
    const { proxy, stores } = await throughProxy();
    const { store } = await (await stores.take(run)).open();
    await store.append(sampleDraft(1), 0);
    proxy.partition();
    const appended = store.append(sampleDraft(2), 1);
    while (store.held) await sleep(20);
    proxy.heal();
    await appended;
    while (!store.held) await sleep(20);
    await store.append(sampleDraft(3), 2);
    expect((await readAll(store)).length).toBe(3);
  });

  it('tells a holder that slept through its lease, although it wakes and renews it', async () => {
    const run = newRun();
    const first = home();
    const { store } = await (await first.stores.take(run)).open();
    await store.append(sampleDraft(1), 0);
    await database().admin.ask(
      { doing: 'ending a lease' },
      (sql) => sql`update baton.host set lease_until = clock_timestamp() where id = ${first.lease.host}`,
    );
    const next = (await (await home().stores.take(run)).open()).store;
    await first.lease.renew();
    expect((await store.lost)?.code).toBe('JOURNAL_FENCED');
    expect(store.held).toBe(false);
    await next.append(sampleDraft(2), 1);
  });

  it('is taken over although its holder was cut off inside a large object', async () => {
    const run = newRun();
    const { proxy, stores } = await throughProxy();
    const { store } = await (await stores.take(run)).open();
    const writing = rejectsWith('JOURNAL_FENCED', store.putObject(Buffer.alloc(8_000_000, 'x')));
    await sleep(60);
    proxy.partition();
    const second = home();
    for (;;) {
      try {
        await second.stores.take(run);
        break;
      } catch {
        await sleep(20);
      }
    }
    proxy.heal();
    await writing;
  });

  it('is missed when the database has fewer entries than it acknowledged', async () => {
    const run = newRun();
    const { store } = await (await home().stores.take(run)).open();
    for (let n = 1; n <= 3; n += 1) await store.append(sampleDraft(n), n - 1);
    const reader = (await home().stores.reader(run)).store;
    await database().admin.ask(
      { doing: 'losing entries' },
      (sql) => sql`
        with gone as (delete from baton.entry using baton.run where entry.run = run.id and run.name = ${run} and entry.seq > 1)
        update baton.run set seq = 1, chain = (select sha256(convert_to(line, 'UTF8')) from baton.entry where run = run.id and seq = 1)
        where name = ${run}`,
    );
    await rejectsWith('JOURNAL_LOST', readAll(reader));
    await rejectsWith('JOURNAL_LOST', store.append(sampleDraft(4), 3));
  });
});

describe.skipIf(!HAS_SERVER)('a server that would lose what it acknowledges', () => {
  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])('is refused with %s off', async (setting) => {
    const cluster = await startCluster({ settings: [`${setting} = off`] });
    onTestFinished(() => cluster.stop());
    const opened = openDatabase(cluster.adminUrl, {});
    onTestFinished(() => opened.link.close());
    const refused = await rejectsWith('STORE_REFUSED', postgresStores(opened, 'project').take('run'));
    expect(refused.message).toContain(`${setting} is off`);
    expect(refused.message).toContain('baton store init');
  });

  it('is said to be away where nothing answers, without its address', async () => {
    const opened = openDatabase('postgres://secret-user@127.0.0.1:1/secret-database', {});
    onTestFinished(() => opened.link.close());
    const away = await rejectsWith('STORE_UNREACHABLE', postgresStores(opened, 'project').list());
    expect(`${away.message} ${away.hint}`).not.toMatch(/127\.0\.0\.1|secret/);
  });
});
