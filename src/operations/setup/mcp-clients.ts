// Where each coding agent's program keeps its MCP servers, and what Baton's entry there looks like.
import { join } from 'node:path';
import { isRecord } from '../../std/is-record.ts';
import { type JsonOfHost, jsonLike, jsonOfHost } from './json-of-host.ts';

/** How `baton mcp` is started: the program and its arguments. */
export type ServerCommand = readonly [file: string, ...args: string[]];

export interface McpClient {
  readonly name: string;
  readonly title: string;
  /** From the project, or an absolute path below the home of its user. */
  path(home: string, env: Readonly<Record<string, string | undefined>>): string;
  /** The text with the entry in it; the same text when it is there already. */
  with(text: string | undefined, command: ServerCommand, file: string): string;
  /** The text without it. */
  without(text: string, file: string): string;
}

const NAME = 'baton';
/** What `baton mcp` reads of its environment: programs that do not pass theirs on are told to. */
const VARIABLES = ['BATON_URL', 'BATON_TOKEN', 'BATON_ASSIGNMENT'] as const;
const PASSED = Object.fromEntries(VARIABLES.map((name) => [name, `$${name}`]));

type Entry = (command: ServerCommand) => Readonly<Record<string, unknown>>;

const { refuse, read }: JsonOfHost = jsonOfHost(
  'Fix the file by hand, or add the server "baton" with the command `baton mcp` yourself.',
);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Servers by name, under one key of a JSON object. */
const inJson = (key: string, entry: Entry): Pick<McpClient, 'with' | 'without'> => {
  const serversOf = (value: Record<string, unknown>, file: string): Record<string, unknown> => {
    const servers = value[key] ?? {};
    return isRecord(servers) ? { ...servers } : refuse(file, `expected ${key} to be an object`);
  };
  return {
    with: (text, command, file) => {
      const value = read(text ?? '', file);
      const servers = serversOf(value, file);
      const ours = entry(command);
      if (text !== undefined && isSame(servers[NAME], ours)) return text;
      return jsonLike({ ...value, [key]: { ...servers, [NAME]: ours } }, text ?? '');
    },
    without: (text, file) => {
      const value = read(text, file);
      const { [NAME]: ours, ...others } = serversOf(value, file);
      if (ours === undefined) return text;
      const { [key]: _, ...rest } = value;
      return jsonLike(Object.keys(others).length === 0 ? rest : { ...value, [key]: others }, text);
    },
  };
};

/** A table of its own at the end of the file; nothing else in it is touched. */
const TABLE = /(?:^|\n)\[mcp_servers\.baton\]\n(?:(?!\[)[^\n]*\n?)*/;

const tableOf = ([file, ...args]: ServerCommand): string =>
  [
    '[mcp_servers.baton]',
    `command = ${JSON.stringify(file)}`,
    `args = ${JSON.stringify(args)}`,
    `env_vars = ${JSON.stringify(VARIABLES)}`,
    '',
  ].join('\n');

const inToml: Pick<McpClient, 'with' | 'without'> = {
  with: (text = '', command) => {
    const table = tableOf(command);
    if (text.includes(table)) return text;
    // Where Baton has moved since, its table stays where it is.
    if (TABLE.test(text)) return text.replace(TABLE, (old) => `${old.startsWith('\n') ? '\n' : ''}${table}`);
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${text === '' ? '' : '\n'}${table}`;
  },
  without: (text) => text.replace(TABLE, ''),
};

const plain: Entry = ([command, ...args]) => ({ command, args });

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    ...{ name: 'claude', title: 'Claude Code', path: () => '.mcp.json' },
    ...inJson('mcpServers', (command) => ({ type: 'stdio', ...plain(command) })),
  },
  {
    ...{ name: 'codex', title: 'Codex' },
    path: (home, env) => join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    ...inToml,
  },
  {
    ...{ name: 'gemini', title: 'Gemini CLI', path: () => join('.gemini', 'settings.json') },
    ...inJson('mcpServers', (command) => ({ ...plain(command), env: PASSED })),
  },
  {
    ...{ name: 'opencode', title: 'OpenCode', path: () => 'opencode.json' },
    ...inJson('mcp', (command) => ({ type: 'local', enabled: true, command: [...command] })),
  },
  {
    ...{ name: 'qwen', title: 'Qwen Code', path: () => join('.qwen', 'settings.json') },
    ...inJson('mcpServers', (command) => ({ ...plain(command), env: PASSED })),
  },
  {
    ...{ name: 'copilot', title: 'GitHub Copilot CLI' },
    path: (home) => join(home, '.copilot', 'mcp-config.json'),
    ...inJson('mcpServers', (command) => ({ type: 'local', ...plain(command), tools: ['*'] })),
  },
];
