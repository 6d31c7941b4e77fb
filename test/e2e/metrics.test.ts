// `baton metrics` on a thousand runs whose figures are worked out by hand: the arithmetic stands beside each.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Metrics, metricsSchema } from '../../src/model/metrics.ts';
import { textWidth } from '../../src/std/text-width.ts';
import { writeTable } from '../fixtures/synthetic-table.ts';
import { baton, makeScratch, type Outcome, projectState, type Scratch } from './scratch.ts';

const SECOND = 1_000;

const documentOf = ({ exit, stdout, stderr }: Outcome, wanted = 0): Metrics => {
  expect(exit, stderr).toBe(wanted);
  return metricsSchema.parse(JSON.parse(stdout));
};

const measure = async (world: Scratch, ...words: readonly string[]): Promise<Metrics> =>
  documentOf(await baton(world, ['metrics', '--json', ...words]));

describe('a thousand runs', () => {
  // clean 820, vague 100, red 40, remediated 25, escalated 10, going 5: see the table of the fixture.
  let world: Scratch;
  let metrics: Metrics;
  beforeAll(async () => {
    const made = makeScratch();
    world = made;
    writeTable(projectState(made));
    metrics = await measure(made);
    return made.remove;
  });

  const contract = (name: string) => metrics.contracts.find((one) => one.contract === name);
  const phase = (name: string) => metrics.phases.find((one) => one.phase === name);

  it('are all counted, the five that are still going with what is known', () => {
    expect(metrics.runs).toEqual({ counted: 1_000, complete: 995, failed: 0, cancelled: 0, running: 5 });
    expect(metrics.problems).toEqual([]);
    expect(metrics.contracts.map((one) => one.contract)).toEqual(['G3', 'H1', 'H2', 'H3', 'ruling']);
  });

  it('H1: every run has one plan, and a vague one is rejected once', () => {
    expect(contract('H1')).toEqual({
      ...{ workflow: 'h3a', contract: 'H1', roles: ['planner'] },
      // 1000 accepted + 100 rejected
      ...{ submitted: 1_100, accepted: 1_000, rejected: 100 },
      // 1000 / 1100 = 0.909, below 0.95
      ...{ acceptRate: 1_000 / 1_100, target: 0.95, met: false },
      // (1000 - 100) / 1000
      firstPassYield: 0.9,
      // 900 · 1 + 100 · 2 = 1100 over 1000; rank 950 of 1000 is beyond the 900 ones
      rounds: { count: 1_000, mean: 1.1, p50: 1, p95: 2, max: 2 },
      rejections: {
        clauses: [{ clause: 'plan-specific', count: 100 }],
        codes: [{ code: 'HANDOFF_VAGUE', count: 100 }],
        blame: [{ blame: 'sender', count: 100 }],
      },
    });
  });

  it('H2: a red one is rejected twice; what is still judged is no attempt', () => {
    expect(contract('H2')).toEqual({
      ...{ workflow: 'h3a', contract: 'H2', roles: ['executor'] },
      // 820 + 100 + 40 · 3 + 25 · 2 + 10 · 2 + 5 · 2
      submitted: 1_120,
      // 820 + 100 + 40 + 25 · 2 + 10 · 2
      accepted: 1_030,
      // 40 · 2
      rejected: 80,
      // 1030 / (1030 + 80) = 0.928, not below 0.9
      ...{ acceptRate: 1_030 / 1_110, target: 0.9, met: true },
      // 1030 assignments were judged, 40 of them rejected at first
      firstPassYield: 990 / 1_030,
      // 990 · 1 + 40 · 3 = 1110 over 1030; rank ⌈978.5⌉ = 979 is among the 990 ones
      rounds: { count: 1_030, mean: 1_110 / 1_030, p50: 1, p95: 1, max: 3 },
      rejections: {
        // both rejections name tests-green, the second one changes-within too
        clauses: [
          { clause: 'tests-green', count: 80 },
          { clause: 'changes-within', count: 40 },
        ],
        // a code counts once in a rejection, however many problems have it
        codes: [
          { code: 'TESTS_FAILED', count: 80 },
          { code: 'FILES_NOT_OWNED', count: 40 },
        ],
        blame: [
          { blame: 'environment', count: 40 },
          { blame: 'sender', count: 40 },
        ],
      },
    });
  });

  it('H3: the red ones have an incomplete report, too', () => {
    expect(contract('H3')).toMatchObject({
      // 820 + 100 + 40 · 2 + 25 · 2 + 10 · 2
      submitted: 1_070,
      // 820 + 100 + 40 + 25 · 2 + 10 · 2
      ...{ accepted: 1_030, rejected: 40 },
      // 1030 / 1070 = 0.963, not below 0.85
      ...{ acceptRate: 1_030 / 1_070, target: 0.85, met: true },
      firstPassYield: 990 / 1_030,
      // 990 · 1 + 40 · 2 = 1070 over 1030
      rounds: { count: 1_030, mean: 1_070 / 1_030, p50: 1, p95: 1, max: 2 },
    });
  });

  it('people: one approval in each that ended, one ruling in each that was escalated; no targets', () => {
    expect(contract('G3')).toMatchObject({
      submitted: 995,
      accepted: 995,
      acceptRate: 1,
      target: null,
      met: null,
    });
    expect(contract('ruling')).toMatchObject({ submitted: 10, accepted: 10, acceptRate: 1, target: null });
  });

  it('latencies', () => {
    // H1 1100 · 0 s; H2 1030 · 40 s and 80 · 100 s; H3 1070 · 60 s: 3280 in all.
    // Rank 1640 is among the 1030 after the first 1100; rank 3116 among the 1070 after 2130.
    expect(metrics.latency.validationMs).toEqual({
      count: 3_280,
      // 1030 · 40 + 1070 · 60 + 80 · 100 = 41 200 + 64 200 + 8 000 = 113 400 s
      mean: (113_400 * SECOND) / 3_280,
      ...{ p50: 40 * SECOND, p95: 60 * SECOND, max: 100 * SECOND, target: 120 * SECOND, met: true },
    });
    // 995 approvals after 240 s, 10 rulings after 900 s; rank ⌈954.75⌉ = 955 of 1005.
    expect(metrics.latency.humanHandoffMs).toMatchObject({
      ...{ count: 1_005, p50: 240 * SECOND, p95: 240 * SECOND, max: 900 * SECOND },
      ...{ mean: ((995 * 240 + 10 * 900) * SECOND) / 1_005, target: 300 * SECOND, met: true },
    });
    // G1 is started 1000 + 25 + 10 = 1035 times after 60 s, G2 1030 times after 20 s; G0 follows nobody.
    // Rank ⌈1032.5⌉ = 1033 of 2065 is beyond the 1030.
    expect(metrics.latency.startMs).toEqual({
      count: 2_065,
      // 1030 · 20 + 1035 · 60 = 82 700 s
      mean: (82_700 * SECOND) / 2_065,
      ...{ p50: 60 * SECOND, p95: 60 * SECOND, max: 60 * SECOND, target: 300 * SECOND, met: true },
    });
    expect(metrics.latency.questionMs).toMatchObject({ count: 0, mean: null, p95: null, met: null });
  });

  it('time in gates', () => {
    // 1000 · (30 + 1170) s, a vague plan 30 + 600 + 570 s: 20 minutes, which is the target.
    expect(phase('G0')).toMatchObject({
      open: 0,
      timeMs: {
        count: 1_000,
        mean: 1_200 * SECOND,
        total: 1_200_000 * SECOND,
        target: 1_200 * SECOND,
        met: true,
      },
    });
    // 60 + 3000 + 40 = 3100 s for 820 + 100 + 25 + 10 = 955 first visits (a failed attempt: 60 + 100 + 2900 + 40);
    // 40 red ones 60 + 2100 + 900 + 540 = 3600 s; 25 + 10 second visits 60 + 1000 + 40 = 1100 s.
    expect(phase('G1')).toMatchObject({
      open: 5,
      timeMs: {
        count: 1_030,
        // 955 · 3100 + 40 · 3600 + 35 · 1100 = 2 960 500 + 144 000 + 38 500
        ...{
          total: 3_143_000 * SECOND,
          mean: (3_143_000 * SECOND) / 1_030,
          target: 3_600 * SECOND,
          met: true,
        },
        // ranks 515 and 979 of: 35 · 1100, 955 · 3100, 40 · 3600
        ...{ p50: 3_100 * SECOND, p95: 3_100 * SECOND, max: 3_600 * SECOND },
      },
    });
    // 20 + 1240 + 60 s; incomplete 20 + 660 + 640; lost 20 + 200 + 1040 + 60: always 1320 s, 1030 times.
    expect(phase('G2')).toMatchObject({
      timeMs: {
        count: 1_030,
        mean: 1_320 * SECOND,
        total: 1_359_600 * SECOND,
        target: 1_500 * SECOND,
        met: true,
      },
    });
    expect(phase('G3')).toMatchObject({
      timeMs: { count: 995, total: 238_800 * SECOND, target: null, met: null },
    });
    expect(phase('escalated')).toMatchObject({
      timeMs: { count: 10, total: 9_000 * SECOND },
      firstTry: null,
    });
  });

  it('gates passed at the first try', () => {
    // All 1000 went on from G0, 100 of them after a rejection.
    expect(phase('G0')?.firstTry).toEqual({ tried: 1_000, passed: 900, rate: 0.9, target: 0.95, met: false });
    // 995 went on from G1, 40 of them after rejections; a failed attempt is no rejection.
    expect(phase('G1')?.firstTry).toEqual({
      tried: 995,
      passed: 955,
      rate: 955 / 995,
      target: 0.8,
      met: true,
    });
    // Not at first: 40 incomplete, 25 sent back, 10 escalated.
    expect(phase('G2')?.firstTry).toEqual({
      tried: 995,
      passed: 920,
      rate: 920 / 995,
      target: 0.7,
      met: true,
    });
    expect(phase('G3')?.firstTry).toEqual({ tried: 995, passed: 995, rate: 1, target: null, met: null });
  });

  it('agents, by role, program and model', () => {
    const rows = metrics.agents.map((one) => [one.role, one.agent, one.model, one.attempts, one.submitted]);
    expect(rows).toEqual([
      // red 40, remediated 25 · 2, escalated 10 · (2 + 1), going 5; handed in 120 + 50 + 20 + 10
      ['executor', 'command:claude', 'deep', 125, 200],
      ['executor', 'command:claude', 'fast', 920, 920],
      ['human', 'human', null, 0, 1_005],
      ['planner', 'command:claude', null, 1_000, 1_100],
      // 1030, and 25 that were lost once
      ['validator', 'scripted', null, 1_055, 1_070],
    ]);
    expect(metrics.agents[0]).toMatchObject({
      ...{ accepted: 110, rejected: 80, acceptRate: 110 / 190, firstPassYield: 70 / 110 },
      ...{ failures: 10, retries: 10, lost: 0 },
    });
    expect(metrics.agents[4]).toMatchObject({ failures: 0, retries: 25, lost: 25 });
  });

  it('tasks, and the share that was escalated', () => {
    expect(metrics.escalations).toEqual([
      { workflow: 'h3a', tasks: 1_000, escalated: 10, share: 0.01, target: 0.05, met: true },
    ]);
    expect(metrics.tasks).toHaveLength(1_000);
    expect(metrics.tasks.find(({ run }) => run === 'escalated-1')).toEqual({
      ...{ run: 'escalated-1', workflow: 'h3a', scope: 'task', item: 'T1', outcome: 'complete' },
      // a plan, two implementations, two validations
      ...{ rounds: 2, accepted: 5, rejected: 0, escalations: 1 },
      phases: [
        { phase: 'G0', visits: 1, totalMs: 1_200 * SECOND },
        { phase: 'G1', visits: 2, totalMs: (3_100 + 1_100) * SECOND },
        { phase: 'G2', visits: 2, totalMs: 2 * 1_320 * SECOND },
        { phase: 'escalated', visits: 1, totalMs: 900 * SECOND },
        { phase: 'G3', visits: 1, totalMs: 240 * SECOND },
      ],
    });
    expect(metrics.tasks.find(({ run }) => run === 'going-1')).toMatchObject({
      outcome: 'open',
      accepted: 1,
    });
  });

  it('in words: no line over 100 columns, each target with met or MISSED', async () => {
    const { exit, stdout } = await baton(world, ['metrics']);
    expect(exit).toBe(0);
    for (const line of stdout.split('\n')) expect(textWidth(line), line).toBeLessThanOrEqual(100);
    expect(stdout).toMatch(/h3a +H1 +1100 +1000 +100 +90\.9% +90% +1\.1 \/ 2 \/ 2 +≥ 95% MISSED\n/);
    expect(stdout).toMatch(/h3a +H2 .*≥ 90% met\n/);
    expect(stdout).toMatch(/received → judged +3280 +40s +1m 00s +1m 40s +≤ 2m 00s met\n/);
    expect(stdout).toMatch(/h3a +G0 +1000 +900 +90% +≥ 95% MISSED\n/);
    expect(stdout).toContain('and 980 more; --json has all of them');
  });

  it('may be chosen by name, by start and by workflow', async () => {
    const named = await measure(world, 'clean-1', 'vague-1', 'clean-1');
    expect(named.runs.counted).toBe(2);
    // 1 + 2 handed in
    expect(named.contracts.find((one) => one.contract === 'H1')).toMatchObject({
      submitted: 3,
      acceptRate: 2 / 3,
    });
    // The runs start a minute apart; the last is number 1000, at 999 minutes: 16:39.
    expect((await measure(world, '--since', '2026-11-01T16:39:00Z')).runs.counted).toBe(1);
    expect((await measure(world, '--since', '2026-11-01T16:38:00Z')).runs.counted).toBe(2);
    expect((await measure(world, '--since', '2026-11-02')).runs.counted).toBe(0);
    expect((await measure(world, '--workflow', 'h3a')).runs.counted).toBe(1_000);
    expect((await measure(world, '--workflow', 'relay')).runs.counted).toBe(0);
  });
});
