// A play whose holder is killed at one place: the next holder takes it to the end that the undisturbed one has.
import { expect } from 'vitest';
import { baton, makeScratch, type Scratch, type Started } from '../e2e/scratch.ts';
import { type KilledPlay, RUN } from './killed-plays.ts';
import { leftovers } from './leftovers.ts';

type End = Awaited<ReturnType<KilledPlay['end']>>;

const undisturbed = async (play: KilledPlay): Promise<End> => {
  const world = makeScratch();
  try {
    const { exit, stdout, stderr } = await baton(world, play.make(world));
    expect(exit, stdout + stderr).toBe(0);
    return await play.end(world);
  } finally {
    world.remove();
  }
};

export const killHolder = async (holder: Started): Promise<void> => {
  holder.child.kill('SIGKILL');
  expect((await holder.ended).signal).toBe('SIGKILL');
};

/** Resumes the run, and compares its end with that of the undisturbed one, which is played once. */
export const sameEndOf = (play: KilledPlay): ((world: Scratch) => Promise<void>) => {
  let calm: Promise<End> | undefined;
  return async (world) => {
    const resumed = await baton(world, ['resume', RUN, '--json']);
    expect(resumed.exit, resumed.stdout + resumed.stderr).toBe(0);
    const verified = await baton(world, ['verify', RUN, '--json']);
    expect(verified.exit, verified.stdout + verified.stderr).toBe(0);
    expect(await leftovers(world, RUN)).toEqual([]);
    calm ??= undisturbed(play);
    expect(await play.end(world)).toEqual(await calm);
  };
};
