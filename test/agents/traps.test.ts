// What coding agents' programs do that nobody expects, and what the adapters make of it: one test for each, by its number.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acpRecipe } from '../../src/agents/acp/acp-recipe.ts';
import { optionFor } from '../../src/agents/acp/permission.ts';
import { type Task, taskEnvironment } from '../../src/agents/agent.ts';
import { attemptFiles } from '../../src/agents/attempt-files.ts';
import { commandAgent } from '../../src/agents/command/command-agent.ts';
import { outputReader } from '../../src/agents/command/output-reader.ts';
import { DOOR_TIMEOUT_MS, type ProgramOptions, programRecipe } from '../../src/agents/command/program.ts';
import { programNamed } from '../../src/agents/command/programs.ts';
import { findProcesses } from '../../src/agents/orphans.ts';
import { programInPane } from '../../src/agents/tmux/pane-recipe.ts';
import { startModelServer } from '../fixtures/model-server.mjs';
import { type ScratchTask, scratchTask } from '../fixtures/task.ts';
import {
  findOrInstall,
  type ProgramName,
  packageFolder,
  pinnedVersion,
  scratchParent,
  testedPrograms,
} from './install.mjs';
import { prepareHome } from './scripted-home.ts';

const SCRIPTS = {
  denied: [{ call: { shell: 'node -e 0' } }, { text: 'It was denied.' }],
  failing: [{ status: 500, message: 'not now' }],
};

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

let home: string;
const scratches: ScratchTask[] = [];
beforeEach(() => {
  asked = 0;
  home = mkdtempSync(join(scratchParent(), 'home-'));
});
afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const taskWith = (more: Partial<Task> = {}): Task => {
  const scratch = scratchTask(undefined, more);
  scratches.push(scratch);
  return scratch.task;
};

const programOf = (name: ProgramName) => {
  const program = programNamed(name);
  if (program === undefined) throw new Error(`there is no ${name}`);
  return program;
};

