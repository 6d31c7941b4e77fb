// PostgreSQL as a home of runs: the same contract as files and memory, directly and through a pooler in transaction mode.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { storeContract } from '../../src/stores/store.contract.ts';
import { storesContract } from '../../src/stores/stores.contract.ts';
import { HAS_POOLER, HAS_SERVER, type TestDatabase, testDatabase } from './database.ts';
import { startProxy } from './proxy.ts';

let runs = 0;

/** Every opening is another process, after the lease of the one before it has ended. */
const storeHarness = (database: () => TestDatabase, login: () => string) => async () => {
  runs += 1;
  const run = `run-${runs}`;
  const homes: ReturnType<typeof openDatabase>[] = [];
  const proxy = await startProxy(Number(new URL(login()).port));
  const url = login().replace(/:\d+\//, `:${proxy.port}/`);
  const grant = (verb: 'grant' | 'revoke'): Promise<unknown> =>
    database().admin.ask({ doing: verb }, (sql) =>
      sql.unsafe(`${verb} execute on function baton.append ${verb === 'grant' ? 'to' : 'from'} baton_holder`),
    );
  return {
    open: async () => {
      await grant('grant');
      await database().admin.ask(
        { doing: 'ending leases' },
        (sql) => sql`update baton.host set lease_until = clock_timestamp()`,
      );
      const home = openDatabase(url, {});
      homes.push(home);
      return (await postgresStores(home, 'project').take(run)).open();
    },
    breakNextWrite: async () => void (await grant('revoke')),
    loseNextAnswer: () => proxy.loseNextAnswer(),
    fencesAtOnce: true,
    cleanUp: async () => {
      await grant('grant');
      for (const home of homes) await home.link.close();
      await proxy.close();
    },
  };
};

const storesHarness = (url: () => string) => async () => {
  runs += 1;
  const root = mkdtempSync(join(tmpdir(), 'baton-stores-'));
  const [home, other] = [openDatabase(url(), {}), openDatabase(url(), {})];
  return {
    stores: postgresStores(home, `project-${runs}`),
    others: postgresStores(other, `project-${runs}`),
    target: join(root, 'exported'),
    cleanUp: async () => {
      for (const { link } of [home, other]) await link.close();
      rmSync(root, { recursive: true });
    },
  };
};

describe.skipIf(!HAS_SERVER)('PostgreSQL', () => {
  const database = testDatabase();
  const url = (): string => database().url('holder');
  storeContract('PostgreSQL', storeHarness(database, url), { describe, it });
  storesContract({ describe, it }, 'PostgreSQL', storesHarness(url));
});

describe.skipIf(!HAS_POOLER)('PostgreSQL behind pgbouncer', () => {
  const database = testDatabase({ pooled: true });
  const url = (): string => database().pooledUrl('holder');
  storeContract('PostgreSQL behind pgbouncer', storeHarness(database, url), { describe, it });
  storesContract({ describe, it }, 'PostgreSQL behind pgbouncer', storesHarness(url));
});
