// Runs that go on while other commands look at them: interruption, stop, detached runs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { baton, type Outcome, runState, type Scratch, scratch, startBaton } from './scratch.ts';
import { makeSmallRelay, smallScenario } from './small-relay.ts';

const HANGING = 'roles:\n  planner:\n    - - hang: true\nhuman: []\n';
const WITHOUT_PEOPLE = `${smallScenario().split('\nhuman:')[0]}\nhuman: []\n`;

const statusOf = async (world: Scratch, run: string): Promise<Record<string, unknown>> => {
  const { stdout } = await baton(world, ['status', run, '--json']);
  return JSON.parse(stdout) as Record<string, unknown>;
};

const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (let waited = 0; !(await what()); waited += 100) {
    if (waited > 180_000) throw new Error('waited for three minutes');
    await sleep(100);
  }
};

const startHanging = async (world: Scratch) => {
  const agent = makeSmallRelay(world, HANGING);
  const started = startBaton(world, ['run', 'x', '--name', 'hang', '--agent', agent, '--json']);
  await until(() => existsSync(join(runState(world, 'hang'), 'holder.json')));
  return started;
};

const holderIsGone = (world: Scratch): boolean => !existsSync(join(runState(world, 'hang'), 'holder.json'));

describe('a run that is held', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends with 130 on %s, and goes on with resume', async (signal) => {
    const world = scratch();
    const { child, ended } = await startHanging(world);
    child.kill(signal);
    const outcome = await ended;
    expect(outcome.exit, outcome.stderr).toBe(130);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ run: 'hang', status: 'running' });
    expect(outcome.stderr).toContain('baton resume hang');
    expect(holderIsGone(world)).toBe(true);
  });

  it('is not held twice, and is stopped from elsewhere', async () => {
    const world = scratch();
    const { ended } = await startHanging(world);
    const second = await baton(world, ['resume', 'hang', '--json']);
    expect([second.exit, second.stdout]).toEqual([2, expect.stringContaining('RUN_HELD')]);
    const stopped = await baton(world, ['stop', 'hang', '--json']);
    expect([stopped.exit, JSON.parse(stopped.stdout)]).toEqual([
      0,
      expect.objectContaining({ status: 'cancelled' }),
    ]);
    // Whoever stops it may go on with it at once.
    expect(holderIsGone(world)).toBe(true);
    const held = await ended;
    expect([held.exit, JSON.parse(held.stdout)]).toEqual([
      1,
      expect.objectContaining({ status: 'cancelled' }),
    ]);
  });
});

describe('a detached run', () => {
  it('prints its name, waits for people, and goes on when they answer', async () => {
    const world = scratch();
    const agent = makeSmallRelay(world, WITHOUT_PEOPLE);
    const detached: Outcome = await baton(world, [
      'run',
      'Two files',
      '--name',
      'two',
      '--agent',
      agent,
      '--detach',
    ]);
    expect([detached.exit, detached.stdout], detached.stderr).toEqual([0, 'two\n']);
    const follow = startBaton(world, ['log', 'two', '--follow']);
    await until(async () => (await statusOf(world, 'two'))['status'] === 'waiting');
    expect((await baton(world, ['answer', 'planning.planner.1.ask1', '--text', 'right'])).exit).toBe(0);
    await until(async () => (await statusOf(world, 'two'))['phase'] === 'approving');
    const approved = await baton(world, ['approve', 'approving.human.1']);
    expect([approved.exit, approved.stdout]).toEqual([0, 'approving.human.1: approve\n']);
    const followed = await follow.ended;
    expect([followed.exit, followed.stdout]).toEqual([0, expect.stringContaining('run complete')]);
    const log = join(runState(world, 'two'), 'logs', 'holder.log');
    await until(() => readFileSync(log, 'utf8').includes('two (relay) complete'));
  });

  it('is refused like any other, before anything is started', async () => {
    const world = scratch();
    const agent = makeSmallRelay(world);
    const words = ['run', 'x', '--name', 'n', '--agent', agent, '--detach'];
    expect((await baton(world, [...words, '--workflow', 'nope'])).exit).toBe(2);
    expect(existsSync(runState(world, 'n'))).toBe(false);
  });
});
