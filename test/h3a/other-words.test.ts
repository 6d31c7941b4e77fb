// The same report in other words: what is true is accepted, and the nearest lie in the same words is not.
import { describe, expect, it } from 'vitest';
import { type Json, scanText } from '../fixtures/h3a-documents.ts';
import type { Came } from '../fixtures/h3a-in-memory.ts';
import {
  CRITERIA,
  executes,
  GREEN,
  phases,
  plans,
  RED,
  ran,
  results,
  SCAN,
  validates,
} from '../fixtures/h3a-report-lies.ts';
import { shortly, wordsOf } from '../fixtures/h3a-verdicts.ts';

const done = (words: (criterion: string, at: number) => string): Json => ({
  definition_of_done: CRITERIA.map((criterion, at) => ({ criterion: words(criterion, at), met: true })),
});

const scanned = (file: string): Came =>
  validates('pass', { files: { [SCAN]: scanText([{ rule: 'sql', level: 'error', file }]) } });

const TRUE: readonly [string, string, () => Came][] = [
  [
    'files with blanks around, one of them twice',
    'accepted done',
    () =>
      executes({ entry: { files_changed: [' src/t001.js', 'test/t001.test.js ', './test/t001.test.js'] } }),
  ],
  [
    'outputs by their bare names',
    'accepted done',
    () =>
      executes({
        entry: {
          ...phases({
            red: { failure_output: 'test_output_red.txt' },
            green: { test_output: './test_output_green.txt' },
          }),
          ...ran(['npm test', 1, 'test_output_red.txt'], ['npm test', 0, 'test_output_green.txt']),
          artifacts: ['artifacts/executor/'],
        },
      }),
  ],
  ...['/usr/bin/npm test', 'CI=1 npm test', 'npm run -s test', 'npm test --silent', 'npm test 2>&1'].map(
    (line): [string, string, () => Came] => [
      `the command as ${line}`,
      'accepted done',
      () => executes({ entry: ran([line, 1, RED], [line, 0, GREEN]) }),
    ],
  ),
  ...["'does T001'", '`does T001`', '"does T001"', ' does  T001\n'].map(
    (name): [string, string, () => Came] => [
      `the test as ${JSON.stringify(name)}`,
      'accepted done',
      () => executes({ entry: phases({ red: { test_name: name } }) }),
    ],
  ),
  [
    'the file of the test with a line',
    'accepted done',
    () => executes({ entry: phases({ red: { test_file: 'test/t001.test.js:3' } }) }),
  ],
  [
    'criteria as a numbered list',
    'accepted done',
    () => executes({ entry: done((one, at) => `${at + 1}. ${one}.`) }),
  ],
  [
    'criteria as checked boxes, without back ticks',
    'accepted done',
    () => executes({ entry: done((one) => `- [x] ${one.replaceAll('`', '')}`) }),
  ],
  ['tasks with their titles', 'accepted ready', () => plans({ tasks_created: ['T001: Bring T001'] })],
  ['a share of tasks', 'accepted ready', () => plans({ roadmap_status: '0/1 tasks completed' })],
  ['a role with a capital letter', 'accepted ready', () => plans({}, { assigned_to: 'Executor' })],
  ['a finding elsewhere', 'accepted pass', () => scanned('/home/ann/shop/src/base.js')],
];

const FALSE: readonly [string, string, () => Came][] = [
  ...['/usr/bin/npm test', 'CI=1 npm test', 'npm run -s test', 'npm test --', 'npm test > red.txt 2>&1'].map(
    (line): [string, string, () => Came] => [
      `the exit of ${line}`,
      '0 was claimed, 1 was measured',
      () => executes({ entry: ran([line, 0, RED], ['npm test', 0, GREEN]) }),
    ],
  ),
  [
    'the exit behind a bare name',
    '0 was claimed, 1 was measured',
    () => executes({ entry: ran(['npm test', 0, 'test_output_red.txt']) }),
  ],
  [
    'outputs that are swapped',
    'is the output of the red phase',
    () => executes({ entry: phases({ red: { failure_output: GREEN }, green: { test_output: RED } }) }),
  ],
  [
    'outputs that are swapped, by their bare names',
    'is the output of the green phase',
    () => executes({ entry: phases({ green: { test_output: 'test_output_red.txt' } }) }),
  ],
  [
    'a test in the place of the implementation',
    'src/t001.js is the code of this change',
    () => executes({ entry: phases({ green: { implementation_file: './test/t001.test.js' } }) }),
  ],
  [
    'a phase before the plan',
    'is the time of the plan',
    () => executes({ entry: phases({ red: { timestamp: '2026-11-14T09:30:00Z' } }) }),
  ],
  [
    'the same criterion met and not met',
    'twice was claimed',
    () =>
      executes({
        entry: {
          definition_of_done: [
            ...CRITERIA.map((criterion) => ({ criterion, met: true })),
            { criterion: CRITERIA[0], met: false, notes: 'not yet' },
          ],
        },
      }),
  ],
  [
    'a criterion with another number',
    'stands in state/CURRENT_TASK.json',
    () => executes({ entry: done((one) => `- ${one.replace('90%', '9%')}`) }),
  ],
  [
    'coverage among the metrics',
    '12% was claimed, 100.0% is coverage_absolute',
    () => executes({ entry: { quality_metrics: { coverage: { absolute: '12%' } } } }),
  ],
  [
    'tests that pass no more, in quotes',
    'test_still_passing: false was claimed, true was measured',
    () => executes({ entry: phases({ refactor: { test_still_passing: 'false' } }) }),
  ],
  ...['/home/ann/shop/src/t001.js', 'file:///home/ann/shop/src/t001.js', './src/t001.js'].map(
    (file): [string, string, () => Came] => [
      `a finding in ${file}`,
      'has a finding that is high',
      () => scanned(file),
    ],
  ),
  [
    'criteria that do not apply',
    'not_applicable was claimed',
    () =>
      validates('pass', {
        entry: results({ dod_checklist: { status: 'not_applicable', notes: 'a small task' } }),
      }),
  ],
  ...['.', '*', '**/*', './'].map((entry): [string, string, () => Came] => [
    `${entry} for the files of the task`,
    'means every file',
    () => plans({}, { files_affected: [entry] }),
  ]),
  ['every test released', 'means every file', () => plans({}, { released: ['**'] })],
  [
    'one criterion three times',
    'expected at least 3 criteria, got 1',
    () => plans({}, { definition_of_done: [CRITERIA[0], `- ${CRITERIA[0]}`, `${CRITERIA[0]}.`] }),
  ],
  [
    'a criterion that always holds',
    'expected a criterion that can fail, got `echo ok`',
    () => plans({}, { definition_of_done: [...CRITERIA, '`echo ok` exits with 0'] }),
  ],
  [
    'a share that is not so',
    '1/1 tasks completed was claimed',
    () => plans({ roadmap_status: '1/1 tasks completed' }),
  ],
  ['tasks of another title', '"T009"', () => plans({ tasks_created: ['T009: Bring T001'] })],
];

describe('what is true in other words', () => {
  it.each(TRUE)('%s', (_, wanted, came) => {
    const found = came();
    expect(shortly(found), wordsOf(found)).toBe(wanted);
  });
});

describe('what is not', () => {
  it.each(FALSE)('%s', (_, words, came) => {
    const found = came();
    expect(found.came, shortly(found)).toBe('rejected');
    expect(wordsOf(found)).toContain(words);
  });
});
