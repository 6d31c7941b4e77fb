// The sixteen places where the collective's schema leaves a reader alone, and what is decided for each.
import { describe, expect, it } from 'vitest';
import {
  blockOf,
  decodeChanged,
  decodeFile,
  decodeMessage,
  errorsOf,
  messageOf,
  warningsOf,
} from './block.fixture.ts';

type Changes = Readonly<Record<string, string | undefined>>;

interface Row {
  readonly what: string;
  readonly input: Changes | string;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  readonly handoff?: Readonly<Record<string, unknown>>;
}

const two = (first: string, second: string): string =>
  `${messageOf(first)}\nlater\n\n${messageOf(second, '')}`;

const EDGE_CASES: Readonly<Record<string, readonly Row[]>> = {
  '1: nobody follows': [
    ...['null', '~', '"None"', 'None', 'none', 'NONE', '"null"', '"n/a"', '"-"'].map((to) => ({
      what: `to: ${to} is an explicit nobody`,
      input: { to },
      handoff: { to: null },
    })),
    { what: 'a key alone is missing, not null', input: { to: '' }, errors: ['HANDOFF_NEXT_MISSING'] },
    { what: 'no key is missing, not null', input: { to: undefined }, errors: ['HANDOFF_NEXT_MISSING'] },
    { what: 'an empty text is missing, not null', input: { to: '""' }, errors: ['HANDOFF_NEXT_MISSING'] },
  ],
  '2: an unquoted @name is repaired': [
    {
      what: 'in from, to, route_to and notify',
      input: { from: '@a-b', to: '@c', on_failure: '\n    route_to: @d\n    notify: @e # soon' },
      warnings: Array.from({ length: 4 }, () => 'HANDOFF_DECORATION'),
      handoff: { from: 'a-b', to: 'c', onFailure: { routeTo: 'd', notify: 'e' } },
    },
    {
      what: 'on one line',
      input: { on_failure: '{retry: 1, route_to: @d, notify: "@e"}' },
      warnings: ['HANDOFF_DECORATION'],
      handoff: { onFailure: { retry: 1, routeTo: 'd', notify: 'e' } },
    },
    {
      what: 'but not in a text beside it',
      input: { from: '@a', on_failure: '\n    context: |\n      notify: @bob' },
      warnings: ['HANDOFF_DECORATION'],
      handoff: { from: 'a', onFailure: { context: 'notify: @bob\n' } },
    },
    {
      what: 'and text that holds such a name stays as it is',
      input: { on_failure: '\n    context: |\n      notify: @bob', context: '\n    mail: "cc: @bob"' },
      handoff: { onFailure: { context: 'notify: @bob\n' }, context: { mail: 'cc: @bob' } },
    },
  ],
  '3: templates that nobody filled in': [
    {
      what: 'alternatives that are no YAML',
      input: { phase: '"Implementation" | "Testing"', status: '"complete" | "failed"' },
      errors: ['FIELD_INVALID', 'HANDOFF_STATUS_AMBIGUOUS'],
      warnings: ['HANDOFF_DECORATION', 'HANDOFF_DECORATION'],
    },
    {
      what: 'alternatives in one text',
      input: { status: '"complete | failed"' },
      errors: ['HANDOFF_STATUS_AMBIGUOUS'],
    },
    { what: 'two next agents', input: { to: '"@a | None"' }, errors: ['HANDOFF_NEXT_AMBIGUOUS'] },
    { what: 'two next agents in a list', input: { to: '["@a", "@b"]' }, errors: ['HANDOFF_NEXT_AMBIGUOUS'] },
    { what: '[X] as a list', input: { metrics: '\n    scenarios: [X]' }, errors: ['HANDOFF_PLACEHOLDER'] },
    {
      what: '[X] before more',
      input: { metrics: '\n    coverage: [X]% of user stories' },
      errors: ['HANDOFF_PLACEHOLDER'],
      warnings: ['HANDOFF_DECORATION'],
    },
    { what: '<name>', input: { from: '"@<name>"' }, errors: ['HANDOFF_PLACEHOLDER'] },
    { what: '@agent-name', input: { to: '"@agent-name"' }, errors: ['HANDOFF_PLACEHOLDER'] },
    { what: '[status]', input: { status: '[status]' }, errors: ['HANDOFF_PLACEHOLDER'] },
    {
      what: '<…> in context',
      input: { context: '\n    a: "<what you did>"' },
      errors: ['HANDOFF_PLACEHOLDER'],
    },
    { what: '[X] as dependency', input: { dependencies: '[X]' }, errors: ['HANDOFF_PLACEHOLDER'] },
    {
      what: 'a list in context is none',
      input: { context: '\n    used: [React]' },
      handoff: { context: { used: ['React'] } },
    },
  ],
  '4: an outer fence that is never closed': [
    {
      what: 'does not hide the block',
      input: `\`\`\`markdown\n## DONE\n\n**Next Agent:** None\n\n${messageOf(blockOf(), '')}`,
      handoff: { status: 'complete', from: 'unit-testing-agent' },
    },
    {
      what: 'nor does a closed one',
      input: `~~~~markdown\n${messageOf(blockOf())}~~~~\nmore text\n`,
      handoff: { status: 'complete' },
    },
  ],
  '5: several blocks': [
    {
      what: 'the last counts',
      input: two(blockOf({ status: '"failed"' }), blockOf()),
      handoff: { status: 'complete' },
    },
    {
      what: 'a broken last one is an error, whatever came before',
      input: two(blockOf(), 'handoff:\n  phase: "Testing\n'),
      errors: ['YAML_SYNTAX'],
    },
    {
      what: 'YAML of another kind behind it is no handoff',
      input: two(blockOf(), 'services:\n  web:\n    image: x\n'),
      handoff: { status: 'complete' },
    },
  ],
  '6: the root key, and keys twice': [
    {
      what: 'required keys without their root',
      input: messageOf('phase: Testing\nfrom: "@a"\nto: None\nstatus: complete\n'),
      warnings: ['HANDOFF_DECORATION'],
      handoff: { from: 'a', to: null },
    },
    {
      what: 'required keys beside their root',
      input: messageOf('handoff:\nphase: Testing\nfrom: "@a"\nto: None\nstatus: complete\n'),
      warnings: ['HANDOFF_DECORATION'],
      handoff: { from: 'a', to: null },
    },
    {
      what: 'a key twice',
      input: messageOf(`${blockOf()}  status: "failed"\n`),
      errors: ['YAML_DUPLICATE_KEY'],
    },
    {
      what: 'a key twice in different letters',
      input: messageOf(`${blockOf()}  Status: "failed"\n`),
      errors: ['HANDOFF_CONFLICT'],
      warnings: ['HANDOFF_DECORATION'],
    },
  ],
  '7: numbers where task ids belong': [
    { what: 'a fraction', input: { dependencies: '[15.30]' }, errors: ['FIELD_INVALID'] },
    { what: 'a whole number', input: { dependencies: '[12]' }, errors: ['FIELD_INVALID'] },
    {
      what: 'text of any form is one',
      input: { dependencies: '["task-12", "15.30", "1.1.1", HAM-1]' },
      handoff: { dependencies: ['task-12', '15.30', '1.1.1', 'HAM-1'] },
    },
    { what: 'text instead of a list', input: { dependencies: 'task-12' }, errors: ['FIELD_INVALID'] },
  ],
  '8: YAML 1.2, not 1.1': [
    {
      what: '3:45 is text',
      input: { metrics: '\n    execution_time: 3:45' },
      handoff: { metrics: { execution_time: '3:45' } },
    },
    { what: 'no is a word', input: { status: 'no' }, errors: ['HANDOFF_STATUS_UNKNOWN'] },
    {
      what: 'a date is text',
      input: { timestamp: '2025-01-06T14:30:00Z' },
      handoff: { at: '2025-01-06T14:30:00Z' },
    },
  ],
  '9: names': [
    { what: 'nothing but @', input: { from: '"@"' }, errors: ['FIELD_INVALID'] },
    { what: 'a space', input: { from: '"@unit testing"' }, errors: ['FIELD_INVALID'] },
    { what: 'a space in to', input: { to: '"@unit testing"' }, errors: ['HANDOFF_NEXT_UNKNOWN'] },
    { what: 'no @', input: { to: 'unit-testing-agent' }, errors: ['HANDOFF_NEXT_UNKNOWN'] },
    {
      what: 'dashes of a word processor',
      input: { from: '"@unit\u2011testing\u2013agent"' },
      warnings: ['HANDOFF_DECORATION'],
      handoff: { from: 'unit-testing-agent' },
    },
    {
      what: 'capitals, back-ticks, a full stop and a note',
      input: { to: '"`@Unit-Testing-Agent`. (for the tests)"' },
      warnings: ['HANDOFF_DECORATION'],
      handoff: { to: 'unit-testing-agent' },
    },
  ],
  '10: complete, and yet something failed': [
    ...[
      'tests_failed: 2',
      'scenarios_failed: 1',
      'failures: 3',
      'failures: [a, b]',
      'quality_gates_passed: false',
    ].map((metric) => ({
      what: metric,
      input: { metrics: `\n    ${metric}` },
      warnings: ['HANDOFF_CONTRADICTION'],
      handoff: { status: 'complete' },
    })),
    {
      what: 'passed is less than total',
      input: { metrics: '\n    tests_total: 3\n    tests_passed: 2' },
      warnings: ['HANDOFF_CONTRADICTION'],
    },
    {
      what: 'not where it failed',
      input: { status: 'failed', metrics: '\n    tests_failed: 2' },
      handoff: { status: 'failed' },
    },
    {
      what: 'an unmet criterion',
      input: { context: '\n    criteria:\n      - {criterion: fast, met: false, note: later}' },
      warnings: ['HANDOFF_CONTRADICTION'],
    },
  ],
  '11: None is not the end of the work': [
    {
      what: 'None in the phase Testing is sound',
      input: { phase: 'Testing', to: 'None' },
      handoff: { to: null },
    },
    {
      what: 'a next agent after Complete',
      input: { phase: 'Complete', to: '"@a"' },
      warnings: ['HANDOFF_CONTRADICTION'],
    },
    {
      what: 'the phase Complete with another status',
      input: { phase: 'Complete', status: 'failed' },
      warnings: ['HANDOFF_CONTRADICTION'],
    },
  ],
  '12: counts of attempts': [
    { what: 'negative', input: { retry_count: '-1' }, errors: ['FIELD_INVALID'] },
    { what: 'a fraction', input: { retry_count: '1.5' }, errors: ['FIELD_INVALID'] },
    { what: 'text', input: { retry_count: '"1"' }, errors: ['FIELD_INVALID'] },
    { what: 'endless', input: { retry_count: '.inf' }, errors: ['FIELD_INVALID'] },
    {
      what: 'more than on_failure.retry',
      input: { retry_count: '3', on_failure: '{retry: 2}' },
      warnings: ['HANDOFF_CONTRADICTION'],
      handoff: { attempt: 3 },
    },
    {
      what: 'retry without a first time',
      input: { status: 'retry', retry_count: '0' },
      warnings: ['HANDOFF_CONTRADICTION'],
    },
    { what: 'none is not 0', input: {}, handoff: { attempt: null } },
  ],
  '13: route_to beside to': [
    {
      what: 'to is for success, route_to for failure',
      input: { to: '"@a"', on_failure: '{route_to: "@b", retry: 2, escalate_after: 3, context: "x"}' },
      handoff: { to: 'a', onFailure: { retry: 2, routeTo: 'b', escalateAfter: 3, context: 'x' } },
    },
    {
      what: 'a negative number of attempts',
      input: { on_failure: '{retry: -2}' },
      errors: ['FIELD_INVALID'],
    },
    { what: 'no mapping', input: { on_failure: 'retry' }, errors: ['FIELD_INVALID'] },
  ],
  '14: dependencies order nothing': [
    {
      what: 'they go along as they stand, in their order',
      input: { dependencies: '["task-9", "task-8", "task-9"]' },
      handoff: { dependencies: ['task-9', 'task-8', 'task-9'], task: null },
    },
  ],
  '16: the time is what the sender claims': [
    { what: 'none is not now', input: {}, handoff: { at: null } },
    {
      what: 'as it was written',
      input: { timestamp: '"2025-01-06 14:30"' },
      handoff: { at: '2025-01-06 14:30' },
    },
    ...[
      '"yesterday"',
      '"2025-13-01"',
      '"2025-02-29T00:00:00Z"',
      '"2025-01-06T25:00:00Z"',
      '1736173800',
      '"ISO-8601"',
    ].map((timestamp) => ({ what: timestamp, input: { timestamp }, errors: ['FIELD_INVALID'] })),
  ],
};

