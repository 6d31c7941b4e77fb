import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { MCP_CLIENTS, type ServerCommand } from './mcp-clients.ts';
import { installMcp, removeMcp } from './mcp-install.ts';

const COMMAND: ServerCommand = ['baton', 'mcp'];
/** Not as anybody would format it: all of it must come back. */
const JSON_BEFORE = '{"mcpServers" : {"other":{"command":"x"}},\n    "mcp":{}, "theme":   "dark"}';
const TOML_BEFORE = 'model = "x" # mine\n\n[mcp_servers.other]\ncommand = "x"';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-install-'));
  mkdirSync(join(folder, 'project'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const optionsFor = (client: string, command = COMMAND) => ({
  ...{ client, command, project: join(folder, 'project') },
  env: { HOME: join(folder, 'home') },
});

const filesBelow = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe.each(MCP_CLIENTS.map(({ name }) => [name] as const))('baton mcp install --client %s', (client) => {
  const text = client === 'codex' ? TOML_BEFORE : JSON_BEFORE;
  const given = async (): Promise<string> => {
    const { file } = await installMcp(optionsFor(client));
    rmSync(file);
    writeFileSync(file, text);
    return file;
  };

  it('makes the file, keeps it the second time, and removes it', async () => {
    const made = await installMcp(optionsFor(client));
    expect(made.action).toBe('created');
    expectGolden(`mcp-install/${client}.txt`, readFileSync(made.file, 'utf8'));
    expect(await installMcp(optionsFor(client))).toMatchObject({ action: 'kept' });
    expect(await removeMcp(optionsFor(client))).toMatchObject({ action: 'removed' });
    expect(filesBelow()).toEqual([]);
  });

  it('merges, with one backup, and gives the file back byte for byte', async () => {
    const file = await given();
    expect(await installMcp(optionsFor(client))).toMatchObject({ action: 'updated' });
    expect(readFileSync(file, 'utf8')).toContain('other');
    await installMcp(optionsFor(client, ['node', '/opt/baton.js', 'mcp']));
    await installMcp(optionsFor(client));
    expect(readdirSync(dirname(file))).toHaveLength(2);
    expect(await removeMcp(optionsFor(client))).toMatchObject({ action: 'restored' });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(dirname(file))).toHaveLength(1);
    expect(await removeMcp(optionsFor(client))).toMatchObject({ action: 'kept' });
  });

  it('leaves a link a link, and a private file private', async () => {
    const file = await given();
    const real = join(folder, 'real');
    renameSync(file, real);
    symlinkSync(real, file);
    chmodSync(real, 0o600);
    await installMcp(optionsFor(client));
    expect(readFileSync(real, 'utf8')).toContain('baton');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await removeMcp(optionsFor(client));
    expect(readFileSync(real, 'utf8')).toBe(text);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('takes out its own entry and nothing else, where the file was changed since', async () => {
    const file = await given();
    await installMcp(optionsFor(client));
    const mine = client === 'codex' ? '\n[mine]\nkey = 1\n' : undefined;
    const now = readFileSync(file, 'utf8');
    writeFileSync(file, mine === undefined ? now.replace('"dark"', '"light"') : `${now}${mine}`);
    expect(await removeMcp(optionsFor(client))).toMatchObject({ action: 'removed' });
    const after = readFileSync(file, 'utf8');
    expect(after).not.toContain('baton');
    expect(after).toContain('other');
    expect(after).toContain(mine === undefined ? '"light"' : 'key = 1');
  });

  it('leaves a file alone that it cannot read', async () => {
    if (client === 'codex') return;
    const file = await given();
    writeFileSync(file, '{ // mine\n}');
    await expect(installMcp(optionsFor(client))).rejects.toMatchObject({ code: 'JSON_SYNTAX' });
    expect(readFileSync(file, 'utf8')).toBe('{ // mine\n}');
    expect(existsSync(`${file}.before-baton`)).toBe(false);
  });
});

it('names the programs that it knows', async () => {
  await expect(installMcp(optionsFor('claud'))).rejects.toMatchObject({
    ...{ code: 'AGENT_UNKNOWN', hint: 'Write --client claude.' },
  });
});
