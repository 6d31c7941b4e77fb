// An agent's process that leaves its session, drops its environment and speaks as the person, or wants to outlive the run.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
import { baton, makeRepository, runState, type Scratch, scratch, startBaton, writeFiles } from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const HAS_NAMESPACES =
  spawnSync('bwrap', ['--unshare-pid', '--dev-bind', '/', '/', '--proc', '/proc', '--', 'true']).status === 0;
/** Only a hang takes that long. */
const TRIES_MAX = 3_000;

const until = async (what: () => boolean | Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await what()); tries += 1) {
    if (tries > TRIES_MAX) throw new Error('waited in vain');
    await sleep(100);
  }
};

/** Double fork into a session of its own, without any of Baton's variables. */
const detached = (line: string): string =>
  `setsid sh -c 'setsid env -i PATH="$PATH" HOME="$HOME" STATE="$STATE" sh -c "${line}" </dev/null >/dev/null 2>&1 &' </dev/null >/dev/null 2>&1; sleep 0.2`;

const scenarioOf = (world: Scratch, line: string): string =>
  JSON.stringify({
    roles: {
      planner: [[{ run: detached(line) }, { submit: { tool: 'ask', args: { question: 'Which?' } } }]],
    },
    human: [],
  }).replaceAll('WORLD', world.root);

describe.skipIf(!HAS_NAMESPACES)('a detached process of an agent', () => {
  it('is known for what it is when it speaks as the person', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    const answer = `'${process.execPath}' '${builtProgram()}' answer planning.planner.1.ask1 --text mine`;
    const line = `cd WORLD/project; export BATON_STATE=WORLD/state; until ${answer.replaceAll("'", '')} 2>>WORLD/said || grep -q PERSON_EXPECTED WORLD/said; do sleep 0.2; done; touch WORLD/tried`;
    writeFiles(world.root, { 'scenario.yaml': scenarioOf(world, line) });
    const agent = `scripted:${join(world.root, 'scenario.yaml')}`;
    const { child } = startBaton(world, ['run', 'x', '--name', 'r', '--agent', agent, '--detach']);
    await until(() => existsSync(join(world.root, 'tried')));
    child.kill();
    expect(readFileSync(join(world.root, 'said'), 'utf8')).toContain('PERSON_EXPECTED');
    const { stdout } = await baton(world, ['inbox', '--json']);
    expect((JSON.parse(stdout) as { waiting: unknown[] }).waiting).toHaveLength(1);
    await baton(world, ['stop', 'r']);
  });

  it('ends with the holder, however that ends', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    writeFiles(world.root, {
      'scenario.yaml': scenarioOf(world, 'while :; do date +%s%N > WORLD/alive; sleep 0.1; done'),
    });
    const agent = `scripted:${join(world.root, 'scenario.yaml')}`;
    const { child, ended } = startBaton(world, ['run', 'x', '--name', 'r', '--agent', agent], {
      env: { BATON_DETACHED: '1' },
    });
    const alive = join(world.root, 'alive');
    await until(() => existsSync(alive) && existsSync(join(runState(world, 'r'), 'holder.json')));
    child.kill('SIGKILL');
    await ended;
    // It writes ten times a second while it lives.
    await until(async () => {
      const before = readFileSync(alive, 'utf8');
      await sleep(1_000);
      return readFileSync(alive, 'utf8') === before;
    });
  });
});
