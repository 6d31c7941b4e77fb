// Claude Code: `--output-format stream-json`. Qwen Code prints the same lines.
import { MODEL_UNKNOWN, type ModelUsage, usageByModel } from '../../../model/run/usage.ts';
import type { Task } from '../../agent.ts';
import type { EventFolder } from '../../tmux/event-folder.ts';
import {
  countOf,
  deny,
  type Line,
  moneyOf,
  recordOf,
  recordsOf,
  stringOf,
  type Take,
  type Told,
  usageOf,
} from '../output-reader.ts';
import { permissionHookOf } from '../permission-hook.ts';
import { type AgentProgram, besideWork, DOOR_SERVER, type ProgramOptions } from '../program.ts';

const WEB_TOOLS = ['WebFetch', 'WebSearch'] as const;
const TOOLS = ['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep'] as const;

/** Claude Code fills the token in from its environment, so that it stands in no file, argument or process list. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is Claude Code's own placeholder
const TOKEN_HEADER = { Authorization: 'Bearer ${BATON_TOKEN}' };

const mcpConfig = (task: Task): string =>
  JSON.stringify({
    mcpServers: { [DOOR_SERVER]: { type: 'http', url: task.door.mcpUrl, headers: TOKEN_HEADER } },
  });

const run = (command: string) => [{ hooks: [{ type: 'command', command }] }];

/** Before each use of a tool Baton is asked; settings of a project cannot turn that off. */
const permissionSettings = (task: Task, options: ProgramOptions) => {
  const hook = permissionHookOf(task, options, CLAUDE);
  if (hook === undefined) return undefined;
  const { command, seconds } = hook;
  const asked = { type: 'command', command, timeout: seconds };
  return { disableAllHooks: false, hooks: { PreToolUse: [{ matcher: '*', hooks: [asked] }] } };
};

const settings = (
  task: Task,
  options: ProgramOptions,
  hooks: Readonly<Record<string, unknown>>,
): string[] => {
  const own = permissionSettings(task, options);
  if (own === undefined && Object.keys(hooks).length === 0) return [];
  return ['--settings', JSON.stringify({ ...own, hooks: { ...hooks, ...own?.hooks } })];
};

/** What it may use, and where. */
const allowances = (task: Task, options: ProgramOptions): string[] => {
  const door = task.tools.map((tool) => `mcp__${DOOR_SERVER}__${tool}`);
  const allowed = [...(options.allowedTools ?? TOOLS), ...(task.web ? WEB_TOOLS : []), ...door];
  return [
    ...['--mcp-config', mcpConfig(task), '--strict-mcp-config'],
    ...['--permission-mode', 'acceptEdits', '--allowedTools', allowed.join(',')],
    ...(options.disallowedTools?.length ? ['--disallowedTools', options.disallowedTools.join(',')] : []),
    ...besideWork(task).flatMap((directory) => ['--add-dir', directory]),
    ...(options.model === undefined ? [] : ['--model', options.model]),
    ...(task.session === undefined ? [] : ['--resume', task.session]),
  ];
};

const claudeArguments = (task: Task, options: ProgramOptions): string[] => [
  ...['--print', '--output-format', 'stream-json', '--verbose'],
  ...allowances(task, options),
  ...settings(
    task,
    options,
    options.stopHook === undefined || task.byMessage ? {} : { Stop: run(options.stopHook) },
  ),
];

/** The hooks tell; its transcript and its screen are for people. */
const paneHooks = ({ tell, tellEnd }: EventFolder) => ({
  UserPromptSubmit: run(tell),
  PermissionRequest: run(tell),
  Stop: run(tellEnd),
});

const sum = (...counts: readonly (number | undefined)[]): number | undefined =>
  counts[0] === undefined ? undefined : counts.reduce<number>((total, count) => total + (count ?? 0), 0);

/** How a program that prints these lines counts its tokens. */
interface Counts {
  /** Input tokens are without those that came from its cache. */
  readonly cacheIsApart: boolean;
  /** In a session that is continued, the figures of its last line are of all of it. */
  readonly endIsOfSession: boolean;
}

/** By model where it says so; in a session that is continued those figures are of the whole session, and its own are of the turn. */
const usageIn = (
  line: Line,
  model: string,
  isContinued: boolean,
  counts: Counts,
): readonly ModelUsage[] | undefined => {
  const models = Object.entries(recordOf(line['modelUsage']));
  if (models.length > 0 && !isContinued)
    return models.map(([name, told]) => {
      const figures = recordOf(told);
      const cached = countOf(figures['cacheReadInputTokens']);
      const fresh = countOf(figures['inputTokens']);
      return usageOf(name, {
        inputTokens: sum(fresh, cached, countOf(figures['cacheCreationInputTokens'])),
        cachedInputTokens: cached,
        outputTokens: countOf(figures['outputTokens']),
        costUsd: moneyOf(figures['costUSD']),
      });
    });
  const figures = recordOf(line['usage']);
  const fresh = countOf(figures['input_tokens']);
  if (fresh === undefined) return undefined;
  const cachedInputTokens = countOf(figures['cache_read_input_tokens']);
  const written = countOf(figures['cache_creation_input_tokens']);
  const inputTokens = counts.cacheIsApart ? sum(fresh, cachedInputTokens, written) : fresh;
  const outputTokens = countOf(figures['output_tokens']);
  return [usageOf(model, { inputTokens, cachedInputTokens, outputTokens })];
};

