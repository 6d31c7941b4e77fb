import { describe } from 'vitest';
import { eachCase, setState } from './check-cases.fixture.ts';
import { editLog, editState } from './run.fixture.ts';

describe('research', () => {
  eachCase([
    [
      'summary.md missing',
      (run) => run.delete('03_research/code-auth-flow/summary.md'),
      ['error', 'RUN_INCONSISTENT', 'state.json research_tasks.auth-flow 22', 'is done, but there is no'],
    ],
    [
      'summary.md empty',
      (run) => run.set('03_research/code-auth-flow/summary.md', ' '),
      ['error', 'FILE_EMPTY', '03_research/code-auth-flow/summary.md', 'is empty'],
    ],
    [
      'request.md missing',
      (run) => run.delete('03_research/code-auth-flow/request.md'),
      ['error', 'FILE_MISSING', '03_research/code-auth-flow/request.md', 'expected'],
    ],
    [
      'a status that nobody knows',
      setState('research_tasks', { 'auth-flow': 'lost' }),
      ['error', 'FIELD_INVALID', 'state.json research_tasks.auth-flow 22', 'got "lost"'],
    ],
    [
      'dispatched and never answered',
      (run) => {
        setState('research_tasks', { 'auth-flow': 'dispatched' })(run);
        run.delete('03_research/code-auth-flow/summary.md');
      },
      ['error', 'FILE_MISSING', '03_research/code-auth-flow/summary.md', 'was dispatched, but there is no'],
    ],
    [
      'answered and still dispatched',
      setState('research_tasks', { 'auth-flow': 'dispatched' }),
      ['warning', 'RUN_INCONSISTENT', 'state.json research_tasks.auth-flow 22', 'was signalled as done'],
    ],
    [
      'dispatched twice, and once after planning',
      (run) => {
        const ask = (topic: string) => ({
          topic,
          context: 'c',
          questions: ['q'],
          scope_hints: null,
          research_type: 'code',
        });
        const first = [ask('auth-flow'), ask('late')].map(
          (payload) => `${JSON.stringify({ tool: 'research_dispatch_code', payload })}\n`,
        );
        editLog(run, (text) => first.join('') + text);
      },
      ['error', 'RUN_INCONSISTENT', 'tool_events.jsonl payload.topic 2', 'state.json does not know of it'],
      ['warning', 'RUN_INCONSISTENT', 'tool_events.jsonl payload.topic 3', 'was dispatched before'],
    ],
    [
      'done, but nobody asked for it',
      (run) => {
        const event = { tool: 'submit_research_done', payload: { topic: 'x', type: 'web' } };
        editLog(run, (text) => `${JSON.stringify(event)}\n${text}`);
      },
      ['warning', 'RUN_INCONSISTENT', 'tool_events.jsonl payload.topic 1', 'nobody asked for it'],
    ],
    [
      'dispatched and still at work while it is planned',
      (run) => {
        run.delete('03_research/code-auth-flow/summary.md');
        run.delete('08_completion/approval.json');
        editState(run, (state) =>
          Object.assign(state, {
            phase: 'planning',
            last_event: 'changes_requested',
            research_tasks: { 'auth-flow': 'dispatched' },
          }),
        );
      },
      ['warning', 'FILE_MISSING', '03_research/code-auth-flow/summary.md', 'was dispatched, but there is no'],
    ],
    [
      'begun, and given up since',
      (run) =>
        editState(run, (state) => {
          delete state['research_tasks'];
        }),
      ['warning', 'RUN_INCONSISTENT', 'tool_events.jsonl payload.topic 2', 'nobody asked for it'],
    ],
  ]);
});
