// Gemini CLI: `-o stream-json`. It takes MCP servers from settings only, so it gets a home of its own that mirrors the user's.
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { MODEL_UNKNOWN } from '../../../model/run/usage.ts';
import { withoutComments } from '../../../text/json-comments.ts';
import type { Task } from '../../agent.ts';
import { type AttemptFiles, textIfThere } from '../../attempt-files.ts';
import { notHeld, requireHeeded } from '../../permissions/attempt-policy.ts';
import type { EventFolder } from '../../tmux/event-folder.ts';
import {
  countOf,
  isRecord,
  recordOf,
  type Line as Settings,
  stringOf,
  type Take,
  usageOf,
} from '../output-reader.ts';
import { permissionHookOf } from '../permission-hook.ts';
import { type AgentProgram, besideWork, DOOR_SERVER, doorByUrl, type ProgramOptions } from '../program.ts';

const WEB_TOOLS = ['google_web_search', 'web_fetch'] as const;
/** Tools that would ask a person are not even offered headless. */
const TOOLS = ['run_shell_command'] as const;

const MS = 1_000;

/** Settings of a project stand above a user's, and could turn the hook off. */
const requireHooks = (task: Task): void => {
  const path = join(task.workingDirectory, '.gemini', SETTINGS);
  const text = withoutComments(textIfThere(path));
  const theirs: unknown = text.trim() === '' ? {} : JSON.parse(text);
  if (recordOf(theirs)['hooksConfig'] !== undefined)
    notHeld(task, `${path} decides which hooks Gemini CLI runs`, 'remove `hooksConfig` from it');
};

const line = (command: string, more: Settings = {}): Settings => ({
  hooks: [{ type: 'command', command, ...more }],
});

/** What tells a pane when its prompt was taken, when it waits for a person and when its turn is over. */
const paneHooks = ({ tell, tellEnd }: EventFolder): Settings => ({
  hooksConfig: { enabled: true },
  hooks: { BeforeAgent: [line(tell)], Notification: [line(tell)], AfterAgent: [line(tellEnd)] },
});

const hooks = (task: Task, options: ProgramOptions): Settings => {
  const asked = permissionHookOf(task, options, GEMINI);
  if (asked !== undefined) requireHooks(task);
  const { stopHook } = options;
  return {
    ...(asked === undefined ? {} : { hooksConfig: { enabled: true, disabled: [] } }),
    hooks: {
      ...(stopHook === undefined || task.byMessage ? {} : { AfterAgent: [line(stopHook)] }),
      ...(asked === undefined ? {} : { BeforeTool: [line(asked.command, { timeout: asked.seconds * MS })] }),
    },
  };
};

/** Where they are is said, so that a `.env` of the project cannot say it. */
const SYSTEM_SETTINGS = 'GEMINI_CLI_SYSTEM_SETTINGS_PATH';
const systemSettings = ({ env = process.env }: ProgramOptions): Record<string, string> =>
  process.platform === 'linux'
    ? { [SYSTEM_SETTINGS]: env[SYSTEM_SETTINGS] ?? '/etc/gemini-cli/settings.json' }
    : {};

const ownSettings = (task: Task, options: ProgramOptions, told: Settings): Settings => ({
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  security: { folderTrust: { enabled: false } },
  tools: {
    allowed: [...(options.allowedTools ?? TOOLS), ...(task.web ? WEB_TOOLS : [])],
    exclude: [...(options.disallowedTools ?? []), ...(task.web ? [] : WEB_TOOLS)],
  },
  mcpServers: doorByUrl(task),
  ...told,
});

const merged = (theirs: unknown, ours: Settings): Settings => ({
  ...recordOf(theirs),
  ...Object.fromEntries(
    Object.entries(ours).map(([key, value]) => [
      key,
      isRecord(value) ? merged(recordOf(theirs)[key], value) : value,
    ]),
  ),
});

const SETTINGS = 'settings.json';

/**
 * The user's own settings with the door in them, in a folder that is the user's own else: its log-in, its sessions. Its settings
 * for the whole system would be the place, but it reads those only when root owns them.
 */
