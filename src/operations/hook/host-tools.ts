// What each host calls its tools, what it writes to the hook that it asks before it uses one, and what it reads from it.
import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import * as z from 'zod';
import { toldPath } from '../../agents/permissions/real-path.ts';
import type { Action } from '../../model/permissions/decide.ts';
import { isRecord } from '../../std/is-record.ts';
import { patchPaths } from './patch-paths.ts';

const callSchema = z.looseObject({
  tool_name: z.string().min(1),
  tool_input: z.record(z.string(), z.unknown()),
  cwd: z.string().startsWith('/').optional(),
});
export type ToolCall = z.infer<typeof callSchema>;

type Input = ToolCall['tool_input'];
type Paths = readonly (string | undefined)[];

export interface HostTools {
  /** They change no file and start no program; a subagent's own calls are asked for one by one. */
  readonly harmless: ReadonlySet<string>;
  /** Which files it would write. */
  readonly writes: Readonly<Record<string, (input: Input, directory: string) => Paths>>;
  /** They run what stands in `command`. */
  readonly runs: readonly string[];
  /** Where it says in which folder it runs that. */
  readonly folder?: string;
  readonly web: readonly string[];
  /** Baton's own tools, which its door decides about. */
  readonly door: string;
  /** Settings of the host itself: it asks about them although it may write elsewhere, and still does. */
  readonly own?: string;
  /** As the host writes down what it asks, in the words of Claude Code. */
  readonly read?: (value: unknown) => unknown;
  /** What the host reads; undefined leaves it to the host's own rules. */
  readonly answer: (allowed: boolean, because: string) => object;
}

const fileIn =
  (key: string) =>
  (input: Input, directory: string): Paths => [toldPath(input[key], directory)];

const PATCH = 'apply_patch';
const filesOfPatch = ({ command }: Input, directory: string): Paths => patchPaths(command, directory);

/** Gemini CLI looks for a file that is not where its path says, and changes one of that name elsewhere; `@` it leaves out. */
const fileOfGemini = (input: Input, directory: string): Paths => {
  const { file_path: told } = input;
  const isElsewhere =
    typeof told !== 'string' ||
    (!isAbsolute(told) && !existsSync(resolve(directory, told))) ||
    told.startsWith('@');
  return [isElsewhere ? undefined : toldPath(told, directory)];
};

const claudes = (allowed: boolean, because: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: allowed ? 'allow' : 'deny',
    permissionDecisionReason: because,
  },
});

/** Copilot says the same in other words. Of a patch it says the text, and has said other arguments as text. */
const copilotCall = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  const { toolName, toolArgs, cwd } = value;
  const text = typeof toolArgs === 'string' ? toolArgs : undefined;
  const told = toolName === PATCH ? { command: text } : text === undefined ? toolArgs : JSON.parse(text);
  return { tool_name: toolName, tool_input: told, ...(cwd === undefined ? {} : { cwd }) };
};

