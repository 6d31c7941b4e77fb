// `baton mcp install`: puts Baton's MCP server into a program's own configuration, and takes it out again, down to the byte where
// nobody else has changed the file since.
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { BatonError, causeText } from '../../errors.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { replaceUsersFile } from '../../std/disk/replace-file.ts';
import { nearest } from '../../std/nearest.ts';
import { MCP_CLIENTS, type McpClient, type ServerCommand } from './mcp-clients.ts';

export interface McpInstallOptions {
  readonly client: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly command: ServerCommand;
}

export interface McpInstalled {
  readonly client: string;
  readonly file: string;
  readonly action: 'created' | 'updated' | 'kept' | 'restored' | 'removed';
  /** What the file was before, where it was there. */
  readonly backup?: string;
}

const PRIVATE_MODE = 0o600;
const FILE_MODE = 0o644;
const BACKUP = '.before-baton';

const textAt = async (file: string): Promise<string | undefined> =>
  (await readBoundedIfThere(file, YAML_BYTES_MAX))?.toString('utf8');

const clientNamed = (name: string): McpClient => {
  const found = MCP_CLIENTS.find((client) => client.name === name);
  if (found !== undefined) return found;
  const names = MCP_CLIENTS.map((client) => client.name);
  const near = nearest(name, names);
  throw new BatonError('AGENT_UNKNOWN', `expected --client ${names.join('|')}, got ${JSON.stringify(name)}`, {
    hint: near === undefined ? 'baton mcp install --client claude' : `Write --client ${near}.`,
  });
};

const placeOf = ({ client: name, project, env }: McpInstallOptions) => {
  const client = clientNamed(name);
  const file = resolve(project, client.path(env['HOME'] || homedir(), env));
  return { client, file, backup: `${file}${BACKUP}` };
};

const write = async (file: string, text: string, mode: number): Promise<void> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    await replaceUsersFile(file, text, mode);
  } catch (cause) {
    throw new BatonError('FILE_UNWRITABLE', `${file} cannot be written: ${causeText(cause)}`, { cause });
  }
};

export const installMcp = async (options: McpInstallOptions): Promise<McpInstalled> => {
  const { client, file, backup } = placeOf(options);
  const before = await textAt(file);
  const text = client.with(before, options.command, file);
  const told = { client: client.name, file };
  if (text === before) return { ...told, action: 'kept' };
  // The first one is what the file was without Baton.
  const kept = await textAt(backup);
  if (before !== undefined && kept === undefined) await write(backup, before, PRIVATE_MODE);
  await write(file, text, FILE_MODE);
  if (before === undefined) return { ...told, action: 'created' };
  return { ...told, action: 'updated', backup };
};

export const removeMcp = async (options: McpInstallOptions): Promise<McpInstalled> => {
  const { client, file, backup } = placeOf(options);
  const [now, before] = [await textAt(file), await textAt(backup)];
  const told = { client: client.name, file };
  if (now === undefined) return { ...told, action: 'kept' };
  if (before !== undefined && client.with(before, options.command, file) === now) {
    await write(file, before, FILE_MODE);
    await rm(backup, { force: true });
    return { ...told, action: 'restored' };
  }
  if (before === undefined && client.with(undefined, options.command, file) === now) {
    await rm(file, { force: true });
    return { ...told, action: 'removed' };
  }
  const text = client.without(now, file);
  if (text === now) return { ...told, action: 'kept' };
  await write(file, text, FILE_MODE);
  // The file was changed since; what it was before is of no use any more.
  await rm(backup, { force: true });
  return { ...told, action: 'removed' };
};
