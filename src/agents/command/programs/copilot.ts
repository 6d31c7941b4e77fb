// GitHub Copilot CLI: `--output-format json`.
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { withoutComments } from '../../../text/json-comments.ts';
import type { Task } from '../../agent.ts';
import { type AttemptFiles, textIfThere } from '../../attempt-files.ts';
import { notHeld } from '../../permissions/attempt-policy.ts';
import { deny, recordOf, recordsOf, stringOf, type Take } from '../output-reader.ts';
import { permissionHookOf } from '../permission-hook.ts';
import { type AgentProgram, besideWork, DOOR_SERVER, type ProgramOptions } from '../program.ts';

const TOOLS = ['write', 'shell'] as const;

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is Copilot's own placeholder
const TOKEN_HEADER = { Authorization: 'Bearer ${BATON_TOKEN}' };

const mcpConfig = (task: Task): string =>
  JSON.stringify({
    mcpServers: {
      [DOOR_SERVER]: { type: 'http', url: task.door.mcpUrl, headers: TOKEN_HEADER, tools: ['*'] },
    },
  });

const copilotArguments = (task: Task, options: ProgramOptions): string[] => [
  ...['--output-format', 'json', '--no-color', '--disable-builtin-mcps'],
  ...['--additional-mcp-config', mcpConfig(task)],
  ...[...(options.allowedTools ?? TOOLS), DOOR_SERVER].flatMap((tool) => ['--allow-tool', tool]),
  ...(options.disallowedTools ?? []).flatMap((tool) => ['--deny-tool', tool]),
  ...besideWork(task).flatMap((directory) => ['--add-dir', directory]),
  ...(options.model === undefined ? [] : ['--model', options.model]),
  ...(task.session === undefined ? [] : ['--resume', task.session]),
];

const SETTINGS = ['settings.json', 'config.json'];

/** A user who has turned all hooks off has turned this one off. */
const requireHooks = (task: Task, { env = process.env }: ProgramOptions): void => {
  const home = env['COPILOT_HOME'] ?? join(env['HOME'] ?? homedir(), '.copilot');
  const path = SETTINGS.map((name) => join(home, name)).find((one) =>
    /"disableAllHooks"\s*:\s*true/.test(withoutComments(textIfThere(one))),
  );
  if (path !== undefined)
    notHeld(task, `${path} turns all hooks of GitHub Copilot CLI off`, 'remove `disableAllHooks` from it');
};

/** A plugin for this attempt alone: its hook is asked before each use of a tool. */
const PLUGIN = 'baton-permissions';
const plugin = (task: Task, options: ProgramOptions, files: AttemptFiles): readonly string[] => {
  const asked = permissionHookOf(task, options, COPILOT);
  if (asked === undefined) return [];
  requireHooks(task, options);
  const hook = { type: 'command', bash: asked.command, timeoutSec: asked.seconds };
  files.put(
    join(PLUGIN, 'hooks', 'hooks.json'),
    JSON.stringify({ version: 1, hooks: { preToolUse: [hook] } }),
  );
  const manifest = files.put(
    join(PLUGIN, 'plugin.json'),
    JSON.stringify({ name: PLUGIN, version: '1.0.0', hooks: 'hooks/hooks.json' }),
  );
  return ['--plugin-dir', dirname(manifest)];
};

const take = (): Take => (line, told) => {
  const data = recordOf(line['data']);
  switch (line['type']) {
    case 'session.start': {
      const session = stringOf(data['sessionId']);
      if (session !== undefined) told.session = session;
      return;
    }
    case 'assistant.message': {
      const text = stringOf(data['content']);
      if (text !== undefined && recordsOf(data['toolRequests']).length === 0) told.message = text;
      return;
    }
    case 'tool.execution_complete': {
      const error = recordOf(data['error']);
      if (
        data['success'] === false &&
        /denied|permission/i.test(`${stringOf(error['code'])} ${stringOf(error['message'])}`)
      )
        deny(told, stringOf(data['toolName']) ?? 'a tool');
      return;
    }
    case 'session.error':
      told.failure = stringOf(data['message']) ?? 'an error of the session';
      return;
    case 'result': {
      const session = stringOf(line['sessionId']);
      if (session !== undefined) told.session = session;
      told.isOver = true;
      if (line['exitCode'] !== 0) told.failure ??= `it says that it exits with ${String(line['exitCode'])}`;
    }
  }
};

export const COPILOT: AgentProgram = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  package: '@github/copilot',
  heedsPermissions: true,
  variables: { names: ['GH_HOST'], prefixes: ['COPILOT_'], outer: /^COPILOT_(SESSION|RUN_APP|CLI_BINARY)/ },
  quiet: { COPILOT_AUTO_UPDATE: 'false' },
  launch: (task, options, files) => {
    const folder = plugin(task, options, files);
    return {
      args: [...copilotArguments(task, options), ...folder],
      // A folder that is trusted in this way brings its own settings, which could turn the hook off.
      ...(folder.length === 0 ? {} : { env: { COPILOT_ALLOW_ALL: 'false' } }),
      needs: { home: ['.copilot/config.json'], read: folder.slice(1) },
    };
  },
  take,
};
