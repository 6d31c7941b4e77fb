// OpenCode: `opencode run --format json`. No line says that all is over: the last step does, by its reason.
import { MODEL_UNKNOWN, type ModelUsage, usageByModel } from '../../../model/run/usage.ts';
import type { Task } from '../../agent.ts';
import { countOf, deny, moneyOf, recordOf, stringOf, type Take, usageOf } from '../output-reader.ts';
import {
  type AgentProgram,
  besideWork,
  DOOR_SERVER,
  DOOR_TIMEOUT_MS,
  type ProgramOptions,
} from '../program.ts';

/** Merged into the user's own configuration. Headless, whatever would ask a person is rejected. */
const config = (task: Task, options: ProgramOptions): string =>
  JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    permission: {
      edit: 'allow',
      bash: 'allow',
      webfetch: task.web ? 'allow' : 'deny',
      external_directory: {
        '*': 'deny',
        ...Object.fromEntries(besideWork(task).map((directory) => [`${directory}/**`, 'allow'])),
      },
      ...Object.fromEntries((options.disallowedTools ?? []).map((tool) => [tool, 'deny'])),
    },
    mcp: {
      [DOOR_SERVER]: {
        type: 'remote',
        enabled: true,
        url: task.door.mcpUrl,
        headers: { Authorization: 'Bearer {env:BATON_TOKEN}' },
        oauth: false,
        // Its own limit of a minute is shorter than a verdict may take.
        timeout: DOOR_TIMEOUT_MS,
      },
    },
  });

const opencodeArguments = (task: Task, options: ProgramOptions): string[] => [
  'run',
  ...['--format', 'json'],
  ...(options.model === undefined ? [] : ['--model', options.model]),
  ...(task.session === undefined ? [] : ['--session', task.session]),
];

const errorIn = (value: unknown): string => {
  const error = recordOf(value);
  const words = stringOf(recordOf(error['data'])['message']) ?? stringOf(error['message']);
  return [stringOf(error['name']), words].filter(Boolean).join(': ') || 'an error';
};

const stepUsage = (part: Readonly<Record<string, unknown>>, model: string): ModelUsage[] => {
  const tokens = recordOf(part['tokens']);
  const fresh = countOf(tokens['input']);
  if (fresh === undefined) return [];
  const cache = recordOf(tokens['cache']);
  const cached = countOf(cache['read']) ?? 0;
  return [
    usageOf(model, {
      inputTokens: fresh + cached + (countOf(cache['write']) ?? 0),
      cachedInputTokens: cached,
      outputTokens: countOf(tokens['output']),
      reasoningTokens: countOf(tokens['reasoning']),
      costUsd: moneyOf(part['cost']),
    }),
  ];
};

const take =
  ({ model = MODEL_UNKNOWN }: ProgramOptions): Take =>
  (line, told) => {
    const part = recordOf(line['part']);
    const session = stringOf(line['sessionID']);
    if (session !== undefined) told.session = session;
    switch (line['type']) {
      case 'text': {
        const text = stringOf(part['text']);
        if (text !== undefined) told.message = text;
        return;
      }
      case 'tool_use': {
        const state = recordOf(part['state']);
        const refused = /rejected permission|permission.*(denied|prevent)|specified a rule which prevents/i;
        if (state['status'] === 'error' && refused.test(stringOf(state['error']) ?? ''))
          deny(told, stringOf(part['tool']) ?? 'a tool');
        return;
      }
      case 'step_start':
        delete told.isOver;
        return;
      case 'step_finish':
        if (part['reason'] === 'stop') told.isOver = true;
        told.midway = told.isOver !== true;
        told.usage = usageByModel([...(told.usage ?? []), ...stepUsage(part, model)]);
        return;
      case 'error':
        told.failure = errorIn(line['error']);
    }
  };

export const OPENCODE: AgentProgram = {
  name: 'opencode',
  title: 'OpenCode',
  package: 'opencode-ai',
  variables: {
    names: ['XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME'],
    prefixes: ['OPENCODE_', 'ANTHROPIC_', 'OPENAI_', 'GEMINI_', 'GOOGLE_GENERATIVE_AI_', 'OPENROUTER_'],
    outer: /^OPENCODE$|^OPENCODE_(PID|RUN|CALLER|SERVER)/,
  },
  quiet: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  },
  launch: (task, options) => ({
    args: opencodeArguments(task, options),
    env: { OPENCODE_CONFIG_CONTENT: config(task, options) },
    needs: { home: ['.config/opencode/opencode.json', '.local/share/opencode/auth.json'] },
  }),
  take,
};
