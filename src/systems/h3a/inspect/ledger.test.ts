import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BatonError } from '../../../errors.ts';
import { errorsOf, fixtureText, isInside, warningsOf } from '../handoff/fixtures.fixture.ts';
import { GATES } from '../handoff/vocabulary.ts';
import { gateStates } from './gate-states.ts';
import { ledgerLine, parseLedger } from './ledger.ts';
import { EVENT_WORDS } from './ledger-words.ts';

const at = (minute: number): string => `2025-09-29T14:${String(minute).padStart(2, '0')}:00Z`;

describe('the ledger', () => {
  it('is read as the format has it', () => {
    const { value, problems } = parseLedger(fixtureText('run/state/GATES_LEDGER.md'));
    expect(problems).toEqual([]);
    expect(value?.map(({ gate, state, agent, task }) => [gate, state, agent, task])).toEqual([
      ['G0', 'started', 'planner', null],
      ['G0', 'passed', 'planner', null],
      ['G1', 'started', 'executor', 'T001'],
      ['G1', 'passed', 'executor', null],
      ['G2', 'started', 'validator', 'T001'],
      ['G2', 'passed', 'validator', 'T001'],
    ]);
    expect(value?.at(-1)).toMatchObject({
      notes: 'T001 approved - one note on coverage',
      line: 20,
      at: '2025-09-29T15:00:00Z',
    });
  });

  it.each([
    [
      'the sections of the prompts',
      '## G1: Implementation → Validation\n\n**Task:** task-001 - Add it  \n**Timestamp:** 2025-10-01T10:30:00Z  \n**Decision:** PASS  \n**Agent:** executor\n',
      'G1',
      'passed',
      'task-001',
    ],
    [
      'a section with a sign',
      '## Gate: G2 (Validation)\n\n- **Status:** ❌ FAILED\n- **Task:** T007\n',
      'G2',
      'failed',
      'T007',
    ],
    ['pipes', '2025-01-29T14:10:00Z | G0_passed | planner | T003 decomposed\n', 'G0', 'passed', 'T003'],
    [
      'pipes with the zone of a shell',
      '2025-01-29T14:50:00+01:00 | G2.5_failed | performance_engineer | T003 slow\n',
      'G2.5',
      'failed',
      'T003',
    ],
    [
      'a table',
      '| Timestamp | Gate | Agent | Status | Notes |\n|---|---|---|---|---|\n| 2025-01-29T14:10:00Z | G1 | executor | passed | T004 |\n',
      'G1',
      'passed',
      'T004',
    ],
    ['a short form', 'G3: ✅ APPROVED\n', 'G3', 'passed', null],
  ])('is read in another notation, with a warning: %s', (_, text, gate, state, task) => {
    const { value, problems } = parseLedger(text);
    expect(value).toMatchObject([{ gate, state, task }]);
    expect([errorsOf(problems), warningsOf(problems)]).toEqual([[], ['HANDOFF_DECORATION']]);
  });

  it('tells a line that is almost an event, with its place', () => {
    const text =
      '# H3A Gates Ledger\n  - [yesterday] G0_planning - DONE - the planner - x\n[2025-09-29T14:05:30Z] G0_planning: PASSED\n';
    const { value, problems } = parseLedger(text, 'GATES_LEDGER.md');
    expect(value).toEqual([]);
    expect(problems.map(({ line, column, message }) => [line, column, message.slice(0, 24)])).toEqual([
      [2, 5, 'expected a time such as '],
      [2, 5, 'expected one of STARTED,'],
      [2, 5, 'expected the name of an '],
      [3, 1, 'expected a gate such as '],
      [3, 1, 'expected one of STARTED,'],
      [3, 1, 'expected gate - STATUS -'],
    ]);
  });

  it('counts nothing that is an example', () => {
    const line = `[${at(1)}] G0_planning - PASSED - planner - T001`;
    expect(parseLedger(`${line} <!-- the\n${line}\n-->\n`).value).toHaveLength(1);
    expect(parseLedger(`<!--\n${line}\n-->\n> ${line}\n<!-- ${line} -->\n`).value).toEqual([]);
    expect(
      parseLedger(
        `| **G0: Planning** | Planner | Plan | 🟢 Passed |\n## Current Gate: G1_implementation\n**Status:** Passed\n`,
      ).value,
    ).toEqual([]);
  });

  it('warns of events that go back in time, and of words that readers do not look for', () => {
    const text = `[${at(9)}] G0_planning - PASSED - planner - T001\n[${at(8)}] G0_planning - passed - planner - T001\n`;
    expect(warningsOf(parseLedger(text).problems)).toEqual(['HANDOFF_DECORATION', 'RUN_INCONSISTENT']);
  });

  it('never throws, and names places inside of the text', () => {
    const piece = fc.constantFrom(
      `[${at(1)}] G0_planning - PASSED - planner - x`,
      '## Gate: G1',
      '**Status:** PASSED',
      '| ',
      ' - ',
      '\n',
      '[',
      '] G0',
      '<!--',
      '-->',
      'G3: ',
      '\r',
      '2025-01-29T14:10:00Z | ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 10 })), { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        for (const one of parseLedger(text).problems) expect(isInside(text, one)).toBe(true);
        gateStates(text);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('where a gate stands', () => {
  const ledger = (...events: readonly (readonly [string, string, string])[]): string =>
    events
      .map(([gate, word, notes], index) => `[${at(index)}] ${gate} - ${word} - planner - ${notes}\n`)
      .join('');
  const stateOf = (text: string, gate: string, task: string | null): string | undefined =>
    gateStates(text).of(gate, task)?.state;

  it.each([
    [
      'passed, then failed',
      [
        ['G0_planning', 'PASSED', 'T001'],
        ['G0_planning', 'FAILED', 'T001'],
      ],
      'failed',
    ],
    [
      'rejected, then passed',
      [
        ['G0_planning', 'REJECTED', 'Reason: x (T001)'],
        ['G0_planning', 'PASSED', 'T001 - fixed - twice'],
      ],
      'passed',
    ],
    [
      'passed, and another task failed',
      [
        ['G0_planning', 'PASSED', 'T001'],
        ['G0_planning', 'FAILED', 'T002'],
      ],
      'passed',
    ],
    ['another task passed', [['G0_planning', 'PASSED', 'T002']], undefined],
    [
      'passed, then failed without a name',
      [
        ['G0_planning', 'PASSED', 'T001'],
        ['G0_planning', 'FAILED', 'tests are red'],
      ],
      'failed',
    ],
    [
      'without any names',
      [
        ['G0_planning', 'PASSED', 'x'],
        ['G0_planning', 'FAILED', 'y'],
      ],
      'failed',
    ],
    [
      'named only later',
      [
        ['G0_planning', 'PASSED', 'plan done'],
        ['G1_implementation', 'STARTED', 'T001 begins'],
      ],
      'passed',
    ],
  ] as const)('%s', (_, events, wanted) => {
    expect(stateOf(ledger(...(events as unknown as [string, string, string][])), 'G0', 'T001')).toBe(wanted);
  });

  it('of the next task is not that of the last one', () => {
    const text = ledger(
      ['G0_planning', 'PASSED', 'plan of T001'],
      ['G1_implementation', 'PASSED', 'all green'],
      ['G0_planning', 'STARTED', 'next plan'],
      ['G0_planning', 'PASSED', 'plan done'],
      ['G1_implementation', 'STARTED', 'T002 begins'],
    );
    expect([
      stateOf(text, 'G0', 'T001'),
      stateOf(text, 'G1', 'T001'),
      stateOf(text, 'G0', 'T002'),
      stateOf(text, 'G1_implementation', 'T002'),
    ]).toEqual(['passed', 'passed', 'passed', 'started']);
  });

  it('is open again for everyone whom a failure without a name may concern', () => {
    const text = ledger(
      ['G0_planning', 'PASSED', 'plan of T001'],
      ['G1_implementation', 'PASSED', 'T001 is green'],
      ['G0_planning', 'FAILED', 'the plan is wrong'],
    );
    expect([stateOf(text, 'G0', 'T001'), stateOf(text, 'G1', 'T001')]).toEqual(['failed', 'passed']);
  });

  it('of a task that the ledger does not name is not that of another one', () => {
    const text = ledger(
      ['G0_planning', 'PASSED', 'plan done'],
      ['G1_implementation', 'STARTED', 'T001 begins'],
    );
    expect([stateOf(text, 'G0', 'T001'), stateOf(text, 'G0', 'T002')]).toEqual(['passed', undefined]);
  });

  it('knows ids of a project’s own kind when it is told them', () => {
    const text = ledger(
      ['G0_planning', 'PASSED', 'AUTH-7 planned'],
      ['G0_planning', 'FAILED', 'AUTH-71 not'],
    );
    expect(gateStates(text, ['AUTH-7', 'AUTH-71']).of('G0', 'AUTH-7')?.state).toBe('passed');
  });

  it('is that of the last event, whatever came before', () => {
    const word = fc.constantFrom(...EVENT_WORDS);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        const text = ledger(...words.map((one) => ['G1_implementation', one, 'T001'] as const));
        expect(stateOf(text, 'G1', 'T001')).toBe(words.at(-1)!.toLowerCase());
      }),
    );
  });
});

describe('an event that is written', () => {
  const event = {
    at: at(5),
    gate: 'G0_planning',
    status: 'PASSED',
    agent: 'planner',
    task: 'T001',
    notes: 'plan is ready',
  } as const;

  it('is as the format has it', () => {
    expect(ledgerLine(event)).toBe(`[${at(5)}] G0_planning - PASSED - planner - T001: plan is ready`);
    expect(
      ledgerLine({
        ...event,
        gate: 'G1_implementation',
        status: 'REJECTED',
        agent: 'executor',
        notes: 'no\nplan',
      }),
    ).toBe(`[${at(5)}] G1_implementation - REJECTED - executor - Reason: no plan (T001)`);
    expect(() => ledgerLine({ ...event, at: 'now' })).toThrow(BatonError);
    expect(() => ledgerLine({ ...event, agent: 'the planner' })).toThrow(BatonError);
  });

  it('is read again as it was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GATES),
        fc.constantFrom(...EVENT_WORDS),
        fc.string(),
        (gate, status, notes) => {
          const { value, problems } = parseLedger(
            ledgerLine({ ...event, gate, status, notes: `x${notes}` }),
            '',
            ['T001'],
          );
          expect([value?.length, value?.[0]?.state, value?.[0]?.task, problems]).toEqual([
            1,
            status.toLowerCase(),
            'T001',
            [],
          ]);
        },
      ),
    );
  });

  it('is found by the shell lines of the format', () => {
    const folder = mkdtempSync(join(tmpdir(), 'h3a-ledger-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'GATES_LEDGER.md');
    const finds = (...args: string[]): boolean => spawnSync('grep', [...args, file]).status === 0;
    writeFileSync(file, '# H3A Gates Ledger\n');
    expect([finds('-q', 'G0_planning - PASSED'), finds('-E', 'G2_validation - (PASSED|FAILED)')]).toEqual([
      false,
      false,
    ]);
    const lines = [
      ledgerLine(event),
      ledgerLine({ ...event, gate: 'G1_implementation', agent: 'executor' }),
      ledgerLine({ ...event, gate: 'G2_validation', agent: 'validator', status: 'FAILED' }),
    ];
    writeFileSync(file, `# H3A Gates Ledger\n${lines.join('\n')}\n`);
    expect([
      finds('-q', 'G0_planning - PASSED'),
      finds('-q', 'G1_implementation - PASSED'),
      finds('-E', 'G2_validation - (PASSED|FAILED)'),
      finds('-q', 'G1.*PASS.*T001'),
    ]).toEqual([true, true, true, true]);
    expect(execFileSync('grep', ['-c', 'PASSED', file], { encoding: 'utf8' }).trim()).toBe('2');
  });
});
