// Many runs in one database: lists come from what is kept beside the journals, and runs that rest cost next to nothing. BATON_MANY_RUNS makes
// them more.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../../src/compose.ts';
import { treeDigest } from '../../src/model/run/sealed.ts';
import { inbox } from '../../src/operations/people/inbox.ts';
import { listRuns } from '../../src/operations/status/list-runs.ts';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { sampleDraft } from '../../src/stores/store.contract.ts';
import { HAS_SERVER, testDatabase } from './database.ts';

const RUNS = Number(process.env['BATON_MANY_RUNS'] ?? 20);
const HOSTS = 4;
const IDLE_MS = 4_000;
const tree = (n: number) => treeDigest(n.toString(16).padStart(40, '0'));

/** As a holder writes it for a run that waits for an approval. */
const waitingBrief = (n: number) => ({
  over: false,
  text: JSON.stringify({
    ...{ v: 1, workflow: 'relay', folder: '.baton/runs', phase: 'approving', status: 'waiting' },
    ...{ request: `Request ${n}`, startedAt: '2026-11-15T03:00:00.000Z', notices: [] },
    waiting: [
      {
        ...{ id: 'approving.human.1', kind: 'approval', text: 'Approve?', choices: ['yes', 'no'] },
        ...{ about: { main: tree(n) }, since: `2026-11-15T03:00:${String(n % 60).padStart(2, '0')}.000Z` },
      },
    ],
    changes: { 'approving.human.1': { trees: { from: tree(0), to: tree(n) }, unproved: [], notes: [] } },
  }),
});

describe.skipIf(!HAS_SERVER)(`${RUNS} runs in one database`, () => {
  const database = testDatabase();

  /** Statements that the server was asked for by a login. */
  const statements = (login: string): number => {
    const { root } = database().cluster;
    const logs = readdirSync(root).filter((name) => /^server-\d+\.log$/.test(name));
    return logs
      .flatMap((name) => readFileSync(join(root, name), 'utf8').split('\n'))
      .filter((line) => line.startsWith(login) && /LOG: {2}(statement|execute)/.test(line)).length;
  };

  it('are listed with four statements, and cost little while nothing happens', async () => {
    const { admin, url } = database();
    await admin.ask({ doing: 'logging' }, (sql) => sql.unsafe("alter system set log_statement = 'all'"));
    await admin.ask({ doing: 'logging' }, (sql) => sql.unsafe("alter system set log_line_prefix = '%u '"));
    await admin.ask({ doing: 'logging' }, (sql) => sql`select pg_reload_conf()`);
    const hosts = Array.from({ length: HOSTS }, () => openDatabase(url('holder'), {}));
    onTestFinished(async () => {
      for (const { link } of hosts) await link.close();
    });
    for (let n = 1; n <= RUNS; n += 1) {
      const home = hosts[n % HOSTS];
      if (home === undefined) throw new Error('no host');
      const { store } = await (await postgresStores(home, 'many').take(`run-${n}`)).open();
      await store.append(sampleDraft(1), 0, () => waitingBrief(n));
      onTestFinished(store.onWord?.(() => {}) ?? (() => {}));
    }
    await sleep(500);
    const before = statements('test_holder');
    const idle = setInterval(() => {
      for (const home of hosts) void postgresStores(home, 'many').unheld(() => false);
    }, 2_000);
    await sleep(IDLE_MS);
    clearInterval(idle);
    const [row] = await admin.ask(
      { doing: 'counting' },
      (sql) =>
        sql`select count(*)::int4 as n from pg_stat_activity where application_name = 'baton' and usename = 'test_holder'`,
    );
    expect(Number(row?.['n'])).toBeLessThanOrEqual(24);
    const idled = statements('test_holder') - before;
    expect(idled).toBeLessThanOrEqual((5 * IDLE_MS) / 1000);

    const root = mkdtempSync(join(tmpdir(), 'baton-many-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const place = {
      ...{ project: root, stateRoot: root, stateDirectory: join(root, 'state'), env: {} },
      store: { address: url('reader'), project: 'many' },
    };
    const system = compose('', '0');
    const counted = async <T>(work: () => Promise<T>): Promise<T> => {
      const from = statements('test_reader');
      const result = await work();
      expect(statements('test_reader') - from).toBeLessThanOrEqual(4);
      return result;
    };
    const since = performance.now();
    const listed = await counted(() => listRuns(system, place));
    expect(listed.unreadable).toEqual([]);
    expect(listed.runs.length).toBe(RUNS);
    expect(listed.runs[0]).toMatchObject({ status: 'waiting', held: true, waiting: 1 });
    const { waiting } = await counted(() => inbox(system, place));
    expect(waiting.length).toBe(RUNS);
    console.log(
      `list and inbox of ${RUNS} runs: ${Math.round(performance.now() - since)} ms; idle: ${idled} statements in ${IDLE_MS / 1000} s`,
    );
  });
});
