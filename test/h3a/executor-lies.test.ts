// Every field of the executor's report: one lie each, rejected with both values.
import { describe, expect, it } from 'vitest';
import { text, workOf } from '../fixtures/h3a-documents.ts';
import {
  COVERAGE,
  CRITERIA,
  check,
  executes,
  GREEN,
  HONEST,
  type Lie,
  phases,
  printing,
  RED,
  ran,
  renamed,
  tap,
} from '../fixtures/h3a-report-lies.ts';
import { codesOf } from '../fixtures/h3a-verdicts.ts';

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
    ['2 passed, 0 failed was claimed, a test that fails is what RED must show'],
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

describe('a lie of the executor', () => {
  it.each(EXECUTOR.map((lie) => [lie[0], lie] as const))('%s', (_, lie) => check(lie));
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
