// The recipe with the real Claude Code, on the scripted model, against the MCP server that agents really meet, with a
// stand-in behind it for the run.
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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Task } from '../../src/agents/agent.ts';
import { commandAgent } from '../../src/agents/command/command-agent.ts';
import { type ProgramOptions, programRecipe } from '../../src/agents/command/program.ts';
import { CLAUDE } from '../../src/agents/command/programs/claude.ts';
import { findProcesses } from '../../src/agents/orphans.ts';
import { mcpPath, mountMcp } from '../../src/mcp/mount-mcp.ts';
import { CODER, FakeDoor } from '../fixtures/fake-door.ts';
import { type Listening, listen } from '../fixtures/mcp-listen.ts';
import { claudeEnvironment, startModelServer } from '../fixtures/model-server.mjs';
import { scratchTask } from '../fixtures/task.ts';
import { findOrInstallClaude } from './install.mjs';
import { commandsOf } from './shown-commands.ts';

/** In a script this is the agent's working directory. */
const CWD = '$' + '{cwd}';

const SCRIPTS = {
  work: [
    { text: 'I write it.', call: { write: { path: `${CWD}/add.js`, content: 'export const add = 1;\n' } } },
    { call: { shell: 'cat add.js && echo ran' } },
    { expect: 'ran', call: { mcp: 'submit_done', args: { summary: 'done' } } },
    { expect: 'add\\.js:1.*sum is wrong', call: { edit: { path: `${CWD}/add.js`, old: '1', new: '2' } } },
    { call: { mcp: 'submit_done', args: { summary: 'fixed' } } },
    { expect: 'await_verdict', call: { mcp: 'await_verdict', args: {} } },
    { expect: '"status":"accepted"', text: 'All done.' },
  ],
  again: [{ text: 'Resumed.' }],
  stubborn: [{ text: 'I stop now.' }, { expect: 'still judged', text: 'I waited.' }],
  denied: [{ call: { shell: 'node -e 0' } }, { text: 'It was denied.' }],
  broken: [{ status: 400, message: 'scripted refusal' }],
  hangs: [{ delayMs: 100_000, text: 'late' }],
};

let program: string;
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  program = await findOrInstallClaude();
  model = await startModelServer({ scripts: SCRIPTS });
});
afterAll(() => model.close());

let door: FakeDoor;
let server: Listening;
let mount: ReturnType<typeof mountMcp>;
let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'baton-home-'));
  door = new FakeDoor();
  mount = mountMcp(door, { version: '1' });
  server = await listen((request, response) => void mount(request, response));
});
const scratches: { remove(): void }[] = [];
afterEach(async () => {
  await mount.close();
  await server.close();
  for (const scratch of scratches.splice(0)) scratch.remove();
  rmSync(home, { recursive: true, force: true });
});

