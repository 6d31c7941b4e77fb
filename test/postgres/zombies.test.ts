// Holders that are cut off or stopped while another process takes their run: not one of them is heard after that. Each safeguard is taken out
// once, and must be missed. BATON_ZOMBIES makes them more.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as real from '../../src/stores/postgres/postgres-stores.ts';
import { readAll, sampleDraft } from '../../src/stores/store.contract.ts';
import type { Hold, Store } from '../../src/stores/store.ts';
import { HAS_SERVER, testDatabase } from './database.ts';
import { mutatedFunction, mutatedProgram } from './mutants.ts';
import { startProxy } from './proxy.ts';

const LEASE_MS = 600;
/** A quarter of it is longer than a look takes, also on a busy machine. */
const SLOW_LEASE_MS = 4_000;
const ROUNDS = Number(process.env['BATON_ZOMBIES'] ?? 1);
type Program = Pick<typeof real, 'openDatabase' | 'postgresStores'>;

describe.skipIf(!HAS_SERVER)('a holder whose run another one took', () => {
  const database = testDatabase();
  let runs = 0;

  const asOwner = (text: string): Promise<unknown> =>
    database().admin.ask({ doing: 'changing the database' }, (sql) => sql.unsafe(text).simple());

  const home = (
    { openDatabase, postgresStores }: Program,
    url = database().url('holder'),
    leaseMs = LEASE_MS,
  ) => {
    const opened = openDatabase(url, { BATON_LEASE_MS: String(leaseMs) });
    onTestFinished(() => opened.link.close());
    return { ...opened, stores: postgresStores(opened, 'project') };
  };

  const throughProxy = async (program: Program, leaseMs = LEASE_MS) => {
    const proxy = await startProxy(database().cluster.port);
    onTestFinished(() => proxy.close());
    const url = database()
      .url('holder')
      .replace(/:\d+\//, `:${proxy.port}/`);
    return { proxy, ...home(program, url, leaseMs) };
  };

  const taken = async (run: string, by: ReturnType<typeof home>): Promise<Hold> => {
    for (;;) {
      const hold = await by.stores.take(run).catch(() => undefined);
      if (hold !== undefined) return hold;
      await sleep(5);
    }
  };

  const draft = (by: string, seq: number) => ({ ...sampleDraft(seq), id: `${by}-${seq}` });

  /** From now on looked at every few milliseconds, as a client at its door would. */
  const spokenAfter = async (zombie: Store, ms: number): Promise<number> => {
    let spoken = 0;
    for (const end = performance.now() + ms; performance.now() < end; await sleep(5))
      if (zombie.held === true) spoken += 1;
    return spoken;
  };

  /** What is wrong with the journal after all of it: an entry of the older one behind the newer one's, or a broken chain. */
  const wrongIn = async (run: string): Promise<string[]> => {
    const stores = home(real).stores;
    const { problems } = await stores.verify(run);
    const ids = (await readAll((await stores.reader(run)).store)).map(({ id }) => id.split('-')[0]);
    const late = ids.lastIndexOf('old') > ids.indexOf('new') && ids.includes('new');
    return [...problems.map(({ code }) => code), ...(late ? ['older after newer'] : [])];
  };

  const begun = async (stores: ReturnType<typeof home>['stores']) => {
    runs += 1;
    const run = `zombie-${runs}`;
    const { store } = await (await stores.take(run)).open();
    await store.append(draft('old', 1), 0);
    return { run, store };
  };

  /** Cut off inside an append; comes back after the takeover and before the successor has written anything. */
  const cutOffWith = async (program: Program, entries: number): Promise<string[]> => {
    const old = await throughProxy(program);
    const { run, store } = await begun(old.stores);
    old.proxy.partition();
    const drafts = Array.from({ length: entries }, (_, n) => draft('old', 2 + n));
    const late = store.appendAll(drafts, 1).then(
      () => ['an append of the older one was taken'],
      () => [],
    );
    const next = (await (await taken(run, home(program))).open()).store;
    const before = store.held === true ? ['held at the takeover'] : [];
    old.proxy.heal();
    const spoken = (await spokenAfter(store, LEASE_MS)) > 0 ? ['spoke after the takeover'] : [];
    const appended = await late;
    const refused = await next.append(draft('new', 2), 1).then(
      () => [],
      () => ['the successor was refused'],
    );
    return [...before, ...spoken, ...appended, ...refused, ...(await wrongIn(run))];
  };

  const cutOff = (program: Program): Promise<string[]> => cutOffWith(program, 1);
  const cutOffTogether = (program: Program): Promise<string[]> => cutOffWith(program, 2);

  /** Answers take long, and then nothing comes any more: a lease that is counted from its answer outlives the one that the others see. */
  const answeredLate = async (program: Program): Promise<string[]> => {
    const old = await throughProxy(program, SLOW_LEASE_MS);
    const { run, store } = await begun(old.stores);
    old.proxy.delayBeats(SLOW_LEASE_MS / 4);
    // The first one may have been asked for before.
    for (let beat = 0; beat < 2; beat += 1) await old.lease.renew();
    old.proxy.partition();
    await taken(run, home(program));
    return store.held === true ? ['held at the takeover'] : [];
  };

  /** Stopped for longer than its lease, so that it knows of nothing, and renews it when it wakes. */
  const slept = async (program: Program): Promise<string[]> => {
    const old = home(program);
    const { run, store } = await begun(old.stores);
    await asOwner(`update baton.host set lease_until = clock_timestamp() where id = '${old.lease.host}'`);
    await taken(run, home(program));
    await old.lease.renew();
    return (await spokenAfter(store, LEASE_MS)) > 0 ? ['spoke after it woke'] : [];
  };

  /** It renews its lease in the very moment in which another one, who saw that it had run out, takes the run. */
  const raced = async (program: Program): Promise<string[]> => {
    const old = home(program);
    const { run, store } = await begun(old.stores);
    const next = home(program);
    await next.lease.renew();
    await asOwner(`update baton.host set lease_until = clock_timestamp() where id = '${old.lease.host}'`);
    const taking = next.stores.take(run).catch(() => {});
    await sleep(100);
    const renewed = old.lease.renew();
    await taking;
    await renewed;
    return (await ownerOf(run)) !== old.lease.host && store.held === true ? ['both hold it'] : [];
  };

  const ownerOf = async (run: string): Promise<unknown> => {
    const [row] = await database().admin.sql`select holder from baton.run where name = ${run}`;
    return row?.['holder'];
  };

  /** A line that does not continue the journal, from a holder that may write. */
  const unlinked = async (): Promise<string[]> => {
    const { run } = await begun(home(real).stores);
    const line = `{"v":1,"seq":2,"prev":"sha256:${'ab'.repeat(32)}","crc":"00000000"}`;
    const outcomes = [];
    for (const prev of ['ab'.repeat(32), '00'.repeat(32)]) {
      const [row] = await home(real).link.sql`
        select baton.append(r.id, r.epoch, 1, decode(${prev}, 'hex'), ${line}, null, false) as outcome from baton.run r where r.name = ${run}`;
      outcomes.push(String(row?.['outcome']));
    }
    return outcomes.includes('ok') ? ['a line that links to nothing was taken'] : [];
  };

  const PLAYS = { cutOff, cutOffTogether, answeredLate, slept, unlinked };

  it.each(Object.entries(PLAYS))('is not heard any more (%s)', async (_, play) => {
    for (let round = 0; round < ROUNDS; round += 1) expect(await play(real)).toEqual([]);
  });

  const SLOW_TAKE = [
    'update run set epoch = r.epoch + 1, holder',
    'perform pg_sleep(0.4); update run set epoch = r.epoch + 1, holder',
  ] as const;

  it('is not heard any more when it renews while its run is being taken, which the lock on its row sees to', async () => {
    try {
      await asOwner(mutatedFunction('take', SLOW_TAKE));
      expect(await raced(real)).toEqual([]);
      await asOwner(
        mutatedFunction('take', SLOW_TAKE, [
          'select * into h from host where id = r.holder for update;',
          'select * into h from host where id = r.holder;',
        ]),
      );
      expect(await raced(real)).not.toEqual([]);
    } finally {
      await asOwner(mutatedFunction('take'));
    }
  });

  it.each([
    [
      'no epoch',
      'append',
      cutOff,
      [
        [' and epoch = p_epoch', ''],
        ["if r.epoch is distinct from p_epoch then return 'fenced'; end if;", ''],
      ],
    ],
    [
      'no epoch, for entries that are written together,',
      'append',
      cutOffTogether,
      [
        [' and epoch = p_epoch', ''],
        ["if r.epoch is distinct from p_epoch then return 'fenced'; end if;", ''],
      ],
    ],
    [
      'no chain',
      'append',
      unlinked,
      [
        [
          "if substring(p_line from length(p_line) - 82 for 64) <> encode(p_prev, 'hex') then return 'unlinked'; end if;",
          '',
        ],
        [' and chain = p_prev', ''],
      ],
    ],
  ] as const)('is missed by a database that has %s in %s', async (_, name, play, changes) => {
    try {
      await asOwner(mutatedFunction(name, ...changes));
      expect(await play(real)).not.toEqual([]);
    } finally {
      await asOwner(mutatedFunction(name));
    }
  });

  it.each([
    [
      'does not look which runs are still its own',
      slept,
      ['after < number && epochs.get(run) !== seat.epoch', 'false'],
    ],
    ['counts its lease from the answer', answeredLate, ['asked + this.#ms', 'performance.now() + this.#ms']],
  ] as const)('is missed by a program that %s', async (_, play, change) => {
    const { program, remove } = await mutatedProgram(change);
    onTestFinished(remove);
    expect(await play(program)).not.toEqual([]);
  });
});
