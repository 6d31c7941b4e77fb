// `baton host`: one process that holds several runs, and takes those whose holder is gone.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HAS_SERVER, testDatabase } from '../postgres/database.ts';
import {
  baton,
  gitIn,
  type Scratch,
  type Started,
  scratch,
  startBaton,
  type Variables,
  writeFiles,
} from './scratch.ts';
import { makeSmallRelay, SMALL_PROJECT } from './small-relay.ts';

type Event = { readonly kind: string; readonly run?: string; readonly status?: string };

const host = (world: Scratch, env: Variables, ...more: readonly string[]): Started => {
  const started = startBaton(world, ['host', '--json', ...more], { env });
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
};

const eventsOf = ({ printed }: Started): Event[] =>
  printed()
    .stdout.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Event);

const taken = (started: Started): string[] =>
  eventsOf(started).flatMap(({ kind, run }) => (kind === 'took' && run !== undefined ? [run] : []));

const left = (world: Scratch, agent: string, name: string, env: Variables) =>
  baton(world, ['run', 'Two files', '--name', name, '--workflow', 'relay', '--agent', agent, '--on-host'], {
    env,
  });

const statuses = async (world: Scratch, env: Variables): Promise<Record<string, string>> => {
  const { stdout } = await baton(world, ['list', '--json'], { env });
  const { runs } = JSON.parse(stdout) as { runs: { run: string; status: string }[] };
  return Object.fromEntries(runs.map(({ run, status }) => [run, status]));
};

describe('a host', () => {
  it('holds several runs on files at once, leaves them when they are over, and ends when all are', async () => {
    const world = scratch();
    const agent = makeSmallRelay(world);
    for (const name of ['one', 'two'])
      expect(await left(world, agent, name, {})).toMatchObject({ exit: 0, stdout: `${name}\n` });
    expect(await statuses(world, {})).toEqual({ one: 'running', two: 'running' });
    // A program that this machine does not have keeps a run from being taken, and nothing else.
    await left(world, 'acp:no-such-program', 'foreign', {});
    const started = host(world, {}, '--until-done');
    const { exit, stdout, stderr } = await started.ended;
    expect([exit, stderr]).toEqual([0, '']);
    expect([...taken(started)].sort()).toEqual(['one', 'two']);
    expect(stdout).toContain('no-such-program');
    expect(await statuses(world, {})).toMatchObject({
      one: 'complete',
      two: 'complete',
      foreign: 'running',
    });
    expect((await baton(world, ['verify', 'two'])).exit).toBe(0);
  });
});

/** Out of the database and in again: what is verified and attested of it stays the same, and the old place says where it went. */
const expectMoved = async (world: Scratch, run: string, env: Variables): Promise<void> => {
  const seen = async (where: Variables) => ({
    verified: JSON.parse((await baton(world, ['verify', run, '--json'], { env: where })).stdout),
    attested: (await baton(world, ['attest', run, '--json'], { env: where })).stdout,
  });
  const before = await seen(env);
  expect((await baton(world, ['move', run, '--to', 'files'], { env })).exit).toBe(0);
  const away = await baton(world, ['status', run], { env });
  expect([away.exit, away.stderr]).toEqual([2, expect.stringContaining('was moved to the files of')]);
  expect(await seen({})).toEqual(before);
  expect((await baton(world, ['move', run, '--to', 'postgres'], { env })).exit).toBe(0);
  const back = await baton(world, ['status', run]);
  expect([back.exit, back.stderr]).toEqual([2, expect.stringContaining('was moved to PostgreSQL')]);
  expect(await seen(env)).toEqual(before);
};

describe.skipIf(!HAS_SERVER)('two hosts that share runs', () => {
  const database = testDatabase();

  it('play them all, also those of one that is killed', async () => {
    const [first, second] = [scratch(), scratch()];
    const agent = makeSmallRelay(first);
    gitIn(first.root, 'clone', '--quiet', first.project, second.project);
    writeFiles(second.project, { 'baton.yaml': SMALL_PROJECT['baton.yaml'] ?? '' });
    const env = {
      BATON_STORE: database().url('holder'),
      BATON_PROJECT: 'hosted',
      BATON_ISOLATION: 'none',
      BATON_LEASE_MS: '1500',
    };
    const names = ['a', 'b'];
    for (const name of names) expect((await left(first, agent, name, env)).exit).toBe(0);
    const killed = host(first, env);
    while (taken(killed).length < names.length) await sleep(20);
    const other = host(second, env);
    killed.child.kill('SIGKILL');
    await killed.ended;
    while (Object.values(await statuses(second, env)).some((status) => status !== 'complete'))
      await sleep(200);
    expect([...taken(other)].sort()).toEqual(names);
    for (const name of names) expect((await baton(second, ['verify', name], { env })).exit).toBe(0);
    other.child.kill('SIGTERM');
    expect((await other.ended).exit).toBe(130);
    await expectMoved(second, names[0] ?? '', env);
  });
});
