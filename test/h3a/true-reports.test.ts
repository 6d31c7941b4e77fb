// What is true, said in other words or left out where it may be: nobody is refused for it.
import { describe, expect, it } from 'vitest';
import { type Json, mutantsText, scanText, taskOf, text, workOf } from '../fixtures/h3a-documents.ts';
import type { Came } from '../fixtures/h3a-in-memory.ts';
import {
  COVERAGE,
  CRITERIA,
  executes,
  GREEN,
  HONEST,
  MUTANTS,
  phases,
  plans,
  printing,
  RED,
  ran,
  renamed,
  results,
  SCAN,
  tap,
  validates,
} from '../fixtures/h3a-report-lies.ts';
import { shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

const BACK = { status: 'fail', total: 3, met: 2, unmet: [CRITERIA[0]] };

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
