// A person plays a role: it waits in the inbox, is handed in with `baton submit`, and is judged like any other work.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { takeLock } from '../../src/stores/file/lock.ts';
import { baton, makeRepository, runState, type Scratch, scratch, writeFiles } from './scratch.ts';
import { SMALL_PROJECT, smallScenario } from './small-relay.ts';
import { startWaitingRun } from './waiting-run.ts';

const TRIES_MAX = 400;
const TRY_MS = 100;

const waitingIn = async (world: Scratch): Promise<{ id: string; text: string }[]> => {
  const { stdout } = await baton(world, ['inbox', '--json']);
  return (JSON.parse(stdout) as { waiting: { id: string; text: string }[] }).waiting;
};

const waitFor = async (world: Scratch, id: string): Promise<string> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const found = (await waitingIn(world)).find((item) => item.id === id);
    if (found !== undefined) return found.text;
    await sleep(TRY_MS);
  }
  throw new Error(`${id} never waited for a person`);
};

describe('a word that comes while the run changes hands', () => {
  it('waits for whoever holds it to leave', async () => {
    const world = scratch();
    await startWaitingRun(world);
    const state = runState(world, 'r');
    const lock = await takeLock(state, 'r');
    const said = baton(world, ['answer', 'planning.planner.1.ask1', '--text', 'This one']);
    await sleep(1_000);
    await lock.release();
    const { exit, stderr } = await said;
    expect(exit, stderr).toBe(0);
  });
});

describe('a role that a person plays', () => {
  it('waits in the inbox, is rejected with every problem, fixed, and accepted', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    writeFiles(world.root, { 'scenario.yaml': smallScenario() });
    onTestFinished(async () => void (await baton(world, ['stop', 'r'])));
    const agents = ['--agent', `scripted:${world.root}/scenario.yaml`, '--role-agent', 'reviewer=human'];
    const started = await baton(world, ['run', 'Two files', '--name', 'r', '--detach', ...agents]);
    expect(started.exit, started.stderr).toBe(0);

    const text = await waitFor(world, 'reviewing.reviewer.1');
    expect(text).toContain('baton submit submit_review');
    const run = join(world.project, '.baton/runs/r');
    const asked = join(run, 'people/reviewing.reviewer.1.md');
    // The attempt is in the journal before anything of it is there.
    for (let tries = 0; tries < TRIES_MAX && !existsSync(asked); tries += 1) await sleep(TRY_MS);
    expect(readFileSync(asked, 'utf8')).toContain('review.yaml');

    writeFileSync(join(run, 'review.yaml'), 'verdict: perhaps\n');
    const rejected = await baton(world, ['submit', 'submit_review', '--json']);
    expect(rejected.exit).toBe(1);
    const codes = (JSON.parse(rejected.stdout) as { problems: { code: string }[] }).problems.map(
      (p) => p.code,
    );
    expect(codes).toEqual(['FIELD_INVALID', 'FIELD_MISSING']);

    writeFileSync(join(run, 'review.yaml'), 'verdict: pass\nsummary: Good.\n');
    expect((await baton(world, ['submit', 'submit_review'])).exit).toBe(0);
    const { entries } = JSON.parse((await baton(world, ['log', 'r', '--json'])).stdout) as {
      entries: { events: { kind: string; assignment?: string; outcome?: string }[] }[];
    };
    const accepted = entries
      .flatMap((entry) => entry.events)
      .filter((e) => e.kind === 'submission-accepted' && e.assignment === 'reviewing.reviewer.1');
    expect(accepted.map((e) => e.outcome)).toEqual(['pass']);
  });

  it('is not handed in by an agent, and not when it does not wait', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    const none = await baton(world, ['submit', 'submit_review']);
    expect(none.exit).toBe(2);
    expect(none.stderr).toContain('ITEM_UNKNOWN');
    const agent = await baton(world, ['submit', 'submit_review'], { env: { BATON_TOKEN: 'forged' } });
    expect(agent.exit).toBe(2);
    expect(agent.stderr + agent.stdout).toContain('RUN_NOT_HELD');
  });
});