const started = async (name: ProgramName, prompt: string, options: ProgramOptions = {}) => {
  const program = await findOrInstall(name);
  const env = {
    ...{ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' },
    ...prepareHome([name], home, model.url),
  };
  const task = taskWith({ prompt });
  const agent = commandAgent(programRecipe(programOf(name), { program, env, ...options }));
  return { task, session: await agent.start(task) };
};

/** What it is started with; `file` is the text of a file that is put down for it. */
const launched = (name: ProgramName, more: Partial<Task> = {}) => {
  const files = attemptFiles(join(home, 'attempts'));
  const program = programRecipe(programOf(name), { env: { HOME: home } }).launch(taskWith(more), files);
  return {
    ...program,
    line: program.args.join(' '),
    file: (path: string) => readFileSync(join(files.directory ?? '', path), 'utf8'),
  };
};

const readBy = (name: ProgramName, lines: readonly object[], exit = 0) => {
  const { title, take, isOfInterest } = programOf(name);
  const reader = outputReader(title, take({}), isOfInterest);
  for (const line of lines) reader.line(JSON.stringify(line));
  return reader.ended({ exit, signal: null, left: [] }, { end: 'finished' });
};

const isTested = (name: ProgramName): boolean => testedPrograms().includes(name);

describe('traps', () => {
  it.each(testedPrograms())(
    'trap 1: npm installs %s in the pinned version, and not an older one',
    async (name) => {
      await findOrInstall(name);
      const { version } = JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8'));
      expect(version).toBe(pinnedVersion(name));
    },
  );

  it('trap 2: tools are not listed until they are searched for, so the door has one name everywhere', () => {
    expect(launched('claude').line).toContain('mcp__baton__submit_done');
    expect(launched('codex').line).toContain('mcp_servers.baton.url');
    for (const name of ['gemini', 'qwen'] as const)
      expect(launched(name).line).toContain('--allowed-mcp-server-names baton');
  });

  it('trap 3: the sub-agents of Qwen Code, which would play the work a second time, are off', () => {
    const { memory } = JSON.parse(launched('qwen').file('qwen.json'));
    expect(memory).toEqual({ enableManagedAutoMemory: false, enableManagedAutoDream: false });
  });

  it.runIf(isTested('claude'))(
    'trap 4: a program that was denied every tool exits with 0, and it is told',
    async () => {
      const { session } = await started('claude', '[[script:denied]] Go.', { allowedTools: ['Read'] });
      expect(await session.ended).toMatchObject({
        end: 'finished',
        why: expect.stringContaining('denied: Bash'),
      });
    },
  );

  it('trap 4: so it is for OpenCode and Copilot', () => {
    const state = { status: 'error', error: 'The user rejected permission to use this tool' };
    const ended = readBy('opencode', [
      { type: 'tool_use', part: { tool: 'bash', state } },
      { type: 'step_finish', part: { reason: 'stop' } },
    ]);
    expect(ended.why).toBe('it was denied: bash');
    const data = { success: false, toolName: 'shell', error: { code: 'denied' } };
    const copilot = [
      { type: 'tool.execution_complete', data },
      { type: 'result', exitCode: 0 },
    ];
    expect(readBy('copilot', copilot).why).toBe('it was denied: shell');
  });

  it('trap 5: an error that says success is none', () => {
    const line = { type: 'result', subtype: 'success', is_error: true, api_error_status: 401, result: 'No.' };
    for (const name of ['claude', 'qwen'] as const)
      expect(readBy(name, [line])).toMatchObject({ end: 'failed', why: expect.stringContaining('401') });
  });

  it('trap 6: a program that was interrupted exits with 0, and has not finished', () => {
    const aborted = { type: 'result', subtype: 'error_during_execution', is_error: false };
    expect(readBy('claude', [aborted]).end).toBe('failed');
    for (const name of ['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot'] as const)
      expect(readBy(name, []).end).toBe('failed');
  });

  it('trap 7: the prompt is the whole input, so that Codex does not wait for more of it', () => {
    for (const name of ['claude', 'codex', 'gemini', 'qwen', 'copilot', 'opencode'] as const) {
      const { stdin, talks, line } = launched(name, { prompt: 'The prompt.' });
      expect([stdin, talks]).toEqual(['The prompt.', undefined]);
      expect(line).not.toContain('The prompt.');
    }
  });

  it("trap 8: Codex asks nobody before it calls the door's tools", () => {
    expect(launched('codex').line).toContain('mcp_servers.baton.default_tools_approval_mode="approve"');
  });

  it('trap 9: a verdict may take longer than the minute that OpenCode gives a tool', () => {
    const { mcp } = JSON.parse(launched('opencode').env['OPENCODE_CONFIG_CONTENT'] ?? '');
    expect(mcp.baton.timeout).toBe(DOOR_TIMEOUT_MS);
  });

  it.runIf(isTested('opencode'))(
    'trap 10: OpenCode tries a failing model without end, until it is stopped',
    async () => {
      const { task, session } = await started('opencode', '[[script:failing]] Go.');
      const deadline = performance.now() + 120_000;
      while (asked < 3 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(asked).toBeGreaterThanOrEqual(3);
      await session.stop();
      expect((await session.ended).end).toBe('stopped');
      expect(findProcesses(({ marker }) => marker === task.marker)).toEqual([]);
    },
  );

  it('trap 11: tools that would ask are not offered headless, so what the work needs is allowed', () => {
    const { tools, mcpServers, security } = JSON.parse(launched('gemini').file('home/.gemini/settings.json'));
    expect(tools.allowed).toEqual(['run_shell_command']);
    expect(mcpServers.baton.trust).toBe(true);
    expect(security.folderTrust.enabled).toBe(false);
    expect(launched('gemini').line).toContain('--approval-mode auto_edit');
  });

  it('trap 12: a wrapper that keeps signals to itself takes its program along', async () => {
    const wrapper = `process.on('SIGTERM', () => {}); require('child_process').spawn(process.execPath,
      ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1e6)'], { stdio: 'inherit' });
      require('fs').writeFileSync(process.env.BATON_RUN_DIRECTORY + '/up', '');`;
    const launch = (task: Task) => ({
      ...{ file: process.execPath, args: ['-e', wrapper], cwd: task.workingDirectory },
      ...{ env: taskEnvironment(task), stdin: '', graceMs: 100 },
    });
    const task = taskWith();
    const session = await commandAgent({ name: 'wrapper', launch }).start(task);
    const deadline = performance.now() + 60_000;
    while (!existsSync(join(task.runDirectory, 'up')) && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await session.stop();
    expect(findProcesses(({ marker }) => marker === task.marker)).toEqual([]);
  });

  it('trap 13: over ACP no files are offered, and options are known by their kind', async () => {
    const folder = join(home, 'agent');
    mkdirSync(folder);
    const echo = `process.stdin.once('data',(d)=>{require('fs').writeFileSync('${folder}/first',d);process.exit(1)})`;
    const recipe = acpRecipe(`"${process.execPath}" -e "${echo}"`);
    await (await commandAgent(recipe).start(taskWith())).ended;
    const { method, params } = JSON.parse(readFileSync(join(folder, 'first'), 'utf8'));
    expect([method, params.clientCapabilities]).toEqual(['initialize', {}]);
    for (const optionId of ['proceed_once', 'allow', 'allow-once', 'approved'])
      expect(
        optionFor(
          [
            { optionId: 'no', kind: 'reject_once' },
            { optionId, kind: 'allow_once' },
          ],
          'allow',
        ),
      ).toBe(optionId);
  });

  it('trap 14: no daemon of Codex outlives its pane, and no dialog waits before the prompt', () => {
    const files = attemptFiles(join(home, 'attempts'));
    const { args } = programInPane(programOf('codex'), { env: {} }).launch(taskWith(), files);
    const line = args.join(' ');
    expect(line).toContain('features.daemon_auto_start=false');
    expect(line).toMatch(/projects=\{"[^"]+"=\{"trust_level"="trusted"\}\}/);
    const { pane } = programOf('claude');
    const screen = ' ❯ No, exit\n   Yes, I trust this folder\n';
    expect(pane?.dialogs.find(({ seen }) => seen.test(screen))?.key).toBe('Down');
  });
});
