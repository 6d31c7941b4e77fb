// Every field of the three reports: one lie each, rejected with both values; and what is true in other words, which is not.
import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceRequest } from '../../src/model/evidence.ts';
import {
  criteriaOf,
  type Json,
  mutantsText,
  planEntry,
  resultsOf,
  roadmapText,
  scanText,
  taskOf,
  text,
  workOf,
} from '../fixtures/h3a-documents.ts';
import { type Came, H3aInMemory, type Options } from '../fixtures/h3a-in-memory.ts';
import { runCommand, withTestsOf } from '../fixtures/h3a-toy-project.ts';
import { codesOf, shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

const RED = 'artifacts/executor/test_output_red.txt';
const GREEN = 'artifacts/executor/test_output_green.txt';
const COVERAGE = 'artifacts/executor/coverage_delta.json';
const SCAN = 'artifacts/validator/security_scan.json';
const MUTANTS = 'artifacts/validator/mutation_report.txt';
const CRITERIA = criteriaOf(taskOf('T001'));

/** What the toy runner would print, as TAP. */
const tap = (cases: readonly { readonly name: string; readonly status: string }[]): string =>
  [
    'TAP version 13',
    ...cases.map(
      ({ name, status }, at) =>
        `${status === 'failed' ? 'not ok' : 'ok'} ${at + 1} - ${name}${status === 'skipped' ? ' # SKIP' : ''}`,
    ),
    `1..${cases.length}`,
    '',
  ].join('\n');

/** A project whose runner prints what it does. */
const printing = (options: Options = {}): H3aInMemory => {
  const run: H3aInMemory = new H3aInMemory({
    ...options,
    evidence: (request: EvidenceRequest): Evidence | undefined => {
      const other = options.evidence?.(request);
      if (other !== undefined || request.kind !== 'command' || request.command !== 'test') return other;
      const files = run.tree(request.tree);
      const laid = request.testsOf === undefined ? files : withTestsOf(files, run.tree(request.testsOf));
      const came = runCommand('test', laid);
      return { ...came, tail: tap(came.tests?.cases ?? []) };
    },
  });
  return run;
};

const HONEST = {
  [RED]: tap([
    { name: 'keeps the base', status: 'passed' },
    { name: 'does T001', status: 'failed' },
  ]),
  [GREEN]: tap([
    { name: 'keeps the base', status: 'passed' },
    { name: 'does T001', status: 'passed' },
  ]),
};

const plans = (entry: Json, task: Json = {}): Came => new H3aInMemory().planned({ entry, task });

interface Work {
  readonly entry?: Json;
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly change?: Readonly<Record<string, string | undefined>>;
  readonly task?: Json;
  readonly options?: Options;
}

const executes = ({ entry = {}, files = {}, change, task = {}, options }: Work): Came => {
  const run = printing(options);
  expect(shortly(run.planned({ task }))).toBe('accepted ready');
  return run.executed({ entry, files: { ...HONEST, ...files }, ...(change === undefined ? {} : { change }) });
};

const validates = (
  verdict: string,
  { entry = {}, files = {}, options, change }: Work & { readonly entry?: Json },
): Came => {
  const run = printing(options);
  run.planned();
  expect(shortly(run.executed({ files: HONEST, ...(change === undefined ? {} : { change }) }))).toBe(
    'accepted done',
  );
  return run.validated(verdict, { entry, files });
};

const results = (more: Json): Json => ({ verification_results: resultsOf(more) });
const phases = (more: { readonly red?: Json; readonly green?: Json; readonly refactor?: Json }): Json => ({
  tdd_phases: {
    red: { test_file: 'test/t001.test.js', test_name: 'does T001', failure_output: RED, ...more.red },
    green: { implementation_file: 'src/t001.js', test_output: GREEN, ...more.green },
    refactor: { changes: 'nothing was needed', test_still_passing: true, ...more.refactor },
  },
});
const ran = (...commands: readonly (readonly [string, number, string?])[]): Json => ({
  commands_run: commands.map(([cmd, exit_code, artifact]) => ({ cmd, exit_code, artifact })),
});

type Lie = readonly [field: string, both: readonly string[], came: () => Came];

const check = ([, both, came]: Lie): void => {
  const found = came();
  expect(found.came, shortly(found)).toBe('rejected');
  const words = wordsOf(found);
  for (const value of both) expect(words).toContain(value);
};

const PLANNER: readonly Lie[] = [
  [
    'run_id',
    ['run_id: other was claimed, r is this run'],
    () => {
      const run = new H3aInMemory();
      const report = text({ run_id: 'other', agent: 'planner', reports: [planEntry('T001')] });
      return run.planned({ files: { 'planner_report.json': report } });
    },
  ],
  [
    'agent',
    ['expected planner', 'executor'],
    () => {
      const run = new H3aInMemory();
      const report = text({ run_id: 'r', agent: 'executor', reports: [planEntry('T001')] });
      return run.planned({ files: { 'planner_report.json': report } });
    },
  ],
  ['task_id', ['an entry of T001'], () => plans({ task_id: 'T002' })],
  [
    'timestamp',
    ['2026-11-14T09:00:00Z was claimed', '2026-11-15T09:00:00Z is the time of the task'],
    () => plans({ timestamp: '2026-11-14T09:00:00Z' }),
  ],
  [
    'roadmap_status: complete',
    ['complete was claimed', '1 of 1 tasks open'],
    () => plans({ roadmap_status: 'complete' }),
  ],
  [
    'roadmap_status: count',
    ['5 tasks planned was claimed', '1 of 1 tasks open'],
    () => plans({ roadmap_status: '5 tasks planned' }),
  ],
  [
    'tasks_created: too many',
    ['["T001","T002"] was claimed', '[] came to state/ROADMAP.md'],
    () => plans({ tasks_created: ['T001', 'T002'] }),
  ],
  [
    'tasks_created: too few',
    ['["T001"] was claimed', '["T002"] came to state/ROADMAP.md'],
    () =>
      new H3aInMemory().planned({
        roadmap: roadmapText(['T001', 'T002']),
        entry: { tasks_created: ['T001'] },
      }),
  ],
  [
    'tdd_strategy',
    ['a failing test was claimed', "Write the test 'does T001'"],
    () => plans({ tdd_strategy: { T001: { red: 'a failing test' } } }),
  ],
  [
    'tdd_strategy of a task that is not there',
    ['T009 was claimed', '["T001"] stand in state/ROADMAP.md'],
    () => plans({ tdd_strategy: { T009: { red: 'x' } } }),
  ],
  ['gate_status', ['G1_passed was claimed, G0_passed is'], () => plans({ gate_status: 'G1_passed' })],
  [
    'artifacts',
    ['artifacts/planner/research.md was claimed', 'state/CURRENT_TASK.json'],
    () => plans({ artifacts: ['artifacts/planner/research.md'] }),
  ],
  [
    'status of the task',
    ['complete was claimed, ready_for_execution is'],
    () => plans({}, { status: 'complete' }),
  ],
  [
    'gate_status of the task',
    ['G2_passed was claimed, G0_passed is'],
    () => plans({}, { gate_status: 'G2_passed' }),
  ],
  [
    'iteration_count of the task',
    ['iteration_count: 2 was claimed, 0 is'],
    () => plans({}, { iteration_count: 2 }),
  ],
  [
    'max_iterations of the task',
    ['max_iterations: 9 was claimed, 2 is'],
    () => plans({}, { max_iterations: 9 }),
  ],
  [
    'assigned_to of the task',
    ['assigned_to: validator was claimed, executor is'],
    () => plans({}, { assigned_to: 'validator' }),
  ],
];

const EXECUTOR: readonly Lie[] = [
  [
    'timestamp',
    ['2026-11-01T09:00:00Z was claimed', '2026-11-15T09:00:00Z is the time of the plan'],
    () => executes({ entry: { timestamp: '2026-11-01T09:00:00Z' } }),
  ],
  [
    'test_file',
    ['test/base.test.js was claimed', 'test/t001.test.js was changed'],
    () => executes({ entry: phases({ red: { test_file: 'test/base.test.js' } }) }),
  ],
  [
    'test_name',
    ['does everything was claimed', 'does T001'],
    () => executes({ entry: phases({ red: { test_name: 'does everything' } }) }),
  ],
  [
    'failure_output',
    ['artifacts/executor/red.log was claimed', RED],
    () => executes({ entry: phases({ red: { failure_output: 'artifacts/executor/red.log' } }) }),
  ],
  [
    'implementation_file',
    ['src/other.js was claimed', 'src/t001.js'],
    () => executes({ entry: phases({ green: { implementation_file: 'src/other.js' } }) }),
  ],
  [
    'test_output',
    ['artifacts/executor/green.log was claimed', GREEN],
    () => executes({ entry: phases({ green: { test_output: 'artifacts/executor/green.log' } }) }),
  ],
  [
    'test_still_passing',
    ['test_still_passing: false was claimed, true was measured'],
    () => executes({ entry: phases({ refactor: { test_still_passing: false } }) }),
  ],
  [
    'timestamps of the phases',
    ['2026-11-15T08:00:00Z, before the failing one of 2026-11-15T08:30:00Z'],
    () =>
      executes({
        entry: phases({
          red: { timestamp: '2026-11-15T08:30:00Z' },
          green: { timestamp: '2026-11-15T08:00:00Z' },
        }),
      }),
  ],
  [
    'coverage_delta, stated',
    ['+5.2% was claimed, +0.0% stands in'],
    () =>
      executes({
        entry: { coverage_delta: '+5.2%' },
        files: { [COVERAGE]: text({ before: '100.0%', after: '100.0%', delta: '+0.0%' }) },
      }),
  ],
  [
    'coverage_absolute, stated',
    ['100.0% was claimed, 94.0% stands in'],
    () => executes({ files: { [COVERAGE]: text({ before: '94.0%', after: '94.0%', delta: '+0.0%' }) } }),
  ],
  [
    'coverage_delta, measured',
    ['+5.2% was claimed, 0 was measured'],
    () => executes({ entry: { coverage_delta: '+5.2%' }, options: { commands: ['coverage'] } }),
  ],
  [
    'coverage_absolute, measured',
    ['97.0% was claimed, 100 was measured'],
    () => executes({ entry: { coverage_absolute: '97.0%' }, options: { commands: ['coverage'] } }),
  ],
  [
    'delta of coverage_delta.json',
    ['+9.0% was claimed, +0.0% is after (100.0%) less before (100.0%)'],
    () =>
      executes({
        entry: { coverage_delta: '+9.0%' },
        files: { [COVERAGE]: text({ before: '100.0%', after: '100.0%', delta: '+9.0%' }) },
      }),
  ],
  [
    'before of coverage_delta.json',
    ['before in coverage_delta.json: 90.0% was claimed, 100% was measured'],
    () =>
      executes({
        ...{ options: { commands: ['coverage'] }, entry: { coverage_delta: '+10.0%' } },
        files: { [COVERAGE]: text({ before: '90.0%', after: '100.0%', delta: '+10.0%' }) },
      }),
  ],
  [
    'coverage_delta.json that says nothing',
    ['expected before, after and delta', 'got other JSON'],
    () => executes({ files: { [COVERAGE]: '{"fine": true}' } }),
  ],
  [
    'files_changed: too many',
    ['src/other.js was claimed', 'src/t001.js, test/t001.test.js was changed'],
    () => executes({ entry: { files_changed: ['src/t001.js', 'test/t001.test.js', 'src/other.js'] } }),
  ],
  [
    'files_changed: too few',
    ['src/t001.js was claimed, test/t001.test.js was changed'],
    () => executes({ entry: { files_changed: ['src/t001.js'] } }),
  ],
  [
    'files_changed: one end of a rename',
    ['src/new.js', 'src/base.js was changed'],
    () =>
      executes({
        task: { files_affected: ['src/new.js', 'src/base.js', 'test/t001.test.js'] },
        entry: {
          files_changed: ['src/new.js', 'test/t001.test.js'],
          ...phases({ green: { implementation_file: 'src/new.js' } }),
        },
        options: { evidence: renamed },
      }),
  ],
  [
    'commands_run: RED',
    ['exit_code of npm test: 0 was claimed, 1 was measured with the new tests'],
    () => executes({ entry: ran(['npm test', 0, RED], ['npm test', 0, GREEN]) }),
  ],
  [
    'commands_run: GREEN',
    ['exit_code of npm  t: 1 was claimed, 0 was measured on what is handed in'],
    () => executes({ entry: ran(['npm test', 1, RED], ['npm  t', 1, GREEN]) }),
  ],
  [
    'commands_run: lint',
    ['exit_code of npm run lint: 0 was claimed, 1 was measured'],
    () =>
      executes({
        entry: ran(['npm run lint', 0]),
        change: { ...workOf('T001'), 'src/t001.js': 'T001 LINT\n' },
        options: { commands: ['lint'] },
      }),
  ],
  [
    'commands_run: artifact',
    ['artifacts/executor/types.txt was claimed'],
    () => executes({ entry: ran(['npm test', 0, 'artifacts/executor/types.txt']) }),
  ],
  [
    'quality_metrics.tests',
    ['tests total: 47 was claimed, 2 was measured'],
    () =>
      executes({ entry: { quality_metrics: { tests: { total: 47, passed: 47, failed: 0, skipped: 0 } } } }),
  ],
  [
    'quality_metrics.coverage',
    ['+3.0% was claimed, +0.0% is coverage_delta'],
    () => executes({ entry: { quality_metrics: { coverage: { delta: '+3.0%' } } } }),
  ],
  [
    'definition_of_done: left out',
    ['only 2 was claimed', CRITERIA[0]!],
    () =>
      executes({
        entry: { definition_of_done: CRITERIA.slice(1).map((criterion) => ({ criterion, met: true })) },
      }),
  ],
  [
    'definition_of_done: added',
    ['["It is fast"] was claimed', CRITERIA[1]!],
    () =>
      executes({
        entry: {
          definition_of_done: [...CRITERIA, 'It is fast'].map((criterion) => ({ criterion, met: true })),
        },
      }),
  ],
  [
    'definition_of_done: in other words',
    ['["the name is there"] was claimed', CRITERIA[0]!],
    () =>
      executes({
        entry: {
          definition_of_done: ['the name is there', ...CRITERIA.slice(1)].map((criterion) => ({
            criterion,
            met: true,
          })),
        },
      }),
  ],
  [
    'definition_of_done: absent',
    ['only 0 was claimed', CRITERIA[0]!],
    () => executes({ entry: { definition_of_done: undefined } }),
  ],
  [
    'iteration_count',
    ['iteration_count: 3 was claimed, 1 is the round'],
    () => executes({ entry: { iteration_count: 3 } }),
  ],
  [
    'gate_status',
    ['G2_passed was claimed, G1_passed is'],
    () => executes({ entry: { gate_status: 'G2_passed' } }),
  ],
  [
    'artifacts',
    ['artifacts/executor/lint_output.txt was claimed', RED],
    () => executes({ entry: { artifacts: [RED, 'artifacts/executor/lint_output.txt'] } }),
  ],
  [
    'test_output_red.txt: nothing fails',
    ['2 passed, 0 failed was claimed, 1 passed, 1 failed was measured'],
    () => executes({ files: { [RED]: HONEST[GREEN] } }),
  ],
  [
    'test_output_red.txt: another test fails',
    ['failing: keeps the base was claimed, does T001 is the test'],
    () => executes({ files: { [RED]: tap([{ name: 'keeps the base', status: 'failed' }]) } }),
  ],
  [
    'test_output_red.txt: more tests than there are',
    ['9 tests was claimed, 2 tests were seen'],
    () =>
      executes({
        files: {
          [RED]: tap(
            Array.from({ length: 9 }, (_, n) => ({
              name: n === 0 ? 'does T001' : `t${n}`,
              status: n === 0 ? 'failed' : 'passed',
            })),
          ),
        },
      }),
  ],
  [
    'test_output_red.txt: no output at all',
    ['expected the output of a test run', 'got text that shows no test'],
    () => executes({ files: { [RED]: 'It failed, believe me.\n' } }),
  ],
  [
    'test_output_green.txt: counts',
    ['3 passed, 0 failed was claimed, 2 passed, 0 failed was measured'],
    () =>
      executes({
        files: {
          [GREEN]: tap(
            ['keeps the base', 'does T001', 'does more'].map((name) => ({ name, status: 'passed' })),
          ),
        },
      }),
  ],
  [
    'test_output_green.txt: the test is not in it',
    ['passing: keeps the base, other was claimed, does T001'],
    () =>
      executes({
        files: { [GREEN]: tap(['keeps the base', 'other'].map((name) => ({ name, status: 'passed' }))) },
      }),
  ],
  [
    'test_output_green.txt: no output at all',
    ['got text that shows no test'],
    () => executes({ files: { [GREEN]: 'all passed\n' } }),
  ],
];

/** The change as one in which src/base.js became src/new.js. */
function renamed(request: EvidenceRequest): Evidence | undefined {
  const one = { kind: 'file' as const, modeChanged: false, added: 1, removed: 1 };
  return request.kind === 'diff'
    ? {
        ...{ kind: 'diff', cut: false },
        files: [
          { ...one, path: 'src/new.js', was: 'src/base.js', change: 'renamed' },
          { ...one, path: 'test/t001.test.js', change: 'added' },
        ],
      }
    : undefined;
}

const BACK = { status: 'fail', total: 3, met: 2, unmet: [CRITERIA[0]] };

const VALIDATOR: readonly Lie[] = [
  [
    'timestamp',
    ['2026-11-01T09:00:00Z was claimed', "is the time of the executor's report"],
    () => validates('pass', { entry: { timestamp: '2026-11-01T09:00:00Z' } }),
  ],
  [
    'status',
    ['the verdict is pass', 'approval_for_next_task is false'],
    () => validates('fail', { entry: { status: 'pass', gate_status: 'G2_passed' } }),
  ],
  [
    'tests.status',
    ['pass was claimed, fail (`npm test` ended with 1) was measured'],
    () => {
      let broken = false;
      const run = printing({
        evidence: (request) =>
          broken && request.kind === 'command' && request.command === 'test'
            ? { ...runCommand('test', { 'test/a.test.js': 'test a: src/a.js has b\n' }), tail: '' }
            : undefined,
      });
      run.planned();
      run.executed({ files: HONEST });
      broken = true;
      return run.validated('fail', { entry: results({ dod_checklist: BACK }) });
    },
  ],
  [
    'tests.status: fail',
    ['fail was claimed, pass (`npm test` ended with 0) was measured'],
    () =>
      validates('pass_with_notes', { entry: results({ tests: { status: 'fail', notes: 'I think so' } }) }),
  ],
  [
    'tests.status: not_applicable',
    ['not_applicable was claimed, pass (`npm test`'],
    () => validates('pass', { entry: results({ tests: { status: 'not_applicable', notes: 'no tests' } }) }),
  ],
  ...(['total', 'passed', 'failed', 'skipped'] as const).map(
    (key): Lie => [
      `tests.${key}`,
      [`tests ${key}: 9 was claimed, ${{ total: 2, passed: 2, failed: 0, skipped: 0 }[key]} was measured`],
      () =>
        validates('fail', {
          entry: results({
            dod_checklist: BACK,
            tests: { status: 'pass', [key]: 9, ...(key === 'failed' ? { status: 'partial' } : {}) },
          }),
        }),
    ],
  ),
  [
    'tests against its own output',
    ['2 was claimed, 1 stands in artifacts/validator/test_output_independent.txt'],
    () =>
      validates('pass', {
        entry: results({ tests: { status: 'pass', total: 2, passed: 2 } }),
        files: {
          'artifacts/validator/test_output_independent.txt': tap([{ name: 'does T001', status: 'passed' }]),
        },
      }),
  ],
  [
    'tdd_compliance',
    ['fail was claimed, pass (the new test fails on the code before'],
    () =>
      validates('pass_with_notes', {
        entry: results({ tdd_compliance: { status: 'fail', notes: 'no RED' } }),
      }),
  ],
  [
    'tdd_compliance.red_evidence',
    ['artifacts/executor/red.txt was claimed'],
    () =>
      validates('pass', {
        entry: results({ tdd_compliance: { status: 'pass', red_evidence: 'artifacts/executor/red.txt' } }),
      }),
  ],
  [
    'intent_alignment',
    ['fail was claimed, pass (only declared files were changed)'],
    () =>
      validates('pass_with_notes', {
        entry: results({ intent_alignment: { status: 'fail', notes: 'odd' } }),
      }),
  ],
  [
    'lint.status',
    ['not_applicable was claimed, pass (`npm run lint` ended with 0)'],
    () =>
      validates('pass', {
        entry: results({ lint: { status: 'not_applicable', notes: 'none' } }),
        options: { commands: ['lint'] },
      }),
  ],
  [
    'lint.errors',
    ['4 errors was claimed, pass (`npm run lint` ended with 0)'],
    () =>
      validates('fail', {
        entry: results({ dod_checklist: BACK, lint: { status: 'fail', errors: 4, notes: 'x' } }),
        options: { commands: ['lint'] },
      }),
  ],
  [
    'type_check.status',
    ['fail was claimed, pass (`npm run types` ended with 0)'],
    () =>
      validates('pass_with_notes', {
        entry: results({ type_check: { status: 'fail', notes: 'x' } }),
        options: { commands: ['types'] },
      }),
  ],
  [
    'type_check.errors',
    ['1 errors was claimed, pass (`npm run types`'],
    () =>
      validates('fail', {
        entry: results({ dod_checklist: BACK, type_check: { status: 'fail', errors: 1, notes: 'x' } }),
        options: { commands: ['types'] },
      }),
  ],
  [
    'coverage.status',
    ['fail was claimed, pass (100%) was measured'],
    () =>
      validates('pass_with_notes', {
        entry: results({ coverage: { status: 'fail', notes: 'x' } }),
        options: { commands: ['coverage'] },
      }),
  ],
  [
    'coverage.absolute',
    ['99.0% was claimed, 100 was measured'],
    () =>
      validates('pass', {
        entry: results({ coverage: { status: 'pass', absolute: '99.0%', delta: '+0.0%' } }),
        options: { commands: ['coverage'] },
      }),
  ],
  [
    'coverage.delta, with a verdict that sends back',
    ['+2.0% was claimed, 0% was measured'],
    () =>
      validates('fail', {
        entry: results({
          dod_checklist: BACK,
          coverage: { status: 'pass', absolute: '100.0%', delta: '+2.0%' },
        }),
        options: { commands: ['coverage'] },
      }),
  ],
  [
    'coverage.threshold',
    ['50% was claimed, 90% is policy.coverage'],
    () => validates('pass', { entry: results({ coverage: { status: 'pass', threshold: '50%' } }) }),
  ],
  [
    'mutation.status',
    ['not_applicable was claimed', 'the project has a command for it'],
    () =>
      validates('pass', {
        entry: results({ mutation: { status: 'not_applicable', notes: 'no tool' } }),
        ...{ files: { [MUTANTS]: undefined }, options: { commands: ['mutation'] } },
      }),
  ],
  [
    'mutation.score',
    ['91.3% was claimed, 87% stands in artifacts/validator/mutation_report.txt'],
    () =>
      validates('pass', {
        entry: results({ mutation: { status: 'pass', score: '91.3%' } }),
        files: { [MUTANTS]: mutantsText(87, 100) },
      }),
  ],
  [
    'mutation.score, measured',
    ['mutation score: 95% was claimed, 100 was measured'],
    () =>
      validates('pass', {
        entry: results({ mutation: { status: 'pass', score: '95%' } }),
        ...{ files: { [MUTANTS]: mutantsText(95, 100) }, options: { commands: ['mutation'] } },
      }),
  ],
  [
    'mutation: below the mark',
    ['pass was claimed, 60% stands in', '85% is enough'],
    () =>
      validates('pass', {
        entry: results({ mutation: { status: 'pass' } }),
        files: { [MUTANTS]: mutantsText(60, 100) },
      }),
  ],
  [
    'mutation.threshold',
    ['50% was claimed, 85% is policy.mutation'],
    () =>
      validates('pass', {
        entry: results({ mutation: { status: 'not_applicable', notes: 'none', threshold: '50%' } }),
      }),
  ],
  [
    'mutation_report.txt that says nothing',
    ['expected one of', 'other text'],
    () =>
      validates('pass', {
        entry: results({ mutation: { status: 'pass', score: '91%' } }),
        files: { [MUTANTS]: 'killed most of them\n' },
      }),
  ],
  [
    'security_scan.json that is no scan',
    ['expected one of', 'other JSON'],
    () => validates('pass', { files: { [SCAN]: '{"tool": "review", "findings": []}' } }),
  ],
  [
    'security.status: a finding in a changed file',
    ['the verdict is pass', 'a finding that is high: sql-injection', 'src/t001.js'],
    () =>
      validates('pass', {
        files: { [SCAN]: scanText([{ rule: 'sql-injection', level: 'error', file: 'src/t001.js' }]) },
      }),
  ],
  [
    'security.vulnerabilities',
    ['vulnerabilities: 0 was claimed, 2 stands in artifacts/validator/security_scan.json'],
    () =>
      validates('pass', {
        entry: results({ security: { status: 'pass', vulnerabilities: 0 } }),
        files: {
          [SCAN]: scanText(['a', 'b'].map((rule) => ({ rule, level: 'warning', file: 'src/base.js' }))),
        },
      }),
  ],
  [
    'security.vulnerabilities by severity',
    ['vulnerabilities.high: 3 was claimed, 0 stands in'],
    () =>
      validates('pass', { entry: results({ security: { status: 'pass', vulnerabilities: { high: 3 } } }) }),
  ],
  [
    'security.report',
    ['artifacts/validator/owasp.json was claimed', SCAN],
    () =>
      validates('pass', {
        entry: results({ security: { status: 'pass', report: 'artifacts/validator/owasp.json' } }),
      }),
  ],
  [
    'accessibility',
    ['accessibility is not_applicable', 'web/page.html'],
    () => {
      const run = new H3aInMemory();
      const page = {
        'web/page.html': 'T001\n',
        'test/t001.test.js': 'test does T001: web/page.html has T001\n',
      };
      run.planned({ task: { files_affected: Object.keys(page) } });
      run.executed({ change: page });
      return run.validated();
    },
  ],
  [
    'dod_checklist.total',
    ['dod_checklist.total: 4 was claimed, 3 is the number of criteria'],
    () =>
      validates('pass', {
        entry: results({ dod_checklist: { status: 'pass', total: 4, met: 3, unmet: [] } }),
      }),
  ],
  [
    'dod_checklist.met',
    ['dod_checklist.met: 1 was claimed, 2 is the number'],
    () => validates('fail', { entry: results({ dod_checklist: { ...BACK, met: 1 } }) }),
  ],
  [
    'dod_checklist.unmet',
    ['["it is fast"] was claimed', CRITERIA[2]!],
    () => validates('fail', { entry: results({ dod_checklist: { ...BACK, unmet: ['it is fast'] } }) }),
  ],
  [
    'dod_checklist.status',
    ['pass was claimed, 2 of 3 met'],
    () => validates('pass_with_notes', { entry: results({ dod_checklist: { ...BACK, status: 'pass' } }) }),
  ],
  [
    'gate_status',
    ['G2_failed was claimed, G2_passed goes with the verdict pass'],
    () => validates('pass', { entry: { gate_status: 'G2_failed' } }),
  ],
  [
    'gate_status of a verdict that sends back',
    ['G2_passed was claimed, G2_failed goes with the verdict fail'],
    () => validates('fail', { entry: { gate_status: 'G2_passed' } }),
  ],
  [
    'approval_for_next_task',
    ['the verdict is fail', 'approval_for_next_task is true'],
    () => validates('fail', { entry: { approval_for_next_task: true } }),
  ],
  [
    'approval_for_next_task of an escalation',
    ['true was claimed, escalation is the verdict'],
    () => validates('escalation', { entry: { approval_for_next_task: true } }),
  ],
  [
    'remediation_plan',
    ['fix src/t001.js was claimed, pass is the verdict'],
    () => validates('pass', { entry: { remediation_plan: 'fix src/t001.js' } }),
  ],
  [
    'artifacts',
    ['artifacts/validator/a11y_report.json was claimed', SCAN],
    () => validates('pass', { entry: { artifacts: [SCAN, 'artifacts/validator/a11y_report.json'] } }),
  ],
];

describe.each<[string, readonly Lie[]]>([
  ['the planner', PLANNER],
  ['the executor', EXECUTOR],
  ['the validator', VALIDATOR],
])('a lie of %s', (_, lies) => {
  it.each(lies.map((lie) => [lie[0], lie] as const))('%s', (__, lie) => check(lie));
});

describe('a rejection', () => {
  it('is by a code of its own, and leaves the same words in the ledger', () => {
    const run = printing();
    run.planned();
    const came = run.executed({ files: HONEST, entry: { iteration_count: 3 } });
    expect(codesOf(came)).toEqual(['CLAIM_DIFFERS']);
    expect(run.ledger.at(-1)).toContain('iteration_count: 3 was claimed, 1 is the round of this task');
  });
});

const done = (met: (criterion: string) => Json): Json => ({
  definition_of_done: CRITERIA.map((criterion) => ({ criterion, ...met(criterion) })),
});

describe('what is true', () => {
  it.each<[string, string, () => Came]>([
    [
      'a plan without optional fields',
      'accepted ready',
      () =>
        plans({
          tasks_created: undefined,
          research_findings: undefined,
          artifacts: undefined,
          gate_status: undefined,
          roadmap_status: undefined,
          timestamp: undefined,
        }),
    ],
    [
      'a plan in other words',
      'accepted ready',
      () => plans({ roadmap_status: '1 task, in progress: not complete yet', gate_status: 'G0_complete' }),
    ],
    [
      'a plan that says the same twice',
      'accepted ready',
      () => plans({ tdd_strategy: { T001: taskOf('T001')['tdd_plan'] } }),
    ],
    ['work as it is', 'accepted done', () => executes({})],
    [
      'work without optional fields',
      'accepted done',
      () =>
        executes({
          entry: {
            timestamp: undefined,
            commands_run: undefined,
            iteration_count: undefined,
            gate_status: undefined,
            artifacts: undefined,
            tdd_phases: { red: { test_file: 'test/t001.test.js' }, green: {} },
          },
        }),
    ],
    [
      'the same command spelled otherwise',
      'accepted done',
      () => executes({ entry: ran(['npm  t', 1, RED], ['npm run test', 0, GREEN]) }),
    ],
    [
      'a RED run without a file that is named',
      'accepted done',
      () => executes({ entry: ran(['npm test', 2], ['npm test', 0]) }),
    ],
    [
      'a narrower command, which is stated',
      'accepted done',
      () =>
        executes({
          entry: ran(['npm test', 1, RED], ['npx toy test/t001.test.js', 0, GREEN]),
          files: { [GREEN]: tap([{ name: 'does T001', status: 'passed' }]) },
        }),
    ],
    [
      'a RED output of the one file',
      'accepted done',
      () => executes({ files: { [RED]: tap([{ name: 'does T001', status: 'failed' }]) } }),
    ],
    [
      'a RED output of a file that could not be loaded',
      'accepted done',
      () => executes({ files: { [RED]: tap([{ name: 'test/t001.test.js', status: 'failed' }]) } }),
    ],
    [
      'paths spelled otherwise, in another order',
      'accepted done',
      () => executes({ entry: { files_changed: ['./test/t001.test.js', 'src//t001.js'] } }),
    ],
    [
      'a criterion that is not met, and says why',
      'accepted done',
      () =>
        executes({
          entry: done((one) =>
            one === CRITERIA[0] ? { met: false, notes: 'two lines are left' } : { met: true },
          ),
        }),
    ],
    [
      'criteria in another order, with other blanks',
      'accepted done',
      () =>
        executes({
          entry: {
            definition_of_done: CRITERIA.toReversed().map((criterion) => ({
              criterion: ` ${criterion.replace(' ', '  ')}\n`,
              met: true,
            })),
          },
        }),
    ],
    [
      'both ends of a rename',
      'accepted done',
      () =>
        executes({
          task: {
            files_affected: ['src/t001.js', 'src/base.js', 'src/new.js', 'test/t001.test.js'].slice(0, 4),
          },
          entry: {
            files_changed: ['src/new.js', 'src/base.js', 'test/t001.test.js'],
            ...phases({ green: { implementation_file: 'src/new.js' } }),
          },
          options: { evidence: renamed, policy: { files: 10 } },
        }),
    ],
    [
      'a coverage report of the tool',
      'accepted done',
      () =>
        executes({
          files: {
            [COVERAGE]: text({
              total: { lines: { total: 10, covered: 10 } },
              'src/t001.js': { lines: { total: 10, covered: 10 } },
            }),
          },
        }),
    ],
    ['a verdict as it is', 'accepted pass', () => validates('pass', {})],
    ['a verdict with a plan', 'accepted fail', () => validates('fail', {})],
    [
      'a verdict without optional fields',
      'accepted pass',
      () =>
        validates('pass', {
          entry: {
            timestamp: undefined,
            gate_status: undefined,
            artifacts: undefined,
            remediation_plan: undefined,
            notes: undefined,
          },
        }),
    ],
    [
      'a criterion that is not met, with its number behind',
      'accepted pass_with_notes',
      () =>
        validates('pass_with_notes', {
          entry: results({
            dod_checklist: {
              status: 'partial',
              total: 3,
              met: 2,
              unmet: [`${CRITERIA[2]}: it is 89.9%`],
              notes: 'near',
            },
          }),
        }),
    ],
    [
      'a mutation score that its file shows',
      'accepted pass',
      () =>
        validates('pass', {
          entry: results({ mutation: { status: 'pass', score: '91.3%', threshold: '85%' } }),
          files: { [MUTANTS]: mutantsText(913, 1_000) },
        }),
    ],
    [
      'a finding in a file that was not changed, which is told',
      'accepted pass',
      () =>
        validates('pass', {
          files: { [SCAN]: scanText([{ rule: 'old', level: 'error', file: 'src/base.js' }]) },
        }),
    ],
    [
      'a finding that sends the work back',
      'accepted fail',
      () =>
        validates('fail', {
          entry: results({
            dod_checklist: BACK,
            security: { status: 'fail', vulnerabilities: 1, notes: 'sql' },
          }),
          files: { [SCAN]: scanText([{ rule: 'sql', level: 'error', file: 'src/t001.js' }]) },
        }),
    ],
    [
      'green tests that the validator does not trust',
      'accepted fail',
      () =>
        validates('fail', {
          entry: results({ dod_checklist: BACK, tests: { status: 'fail', notes: 'the edge is not tested' } }),
        }),
    ],
  ])('%s', (_, wanted, came) => {
    const found = came();
    expect(shortly(found), wordsOf(found)).toBe(wanted);
  });

  it('counts with or without the failures that are known, and the exit that they lead to', () => {
    const project = {
      'src/base.js': 'base\n',
      'test/base.test.js':
        'test keeps the base: src/base.js has base\ntest is red: src/base.js has nothing\n',
    };
    const all = { total: 3, passed: 2, failed: 1, skipped: 0 };
    const without = { total: 2, passed: 2, failed: 0, skipped: 0 };
    const green = ['keeps the base', 'is red', 'does T001'].map((name) => ({
      name,
      status: name === 'is red' ? 'failed' : 'passed',
    }));
    for (const [tests, exit] of [
      [all, 1],
      [without, 0],
    ] as const) {
      const came = executes({
        ...{ options: { project }, task: { known_failures: ['is red'] } },
        entry: { ...ran(['npm test', 1, RED], ['npm test', exit, GREEN]), quality_metrics: { tests } },
        files: { [GREEN]: tap(green) },
      });
      expect(shortly(came), wordsOf(came)).toBe('accepted done');
    }
  });

  it('of a second round is the second round, with the files of all or of this one', () => {
    for (const files of [['src/t001.js', 'test/t001.test.js'], ['src/t001.js']]) {
      const run = printing();
      run.planned();
      run.executed({ files: HONEST });
      run.validated('needs_remediation');
      const change = { ...workOf('T001'), 'src/t001.js': "export const name = 'T001'; // better\n" };
      const came = run.executed({ files: HONEST, change, entry: { files_changed: files } });
      expect(shortly(came), wordsOf(came)).toBe('accepted done');
      expect(run.json('executor_report.json')).toMatchObject({
        tdd_cycles: [{ iteration_count: 1 }, { iteration_count: 2 }],
      });
    }
  });
});
