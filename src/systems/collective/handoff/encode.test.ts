import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { handoffOf } from '../../../model/handoff.ts';
import { HANDOFF_YAML_BYTES_MAX } from '../../../model/limits/limits.ts';
import { anyHeldHandoff, decodeMessage, errorsOf } from './block.fixture.ts';
import { encodeCollective } from './encode.ts';

const full = handoffOf({
  status: 'complete',
  from: 'unit-testing-agent',
  to: null,
  phase: 'Testing',
  summary: 'All tests pass.',
  attempt: 1,
  metrics: {
    tests_total: 3,
    coverage: '95%',
    ratio: 1e-7,
    big: 1e21,
    'a key': [1, { on: 'yes' }, []],
    empty: {},
  },
  dependencies: ['15.30', 'task-9'],
  onFailure: {
    retry: 2,
    routeTo: 'research-agent',
    notify: 'routing-agent',
    escalateAfter: 3,
    context: 'See "log"',
  },
  at: '2025-01-06T14:30:00Z',
  context: { yes: true, nothing: null },
});

const yamlOf = (text: string): string => text.slice(text.indexOf('```yaml\n') + 8, text.lastIndexOf('```'));

describe('encode', () => {
  it('writes a message with its block', () => {
    expect(encodeCollective(full)).toEqual({
      lost: [],
      missing: [],
      text: `## TESTING COMPLETE

All tests pass.

\`\`\`yaml
handoff:
  phase: "Testing"
  from: "@unit-testing-agent"
  to: "None"
  status: "complete"
  retry_count: 1
  metrics:
    tests_total: 3
    coverage: "95%"
    ratio: 1.0e-7
    big: 1.0e+21
    "a key":
      - 1
      -
        "on": "yes"
      - []
    empty: {}
  dependencies: ["15.30", "task-9"]
  on_failure:
    retry: 2
    route_to: "@research-agent"
    notify: "@routing-agent"
    escalate_after: 3
    context: "See \\"log\\""
  timestamp: "2025-01-06T14:30:00Z"
  context:
    "yes": true
    nothing: null
\`\`\`
`,
    });
  });

  it('names what the dialect has no place for', () => {
    const { lost, missing, text } = encodeCollective({
      ...full,
      summary: 'See\n## Details\nbelow',
      artifacts: ['a.md'],
      questions: [{ id: 'q1', text: 'Which?', blocking: true }],
      task: 'T001',
      details: { verdict: 'pass' },
      at: 'yesterday',
      onFailure: { routeTo: 'Some Body', retry: 1 },
      metrics: { tests_total: -1, tests_passed: 3, odd: Number.NaN, none: undefined, slot: '<x>' },
    });
    expect(missing).toEqual([]);
    expect([...lost].sort()).toEqual(
      [
        'summary',
        'artifacts',
        'questions',
        'task',
        'details',
        'at',
        'onFailure.routeTo',
        'metrics.tests_total',
        'metrics.odd',
        'metrics.none',
        'metrics.slot',
      ].sort(),
    );
    expect(errorsOf(decodeMessage(text))).toEqual([]);
    expect(decodeMessage(text).handoff).toMatchObject({
      metrics: { tests_passed: 3 },
      onFailure: { retry: 1 },
      summary: null,
    });
  });

  it('names what the dialect needs, and invents nothing', () => {
    const quest = handoffOf({ status: 'needs_human', artifacts: ['plan.md'], summary: 'Plan written' });
    const { text, lost, missing } = encodeCollective(quest);
    expect(missing).toEqual(['phase', 'from', 'to', 'status']);
    expect([...lost].sort()).toEqual(['artifacts', 'status']);
    expect(text).toBe('## HANDOFF\n\nPlan written\n\n```yaml\nhandoff: {}\n```\n');
    expect(errorsOf(decodeMessage(text))).toHaveLength(4);
  });

  it.each([
    ['a phase of another system', { phase: 'EXECUTION' }, 'phase'],
    ['a name that is none', { from: 'Some Body' }, 'from'],
    ['a name that stands for one', { to: 'agent-name' }, 'to'],
    ['a name that says nobody', { to: 'none' }, 'to'],
    ['a status of another system', { status: 'rejected' as const }, 'status'],
  ])('names %s as lost and as missing', (_what, changes, field) => {
    const { lost, missing } = encodeCollective({ ...full, ...changes });
    expect([lost, missing]).toEqual([[field], [field]]);
  });

  it('writes no mark that a reader could take for a line end or for nothing', () => {
    const marks = 'a\u0085b\u2028c\ufeffd\u00a0e\u007ff\u200bg';
    const { text, lost } = encodeCollective({ ...full, context: { marks } });
    expect(lost).toEqual([]);
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(decodeMessage(text).handoff?.context).toEqual({ marks });
  });

  it('keeps roles of other systems that are names', () => {
    const { text, lost } = encodeCollective({ ...full, to: 'plan_review' });
    expect(lost).toEqual([]);
    expect(decodeMessage(text).handoff?.to).toBe('plan_review');
  });

  it('leaves out a part that is too large to be read again', () => {
    const { text, lost } = encodeCollective({
      ...full,
      context: { log: 'x'.repeat(HANDOFF_YAML_BYTES_MAX) },
    });
    expect(lost).toEqual(['context']);
    expect(errorsOf(decodeMessage(text))).toEqual([]);
  });

  it('writes what cannot be written nowhere, however deep it is', () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => [inner], 1);
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    const { lost, text } = encodeCollective({ ...full, metrics: { deep, loop, call: () => 1 } });
    expect(lost).toEqual(['metrics.deep', 'metrics.loop', 'metrics.call']);
    expect(errorsOf(decodeMessage(text))).toEqual([]);
  });

  it('is undone by decode, for every handoff that the dialect can hold', () => {
    fc.assert(
      fc.property(anyHeldHandoff, (handoff) => {
        const { text, lost, missing } = encodeCollective(handoff);
        expect([lost, missing]).toEqual([[], []]);
        const decoded = decodeMessage(text);
        expect(errorsOf(decoded)).toEqual([]);
        expect(decoded.handoff).toEqual(handoff);
      }),
      { numRuns: 200 },
    );
  });

  it('quotes keys that YAML 1.1 takes for something else', () => {
    const context = { E0: 1, e21: 2, y: 3, No: 4, E: 5, e0x: 6 };
    const yaml = yamlOf(encodeCollective({ ...full, context }).text);
    expect(parse(yaml, { version: '1.1' }).handoff.context).toEqual(context);
    expect(yaml).toContain('\n    E: 5\n    e0x: 6\n');
  });

  it('is read by YAML 1.1 as by YAML 1.2', () => {
    fc.assert(
      fc.property(anyHeldHandoff, (handoff) => {
        const yaml = yamlOf(encodeCollective({ ...handoff, summary: null }).text);
        expect(parse(yaml, { version: '1.1' })).toEqual(parse(yaml, { version: '1.2' }));
      }),
      { numRuns: 100 },
    );
  });
});

it('names a key as its writer did, also one that every object has', () => {
  const { lost } = encodeCollective({ ...full, metrics: { constructor: '[NUMBER]' } });
  expect(lost).toContain('metrics.constructor');
});
