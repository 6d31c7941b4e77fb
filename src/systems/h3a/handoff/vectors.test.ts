// The rules of the format as tables: what is promised, what is proved, what agrees with what.
import { describe, expect, it } from 'vitest';
import { changed, decodeJson, errorsOf, fixture, type Json, warningsOf } from './fixtures.fixture.ts';
import { coverageFault, mutationFault, parsePercent } from './values.ts';

const [h1, h2, h3] = ['handoffs/h1.json', 'handoffs/h2.json', 'handoffs/h3.json'].map(fixture) as [
  Json,
  Json,
  Json,
];

const inPayload = (value: Json, changes: Readonly<Record<string, unknown>>): Json =>
  Object.entries(changes).reduce((all, [key, to]) => changed(all, ['payload', key], to), value);

const failing = (value: Json): string[] => errorsOf(decodeJson(value).problems);

describe('coverage', () => {
  it.each([
    ['+5.2%', '94.2%', true],
    ['0.0%', '94%', true],
    ['+0.0%', '90%', true],
    ['0.0%', '80%', false],
    ['0.0%', '89.9%', false],
    ['-0.1%', '99%', false],
    ['+0.1%', '50%', true],
  ])('%s to %s: %s', (delta, absolute, fine) => {
    expect(coverageFault(parsePercent(delta)!, parsePercent(absolute)!) === undefined).toBe(fine);
    const found = failing(inPayload(h2, { coverage_delta: delta, coverage_absolute: absolute }));
    expect(found).toEqual(fine ? [] : ['HANDOFF_CONTRADICTION payload.coverage_delta']);
  });

  it.each(['5.2', 'about 5%', '5,2%', '', '%', '+-5%', '5.2 %', '1e3%', '101%'])(
    '%s is malformed',
    (text) => {
      expect(failing(inPayload(h2, { coverage_absolute: text }))).toEqual([
        'FIELD_INVALID payload.coverage_absolute',
      ]);
    },
  );
});

describe('mutation', () => {
  it.each([
    [85, 'lenient', true],
    [84.9, 'lenient', false],
    [90, 'strict', true],
    [89.9, 'strict', false],
  ] as const)('%d is enough when %s: %s', (score, policy, fine) => {
    expect(mutationFault(score, policy) === undefined).toBe(fine);
  });

  it('that is not applicable says why', () => {
    const told = (text: string) =>
      failing(changed(h3, ['payload', 'verification_summary', 'mutation'], text));
    expect(told('⚪ N/A')).toEqual(['HANDOFF_CONTRADICTION payload.verification_summary.mutation']);
    expect(told('⚪ N/A - only documentation changed')).toEqual([]);
  });

  it('below its mark is warned about', () => {
    const low = changed(h3, ['payload', 'verification_summary', 'mutation'], '✅ PASS - 70%');
    expect(warningsOf(decodeJson(low).problems)).toContain(
      'HANDOFF_CONTRADICTION payload.verification_summary.mutation',
    );
  });
});

describe('the verdict agrees with what stands around it', () => {
  const plan = ['Add a test of expired tokens to tests/test_auth.py'];
  const sentBack = inPayload(h3, { verdict: 'fail', approval_for_next_task: false, remediation_plan: plan });

  it.each([
    [
      'pass without approval',
      inPayload(h3, { approval_for_next_task: false }),
      'payload.approval_for_next_task',
    ],
    [
      'pass_with_notes without approval',
      inPayload(h3, { verdict: 'pass_with_notes', approval_for_next_task: false }),
      'payload.approval_for_next_task',
    ],
    [
      'fail with approval',
      inPayload(sentBack, { approval_for_next_task: true }),
      'payload.approval_for_next_task',
    ],
    ['fail without a plan', inPayload(sentBack, { remediation_plan: undefined }), 'payload.verdict'],
    ['fail with a null plan', inPayload(sentBack, { remediation_plan: null }), 'payload.verdict'],
    ['fail with an empty plan', inPayload(sentBack, { remediation_plan: [' '] }), 'payload.verdict'],
    [
      'needs_remediation without a plan',
      inPayload(sentBack, { verdict: 'needs_remediation', remediation_plan: '' }),
      'payload.verdict',
    ],
  ])('%s', (_, value, field) => {
    expect(failing(value)).toEqual([`HANDOFF_CONTRADICTION ${field}`]);
  });

  it('fail with a plan and no approval is sound', () => {
    expect(failing(sentBack)).toEqual([]);
    expect(failing(inPayload(sentBack, { remediation_plan: { issue: 'x', fix_steps: plan } }))).toEqual([]);
  });

  it.each(['intent_alignment', 'security', 'tests'])(
    'without the check %s there are fewer than ten',
    (name) => {
      const found = failing(changed(h3, ['payload', 'verification_summary', name], undefined));
      expect(found).toEqual(['HANDOFF_CONTRADICTION payload.verification_summary']);
    },
  );

  const check = (name: string, text: string, value = h3): Json =>
    changed(value, ['payload', 'verification_summary', name], text);

  it('an empty check is no check', () => {
    expect(failing(check('lint', ''))).toEqual(['HANDOFF_CONTRADICTION payload.verification_summary']);
    expect(failing(check('lint', 'looks fine'))).toEqual(['FIELD_INVALID payload.verification_summary.lint']);
  });

  it('nine of ten pass only with an exception that is written down', () => {
    const nine = check('lint', '❌ FAIL - 1 warning left');
    expect([failing(nine), warningsOf(decodeJson(nine).problems)]).toEqual([
      [],
      [
        'HANDOFF_CONTRADICTION payload.verification_summary.lint',
        'HANDOFF_CONTRADICTION payload.verification_summary.dod_checklist',
      ],
    ]);
    expect(failing(inPayload(nine, { notes: undefined }))).toEqual([
      'HANDOFF_CONTRADICTION payload.verification_summary.lint',
    ]);
    expect(failing(check('type_check', '❌ FAIL - 2 errors', nine))).toHaveLength(2);
    expect(failing(check('security', '❌ FAIL - 1 critical'))).toEqual([
      'HANDOFF_CONTRADICTION payload.verification_summary.security',
    ]);
  });

  it('no user interface is an answer', () => {
    expect(failing(check('accessibility', '⚪ N/A'))).toEqual([]);
  });

  it('where it leads is looked at', () => {
    expect(warningsOf(decodeJson(sentBack).problems)).toEqual(
      expect.arrayContaining(['HANDOFF_CONTRADICTION to_agent', 'HANDOFF_CONTRADICTION gate_transition']),
    );
  });
});

