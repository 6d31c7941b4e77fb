// reduce takes whatever the format allows, forgets nothing it is asked to keep, and does not grow with a run's length.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryOf } from '../../../test/fixtures/arbitrary-of.ts';
import { RandomHistory } from '../../../test/fixtures/random-history.ts';
import { RELAY_PLAY } from '../../../test/fixtures/runnable-workflows.ts';
import type { Evidence, EvidenceRequest } from '../../model/evidence.ts';
import { type Event, eventSchema } from '../../model/run/event.ts';
import type { Input } from '../../model/run/input.ts';
import { type State, stateSchema } from '../../model/run/state.ts';
import { answerWith } from '../../testing/test-evidence.ts';
import { relay } from '../../workflows/relay/relay.ts';
import { plan } from '../plan.ts';
import { applyEntry, reduce } from './reduce.ts';

const AT = '2026-11-15T00:00:00.000Z';
const anyEvent = arbitraryOf(eventSchema);
const startOf = (event: Event): event is Extract<Event, { kind: 'run-started' }> =>
  event.kind === 'run-started';
const anyStart = anyEvent.filter(startOf);

describe('reduce', () => {
  it('is total: any event that the format allows can be applied to any state, and gives a state', () => {
    fc.assert(
      fc.property(anyStart, fc.array(anyEvent, { minLength: 1, maxLength: 25 }), (start, events) => {
        let state = applyEntry(undefined, { seq: 1, at: AT, events: [start] });
        for (const event of events) {
          state = reduce(state, event);
          plan(state);
        }
        expect(stateSchema.safeParse(state).error).toBeUndefined();
      }),
      { numRuns: 1_500 },
    );
  });

  it('is pure: the same event on the same state gives the same, and changes nothing else', () => {
    fc.assert(
      fc.property(anyStart, fc.array(anyEvent, { minLength: 1, maxLength: 12 }), (start, events) => {
        let state = applyEntry(undefined, { seq: 1, at: AT, events: [start] });
        for (const event of events) {
          const [before, given] = [JSON.stringify(state), JSON.stringify(event)];
          const next = reduce(state, event);
          expect(JSON.stringify(reduce(JSON.parse(before) as State, JSON.parse(given) as Event))).toBe(
            JSON.stringify(next),
          );
          expect([JSON.stringify(state), JSON.stringify(event)]).toEqual([before, given]);
          state = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('an entry changes neither the state before it nor itself, however many events it has', () => {
    fc.assert(
      fc.property(
        anyStart,
        fc.array(fc.array(anyEvent, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        (start, entries) => {
          let state = applyEntry(undefined, { seq: 1, at: AT, events: [start] });
          for (const [index, events] of entries.entries()) {
            const entry = { seq: index + 2, at: AT, events };
            const [before, given] = [JSON.stringify(state), JSON.stringify(entry)];
            const next = applyEntry(state, entry);
            expect([JSON.stringify(state), JSON.stringify(entry)]).toEqual([before, given]);
            state = next;
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

const evidenceOf = (request: EvidenceRequest): Evidence =>
  request.kind === 'merge'
    ? { kind: 'merge', tree: digest(1), others: digest(2), conflicts: [] }
    : answerWith(request, {
        ...{
          kind: 'command',
          line: 'test',
          end: 'exited',
          exit: 0,
          tail: '',
          durationMs: 1,
          sandbox: 'none',
        },
        tests: { total: 1, passed: 1, failed: 0, skipped: 0, failures: [] },
      });

/** The next thing that a run of relay needs; its reviewer never passes anything, and its person never gives up. */
const nextInput = (state: State, n: number): Input => {
  const { assignments, jobs, questions } = plan(state);
  const [question] = questions;
  if (question !== undefined)
    return { kind: 'answer', item: question.id, choice: 'again', text: `once more, ${n}`, args: {} };
  const [job] = jobs;
  if (job?.kind === 'observe') return { kind: 'observe', key: job.key, evidence: evidenceOf(job.request) };
  if (job?.kind === 'effect') {
    const sealed = [{ artifact: 'tree', path: '.', digest: digest(n), bytes: 0 }];
    return {
      kind: 'perform',
      assignment: job.assignment,
      result: { outcome: 'merged', sealed, details: {}, problems: [] },
    };
  }
  const { id, started } = assignments[0]!;
  if (!started) return { kind: 'attempt-start', assignment: id };
  return submitOf(state, id, n);
};

const digest = (n: number): string => `git-tree:${n.toString(16).padStart(40, '0')}`;

const submitOf = (state: State, id: string, n: number): Input => {
  const { assignment, attempt } = state.works[id]!;
  const [write] = assignment.writes;
  const text = RELAY_PLAY.text(write!.artifact, () => (write!.artifact === 'plan' ? 0 : 1));
  const bytes =
    write!.kind === 'tree' ? { digest: digest(n), bytes: 0 } : { digest: sha(n), bytes: text.length, text };
  return {
    kind: 'submit',
    submission: `s${n}`,
    assignment: id,
    attempt,
    tool:
      assignment.contract === 'plan'
        ? 'submit_plan'
        : assignment.contract === 'review'
          ? 'submit_review'
          : 'submit_done',
    args: {},
    sealed: [{ artifact: write!.artifact, path: write!.path, ...bytes }],
    problems: [],
  };
};
const sha = (n: number): string => `sha256:${n.toString(16).padStart(64, '0')}`;

describe('state', () => {
  it('does not grow with the number of rounds', () => {
    const history = new RandomHistory(
      relay,
      RELAY_PLAY,
      () => 0,
      () => {},
    );
    history.run(1);
    const sizes: number[] = [];
    for (let n = 1; (history.state?.rounds['']?.['line fixing.coder'] ?? 0) < 1_000; n++) {
      history.give(nextInput(history.state!, n));
      const round = history.state!.rounds['']?.['line fixing.coder'] ?? 0;
      sizes[round] = Math.max(sizes[round] ?? 0, JSON.stringify(history.state).length);
    }
    const largest = (from: number, to: number): number => Math.max(...sizes.slice(from, to));
    // Numbers get longer by a digit, nothing else does.
    expect(largest(900, 1_000)).toBeLessThan(largest(20, 120) * 1.02);
    expect(history.events.length).toBeGreaterThan(5_000);
  });
});
