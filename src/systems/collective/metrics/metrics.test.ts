import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Handoff, handoffOf } from '../../../model/handoff.ts';
import { DEFAULT_FAILURE_POLICY } from '../failure/failure-policy.ts';
import { RECORD_TEXT_CHARS_MAX } from '../limits.ts';
import { DRUPAL_REGISTRY } from '../registry/registry.ts';
import { blockOf } from '../session/message.fixture.ts';
import { NEW_SESSION } from '../session/session-state.ts';
import { takeMessage } from '../session/take-message.ts';
import { collectiveMetricsSchema, metricsOf, metricsText } from './collective-metrics.ts';
import { collectiveStateSchema, stateOf, stateText } from './collective-state.ts';
import {
  type HandoffRecord,
  handoffRecordSchema,
  readRecords,
  recordedText,
  recordLine,
} from './handoff-record.ts';
import { sumMetrics } from './metric-sums.ts';
import { metricsCsv, metricsMarkdown } from './metrics-report.ts';
import { durationMs, measureOf, measuresOf, percentOf } from './units.ts';

const MINUTE = 60_000;

describe('units', () => {
  it.each([
    ['45s', 45_000],
    ['3m 45s', 225_000],
    ['2h 15m', 135 * MINUTE],
    ['25m', 25 * MINUTE],
    ['1.5 hours', 90 * MINUTE],
    ['1 hour and 5 minutes', 65 * MINUTE],
    ['250ms', 250],
    ['3:45', undefined],
    ['soon', undefined],
    ['5 apples', undefined],
    ['5 constructor', undefined],
    ['', undefined],
  ])('%s is a length of time, or is not', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each([
    ['95%', { percent: 95, of: null }],
    ['User workflows: 90%', { percent: 90, of: 'User workflows' }],
    ['0.1 %', { percent: 0.1, of: null }],
    ['[X]% of user stories', undefined],
    ['was 80%, now 95%', undefined],
    ['140%', undefined],
  ])('%s is a percentage, or is not', (text, expected) => {
    expect(percentOf(text)).toEqual(expected);
  });

  it('knows that gates are true in one schema and a number in another', () => {
    expect(measureOf('quality_gates_passed', true)).toEqual({ kind: 'gates', passed: true, count: null });
    expect(measureOf('quality_gates_passed', 5)).toEqual({ kind: 'gates', passed: true, count: 5 });
    expect(measureOf('quality_gates_passed', 0)).toEqual({ kind: 'gates', passed: false, count: 0 });
  });

  it('takes mappings apart and leaves what measures nothing', () => {
    expect(
      measuresOf({
        test_types: { unit: 25, kernel: 15 },
        none: null,
        list: ['a', 'b'],
        note: 'ok \u001b[2J',
      }),
    ).toEqual([
      ['test_types.unit', { kind: 'count', value: 25 }],
      ['test_types.kernel', { kind: 'count', value: 15 }],
      ['list', { kind: 'count', value: 2 }],
      ['note', { kind: 'text', text: 'ok' }],
    ]);
  });

  it('never throws, whatever an agent writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (metrics) => void sumMetrics([metrics])),
    );
  });
});

let at = 0;
const recordOf = (
  given: Partial<HandoffRecord> & { readonly block?: Partial<Handoff> } = {},
): HandoffRecord => {
  at += 1;
  const { block, ...more } = given;
  const handoff = handoffOf({ status: 'complete', phase: 'Testing', from: 'tester', to: null, ...block });
  return {
    ...{
      v: 1,
      received_at: new Date(at * MINUTE).toISOString(),
      session: 's',
      agent: 'tester',
      agent_id: 'a',
    },
    ...{ verdict: 'accepted', problems: [], task: '12', failures: 0, retries: 0, actions: ['done'] },
    ...{ next: 'routing-agent', text: 'text', ...more, handoff: more.verdict === 'held' ? null : handoff },
  };
};
const FAILED = { block: { status: 'failed' as const }, actions: ['retry'], retries: 1 };

