// The recipes with the real programs, on the scripted model, against the MCP server that agents really meet, with a
// stand-in behind it for the run.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ended, Task } from '../../src/agents/agent.ts';
import { commandAgent } from '../../src/agents/command/command-agent.ts';
import { type ProgramOptions, programRecipe } from '../../src/agents/command/program.ts';
import { programNamed } from '../../src/agents/command/programs.ts';
import { findProcesses } from '../../src/agents/orphans.ts';
import { mcpPath, mountMcp } from '../../src/mcp/mount-mcp.ts';
import { CODER, FakeDoor } from '../fixtures/fake-door.ts';
import { type Listening, listen } from '../fixtures/mcp-listen.ts';
import { startModelServer } from '../fixtures/model-server.mjs';
import { scratchTask } from '../fixtures/task.ts';
import { findOrInstall, type ProgramName, scratchParent, testedPrograms } from './install.mjs';
import { prepareHome } from './scripted-home.ts';
import { commandsOf } from './shown-commands.ts';

/** In a script this is the agent's working directory. */
const CWD = '$' + '{cwd}';

const SCRIPTS = {
  work: [
    { text: 'I write it.', call: { write: { path: `${CWD}/add.js`, content: 'export const add = 1;\n' } } },
    { call: { shell: 'cat add.js && echo ran' } },
    { expect: 'ran', call: { mcp: 'submit_done', args: { summary: 'done' } } },
    {
      expect: 'sum is wrong.*no test',
      call: { edit: { path: `${CWD}/add.js`, old: '1', new: '2' } },
    },
    { call: { mcp: 'submit_done', args: { summary: 'fixed' } } },
    { expect: 'await_verdict', call: { mcp: 'await_verdict', args: {} } },
    { expect: 'accepted', text: 'All done.' },
  ],
  again: [{ text: 'Begun.' }, { text: 'Resumed.' }],
  denied: [{ call: { shell: 'node -e 0' } }, { text: 'It was denied.' }],
  broken: [{ status: 400, message: 'the model says no' }],
  hangs: [{ delayMs: 100_000, text: 'late' }],
};

const problem = (line: number, message: string) =>
  ({ code: 'TESTS_FAILED', severity: 'error', message, file: 'add.js', line }) as const;
const ANSWERS = [
  {
    ...{ status: 'rejected', message: 'rejected', submission: 's1', seq: 3 },
    problems: [problem(1, 'the sum is wrong'), problem(2, 'there is no test')],
  },
  { status: 'judging', message: 'call `await_verdict`', submission: 's2', left: ['tests'] },
  { status: 'accepted', message: 'accepted', submission: 's2', outcome: 'done', seq: 9 },
] as const;

let model: { url: string; close(): Promise<unknown> };
/** What the model counted, since the last look. */
let counted: { model: string; input: number; output: number; isTitle: boolean }[] = [];
/** The model was asked to hang; what an earlier attempt asked may come late. */
let isHanging = false;
beforeAll(async () => {
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ tokens, answer, body }) => {
      isHanging ||= JSON.stringify(body).includes('[[script:hangs]]');
      if (tokens !== undefined) counted.push({ ...tokens, isTitle: answer['where'] === undefined });
    },
  });
});
afterAll(() => model.close());

