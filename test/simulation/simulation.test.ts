// A sample of the simulation; `npm run test:sim` runs it at length.
import { describe, expect, it } from 'vitest';
import { type CrashPoint, countOperations, simulateCrash, simulateSeed } from './simulate.ts';

const SEEDS = 200;

const crashes = async (kind: CrashPoint['kind'], times: readonly CrashPoint['when'][]): Promise<number> => {
  const operations = await countOperations();
  for (let at = 1; at <= operations; at++)
    for (const when of times) {
      const { holders } = await simulateCrash({ kind, when, at });
      expect(holders).toBeGreaterThan(1);
    }
  return operations;
};

describe('relay on a simulated disk, clock, network and agents', () => {
  it('comes to the same end after a power cut before and after every operation', async () => {
    expect(await crashes('power-cut', ['before', 'after'])).toBeGreaterThan(100);
  });

  it('comes to the same end after a kill between any two operations', async () => {
    expect(await crashes('kill', ['after'])).toBeGreaterThan(100);
  });

  it(`comes to the same end with many faults at once, in ${SEEDS} seeded runs`, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) await simulateSeed(seed);
  });

  it('one seed is one history', async () => {
    const histories = await Promise.all(
      [0, 1].map(async () => {
        const lines: string[] = [];
        await simulateSeed(11, { trace: (line) => lines.push(line) });
        return lines.join('\n');
      }),
    );
    expect(histories[0]).toBe(histories[1]);
    expect(histories[0]?.length).toBeGreaterThan(1_000);
  });
});
