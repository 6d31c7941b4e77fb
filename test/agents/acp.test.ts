// Real programs over the Agent Client Protocol, on the scripted model, against the MCP server that agents really meet.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acpRecipe } from '../../src/agents/acp/acp-recipe.ts';
import type { Task } from '../../src/agents/agent.ts';
import { commandAgent } from '../../src/agents/command/command-agent.ts';
import { findProcesses } from '../../src/agents/orphans.ts';
import { mcpPath, mountMcp } from '../../src/mcp/mount-mcp.ts';
import { CODER, FakeDoor } from '../fixtures/fake-door.ts';
import { type Listening, listen } from '../fixtures/mcp-listen.ts';
import { startModelServer } from '../fixtures/model-server.mjs';
import { type ScratchTask, scratchTask } from '../fixtures/task.ts';
import {
  type AdapterName,
  findOrInstall,
  type ProgramName,
  scratchParent,
  testedPrograms,
} from './install.mjs';
import { prepareHome } from './scripted-home.ts';

/** In a script this is the agent's working directory. */
const CWD = '$' + '{cwd}';
const SCRIPTS = {
  work: [
    { call: { write: { path: `${CWD}/add.js`, content: 'export const add = 1;\n' } } },
    { call: { mcp: 'submit_done', args: { summary: 'done' } } },
    { expect: 'sum is wrong', call: { edit: { path: `${CWD}/add.js`, old: '1', new: '2' } } },
    { call: { mcp: 'submit_done', args: { summary: 'fixed' } } },
    { expect: 'accepted', text: 'All done.' },
  ],
  outside: [
    { call: { write: { path: '$' + '{outside}/outside.txt', content: 'out\n' } } },
    { text: 'I tried.' },
  ],
  bound: [
    { call: { write: { path: `${CWD}/src/a.js`, content: 'export const a = 1;\n' } } },
    { call: { mcp: 'submit_done', args: { summary: 'done' } } },
    { call: { shell: 'touch ran.txt' } },
    { call: { shell: 'touch evil.txt' } },
    { call: { write: { path: `${CWD}/lib/b.js`, content: 'export const b = 1;\n' } } },
    { text: 'I tried.' },
  ],
  again: [{ text: 'Begun.' }, { text: 'Resumed.' }],
  hangs: [{ delayMs: 100_000, text: 'late' }],
};

/** Claude Code and Codex speak it with adapters; the others do by themselves. */
const ADAPTERS: Partial<Record<ProgramName, AdapterName>> = {
  claude: 'claude-agent-acp',
  codex: 'codex-acp',
};
/** It says that it can load sessions, and mostly does not find its own again. */
const MAY_NOT_RESUME: readonly ProgramName[] = ['gemini'];
/** Told neither at the end of a turn nor on the way. */
const TELLS_NO_USAGE: readonly ProgramName[] = ['qwen', 'codex'];
/** They change files without asking, so they are not started for a role that may not do everything. */
const CHANGES_UNASKED: readonly ProgramName[] = ['codex', 'qwen'];
/** They do not tell what they will run where it is read, so they may run nothing. */
const TELLS_NO_COMMAND: readonly ProgramName[] = ['gemini'];
/** They refuse it themselves and do not ask. */
const ASKS_NOT: readonly ProgramName[] = ['codex', 'gemini'];

let model: { url: string; close(): Promise<unknown> };
/** What the model was asked; what an earlier attempt asked may come late. */
const asked: string[] = [];
beforeAll(async () => {
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ body }) => asked.push(JSON.stringify(body)),
  });
});
afterAll(() => model.close());

