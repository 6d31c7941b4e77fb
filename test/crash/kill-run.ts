// One run whose processes are killed at random moments, and which is resumed until it is complete.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, type Scratch, type Started, startBaton } from '../e2e/scratch.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { type KilledPlay, RUN } from './killed-plays.ts';
import { processesOf } from './processes.ts';

/** `evidence`: the holder, while it re-executes something. */
export type Target = 'holder' | 'agent' | 'pipe' | 'evidence';

export const targetsOf = ({ evidence }: KilledPlay): readonly Target[] => [
  ...(['holder', 'agent', 'pipe'] as const),
  ...(evidence === undefined ? [] : (['evidence'] as const)),
];

export interface Killed {
  readonly kills: readonly Target[];
  /** What was printed by commands that ended in a way that no kill explains. */
  readonly unexplained: readonly string[];
}

export interface KillOptions {
  readonly random: SeededRandom;
  /** How long the undisturbed run takes, as far as is known. */
  readonly lengthMs: () => number;
  /** Asked before each kill, with how many this run has seen: all runs together make so many. */
  readonly mayKill: (seen: number) => boolean;
}

/** Each time all processes of the machine are read. */
const POLL_MS = 10;
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

const isGathering = (world: Scratch, { evidence }: KilledPlay): boolean =>
  evidence !== undefined && processesOf(world.root).some(({ command }) => command.includes(evidence));

/** Kills one at the moment, or as soon as there is one; false when the holder ended first. */
const strike = async (
  world: Scratch,
  play: KilledPlay,
  holder: Started,
  target: Target,
  random: SeededRandom,
): Promise<boolean> => {
  const over = (): boolean => holder.child.exitCode !== null || holder.child.signalCode !== null;
  while (!over()) {
    if (target === 'holder' || (target === 'evidence' && isGathering(world, play)))
      return kill(holder.child.pid!);
    const found = target === 'evidence' ? [] : agentsAndPipes(world, target);
    if (found.length > 0 && kill(random.pick(found))) return true;
    await sleep(POLL_MS);
  }
  return false;
};

/** A start that was killed before its first entry is no run: it is started anew. */
const isNoRun = ({ exit, stdout }: Outcome): boolean => exit === 2 && stdout.includes('RUN_UNKNOWN');

/** A run may fail when its agents were killed too often; everything else needs a reason. */
const isExplained = ({ exit, signal, stdout, stderr }: Outcome): boolean =>
  signal === 'SIGKILL' ||
  isNoRun({ exit, signal, stdout, stderr }) ||
  (exit === 1 && stdout.includes('"status": "failed"') && stdout.includes('SIGKILL'));

export const killRun = async (world: Scratch, play: KilledPlay, options: KillOptions): Promise<Killed> => {
  const { random, lengthMs, mayKill } = options;
  const words = play.make(world);
  const kills: Target[] = [];
  const killed = (...unexplained: readonly string[]): Killed => ({ kills, unexplained });
  let holder = startBaton(world, words);
  for (let commands = 1; commands < COMMANDS_MAX; ) {
    const target = random.pick(targetsOf(play));
    const delayMs = random.next() * lengthMs() * (kills.length === 0 ? play.pauses.first : play.pauses.next);
    const wanted = kills.length < play.killsPerRun && mayKill(kills.length);
    if (wanted) {
      await Promise.race([sleep(delayMs), holder.ended]);
      if (await strike(world, play, holder, target, random)) kills.push(target);
      if (holder.child.exitCode === null && (target === 'agent' || target === 'pipe')) continue;
    }
    const outcome = await holder.ended;
    if (outcome.exit === 0) return killed();
    if (!isExplained(outcome)) return killed(`exit ${outcome.exit}\n${outcome.stdout}\n${outcome.stderr}`);
    commands += 1;
    holder = isNoRun(outcome) ? startBaton(world, words) : startBaton(world, ['resume', RUN, '--json']);
  }
  return killed(`not complete after ${COMMANDS_MAX} commands`);
};
