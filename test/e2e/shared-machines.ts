// Machines with a clone each that share their runs in PostgreSQL, for tests of whole programs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { readAll } from '../../src/stores/store.contract.ts';
import type { TestDatabase } from '../postgres/database.ts';
import { baton, gitIn, makeRepository, type Scratch, scratch, startBaton, writeFiles } from './scratch.ts';
import { SMALL_PROJECT, smallScenario } from './small-relay.ts';

export const NAME = 'shared';

/** Three machines with a clone each; only the first has the commit that the run begins from. */
export const machines = (database: () => TestDatabase, scenario = smallScenario()) => {
  const [first, second, third] = [scratch(), scratch(), scratch()];
  const origin = join(first.root, 'origin');
  makeRepository(origin, { 'README.md': 'before\n' });
  const project = `project-${first.root.split('-').at(-1)}`;
  for (const { project: path } of [first, second, third]) gitIn(origin, 'clone', '--quiet', origin, path);
  writeFiles(first.project, SMALL_PROJECT);
  gitIn(first.project, 'add', '--all');
  gitIn(first.project, 'commit', '--quiet', '-m', 'not pushed');
  for (const other of [second, third])
    writeFiles(other.project, { 'baton.yaml': SMALL_PROJECT['baton.yaml'] ?? '' });
  writeFiles(first.root, { 'scenario.yaml': scenario });
  const env = {
    BATON_STORE: database().url('holder'),
    BATON_PROJECT: project,
    BATON_ISOLATION: 'none',
    BATON_LEASE_MS: '2000',
  };
  const home = openDatabase(env.BATON_STORE, {});
  onTestFinished(() => home.link.close());
  const stores = postgresStores(home, project);
  const agent = `scripted:${join(first.root, 'scenario.yaml')}`;
  return { first, second, third, env, stores, agent };
};

export type Machines = ReturnType<typeof machines>;

export const journal = async ({ stores }: Machines) => {
  const { store } = await stores.reader(NAME);
  const entries = await readAll(store);
  await store.close();
  return entries;
};

export const untilEntry = async (all: Machines, seq: number, ended: () => boolean): Promise<void> => {
  while (((await all.stores.head(NAME))?.seq ?? 0) < seq && !ended()) await sleep(10);
};

export const start = (all: Machines, ...more: readonly string[]) => {
  const started = startBaton(
    all.first,
    ['run', 'Two files', '--name', NAME, '--workflow', 'relay', '--agent', all.agent, '--json', ...more],
    { env: all.env },
  );
  let over = false;
  void started.ended.then(() => {
    over = true;
  });
  return { ...started, over: () => over };
};

export const resumed = async (world: Scratch, env: Record<string, string>) => {
  for (;;) {
    const outcome = await baton(world, ['resume', NAME, '--json'], { env });
    if (!`${outcome.stdout}${outcome.stderr}`.includes('RUN_HELD')) return outcome;
    await sleep(100);
  }
};

export const expectWhole = async (all: Machines): Promise<void> => {
  const verified = await baton(all.third, ['verify', NAME, '--json'], { env: all.env });
  expect(verified.exit, verified.stdout + verified.stderr).toBe(0);
  const entries = await journal(all);
  const accepted = entries.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'submission-accepted' ? [event.submission] : [])),
  );
  expect(accepted.length).toBeGreaterThan(4);
  expect(new Set(accepted).size).toBe(accepted.length);
  const times = entries.map(({ at }) => at);
  expect([...times].sort()).toEqual(times);
  // Where the database is stands in no file, log or journal; nor does who logs in to it.
  for (const { root } of [all.first, all.second, all.third])
    for (const words of [all.env.BATON_STORE, 'test_holder'])
      expect(spawnSync('grep', ['-rlF', words, root], { encoding: 'utf8' }).stdout).toBe('');
  expect(JSON.stringify(entries)).not.toContain('test_holder');
  for (const { state } of [all.first, all.second, all.third]) {
    const names = existsSync(state) ? readdirSync(state, { recursive: true, encoding: 'utf8' }) : [];
    expect(names.filter((name) => name.endsWith('journal.jsonl'))).toEqual([]);
  }
};
