import { describe, it } from 'vitest';
import { eachCase, expectProblems } from './check-cases.fixture.ts';
import { editLog, editState, type Run, signal, soundRun } from './run.fixture.ts';

describe('the markers', () => {
  eachCase([
    [
      'one without a sub-plan',
      (run) => run.set('06_implementation/done_99', ''),
      ['error', 'RUN_INCONSISTENT', '06_implementation/done_99', 'that the plan does not have'],
    ],
    [
      'one of them gone in a fix round',
      (run) => run.delete('06_implementation/done_3'),
      ['warning', 'RUN_INCONSISTENT', '06_implementation/done_3', 'done_3 missing: the fix round deleted'],
    ],
    [
      'all of them by one coder, with one signal',
      (run) => {
        editLog(run, (text) => text.replaceAll(/^.*"subplan_index": [23].*\n/gm, ''));
        editState(run, (state) => {
          state['implementation_single_coder'] = true;
        });
      },
    ],
    [
      'one that nobody signalled',
      (run) => {
        editLog(run, (text) => text.replaceAll(/^.*"subplan_index": 2.*\n/gm, ''));
      },
      [
        'error',
        'RUN_INCONSISTENT',
        '06_implementation/done_2',
        'nobody signalled submit_done for sub-plan 2',
      ],
    ],
  ]);

  const implementing = (): Run => {
    const run = soundRun();
    for (const name of [...run.keys()]) if (/^0[78]/.test(name) || name.includes('done_3')) run.delete(name);
    editLog(run, (text) => text.split('\n').slice(0, 5).join('\n').concat('\n'));
    signal(run, 'submit_done', { subplan_index: 2 });
    editState(run, (state) => {
      for (const key of ['active_reviews', 'review_results', 'awaiting_summary']) delete state[key];
      Object.assign(state, {
        phase: 'implementing',
        last_event: 'plan_written',
        review_iteration: 0,
        completed_subplans: [2],
        implementation_completed_group_ids: ['foundation'],
      });
    });
    return run;
  };

  it('of a run that is being implemented are as many as there are signals', () => {
    expectProblems(implementing(), []);
  });

  it('must be there for each signal', () => {
    const run = implementing();
    run.delete('06_implementation/done_2');
    expectProblems(run, [
      [
        'error',
        'RUN_INCONSISTENT',
        '06_implementation/done_2',
        'done_2 missing although submit_done was signalled',
      ],
    ]);
  });

  it('must all be there when the review begins', () => {
    const run = implementing();
    editState(run, (state) =>
      Object.assign(state, {
        phase: 'reviewing',
        last_event: 'implementation_completed',
        completed_subplans: [],
      }),
    );
    expectProblems(run, [
      ['error', 'RUN_INCONSISTENT', '06_implementation/done_3', 'done_3 missing, but the phase is reviewing'],
    ]);
  });
});
