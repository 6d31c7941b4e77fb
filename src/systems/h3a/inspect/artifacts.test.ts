import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskTemplate } from '../files/templates.ts';
import {
  changed,
  errorsOf,
  fixture,
  fixtureText,
  isInside,
  type Json,
  warningsOf,
} from '../handoff/fixtures.fixture.ts';
import { parseCurrentTask } from './current-task.ts';
import { h3aInspector } from './inspect-files.ts';
import { entryOf, parseReport, REPORTERS, type Reporter } from './reports.ts';

const task = fixture('run/state/CURRENT_TASK.json');
const checkTask = (value: Json) => parseCurrentTask(JSON.stringify(value, null, 2)).problems;
const report = (agent: Reporter): Json => fixture(`run/${agent}_report.json`);
const checkReport = (agent: Reporter, value: Json) =>
  parseReport(agent, JSON.stringify(value, null, 2)).problems;

describe('CURRENT_TASK.json', () => {
  it('is sound as the format has it', () => {
    const { value, problems } = parseCurrentTask(fixtureText('run/state/CURRENT_TASK.json'));
    expect([problems, value?.task, value?.files.length, value?.untouched]).toEqual([[], 'T001', 3, false]);
  });

  it.each([
    ['no task', ['task_id'], undefined, 'FIELD_MISSING task_id'],
    ['a number as task', ['task_id'], 15.3, 'FIELD_INVALID task_id'],
    ['no goal', ['goal'], '', 'FIELD_INVALID goal'],
    ['an unknown status', ['status'], 'done', 'FIELD_INVALID status'],
    ['a choice of a template', ['status'], 'in_progress | complete', 'HANDOFF_STATUS_AMBIGUOUS status'],
    ['no red step', ['tdd_plan', 'red'], '', 'FIELD_INVALID tdd_plan.red'],
    ['a vague red step', ['tdd_plan', 'red'], 'Write tests', 'HANDOFF_VAGUE tdd_plan.red'],
    [
      'two criteria',
      ['definition_of_done'],
      ['A returns 1', 'B returns 2'],
      'FIELD_INVALID definition_of_done',
    ],
    ['a vague criterion', ['definition_of_done', 0], 'Good quality', 'HANDOFF_VAGUE definition_of_done[0]'],
    ['no files', ['files_affected'], [], 'FIELD_INVALID files_affected'],
    ['a file outside', ['files_affected', 0], '../x', 'HANDOFF_ARTIFACT_PATH files_affected[0]'],
    ['a negative count', ['iteration_count'], -1, 'FIELD_INVALID iteration_count'],
    ['a gate that is none', ['gate_status'], 'passed', 'FIELD_INVALID gate_status'],
    ['a time that is none', ['created_at'], 'today', 'FIELD_INVALID created_at'],
    ['a placeholder', ['goal'], '<goal>', 'HANDOFF_PLACEHOLDER goal'],
  ] as const)('%s', (_, path, to, wanted) => {
    expect(errorsOf(checkTask(changed(task, path, to)))).toEqual([wanted]);
  });

  it('may still wait for its planner', () => {
    const empty = JSON.parse(taskTemplate('2025-09-29T13:42:15Z')) as Record<string, unknown>;
    expect(checkTask(empty)).toEqual([]);
    expect(errorsOf(checkTask({ ...empty, status: 'in_progress' })).length).toBeGreaterThanOrEqual(6);
  });

  it.each([
    [
      'the prompts',
      {
        task_id: 'task-001',
        title: 'Limit logins',
        status: 'ready_for_implementation',
        context: { files_to_modify: ['src/login.py'], files_to_create: ['tests/test_login.py'] },
        tdd_plan: {
          red_phase: { tests_to_write: ['test_limiter_returns_429_status'], expected_failure: 'got 200' },
          green_phase: { implementation_steps: ['Add RateLimiter'] },
          refactor_phase: { improvements: ['Extract the bucket'] },
        },
        definition_of_done: [
          'All tests pass (pytest -q)',
          'Lint clean (make lint)',
          'Mutation ≥90% for login.py',
        ],
      },
      ['title', 'context'],
    ],
    [
      'the bridge',
      {
        ...task,
        files_affected: undefined,
        scope: { files_to_modify: ['src/x.py'], estimated_loc: 40 },
        definition_of_done: [
          { item: 'Works', command: 'pytest' },
          { item: 'Fast', command: 'k6 run' },
          { item: 'Clean', command: 'ruff' },
        ],
      },
      ['scope'],
    ],
    ['the migration', { ...task, files_affected: undefined, files: ['README.md'] }, ['files']],
  ])('is read as %s have it, with warnings', (_, value, names) => {
    const problems = checkTask(value as Json);
    expect([errorsOf(problems), warningsOf(problems)]).toEqual([
      [],
      names.map((name) => `HANDOFF_DECORATION ${name}`),
    ]);
  });

  it('warns of a task that is too large, or tried too often', () => {
    expect(warningsOf(checkTask({ ...task, files_affected: ['a.py', 'b.py', 'c.py', 'd.py'] }))).toEqual([
      'FIELD_INVALID files_affected',
    ]);
    expect(warningsOf(checkTask({ ...task, iteration_count: 3 }))).toEqual([
      'HANDOFF_CONTRADICTION iteration_count',
    ]);
  });
});

