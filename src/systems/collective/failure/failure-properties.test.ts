// Random failures of several tasks at once, against a count that is written another way.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '../handoff/words.ts';
import { BLOCKED_REPORTS_MAX, UNFINISHED_REPORTS_MAX } from '../limits.ts';
import { caseKey, EMPTY_LEDGER, type FailureLedger } from './failure-ledger.ts';
import { type FailureAction, type FailureReport, type FailureSettings, reportFailure } from './on-failure.ts';

const RUNS = 10_000;
const AGENTS = ['a', 'b', 'hub'];
const count = fc.nat({ max: 6 });
const onFailure = fc.option(
  fc.record(
    {
      retry: count,
      escalateAfter: count,
      routeTo: fc.constantFrom('a', 'b', 'ghost'),
      notify: fc.constantFrom('hub', 'ghost'),
      context: fc.string({ maxLength: 8 }),
    },
    { requiredKeys: [] },
  ),
  { nil: null },
);
/** A few pieces of work, so that their reports meet. */
const report = fc.record({
  id: fc.string({ minLength: 1, maxLength: 2 }),
  task: fc.constantFrom('task-1', 'task-2.1', null),
  phase: fc.constantFrom('Testing', 'QA'),
  from: fc.constantFrom('a', 'b', 'hub'),
  status: fc.constantFrom(...STATUSES, 'failed' as const, 'failed' as const),
  retryCount: fc.option(count, { nil: null }),
  onFailure,
});
const settings = fc
  .record({ retry: count, escalate_after: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }) })
  .map(
    ({ retry, escalate_after }): FailureSettings => ({
      policy: {
        default: { retry, ...(escalate_after === undefined ? {} : { escalate_after }) },
        phases: {},
      },
      hub: 'hub',
      resolve: (name) => AGENTS.find((known) => known === name),
    }),
  );

interface Played {
  readonly ledger: FailureLedger;
  /** What each piece of work led to, in its own order. */
  readonly byCase: ReadonlyMap<string, readonly (readonly FailureAction[])[]>;
}

const play = (reports: readonly FailureReport[], given: FailureSettings): Played => {
  let ledger: FailureLedger = EMPTY_LEDGER;
  const byCase = new Map<string, FailureAction[][]>();
  for (const one of reports) {
    const step = reportFailure(ledger, one, given);
    ledger = step.ledger;
    byCase.set(caseKey(one), [...(byCase.get(caseKey(one)) ?? []), [...step.actions]]);
  }
  return { ledger, byCase };
};

/** By plain counting: how often a case is retried, and whether it must be escalated. */
const expectedOf = (reports: readonly FailureReport[], { policy }: FailureSettings) => {
  const seen = new Set<string>();
  const counts = { failed: 0, blocked: 0, unfinished: 0, retries: 0 };
  let { retry } = policy.default;
  let after = policy.default.escalate_after ?? Number.POSITIVE_INFINITY;
  for (const { id, status, onFailure: said } of reports) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (status === 'complete') continue;
    if (status === 'failed') {
      counts.failed += 1;
      retry = Math.min(retry, said?.retry ?? retry);
      after = Math.min(after, said?.escalateAfter ?? after);
      if (counts.failed >= after || counts.failed > retry) return { ...counts, escalated: true };
      counts.retries += 1;
    } else if (status === 'blocked') {
      counts.blocked += 1;
      if (counts.blocked >= BLOCKED_REPORTS_MAX) return { ...counts, escalated: true };
    } else {
      counts.unfinished += 1;
      if (counts.unfinished >= UNFINISHED_REPORTS_MAX) return { ...counts, escalated: true };
    }
  }
  return { ...counts, escalated: false };
};

const kindCount = (steps: readonly (readonly FailureAction[])[], kind: FailureAction['kind']): number =>
  steps.flat().filter((action) => action.kind === kind).length;

describe('random failures of several tasks', () => {
  it('never retry beyond a limit, escalate what is exhausted exactly once, and never end in silence', () => {
    fc.assert(
      fc.property(fc.array(report, { maxLength: 24 }), settings, (reports, given) => {
        const { byCase } = play(reports, given);
        for (const [key, steps] of byCase) {
          const own = reports.filter((one) => caseKey(one) === key);
          const expected = expectedOf(own, given);
          expect(steps.every((actions) => actions.length > 0)).toBe(true);
          expect(kindCount(steps, 'retry')).toBe(expected.retries);
          expect(kindCount(steps, 'retry')).toBeLessThanOrEqual(given.policy.default.retry);
          expect(kindCount(steps, 'escalate')).toBe(expected.escalated ? 1 : 0);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('end the same whatever order the results of different tasks arrive in', () => {
    const interleaved = fc.array(report, { maxLength: 20 }).chain((reports) =>
      fc.record({
        reports: fc.constant(reports),
        // Who is next: a stable sort by these weights within a case keeps its own order.
        picks: fc.array(fc.nat({ max: 1_000 }), { minLength: reports.length, maxLength: reports.length }),
      }),
    );
    fc.assert(
      fc.property(interleaved, settings, ({ reports, picks }, given) => {
        const queues = new Map<string, FailureReport[]>();
        for (const one of reports) queues.set(caseKey(one), [...(queues.get(caseKey(one)) ?? []), one]);
        const shuffled = picks.flatMap((pick) => {
          const waiting = [...queues.values()].filter((queue) => queue.length > 0);
          return waiting[pick % waiting.length]?.shift() ?? [];
        });
        expect(shuffled).toHaveLength(reports.length);
        expect(play(shuffled, given)).toEqual(play(reports, given));
      }),
      { numRuns: RUNS },
    );
  });
});