let door: FakeDoor;
let server: Listening;
let mount: ReturnType<typeof mountMcp>;
let home: string;
let scratch: ScratchTask | undefined;
beforeEach(async () => {
  asked.length = 0;
  home = mkdtempSync(join(scratchParent(), 'home-'));
  door = new FakeDoor();
  mount = mountMcp(door, { version: '1' });
  server = await listen((request, response) => void mount(request, response));
});
afterEach(async () => {
  await mount.close();
  await server.close();
  scratch?.remove();
  scratch = undefined;
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

describe.each(testedPrograms().map((name) => [name] as const))('%s over ACP', (name) => {
  let program = '';
  beforeAll(async () => {
    program = await findOrInstall(ADAPTERS[name] ?? name);
  });

  const start = async (prompt: string, more: Partial<Task> = {}) => {
    scratch?.remove();
    scratch = scratchTask(server.url, {
      assignment: CODER.assignment,
      prompt,
      tools: ['submit_done'],
      door: { url: server.url, mcpUrl: `${server.url}${mcpPath(CODER.assignment)}`, token: CODER.token },
      ...more,
    });
    const env = {
      ...{ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
      ...prepareHome([name], home, model.url),
    };
    const logDirectory = join(scratch.directory, 'logs');
    const session = await commandAgent(acpRecipe(name, { program, env }), { logDirectory }).start(
      scratch.task,
    );
    const log = () =>
      readFileSync(join(logDirectory, `${CODER.assignment}.${scratch?.task.attempt}.log`), 'utf8');
    return { session, log, task: scratch.task };
  };

  it('writes, submits, is rejected, fixes and is accepted; what it asks for is decided', async () => {
    const problem = { code: 'TESTS_FAILED', severity: 'error', message: 'the sum is wrong' } as const;
    const answers = [
      { status: 'rejected', message: 'rejected', submission: 's1', problems: [problem], seq: 3 },
      { status: 'accepted', message: 'accepted', submission: 's2', outcome: 'done', seq: 9 },
    ] as const;
    let at = 0;
    door.answer = () => answers[at++] as never;
    const { session, log, task } = await start('[[script:work]] Do it.');
    const ended = await session.ended;
    expect(ended, log()).toMatchObject({ end: 'finished', message: expect.stringContaining('All done.') });
    expect(door.calls.map(({ tool }) => tool)).toEqual(['submit_done', 'submit_done']);
    expect(readFileSync(join(task.workingDirectory, 'add.js'), 'utf8')).toContain('= 2');
    expect(log()).not.toContain(CODER.token);
    expect(ended.usage === undefined).toBe(TELLS_NO_USAGE.includes(name));
    expect(findProcesses(({ marker }) => marker === task.marker)).toEqual([]);
  });

  it('is cancelled, and its session is known', async () => {
    const { session, task } = await start('[[script:hangs]] Wait.');
    const deadline = performance.now() + 60_000;
    while (!asked.some((body) => body.includes('[[script:hangs]]')) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await session.stop();
    expect(await session.ended).toMatchObject({ end: 'stopped', session: expect.any(String) });
    expect(findProcesses(({ marker }) => marker === task.marker)).toEqual([]);
  });

  it('asks before it writes elsewhere, and is refused', async () => {
    const outside = mkdtempSync(join(scratchParent(), 'outside-'));
    const { session, log } = await start(`[[script:outside outside=${outside}]] Do it.`);
    const ended = await session.ended;
    const isThere = existsSync(join(outside, 'outside.txt'));
    rmSync(outside, { recursive: true });
    expect(isThere, log()).toBe(false);
    if (!ASKS_NOT.includes(name)) expect(ended.why, log()).toContain('it was denied');
  });

  it('is held to what its role may do', async () => {
    const permissions = { write: ['src/**'], run: ['touch ran.txt'] };
    const workingDirectory = join(home, 'tree');
    for (const folder of ['src', 'lib']) mkdirSync(join(workingDirectory, folder), { recursive: true });
    const { session, log } = await start('[[script:bound]] Do it.', { workingDirectory, permissions });
    const ended = await session.ended;
    if (CHANGES_UNASKED.includes(name)) {
      expect(ended).toMatchObject({ end: 'failed', why: expect.stringContaining('does not ask Baton') });
      return;
    }
    const isThere = (path: string) => existsSync(join(workingDirectory, path));
    expect(['src/a.js', 'evil.txt', 'lib/b.js'].map(isThere), log()).toEqual([true, false, false]);
    expect(
      door.calls.map(({ tool }) => tool),
      log(),
    ).toEqual(['submit_done']);
    expect(isThere('ran.txt'), log()).toBe(!TELLS_NO_COMMAND.includes(name));
    expect(ended.why, log()).toContain('(permissions: run)');
  });

  it('continues a session of an earlier attempt, or fails; it never begins anew', async () => {
    const workingDirectory = join(home, 'tree');
    mkdirSync(workingDirectory);
    const first = await (await start('[[script:again]] One.', { workingDirectory })).session.ended;
    const { session, log } = await start('Two.', { workingDirectory, session: first.session!, attempt: 2 });
    const ended = await session.ended;
    if (MAY_NOT_RESUME.includes(name) && ended.end === 'failed')
      expect(ended.why, log()).toContain('No previous sessions found');
    else
      expect(ended, log()).toMatchObject({ end: 'finished', message: expect.stringContaining('Resumed.') });
  });
});
