// What is counted of one run, event by event, where the synthetic runs do not go: stops, second rounds, odd clocks.
import { describe, expect, it } from 'vitest';
import type { Metrics } from '../../model/metrics.ts';
import { type CountedEvent, countedEntry, mayBeCounted } from './metrics-events.ts';
import { figuresOf } from './metrics-figures.ts';
import { RunCount } from './metrics-run.ts';

const SECOND = 1_000;
const BEGIN = Date.parse('2026-11-15T03:00:00.000Z');

type Line = readonly [seconds: number, ...events: readonly unknown[]];

const RUN = { name: 'r', workflow: 'h3a', options: {}, startedAt: new Date(BEGIN).toISOString() };

const count = (lines: readonly Line[], run = RUN): Metrics => {
  const counted = new RunCount(run);
  for (const [seconds, ...events] of lines)
    counted.add(countedEntry({ seq: 1, at: new Date(BEGIN + seconds * SECOND).toISOString(), events }));
  return figuresOf(counted.close(), []);
};

const work = (id: string, more: Record<string, unknown> = {}): unknown => ({
  kind: 'work-opened',
  assignment: {
    ...{ id, scope: '', phase: 'G1', round: 1, role: 'executor', kind: 'agent', contract: 'H2', after: [] },
    ...more,
  },
});
const entered = (phase: string, scope = ''): unknown => ({ kind: 'phase-entered', scope, phase });
const received = (assignment: string, submission: string): unknown => ({
  kind: 'submission-received',
  submission,
  assignment,
});
const accepted = (assignment: string, submission: string): unknown => ({
  kind: 'submission-accepted',
  submission,
  assignment,
});
const rejected = (assignment: string, submission: string): unknown => ({
  kind: 'submission-rejected',
  submission,
  assignment,
  rejection: { clauses: ['c'], blame: 'sender', problems: [] },
});
const started = (assignment: string, attempt = 1): unknown => ({
  kind: 'attempt-started',
  assignment,
  attempt,
});
const asked = (more: Record<string, unknown>): unknown => ({
  kind: 'request-opened',
  request: { id: 'q', request: 'ask', assignment: 'w', person: true, parks: true, ...more },
});

describe('time in a phase', () => {
  const timeIn = (metrics: Metrics, phase: string) => metrics.phases.find((one) => one.phase === phase);

  it('goes on after a stop, without the time in which nobody held the run', () => {
    const metrics = count([
      [0, entered('G0')],
      [10, { kind: 'run-ended', status: 'cancelled' }],
      [1_000, { kind: 'run-resumed' }],
      [1_005, entered('G1')],
    ]);
    expect(timeIn(metrics, 'G0')).toMatchObject({ open: 0, timeMs: { count: 1, total: 15 * SECOND } });
    expect(timeIn(metrics, 'G1')).toMatchObject({ open: 1, timeMs: { count: 0, mean: null, p95: null } });
    expect(metrics.runs).toMatchObject({ counted: 1, running: 1, cancelled: 0 });
  });

  it('is not counted for a phase that a failed run is still in', () => {
    const metrics = count([
      [0, entered('G0')],
      [10, { kind: 'run-ended', status: 'failed' }],
    ]);
    expect(timeIn(metrics, 'G0')).toMatchObject({ open: 1, timeMs: { count: 0, total: 0, met: null } });
    expect(metrics.runs.failed).toBe(1);
  });

  it('ends when the items of a scope begin', () => {
    const metrics = count([
      [0, entered('roadmap')],
      [20, { kind: 'scope-opened', scope: 'task', items: [{ key: 'T1' }] }, entered('G0', 'task/T1')],
      [50, entered('G1', 'task/T1')],
    ]);
    expect(timeIn(metrics, 'roadmap')?.timeMs.total).toBe(20 * SECOND);
    expect(timeIn(metrics, 'G0')?.timeMs.total).toBe(30 * SECOND);
  });

  it('is never negative, whatever the clock did', () => {
    const metrics = count([
      [100, entered('G0')],
      [40, entered('G1')],
    ]);
    expect(timeIn(metrics, 'G0')?.timeMs).toMatchObject({ count: 1, total: 0 });
  });
});

