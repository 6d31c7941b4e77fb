// Qwen Code: the lines of Claude Code, the settings of Gemini CLI.
import type { Task } from '../../agent.ts';
import { type AgentProgram, besideWork, DOOR_SERVER, doorByUrl, type ProgramOptions } from '../program.ts';
import { isStreamJsonOfInterest, takeStreamJson } from './claude.ts';

const WEB_TOOLS = ['web_fetch', 'web_search'] as const;
const TOOLS = ['run_shell_command'] as const;

const settings = (task: Task, options: ProgramOptions): string =>
  JSON.stringify({
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    // Its sub-agents would play the work a second time.
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    security: { folderTrust: { enabled: false } },
    mcpServers: doorByUrl(task),
    ...(options.stopHook === undefined || task.byMessage
      ? {}
      : { hooks: { Stop: [{ hooks: [{ type: 'command', command: options.stopHook }] }] } }),
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
