// A run that several machines share: played on one clone, continued on another after its holder was killed or stopped, verified on a third.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, postgresStores } from '../../src/stores/postgres/postgres-stores.ts';
import { readAll } from '../../src/stores/store.contract.ts';
import { HAS_SERVER, testDatabase } from '../postgres/database.ts';
import { baton, gitIn, makeRepository, type Scratch, scratch, startBaton, writeFiles } from './scratch.ts';
import { SMALL_PROJECT, smallScenario } from './small-relay.ts';

const NAME = 'shared';

describe.skipIf(!HAS_SERVER)('a run that machines share', () => {
  const database = testDatabase();

  /** Three machines with a clone each; only the first has the commit that the run begins from. */
  const machines = (scenario = smallScenario()) => {
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

  const journal = async ({ stores }: ReturnType<typeof machines>) => {
    const { store } = await stores.reader(NAME);
    const entries = await readAll(store);
    await store.close();
    return entries;
  };

  const untilEntry = async (
    all: ReturnType<typeof machines>,
    seq: number,
    ended: () => boolean,
  ): Promise<void> => {
    while (((await all.stores.head(NAME))?.seq ?? 0) < seq && !ended()) await sleep(10);
  };

  const start = (all: ReturnType<typeof machines>, ...more: readonly string[]) => {
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

  const resumed = async (world: Scratch, env: Record<string, string>) => {
    for (;;) {
      const outcome = await baton(world, ['resume', NAME, '--json'], { env });
      if (!`${outcome.stdout}${outcome.stderr}`.includes('RUN_HELD')) return outcome;
      await sleep(100);
    }
  };

  const expectWhole = async (all: ReturnType<typeof machines>): Promise<void> => {
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

  it('is complete, and verified by a machine that never held it', async () => {
    const all = machines();
    const played = start(all);
    expect((await played.ended).exit).toBe(0);
    await expectWhole(all);
    const list = await baton(all.second, ['list', '--json'], { env: all.env });
    expect(JSON.parse(list.stdout)).toMatchObject({ runs: [{ run: NAME, status: 'complete', held: false }] });
  });

  it.each([5, 12, 20])(
    'is continued by another machine after its holder was killed at entry %i',
    async (seq) => {
      const all = machines();
      const played = start(all);
      await untilEntry(all, seq, played.over);
      played.child.kill('SIGKILL');
      await played.ended;
      const outcome = await resumed(all.second, all.env);
      expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
      await expectWhole(all);
      // The files of the one that was killed are of an earlier time, which is no fault; those of the last one are looked at.
      expect((await baton(all.first, ['verify', NAME], { env: all.env })).exit).toBe(0);
      expect((await baton(all.second, ['verify', NAME], { env: all.env })).exit).toBe(0);
      writeFiles(all.second.project, { [`.baton/runs/${NAME}/plan.yaml`]: 'version: 2\n' });
      expect(await baton(all.second, ['verify', NAME], { env: all.env })).toMatchObject({
        exit: 1,
        stdout: expect.stringContaining('PROJECTION_CHANGED'),
      });
    },
  );

  /** The scenario answers the question and leaves the approval to somebody who has never held the run. */
  const UNAPPROVED = smallScenario().replace('  - approve: {}\n', '');
  const APPROVAL = 'approving.human.1';

  const approved = async (all: ReturnType<typeof machines>): Promise<unknown> =>
    (await journal(all)).find(({ input }) => input.kind === 'answer' && input.item === APPROVAL)?.by;

  it('is approved by a person on a machine that never held it, while another one holds it', async () => {
    const all = machines(UNAPPROVED);
    const detached = await start(all, '--detach').ended;
    expect(detached.exit, detached.stdout + detached.stderr).toBe(0);
    const person = { ...all.env, BATON_STORE: database().url('person') };
    for (;;) {
      const { stdout } = await baton(all.third, ['inbox', '--json'], { env: person });
      if (stdout.includes(APPROVAL)) break;
      await sleep(100);
    }
    const said = await baton(all.third, ['approve', APPROVAL, '--json'], { env: person });
    expect([said.exit, JSON.parse(said.stdout)]).toEqual([0, expect.objectContaining({ held: true })]);
    for (;;) {
      const { stdout } = await baton(all.third, ['status', NAME, '--json'], { env: person });
      if (JSON.parse(stdout).status === 'complete') break;
      await sleep(100);
    }
    expect(await approved(all)).toEqual({ person: 'test_person' });
  });

  it('keeps what a person said while nobody holds it, and says so', async () => {
    const all = machines(UNAPPROVED);
    expect((await start(all).ended).exit).toBe(4);
    const person = { ...all.env, BATON_STORE: database().url('person') };
    const said = await baton(all.third, ['approve', APPROVAL], { env: person });
    expect([said.exit, said.stdout]).toEqual([0, expect.stringContaining('no process holds the run')]);
    const outcome = await resumed(all.second, all.env);
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    expect(await approved(all)).toEqual({ person: 'test_person' });
  });

  it('waits for a server that is away for longer than the lease, and no agent is started again', async () => {
    const all = machines();
    const played = start(all);
    await untilEntry(all, 9, played.over);
    await database().cluster.kill();
    await sleep(2 * Number(all.env.BATON_LEASE_MS));
    expect(played.over()).toBe(false);
    await database().cluster.start();
    const outcome = await played.ended;
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    const attempts = (await journal(all)).flatMap(({ events }) =>
      events.flatMap((event) => (event.kind === 'attempt-started' ? [event.attempt] : [])),
    );
    expect(new Set(attempts)).toEqual(new Set([1]));
    await expectWhole(all);
  });

  it('is lost to a holder that was stopped for longer than its lease, which says so and ends', async () => {
    const all = machines();
    const played = start(all);
    await untilEntry(all, 9, played.over);
    played.child.kill('SIGSTOP');
    const outcome = await resumed(all.second, all.env);
    expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
    const before = (await all.stores.head(NAME))?.seq;
    played.child.kill('SIGCONT');
    const late = await played.ended;
    expect([late.exit, late.stdout + late.stderr]).toEqual([1, expect.stringContaining('JOURNAL_FENCED')]);
    expect((await all.stores.head(NAME))?.seq).toBe(before);
    await expectWhole(all);
  });
});
