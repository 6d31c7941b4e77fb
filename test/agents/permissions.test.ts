// Real programs on the scripted model, in a role that may not do everything: they ask the hook before each use of a tool.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ended } from '../../src/agents/agent.ts';
import { commandAgent } from '../../src/agents/command/command-agent.ts';
import { programRecipe } from '../../src/agents/command/program.ts';
import { programNamed } from '../../src/agents/command/programs.ts';
import { permissionLine } from '../../src/agents/named-agent.ts';
import { mcpPath, mountMcp } from '../../src/mcp/mount-mcp.ts';
import { builtProgram } from '../e2e/built-program.ts';
import { CODER, FakeDoor } from '../fixtures/fake-door.ts';
import { type Listening, listen } from '../fixtures/mcp-listen.ts';
import { startModelServer } from '../fixtures/model-server.mjs';
import { scratchTask } from '../fixtures/task.ts';
import { findOrInstall, type ProgramName, scratchParent, testedPrograms } from './install.mjs';
import { prepareHome } from './scripted-home.ts';

const CWD = '$' + '{cwd}';
const SCRIPTS = {
  bound: [
    { call: { write: { path: `${CWD}/src/a.js`, content: 'export const a = 1;\n' } } },
    { call: { write: { path: `${CWD}/lib/b.js`, content: 'export const b = 1;\n' } } },
    { expect: 'may write src/\\*\\*, and not lib/b\\.js', call: { shell: 'touch ran.txt' } },
    { call: { shell: 'touch ran.txt && touch evil.txt' } },
    { expect: 'may run touch ran\\.txt', call: { mcp: 'submit_done', args: { summary: 'done' } } },
    { expect: 'accepted', text: 'I kept to it.' },
  ],
};

/** Files of a project that would turn the hook off. */
const HOSTILE: Readonly<Partial<Record<ProgramName, readonly [string, string]>>> = {
  claude: ['.claude/settings.json', '{ "disableAllHooks": true }'],
  codex: ['.codex/config.toml', '[features]\nhooks = false\n'],
  qwen: ['.qwen/settings.json', '{ "disableAllHooks": true }'],
  copilot: ['.github/copilot/settings.json', '{ "disableAllHooks": true }'],
};
/** They have no hook, or none that a project could not turn off. */
const IS_NOT_STARTED: Readonly<Partial<Record<ProgramName, readonly [string, string, string]>>> = {
  gemini: [
    '.gemini/settings.json',
    '{ "hooksConfig": { "enabled": false } }',
    'remove `hooksConfig` from it',
  ],
  opencode: ['README.md', '', 'OpenCode does not ask Baton before it acts'],
};

let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  model = await startModelServer({ scripts: SCRIPTS });
});
afterAll(() => model.close());

let home: string;
let door: FakeDoor;
let server: Listening;
let mount: ReturnType<typeof mountMcp>;
const leftovers: (() => void)[] = [];
beforeEach(async () => {
  home = mkdtempSync(join(scratchParent(), 'home-'));
  door = new FakeDoor();
  door.answer = () =>
    ({ status: 'accepted', message: 'accepted', submission: 's1', outcome: 'done', seq: 3 }) as never;
  mount = mountMcp(door, { version: '1' });
  server = await listen((request, response) => void mount(request, response));
});
afterEach(async () => {
  await mount.close();
  await server.close();
  for (const remove of leftovers.splice(0)) remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const play = async (
  name: ProgramName,
  [path, text]: readonly string[] = [],
): Promise<{ readonly ended: Ended; readonly log: string; readonly tree: string }> => {
  const program = await findOrInstall(name);
  const tree = join(home, 'tree');
  const scratch = scratchTask(server.url, {
    assignment: CODER.assignment,
    workingDirectory: tree,
    prompt: '[[script:bound]] Do it.',
    tools: ['submit_done'],
    door: { url: server.url, mcpUrl: `${server.url}${mcpPath(CODER.assignment)}`, token: CODER.token },
    permissions: { write: ['src/**'], run: ['touch ran.txt'] },
  });
  leftovers.push(scratch.remove);
  for (const folder of ['src', 'lib']) mkdirSync(join(tree, folder), { recursive: true });
  if (path !== undefined && text !== undefined) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const env = {
    ...{ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
    ...prepareHome([name], home, model.url),
  };
  const packageRoot = dirname(dirname(builtProgram()));
  const permissionHook = (policy: string, host: string) => permissionLine(packageRoot, policy, host);
  const logDirectory = join(scratch.directory, 'logs');
  const known = programNamed(name);
  if (known === undefined) throw new Error(`there is no ${name}`);
  const agent = commandAgent(programRecipe(known, { program, env, permissionHook }), { logDirectory });
  const ended = await (await agent.start(scratch.task)).ended;
  const logs = existsSync(logDirectory) ? readdirSync(logDirectory) : [];
  const log = logs.map((file) => readFileSync(join(logDirectory, file), 'utf8')).join('\n');
  return { ended, log, tree };
};

const names = testedPrograms().map((name) => [name] as const);

describe.each(names.filter(([name]) => name !== 'opencode'))('%s in a role with permissions', (name) => {
  it('writes and runs what its role may, is told the rule otherwise, and cannot turn the hook off by files of its tree', async () => {
    const { ended, log, tree } = await play(name, HOSTILE[name]);
    expect(ended, log).toMatchObject({ end: 'finished', message: 'I kept to it.' });
    const isThere = (path: string) => existsSync(join(tree, path));
    expect(['src/a.js', 'ran.txt', 'lib/b.js', 'evil.txt'].map(isThere), log).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(door.calls.map(({ tool }) => tool)).toEqual(['submit_done']);
  });
});

it.each(names.filter(([name]) => IS_NOT_STARTED[name] !== undefined))(
  '%s is not started where it could not be held to it, and says why',
  async (name) => {
    const [path = '', text = '', why] = IS_NOT_STARTED[name] ?? [];
    const { ended, log } = await play(name, [path, text]);
    expect(ended, log).toMatchObject({ end: 'failed', why: expect.stringContaining(why ?? 'never') });
    expect(door.calls).toEqual([]);
  },
);