describe('the reports', () => {
  it.each(REPORTERS)('of the %s are sound as the format has them', (agent) => {
    const { value, problems } = parseReport(agent, fixtureText(`run/${agent}_report.json`));
    expect(errorsOf(problems)).toEqual([]);
    expect(entryOf(value, 'T001')?.gateStatus).toMatch(/^G\d_passed$/);
    expect(entryOf(value, 'T009')).toBeUndefined();
  });

  it.each([
    ['no entry list', 'planner', ['reports'], undefined, 'FIELD_MISSING reports'],
    ['another agent', 'planner', ['agent'], 'executor', 'FIELD_INVALID agent'],
    [
      'an entry without its task',
      'planner',
      ['reports', 0, 'task_id'],
      undefined,
      'FIELD_MISSING reports[0].task_id',
    ],
    [
      'no test file',
      'executor',
      ['tdd_cycles', 0, 'tdd_phases', 'red', 'test_file'],
      undefined,
      'FIELD_MISSING tdd_cycles[0].tdd_phases.red.test_file',
    ],
    [
      'no red phase',
      'executor',
      ['tdd_cycles', 0, 'tdd_phases', 'red'],
      undefined,
      'FIELD_MISSING tdd_cycles[0].tdd_phases.red',
    ],
    [
      'green before red',
      'executor',
      ['tdd_cycles', 0, 'tdd_phases', 'green', 'timestamp'],
      '2025-09-29T14:10:00Z',
      'HANDOFF_CONTRADICTION tdd_cycles[0].tdd_phases.green.timestamp',
    ],
    [
      'coverage that fell',
      'executor',
      ['tdd_cycles', 0, 'coverage_delta'],
      '-1.2%',
      'HANDOFF_CONTRADICTION tdd_cycles[0].coverage_delta',
    ],
    [
      'no coverage',
      'executor',
      ['tdd_cycles', 0, 'coverage_delta'],
      undefined,
      'FIELD_MISSING tdd_cycles[0].coverage_delta',
    ],
    [
      'a failed type check',
      'executor',
      ['tdd_cycles', 0, 'commands_run', 3, 'exit_code'],
      2,
      'HANDOFF_CONTRADICTION tdd_cycles[0].commands_run[3].exit_code',
    ],
    ['no verdict', 'validator', ['verdicts', 0, 'status'], undefined, 'FIELD_MISSING verdicts[0].status'],
    [
      'pass without approval',
      'validator',
      ['verdicts', 0, 'approval_for_next_task'],
      false,
      'HANDOFF_CONTRADICTION verdicts[0].approval_for_next_task',
    ],
    [
      'nine checks',
      'validator',
      ['verdicts', 0, 'verification_results', 'security'],
      undefined,
      'HANDOFF_CONTRADICTION verdicts[0].verification_results',
    ],
    [
      'tests that fail and pass',
      'validator',
      ['verdicts', 0, 'verification_results', 'tests', 'failed'],
      2,
      'HANDOFF_CONTRADICTION verdicts[0].verification_results.tests.failed',
    ],
    [
      'a low score that passes',
      'validator',
      ['verdicts', 0, 'verification_results', 'mutation', 'score'],
      '80%',
      'HANDOFF_CONTRADICTION verdicts[0].verification_results.mutation.score',
    ],
    [
      'a result that is none',
      'validator',
      ['verdicts', 0, 'verification_results', 'lint', 'status'],
      'ok',
      'FIELD_INVALID verdicts[0].verification_results.lint.status',
    ],
  ] as const)('%s', (_, agent, path, to, wanted) => {
    expect(errorsOf(checkReport(agent, changed(report(agent), path, to)))).toEqual([wanted]);
  });

  it('of a validator may lack the tenth check, as the first form of it did', () => {
    const nine = changed(
      report('validator'),
      ['verdicts', 0, 'verification_results', 'intent_alignment'],
      undefined,
    );
    expect([
      errorsOf(checkReport('validator', nine)),
      warningsOf(checkReport('validator', nine)).length,
    ]).toEqual([[], 2]);
  });

  it('are judged by the last entry of a task', () => {
    const value = report('validator') as { verdicts: Json[] };
    const vague = {
      ...value.verdicts[0],
      status: 'fail',
      approval_for_next_task: false,
      remediation_plan: 'fix bugs',
    };
    expect(errorsOf(checkReport('validator', { ...value, verdicts: [vague, ...value.verdicts] }))).toEqual(
      [],
    );
    expect(errorsOf(checkReport('validator', { ...value, verdicts: [...value.verdicts, vague] }))).toEqual([
      'HANDOFF_VAGUE verdicts[1].remediation_plan',
    ]);
  });

  it('are read in the form of the prompts and of the bridge, with a warning', () => {
    const planner = {
      run_id: 'r',
      agent: 'planner',
      timestamp: '2025-10-01T10:30:00Z',
      task_planned: { task_id: 'task-001' },
      g0_gate: { status: 'PASS' },
    };
    expect([errorsOf(checkReport('planner', planner)), warningsOf(checkReport('planner', planner))]).toEqual([
      [],
      ['HANDOFF_DECORATION'],
    ]);
    const checks = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `check_${String(index + 1).padStart(2, '0')}_x`,
        { status: 'pass' },
      ]),
    );
    const bridge = { gate: 'G2', decision: 'pass', validation_results: checks };
    expect(errorsOf(checkReport('validator', bridge))).toEqual([]);
    const { check_10_x: _, ...nine } = checks;
    expect(errorsOf(checkReport('validator', { ...bridge, validation_results: nine }))).toEqual([
      'HANDOFF_CONTRADICTION validation_results',
    ]);
  });
});