describe('metrics put together', () => {
  it('add counters and times, keep the lowest and the weighted mean of percentages, and all gates', () => {
    const sums = sumMetrics([
      { tests_total: 30, coverage: '90%', execution_time: '1m 30s', quality_gates_passed: true },
      { tests_total: 10, coverage: 'User workflows: 50%', execution_time: '45s', quality_gates_passed: 5 },
      { coverage: 'good', quality_gates_passed: false },
    ]);
    expect(sums).toMatchObject([
      { name: 'coverage', samples: 3, percent_min: 50, percent_mean: 80, texts: ['good'] },
      { name: 'execution_time', duration_ms: 135_000 },
      { name: 'quality_gates_passed', sum: 5, gates_passed: false },
      { name: 'tests_total', sum: 40 },
    ]);
  });

  it('keep fields whose names only look secret, as `tokens` and `keywords` do', () => {
    expect(sumMetrics([{ tokens: 3, keywords: 2 }]).map(({ name, sum }) => [name, sum])).toEqual([
      ['keywords', 2],
      ['tokens', 3],
    ]);
  });

  it('are grouped by agent, phase, task and edge', () => {
    const metrics = metricsOf([
      recordOf({ verdict: 'held', actions: [] }),
      recordOf({ block: { metrics: { tests_total: 3 } } }),
      recordOf({ ...FAILED, agent: 'coder', task: '3.1', next: 'tester' }),
      recordOf({ verdict: 'let_go', actions: ['escalate'], agent: 'coder', task: null }),
    ]);
    expect(metrics.total).toMatchObject({
      ...{ handoffs: 3, complete: 1, failed: 2, held: 1, let_go: 1, retries: 1, escalations: 1 },
      success_rate: 1 / 3,
    });
    expect(metrics.agents.map(({ name, handoffs }) => [name, handoffs])).toEqual([
      ['coder', 2],
      ['tester', 1],
    ]);
    expect(metrics.tasks.map(({ name }) => name)).toEqual(['12', '3.1']);
    expect(metrics.phases.map(({ name, handoffs }) => [name, handoffs])).toEqual([['Testing', 3]]);
    expect(metrics.edges.map(({ name, total }) => [name, total])).toEqual([
      ['coder->routing-agent', 1],
      ['coder->tester', 1],
      ['tester->routing-agent', 1],
    ]);
    expect(collectiveMetricsSchema.parse(JSON.parse(metricsText(metrics)))).toEqual(metrics);
  });

  it('call edges reliable and problematic only with enough samples, and see a trend', () => {
    const good = Array.from({ length: 5 }, () => recordOf());
    const bad = Array.from({ length: 3 }, () => recordOf({ ...FAILED, agent: 'coder' }));
    const worse = [...good, ...good.map(() => recordOf(FAILED))].map((one) => ({ ...one, agent: 'mixed' }));
    const metrics = metricsOf([...good, ...bad, ...worse]);
    expect(metrics.reliable).toEqual(['tester->routing-agent']);
    expect(metrics.problematic).toEqual(['coder->routing-agent', 'mixed->routing-agent']);
    expect(metrics.edges.map(({ trend }) => trend)).toEqual([null, 'worse', null]);
  });

  it('are compared with the targets, and what nobody measured is unknown, not invented', () => {
    const peer = { code: 'HANDOFF_NEXT_NOT_ALLOWED', severity: 'warning', message: 'x' } as const;
    const rows = (records: readonly HandoffRecord[]) =>
      Object.fromEntries(metricsOf(records).targets.map(({ name, value, met }) => [name, [value, met]]));
    expect(
      rows([recordOf({ problems: [peer], block: { metrics: { coverage: '96%' } } }), recordOf()]),
    ).toEqual({
      routing_compliance: [0.5, false],
      peer_to_peer: [1, false],
      handoff_success: [1, true],
      coverage: [0.96, true],
      coordination_overhead: [null, null],
      handoff_seconds: [null, null],
    });
    expect(rows([])['handoff_success']).toEqual([null, null]);
  });
});

