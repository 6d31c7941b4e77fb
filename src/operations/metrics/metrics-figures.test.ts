import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Handed,
  type Shape,
  syntheticEntries,
  type Visit,
} from '../../../test/fixtures/synthetic-runs.ts';
import { SHAPES } from '../../../test/fixtures/synthetic-table.ts';
import { applyEntry } from '../../engine/reduce/reduce.ts';
import { type Metrics, metricsSchema } from '../../model/metrics.ts';
import { entryDraftSchema } from '../../model/run/entry.ts';
import type { State } from '../../model/run/state.ts';
import { countedEntry } from './metrics-events.ts';
import { figuresOf, spreadOf } from './metrics-figures.ts';
import { RunCount } from './metrics-run.ts';
import { addTally, emptyTally, type Tally } from './metrics-tally.ts';

const BEGIN = Date.parse('2026-11-15T03:00:00.000Z');

const tallyOf = (shape: Shape, name = 'r'): Tally => {
  let counted: RunCount | undefined;
  for (const [index, draft] of syntheticEntries(name, shape, BEGIN).entries()) {
    const entry = countedEntry({ seq: index + 1, ...draft });
    const [first] = entry.events;
    if (first?.kind === 'run-started') counted = new RunCount(first.run);
    counted!.add(entry);
  }
  return counted!.close();
};

const sumOf = (tallies: readonly Tally[]): Tally => {
  const sum = emptyTally();
  for (const tally of tallies) addTally(sum, tally);
  return sum;
};

const figures = (tallies: readonly Tally[]): Metrics => figuresOf(sumOf(tallies), []);

const rejection: fc.Arbitrary<NonNullable<Handed['rejected']>> = fc.record({
  clauses: fc.subarray(['tests-green', 'form', 'changes-within'], { minLength: 1 }),
  codes: fc.subarray(['TESTS_FAILED', 'FIELD_MISSING', 'FILES_NOT_OWNED']),
  blame: fc.constantFrom('sender' as const, 'environment' as const),
});

const seconds = fc.integer({ min: 0, max: 5_000 });

const handed: fc.Arbitrary<Handed[]> = fc
  .array(fc.record({ after: seconds, judged: seconds, rejected: rejection }), { maxLength: 3 })
  .chain((rejected) =>
    fc
      .record({ after: seconds, judged: seconds, outcome: fc.constant('done') })
      .map((last) => [...rejected, last]),
  );

const visit: fc.Arbitrary<Visit> = fc
  .constantFrom(
    ['G0', 'planner', 'H1'] as const,
    ['G1', 'executor', 'H2'] as const,
    ['G2', 'validator', 'H3'] as const,
  )
  .chain(([phase, role, contract]) =>
    fc.record({ start: seconds, handed }).map((rest) => ({ phase, role, contract, ...rest })),
  );

const shape: fc.Arbitrary<Shape> = fc.record({
  model: fc.constantFrom('fast', 'deep'),
  complete: fc.boolean(),
  visits: fc.array(visit, { minLength: 1, maxLength: 6 }),
});

const tally: fc.Arbitrary<Tally> = fc
  .tuple(fc.oneof(shape, fc.constantFrom<Shape>(...Object.values(SHAPES))), fc.constantFrom('a', 'b', 'c'))
  .map(([one, name]) => tallyOf(one, name));
const tallies = fc.array(tally, { maxLength: 6 });

const yieldOf = (metrics: Metrics, contract: string): number =>
  metrics.contracts.find((one) => one.contract === contract)?.firstPassYield ?? 0;
const rateOf = (metrics: Metrics, contract: string): number =>
  metrics.contracts.find((one) => one.contract === contract)?.acceptRate ?? 1;

const one = (...last: Handed[]): Tally =>
  tallyOf({
    model: 'fast',
    complete: true,
    visits: [{ phase: 'G1', role: 'executor', contract: 'H2', handed: last }],
  });

