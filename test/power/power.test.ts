// The power is cut under the server, again and again, while eight runs are written: what was acknowledged is there afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAddress } from '../../src/stores/postgres/address.ts';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { readAll, sampleDraft } from '../../src/stores/store.contract.ts';
import { startCluster } from '../../tools/postgres-cluster.mjs';
import { ADMIN, HAS_SERVER, LOGINS, makeDatabase } from '../postgres/database.ts';
import { makeDisk } from './disk.ts';

const CUTS = Number(process.env['BATON_POWER_CUTS'] ?? 0);
const RUNS = 8;
/** At least so many entries between two cuts, and at most so much time after them. */
const ENTRIES = 200;
const LATER_MS_MAX = 200;

describe.skipIf(CUTS === 0 || !HAS_SERVER)('a power cut under the server', () => {
  it(`loses nothing that was acknowledged, ${CUTS} times`, async () => {
    expect(process.getuid?.(), 'a disk of its own needs root').toBe(0);
    const disk = makeDisk();
    onTestFinished(() => disk.remove());
    const cluster = await startCluster({ folder: disk.folder });
    onTestFinished(() => cluster.stop());
    const admin = await makeDatabase('power', (name) => parseAddress(cluster.url(ADMIN, name)));
    await admin.close();
    disk.settle();
    const home = openDatabase(cluster.url(LOGINS.holder, 'power'), {});
    onTestFinished(() => home.link.close());
    const stores = postgresStores(home, 'project');
    const acknowledged = new Map<string, string[]>();
    let ended = false;
    const writing = Array.from({ length: RUNS }, async (_, index) => {
      const run = `run-${index}`;
      const ids: string[] = [];
      acknowledged.set(run, ids);
      const { store } = await (await stores.take(run)).open();
      while (!ended) ids.push((await store.append(sampleDraft(ids.length + 1), ids.length)).id);
    });
    const failed = Promise.all(writing).then(() => {});
    failed.catch(() => {});
    const count = (): number => [...acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const from = count();
      while (count() < from + ENTRIES) await Promise.race([sleep(5), failed]);
      await sleep(Math.random() * LATER_MS_MAX);
      await disk.cut();
      const told = new Map([...acknowledged].map(([run, ids]) => [run, ids.length]));
      await cluster.start();
      let lost = 0;
      for (const [run, entries] of told) {
        const { problems } = await stores.verify(run);
        expect(problems, run).toEqual([]);
        const { store } = await stores.reader(run);
        const found = (await readAll(store)).map(({ id }) => id);
        await store.close();
        const known = acknowledged.get(run)?.slice(0, entries) ?? [];
        lost += known.filter((id, at) => found[at] !== id).length;
      }
      console.log(`cut ${cut}: ${count()} acknowledged so far, ${lost} lost`);
      expect(lost).toBe(0);
    }
    ended = true;
    await failed;
  });
});
