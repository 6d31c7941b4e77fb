// What a person sees of runs from outside: which of them nobody holds, what an agent printed, what it tried again; and a
// reader that goes away does not take the run along.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
import {
  baton,
  makeRepository,
  type Outcome,
  readJournal,
  runState,
  type Scratch,
  scratch,
  startBaton,
  startProgram,
  writeFiles,
} from './scratch.ts';
import { makeSmallRelay, SMALL_PROJECT, smallScenario } from './small-relay.ts';
import { HAS_TERMINAL, startOnTerminal } from './terminal.ts';
import { startWaitingRun } from './waiting-run.ts';

/** Only a hang takes that long. */
const PATIENCE_MS = 300_000;

const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (let waited = 0; !(await what()); waited += 100) {
    if (waited > PATIENCE_MS) throw new Error('waited in vain');
    await sleep(100);
  }
};

const json = ({ stdout }: Outcome): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

const withPlanner = (world: Scratch, steps: readonly object[]): string => {
  makeRepository(world.project, SMALL_PROJECT);
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify({ roles: { planner: [steps] }, human: [] }) });
  return `scripted:${join(world.root, 'scenario.yaml')}`;
};

describe('a run whose holder was killed', () => {
  it('is said to be held by nobody, by status and by list', async () => {
    const world = scratch();
    const agent = withPlanner(world, [{ hang: true }]);
    const { child, ended } = startBaton(world, ['run', 'x', '--name', 'dead', '--agent', agent]);
    const status = async () => json(await baton(world, ['status', 'dead', '--json']));
    await until(async () => (await baton(world, ['status', 'dead'])).exit === 0);
    await until(async () => (await status())['held'] === true);
    expect((await baton(world, ['status', 'dead'])).stdout).not.toMatch(/No process runs it|not running now/);
    expect((await baton(world, ['list'])).stdout).not.toMatch(/No process runs it|not running now/);
    child.kill('SIGKILL');
    await ended;
    expect(await status()).toMatchObject({ status: 'running', held: false });
    expect((await baton(world, ['status', 'dead'])).stdout).toContain(
      'No process runs it. Continue with: baton resume dead',
    );
    const listed = await baton(world, ['list']);
    expect(listed.stdout).toMatch(/^dead +relay +running +planning +\d+[smh] ago +not running now /m);
    expect(json(await baton(world, ['list', '--json']))['runs']).toMatchObject([
      { run: 'dead', held: false },
    ]);
  });
});

describe('a reader that goes away', () => {
  it('does not end the run', async () => {
    const world = scratch();
    const agent = makeSmallRelay(world, smallScenario());
    const line = `'${process.execPath}' '${builtProgram()}' run Two --name two --agent '${agent}' 2>&1 | head -n 1`;
    const outcome = await startProgram(world, 'sh', ['-c', line]).ended;
    expect([outcome.exit, outcome.stdout.split('\n').length], outcome.stderr).toEqual([0, 2]);
    expect(json(await baton(world, ['status', 'two', '--json']))).toMatchObject({ status: 'complete' });
  });

  it('ends a command that only shows something, at the next line that it would show', async () => {
    const world = scratch();
    await startWaitingRun(world);
    const following = startBaton(world, ['log', 'r', '--follow']);
    await until(() => following.printed().stdout.includes('run r started'));
    following.child.stdout?.destroy();
    expect((await baton(world, ['answer', 'planning.planner.1.ask1', '--text', 'This one'])).exit).toBe(0);
    expect((await following.ended).exit).toBe(0);
  });
});

describe('a rejection that is repeated by an identical call', () => {
  it('is in the log, with the entry of the first one', async () => {
    const world = scratch();
    const bad = { write: { 'plan.yaml': 'version: 2\n' } };
    const agent = withPlanner(world, [
      bad,
      { submit: 'submit_plan' },
      { submit: 'submit_plan' },
      { hang: true },
    ]);
    const { child } = startBaton(world, ['run', 'x', '--name', 'r', '--agent', agent]);
    const log = async (): Promise<string> => (await baton(world, ['log', 'r'])).stdout;
    await until(async () => (await log()).includes('REJECTED_AGAIN'));
    child.kill('SIGKILL');
    const entries = readJournal(runState(world, 'r'));
    const rejected = entries.filter(({ events }) =>
      events.some(({ kind }) => kind === 'submission-rejected'),
    );
    expect(rejected).toHaveLength(1);
    expect(await log()).toContain(
      `planning.planner.1: refuse  ! refused REJECTED_AGAIN: planning.planner.1 was handed in again as it was, and is rejected as in entry ${rejected[0]!.seq}`,
    );
  });
});

describe('baton logs', () => {
  const HOSTILE = 'out \u001b[31mred';

  it('shows what an agent printed, follows it, and names what there is', async () => {
    const world = scratch();
    const agent = withPlanner(world, [
      { print: HOSTILE },
      { run: `while ! test -e '${world.root}/go'; do sleep 0.1; done` },
      { print: 'the last line' },
      { exit: 3 },
    ]);
    const run = startBaton(world, ['run', 'x', '--name', 'r', '--agent', agent]);
    const shown = async (): Promise<string> => (await baton(world, ['logs', 'planning.planner.1'])).stdout;
    await until(async () => (await shown()).includes(HOSTILE));
    const following = startBaton(world, ['logs', 'r/planning.planner.1', '-f', '--attempt', '1']);
    await until(() => following.printed().stdout.includes(HOSTILE));
    writeFiles(world.root, { go: '' });
    const followed = await following.ended;
    expect([followed.exit, followed.stdout]).toEqual([0, expect.stringContaining('the last line')]);
    const kept = readFileSync(join(runState(world, 'r'), 'logs', 'planning.planner.1.1.log'), 'utf8');
    expect(followed.stdout).toBe(kept);
    run.child.kill('SIGKILL');
    await run.ended;

    const document = json(await baton(world, ['logs', 'planning.planner.1', '--attempt', '1', '--json']));
    expect(document).toEqual({ run: 'r', assignment: 'planning.planner.1', attempt: 1, text: kept });
    const unknown = await baton(world, ['logs', 'planning.planer.1']);
    expect([unknown.exit, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean planning.planner.1?'),
    ]);
    if (!HAS_TERMINAL) return;
    const { stdout } = await startOnTerminal(world, ['logs', 'planning.planner.1', '--attempt', '1']).ended;
    expect(stdout).toContain('out red');
    expect(stdout).not.toContain('\x1b[31m');
  });
});
