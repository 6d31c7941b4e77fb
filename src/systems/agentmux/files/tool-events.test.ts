import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenText } from '../workflow/golden.fixture.ts';
import { readCursor } from './tool-cursor.ts';
import { readToolEvents } from './tool-events.ts';

const line = (tool: string, payload: unknown = {}): string =>
  `${JSON.stringify({ tool, timestamp: '2026-11-15T02:49:12+00:00', payload })}\n`;

const found = (text: string) =>
  readToolEvents(text).problems.map(({ code, severity, line: at, field }) => [code, severity, at, field]);

describe('the log of signals', () => {
  it('of the reference system is sound, and each line knows its bytes', () => {
    const text = goldenText('derived/tool_events.jsonl');
    const log = readToolEvents(text);
    expect(log.problems).toEqual([]);
    expect(log.events.map(({ tool }) => tool).slice(0, 4)).toEqual([
      'research_dispatch_code',
      'submit_research_done',
      'submit_architecture',
      'submit_plan',
    ]);
    expect([log.bytes, log.events.length, log.ends.size]).toEqual([1415, 12, 13]);
    expect(log.events.at(-1)?.end).toBe(1415);
  });

  it.each([
    [
      'a malformed line',
      `${line('submit_plan')}oops\n${line('submit_pm_done')}`,
      [['JSON_SYNTAX', 'error', 2, undefined]],
    ],
    [
      'a line that was cut off',
      `${line('submit_plan')}{"tool": "subm`,
      [['JOURNAL_TORN', 'error', 2, undefined]],
    ],
    [
      'a last line without its end',
      line('submit_plan').trimEnd(),
      [['JOURNAL_TORN', 'warning', 1, undefined]],
    ],
    ['a line that is no object', '[1]\n', [['FIELD_INVALID', 'error', 1, undefined]]],
    ['a line without a tool', '{"payload": {}}\n', [['FIELD_MISSING', 'error', 1, 'tool']]],
    ['an unknown tool', line('agentmux_submit_plan'), [['TOOL_UNKNOWN', 'error', 1, 'tool']]],
    ['a tool named like a method', line('toString'), [['TOOL_UNKNOWN', 'error', 1, 'tool']]],
    ['a payload that is none', line('submit_done', 3), [['FIELD_INVALID', 'error', 1, 'payload']]],
    [
      'an index of 0',
      line('submit_done', { subplan_index: 0 }),
      [['FIELD_INVALID', 'error', 1, 'payload.subplan_index']],
    ],
    ['no index', line('submit_done'), [['FIELD_MISSING', 'error', 1, 'payload.subplan_index']]],
    [
      'a topic that is no slug',
      line('submit_research_done', { topic: '../x', type: 'code' }),
      [['FIELD_INVALID', 'error', 1, 'payload.topic']],
    ],
    ['blank lines', `\n${line('submit_plan')}\n`, []],
  ])('with %s', (_, text, problems) => {
    expect(found(text)).toEqual(problems);
  });

  it('keeps the good lines around a bad one', () => {
    const text = `${line('submit_plan')}oops\n${line('submit_done', { subplan_index: 2 })}`;
    expect(readToolEvents(text).events.map(({ tool, line: at }) => [tool, at])).toEqual([
      ['submit_plan', 1],
      ['submit_done', 3],
    ]);
  });

  it('counts bytes, not characters', () => {
    const text = `${JSON.stringify({ tool: 'submit_plan', payload: { note: 'ä€😀' } })}\n`;
    const log = readToolEvents(text);
    expect(log.bytes).toBe(Buffer.byteLength(text));
    expect(log.ends.has(log.bytes)).toBe(true);
  });

  it('is readable whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(line('submit_plan').trim()))),
        (lines) => {
          const text = lines.join('\n');
          const log = readToolEvents(text);
          expect(log.bytes).toBe(Buffer.byteLength(text));
          for (const event of log.events) expect(event.end).toBeLessThanOrEqual(log.bytes);
        },
      ),
    );
  });
});

describe('the cursor', () => {
  const text = line('submit_plan') + line('submit_done', { subplan_index: 1 });
  const first = Buffer.byteLength(line('submit_plan'));
  const all = Buffer.byteLength(text);
  const cursor = (state: string | undefined) =>
    readCursor(new Map(state === undefined ? [] : [['tool_event_state.json', state]]), readToolEvents(text));

  it('at the end of the log is sound', () => {
    expect(cursor(`{"version": 1, "applied_cursor": ${all}}`)).toEqual({ offset: all, problems: [] });
  });

  it.each([
    [
      'before the end',
      `{"applied_cursor": ${first}}`,
      'RUN_INCONSISTENT',
      '1 of 2 signals were not applied, beginning with submit_done on line 2',
    ],
    [
      'at the start',
      '{"applied_cursor": 0}',
      'RUN_INCONSISTENT',
      '2 of 2 signals were not applied, beginning with submit_plan on line 1',
    ],
    ['beyond the end', '{"applied_cursor": 99999}', 'RUN_INCONSISTENT', `beyond the ${all} bytes`],
    ['inside of a line', `{"applied_cursor": ${first - 3}}`, 'RUN_INCONSISTENT', 'in the middle of a line'],
    ['under its old name', '{"applied_offset": 10}', 'FIELD_UNKNOWN', 'expected applied_cursor'],
    ['missing in the file', '{"version": 1}', 'FIELD_MISSING', 'expected a byte offset'],
    ['no number', '{"applied_cursor": "12"}', 'FIELD_INVALID', 'got "12"'],
    ['negative', '{"applied_cursor": -1}', 'FIELD_INVALID', 'got -1'],
    ['in a list', '[]', 'FIELD_INVALID', 'expected an object'],
    ['in a file that was cut off', '{"applied_', 'JSON_SYNTAX', 'not readable as JSON'],
    ['without a file', undefined, 'FILE_MISSING', '2 signals'],
  ])('%s is one problem', (_, state, code, message) => {
    const { problems } = cursor(state);
    expect(problems).toMatchObject([{ code, severity: 'error', file: 'tool_event_state.json' }]);
    expect(problems[0]?.message).toContain(message);
  });

  it('without a log, and without a file, is nothing to say', () => {
    expect(readCursor(new Map(), undefined)).toEqual({ offset: 0, problems: [] });
  });

  it('of a log that is gone is a problem', () => {
    const files = new Map([['tool_event_state.json', '{"applied_cursor": 7}']]);
    expect(readCursor(files, undefined).problems).toMatchObject([
      { code: 'RUN_INCONSISTENT', field: 'applied_cursor', line: 1 },
    ]);
  });
});

describe('a log without end', () => {
  it('is looked at up to a limit, and said to be too long', () => {
    const text = line('submit_plan').repeat(100_001);
    const log = readToolEvents(text);
    expect(log.problems).toMatchObject([{ code: 'LIMIT_REACHED', severity: 'error', line: 100_001 }]);
    expect([log.events.length, log.bytes > log.read]).toEqual([100_000, true]);
    const files = new Map([['tool_event_state.json', `{"applied_cursor": ${log.bytes - 9}}`]]);
    expect(readCursor(files, log).problems).toEqual([]);
  });
});
