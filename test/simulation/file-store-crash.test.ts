import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fault, SimulatedDisk } from './simulated-disk.ts';
import { playSteps, type Step } from './store-workload.ts';

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), bytes: fc.integer({ min: 4, max: 3000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('object' as const), bytes: fc.integer({ min: 0, max: 2000 }) }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ kind: 'snapshot' }, { kind: 'reopen' }) },
);
const steps = fc.array(step, { minLength: 1, maxLength: 8 });
const seed = fc.integer({ min: 0, max: 2 ** 31 });

const at = fc.integer({ min: 1, max: 120 });
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('power-cut' as const, 'kill' as const),
    at,
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({ kind: fc.constantFrom('short-write' as const, 'failed-sync' as const), at }),
  fc.record({
    kind: fc.constantFrom('full' as const, 'read-only' as const),
    at,
    operations: fc.integer({ min: 1, max: 12 }),
  }),
);

describe('the file store on a disk that forgets', () => {
  it('keeps every acknowledged entry when it crashes before or after any operation', async () => {
    let crashes = 0;
    await fc.assert(
      fc.asyncProperty(steps, seed, async (work, diskSeed) => {
        const undisturbed = new SimulatedDisk(diskSeed);
        await playSteps(undisturbed, work);
        for (let operation = 1; operation <= undisturbed.operations; operation++) {
          for (const when of ['before', 'after'] as const) {
            const disk = new SimulatedDisk(diskSeed + operation, [
              { kind: 'power-cut', at: operation, when },
            ]);
            await playSteps(disk, work);
            crashes += disk.crashes - 1;
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(crashes).toBeGreaterThan(1000);
  });

  it('keeps every acknowledged entry whatever goes wrong one after the other', async () => {
    let torn = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fault, { maxLength: 6 }), seed, async (work, faults, diskSeed) => {
        torn += (await playSteps(new SimulatedDisk(diskSeed, faults), work)).torn;
      }),
      { numRuns: 1500 },
    );
    expect(torn).toBeGreaterThan(0);
  });
});
