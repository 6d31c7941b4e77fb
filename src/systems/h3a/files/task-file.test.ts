import { describe, expect, it } from 'vitest';
import { taskOf, text } from '../../../../test/fixtures/h3a-documents.ts';
import { isError } from '../../../model/problem.ts';
import { parseTask, preflightProblems } from './task-file.ts';

const form = (value: unknown) =>
  parseTask(typeof value === 'string' ? value : text(value), 'CURRENT_TASK.json')
    .problems.filter(isError)
    .map(({ code }) => code);
const preflight = (value: unknown) =>
  preflightProblems(text(value), 'CURRENT_TASK.json').map(({ code, field }) => `${code} ${field}`);

describe('a task', () => {
  it('is read with what its planner answers for', () => {
    const task = taskOf('T001', {
      known_failures: ['is red', 7],
      released: ['test/old.test.js'],
      dependencies: ['T000'],
    });
    expect(parseTask(text(task), 'CURRENT_TASK.json').value).toMatchObject({
      task: 'T001',
      files: ['src/t001.js', 'test/t001.test.js'],
      knownFailures: ['is red'],
      released: ['test/old.test.js'],
      dependencies: ['T000'],
      plan: { refactor: 'Nothing: it is one line' },
    });
  });

  it('may have criteria that come with their command', () => {
    const done = [
      { item: 'Tests pass', command: 'npm test' },
      { criterion: 'It is small' },
      'src/t001.js exists',
      7,
    ];
    expect(parseTask(text(taskOf('T001', { definition_of_done: done })), 'x').value?.criteria).toEqual([
      'Tests pass',
      'It is small',
      'src/t001.js exists',
    ]);
  });
});

describe('the two kinds of no', () => {
  it('what cannot be read is its form', () => {
    expect(form('{')).toEqual(['JSON_SYNTAX']);
    expect(form('[]')).toEqual(['FIELD_INVALID']);
    expect(form(taskOf('T001', { status: 'great' }))).toEqual(['FIELD_INVALID']);
    expect(form(taskOf('T001', { status: 'planned | ready_for_execution' }))).toEqual([
      'HANDOFF_STATUS_AMBIGUOUS',
    ]);
  });

  it('what is missing or vague is the receiver’s', () => {
    const bad = taskOf('T001', {
      tdd_plan: { red: 'Write tests', green: null },
      definition_of_done: ['Fast'],
      files_affected: [],
    });
    expect(form(bad)).toEqual([]);
    expect(preflight(bad)).toEqual(
      expect.arrayContaining([
        'HANDOFF_VAGUE tdd_plan.red',
        'FIELD_INVALID tdd_plan.green',
        'FIELD_MISSING tdd_plan.refactor',
        'FIELD_INVALID files_affected',
        'FIELD_INVALID definition_of_done',
      ]),
    );
    expect(preflight(taskOf('T001'))).toEqual([]);
  });
});