/** Not every machine has it. */
const JQ = 'jq';
const hasJq = spawnSync(JQ, ['--version']).status === 0;

describe('the shell lines of the format', () => {
  it.runIf(hasJq).each([
    [
      '.tdd_plan.red != null and .tdd_plan.green != null and .tdd_plan.refactor != null',
      'run/state/CURRENT_TASK.json',
    ],
    ['.definition_of_done | length >= 3', 'run/state/CURRENT_TASK.json'],
    ['.tdd_cycles[-1].coverage_delta', 'run/executor_report.json'],
    ['.tdd_cycles[-1].tdd_phases.red.test_file', 'run/executor_report.json'],
    ['.verdicts[-1].status', 'run/validator_report.json'],
  ])('%s holds of a sound file', (filter, name) => {
    expect(spawnSync(JQ, ['-e', filter], { input: fixtureText(name) }).status).toBe(0);
  });
});

describe('one file by itself', () => {
  it.each([
    ['x/CURRENT_TASK.json', 'run/state/CURRENT_TASK.json'],
    ['task.json', 'run/state/CURRENT_TASK.json'],
    ['-', 'run/planner_report.json'],
    ['-', 'run/executor_report.json'],
    ['-', 'run/validator_report.json'],
    ['-', 'run/state/GATES_LEDGER.md'],
    ['-', 'run/state/EVIDENCE_LOG.md'],
  ])('is known as %s', (path, name) => {
    const found = h3aInspector.artifact(path, fixtureText(name));
    expect([found !== undefined, errorsOf(found?.problems ?? [])]).toEqual([true, []]);
  });

  it.each([
    ['SESSION_HANDOFF.json', fixtureText('handoffs/h1.json')],
    ['plan.yaml', 'subplans: []\ngroups: []\n'],
    ['x.json', '{"reports": "no"}'],
    ['x.md', 'See GATES_LEDGER.md'],
    ['x', ''],
  ])('%s is none of them', (path, text) => {
    expect(h3aInspector.artifact(path, text)).toBeUndefined();
  });

  it('is read without a throw, and every problem has its place in it', () => {
    const names = [
      'CURRENT_TASK.json',
      ...REPORTERS.map((agent) => `${agent}_report.json`),
      'GATES_LEDGER.md',
      'EVIDENCE_LOG.md',
    ];
    const texts = [
      'run/state/CURRENT_TASK.json',
      ...REPORTERS.map((agent) => `run/${agent}_report.json`),
      'run/state/GATES_LEDGER.md',
    ].map(fixtureText);
    const put = fc.constantFrom('', '"', 'null', '[]', '{}', '-1', '\n', ' - ', '<x>');
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom(...texts),
        fc.nat(),
        fc.nat(80),
        put,
        fc.json(),
        (name, text, from, length, by, other) => {
          const at = from % text.length;
          for (const one of [text.slice(0, at) + by + text.slice(at + length), other])
            for (const problem of h3aInspector.artifact(name, one)?.problems ?? [])
              expect([problem, isInside(one, problem)]).toEqual([problem, true]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