describe('handoffs.jsonl', () => {
  it('keeps every message as it was received, with its verdict, and reads it back', () => {
    const text = blockOf({ status: 'odd "quoted" \u001b[2J' });
    const message = {
      id: 'a',
      agent: 'unit-testing-agent',
      text,
      notDone: undefined,
      first: true,
      canHold: true,
    };
    const settings = { registry: DRUPAL_REGISTRY, policy: DEFAULT_FAILURE_POLICY };
    const { outcome } = takeMessage(NEW_SESSION, message, settings);
    const record = handoffRecordSchema.parse({ v: 1, received_at: 'now', session: 's', ...outcome });
    const line = recordLine(record);
    expect(line.trimEnd()).not.toContain('\n');
    expect(readRecords(line + line)).toEqual({ records: [record, record], unreadable: 0 });
    expect(record.text).toBe(text);
  });

  it('tells of lines that were cut off', () => {
    const line = recordLine(recordOf());
    expect(readRecords(`${line}${line.slice(0, 20)}\n${line}`)).toMatchObject({ unreadable: 1 });
    expect(readRecords(`${line}{"v":2}\n`).records).toHaveLength(1);
  });

  it('keeps the end of a long message, where the block is', () => {
    const text = recordedText('x'.repeat(2 * RECORD_TEXT_CHARS_MAX) + blockOf({}));
    expect(text.length).toBeLessThanOrEqual(RECORD_TEXT_CHARS_MAX);
    expect(text.endsWith(blockOf({}))).toBe(true);
  });
});

describe('state.json', () => {
  it('says where each task is, and is the same when the log is read again', () => {
    const records = [
      recordOf({ task: '2', ...FAILED }),
      recordOf({ task: '10' }),
      recordOf({ task: '2', ...FAILED, actions: ['escalate'], failures: 2 }),
      recordOf({ task: '10', verdict: 'held' }),
      recordOf({ task: null, verdict: 'not_done' }),
    ];
    const state = stateOf(records);
    expect(state.work.map(({ task, status, escalated }) => [task, status, escalated])).toEqual([
      ['2', 'blocked', true],
      ['10', 'complete', false],
      [null, 'blocked', false],
    ]);
    const again = readRecords(records.map(recordLine).join('')).records;
    expect(stateOf(again)).toEqual(state);
    expect(collectiveStateSchema.parse(JSON.parse(stateText(state)))).toEqual(state);
  });
});

describe('reports', () => {
  const hostile = recordOf({
    agent: '=cmd|"calc",x',
    task: '7',
    block: {
      metrics: { 'a|b': '[click](javascript:1)\n# Title', total_duration: '2h 15m', coverage: '91%' },
    },
  });

  it('are Markdown in which no name is markup', () => {
    const text = metricsMarkdown(metricsOf([recordOf(), hostile], 2));
    expect(text).toContain('2 handoffs: 2 complete, 0 failed, 0 blocked');
    expect(text).toContain('2 lines of the log could not be read.');
    expect(text).toContain('| total\\_duration | 1 | 2h 15m |');
    expect(text).toContain('a\\|b');
    expect(text).toContain('\\[click\\](javascript:1) \\# Title');
    expect(text).toContain('| handoff_seconds | at most 30 | not measured | unknown |');
    const columns = text.split('\n').filter((line) => line.startsWith('| =cmd'));
    expect(columns[0]?.replaceAll('\\|', '').split('|')).toHaveLength(11);
  });

  it('are CSV in which no name is a formula or a new cell', () => {
    const lines = metricsCsv(metricsOf([recordOf(), hostile])).split('\r\n');
    expect(lines[0]).toMatch(/^group,name,handoffs/);
    expect(lines.some((line) => line.startsWith('agent,"\'=cmd|""calc"",x",1,1,0'))).toBe(true);
    const width = lines[0]?.split(',').length;
    const plain = lines.filter((line) => line.startsWith('agent,tester'));
    expect(plain.every((line) => line.split(',').length === width)).toBe(true);
  });

  it('of nothing are short', () => {
    expect(metricsMarkdown(metricsOf([]))).toMatch(/^# Handoffs of the collective\n\n0 handoffs/);
  });
});
