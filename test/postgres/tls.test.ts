// A server that shows who it is: one with another certificate is not talked to, and a connection that goes silent costs no process its life.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseAddress } from '../../src/stores/postgres/address.ts';
import { Link } from '../../src/stores/postgres/link.ts';
import { startCluster } from '../../tools/postgres-cluster.mjs';
import { ADMIN, HAS_SERVER } from './database.ts';
import { startProxy } from './proxy.ts';

/** Time enough for a handshake also on a busy machine. */
const SILENT_MS = 1_500;

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!HAS_SERVER || !HAS_OPENSSL)('a connection with TLS', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  beforeAll(async () => {
    cluster = await startCluster({ network: { address: '127.0.0.1', subnet: '127.0.0.2/32' } });
  });
  afterAll(() => cluster.stop());

  const linkTo = (port: number, certificate = cluster.certificate): Link => {
    const link = new Link(
      parseAddress(`postgres://${ADMIN}@127.0.0.1:${port}/postgres?sslrootcert=${certificate}`),
      {},
    );
    onTestFinished(() => link.close());
    return link;
  };
  const isSecure = (link: Link, answerMsMax: number) =>
    link.ask({ doing: 'asking', until: () => undefined, answerMsMax }, async (sql) => {
      const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return row?.['ssl'];
    });

  it('is made anew when nothing comes back over it any more', async () => {
    const proxy = await startProxy(cluster.port);
    onTestFinished(() => proxy.close());
    const link = linkTo(proxy.port);
    expect(await isSecure(link, 20_000)).toBe(true);
    for (let round = 0; round < 3; round += 1) {
      proxy.partition();
      // Several statements are under way when it is given up, as in a host with several runs.
      const asked = Array.from({ length: 8 }, () => isSecure(link, SILENT_MS));
      await sleep(2 * SILENT_MS);
      proxy.heal();
      for (const answer of asked) expect(await answer).toBe(true);
    }
  });

  it('is refused by whoever has another certificate', async () => {
    const other = await startCluster({ network: { address: '127.0.0.1', subnet: '127.0.0.2/32' } });
    onTestFinished(() => other.stop());
    const link = linkTo(cluster.port, other.certificate);
    const asked = link.ask({ doing: 'asking' }, (sql) => sql`select 1`);
    await expect(asked).rejects.toThrow(/SELF_SIGNED|UNABLE_TO|certificate|signature/i);
  });
});
