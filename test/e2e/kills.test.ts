// SIGKILL to holder, agents and pipes at random moments. The end is that of the undisturbed run, and nothing is left.
// `npm run test:crash` makes 200 kills; KILLS and SEED choose others.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Killed, killRun, RUN, TARGETS, type Target } from '../crash/kill-run.ts';
import { leftovers } from '../crash/leftovers.ts';
import { runEnd } from '../crash/run-end.ts';
import { seededRandom } from '../simulation/seeded-random.ts';
import { baton, makeScratch, type Scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';

const KILLS = Number(process.env['KILLS'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 1);
const KILLS_PER_RUN = 4;
const AT_ONCE = 3;

const undisturbed = async (world: Scratch): Promise<{ end: Record<string, unknown>; lengthMs: number }> => {
  const spec = makeSmallRelay(world);
  const since = performance.now();
  const outcome = await baton(world, ['run', 'Two files', '--name', RUN, '--agent', spec, '--json']);
  expect(outcome.exit, outcome.stderr).toBe(0);
  return { end: await runEnd(world, RUN), lengthMs: performance.now() - since };
};

interface Judged extends Killed {
  readonly seed: number;
  readonly end: Record<string, unknown>;
  readonly left: readonly string[];
  readonly verify: string;
}

/** Each run has a seed of its own, so that one that goes wrong can be played alone. */
const disturbed = async (
  seed: number,
  lengthMs: number,
  mayKill: (target: Target) => boolean,
): Promise<Judged> => {
  const world = makeScratch();
  try {
    const random = seededRandom(seed);
    const killed = await killRun(world, { random, killsMax: KILLS_PER_RUN, lengthMs, mayKill });
    if (killed.unexplained.length > 0) return { ...killed, seed, end: {}, left: [], verify: '' };
    const verified = await baton(world, ['verify', RUN, '--json']);
    const verify = verified.exit === 0 ? 'clean' : verified.stdout + verified.stderr;
    return { ...killed, seed, end: await runEnd(world, RUN), left: await leftovers(world, RUN), verify };
  } finally {
    world.remove();
  }
};

const isRight = (judged: Judged, end: Record<string, unknown>): boolean =>
  judged.unexplained.length === 0 &&
  judged.left.length === 0 &&
  judged.verify === 'clean' &&
  isDeepStrictEqual(judged.end, end);

describe(`${KILLS} kills at random moments`, () => {
  it(
    'lose nothing, apply nothing twice, and leave nothing behind',
    async () => {
      const world = makeScratch();
      const { end, lengthMs } = await undisturbed(world);
      expect(await leftovers(world, RUN)).toEqual([]);
      world.remove();
      let made = 0;
      let runs = 0;
      const count: Record<Target, number> = { holder: 0, agent: 0, pipe: 0 };
      const wrong: Judged[] = [];
      const worker = async (): Promise<void> => {
        while (made < KILLS) {
          runs += 1;
          const judged = await disturbed(SEED * 10_000 + runs, lengthMs, () => made < KILLS);
          made += judged.kills.length;
          for (const target of judged.kills) count[target] += 1;
          if (!isRight(judged, end)) wrong.push(judged);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      console.log(`${made} kills in ${runs} runs: ${TARGETS.map((t) => `${t} ${count[t]}`).join(', ')}`);
      for (const judged of wrong)
        expect
          .soft(judged, `seed ${judged.seed}`)
          .toEqual({ ...judged, unexplained: [], end, left: [], verify: 'clean' });
      expect(made).toBeGreaterThanOrEqual(KILLS);
    },
    20_000 + KILLS * 10_000,
  );
});
