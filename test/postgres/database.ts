// A database for a test: in the cluster of the test command where that has started one, else in one of its own.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type Address, parseAddress } from '../../src/stores/postgres/address.ts';
import { Link } from '../../src/stores/postgres/link.ts';
import { setUp } from '../../src/stores/postgres/set-up.ts';
import { hasPooler, hasServer, startCluster } from '../../tools/postgres-cluster.mjs';

export const HAS_SERVER = hasServer();
export const HAS_POOLER = HAS_SERVER && hasPooler();

/** Who logs in. Each is a member of the role of its name. */
export const LOGINS = {
  holder: 'test_holder',
  worker: 'test_worker',
  person: 'test_person',
  reader: 'test_reader',
} as const;
export type Login = keyof typeof LOGINS;
export const ADMIN = 'baton_admin';

export interface TestDatabase {
  readonly name: string;
  readonly cluster: Awaited<ReturnType<typeof startCluster>>;
  /** As its owner, past all rights. */
  readonly admin: Link;
  url(login: Login): string;
  pooledUrl(login: Login): string;
}

const makeLogins = async (admin: Link): Promise<void> => {
  const lines = Object.entries(LOGINS).map(
    ([role, login]) =>
      `if not exists (select from pg_roles where rolname = '${login}') then create role ${login} login in role baton_${role}; end if;`,
  );
  await admin.ask({ doing: 'making logins' }, (sql) =>
    sql.unsafe(`do $$ begin ${lines.join(' ')} end $$`).simple(),
  );
};

/** With all that Baton needs in it; gives back its owner. */
export const makeDatabase = async (name: string, at: (database: string) => Address): Promise<Link> => {
  const root = new Link(at('postgres'), {});
  await root.ask({ doing: 'making a database' }, (sql) => sql.unsafe(`create database ${name}`));
  await root.close();
  const admin = new Link(at(name), {});
  await setUp(admin);
  await makeLogins(admin);
  return admin;
};

/** Made before the tests of a file, and gone after them. */
export const testDatabase = (options: { readonly pooled?: boolean } = {}): (() => TestDatabase) => {
  let made: TestDatabase | undefined;
  beforeAll(async () => {
    const cluster = await startCluster();
    const name = `baton_${randomBytes(4).toString('hex')}`;
    const admin = await makeDatabase(name, (database) => parseAddress(cluster.url(ADMIN, database)));
    const pooler = options.pooled ? await cluster.pooler(Object.values(LOGINS)) : undefined;
    made = {
      ...{ name, cluster, admin },
      url: (login) => cluster.url(LOGINS[login], name),
      pooledUrl: (login) => (pooler ?? cluster).url(LOGINS[login], name),
    };
  });
  afterAll(async () => {
    await made?.admin.close();
    await made?.cluster.stop();
  });
  return () => {
    if (made === undefined) throw new Error('the database is not there yet');
    return made;
  };
};
