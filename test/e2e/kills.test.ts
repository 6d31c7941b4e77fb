// SIGKILL to holder, agents and pipes at random moments. The end is that of the undisturbed run, and nothing is left.
// `npm run test:crash` makes 480 kills; KILLS, KILLS_AGENTMUX, KILLS_H3A, KILLS_QUEST, KILLS_FENCED and SEED choose others.
import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Killed, killRun, type Target, targetsOf } from '../crash/kill-run.ts';
import { AGENTMUX, FENCED, H3A, type KilledPlay, QUEST, RELAY, RUN } from '../crash/killed-plays.ts';
import { leftovers } from '../crash/leftovers.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { baton, makeScratch } from './scratch.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const AT_ONCE = 3;
/** Until the undisturbed run has shown how long it takes. */
const LENGTH_MS = 5_000;

type End = Record<string, unknown>;

interface Undisturbed {
  readonly end: End;
  readonly left: readonly string[];
  readonly lengthMs: number;
}

const undisturbed = async (play: KilledPlay): Promise<Undisturbed> => {
  const world = makeScratch();
  try {
    const words = play.make(world);
    const since = performance.now();
    const outcome = await baton(world, words);
    expect(outcome.exit, outcome.stderr).toBe(0);
    const lengthMs = performance.now() - since;
    return { end: await play.end(world), left: await leftovers(world, RUN), lengthMs };
  } finally {
    world.remove();
  }
};

interface Judged extends Killed {
  readonly seed: number;
  readonly end: End;
  readonly left: readonly string[];
  readonly verify: string;
}

/** Each run has a seed of its own, so that one that goes wrong can be played alone. */
const disturbed = async (
  play: KilledPlay,
  seed: number,
  lengthMs: () => number,
  mayKill: (seen: number) => boolean,
): Promise<Judged> => {
  const world = makeScratch();
  try {
    const random = seededRandom(seed);
    const killed = await killRun(world, play, { random, lengthMs, mayKill });
    if (killed.unexplained.length > 0) return { ...killed, seed, end: {}, left: [], verify: '' };
    const verified = await baton(world, ['verify', RUN, '--json']);
    const verify = verified.exit === 0 ? 'clean' : verified.stdout + verified.stderr;
    return { ...killed, seed, end: await play.end(world), left: await leftovers(world, RUN), verify };
  } finally {
    world.remove();
  }
};

const isRight = (judged: Judged, end: End): boolean =>
  judged.unexplained.length === 0 &&
  judged.left.length === 0 &&
  judged.verify === 'clean' &&
  isDeepStrictEqual(judged.end, end);

const killMany = async (play: KilledPlay, kills: number): Promise<void> => {
  let lengthMs = LENGTH_MS;
  let made = 0;
  let runs = 0;
  const count: Record<Target, number> = { holder: 0, agent: 0, pipe: 0, evidence: 0 };
  const all: Judged[] = [];
  const calm = undisturbed(play).then((found) => {
    lengthMs = found.lengthMs;
    return found;
  });
  const worker = async (): Promise<void> => {
    while (made < kills) {
      runs += 1;
      const judged = await disturbed(
        play,
        SEED * 10_000 + runs,
        () => lengthMs,
        (seen) => made + seen < kills,
      );
      made += judged.kills.length;
      for (const target of judged.kills) count[target] += 1;
      all.push(judged);
    }
  };
  // Those that begin beside the undisturbed run share the machine with it.
  const workers = Array.from({ length: Math.min(AT_ONCE, Math.ceil(kills / play.killsPerRun)) }, worker);
  const [{ end, left }] = await Promise.all([calm, ...workers]);
  expect(left).toEqual([]);
  const words = targetsOf(play)
    .map((target) => `${target} ${count[target]}`)
    .join(', ');
  console.log(`${play.name}: ${made} kills in ${runs} runs: ${words}`);
  for (const judged of all.filter((one) => !isRight(one, end)))
    expect
      .soft(judged, `seed ${judged.seed}`)
      .toEqual({ ...judged, unexplained: [], end, left: [], verify: 'clean' });
  expect(made).toBeGreaterThanOrEqual(kills);
};

const canFence = (): boolean =>
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--', 'true']).status === 0;

const PLAYS = [
  { play: RELAY, kills: Number(process.env['KILLS'] ?? 20) },
  { play: AGENTMUX, kills: Number(process.env['KILLS_AGENTMUX'] ?? 6) },
  { play: H3A, kills: Number(process.env['KILLS_H3A'] ?? 3) },
  { play: QUEST, kills: Number(process.env['KILLS_QUEST'] ?? 3) },
  { play: FENCED, kills: canFence() ? Number(process.env['KILLS_FENCED'] ?? 4) : 0 },
];

describe.each(PLAYS.filter(({ kills }) => kills > 0))(
  '$kills kills at random moments of $play.name',
  ({ play, kills }) => {
    it(
      'lose nothing, apply nothing twice, and leave nothing behind',
      () => killMany(play, kills),
      600_000 + kills * 20_000,
    );
  },
);
