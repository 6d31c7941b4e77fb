// GitHub Copilot CLI: `--output-format json`.
import type { Task } from '../../agent.ts';
import { deny, recordOf, recordsOf, stringOf, type Take } from '../output-reader.ts';
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
  variables: { names: ['GH_HOST'], prefixes: ['COPILOT_'], outer: /^COPILOT_(SESSION|RUN_APP|CLI_BINARY)/ },
  quiet: { COPILOT_AUTO_UPDATE: 'false' },
  launch: (task, options) => ({
    args: copilotArguments(task, options),
    needs: { home: ['.copilot/config.json'] },
  }),
  take,
};