describe('what was handed in', () => {
  const h2 = (metrics: Metrics) => metrics.contracts.find(({ contract }) => contract === 'H2');

  it('is no attempt while it is judged, nor when newer bytes took its place', () => {
    const metrics = count([
      [0, work('w')],
      [1, received('w', 'old')],
      [2, received('w', 'new')],
    ]);
    expect(h2(metrics)).toMatchObject({
      submitted: 2,
      accepted: 0,
      rejected: 0,
      acceptRate: null,
      met: null,
    });
    expect(h2(metrics)).toMatchObject({ firstPassYield: null, rounds: { count: 0, mean: null, max: null } });
    expect(
      count([
        [0, work('w')],
        [1, received('w', 'old')],
        [5, received('w', 'new')],
        [7, accepted('w', 'new')],
      ]).latency.validationMs,
    ).toMatchObject({ count: 1, p50: 2 * SECOND });
  });

  it('counts anew after an acceptance that did not last', () => {
    const metrics = count([
      [0, work('w')],
      [1, received('w', 'a'), rejected('w', 'a')],
      [2, received('w', 'b'), accepted('w', 'b')],
      [3, received('w', 'c'), accepted('w', 'c')],
    ]);
    expect(h2(metrics)).toMatchObject({
      submitted: 3,
      accepted: 2,
      rejected: 1,
      acceptRate: 2 / 3,
      firstPassYield: 0,
      rounds: { count: 2, mean: 1.5, max: 2 },
    });
  });

  it('by the engine is no agent, and its time is no validation', () => {
    const metrics = count([
      [0, work('m', { kind: 'engine', role: 'engine', contract: 'merge' })],
      [1, received('m', 'e'), accepted('m', 'e')],
    ]);
    expect(metrics.agents).toEqual([]);
    expect(metrics.latency.validationMs).toMatchObject({ count: 0, p95: null, met: null });
    expect(metrics.contracts).toMatchObject([{ contract: 'merge', accepted: 1, target: null, met: null }]);
  });
});

describe('who waits for whom', () => {
  it('an agent starts after the item that it waits for, not after it was opened', () => {
    const metrics = count([
      [0, work('a'), work('b', { after: ['a'] })],
      [10, started('a')],
      [50, received('a', '1'), accepted('a', '1')],
      [53, started('b')],
    ]);
    // `a` was opened by nobody's acceptance: only `b` was handed over.
    expect(metrics.latency.startMs).toMatchObject({
      count: 1,
      p50: 3 * SECOND,
      target: 300 * SECOND,
      met: true,
    });
  });

  it('what a question opens was handed over by nobody', () => {
    const metrics = count([
      [0, work('a')],
      [1, received('a', '1'), accepted('a', '1')],
      [2, asked({ person: false }), work('b')],
      [9, started('b')],
    ]);
    expect(metrics.latency.startMs.count).toBe(0);
  });

  it('a second attempt is a retry and no second start', () => {
    const metrics = count([
      [0, work('a')],
      [1, received('a', '1'), accepted('a', '1'), work('b')],
      [2, started('b')],
      [3, { kind: 'attempt-ended', assignment: 'b', end: 'finished', retryAt: 'soon' }],
      [9, started('b', 2)],
      [10, { kind: 'attempt-ended', assignment: 'b', end: 'lost' }],
    ]);
    expect(metrics.latency.startMs.count).toBe(1);
    expect(metrics.agents).toMatchObject([{ attempts: 2, failures: 1, retries: 1, lost: 1 }]);
  });

  it('a question is counted when somebody waits for its answer', () => {
    const answered = { kind: 'request-answered', request: 'q' };
    expect(
      count([
        [0, work('w'), asked({})],
        [4, answered],
      ]).latency.questionMs,
    ).toMatchObject({
      count: 1,
      max: 4 * SECOND,
      target: null,
    });
    expect(
      count([
        [0, work('w'), asked({ parks: false })],
        [4, answered],
      ]).latency.questionMs.count,
    ).toBe(0);
    expect(
      count([
        [0, work('w'), asked({ person: false })],
        [4, answered],
      ]).latency.questionMs.count,
    ).toBe(0);
  });
});

