// Every field of the validator's report: one lie each, rejected with both values.
import { describe, it } from 'vitest';
import { mutantsText, scanText } from '../fixtures/h3a-documents.ts';
import { H3aInMemory } from '../fixtures/h3a-in-memory.ts';
import {
  CRITERIA,
  check,
  HONEST,
  type Lie,
  MUTANTS,
  printing,
  results,
  SCAN,
  tap,
  validates,
} from '../fixtures/h3a-report-lies.ts';
import { runCommand } from '../fixtures/h3a-toy-project.ts';

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
describe('a lie of the validator', () => {
  it.each(VALIDATOR.map((lie) => [lie[0], lie] as const))('%s', (_, lie) => check(lie));
});