const start = async (prompt: string, task: Partial<Task> = {}, options: ProgramOptions = {}) => {
  const mcpUrl = `${server.url}${mcpPath(CODER.assignment)}`;
  const scratch = scratchTask(server.url, {
    assignment: CODER.assignment,
    prompt,
    tools: ['submit_done', 'await_verdict', 'status'],
    door: { url: server.url, mcpUrl, token: CODER.token },
    ...task,
  });
  scratches.push(scratch);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    LANG: 'C.UTF-8',
    SECRET_OF_ANOTHER_TOOL: 'x',
    ...claudeEnvironment(model.url),
  };
  const logDirectory = join(scratch.directory, 'logs');
  const agent = commandAgent(programRecipe(CLAUDE, { program, env, ...options }), { logDirectory });
  const session = await agent.start(scratch.task);
  const log = () => readFileSync(join(logDirectory, readdirSync(logDirectory)[0]!), 'utf8');
  return { session, task: scratch.task, log };
};

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('Claude Code', () => {
  it('writes, runs, submits, is rejected, fixes, waits for the verdict and is accepted', async () => {
    const problem = {
      code: 'TESTS_FAILED',
      severity: 'error',
      message: 'the sum is wrong',
      file: 'add.js',
      line: 1,
    } as const;
    const answers = [
      { status: 'rejected', message: 'rejected', submission: 's1', problems: [problem], seq: 3 },
      { status: 'judging', message: 'call `await_verdict`', submission: 's2', left: ['tests'] },
      { status: 'accepted', message: 'accepted', submission: 's2', outcome: 'done', seq: 9 },
    ] as const;
    let asked = 0;
    door.answer = () => answers[asked++] as never;
    const { session, task, log } = await start('[[script:work]] Do it.');
    const ended = await session.ended;
    expect(ended).toMatchObject({
      end: 'finished',
      message: 'All done.',
      session: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(door.calls.map(({ tool }) => tool)).toEqual(['submit_done', 'submit_done', 'await_verdict']);
    expect(readFileSync(join(task.workingDirectory, 'add.js'), 'utf8')).toContain('= 2');
    expect(log()).not.toContain(CODER.token);
    for (const file of filesUnder(home)) expect(readFileSync(file, 'utf8')).not.toContain(CODER.token);
  });

  it('is resumed in its own session', async () => {
    const cwd = join(home, 'tree');
    mkdirSync(cwd);
    const first = await (await start('[[script:again]] One.', { workingDirectory: cwd })).session.ended;
    const second = await (
      await start('[[script:again]] Two.', { workingDirectory: cwd, session: first.session!, attempt: 2 })
    ).session.ended;
    expect(second).toMatchObject({ end: 'finished', message: 'Resumed.', session: first.session });
  });

  it('that has lost its session fails with words, and without a session to resume', async () => {
    const lost = '11111111-2222-4333-8444-555555555555';
    const ended = await (await start('[[script:again]] Go on.', { session: lost })).session.ended;
    expect(ended.end).toBe('failed');
    expect(ended.why).toContain(lost);
    expect(ended.session).toBeUndefined();
  });

  it('is held by the hook when it wants to stop', async () => {
    const hook = join(home, 'hook.mjs');
    writeFileSync(
      hook,
      `import { existsSync, writeFileSync } from 'node:fs';
const flag = ${JSON.stringify(join(home, 'held'))};
if (existsSync(flag)) process.exit(0);
writeFileSync(flag, JSON.stringify(process.env));
console.log(JSON.stringify({ decision: 'block', reason: 'It is still judged: call await_verdict.' }));`,
    );
    const { session } = await start(
      '[[script:stubborn]] Stop.',
      {},
      { stopHook: `"${process.execPath}" "${hook}"` },
    );
    expect(await session.ended).toMatchObject({ end: 'finished', message: 'I waited.' });
    const env = JSON.parse(readFileSync(join(home, 'held'), 'utf8'));
    expect(env).toMatchObject({ BATON_TOKEN: CODER.token, BATON_ASSIGNMENT: CODER.assignment });
    expect(env).not.toHaveProperty('SECRET_OF_ANOTHER_TOOL');
  });

  it('tells what it was denied', async () => {
    const { session } = await start(
      '[[script:denied]] Run.',
      {},
      { allowedTools: ['Read'], disallowedTools: [] },
    );
    const ended = await session.ended;
    expect(ended).toMatchObject({ end: 'finished', message: 'It was denied.' });
    expect(ended.why).toContain('it was denied: Bash');
  });

  it('fails with the words of the API', async () => {
    const { session } = await start('[[script:broken]] Go.');
    const ended = await session.ended;
    expect(ended.end).toBe('failed');
    expect(ended.why).toContain('scripted refusal');
  });

  it('that cannot connect to the door says so', async () => {
    const mcpUrl = 'http://127.0.0.1:9/mcp/x';
    const { session } = await start('[[script:again]] Go.', {
      door: { url: server.url, mcpUrl, token: 'x' },
    });
    expect((await session.ended).why).toContain('could not connect to the door');
  });

  it('is stopped with all its processes, and can be resumed', async () => {
    const { session, task } = await start('[[script:hangs]] Wait.');
    const mine = () => findProcesses(({ marker }) => marker === task.marker);
    const deadline = Date.now() + 20_000;
    while (!existsSync(join(home, '.claude', 'projects')) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(mine().length).toBeGreaterThan(0);
    const commands = commandsOf(mine());
    expect(commands.join()).not.toBe('');
    for (const command of commands) expect(command).not.toContain(CODER.token);
    await session.stop();
    expect(mine()).toEqual([]);
    expect((await session.ended).end).toBe('stopped');
  });

  it('that is not installed fails with words', async () => {
    const { session } = await start('[[script:again]]', {}, { program: '/no/such/claude' });
    expect(await session.ended).toEqual({
      end: 'failed',
      why: expect.stringContaining('/no/such/claude was not found. Install it with'),
    });
  });
});
