// A few of the changes of `npm run probe`, live: the untested hunk is named, a tested one is not, and bounds hold.
import { describe, expect, it } from 'vitest';
import { CASES } from '../probe/cases.ts';
import { faultOf, isInstalled, playCase } from '../probe/play.ts';

const PLAYED = ['javascript: a guard', 'javascript: another word', 'python: a line that is gone'];
const chosen = CASES.filter(({ name }) => PLAYED.some((start) => name.startsWith(start)));

describe('the table of changes', () => {
  it('has twenty with an untested hunk and twenty without, in four languages', () => {
    const seeded = CASES.filter(({ untested }) => untested !== undefined);
    expect([seeded.length, CASES.length - seeded.length]).toEqual([20, 20]);
    expect(new Set(CASES.map(({ language }) => language.name)).size).toBe(4);
  });

  it.each(chosen.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    if (!isInstalled(one.language)) return;
    expect(faultOf(one, await playCase(one))).toBeUndefined();
  });
});

describe('the bounds of probing', () => {
  const [first] = chosen;

  it('leave hunks over when their number is reached, and when the time is', async () => {
    const few = await playCase(first!, { hunksMax: 1 });
    expect([few.hunks.length, few.left]).toEqual([1, 1]);
    const brief = await playCase(first!, { timeMsMax: 1 });
    expect([brief.hunks.length, brief.left]).toEqual([0, 2]);
  });
});