describe('a task', () => {
  const T1 = 'task/T1';
  const opened = { kind: 'scope-opened', scope: 'task', items: [{ key: 'T1' }, { key: 'T2' }] };
  const firstTry = (metrics: Metrics, phase: string) =>
    metrics.phases.find((one) => one.phase === phase)?.firstTry;

  it('that was not begun is no part of the share of escalations', () => {
    const metrics = count([[0, opened, entered('G0', T1)]]);
    expect(metrics.tasks.map(({ item, outcome }) => [item, outcome])).toEqual([
      ['T1', 'open'],
      ['T2', 'waiting'],
    ]);
    expect(metrics.escalations).toMatchObject([
      { tasks: 1, escalated: 0, share: 0, target: 0.05, met: true },
    ]);
  });

  it('is added when it comes to light, and ends as its run does', () => {
    const metrics = count([
      [0, opened],
      [1, { kind: 'scope-grown', scope: 'task', items: [{ key: 'T1' }, { key: 'T2' }, { key: 'T3' }] }],
      [2, entered('G0', 'task/T3')],
      [3, { kind: 'run-ended', status: 'failed' }],
    ]);
    expect(metrics.tasks.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting', 'failed']);
  });

  it('may end alone', () => {
    const ended = { kind: 'position-ended', scope: T1, as: 'failed' };
    expect(
      count([
        [0, opened, entered('G0', T1)],
        [1, ended],
      ]).tasks[0],
    ).toMatchObject({ outcome: 'failed' });
  });

  it('is escalated by a blocker, too', () => {
    const metrics = count([
      [0, opened, entered('G1', T1), work('w', { scope: T1 })],
      [1, asked({ request: 'submit_blocked' })],
      [9, entered('G2', T1)],
    ]);
    expect(metrics.tasks[0]).toMatchObject({ escalations: 1 });
    expect(firstTry(metrics, 'G1')).toMatchObject({ tried: 1, passed: 0 });
    expect(
      count([
        [0, opened, entered('G1', T1), work('w', { scope: T1 })],
        [1, asked({})],
      ]).tasks[0],
    ).toMatchObject({
      escalations: 0,
    });
  });

  it('passes a gate over phases that are none, and a gate of the project counts by its number', () => {
    const metrics = count([
      [0, opened, entered('G0', T1)],
      [1, entered('baseline', T1)],
      [2, entered('G1', T1)],
      [3, entered('G2', T1)],
      [4, entered('G2.5', T1)],
      [5, entered('G1', T1)],
      [6, entered('G2', T1)],
      [7, { kind: 'position-ended', scope: T1 }],
    ]);
    expect(firstTry(metrics, 'baseline')).toBeNull();
    expect(firstTry(metrics, 'G0')).toMatchObject({ tried: 1, passed: 1, target: 0.95, met: true });
    expect(firstTry(metrics, 'G1')).toMatchObject({ tried: 1, passed: 1 });
    expect(firstTry(metrics, 'G2')).toMatchObject({ tried: 1, passed: 1 });
    expect(firstTry(metrics, 'G2.5')).toMatchObject({ tried: 1, passed: 0, target: null, met: null });
    expect(metrics.tasks[0]).toMatchObject({ outcome: 'complete' });
  });

  it('that was rejected in a gate has failed its first try, also before it leaves', () => {
    const metrics = count([
      [0, opened, entered('G1', T1), work('w', { scope: T1 })],
      [1, received('w', 'a'), rejected('w', 'a')],
    ]);
    expect(firstTry(metrics, 'G1')).toMatchObject({ tried: 1, passed: 0, rate: 0, met: false });
  });
});

describe('a line that need not be parsed', () => {
  const line = (input: string, events: readonly unknown[]): Buffer =>
    Buffer.from(
      JSON.stringify({
        v: 1,
        by: { engine: true },
        input: { kind: input, tail: '"kind":"run-ended"' },
        events,
      }),
    );
  const evidence = { kind: 'evidence-observed', evidence: { kind: 'command', tail: 'x'.repeat(5_000) } };

  it('is evidence that decides nothing, whatever the evidence quotes', () => {
    expect(mayBeCounted(line('observe', [evidence]))).toBe(false);
    expect(mayBeCounted(line('observe', [evidence, { kind: 'evidence-wanted' }]))).toBe(false);
  });

  it('is no line with an event that is counted, and none of another input', () => {
    expect(mayBeCounted(line('observe', [evidence, accepted('w', 's')]))).toBe(true);
    expect(mayBeCounted(line('observe', [evidence, { kind: 'run-ended', status: 'failed' }]))).toBe(true);
    expect(mayBeCounted(line('observe', [entered('G1'), evidence]))).toBe(true);
    expect(mayBeCounted(line('submit', [evidence]))).toBe(true);
  });
});

describe('a journal that another program wrote', () => {
  it.each([
    ['no events', { seq: 1, at: '2026-11-15T03:00:00.000Z' }, 'events'],
    ['no time', { seq: 1, at: 'yesterday', events: [] }, 'at'],
    [
      'an event without its fields',
      { seq: 1, at: '2026-11-15T03:00:00.000Z', events: [{ kind: 'phase-entered' }] },
      'scope',
    ],
    ['no entry at all', null, 'writes: Invalid'],
  ])('with %s is refused in words', (_, entry, part) => {
    expect(() => countedEntry(entry)).toThrow(expect.objectContaining({ code: 'JOURNAL_CORRUPT' }));
    expect(() => countedEntry(entry)).toThrow(part);
  });

  it('may have names that every object has', () => {
    const names: CountedEvent[] = [
      { kind: 'phase-entered', scope: '__proto__', phase: 'constructor' },
      {
        kind: 'work-opened',
        assignment: {
          ...{ id: 'w', scope: '', phase: 'x', round: 1, role: '__proto__' },
          kind: 'agent',
          contract: 'toString',
          after: [],
        },
      },
    ];
    const metrics = count([[0, ...names]], { ...RUN, options: { agents: {} } });
    expect(metrics.contracts).toMatchObject([{ contract: 'toString', target: null }]);
    expect(metrics.agents).toMatchObject([{ role: '__proto__', agent: 'agent', model: null }]);
    expect(metrics.phases).toMatchObject([{ phase: 'constructor', timeMs: { target: null } }]);
  });
});
