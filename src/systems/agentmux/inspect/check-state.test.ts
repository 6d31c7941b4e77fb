import { describe } from 'vitest';
import { eachCase, setState } from './check-cases.fixture.ts';
import { editState } from './run.fixture.ts';

describe('state.json', () => {
  eachCase([
    [
      'missing',
      (run) => run.delete('state.json'),
      ['error', 'FILE_MISSING', 'state.json', 'expected state.json'],
    ],
    ['empty', (run) => run.set('state.json', ''), ['error', 'FILE_EMPTY', 'state.json 1', 'expected JSON']],
    [
      'cut off',
      (run) => run.set('state.json', '{\n  "phase": "rev'),
      ['error', 'JSON_SYNTAX', 'state.json 2', 'not readable as JSON'],
    ],
    [
      'a list',
      (run) => run.set('state.json', '[]'),
      ['error', 'FIELD_INVALID', 'state.json 1', 'expected an object'],
    ],
    [
      'with an unknown phase',
      setState('phase', 'cooking'),
      ['error', 'FIELD_INVALID', 'state.json phase 4', 'got "cooking"'],
    ],
    [
      'with an unknown event',
      setState('last_event', 'x'),
      [
        'error',
        'FIELD_INVALID',
        'state.json last_event 6',
        "Unknown last_event: 'x'. Valid values: ['feature_created', ",
      ],
    ],
    [
      'with an event that does not lead to the phase',
      setState('last_event', 'plan_written'),
      [
        'warning',
        'RUN_INCONSISTENT',
        'state.json last_event 6',
        'last_event is plan_written, which does not lead to the phase done',
      ],
    ],
    [
      'with a count that is a word',
      setState('subplan_count', 'three'),
      ['error', 'FIELD_INVALID', 'state.json subplan_count 7', 'got "three"'],
    ],
    [
      'without a key that is only untidy to miss',
      (run) =>
        editState(run, (state) => {
          delete state['updated_at'];
        }),
      ['warning', 'FIELD_MISSING', 'state.json updated_at 1', 'updated_at is missing'],
    ],
    [
      'without its phase',
      (run) =>
        editState(run, (state) => {
          delete state['phase'];
        }),
      ['error', 'FIELD_MISSING', 'state.json phase 1', 'phase is missing'],
    ],
    [
      'with a nominated role that nobody knows',
      setState('reviewer_nominations', ['reviewer_logic', 'reviewer_quality', 'reviewer_style']),
      [
        'error',
        'FIELD_INVALID',
        'state.json reviewer_nominations[2] 27',
        "Unknown reviewer role 'reviewer_style'. Allowed: ['reviewer_logic', 'reviewer_quality', 'reviewer_expert']",
      ],
    ],
    [
      'with a review that is killed although it is there',
      setState('active_reviews', { reviewer_logic: 'completed', reviewer_quality: 'killed' }),
      [
        'error',
        'RUN_INCONSISTENT',
        'state.json active_reviews.reviewer_quality 30',
        'reviewer_quality is killed',
      ],
    ],
    [
      'with a review that is completed although it is not there',
      setState('active_reviews', {
        reviewer_logic: 'completed',
        reviewer_quality: 'completed',
        reviewer_expert: 'completed',
      }),
      [
        'error',
        'RUN_INCONSISTENT',
        'state.json active_reviews.reviewer_expert 31',
        'there is no review in review_results',
      ],
    ],
    [
      'with a status of a review that nobody knows',
      setState('active_reviews', { reviewer_logic: 'paused' }),
      ['error', 'FIELD_INVALID', 'state.json active_reviews.reviewer_logic 29', 'got "paused"'],
    ],
    [
      'awaiting a summary at the end',
      setState('awaiting_summary', true),
      ['error', 'RUN_INCONSISTENT', 'state.json awaiting_summary 42', 'in reviewing only'],
    ],
    [
      'completing although it is approved',
      setState('phase', 'completing'),
      [
        'error',
        'RUN_INCONSISTENT',
        'state.json phase 4',
        'the phase is still completing although 08_completion/approval.json says approve',
      ],
    ],
  ]);
});

describe('the end of a run', () => {
  eachCase([
    [
      'approval.json cut off',
      (run) => run.set('08_completion/approval.json', '{"action"'),
      ['error', 'JSON_SYNTAX', '08_completion/approval.json 1', 'not readable'],
    ],
    [
      'approval.json with another action',
      (run) => run.set('08_completion/approval.json', '{"action": "maybe"}'),
      ['error', 'FIELD_INVALID', '08_completion/approval.json action 1', 'expected "approve", got "maybe"'],
    ],
    [
      'approval.json with a file that is no name',
      (run) =>
        run.set(
          '08_completion/approval.json',
          '{"action": "approve", "commit_message": "m", "exclude_files": [1]}',
        ),
      ['error', 'FIELD_INVALID', '08_completion/approval.json exclude_files[0] 1', 'expected string, got 1'],
    ],
    [
      'approved without a message, and ended',
      (run) => run.set('08_completion/approval.json', '{"action": "approve", "exclude_files": []}'),
    ],
    [
      'approved with files left out, which is reviewed once more',
      (run) => {
        run.set('08_completion/approval.json', '{"action": "approve", "exclude_files": ["a.txt"]}');
        editState(run, (state) => {
          state['phase'] = 'reviewing';
        });
      },
    ],
    [
      'approved before the end',
      (run) =>
        editState(run, (state) => {
          state['phase'] = 'reviewing';
        }),
      [
        'error',
        'RUN_INCONSISTENT',
        '08_completion/approval.json action',
        'approved, but the phase is reviewing',
      ],
    ],
    [
      'summary.md empty',
      (run) => run.set('08_completion/summary.md', '\n'),
      ['error', 'FILE_EMPTY', '08_completion/summary.md', 'is empty'],
    ],
    [
      'summary.md missing',
      (run) => run.delete('08_completion/summary.md'),
      ['error', 'FILE_MISSING', '08_completion/summary.md', 'in the phase done'],
    ],
    [
      'design.md empty',
      (run) => run.set('05_design/design.md', ''),
      ['error', 'FILE_EMPTY', '05_design/design.md', 'is empty'],
    ],
    [
      'architecture.md missing',
      (run) => run.delete('02_architecting/architecture.md'),
      ['error', 'FILE_MISSING', '02_architecting/architecture.md', 'expected'],
    ],
    [
      'requirements.md missing',
      (run) => run.delete('requirements.md'),
      ['error', 'FILE_MISSING', 'requirements.md', 'expected'],
    ],
  ]);
});
