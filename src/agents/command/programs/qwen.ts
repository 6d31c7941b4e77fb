// Qwen Code: the lines of Claude Code, the settings of Gemini CLI.
import type { Task } from '../../agent.ts';
import { permissionHookOf } from '../permission-hook.ts';
import { type AgentProgram, besideWork, DOOR_SERVER, doorByUrl, type ProgramOptions } from '../program.ts';
import { isStreamJsonOfInterest, takeStreamJson } from './claude.ts';

const WEB_TOOLS = ['web_fetch', 'web_search'] as const;
const TOOLS = ['run_shell_command'] as const;

const MS = 1_000;

/** As settings of the system they stand above those of a project, which cannot turn them off. */
const hooks = (task: Task, options: ProgramOptions) => {
  const asked = permissionHookOf(task, options, QWEN);
  const { stopHook } = options;
  return {
    ...(asked === undefined ? {} : { disableAllHooks: false }),
    hooks: {
      ...(stopHook === undefined || task.byMessage
        ? {}
        : { Stop: [{ hooks: [{ type: 'command', command: stopHook }] }] }),
      // Below 1,000 it would be read as seconds.
      ...(asked === undefined
        ? {}
        : {
            PreToolUse: [
              { hooks: [{ type: 'command', command: asked.command, timeout: asked.seconds * MS }] },
            ],
          }),
    },
  };
};

const settings = (task: Task, options: ProgramOptions): string =>
  JSON.stringify({
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    // Its sub-agents would play the work a second time.
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    security: { folderTrust: { enabled: false } },
    mcpServers: doorByUrl(task),
    ...hooks(task, options),
  });

const qwenArguments = (task: Task, options: ProgramOptions): string[] => {
  const allowed = [...(options.allowedTools ?? TOOLS), ...(task.web ? WEB_TOOLS : [])];
  const excluded = [...(options.disallowedTools ?? []), ...(task.web ? [] : WEB_TOOLS)];
  return [
    ...['--output-format', 'stream-json', '--approval-mode', 'auto-edit'],
    ...['--allowed-mcp-server-names', DOOR_SERVER],
    ...allowed.flatMap((tool) => ['--allowed-tools', tool]),
    ...excluded.flatMap((tool) => ['--exclude-tools', tool]),
    ...besideWork(task).flatMap((directory) => ['--include-directories', directory]),
    ...(options.model === undefined ? [] : ['--model', options.model]),
    ...(task.session === undefined ? [] : ['--resume', task.session]),
  ];
};

export const QWEN: AgentProgram = {
  name: 'qwen',
  title: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  heedsPermissions: true,
  variables: {
    prefixes: ['QWEN_', 'OPENAI_', 'DASHSCOPE_', 'BAILIAN_'],
    outer: /^QWEN_CODE_(IDE|SESSION|PROMPT|SYSTEM|PROJECT)/,
  },
  quiet: { QWEN_CODE_NO_RELAUNCH: 'true' },
  launch: (task, options, files) => {
    const path = files.put('qwen.json', settings(task, options));
    return {
      args: qwenArguments(task, options),
      env: { QWEN_CODE_SYSTEM_SETTINGS_PATH: path },
      needs: { home: ['.qwen/settings.json', '.qwen/oauth_creds.json'], read: [path] },
    };
  },
  take: takeStreamJson({ cacheIsApart: false, endIsOfSession: true }),
  isOfInterest: isStreamJsonOfInterest,
};
