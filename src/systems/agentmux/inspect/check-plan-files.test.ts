import { describe, expect, it } from 'vitest';
import { eachCase, expectProblems, setState } from './check-cases.fixture.ts';
import { checkRun } from './check-run.ts';
import { edit, editState, soundRun } from './run.fixture.ts';

describe('the plan', () => {
  eachCase([
    [
      'plan.yaml missing',
      (run) => run.delete('04_planning/plan.yaml'),
      ['error', 'FILE_MISSING', '04_planning/plan.yaml', 'in the phase done'],
    ],
    [
      'plan_2.md missing',
      (run) => run.delete('04_planning/plan_2.md'),
      ['error', 'FILE_MISSING', '04_planning/plan_2.md', 'which 04_planning/plan.yaml makes'],
    ],
    [
      'plan_2.md changed',
      (run) =>
        edit(run, '04_planning/plan_2.md', (text) => text.replace('## Scope\n\ns\n', '## Scope\n\nmore\n')),
      ['error', 'PROJECTION_CHANGED', '04_planning/plan_2.md 5', 'expected "s" here'],
    ],
    [
      'tasks_1.md with a task more',
      (run) => edit(run, '04_planning/tasks_1.md', (text) => `${text}- [ ] z\n`),
      ['error', 'PROJECTION_CHANGED', '04_planning/tasks_1.md 5', 'expected "" here'],
    ],
    [
      'tasks that are ticked off',
      (run) => edit(run, '04_planning/tasks_1.md', (text) => text.replace('[ ] x', '[x] x')),
    ],
    [
      'plan.md changed',
      (run) => run.set('04_planning/plan.md', '# Other\n'),
      ['error', 'PROJECTION_CHANGED', '04_planning/plan.md 1', 'expected "# Plan" here'],
    ],
    [
      'execution_plan.yaml missing',
      (run) => run.delete('04_planning/execution_plan.yaml'),
      ['error', 'FILE_MISSING', '04_planning/execution_plan.yaml', 'there is none'],
    ],
    [
      'execution_plan.yaml in other groups',
      (run) =>
        edit(run, '04_planning/execution_plan.yaml', (text) =>
          text.replace('mode: parallel', 'mode: serial'),
        ),
      ['error', 'PROJECTION_CHANGED', '04_planning/execution_plan.yaml 8', 'not the groups and sub-plans'],
    ],
    [
      'execution_plan.yaml in another notation',
      (run) =>
        edit(run, '04_planning/execution_plan.yaml', (text) =>
          text.replace('group_id: impl', 'group_id: "impl"'),
        ),
    ],
    [
      'files of an earlier plan',
      (run) => run.set('04_planning/plan_4.md', '# t4\n').set('04_planning/tasks_4.md', '# Tasks: t4\n'),
      [
        'warning',
        'PROJECTION_CHANGED',
        '04_planning/plan_4.md',
        'plan_4.md, 04_planning/tasks_4.md: the plan has no sub-plan 4',
      ],
    ],
    [
      'another count of sub-plans',
      setState('subplan_count', 4),
      ['error', 'RUN_INCONSISTENT', 'state.json subplan_count 7', 'subplan_count is 4, but the plan has 3'],
    ],
    [
      'another count of groups',
      setState('implementation_group_total', 5),
      ['error', 'RUN_INCONSISTENT', 'state.json implementation_group_total 10', 'but the plan has 2 groups'],
    ],
    [
      'a group beyond the last',
      setState('implementation_group_index', 3),
      ['error', 'RUN_INCONSISTENT', 'state.json implementation_group_index 11', 'is 3 of 2 groups'],
    ],
    [
      'a group that the plan does not have',
      setState('implementation_completed_group_ids', ['foundation', 'extra']),
      ['error', 'RUN_INCONSISTENT', 'state.json implementation_completed_group_ids 15', 'names extra'],
    ],
    [
      'a completed sub-plan that the plan does not have',
      setState('completed_subplans', [9]),
      ['error', 'RUN_INCONSISTENT', 'state.json completed_subplans 8', 'names 9'],
    ],
  ]);

  it('with errors has only these, whatever was made from it', () => {
    const run = soundRun();
    edit(run, '04_planning/plan.yaml', (text) => text.replace('mode: parallel', 'mode: sideways'));
    const found = checkRun(run);
    expect(found.length).toBeGreaterThan(0);
    expect([...new Set(found.map(({ file }) => file))]).toEqual(['04_planning/plan.yaml']);
  });

  it('may be ahead of what is made from it while it is being planned', () => {
    const run = soundRun();
    run.delete('08_completion/approval.json');
    edit(run, '04_planning/plan.yaml', (text) => text.replace('title: t1', 'title: another'));
    editState(run, (state) =>
      Object.assign(state, { phase: 'planning', last_event: 'changes_requested', review_iteration: 0 }),
    );
    expectProblems(run, []);
  });
});
