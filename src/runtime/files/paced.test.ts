// Work that nobody waits for takes its share of the time and no more.
import { expect, it } from 'vitest';
import { PACED_REST_MS_MAX, PACED_REST_TIMES } from '../../model/limits/runtime.ts';
import { createPaced } from './paced.ts';

/** A clock that goes on when it is told to. */
const steppedClock = () => {
  let now = 0;
  const waiting: { at: number; call: () => void }[] = [];
  return {
    now: () => new Date(now).toISOString(),
    at: (time: string, call: () => void) => {
      const timer = { at: Date.parse(time), call };
      waiting.push(timer);
      return () => void waiting.splice(waiting.indexOf(timer), 1);
    },
    pass: async (ms: number) => {
      now += ms;
      await Promise.resolve();
      const due = waiting.filter(({ at }) => at <= now);
      for (const timer of due) {
        waiting.splice(waiting.indexOf(timer), 1);
        timer.call();
      }
      await new Promise(setImmediate);
    },
  };
};

const paced = (tookMs: number) => {
  const clock = steppedClock();
  const seen = { begun: 0 };
  const paced = createPaced(clock, async () => {
    seen.begun += 1;
    await clock.pass(tookMs);
  });
  return { ...paced, clock, seen };
};

it('rests as many times as long as it took, and joins what was asked meanwhile', async () => {
  const { soon, clock, seen } = paced(10);
  soon();
  await clock.pass(0);
  soon();
  soon();
  await clock.pass(10 * PACED_REST_TIMES - 1);
  expect(seen.begun).toBe(1);
  await clock.pass(1);
  expect(seen.begun).toBe(2);
  await clock.pass(PACED_REST_MS_MAX);
  expect(seen.begun).toBe(2);
});

it('never rests longer than its limit', async () => {
  const { soon, clock, seen } = paced(PACED_REST_MS_MAX);
  soon();
  await clock.pass(0);
  soon();
  await clock.pass(PACED_REST_MS_MAX);
  expect(seen.begun).toBe(2);
});

it('does nothing more when it is stopped', async () => {
  const { soon, stop, clock, seen } = paced(10);
  soon();
  await clock.pass(0);
  soon();
  stop();
  await clock.pass(PACED_REST_MS_MAX);
  expect(seen.begun).toBe(1);
});