const CLAUDE: HostTools = {
  harmless: new Set([
    ...['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'LSP', 'ToolSearch', 'StructuredOutput'],
    ...['TodoWrite', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate', 'Task', 'Agent'],
    ...['BashOutput', 'TaskOutput', 'AgentOutputTool', 'KillShell', 'KillBash', 'TaskStop'],
  ]),
  writes: {
    Write: fileIn('file_path'),
    Edit: fileIn('file_path'),
    MultiEdit: fileIn('file_path'),
    NotebookEdit: fileIn('notebook_path'),
  },
  runs: ['Bash'],
  web: ['WebFetch', 'WebSearch'],
  door: 'mcp__baton__',
  own: '.claude',
  answer: claudes,
};

const CODEX: HostTools = {
  harmless: new Set(['update_plan', 'view_image', 'tool_search']),
  writes: { [PATCH]: filesOfPatch },
  runs: ['Bash'],
  web: ['web_search'],
  door: 'mcp__baton__',
  // It knows no word for yes.
  answer: (allowed, because) => (allowed ? {} : claudes(false, because)),
};

const GEMINI: HostTools = {
  harmless: new Set([
    ...['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search', 'write_todos'],
    ...['update_topic', 'invoke_agent', 'complete_task', 'get_internal_docs'],
    ...['list_background_processes', 'read_background_output', 'list_mcp_resources', 'read_mcp_resource'],
  ]),
  writes: { write_file: fileOfGemini, replace: fileOfGemini },
  runs: ['run_shell_command'],
  folder: 'dir_path',
  web: ['web_fetch', 'google_web_search'],
  door: 'mcp_baton_',
  answer: (allowed, because) => (allowed ? {} : { decision: 'deny', reason: because }),
};

const QWEN: HostTools = {
  harmless: new Set([
    ...['read_file', 'list_directory', 'glob', 'grep_search', 'todo_write', 'lsp', 'tool_search', 'agent'],
    ...['task_create', 'task_update', 'task_list', 'task_stop', 'list_agents', 'structured_output'],
    ...['read_mcp_resource', 'zoom_image'],
  ]),
  writes: {
    write_file: fileIn('file_path'),
    edit: fileIn('file_path'),
    notebook_edit: fileIn('notebook_path'),
  },
  runs: ['run_shell_command'],
  folder: 'directory',
  web: ['web_fetch', 'web_search'],
  door: 'mcp__baton__',
  answer: claudes,
};

const COPILOT: HostTools = {
  harmless: new Set([
    ...['view', 'glob', 'grep', 'rg', 'read_bash', 'list_bash', 'stop_bash', 'report_intent'],
    ...['update_todo', 'task', 'read_agent', 'list_agents', 'skill'],
  ]),
  writes: {
    create: fileIn('path'),
    edit: fileIn('path'),
    str_replace_editor: fileIn('path'),
    [PATCH]: filesOfPatch,
  },
  runs: ['bash'],
  web: ['web_fetch', 'web_search'],
  door: 'baton-',
  read: copilotCall,
  answer: (allowed, because) => ({
    permissionDecision: allowed ? 'allow' : 'deny',
    permissionDecisionReason: because,
  }),
};

const HOSTS: Readonly<Record<string, HostTools>> = {
  claude: CLAUDE,
  codex: CODEX,
  gemini: GEMINI,
  qwen: QWEN,
  copilot: COPILOT,
};

export const hostNamed = (name: string): HostTools | undefined =>
  Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;

export const readCall = ({ read = (value) => value }: HostTools, text: string): ToolCall =>
  callSchema.parse(read(JSON.parse(text)));

/** A command means what it does in the agent's own folder; elsewhere it is another one. */
const commandIn = ({ folder }: HostTools, input: Input, place: string): string | undefined => {
  const { command } = input;
  const told = folder === undefined ? undefined : input[folder];
  const path = told === undefined || told === '' ? place : toldPath(told, place);
  const isInside = path !== undefined && !/^\.\.(?:\/|$)/.test(relative(place, path));
  return typeof command === 'string' && isInside ? command : undefined;
};

/** Undefined: nothing that a rule could say anything about. */
export const actionOf = (host: HostTools, call: ToolCall, place: string): Action | undefined => {
  const { tool_name: name, tool_input: input } = call;
  if (host.harmless.has(name) || name.startsWith(host.door)) return undefined;
  const pathsOf = Object.hasOwn(host.writes, name) ? host.writes[name] : undefined;
  if (pathsOf !== undefined) return { kind: 'write', paths: pathsOf(input, call.cwd ?? place) };
  if (host.runs.includes(name)) return { kind: 'run', command: commandIn(host, input, place) };
  if (!host.web.includes(name)) return { kind: 'unknown', name, input: JSON.stringify(input) };
  const target = input['url'] ?? input['query'] ?? input['prompt'];
  return { kind: 'web', url: typeof target === 'string' ? target : undefined };
};

export const isHostsOwn = ({ own }: HostTools, action: Action): boolean =>
  own !== undefined && action.kind === 'write' && action.paths.some((path) => path?.split('/').includes(own));