describe('figures', () => {
  it('of two sets of runs together are those of their union', () => {
    fc.assert(
      fc.property(tallies, tallies, (left, right) => {
        expect(figures([sumOf(left), sumOf(right)])).toEqual(figures([...left, ...right]));
      }),
    );
  });

  it('of one run are the same when it is added to nothing', () => {
    fc.assert(
      fc.property(tally, (run) => {
        expect(figures([run])).toEqual(figuresOf(run, []));
      }),
    );
  });

  it('do not depend on the order of the runs', () => {
    fc.assert(
      fc.property(
        tallies.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(figures(shuffled)).toEqual(figures(all));
        },
      ),
    );
  });

  it('never show less first-pass yield after one more work was accepted at first', () => {
    fc.assert(
      fc.property(tallies, (before) => {
        const after = figures([...before, one({ after: 1, judged: 1, outcome: 'done' })]);
        expect(yieldOf(after, 'H2')).toBeGreaterThanOrEqual(yieldOf(figures(before), 'H2'));
      }),
    );
  });

  it('never show a better rate or yield after one more rejection', () => {
    fc.assert(
      fc.property(tallies, rejection, (before, rejected) => {
        const [now, then] = [figures([...before, one({ after: 1, judged: 1, rejected })]), figures(before)];
        expect(rateOf(now, 'H2')).toBeLessThanOrEqual(rateOf(then, 'H2'));
        const known = then.contracts.some((one) => one.contract === 'H2' && one.firstPassYield !== null);
        if (known) expect(yieldOf(now, 'H2')).toBeLessThanOrEqual(yieldOf(then, 'H2'));
      }),
    );
  });

  it('are what their schema says, with no number that JSON cannot hold', () => {
    fc.assert(
      fc.property(tallies, (all) => {
        const document = figures(all);
        expect(metricsSchema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
      }),
    );
  });

  it('of nothing are zeros and nulls', () => {
    const document = figures([]);
    expect(document.runs.counted).toBe(0);
    expect([
      document.contracts,
      document.agents,
      document.phases,
      document.tasks,
      document.escalations,
    ]).toEqual([[], [], [], [], []]);
    expect(document.latency.validationMs).toEqual({
      ...{ count: 0, mean: null, p50: null, p95: null, max: null },
      ...{ target: 120_000, met: null },
    });
  });
});

describe('a percentile', () => {
  it.each([
    [[7], 7, 7],
    [[2, 1], 1, 2],
    [[15, 20, 35, 40, 50], 35, 50],
    // 20 values: rank ⌈0.95 · 20⌉ = 19.
    [Array.from({ length: 20 }, (_, index) => index + 1), 10, 19],
    [Array.from({ length: 21 }, (_, index) => index + 1), 11, 20],
  ])('of %j is nearest-rank', (values, p50, p95) => {
    expect(spreadOf(values)).toMatchObject({ p50, p95, max: Math.max(...values) });
  });

  it('is the smallest of the values that 95 of 100 do not exceed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 200 }),
        (values) => {
          const { p95 } = spreadOf(values);
          const notAbove = (limit: number): number => values.filter((value) => value <= limit).length;
          expect(values).toContain(p95);
          expect(notAbove(p95!) * 100).toBeGreaterThanOrEqual(95 * values.length);
          for (const value of values)
            if (value < p95!) expect(notAbove(value) * 100).toBeLessThan(95 * values.length);
        },
      ),
    );
  });
});

describe('synthetic runs', () => {
  it.each(Object.entries(SHAPES))(
    '%s: its entries are entries, and the engine counts the same',
    (_, made) => {
      let state: State | undefined;
      for (const [index, draft] of syntheticEntries('r', made, BEGIN).entries()) {
        expect(entryDraftSchema.parse(draft)).toEqual(draft);
        state = applyEntry(state, { seq: index + 1, ...draft });
      }
      const { contracts, runs } = figures([tallyOf(made)]);
      const total = (key: 'submitted' | 'accepted' | 'rejected'): number =>
        contracts.reduce((sum, contract) => sum + contract[key], 0);
      expect(state!.handoffs).toEqual({
        submitted: total('submitted'),
        accepted: total('accepted'),
        rejected: total('rejected'),
      });
      expect(runs[state!.status]).toBe(1);
    },
  );
});
