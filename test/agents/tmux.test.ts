// Real programs in real panes, on the scripted model: Claude Code writes, Codex reviews; Gemini CLI plays alone. A pane is closed in the middle of the work.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstall, scratchParent, testedPrograms } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';
import { prepareHome } from './scripted-home.ts';

const CWD = '$' + '{cwd}';
const RUN = '$' + '{run}';

const TEST_FILE = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twice } from '../src/twice.js';

test('doubles', () => {
  assert.equal(twice(4), 8);
});
`;

const SCRIPTS = {
  // Rejected once, so that the screen is talked to by the door alone.
  alone: [
    { call: { write: { path: `${CWD}/src/twice.js`, content: 'export const twice = (n) => n + 2;\n' } } },
    { call: { write: { path: `${CWD}/test/twice.test.js`, content: TEST_FILE } } },
    { call: { mcp: 'submit_done', args: { summary: 'All tests pass.' } } },
    { expect: 'TESTS_FAILED', call: { shell: "sed -i 's/n + 2/n * 2/' src/twice.js" } },
    { call: { mcp: 'submit_done', args: { summary: 'Now they do.' } } },
    { text: 'It was accepted.' },
  ],
  relay: {
    submit_done: [
      { call: { write: { path: `${CWD}/src/twice.js`, content: 'export const twice = (n) => n + 2;\n' } } },
      // Long enough to be seen and closed.
      { call: { shell: 'test -e ~/closed-once || { touch ~/closed-once; sleep 60; }' } },
      { call: { write: { path: `${CWD}/test/twice.test.js`, content: TEST_FILE } } },
      { call: { mcp: 'submit_done', args: { summary: 'All tests pass.' } } },
      { expect: 'TESTS_FAILED', call: { shell: "sed -i 's/n + 2/n * 2/' src/twice.js" } },
      { call: { mcp: 'submit_done', args: { summary: 'Now they do.' } } },
      { text: 'It was accepted.' },
    ],
    submit_review: [
      { call: { write: { path: `${RUN}/review.yaml`, content: 'verdict: pass\nsummary: Good.\n' } } },
      { call: { mcp: 'submit_review', args: {} } },
      { text: 'It was accepted.' },
    ],
  },
};

const REVIEW = `  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: Good.\\n" }
      - submit: submit_review
`;

const scenario = (marker: string, more = ''): string => `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Double numbers
            items:
              - key: twice
                title: Double a number
                task: Add twice(n) to src/twice.js, with a test. [[script:${marker}]]
      - submit: submit_plan
${more}human:
  - approve: {}