const failureIn = (line: Line): string | undefined => {
  const subtype = stringOf(line['subtype']) ?? 'no subtype';
  if (line['is_error'] === false && subtype === 'success') return undefined;
  const code = countOf(line['api_error_status']);
  const errors = Array.isArray(line['errors']) ? line['errors'].filter((one) => typeof one === 'string') : [];
  const error = recordOf(line['error']);
  const words = [stringOf(line['result']), stringOf(error['message']), ...errors].filter(Boolean).join('; ');
  return [code === undefined ? subtype : `the API answered ${code}`, words].filter(Boolean).join(': ');
};

const TURNS_MAX = 10_000;

/** One answer of the model comes in several lines, each with what all of it used. */
const takeTurn = (line: Line, told: Told, turns: Map<string, ModelUsage>, counts: Counts): void => {
  const message = recordOf(line['message']);
  const id = stringOf(message['id']);
  const figures = recordOf(message['usage']);
  const fresh = countOf(figures['input_tokens']);
  if (id === undefined || fresh === undefined || (turns.size >= TURNS_MAX && !turns.has(id))) return;
  const cachedInputTokens = countOf(figures['cache_read_input_tokens']);
  const written = countOf(figures['cache_creation_input_tokens']);
  const outputTokens = countOf(figures['output_tokens']);
  turns.set(
    id,
    usageOf(stringOf(message['model']) ?? MODEL_UNKNOWN, {
      inputTokens: counts.cacheIsApart ? sum(fresh, cachedInputTokens, written) : fresh,
      cachedInputTokens,
      outputTokens,
    }),
  );
  told.midway = true;
  told.usage = usageByModel([...turns.values()]);
};

export const takeStreamJson =
  (counts: Counts) =>
  (_: ProgramOptions, session?: string): Take => {
    let model = MODEL_UNKNOWN;
    const turns = new Map<string, ModelUsage>();
    return (line, told) => {
      if (line['type'] === 'assistant') {
        takeTurn(line, told, turns, counts);
        return;
      }
      if (line['type'] === 'system' && line['subtype'] === 'init') {
        // A result names a session also when there is none of that name; a session has begun with this line only.
        const session = stringOf(line['session_id']);
        if (session !== undefined) told.session = session;
        model = stringOf(line['model']) ?? model;
        const door = recordsOf(line['mcp_servers']).find(({ name }) => name === DOOR_SERVER);
        const status = stringOf(door?.['status']);
        if (status === 'failed' || status === 'needs-auth') told.door = status;
      }
      if (line['type'] !== 'result' || typeof line['is_error'] !== 'boolean') return;
      told.isOver = true;
      told.midway = false;
      const failure = failureIn(line);
      if (failure !== undefined) told.failure = failure;
      const message = stringOf(line['result']);
      if (message !== undefined) told.message = message;
      for (const denial of recordsOf(line['permission_denials']))
        deny(told, stringOf(denial['tool_name']) ?? 'a tool');
      const isContinued = session !== undefined;
      const usage =
        isContinued && counts.endIsOfSession && turns.size > 0
          ? usageByModel([...turns.values()])
          : usageIn(line, model, isContinued, counts);
      if (usage !== undefined) told.usage = usage;
    };
  };

/** Most lines are the conversation itself, long and of no interest here; what a turn used is with what the model said. */
export const isStreamJsonOfInterest = (line: string): boolean =>
  line.includes('"type":"system"') ||
  line.includes('"type":"result"') ||
  (line.includes('"type":"assistant"') && line.includes('"usage"'));

/** Whoever is logged in stays so behind a fence. */
const NEEDS = { home: ['.claude/.credentials.json'] };

export const CLAUDE: AgentProgram = {
  name: 'claude',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  heedsPermissions: true,
  variables: {
    names: ['IS_SANDBOX'],
    prefixes: ['ANTHROPIC_', 'CLAUDE_'],
    outer: /^CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION|PARENT)|^CLAUDE_(PROJECT_DIR|SESSION|PID)/,
    // Only for who uses Claude through these clouds.
    clouds: {
      CLAUDE_CODE_USE_BEDROCK: ['AWS_'],
      CLAUDE_CODE_USE_VERTEX: ['GOOGLE_', 'CLOUD_ML_', 'VERTEX_'],
    },
  },
  quiet: {
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  },
  launch: (task, options) => ({ args: claudeArguments(task, options), needs: NEEDS }),
  pane: {
    // The line to type in stands between two rules.
    ready: /^─+\n❯/m,
    // Whoever starts Baton in a project trusts it.
    dialogs: [
      { seen: /❯ No, exit\s+Yes, I trust this folder/, key: 'Down' },
      { seen: /No, exit\s+❯ Yes, I trust this folder/, key: 'Enter' },
    ],
    launch: (task, options, _, events) => ({
      args: [...allowances(task, options), ...settings(task, options, paneHooks(events))],
      needs: { home: [...NEEDS.home, '.claude.json'] },
    }),
  },
  take: takeStreamJson({ cacheIsApart: true, endIsOfSession: false }),
  isOfInterest: isStreamJsonOfInterest,
};
