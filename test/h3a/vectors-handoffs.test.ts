// Vectors of the format that are about handoffs: what a receiver looks at, what a rejection leaves behind, what is measured.
import { describe, expect, it } from 'vitest';
import {
  type Json,
  PLAN,
  resultsOf,
  roadmapText,
  taskOf,
  testOf,
  verdictEntry,
  workOf,
} from '../fixtures/h3a-documents.ts';
import { type Came, H3aInMemory, type Options } from '../fixtures/h3a-in-memory.ts';
import { clausesOf, shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

const planning = (options: Options = {}): H3aInMemory => new H3aInMemory(options);

const executing = (options: Options = {}): H3aInMemory => {
  const run = planning(options);
  run.planned();
  return run;
};

const validating = (options: Options = {}): H3aInMemory => {
  const run = executing(options);
  run.executed();
  return run;
};

const plan = (more: Json): Came => planning().planned({ task: more });

const RED = 'artifacts/executor/test_output_red.txt';
const GREEN = 'artifacts/executor/test_output_green.txt';

describe('vector 4: what a receiver looks at before it starts', () => {
  const steps = taskOf('T001')['tdd_plan'] as Json;

  it.each<[string, string, string, () => Came]>([
    ['H1', 'a RED step that is null', 'tdd_plan.red', () => plan({ tdd_plan: { ...steps, red: null } })],
    ['H1', 'a GREEN step that is empty', 'tdd_plan.green', () => plan({ tdd_plan: { ...steps, green: '' } })],
    [
      'H1',
      'no REFACTOR step',
      'tdd_plan.refactor',
      () => plan({ tdd_plan: { red: steps['red'], green: steps['green'] } }),
    ],
    [
      'H1',
      'two criteria',
      'at least 3 criteria',
      () => plan({ definition_of_done: ['`npm test` exits with 0', 'src/t001.js has at most 20 lines'] }),
    ],
    [
      'H1',
      'a RED step that says nothing',
      'Write tests',
      () => plan({ tdd_plan: { ...steps, red: 'Write tests' } }),
    ],
    [
      'H1',
      'a criterion that cannot be measured',
      'Fast performance',
      () =>
        plan({ definition_of_done: ['Fast performance', '`npm test` exits with 0', 'src/t001.js exists'] }),
    ],
    ['H1', 'no files', 'files_affected', () => plan({ files_affected: [] })],
    ['H1', 'another task', 'expected the task T001, got T007', () => plan({ task_id: 'T007' })],
    [
      'H1',
      'a task that is done before what it needs',
      'expected T009 to be done before',
      () => plan({ dependencies: ['T009'] }),
    ],
    [
      'H1',
      'no strategy',
      'Overall Strategy',
      () => planning().planned({ roadmap: roadmapText(['T001']).replace('## Overall Strategy', '## Other') }),
    ],
    [
      'H1',
      'no entry in the report',
      'an entry of T001',
      () => planning().planned({ entry: { task_id: 'T002' } }),
    ],
    ['H2', 'no RED output', RED, () => executing().executed({ files: { [RED]: undefined } })],
    ['H2', 'an empty GREEN output', GREEN, () => executing().executed({ files: { [GREEN]: ' \n' } })],
    [
      'H2',
      'no coverage_delta',
      'coverage_delta',
      () => executing().executed({ entry: { coverage_delta: undefined } }),
    ],
    [
      'H2',
      'no test_file',
      'test_file',
      () => executing().executed({ entry: { tdd_phases: { red: {}, green: {} } } }),
    ],
    [
      'H2',
      'an entry of another task',
      'an entry of T001',
      () => executing().executed({ entry: { task_id: 'T002' } }),
    ],
    [
      'H3',
      'a verdict of another task',
      'a verdict of T001',
      () => validating().validated('pass', { entry: { task_id: 'T002' } }),
    ],
    [
      'H3',
      'no verdict',
      'expected the verdict',
      () => validating().validated('pass', { entry: { status: undefined } }),
    ],
    [
      'H3',
      'no scan',
      'security_scan.json',
      () =>
        validating().validated('pass', { files: { 'artifacts/validator/security_scan.json': undefined } }),
    ],
    [
      'H3',
      'an empty scan',
      'other JSON',
      () => validating().validated('pass', { files: { 'artifacts/validator/security_scan.json': '{}' } }),
    ],
    [
      'H3',
      'nine checks',
      'intent_alignment',
      () =>
        validating().validated('pass', {
          entry: { verification_results: resultsOf({ intent_alignment: undefined }) },
        }),
    ],
    [
      'H3',
      'a plan that says nothing',
      'fix bugs',
      () =>
        validating().validated('fail', {
          entry: { remediation_plan: { issue: 'x', fix_steps: ['fix bugs'] } },
        }),
    ],
  ])('%s is rejected with %s', (id, _, words, came) => {
    const found = came();
    // What is missing may make other fields of the report untrue as well.
    expect(clausesOf(found)[0]).toMatch(new RegExp(`^${id.toLowerCase()}-(?:preflight|report)$`));
    expect(clausesOf(found).every((clause) => clause.startsWith(id.toLowerCase()))).toBe(true);
    expect(wordsOf(found)).toContain(words);
  });

  it('a red baseline, red tests and lost coverage are found by running, not by reading', () => {
    const red = planning({
      project: { 'src/a.js': 'x\n', 'test/a.test.js': 'test is red: src/a.js has y\n' },
    });
    expect(clausesOf(red.planned())).toEqual(['baseline-known']);
    const work = { ...workOf('T001'), 'src/t001.js': 'nothing\n' };
    expect(clausesOf(executing().executed({ change: work }))).toContain('tests-green');
    const uncovered = { ...workOf('T001'), 'src/t001.js': 'T001 // uncovered\n' };
    expect(clausesOf(executing({ commands: ['coverage'] }).executed({ change: uncovered }))).toContain(
      'coverage-kept',
    );
  });

  it('tells all that it finds at once', () => {
    const found = plan({
      tdd_plan: { red: 'Write tests', green: '', refactor: null },
      definition_of_done: ['Fast performance'],
      files_affected: ['a.js', 'b.js', 'c.js', 'd.js'],
      dependencies: ['T009'],
    });
    const words = wordsOf(found);
    for (const word of [
      'tdd_plan.red',
      'tdd_plan.green',
      'tdd_plan.refactor',
      'Fast performance',
      'at most 3 files',
      'T009',
    ])
      expect(words).toContain(word);
  });
});

describe('vector 5: what a rejection leaves behind', () => {
  const run = planning();
  run.planned({
    task: { tdd_plan: { red: 'Write tests', green: 'Implement src/t001.js', refactor: 'None' } },
  });
  const reason = 'tdd_plan.red: expected a test that can be written as it is described, got "Write tests"';

  it('is one line at the gate of the receiver, with the reason', () => {
    expect(run.file('state/GATES_LEDGER.md')).toContain(
      `\n[2026-11-15T10:00:03Z] G1_implementation - REJECTED - executor - Reason: H1 ${reason} (T001)\n`,
    );
    expect(run.ledger).toHaveLength(2);
  });

  it('is four fields in the handoff', () => {
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({
      status: 'rejected',
      rejection_reason: reason,
      rejected_by: 'executor',
      rejected_at: '2026-11-15T10:00:03Z',
    });
  });

  it('is a file for people, and an item in their inbox at once', () => {
    expect(run.file('artifacts/escalation/handoff_rejection_H1.md')).toContain(`- Reason: ${reason}`);
    expect(run.notices).toMatchObject([
      { assignment: 'G0.planner.T001.1', ask: { kind: 'escalation', choices: [] }, notice: true },
    ]);
  });

  it('a second one is told as such, and the acceptance is logged too', () => {
    run.planned({ task: { definition_of_done: [] } });
    expect(run.ledger.at(-1)).toMatch(/, rejected 2 times \(T001\)$/);
    expect(run.file('artifacts/escalation/handoff_rejection_H1.md')).toContain(
      'Rejected 2 times: are the requirements unclear, does the sender lack context, or is the receiver too strict?',
    );
    expect(run.notices).toHaveLength(1);
    expect(shortly(run.planned())).toBe('accepted ready');
    expect(run.ledger).toContain('G1_implementation - ACCEPTED - executor - T001: H1 accepted');
    expect(run.json('state/SESSION_HANDOFF.json')).toMatchObject({ status: 'ready', next_agent: 'executor' });
    expect(run.json('state/SESSION_HANDOFF.json')).not.toHaveProperty('rejection_reason');
    expect(run.notices).toEqual([]);
  });
});

describe('vector 8: a verdict agrees with itself', () => {
  const given = (verdict: string, entry: Json, policy: Json = {}) =>
    shortly(validating({ policy }).validated(verdict, { entry }));
  const lint = {
    verification_results: resultsOf({ lint: { status: 'fail', notes: 'one warning is left' } }),
  };

  it.each<[string, string, Json, Json, string]>([
    ['pass with an approval', 'pass', {}, {}, 'accepted pass'],
    ['pass without one', 'pass', { approval_for_next_task: false }, {}, 'rejected h3-preflight'],
    ['fail with a plan', 'fail', {}, {}, 'accepted fail'],
    ['fail without a plan', 'fail', { remediation_plan: null }, {}, 'rejected h3-preflight'],
    ['fail with an approval', 'fail', { approval_for_next_task: true }, {}, 'rejected h3-preflight'],
    [
      'needs_remediation with an empty plan',
      'needs_remediation',
      { remediation_plan: { ...PLAN, fix_steps: [] } },
      {},
      'rejected h3-preflight',
    ],
    ['escalation', 'escalation', {}, {}, 'accepted escalation'],
    ['nine of ten, with the exception written down', 'pass_with_notes', lint, {}, 'accepted pass_with_notes'],
    [
      'nine of ten, without any words',
      'pass_with_notes',
      { ...lint, notes: '' },
      {},
      'rejected h3-preflight',
    ],
    [
      'nine of ten where all ten are asked for',
      'pass_with_notes',
      lint,
      { checks: 'strict' },
      'rejected h3-preflight',
    ],
    ['all ten where all ten are asked for', 'pass', {}, { checks: 'strict' }, 'accepted pass'],
    [
      'pass with an open criterion',
      'pass',
      { verification_results: resultsOf({ dod_checklist: { status: 'pass', unmet: ['coverage 95%'] } }) },
      {},
      'rejected h3-preflight h3-report',
    ],
  ])('%s', (_, verdict, entry, policy, wanted) => {
    expect(given(verdict, entry, policy)).toBe(wanted);
  });

  it('without a user interface accessibility counts as passed, with one it does not', () => {
    expect(given('pass', {}, { checks: 'strict' })).toBe('accepted pass');
    const run = planning();
    const page = { 'web/page.html': 'T001\n', [testOf('T001')]: 'test does T001: web/page.html has T001\n' };
    run.planned({ task: { files_affected: Object.keys(page) } });
    run.executed({ change: page });
    expect(wordsOf(run.validated())).toContain(
      'accessibility is not_applicable, and the task changes web/page.html',
    );
  });

  it('an entry of the task that is on counts, not the last one of the file', () => {
    const run = validating();
    const entries = [verdictEntry('T001', 'fail'), verdictEntry('T000', 'pass')];
    const report = JSON.stringify({ run_id: 'r', agent: 'validator', verdicts: entries });
    expect(shortly(run.validated('pass', { files: { 'validator_report.json': report } }))).toBe(
      'accepted fail',
    );
  });
});
