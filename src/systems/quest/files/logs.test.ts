import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { healthLogProblems } from '../inspect/health-log.ts';
import {
  ARBITER_SKIPPED_LINE,
  concurrentLine,
  HEALTH_PHASES,
  type HealthEntry,
  healthLine,
  healthReport,
  singleLine,
  validationLine,
} from './logs.ts';

const AT = '2026-11-15T10:00:00.500Z';
const entry = (more: Partial<HealthEntry> = {}): HealthEntry => ({
  at: AT,
  phase: 'plan',
  agent: 'planner',
  runtime: 'claude',
  iteration: 1,
  handoffJson: 'found',
  source: 'handoff_json',
  ...more,
});

describe('context_health.log', () => {
  it('has one line for each handoff', () => {
    expect(healthLine(entry())).toBe(
      '2026-11-15T10:00:00Z | phase=plan | agent=planner | runtime=claude | iter=1 | handoff_json=found | source=handoff_json\n',
    );
    expect(healthLine(entry({ status: 'complete', transport: 'bridge', findings: 'found_retry' }))).toMatch(
      / \| source=handoff_json \| status=complete \| transport=bridge \| findings=found_retry\n$/,
    );
  });

  it('has nothing that its reader does not know', () => {
    const arbitrary = fc.record({
      at: fc
        .date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      phase: fc.constantFrom(...HEALTH_PHASES),
      agent: fc.oneof(
        fc.string({ minLength: 1 }),
        fc.constantFrom('a | source=x', 'a\nb', 'code-reviewer-a'),
      ),
      runtime: fc.constantFrom('claude' as const, 'codex' as const),
      iteration: fc.nat(999),
      handoffJson: fc.constantFrom('found' as const, 'missing' as const, 'unparsable' as const),
      source: fc.constantFrom('handoff_json' as const, 'text_fallback' as const, 'none' as const),
      status: fc.constantFrom('complete' as const, 'needs_human' as const, 'blocked' as const, undefined),
      transport: fc.constantFrom('background-agent' as const, undefined),
      findings: fc.constantFrom('fallback' as const, 'missing_block' as const, undefined),
    });
    fc.assert(
      fc.property(fc.array(arbitrary), (entries) => {
        const log = entries.map(healthLine).join('');
        expect(healthLogProblems(log)).toEqual([]);
        expect(log.split('\n')).toHaveLength(entries.length + 1);
        for (const line of log.split('\n').slice(0, -1)) expect(line.match(/ \| source=/g)).toHaveLength(1);
      }),
    );
  });
});

describe('parallelism.log and validation.log', () => {
  it('have the lines of Quest', () => {
    expect([
      concurrentLine('plan', AT, '2026-11-15T10:05:00Z'),
      singleLine('code'),
      ARBITER_SKIPPED_LINE,
      validationLine({ at: AT, from: 'plan', to: 'plan_reviewed', errors: 0 }),
      validationLine({ at: AT, from: undefined, to: 'building', errors: 2 }),
    ]).toEqual([
      'Plan review: dispatched=concurrent (wall: 2026-11-15T10:00:00Z-2026-11-15T10:05:00Z)\n',
      'Code review: dispatched=single (solo mode)\n',
      'Plan review: arbiter=skipped (solo mode, using reviewer-a verdict)\n',
      '2026-11-15T10:00:00Z | transition=plan->plan_reviewed | result=pass | errors=0\n',
      '2026-11-15T10:00:00Z | transition=unknown->building | result=fail | errors=2\n',
    ]);
  });
});

describe('the health report', () => {
  const text = entry({
    handoffJson: 'missing',
    source: 'text_fallback',
    agent: 'fixer',
    phase: 'fix',
    runtime: 'codex',
  });

  it('counts by runtime and by role', () => {
    const log = [entry(), entry(), entry({ runtime: 'codex' }), text].map(healthLine).join('');
    expect(healthReport(`${log}not a line\n`)).toBe(
      [
        'Handoffs as handoff.json:',
        '  Claude agents: 2/2 (100%)',
        '  Codex agents:  1/2 (50%)',
        '  Overall:       3/4 (75%)',
        '',
        'By role:',
        '  Planner (claude, codex): 3/3 (100%)',
        '  Plan Review Slot A: 0/0 (n/a)',
        '  Plan Review Slot B: 0/0 (n/a)',
        '  Arbiter: 0/0 (n/a)',
        '  Builder: 0/0 (n/a)',
        '  Code Review Slot A: 0/0 (n/a)',
        '  Code Review Slot B: 0/0 (n/a)',
        '  Review Arbiter: 0/0 (n/a)',
        '  Fixer (codex): 0/1 (0%)',
        '',
        'Most agents wrote handoff.json. Sharpen the prompts of: fixer.',
        '',
      ].join('\n'),
    );
  });

  it('knows a role by its phase and its agent', () => {
    const log = healthLine(entry({ phase: 'plan_review' }));
    expect(healthReport(log)).toContain('  Planner: 0/0 (n/a)\n');
  });

  it.each([
    [4, 0, 'All agents wrote handoff.json.'],
    [199, 1, 'Most agents wrote handoff.json. Sharpen the prompts of: fixer.'],
    [3, 1, 'Most agents wrote handoff.json. Sharpen the prompts of: fixer.'],
    [2, 1, 'Many handoffs had to be read from text. Find out why: fixer.'],
    [1, 1, 'Many handoffs had to be read from text. Find out why: fixer.'],
    [1, 2, 'Most handoffs had to be read from text or were missing: fixer.'],
    [0, 0, 'No handoff was read.'],
  ])('of %d files and %d texts says: %#', (files, texts, advice) => {
    const lines = [
      ...Array.from({ length: files }, () => entry()),
      ...Array.from({ length: texts }, () => text),
    ];
    expect(healthReport(lines.map(healthLine).join('')).split('\n').at(-2)).toBe(advice);
  });

  it('reads the lines of older versions, and any text', () => {
    const old =
      '2026-02-15T09:10:00Z | phase=plan_review | agent=slot_a_claude | handoff_json=missing | source=text_fallback';
    expect(healthReport(old)).toContain('Overall:       0/1 (0%)');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('|', '=', '\n', 'phase', 'agent', 'source', ' ', 'x') }),
        (log) => {
          expect(healthReport(log)).toContain('By role:');
        },
      ),
    );
  });
});