`;

const NAMES = ['claude', 'codex'] as const;
let programs: Record<string, string> = {};
let model: { url: string; close(): Promise<unknown> };
const said: string[] = [];
let shown = (): string => '';
beforeAll(async () => {
  for (const name of NAMES) programs = { ...programs, [name]: await findOrInstall(name) };
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ answer }) => said.push(JSON.stringify(answer)),
  });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(async () => {
  await project.baton('stop', 'panes');
  project.remove();
});

interface Event {
  readonly kind: string;
  readonly assignment?: string;
  readonly end?: string;
  readonly why?: string;
}
const eventsOf = async (): Promise<Event[]> => {
  const { stdout } = await project.baton('log', 'panes', '--json');
  const { entries } = JSON.parse(stdout) as { entries: { events: Event[] }[] };
  return entries.flatMap(({ events }) => events);
};

const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline)
      throw new Error(`it never came; ${shown()} ${said.join('\n').slice(-2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** As a person finds them. */
const tmuxOf = async (): Promise<((...args: string[]) => string) | undefined> => {
  const { exit, stdout } = await project.baton('attach', 'panes');
  const [, , , socket] = stdout.trim().split(' ');
  if (exit !== 0 || socket === undefined) return undefined;
  return (...args) => spawnSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' }).stdout;
};

it('Claude Code and Codex play in panes; one that is closed is an interruption, and is continued', async () => {
  project = agentProject(
    programs['claude']!,
    {},
    { parent: scratchParent(), others: { codex: programs['codex']! } },
  );
  Object.assign(project.env, prepareHome(NAMES, project.home, model.url));
  project.write('scenario.yaml', scenario(`relay run=${project.directory}/.baton/runs/panes`));
  const running = project.baton(
    ...['run', `Double numbers [[script:relay run=${project.directory}/.baton/runs/panes]]`],
    ...['--name', 'panes', '--agent', 'scripted:scenario.yaml'],
    ...['--role-agent', 'coder=tmux:claude', '--role-agent', 'reviewer=tmux:codex'],
  );
  const tmux = await until(tmuxOf);
  shown = () => tmux('capture-pane', '-p', '-t', '=baton:.{right}');
  const screen = await until(async () => {
    const now = shown();
    return existsSync(join(project.home, 'closed-once')) && now.includes('closed-once') ? now : undefined;
  });
  expect(screen).toContain('❯');
  const panes = tmux('list-panes', '-s', '-t', '=baton', '-F', '#{pane_id} #{@baton}').trim().split('\n');
  expect(panes.map((line) => line.replace(/^%\d+ /, ''))).toEqual(['Baton', '[coder] coding.coder.twice.1']);
  tmux('kill-pane', '-t', panes[1]!.split(' ')[0]!);

  const done = await running;
  expect(done.exit, `${done.stdout}${done.stderr}\n${said.join('\n').slice(-3_000)}`).toBe(0);
  expect(project.git('show', 'baton/panes:src/twice.js')).toContain('n * 2');
  const ends = (await eventsOf()).filter(({ kind }) => kind === 'attempt-ended');
  expect(ends.find(({ end }) => end === 'failed')).toMatchObject({
    assignment: 'coding.coder.twice.1',
    why: 'the pane of Claude Code was closed before its turn was over',
  });
  for (const name of ['coding.coder.twice.1', 'reviewing.reviewer.1']) {
    const { stdout } = await project.baton('logs', `panes/${name}`);
    const [told] = /\[prompt accepted .*\]/.exec(stdout) ?? [];
    // A figure for people; nothing is asserted about it.
    console.log(`${name}: ${told}`);
    expect(stdout).toContain('hook_event_name');
  }
  expect(tmux('list-sessions')).toBe('');
  expect((await project.baton('verify', 'panes')).exit).toBe(0);
});

const OTHERS = (['gemini'] as const).filter((name) => testedPrograms().includes(name));

it.each(OTHERS)('%s plays in a pane, is rejected there, and goes on', async (name) => {
  const program = await findOrInstall(name);
  project = agentProject(program, {}, { parent: scratchParent(), others: { [name]: program } });
  Object.assign(project.env, prepareHome([name], project.home, model.url));
  project.write('scenario.yaml', scenario('alone', REVIEW));
  const done = await project.baton(
    ...['run', 'Double numbers', '--name', 'panes', '--agent', 'scripted:scenario.yaml'],
    ...['--role-agent', `coder=tmux:${name}`],
  );
  expect(done.exit, `${done.stdout}${done.stderr}\n${said.join('\n').slice(-3_000)}`).toBe(0);
  expect(project.git('show', 'baton/panes:src/twice.js')).toContain('n * 2');
  const judged = (await eventsOf()).filter(({ kind, assignment }) => {
    return kind.startsWith('submission-') && assignment === 'coding.coder.twice.1';
  });
  expect(judged.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['submission-rejected', 'submission-accepted']),
  );
  const { stdout } = await project.baton('logs', 'panes/coding.coder.twice.1');
  const [told] = /\[prompt accepted .*\]/.exec(stdout) ?? [];
  // A figure for people; nothing is asserted about it.
  console.log(`${name}: ${told}`);
  expect(told).toBeDefined();
});