describe('commands', () => {
  const commands = h2['payload'] as { commands_run: Json[] };
  const withCommand = (command: Json): Json =>
    inPayload(h2, { commands_run: [...commands.commands_run, command] });

  it.each([
    ['pytest -q', ['HANDOFF_CONTRADICTION payload.commands_run[3].exit_code']],
    ['npm run lint', ['HANDOFF_CONTRADICTION payload.commands_run[3].exit_code']],
    ['mypy src', ['HANDOFF_CONTRADICTION payload.commands_run[3].exit_code']],
    ['grep -r TODO src', []],
    ['test -f x', []],
  ])('%s that failed', (cmd, wanted) => {
    expect(failing(withCommand({ cmd, exit_code: 1 }))).toEqual(wanted);
  });

  it('the run of the red phase may fail, and only that one', () => {
    const red = 'artifacts/executor/test_output_red.txt';
    expect(failing(withCommand({ cmd: 'pytest -q', exit_code: 1, artifact: red }))).toEqual([]);
    expect(failing(withCommand({ cmd: 'pytest -q', exit_code: 1, artifact: `./${red}` }))).toEqual([]);
    expect(failing(withCommand({ cmd: 'make lint', exit_code: 1, artifact: red }))).toHaveLength(1);
    expect(
      warningsOf(decodeJson(withCommand({ cmd: 'pytest -q', exit_code: 0, artifact: red })).problems),
    ).toContain('HANDOFF_CONTRADICTION payload.commands_run[3].exit_code');
    const same = changed(
      withCommand({ cmd: 'pytest', exit_code: 1, artifact: red }),
      ['payload', 'tdd_evidence', 'green_phase'],
      red,
    );
    expect(failing(same)).toEqual([
      'HANDOFF_CONTRADICTION payload.tdd_evidence.green_phase',
      'HANDOFF_CONTRADICTION payload.commands_run[3].exit_code',
    ]);
  });

  it('that are missing are warned about', () => {
    expect(decodeJson(h2).problems.map(({ message }) => message)).toContain('commands_run has no type check');
    expect(
      decodeJson(withCommand({ cmd: 'tsc --noEmit', exit_code: 0 })).problems.map(({ message }) => message),
    ).not.toContain('commands_run has no type check');
  });
});

describe('criteria that are not met', () => {
  const status = (one: Json): Json => inPayload(h2, { definition_of_done_status: [one] });

  it('are a warning with their note, and an error without any', () => {
    expect(failing(status({ criterion: 'Fast', met: false, notes: 'next week' }))).toEqual([]);
    expect(failing(status({ criterion: 'Fast', met: false, actual: '94.2%' }))).toEqual([]);
    expect(failing(status({ criterion: 'Fast', met: false }))).toEqual([
      'HANDOFF_CONTRADICTION payload.definition_of_done_status[0].met',
    ]);
    expect(
      decodeJson(status({ criterion: 'Fast', met: false, notes: 'next week' })).problems[1]?.message,
    ).toBe('"Fast" is not met: "next week"');
  });
});

describe('vague promises', () => {
  it.each([
    ['a step', changed(h1, ['payload', 'tdd_plan', 'red'], 'Write tests'), 'payload.tdd_plan.red'],
    [
      'a criterion',
      changed(h1, ['payload', 'definition_of_done', 1], 'Fast performance'),
      'payload.definition_of_done[1]',
    ],
    [
      'a remedy',
      inPayload(h3, { verdict: 'fail', approval_for_next_task: false, remediation_plan: 'fix bugs' }),
      'payload.remediation_plan',
    ],
    [
      'a remedy among others',
      inPayload(h3, {
        verdict: 'fail',
        approval_for_next_task: false,
        remediation_plan: ['Add a test to tests/x.py', 'fix bugs'],
      }),
      'payload.remediation_plan[1]',
    ],
  ])('%s', (_, value, field) => {
    expect(failing(value)).toEqual([`HANDOFF_VAGUE ${field}`]);
  });
});
