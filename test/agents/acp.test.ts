// Real programs over the Agent Client Protocol, on the scripted model, against the MCP server that agents really meet.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acpRecipe } from '../../src/agents/acp/acp-recipe.ts';
import { commandAgent } from '../../src/agents/command/command-agent.ts';
import { findProcesses } from '../../src/agents/orphans.ts';
import { mcpPath, mountMcp } from '../../src/mcp/mount-mcp.ts';
import { CODER, FakeDoor } from '../fixtures/fake-door.ts';
import { type Listening, listen } from '../fixtures/mcp-listen.ts';
import { startModelServer } from '../fixtures/model-server.mjs';
import { type ScratchTask, scratchTask } from '../fixtures/task.ts';
import { findOrInstall, scratchParent, testedPrograms } from './install.mjs';
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
  hangs: [{ delayMs: 100_000, text: 'late' }],
};

/** Those that speak it themselves; Claude Code and Codex do with adapters that are not installed here. */
const OWN = testedPrograms().filter((name) => !['claude', 'codex'].includes(name));

let model: { url: string; close(): Promise<unknown> };
let asked = 0;
beforeAll(async () => {
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: () => {
      asked += 1;
    },
  });
});
afterAll(() => model.close());

let door: FakeDoor;
let server: Listening;
let mount: ReturnType<typeof mountMcp>;
let home: string;
let scratch: ScratchTask;
beforeEach(async () => {
  asked = 0;
  home = mkdtempSync(join(scratchParent(), 'home-'));
  door = new FakeDoor();
  mount = mountMcp(door, { version: '1' });
  server = await listen((request, response) => void mount(request, response));
});
afterEach(async () => {
  await mount.close();
  await server.close();
  scratch.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

describe.each(OWN.map((name) => [name] as const))('%s over ACP', (name) => {
  let program = '';
  beforeAll(async () => {
    program = await findOrInstall(name);
  });

  const start = async (prompt: string) => {
    scratch = scratchTask(server.url, {
      assignment: CODER.assignment,
      prompt,
      tools: ['submit_done'],
      door: { url: server.url, mcpUrl: `${server.url}${mcpPath(CODER.assignment)}`, token: CODER.token },
    });
    const env = {
      ...{ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
      ...prepareHome([name], home, model.url),
    };
    const logDirectory = join(scratch.directory, 'logs');
    const session = await commandAgent(acpRecipe(name, { program, env }), { logDirectory }).start(
      scratch.task,
    );
    const log = () => readFileSync(join(logDirectory, `${CODER.assignment}.1.log`), 'utf8');
    return { session, log };
  };

  it('writes, submits, is rejected, fixes and is accepted; what it asks for is decided', async () => {
    const problem = { code: 'TESTS_FAILED', severity: 'error', message: 'the sum is wrong' } as const;
    const answers = [
      { status: 'rejected', message: 'rejected', submission: 's1', problems: [problem], seq: 3 },
      { status: 'accepted', message: 'accepted', submission: 's2', outcome: 'done', seq: 9 },
    ] as const;
    let at = 0;
    door.answer = () => answers[at++] as never;
    const { session, log } = await start('[[script:work]] Do it.');
    const ended = await session.ended;
    expect(ended, log()).toMatchObject({ end: 'finished', message: expect.stringContaining('All done.') });
    expect(door.calls.map(({ tool }) => tool)).toEqual(['submit_done', 'submit_done']);
    expect(readFileSync(join(scratch.task.workingDirectory, 'add.js'), 'utf8')).toContain('= 2');
    expect(log()).not.toContain(CODER.token);
    expect(findProcesses(({ marker }) => marker === scratch.task.marker)).toEqual([]);
  });

  it('is cancelled, and its session is known', async () => {
    const { session } = await start('[[script:hangs]] Wait.');
    const deadline = performance.now() + 60_000;
    while (asked === 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await session.stop();
    expect(await session.ended).toMatchObject({ end: 'stopped', session: expect.any(String) });
    expect(findProcesses(({ marker }) => marker === scratch.task.marker)).toEqual([]);
  });
});