describe.each(Object.entries(EDGE_CASES))('edge case %s', (_name, rows) => {
  it.each(rows.map((row) => [row.what, row] as const))(
    '%s',
    (_what, { input, errors, warnings, handoff }) => {
      const decoded = typeof input === 'string' ? decodeMessage(input) : decodeChanged(input);
      expect(errorsOf(decoded)).toEqual(errors ?? []);
      expect(warningsOf(decoded)).toEqual(warnings ?? []);
      if (handoff !== undefined) expect(decoded.handoff).toMatchObject(handoff);
    },
  );
});

describe('edge case 15: agents that are not registered', () => {
  const changes = {
    to: '"@task-generator-agent"',
    on_failure: '{route_to: "@implementation-agent", notify: "@research-agent"}',
  };

  it('are no matter where nobody says who there is', () => {
    expect(decodeChanged(changes).problems).toEqual([]);
  });

  it('are warned about where it is known who there is', () => {
    const agents = ['unit-testing-agent', '@research-agent'];
    const decoded = decodeChanged(changes, { agents });
    expect(warningsOf(decoded)).toEqual(['HANDOFF_AGENT_UNKNOWN', 'HANDOFF_AGENT_UNKNOWN']);
    expect(decoded.problems.map((found) => found.field)).toEqual(['to', 'on_failure.route_to']);
    expect(decoded.handoff?.to).toBe('task-generator-agent');
  });
});

describe('a file is exact where a message is not', () => {
  it.each([
    ['an unquoted @name', { from: '@a' }, ['YAML_SYNTAX']],
    ['case', { status: 'Complete', phase: 'testing' }, ['FIELD_INVALID', 'HANDOFF_STATUS_UNKNOWN']],
    ['a full stop', { status: 'complete.' }, ['HANDOFF_STATUS_UNKNOWN']],
    ['dashes of a word processor', { from: '"@unit\u2011testing"' }, ['FIELD_INVALID']],
    ['a note', { to: '"@a (soon)"' }, ['HANDOFF_NEXT_UNKNOWN']],
  ])('%s', (_what, changes, errors) => {
    expect(errorsOf(decodeFile(blockOf(changes)))).toEqual(errors);
    expect(errorsOf(decodeChanged(changes))).toEqual([]);
  });

  it('and says nothing of line ends and a byte order mark', () => {
    expect(decodeFile(`\ufeff${blockOf().replaceAll('\n', '\r\n')}`)).toMatchObject({
      variant: 'file',
      problems: [],
    });
  });
});
