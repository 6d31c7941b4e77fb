// Claude Code, headless: how it is started, and what its lines of JSON say about the end of the attempt.
import { type Task, taskEnvironment } from '../agent.ts';
import { BASIC_VARIABLES, type Environment, passedEnvironment } from '../passed-environment.ts';
import { claudeReader } from './claude-reader.ts';
import type { Recipe } from './command-agent.ts';

export interface ClaudeOptions {
  /** The program; found on PATH when it is only a name. */
  readonly program?: string;
  readonly model?: string;
  /** Beside the door's tools. A headless agent is refused whatever is not listed, so the default can do the work. */
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** Run when Claude Code wants to end its turn; it may say that a verdict is still awaited. */
  readonly stopHook?: string;
  /** Further arguments, as they are. */
  readonly args?: readonly string[];
  /** The holder's environment, of which some is passed on. */
  readonly env?: Environment;
}

/** The name of the door among Claude Code's MCP servers; it is part of the tools' names: `mcp__baton__submit_done`. */
export const CLAUDE_SERVER = 'baton';

const WEB_TOOLS = ['WebFetch', 'WebSearch'] as const;
export const CLAUDE_TOOLS = ['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep'] as const;

const NAMES = [
  ...BASIC_VARIABLES,
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'http_proxy',
  'https_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'XDG_CONFIG_HOME',
  'IS_SANDBOX',
];
const PREFIXES = ['ANTHROPIC_', 'CLAUDE_'];
/** Only for who uses Claude through these clouds. */
const CLOUD_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  CLAUDE_CODE_USE_BEDROCK: ['AWS_'],
  CLAUDE_CODE_USE_VERTEX: ['GOOGLE_', 'CLOUD_ML_', 'VERTEX_'],
};
/** They tell of the Claude Code that Baton itself was started from, not of the one that is started now. */
const OF_OUTER_SESSION =
  /^CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION|PARENT)|^CLAUDE_(PROJECT_DIR|SESSION|PID)/;

const QUIET = {
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
};

/** The door is on this machine, whatever proxy there is. */
const noProxy = (env: Environment): string =>
  [env['NO_PROXY'] ?? env['no_proxy'], '127.0.0.1', 'localhost'].filter(Boolean).join(',');

const environment = (task: Task, env: Environment): Record<string, string> => {
  const clouds = Object.entries(CLOUD_PREFIXES).flatMap(([flag, prefixes]) => (env[flag] ? prefixes : []));
  const passed = Object.entries(passedEnvironment(env, NAMES, [...PREFIXES, ...clouds]));
  const own = Object.fromEntries(passed.filter(([name]) => !OF_OUTER_SESSION.test(name)));
  return { ...own, ...QUIET, NO_PROXY: noProxy(env), no_proxy: noProxy(env), ...taskEnvironment(task) };
};

/** Claude Code fills the token in from its environment, so that it stands in no file, argument or process list. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is Claude Code's own placeholder
const TOKEN_HEADER = { Authorization: 'Bearer ${BATON_TOKEN}' };

const mcpConfig = (task: Task): string =>
  JSON.stringify({
    mcpServers: { [CLAUDE_SERVER]: { type: 'http', url: task.door.mcpUrl, headers: TOKEN_HEADER } },
  });

const settings = (stopHook: string): string =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: stopHook }] }] } });

/** Directories that it reads or writes and does not work in. */
const besideWork = ({ workingDirectory, runDirectory, desk }: Task): readonly string[] =>
  [runDirectory, ...(desk === undefined ? [] : [desk])].filter((directory) => directory !== workingDirectory);

const claudeArguments = (task: Task, options: ClaudeOptions): string[] => {
  const door = task.tools.map((tool) => `mcp__${CLAUDE_SERVER}__${tool}`);
  const allowed = [...(options.allowedTools ?? CLAUDE_TOOLS), ...(task.web ? WEB_TOOLS : []), ...door];
  return [
    '--print',
    ...['--output-format', 'stream-json', '--verbose'],
    ...['--mcp-config', mcpConfig(task), '--strict-mcp-config'],
    ...['--permission-mode', 'acceptEdits', '--allowedTools', allowed.join(',')],
    ...(options.disallowedTools?.length ? ['--disallowedTools', options.disallowedTools.join(',')] : []),
    ...besideWork(task).flatMap((directory) => ['--add-dir', directory]),
    ...(options.stopHook === undefined || task.byMessage ? [] : ['--settings', settings(options.stopHook)]),
    ...(options.model === undefined ? [] : ['--model', options.model]),
    ...(task.session === undefined ? [] : ['--resume', task.session]),
    ...(options.args ?? []),
  ];
};

export const claudeRecipe = (options: ClaudeOptions = {}): Recipe => ({
  name: 'claude',
  installHint:
    'Install it with `npm install -g @anthropic-ai/claude-code`, or name its program in baton.yaml.',
  launch: (task) => ({
    file: options.program ?? 'claude',
    args: claudeArguments(task, options),
    cwd: task.workingDirectory,
    env: environment(task, options.env ?? process.env),
    // A prompt may be longer than an argument can be, and arguments are seen by everybody on the machine.
    stdin: task.prompt,
    // Whoever is logged in stays so behind a fence.
    needs: { home: ['.claude/.credentials.json'] },
  }),
  reader: () => claudeReader(CLAUDE_SERVER),
});
