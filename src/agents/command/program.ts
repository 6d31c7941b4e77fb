// A coding agent's program, headless: what is special about each is data (`programs/`); how one is launched is the same.
import { type Task, taskEnvironment } from '../agent.ts';
import type { AttemptFiles } from '../attempt-files.ts';
import { BASIC_VARIABLES, type Environment, passedEnvironment } from '../passed-environment.ts';
import { requireHeeded } from '../permissions/attempt-policy.ts';
import type { Program, ProgramNeeds } from '../process-session.ts';
import type { EventFolder } from '../tmux/event-folder.ts';
import type { Dialog } from '../tmux/pane-needs.ts';
import type { Recipe } from './command-agent.ts';
import { outputReader, type Take } from './output-reader.ts';

export interface ProgramOptions {
  /** The program; found on PATH when it is only a name. */
  readonly program?: string;
  readonly model?: string;
  /** Beside the door's tools. A headless agent is refused whatever is not listed, so the default can do the work. */
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** Run when the program wants to end its turn; it may say that a verdict is still awaited. */
  readonly stopHook?: string;
  /** The line that asks Baton before each use of a tool; made of what the role may do, and of the program that asks. */
  readonly permissionHook?: (policy: string, host: string) => string;
  /** Further arguments, as they are. */
  readonly args?: readonly string[];
  /** The holder's environment, of which some is passed on. */
  readonly env?: Environment;
}

export interface Launch {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Without it the prompt. */
  readonly stdin?: string;
  /** What it needs behind a fence. */
  readonly needs?: ProgramNeeds;
}

/** One row of the table of programs. */
export interface AgentProgram {
  /** As in `command:NAME`, and as the program itself is called. */
  readonly name: string;
  readonly title: string;
  /** Where it is installed from. */
  readonly package: string;
  /** Variables of the holder's that it gets, beside those of every program. */
  readonly variables: {
    readonly names?: readonly string[];
    readonly prefixes: readonly string[];
    /** They tell of the session that Baton itself was started from, not of the one that is started now. */
    readonly outer?: RegExp;
    /** Further prefixes, where the variable is set. */
    readonly clouds?: Readonly<Record<string, readonly string[]>>;
  };
  /** It asks before each use of a tool, by `permissionHook`. */
  readonly heedsPermissions?: true;
  /** No updates, no telemetry: nothing but the work. */
  readonly quiet: Readonly<Record<string, string>>;
  /** Throws, with words, when the task cannot be launched. */
  launch(task: Task, options: ProgramOptions, files: AttemptFiles): Launch;
  take(options: ProgramOptions, session?: string): Take;
  isOfInterest?(line: string): boolean;
  /** How it is played in a pane, where it tells when its turn is over. */
  readonly pane?: ProgramInPane;
}

export interface ProgramInPane {
  /** Of the screen: it waits for a prompt. */
  readonly ready: RegExp;
  readonly dialogs: readonly Dialog[];
  launch(task: Task, options: ProgramOptions, files: AttemptFiles, events: EventFolder): Launch;
}

/** The name of the door among a program's MCP servers; it is part of the tools' names: `mcp__baton__submit_done`. */
export const DOOR_SERVER = 'baton';

/** A tool call may wait for a verdict this long. */
export const DOOR_TIMEOUT_MS = 10 * 60_000;

const NETWORK_VARIABLES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'http_proxy',
  'https_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'XDG_CONFIG_HOME',
];

/** How Gemini CLI and what was made of it find the door; the token is read from the environment. */
export const doorByUrl = ({ door }: Task) => ({
  [DOOR_SERVER]: {
    httpUrl: door.mcpUrl,
    headers: { Authorization: 'Bearer $BATON_TOKEN' },
    trust: true,
    timeout: DOOR_TIMEOUT_MS,
  },
});

/** Directories that it reads or writes and does not work in. */
export const besideWork = ({ workingDirectory, runDirectory, desk }: Task): readonly string[] =>
  [runDirectory, ...(desk === undefined ? [] : [desk])].filter((directory) => directory !== workingDirectory);

/** The door is on this machine, whatever proxy there is. */
const noProxy = (env: Environment): string =>
  [env['NO_PROXY'] ?? env['no_proxy'], '127.0.0.1', 'localhost'].filter(Boolean).join(',');

export const programEnvironment = (
  program: AgentProgram,
  task: Task,
  env: Environment,
): Record<string, string> => {
  const { names = [], prefixes, outer, clouds = {} } = program.variables;
  const further = Object.entries(clouds).flatMap(([flag, more]) => (env[flag] ? more : []));
  const all = passedEnvironment(
    env,
    [...BASIC_VARIABLES, ...NETWORK_VARIABLES, ...names],
    [...prefixes, ...further],
  );
  const own = Object.entries(all).filter(([name]) => outer?.test(name) !== true);
  return {
    ...Object.fromEntries(own),
    ...program.quiet,
    NO_PROXY: noProxy(env),
    no_proxy: noProxy(env),
    ...taskEnvironment(task),
  };
};

export const launchOf = (
  program: AgentProgram,
  options: ProgramOptions,
  task: Task,
  { args, env, stdin, needs }: Launch,
): Omit<Program, 'marker'> => {
  if (program.heedsPermissions !== true) requireHeeded(task, program.title);
  return {
    file: options.program ?? program.name,
    args: [...args, ...(options.args ?? [])],
    cwd: task.workingDirectory,
    env: { ...programEnvironment(program, task, options.env ?? process.env), ...env },
    // A prompt may be longer than an argument can be, and arguments are seen by everybody on the machine.
    stdin: stdin ?? task.prompt,
    ...(needs === undefined ? {} : { needs }),
  };
};

export const programRecipe = (program: AgentProgram, options: ProgramOptions = {}): Recipe => ({
  name: program.name,
  installHint: `Install it with \`npm install -g ${program.package}\`, or name its program in baton.yaml.`,
  launch: (task, files) => launchOf(program, options, task, program.launch(task, options, files)),
  reader: ({ session, onUsage }) =>
    outputReader(program.title, program.take(options, session), program.isOfInterest, onUsage),
});
