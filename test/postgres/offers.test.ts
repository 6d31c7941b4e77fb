// Evidence that holders offer and workers claim, in a real database: each offer has one worker at a time, and a worker that is too late is
// refused. Each safeguard is taken out once, and must be missed.
import { describe, expect, it, onTestFinished } from 'vitest';
import { OFFER_LOST_MAX } from '../../src/model/limits/store.ts';
import { offeredJobs } from '../../src/stores/postgres/claims.ts';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { rejectsWith } from '../../src/stores/store.contract.ts';
import type { Store } from '../../src/stores/store.ts';
import { HAS_SERVER, testDatabase } from './database.ts';
import { mutatedFunction } from './mutants.ts';
import { startProxy } from './proxy.ts';

const JOB = { key: 'k', body: 'what is to be observed', needs: ['node20'] };

describe.skipIf(!HAS_SERVER)('evidence that is offered', () => {
  const database = testDatabase();
  let worlds = 0;

  const asOwner = (text: string): Promise<unknown> =>
    database().admin.ask({ doing: 'changing the database' }, (sql) => sql.unsafe(text).simple());

  const open = (url: string) => {
    const opened = openDatabase(url, {});
    onTestFinished(() => opened.link.close());
    return opened;
  };

  const world = () => {
    worlds += 1;
    const project = `offers-${worlds}`;
    return {
      /** A process that takes the run, whoever had it. */
      hold: async (): Promise<Store & Required<Pick<Store, 'offers'>>> => {
        await asOwner('update baton.host set lease_until = clock_timestamp()');
        const { store } = await (
          await postgresStores(open(database().url('holder')), project).take('run')
        ).open();
        const { offers } = store;
        if (offers === undefined) throw new Error('this store keeps no offers');
        return Object.assign(store, { offers });
      },
      worker: (tags = ['node20'], image?: string, url = database().url('worker')) =>
        offeredJobs(open(url), project, { tags, image }, {}),
      lapse: () => asOwner('update baton.offer set lease_until = clock_timestamp()'),
    };
  };

  const claimed = async (worker: ReturnType<ReturnType<typeof world>['worker']>) => {
    const job = await worker.claim([]);
    if (job === undefined) throw new Error('nothing was offered');
    return job;
  };

  it('goes to a worker and comes back with who observed it', async () => {
    const { hold, worker } = world();
    const { offers, putTree } = await hold();
    expect(putTree).toBeDefined();
    await offers.put({ ...JOB, needs: ['node20', 'image:debian-12'] });
    const job = await claimed(worker(['node20'], 'debian-12'));
    expect(job).toMatchObject({ run: 'run', attempt: 1, body: JOB.body });
    expect(await job.renew()).toBe(true);
    expect([await job.deliver('seen'), await job.deliver('seen'), await job.deliver('other')]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await offers.look(JOB.key))?.result).toEqual({
      text: 'seen',
      by: { login: 'test_worker', worker: expect.stringMatching(/ \d+$/), image: 'debian-12' },
    });
    expect(await worker(['node20'], 'debian-12').claim([])).toBeUndefined();
  });

  it('shows a worker the packs of the run whose offer it has, and no other', async () => {
    const { hold, worker } = world();
    const store = await hold();
    await store.putTree?.({ oid: 'a'.repeat(40), pack: Buffer.from('pack') });
    await store.offers.put(JOB);
    const job = await claimed(worker());
    expect(await job.trees()).toEqual(['a'.repeat(40)]);
    expect(Buffer.from((await job.pack('a'.repeat(40))) ?? []).toString()).toBe('pack');
    await job.giveBack();
    expect([await job.trees(), await job.pack('a'.repeat(40)), await job.renew()]).toEqual([
      [],
      undefined,
      false,
    ]);
  });

  it('goes to one of many workers that ask at once, and to the next one when that one gives it back', async () => {
    const { hold, worker } = world();
    const { offers } = await hold();
    for (const key of ['one', 'two', 'three']) await offers.put({ ...JOB, key });
    const workers = Array.from({ length: 8 }, () => worker());
    const jobs = (await Promise.all(workers.map((one) => one.claim([])))).filter((job) => job !== undefined);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
    for (;;) {
      const more = await worker().claim([]);
      if (more === undefined) break;
      jobs.push(more);
    }
    expect([jobs.length, new Set(jobs.map(({ id }) => id)).size]).toEqual([3, 3]);
    await jobs[0]?.giveBack();
    expect(await claimed(worker())).toMatchObject({ id: jobs[0]?.id, attempt: 2 });
  });

  it('is only for workers that have what it needs, and for each at most once while it cannot do it', async () => {
    const { hold, worker } = world();
    const { offers } = await hold();
    await offers.put({ ...JOB, needs: ['node20', 'image:a'] });
    for (const other of [worker([]), worker(['node22'], 'a'), worker(['node20']), worker(['node20'], 'b')])
      expect(await other.claim([])).toBeUndefined();
    expect((await offers.look(JOB.key))?.attended).toBe(false);
    const able = worker(['node20', 'more'], 'a');
    const job = await claimed(able);
    await job.giveBack();
    expect(await able.claim([job.id])).toBeUndefined();
    expect((await offers.look(JOB.key))?.attended).toBe(true);
  });

  it('is claimed once although the answer of the claim is lost', async () => {
    const { hold, worker } = world();
    const { offers } = await hold();
    await offers.put(JOB);
    const proxy = await startProxy(database().cluster.port);
    onTestFinished(() => proxy.close());
    const far = worker(
      ['node20'],
      undefined,
      database()
        .url('worker')
        .replace(/:\d+\//, `:${proxy.port}/`),
    );
    await offers.put({ ...JOB, key: 'another' });
    proxy.loseNextAnswer('baton.claim');
    const job = await far.claim([]);
    expect([job?.attempt, await job?.renew()]).toEqual([1, true]);
    expect(await far.claim([])).toMatchObject({ attempt: 1 });
    expect(await far.claim([])).toBeUndefined();
  });

  /** What is wrong when a worker wakes up after another one got its work. */
  const zombie = async (): Promise<string[]> => {
    const { hold, worker, lapse } = world();
    const { offers } = await hold();
    await offers.put(JOB);
    const old = await claimed(worker());
    await lapse();
    const next = await claimed(worker());
    const wrong = [
      ...((await old.renew()) ? ['the older one renewed its claim'] : []),
      ...((await old.deliver('old')) ? ['the older one was not too late'] : []),
    ];
    if (!(await next.deliver('new'))) wrong.push('the newer one was too late');
    const { result } = (await offers.look(JOB.key)) ?? {};
    return result?.text === 'new' ? wrong : [...wrong, `the holder got ${result?.text}`];
  };

  it('is not taken from a worker that another one has replaced', async () => {
    expect(await zombie()).toEqual([]);
  });

  it.each([
    ['deliver', ' and attempt = p_attempt and ticket = p_ticket and result is null'],
    ['renew_claim', ' and attempt = p_attempt and ticket = p_ticket and result is null'],
  ])('is missed by a database that has no fence in %s', async (name, fence) => {
    try {
      await asOwner(mutatedFunction(name, [fence, '']));
      expect(await zombie()).not.toEqual([]);
    } finally {
      await asOwner(mutatedFunction(name));
    }
  });

  it('outlives its holder: the next one that asks for the same gets what was done for it', async () => {
    const { hold, worker } = world();
    await (await hold()).offers.put(JOB);
    const job = await claimed(worker());
    const { offers } = await hold();
    // Nobody asks for it any more, as far as is known: no further worker gets it.
    expect(await worker().claim([])).toBeUndefined();
    await offers.put(JOB);
    expect([await job.renew(), await job.deliver('seen')]).toEqual([true, true]);
    expect((await offers.look(JOB.key))?.result?.text).toBe('seen');
    await offers.put({ ...JOB, body: 'something else' });
    expect((await offers.look(JOB.key))?.result).toBeUndefined();
    expect(await claimed(worker())).toMatchObject({ attempt: 3, body: 'something else' });
  });

  it('is not offered by a holder that was replaced, and an offer of before is nobody’s work', async () => {
    const { hold, worker } = world();
    const old = await hold();
    await old.offers.put(JOB);
    const { offers } = await hold();
    await rejectsWith('JOURNAL_FENCED', old.offers.put({ ...JOB, key: 'late' }));
    await old.offers.withdraw(JOB.key).catch(() => {});
    expect(await worker().claim([])).toBeUndefined();
    expect(await offers.look(JOB.key)).toBeDefined();
    await offers.withdraw(JOB.key);
    expect(await offers.look(JOB.key)).toBeUndefined();
  });

  it('is refused to a worker whose work was withdrawn', async () => {
    const { hold, worker } = world();
    const { offers } = await hold();
    await offers.put(JOB);
    const job = await claimed(worker());
    await offers.withdraw(JOB.key);
    expect([await job.renew(), await job.deliver('seen')]).toEqual([false, false]);
  });

  it(`ends with the ${OFFER_LOST_MAX}rd worker that is lost over it`, async () => {
    const { hold, worker, lapse } = world();
    const { offers } = await hold();
    await offers.put(JOB);
    for (let lost = 1; lost <= OFFER_LOST_MAX; lost += 1) {
      expect((await offers.look(JOB.key))?.abandoned).toBe(false);
      await claimed(worker());
      await lapse();
    }
    expect(await worker().claim([])).toBeUndefined();
    expect((await offers.look(JOB.key))?.abandoned).toBe(true);
  });

  it('goes with a run that is over or removed, and is not gathered for it before', async () => {
    const { hold, worker } = world();
    const store = await hold();
    await store.offers.put(JOB);
    await asOwner(
      "insert into baton.brief select id, true, '' from baton.run where project = 'offers-" + worlds + "'",
    );
    expect(await worker().claim([])).toBeUndefined();
    await asOwner(
      `select baton.release(id, epoch, holder) from baton.run where project = 'offers-${worlds}'`,
    );
    expect(await store.offers.look(JOB.key)).toBeUndefined();
  });
});
