// Disks that are full or may not be written: the holder ends with words, and the run goes on once there is room again.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { send } from './forgery/held-run.ts';
import { baton, projectState, runState, type Scratch, scratch, startBaton } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { ASKING, errorOf, startWaitingRun } from './waiting-run.ts';

const tryToMount = (): boolean => {
  const place = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', place]).status !== 0) return false;
    return spawnSync('umount', [place]).status === 0;
  } finally {
    rmdirSync(place);
  }
};

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryToMount();
const WHY_NOT = canMount ? '' : ' (needs root and mount: left out here)';

const mount = (place: string, ...args: readonly string[]): void => {
  mkdirSync(place, { recursive: true });
  execFileSync('mount', [...args, place]);
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', place]);
  });
};

/** A small disk for Baton's own files. */
const onSmallDisk = (size: string): Scratch => {
  const world = scratch();
  mount(world.state, '-t', 'tmpfs', '-o', `size=${size}`, 'none');
  return world;
};

const fill = (path: string): void => {
  for (const bytes of [65_536, 4_096]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(bytes));
    } catch {
      // Full, up to this size.
    }
  }
};

const untilAsked = async (world: Scratch, printed: () => { stderr: string }): Promise<string> => {
  for (;;) {
    const { stdout } = await baton(world, ['inbox', '--json']);
    const waiting = (JSON.parse(stdout) as { waiting: { id: string }[] }).waiting;
    if (waiting[0] !== undefined) return waiting[0].id;
    expect(printed().stderr).not.toContain('error');
    await sleep(50);
  }
};

describe(`a disk that is full in the middle of an append${WHY_NOT}`, () => {
  it.runIf(canMount)(
    'ends the holder with words; with room again the run goes on and nothing is lost',
    async () => {
      const world = onSmallDisk('8m');
      const spec = makeSmallRelay(world, ASKING);
      const holder = startBaton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json'], {
        // People answer from elsewhere, so it stays.
        env: { BATON_DETACHED: '1' },
      });
      await untilAsked(world, holder.printed);
      const directory = runState(world, 'r');
      const journal = join(directory, 'journal.jsonl');
      const before = readFileSync(journal, 'utf8');
      const filler = join(world.state, 'filler');
      fill(filler);
      const { url } = JSON.parse(readFileSync(join(directory, 'holder.json'), 'utf8')) as { url: string };
      // What the holder writes, however small, will not fit sooner or later.
      while (holder.child.exitCode === null)
        await send(
          `${url}/v1/call`,
          { tool: 'submit_plan', args: {} },
          { authorization: 'Bearer forged' },
        ).catch(() => sleep(20));
      const outcome = await holder.ended;
      expect([outcome.exit, errorOf(outcome.stdout).code]).toEqual([1, 'STORE_FULL']);
      expect(errorOf(outcome.stdout).hint).toContain('baton resume r');
      expect(readFileSync(journal, 'utf8').startsWith(before)).toBe(true);
      // The holder's working trees are gone, and their room with them.
      fill(filler);
      const again = await baton(world, ['resume', 'r', '--json']);
      expect([again.exit, errorOf(again.stdout).code]).toEqual([1, 'STORE_FULL']);
      rmSync(filler);
      const resumed = await baton(world, ['resume', 'r', '--json']);
      expect(resumed.exit, resumed.stdout + resumed.stderr).toBe(4);
      const verified = await baton(world, ['verify', 'r', '--json']);
      expect(verified.exit, verified.stdout).toBe(0);
      expect(readFileSync(journal, 'utf8').startsWith(before)).toBe(true);
    },
  );

  it.runIf(canMount)('is no run, when there was no room for its first entry', async () => {
    const world = onSmallDisk('64k');
    const spec = makeSmallRelay(world, ASKING);
    projectState(world);
    fill(join(world.state, 'filler'));
    const outcome = await baton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json']);
    expect([outcome.exit, errorOf(outcome.stdout).code]).toEqual([1, 'STORE_FULL']);
    rmSync(join(world.state, 'filler'));
    expect(JSON.parse((await baton(world, ['list', '--json'])).stdout)).toEqual({ runs: [] });
  });
});

describe(`a directory that may not be written${WHY_NOT}`, () => {
  it.runIf(canMount)('the state directory: it is said which, and what to do', async () => {
    const world = scratch();
    const spec = makeSmallRelay(world, ASKING);
    mount(world.state, '-t', 'tmpfs', '-o', 'ro', 'none');
    const outcome = await baton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json']);
    expect([outcome.exit, errorOf(outcome.stdout).code]).toEqual([3, 'FILE_UNWRITABLE']);
    expect(errorOf(outcome.stdout).message).toContain(world.state);
    expect(errorOf(outcome.stdout).hint).toContain('BATON_STATE');
    expect(readdirSync(world.project)).not.toContain('.baton');
  });

  it.runIf(canMount)('the state directory of a run that is there: it can still be read', async () => {
    const world = scratch();
    await startWaitingRun(world);
    mount(world.state, '--bind', world.state);
    execFileSync('mount', ['-o', 'remount,ro,bind', world.state]);
    const resumed = await baton(world, ['resume', 'r', '--json']);
    expect([resumed.exit, errorOf(resumed.stdout).code]).toEqual([3, 'FILE_UNWRITABLE']);
    for (const command of ['status', 'log', 'verify']) {
      const outcome = await baton(world, [command, 'r', '--json']);
      expect([command, outcome.exit, outcome.stderr]).toEqual([command, 0, '']);
    }
  });

  it.runIf(canMount)('the project: nothing is started, and it is said why', async () => {
    const world = scratch();
    const spec = makeSmallRelay(world, ASKING);
    mount(world.project, '--bind', world.project);
    execFileSync('mount', ['-o', 'remount,ro,bind', world.project]);
    const outcome = await baton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json']);
    expect(outcome.exit, outcome.stdout).not.toBe(0);
    expect(errorOf(outcome.stdout).code).toMatch(/^(FILE_UNWRITABLE|GIT_FAILED)$/);
    expect(errorOf(outcome.stdout).message).toContain(world.project);
    expect(JSON.parse((await baton(world, ['list', '--json'])).stdout)).toEqual({ runs: [] });
  });
});
