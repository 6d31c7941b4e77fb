import { describe, expect, it } from 'vitest';
import type { ContractMetrics, Metrics } from '../../model/metrics.ts';
import { textWidth } from '../../std/text-width.ts';
import { metricsText } from './metrics-text.ts';
import { paintWith } from './paint.ts';

const PLAIN = paintWith(false);
const none = { count: 0, mean: null, p50: null, p95: null, max: null };
const latency = { ...none, target: 120_000, met: null };

const contract = (more: Partial<ContractMetrics>): ContractMetrics => ({
  ...{ workflow: 'h3a', contract: 'H1', roles: ['planner'], submitted: 0, accepted: 0, rejected: 0 },
  ...{ acceptRate: null, firstPassYield: null, rounds: none, target: null, met: null },
  rejections: { clauses: [], codes: [], blame: [] },
  ...more,
});

const metrics = (more: Partial<Metrics> = {}): Metrics => ({
  runs: { counted: 1, complete: 0, failed: 0, cancelled: 0, running: 1 },
  contracts: [],
  latency: { validationMs: latency, humanHandoffMs: latency, questionMs: latency, startMs: latency },
  ...{ agents: [], phases: [], escalations: [], tasks: [], problems: [] },
  ...more,
});

const LONG = 'a-name-that-goes-on-and-on-and-on-and-on-and-on-and-on-and-on';
const HUGE = { count: 999_999, mean: 359_999_000, p50: 359_999_000, p95: 359_999_000, max: 359_999_000 };

const widest = metrics({
  contracts: [
    contract({
      ...{ workflow: LONG, contract: LONG, submitted: 999_999, accepted: 900_000, rejected: 99_999 },
      ...{ acceptRate: 0.9001, firstPassYield: 0.9001, target: 0.95, met: false },
      rounds: { count: 9, mean: 10.55, p50: 10, p95: 20, max: 20 },
      rejections: {
        clauses: Array.from({ length: 10 }, (_, index) => ({ clause: `${LONG}-${index}`, count: 9_999 })),
        codes: [{ code: 'TESTS_FAILED', count: 99_999 }],
        blame: [{ blame: 'sender', count: 99_999 }],
      },
    }),
  ],
  phases: [
    {
      ...{ workflow: LONG, phase: '漢字'.repeat(30), open: 9_999 },
      timeMs: { ...HUGE, total: 3_599_990_000, target: 1_200_000, met: false },
      firstTry: { tried: 999_999, passed: 1, rate: 0.00001, target: 0.95, met: false },
    },
  ],
  agents: [
    {
      ...{ role: LONG, agent: LONG, model: LONG, submitted: 9, accepted: 999_999, rejected: 999_999 },
      ...{ acceptRate: 0.5, firstPassYield: 0.333, rounds: none },
      ...{ attempts: 999_999, failures: 9_999, retries: 9_999, lost: 9_999 },
    },
  ],
});

describe('metrics in words', () => {
  it('stay within 100 columns, and cut names before they cut a figure or a verdict', () => {
    const text = metricsText(widest, PLAIN);
    for (const line of text.split('\n')) expect(textWidth(line), line).toBeLessThanOrEqual(100);
    expect(text.match(/MISSED$/gm)).toHaveLength(3);
    expect(text).toMatch(/90% {2}.*≥ 95% MISSED$/m);
    expect(text).toContain('a-name-that-go');
  });

  it('show nothing for what nobody did', () => {
    const text = metricsText(metrics({ contracts: [contract({ target: 0.95 })] }), PLAIN);
    expect(text).toMatch(/^1 run: 1 running$/m);
    expect(text).toMatch(/^h3a +H1 +0 +0 +0 +- +- +- \/ - \/ - +≥ 95%$/m);
    expect(text).not.toContain('Latency');
    expect(text).not.toContain('met');
  });

  it('obey no escape of a name', () => {
    const text = metricsText(metrics({ contracts: [contract({ contract: 'H1\x1b[2J\nh3a  H2' })] }), PLAIN);
    expect(text).not.toContain('\x1b');
    expect(text.split('\n').filter((line) => line.startsWith('h3a'))).toHaveLength(1);
  });

  it('colour the verdict and no name that looks like one', () => {
    const rows = [contract({ contract: 'met', acceptRate: 1, target: 0.95, met: true })];
    const text = metricsText(metrics({ contracts: rows }), paintWith(true));
    expect(text.match(/\x1b\[32mmet/g)).toHaveLength(1);
    expect(text).toContain('≥ 95% \x1b[32mmet\x1b[39m');
  });
});
