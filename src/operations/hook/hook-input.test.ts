import { expect, it } from 'vitest';
import { readHookInput } from './hook-input.ts';

it.each([
  [
    'Claude Code, Codex and Qwen Code',
    { session_id: 's', transcript_path: '/t', last_assistant_message: 'Done.', stop_hook_active: true },
    { session_id: 's', transcript_path: '/t', last_assistant_message: 'Done.', stop_hook_active: true },
  ],
  [
    'Gemini CLI',
    { session_id: 's', hook_event_name: 'AfterAgent', prompt_response: 'Done.', stop_hook_active: false },
    { session_id: 's', last_assistant_message: 'Done.', hook_event_name: 'AfterAgent' },
  ],
  [
    'GitHub Copilot CLI',
    { sessionId: 's', timestamp: 1, cwd: '/p', transcriptPath: '/t', stopReason: 'end_turn' },
    { session_id: 's', transcript_path: '/t' },
  ],
  ['Copilot at a start', { sessionId: 's', source: 'new' }, { session_id: 's', source: 'startup' }],
])('what %s says is read', (_, told, read) => {
  expect(readHookInput(JSON.stringify(told), 'Stop')).toMatchObject(read);
});

it.each([undefined, '', 'x', '[]', '7', '{"sessionId":7}'])('%j is a sentence', (text) => {
  expect(typeof readHookInput(text, 'Stop')).toBe('string');
});