let door: FakeDoor;
let server: Listening;
let mount: ReturnType<typeof mountMcp>;
let home: string;
beforeEach(async () => {
  counted = [];
  isHanging = false;
  home = mkdtempSync(join(scratchParent(), 'home-'));
  door = new FakeDoor();
  mount = mountMcp(door, { version: '1' });
  server = await listen((request, response) => void mount(request, response));
});
const scratches: { remove(): void }[] = [];
afterEach(async () => {
  await mount.close();
  await server.close();
  for (const scratch of scratches.splice(0)) scratch.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const starter =
  (name: ProgramName, program: () => string) =>
  async (prompt: string, task: Partial<Task> = {}, options: ProgramOptions = {}) => {
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
      ...{ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', SECRET_OF_ANOTHER_TOOL: 'x' },
      ...prepareHome([name], home, model.url),
    };
    const logDirectory = join(scratch.directory, 'logs');
    const filesDirectory = join(scratch.directory, 'files');
    const recipe = programRecipe(programNamed(name)!, { program: program(), env, ...options });
    const session = await commandAgent(recipe, { logDirectory, filesDirectory }).start(scratch.task);
    const log = () => readFileSync(join(logDirectory, readdirSync(logDirectory)[0]!), 'utf8');
    return { session, task: scratch.task, log, directory: scratch.directory };
  };

/** What the program reports is what the model counted; of Copilot nothing is known, which is not 0. */
const expectUsage = (name: ProgramName, { usage }: Ended): void => {
  if (name === 'copilot') {
    expect(usage).toBeUndefined();
    return;
  }
  // OpenCode says nothing of the title that it has made.
  const known = counted.filter(({ isTitle }) => name !== 'opencode' || !isTitle);
  const sum = (figure: (one: { input: number; output: number }) => number) =>
    known.reduce((total, one) => total + figure(one), 0);
  const told = (figure: 'inputTokens' | 'outputTokens') =>
    usage?.reduce<number>((total, one) => total + (one[figure] ?? Number.NaN), 0);
  expect([told('inputTokens'), told('outputTokens')]).toEqual([
    sum(({ input }) => input),
    sum(({ output }) => output),
  ]);
};

const until = async (isSo: () => boolean): Promise<void> => {
  const deadline = performance.now() + 60_000;
  while (!isSo() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
};

describe.each(testedPrograms().map((name) => [name] as const))('%s, headless', (name) => {
  let program = '';
  beforeAll(async () => {
    program = await findOrInstall(name);
  });
  const start = starter(name, () => program);

  it('writes, runs, submits, is rejected with the full list, fixes, waits for the verdict and is accepted', async () => {
    let at = 0;
    door.answer = () => ANSWERS[at++] as never;
    const { session, task, log, directory } = await start('[[script:work]] Do it.');
    const ended = await session.ended;
    expect(ended, log()).toMatchObject({ end: 'finished', message: 'All done.' });
    expect(ended.why).toBeUndefined();
    expectUsage(name, ended);
    expect(ended.session).toMatch(/^[\w-]{8,}$/);
    expect(door.calls.map(({ tool }) => tool)).toEqual(['submit_done', 'submit_done', 'await_verdict']);
    expect(readFileSync(join(task.workingDirectory, 'add.js'), 'utf8')).toContain('= 2');
    expect(log()).not.toContain(CODER.token);
    for (const file of filesUnder(home)) expect(readFileSync(file, 'utf8'), file).not.toContain(CODER.token);
    expect(readdirSync(directory)).not.toContain('files/baton-attempt');
    expect(findProcesses(({ marker }) => marker === task.marker)).toEqual([]);
  });

  it('is resumed in its own session', async () => {
    const cwd = join(home, 'tree');
    mkdirSync(cwd);
    const first = await (await start('[[script:again]] One.', { workingDirectory: cwd })).session.ended;
    expectUsage(name, first);
    counted = [];
    const more = { workingDirectory: cwd, session: first.session!, attempt: 2 };
    const second = await (await start('Two.', more)).session.ended;
    expectUsage(name, second);
    expect(second).toMatchObject({ end: 'finished', message: 'Resumed.' });
    const [thread] = first.session!.split('_');
    expect(second.session).toContain(thread!);
  });

  it('fails with the words of the API', async () => {
    const { session, log } = await start('[[script:broken]] Go.');
    const ended = await session.ended;
    expect(ended.end, log()).toBe('failed');
    expect(ended.why).toContain('the model says no');
  });

  it('is stopped with all its processes, and shows its token to nobody', async () => {
    const { session, task } = await start('[[script:hangs]] Wait.');
    const mine = () => findProcesses(({ marker }) => marker === task.marker);
    await until(() => isHanging);
    expect(mine().length).toBeGreaterThan(0);
    const commands = commandsOf(mine());
    expect(commands.join()).not.toBe('');
    for (const command of commands) expect(command).not.toContain(CODER.token);
    await session.stop();
    expect(mine()).toEqual([]);
    expect((await session.ended).end).toBe('stopped');
  });
});
