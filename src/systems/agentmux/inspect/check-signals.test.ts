import { describe } from 'vitest';
import { eachCase } from './check-cases.fixture.ts';
import { edit, editLog, editState, signal, soundRun } from './run.fixture.ts';

/** The plan of the run with its first sub-plan only. */
const onePlan = soundRun()
  .get('04_planning/plan.yaml')!
  .replace(/- group_id: impl[\s\S]*?(?=needs_design)/, '')
  .replace(/- acceptance_criteria: c\n {2}dependencies: None[\s\S]*?(?=version: 2)/, '');

describe('the signals', () => {
  eachCase([
    [
      'a sub-plan that the plan does not have, with its marker',
      (run) => {
        editLog(run, (text) =>
          text.replace(
            '{"subplan_index": 3}',
            '{"subplan_index": 3}}\n{"tool": "submit_done", "payload": {"subplan_index": 99}',
          ),
        );
        run.set('06_implementation/done_99', '');
      },
      ['error', 'FIELD_INVALID', 'tool_events.jsonl payload.subplan_index 7', 'submit_done for sub-plan 99'],
    ],
    [
      'a fix that another signal ended',
      (run) => {
        editLog(run, (text) => {
          const lines = text.split('\n');
          lines[9] = lines[9]!.replace('"subplan_index": 1', '"subplan_index": 2');
          return lines.join('\n');
        });
      },
      [
        'error',
        'RUN_INCONSISTENT',
        'tool_events.jsonl payload.subplan_index 10',
        'submit_done for sub-plan 2 ended fix round 1',
      ],
    ],
    [
      'a review without a role where several review',
      (run) => {
        editLog(run, (text) => text.replace('"payload": {"role": "reviewer_quality"}', '"payload": {}'));
      },
      [
        'error',
        'FIELD_MISSING',
        'tool_events.jsonl payload.role 9',
        'expected one of reviewer_logic, reviewer_quality',
      ],
    ],
    [
      'something after the end',
      (run) => signal(run, 'submit_done', { subplan_index: 1 }),
      [
        'warning',
        'RUN_INCONSISTENT',
        'tool_events.jsonl tool 13',
        'submit_done came after all reviews had passed',
      ],
    ],
    [
      'one that was not applied',
      (run) => edit(run, 'tool_event_state.json', (text) => text.replace('1415', '1306')),
      [
        'error',
        'RUN_INCONSISTENT',
        'tool_event_state.json applied_cursor 3',
        '1 of 12 signals were not applied',
      ],
    ],
    [
      'one that was not applied, and that the state cannot know',
      (run) => {
        const cursor = run.get('tool_event_state.json')!;
        signal(run, 'research_dispatch_web', { topic: 'late', context: 'c', questions: ['q'] });
        run.set('tool_event_state.json', cursor);
      },
      [
        'error',
        'RUN_INCONSISTENT',
        'tool_event_state.json applied_cursor 3',
        '1 of 13 signals were not applied',
      ],
    ],
    [
      'a fix that a sub-plan ended which the plan does not have',
      (run) =>
        editLog(run, (text) => {
          const lines = text.split('\n');
          lines[9] = lines[9]!.replace('"subplan_index": 1', '"subplan_index": 7');
          return lines.join('\n');
        }),
      ['error', 'FIELD_INVALID', 'tool_events.jsonl payload.subplan_index 10', 'submit_done for sub-plan 7'],
    ],
    [
      'a summary and a question at the end',
      (run) => {
        signal(run, 'submit_summary');
        signal(run, 'ask');
      },
    ],
    [
      'signals of an earlier plan, with other sub-plans',
      (run) =>
        editLog(run, (text) => {
          const earlier = '{"tool": "submit_done", "payload": {"subplan_index": 9}}';
          return text.replace(
            '{"tool": "submit_plan"',
            `{"tool": "submit_plan"}\n${earlier}\n{"tool": "submit_plan"`,
          );
        }),
    ],
    [
      'sub-plans of the plan that is just being replaced',
      (run) => {
        run.delete('08_completion/approval.json');
        edit(run, '04_planning/plan.yaml', () => onePlan);
        editState(run, (state) =>
          Object.assign(state, { phase: 'planning', last_event: 'changes_requested' }),
        );
      },
    ],
    [
      'a review handed in again after files were left out',
      (run) => {
        signal(run, 'submit_review', { role: 'reviewer_logic' });
        signal(run, 'submit_review', { role: 'reviewer_quality' });
        for (const role of ['reviewer_logic', 'reviewer_quality'])
          run.set(`07_review/review_2_${role}.md`, run.get(`07_review/review_1_${role}.md`)!);
      },
    ],
    [
      'a review without a role where only one reviews',
      (run) => {
        editState(run, (state) => {
          delete state['reviewer_nominations'];
        });
        editLog(run, (text) => text.replaceAll('{"role": "reviewer_logic"}', '{}'));
      },
    ],
  ]);
});
