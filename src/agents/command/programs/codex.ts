// Codex: `codex exec --json`. Its own sandbox keeps what it runs inside its working directory.
import { MODEL_UNKNOWN } from '../../../model/run/usage.ts';
import type { Task } from '../../agent.ts';
import { countOf, recordOf, stringOf, type Take, usageOf } from '../output-reader.ts';
import {
  type AgentProgram,
  besideWork,
  DOOR_SERVER,
  DOOR_TIMEOUT_MS,
  type ProgramOptions,
} from '../program.ts';

const MS = 1_000;

/** A value of its configuration; JSON's strings, numbers and lists are TOML's, too. */
const setting = (key: string, value: unknown): string[] => ['-c', `${key}=${JSON.stringify(value)}`];
const door = (key: string, value: unknown): string[] => setting(`mcp_servers.${DOOR_SERVER}.${key}`, value);

const codexArguments = (task: Task, options: ProgramOptions): string[] => [
  'exec',
  ...(task.session === undefined ? [] : ['resume', task.session]),
  '--json',
  '--skip-git-repo-check',
  ...setting('approval_policy', 'never'),
  ...setting('sandbox_mode', task.fenced ? 'danger-full-access' : 'workspace-write'),
  ...setting('sandbox_workspace_write.writable_roots', besideWork(task)),
  ...setting('check_for_update_on_startup', false),
  ...(task.web ? setting('web_search', 'live') : []),
  ...door('url', task.door.mcpUrl),
  ...door('bearer_token_env_var', 'BATON_TOKEN'),
  // Without it each call asks a person, and headless there is none.
  ...door('default_tools_approval_mode', 'approve'),
  ...door('tool_timeout_sec', DOOR_TIMEOUT_MS / MS),
  ...(options.model === undefined ? [] : ['--model', options.model]),
];

const take =
  ({ model = MODEL_UNKNOWN }: ProgramOptions): Take =>
  (line, told) => {
    const item = recordOf(line['item']);
    switch (line['type']) {
      case 'thread.started': {
        const session = stringOf(line['thread_id']);
        if (session !== undefined) told.session = session;
        return;
      }
      case 'item.completed': {
        const text = item['type'] === 'agent_message' ? stringOf(item['text']) : undefined;
        if (text !== undefined) told.message = text;
        return;
      }
      case 'turn.completed': {
        told.isOver = true;
        const usage = recordOf(line['usage']);
        const inputTokens = countOf(usage['input_tokens']);
        if (inputTokens === undefined) return;
        told.usage = [
          usageOf(model, {
            inputTokens,
            cachedInputTokens: countOf(usage['cached_input_tokens']),
            outputTokens: countOf(usage['output_tokens']),
            reasoningTokens: countOf(usage['reasoning_output_tokens']),
          }),
        ];
        return;
      }
      case 'turn.failed':
        told.failure = stringOf(recordOf(line['error'])['message']) ?? 'the turn failed';
    }
  };

export const CODEX: AgentProgram = {
  name: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  variables: {
    prefixes: ['OPENAI_', 'CODEX_', 'AZURE_OPENAI_'],
    outer: /^CODEX_(SANDBOX|THREAD|SESSION|INTERNAL|MANAGED)/,
  },
  quiet: {},
  launch: (task, options) => ({
    args: codexArguments(task, options),
    needs: { home: ['.codex/auth.json', '.codex/config.toml'] },
  }),
  take,
};
