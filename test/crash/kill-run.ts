// One run whose processes are killed at random moments, and which is resumed until it is complete.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, type Scratch, type Started, startBaton } from '../e2e/scratch.ts';
import { makeSmallRelay } from '../e2e/small-relay.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { processesOf } from './processes.ts';

export const RUN = 'r';
export type Target = 'holder' | 'agent' | 'pipe';
export const TARGETS: readonly Target[] = ['holder', 'agent', 'pipe'];

export interface Killed {
  readonly kills: readonly Target[];
  /** What was printed by commands that ended in a way that no kill explains. */
  readonly unexplained: readonly string[];
}

export interface KillOptions {
  readonly random: SeededRandom;
  readonly killsMax: number;
  /** How long the undisturbed run takes. */
  readonly lengthMs: number;
  /** Asked before each kill: all runs together make so many. */
  readonly mayKill: (target: Target) => boolean;
}

const POLL_MS = 3;
const COMMANDS_MAX = 60;

const kill = (pid: number): boolean => {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
};

const agentsAndPipes = (world: Scratch, target: Target): number[] =>
  processesOf(world.root)
    .filter(
      ({ command, marked }) =>
        marked && command.includes(target === 'pipe' ? 'baton.js submit' : 'player.cjs'),
    )
    .filter(({ command }) => !command.startsWith('/bin/sh') && !command.startsWith('sh '))
    .map(({ pid }) => pid);

/** Kills one at the moment, or as soon as there is one; false when the holder ended first. */
const strike = async (
  world: Scratch,
  holder: Started,
  target: Target,
  random: SeededRandom,
): Promise<boolean> => {
  const over = (): boolean => holder.child.exitCode !== null || holder.child.signalCode !== null;
  while (!over()) {
    if (target === 'holder') return kill(holder.child.pid!);
    const found = agentsAndPipes(world, target);
    if (found.length > 0 && kill(random.pick(found))) return true;
    await sleep(POLL_MS);
  }
  return false;
};

const start = (world: Scratch, spec: string): Started =>
  startBaton(world, ['run', 'Two files', '--name', RUN, '--agent', spec, '--json']);

/** A start that was killed before its first entry is no run: it is started anew. */
const isNoRun = ({ exit, stdout }: Outcome): boolean => exit === 2 && stdout.includes('RUN_UNKNOWN');

/** A run may fail when its agents were killed too often; everything else needs a reason. */
const isExplained = ({ exit, signal, stdout, stderr }: Outcome): boolean =>
  signal === 'SIGKILL' ||
  isNoRun({ exit, signal, stdout, stderr }) ||
  (exit === 1 && stdout.includes('"status": "failed"') && stdout.includes('SIGKILL'));

export const killRun = async (world: Scratch, options: KillOptions): Promise<Killed> => {
  const { random, killsMax, lengthMs, mayKill } = options;
  const spec = makeSmallRelay(world);
  const kills: Target[] = [];
  let holder = start(world, spec);
  for (let commands = 1; commands < COMMANDS_MAX; ) {
    const target = random.pick(TARGETS);
    const delayMs = random.next() * lengthMs * (kills.length === 0 ? 1 : 0.6);
    const wanted = kills.length < killsMax && mayKill(target);
    if (wanted) {
      await Promise.race([sleep(delayMs), holder.ended]);
      if (await strike(world, holder, target, random)) kills.push(target);
      if (holder.child.exitCode === null && target !== 'holder') continue;
    }
    const outcome = await holder.ended;
    if (outcome.exit === 0) return { kills, unexplained: [] };
    if (!isExplained(outcome))
      return { kills, unexplained: [`exit ${outcome.exit}\n${outcome.stdout}\n${outcome.stderr}`] };
    commands += 1;
    holder = isNoRun(outcome) ? start(world, spec) : startBaton(world, ['resume', RUN, '--json']);
  }
  return { kills, unexplained: [`not complete after ${COMMANDS_MAX} commands`] };
};
