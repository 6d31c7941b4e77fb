// Payloads in the shapes that Claude Code sends: recorded from 2.1.325, and older ones.

const common = {
  session_id: 'session-1',
  transcript_path: '/nowhere/session-1.jsonl',
  permission_mode: 'acceptEdits',
  effort: { level: 'medium' },
};

type Fields = Readonly<Record<string, unknown>>;

export const subagentStop = (text: string, more: Fields = {}): string =>
  JSON.stringify({
    ...common,
    prompt_id: '201f3f1c-0d6e-450e-880e-4aaf62152747',
    agent_id: 'a4c561b389420b95e',
    agent_type: 'unit-testing-agent',
    hook_event_name: 'SubagentStop',
    stop_hook_active: false,
    agent_transcript_path: '/nowhere/subagents/agent-a4c561b389420b95e.jsonl',
    last_assistant_message: text,
    background_tasks: [{ id: 'a4c561b389420b95e', type: 'subagent', status: 'running' }],
    session_crons: [],
    ...more,
  });

/** Before 2.0.42: nothing says which subagent it was, or what it said. */
export const oldSubagentStop = (): string =>
  JSON.stringify({ ...common, hook_event_name: 'SubagentStop', stop_hook_active: false });

export const toolUse = (text: string, more: Fields = {}, response: Fields = {}): string =>
  JSON.stringify({
    ...common,
    hook_event_name: 'PostToolUse',
    tool_name: 'Agent',
    tool_input: {
      ...{ description: 'test it', prompt: 'Test task-12.', subagent_type: 'unit-testing-agent' },
      run_in_background: false,
    },
    tool_response: {
      ...{ status: 'completed', prompt: 'Test task-12.', agentId: 'a4c561b389420b95e' },
      agentType: 'unit-testing-agent',
      content: [{ type: 'text', text }],
      ...{ totalDurationMs: 440, totalTokens: 20, totalToolUseCount: 0, canContinueAgent: true },
      ...response,
    },
    tool_use_id: 'toolu_7c6ff1c98b144a319feab723',
    ...more,
  });

export const launched = (agent: string): string =>
  JSON.stringify({
    ...common,
    hook_event_name: 'PostToolUse',
    tool_name: 'Agent',
    tool_input: { description: 'fix it', prompt: 'Fix task-12.', subagent_type: agent },
    tool_response: { isAsync: true, status: 'async_launched', agentId: 'b77', prompt: 'Fix task-12.' },
    duration_ms: 21,
  });

/** The tool as it was called before, without the name of the subagent in its response. */
export const oldToolUse = (text: string): string =>
  JSON.stringify({
    ...common,
    hook_event_name: 'PostToolUse',
    tool_name: 'Task',
    tool_input: { description: 'test it', prompt: 'Test.', subagent_type: 'unit-testing-agent' },
    tool_response: { content: [{ type: 'text', text }], totalDurationMs: 440 },
  });

export const stop = (active = false): string =>
  JSON.stringify({
    ...common,
    hook_event_name: 'Stop',
    stop_hook_active: active,
    last_assistant_message: 'Ok.',
  });