const home = (task: Task, options: ProgramOptions, files: AttemptFiles, told: Settings): string => {
  const env = options.env ?? process.env;
  const original = join(env['GEMINI_CLI_HOME'] ?? env['HOME'] ?? homedir(), '.gemini');
  // What it writes there outlives the attempt.
  mkdirSync(join(original, SESSIONS), { recursive: true });
  const folder = files.mirror(join('home', '.gemini'), original, (entry) =>
    task.fenced ? KEPT_FENCED.includes(entry) : entry !== SETTINGS,
  );
  const text = withoutComments(textIfThere(join(original, SETTINGS)));
  const theirs: unknown = text.trim() === '' ? {} : JSON.parse(text);
  files.put(
    join('home', '.gemini', SETTINGS),
    JSON.stringify(merged(theirs, ownSettings(task, options, told))),
  );
  return dirname(folder);
};

/** Behind a fence there is nothing else in its home. */
const SESSIONS = 'tmp';
const LOG_IN = ['oauth_creds.json', 'google_accounts.json'];
const KEPT_FENCED = [SESSIONS, ...LOG_IN];

const geminiArguments = (task: Task, options: ProgramOptions): string[] => [
  ...['--approval-mode', 'auto_edit', '--skip-trust'],
  ...['--allowed-mcp-server-names', DOOR_SERVER],
  ...besideWork(task).flatMap((directory) => ['--include-directories', directory]),
  ...(options.model === undefined ? [] : ['--model', options.model]),
  ...(task.session === undefined ? [] : ['--resume', task.session]),
];

const usageIn = (stats: Readonly<Record<string, unknown>>) =>
  Object.entries(recordOf(stats['models'])).map(([model, told]) => {
    const figures = recordOf(told);
    const tokens = recordOf(figures['tokens'] ?? figures);
    return usageOf(model || MODEL_UNKNOWN, {
      inputTokens: countOf(tokens['input_tokens'] ?? tokens['prompt']),
      cachedInputTokens: countOf(tokens['cached']),
      outputTokens: countOf(tokens['output_tokens'] ?? tokens['candidates']),
    });
  });

const take = (): Take => {
  let text = '';
  return (line, told) => {
    switch (line['type']) {
      case 'init': {
        const session = stringOf(line['session_id']);
        if (session !== undefined) told.session = session;
        return;
      }
      case 'message':
        if (line['role'] !== 'assistant') return;
        text = `${line['delta'] === true ? text : ''}${stringOf(line['content']) ?? ''}`;
        told.message = text;
        return;
      case 'tool_use':
        text = '';
        return;
      case 'error':
        if (line['severity'] !== 'warning') told.failure = stringOf(line['message']) ?? 'an error';
        return;
      case 'result': {
        told.isOver = true;
        if (line['status'] !== 'success')
          told.failure = stringOf(recordOf(line['error'])['message']) ?? String(line['status']);
        const usage = usageIn(recordOf(line['stats']));
        if (usage.length > 0) told.usage = usage;
      }
    }
  };
};

const surroundings = (task: Task, options: ProgramOptions, files: AttemptFiles, told: Settings) => {
  const folder = home(task, options, files, told);
  return {
    env: { GEMINI_CLI_HOME: folder, ...systemSettings(options) },
    needs: {
      home: [...LOG_IN.map((name) => `.gemini/${name}`), `.gemini/${SESSIONS}/`],
      write: [folder],
    },
  };
};

export const GEMINI: AgentProgram = {
  name: 'gemini',
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  heedsPermissions: true,
  variables: {
    prefixes: ['GEMINI_', 'GOOGLE_', 'VERTEX_'],
    outer: /^GEMINI_CLI$|^GEMINI_CLI_(IDE|SESSION|PROMPT|SYSTEM)/,
  },
  quiet: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  launch: (task, options, files) => ({
    args: ['--output-format', 'stream-json', ...geminiArguments(task, options)],
    ...surroundings(task, options, files, hooks(task, options)),
  }),
  pane: {
    ready: /^ *> +Type your message/m,
    dialogs: [],
    launch: (task, options, files, events) => {
      requireHeeded(task, 'Gemini CLI in a pane');
      return {
        args: geminiArguments(task, options),
        ...surroundings(task, options, files, paneHooks(events)),
      };
    },
  },
  take,
};
