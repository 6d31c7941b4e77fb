// Many runs in one database, held by four hosts: lists come from what is kept beside the journals, and runs that rest cost next to nothing.
// BATON_MANY_RUNS makes them more. What is counted is asserted, what takes time is printed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../../src/compose.ts';
import { inbox } from '../../src/operations/people/inbox.ts';
import { listRuns } from '../../src/operations/status/list-runs.ts';
import { HAS_SERVER, testDatabase } from './database.ts';

const RUNS = Number(process.env['BATON_MANY_RUNS'] ?? 20);
const FEW = 10;
const HOSTS = 4;
/** Of all hosts together. */
const CONNECTIONS_MAX = 24;
const STATEMENTS_MAX = 4;
const IDLE_PER_SECOND_MAX = 5;
const IDLE_MS = 4_000;
const ROUNDS = 5;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** A host as one file, so that it is a process of its own. */
const hostProgram = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'host.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('resting-host.ts', import.meta.url))],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
};

/** Resolves when it holds them all. */
const startHost = async (program: string, words: readonly string[]): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.stdin.end();
    if (child.exitCode === null) await once(child, 'exit');
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => expect.fail('it ended'))]);
  return child;
};

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

  const setLogging = async (what: 'all' | 'none'): Promise<void> => {
    const { admin } = database();
    for (const text of [
      `alter system set log_statement = '${what}'`,
      "alter system set log_line_prefix = '%u '",
      'select pg_reload_conf()',
    ])
      await admin.ask({ doing: 'logging' }, (sql) => sql.unsafe(text));
    await sleep(500);
  };

  const placeOf = (project: string) => {
    const root = mkdtempSync(join(tmpdir(), 'baton-many-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    return {
      ...{ project: root, stateRoot: root, stateDirectory: join(root, 'state'), env: {} },
      store: { address: database().url('reader'), project },
    };
  };

  it('are listed with four statements, and cost little while nothing happens', async () => {
    const { admin, url } = database();
    const program = await hostProgram();
    const bounds = Array.from({ length: HOSTS + 1 }, (_, at) => Math.round((RUNS * at) / HOSTS));
    await Promise.all(
      bounds
        .slice(0, HOSTS)
        .map((before, at) =>
          startHost(program, [url('holder'), 'many', `${before + 1}`, `${bounds[at + 1]}`]),
        ),
    );
    await setLogging('all');
    const before = statements('test_holder');
    await sleep(IDLE_MS);
    const idle = (statements('test_holder') - before) / (IDLE_MS / 1000);
    expect(idle).toBeLessThanOrEqual(IDLE_PER_SECOND_MAX);
    const [row] = await admin.ask(
      { doing: 'counting' },
      (sql) =>
        sql`select count(*)::int4 as n from pg_stat_activity where application_name = 'baton' and usename = 'test_holder'`,
    );
    expect(Number(row?.['n'])).toBeLessThanOrEqual(CONNECTIONS_MAX);

    await startHost(program, [url('holder'), 'few', '1', `${FEW}`]);
    const system = compose('', '0');
    const [many, few] = [placeOf('many'), placeOf('few')];
    const counted = async <T>(work: () => Promise<T>): Promise<T> => {
      const from = statements('test_reader');
      const result = await work();
      expect(statements('test_reader') - from).toBeLessThanOrEqual(STATEMENTS_MAX);
      return result;
    };
    const listed = await counted(() => listRuns(system, many));
    expect(listed.unreadable).toEqual([]);
    expect(listed.runs.length).toBe(RUNS);
    expect(listed.runs[0]).toMatchObject({ status: 'waiting', held: true, waiting: 1 });
    const { waiting } = await counted(() => inbox(system, many));
    expect(waiting.length).toBe(RUNS);

    await setLogging('none');
    const times = { many: [] as number[], few: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, place] of Object.entries({ many, few })) {
        const since = performance.now();
        await listRuns(system, place);
        await inbox(system, place);
        times[name === 'many' ? 'many' : 'few'].push(performance.now() - since);
      }
    const [ofMany, ofFew] = [median(times.many), median(times.few)];
    console.log(
      `list and inbox of ${RUNS} runs: ${ofMany.toFixed(1)} ms, ${(ofMany / ofFew).toFixed(2)}× of ${FEW} runs; ` +
        `idle: ${idle.toFixed(2)} statements a second; ${row?.['n']} connections of ${HOSTS} hosts`,
    );
  });
});
