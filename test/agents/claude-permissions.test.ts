// The real Claude Code on the scripted model, in a role that may not do everything: it asks the hook before each use of a tool.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { commandAgent } from '../../src/agents/command/command-agent.ts';
import { programRecipe } from '../../src/agents/command/program.ts';
import { CLAUDE } from '../../src/agents/command/programs/claude.ts';
import { mcpPath, mountMcp } from '../../src/mcp/mount-mcp.ts';
import { builtProgram } from '../e2e/built-program.ts';
import { CODER, FakeDoor } from '../fixtures/fake-door.ts';
import { type Listening, listen } from '../fixtures/mcp-listen.ts';
import { claudeEnvironment, startModelServer } from '../fixtures/model-server.mjs';
import { scratchTask } from '../fixtures/task.ts';
import { findOrInstallClaude } from './install.mjs';

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

let program: string;
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  program = await findOrInstallClaude();
  model = await startModelServer({ scripts: SCRIPTS });
});
afterAll(() => model.close());

let server: Listening;
let mount: ReturnType<typeof mountMcp>;
const leftovers: (() => void)[] = [];
afterEach(async () => {
  await mount.close();
  await server.close();
  for (const remove of leftovers.splice(0)) remove();
});

it('writes and runs what its role may, is told the rule otherwise, and cannot turn the hook off by files of its tree', async () => {
  const home = mkdtempSync(join(tmpdir(), 'baton-home-'));
  leftovers.push(() => rmSync(home, { recursive: true, force: true }));
  const door = new FakeDoor();
  door.answer = () =>
    ({ status: 'accepted', message: 'accepted', submission: 's1', outcome: 'done', seq: 3 }) as never;
  mount = mountMcp(door, { version: '1' });
  server = await listen((request, response) => void mount(request, response));
  const scratch = scratchTask(server.url, {
    assignment: CODER.assignment,
    prompt: '[[script:bound]] Do it.',
    tools: ['submit_done'],
    door: { url: server.url, mcpUrl: `${server.url}${mcpPath(CODER.assignment)}`, token: CODER.token },
    permissions: { write: ['src/**'], run: ['touch ran.txt'] },
  });
  leftovers.push(scratch.remove);
  const tree = scratch.task.workingDirectory;
  mkdirSync(join(tree, '.claude'));
  writeFileSync(join(tree, '.claude/settings.json'), JSON.stringify({ disableAllHooks: true }));
  const env = {
    ...{ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
    ...claudeEnvironment(model.url),
  };
  const logDirectory = join(scratch.directory, 'logs');
  const permissionHook = (policy: string) =>
    `'${process.execPath}' '${builtProgram()}' hook pre-tool-use '${policy}' || exit 2`;
  const agent = commandAgent(programRecipe(CLAUDE, { program, env, permissionHook }), { logDirectory });
  const ended = await (await agent.start(scratch.task)).ended;
  const log = readFileSync(join(logDirectory, readdirSync(logDirectory)[0] ?? ''), 'utf8');
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
