// Codex: `codex exec --json`. Its own sandbox keeps what it runs inside its working directory.
import { MODEL_UNKNOWN } from '../../../model/run/usage.ts';
import type { Task } from '../../agent.ts';
import { requireHeeded } from '../../permissions/attempt-policy.ts';
import type { EventFolder } from '../../tmux/event-folder.ts';
import { countOf, recordOf, stringOf, type Take, usageOf } from '../output-reader.ts';
import { permissionHookOf } from '../permission-hook.ts';
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

const FIGURES = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_output_tokens'] as const;
const THREAD = /^([\w-]+?)_(\d+)_(\d+)_(\d+)_(\d+)$/;

/** It counts the tokens of a whole thread: what a thread had used before is kept with its name. */
const threadOf = (session: string): { readonly thread: string; readonly used: readonly number[] } => {
  const [, thread, ...used] = THREAD.exec(session) ?? [];
  return thread === undefined
    ? { thread: session, used: FIGURES.map(() => 0) }
    : { thread, used: used.map(Number) };
};

/** Behind a fence there is no other; a sandbox within it cannot be made. */
export const codexSandbox = (task: Task): string[] => [
  ...setting('sandbox_mode', task.fenced ? 'danger-full-access' : 'workspace-write'),
  ...setting('sandbox_workspace_write.writable_roots', besideWork(task)),
];

const codexArguments = (task: Task, options: ProgramOptions): string[] => [
  'exec',
  ...(task.session === undefined ? [] : ['resume', threadOf(task.session).thread]),
  '--json',
  '--skip-git-repo-check',
  ...configuration(task, options),
];

/** What Baton needs, over the user's own configuration. */
const configuration = (task: Task, options: ProgramOptions): string[] => [
  ...setting('approval_policy', 'never'),
  ...codexSandbox(task),
  ...setting('check_for_update_on_startup', false),
  ...(task.web ? setting('web_search', 'live') : []),
  ...door('url', task.door.mcpUrl),
  ...door('bearer_token_env_var', 'BATON_TOKEN'),
  // Without it each call asks a person, and headless there is none.
  ...door('default_tools_approval_mode', 'approve'),
  ...door('tool_timeout_sec', DOOR_TIMEOUT_MS / MS),
  ...(options.model === undefined ? [] : ['--model', options.model]),
];

/** Before each use of a tool Baton is asked. Nothing of the project's own configuration is read, which could turn that off. */
const permissionArguments = (task: Task, options: ProgramOptions): string[] => {
  const asked = permissionHookOf(task, options, CODEX);
  if (asked === undefined) return [];
  const hook = { type: 'command', command: asked.command, timeout: asked.seconds };
  return [
    '--dangerously-bypass-hook-trust',
    ...setting('features.hooks', true),
    ...setting('web_search', task.web ? 'live' : 'disabled'),
    ...table('projects', { [task.workingDirectory]: { trust_level: 'untrusted' } }),
    ...table('hooks', { PreToolUse: [{ hooks: [hook] }] }),
  ];
};

const run = (command: string) => [{ hooks: [{ type: 'command', command }] }];

/** TOML's tables are written with another sign than JSON's objects. */
const inline = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inline).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}=${inline(inner)}`);
  return `{${entries.join(',')}}`;
};
const table = (key: string, value: unknown): string[] => ['-c', `${key}=${inline(value)}`];

const paneArguments = (task: Task, options: ProgramOptions, { tell, tellEnd }: EventFolder): string[] => [
  ...(task.session === undefined ? [] : ['resume', threadOf(task.session).thread]),
  ...configuration(task, options),
  // Whoever starts Baton in a project trusts it; a daemon would outlive the attempt.
  ...table('projects', { [task.workingDirectory]: { trust_level: 'trusted' } }),
  ...table('notice.model_migrations', { [options.model ?? 'gpt-5.5']: 'gpt-6-sol' }),
  ...setting('features.daemon_auto_start', false),
  '--dangerously-bypass-hook-trust',
  ...table('hooks', { UserPromptSubmit: run(tell), PermissionRequest: run(tell), Stop: run(tellEnd) }),
];

const take = ({ model = MODEL_UNKNOWN }: ProgramOptions, session?: string): Take => {
  const before = session === undefined ? FIGURES.map(() => 0) : threadOf(session).used;
  let thread = '';
  return (line, told) => {
    const item = recordOf(line['item']);
    switch (line['type']) {
      case 'thread.started': {
        thread = stringOf(line['thread_id']) ?? '';
        if (thread !== '') told.session = [thread, ...before].join('_');
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
        const used = FIGURES.map((name) => countOf(usage[name]));
        if (used.some((figure) => figure === undefined)) return;
        const [inputTokens, cachedInputTokens, outputTokens, reasoningTokens] = used.map((figure, at) =>
          Math.max(0, (figure ?? 0) - (before[at] ?? 0)),
        );
        told.usage = [usageOf(model, { inputTokens, cachedInputTokens, outputTokens, reasoningTokens })];
        if (thread !== '') told.session = [thread, ...used].join('_');
        return;
      }
      case 'turn.failed':
        told.failure = stringOf(recordOf(line['error'])['message']) ?? 'the turn failed';
    }
  };
};

const NEEDS = { home: ['.codex/auth.json', '.codex/config.toml'] };

export const CODEX: AgentProgram = {
  name: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  heedsPermissions: true,
  variables: {
    prefixes: ['OPENAI_', 'CODEX_', 'AZURE_OPENAI_'],
    outer: /^CODEX_(SANDBOX|THREAD|SESSION|INTERNAL|MANAGED)/,
  },
  quiet: {},
  launch: (task, options) => ({
    args: [...codexArguments(task, options), ...permissionArguments(task, options)],
    needs: NEEDS,
  }),
  pane: {
    ready: /^›/m,
    dialogs: [],
    launch: (task, options, _, events) => {
      requireHeeded(task, 'Codex in a pane');
      return { args: paneArguments(task, options, events), needs: NEEDS };
    },
  },
  take,
};
