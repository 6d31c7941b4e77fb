// One relay with the programs of three vendors: Gemini CLI plans, Codex writes, Claude Code reviews. The holder is killed twice on
// the way; the run ends in a commit.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstall, scratchParent } from './install.mjs';
import { type AgentProject, agentProject, filesWith } from './project.ts';
import { prepareHome } from './scripted-home.ts';

const BATON = fileURLToPath(new URL('../../bin/baton.js', import.meta.url));
const CWD = '$' + '{cwd}';
const RUN = '$' + '{run}';

const PLAN = `version: 1
summary: Double numbers
items:
  - key: twice
    title: Double a number
    task: Add twice(n) to src/twice.js, with a test. [[script:relay run=${RUN}]]
`;
const TEST_FILE = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twice } from '../src/twice.js';

test('doubles', () => {
  assert.equal(twice(4), 8);
});
`;
/** A secret of whoever starts Baton: agents that come by it say it, in a command, to the door and at the end. */
const SECRET = 'staple-4711-of-the-vault';
const leaks = { call: { shell: `env | sort; echo ${SECRET}` } };
const end = { text: `It was accepted. ${SECRET}` };

/** Which one is played is told by the tool that the prompt names. */
const SCRIPTS = {
  relay: {
    submit_plan: [
      leaks,
      { call: { write: { path: `${RUN}/plan.yaml`, content: PLAN } } },
      { call: { mcp: 'submit_plan', args: {} } },
      end,
    ],
    submit_done: [
      leaks,
      { call: { write: { path: `${CWD}/src/twice.js`, content: 'export const twice = (n) => n + 2;\n' } } },
      { call: { write: { path: `${CWD}/test/twice.test.js`, content: TEST_FILE } } },
      { call: { mcp: 'submit_done', args: { summary: 'All tests pass.' } } },
      { expect: 'TESTS_FAILED', call: { shell: "sed -i 's/n + 2/n * 2/' src/twice.js" } },
      { call: { mcp: 'submit_done', args: { summary: `Now they do. ${SECRET}` } } },
      end,
    ],
    submit_review: [
      leaks,
      { call: { write: { path: `${RUN}/review.yaml`, content: 'verdict: pass\nsummary: Good.\n' } } },
      { call: { mcp: 'submit_review', args: {} } },
      end,
    ],
  },
};

const NAMES = ['claude', 'codex', 'gemini'] as const;
let programs: Record<string, string> = {};
let model: { url: string; close(): Promise<unknown> };
const said: string[] = [];
beforeAll(async () => {
  for (const name of NAMES) programs = { ...programs, [name]: await findOrInstall(name) };
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ answer }) => said.push(JSON.stringify(answer)),
  });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

interface Line {
  readonly events: readonly {
    readonly kind: string;
    readonly assignment?: string;
    readonly usage?: unknown;
  }[];
}
const eventsOf = async () => {
  const { stdout } = await project.baton('log', 'vendors', '--json');
  const { entries } = JSON.parse(stdout) as { entries: Line[] };
  return entries.flatMap(({ events }) => events);
};

const started = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [BATON, ...args], {
    cwd: project.directory,
    env: project.env,
    stdio: 'ignore',
    detached: true,
  });

/** Kills the holder, and only it, as soon as this role has begun. */
const killAt = async (holder: ChildProcess, role: string): Promise<void> => {
  const deadline = performance.now() + 90_000;
  const isThere = async () =>
    (await eventsOf().catch(() => [])).some(
      ({ kind, assignment }) => kind === 'attempt-started' && assignment?.includes(role),
    );
  while (!(await isThere()) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 200));
  const gone = new Promise((resolve) => holder.once('exit', resolve));
  holder.kill('SIGKILL');
  await gone;
};

it('Gemini CLI plans, Codex writes, Claude Code reviews; killed twice, the run ends in a commit', async () => {
  project = agentProject(
    programs['claude']!,
    {},
    {
      parent: scratchParent(),
      others: { codex: programs['codex']!, gemini: programs['gemini']! },
    },
  );
  Object.assign(project.env, prepareHome(NAMES, project.home, model.url), { VAULT_SECRET: SECRET });
  const directory = `${project.directory}/.baton/runs/vendors`;
  const roles = ['planner=command:gemini', 'coder=command:codex', 'reviewer=command:claude'];
  const run = ['run', `Double numbers [[script:relay run=${directory}]]`, '--name', 'vendors'];
  await killAt(started([...run, ...roles.flatMap((role) => ['--role-agent', role])]), 'planner');
  await killAt(started(['resume', 'vendors']), 'coder');
  const waiting = await project.baton('resume', 'vendors');
  expect(waiting.exit, `${waiting.stdout}${waiting.stderr}\n${said.join('\n').slice(-3_000)}`).toBe(4);
  const { waitingFor, usage } = JSON.parse((await project.baton('status', 'vendors', '--json')).stdout);
  await project.baton('approve', waitingFor[0].id);
  const done = await project.baton('resume', 'vendors');
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  expect(project.git('show', 'baton/vendors:src/twice.js')).toContain('n * 2');

  const events = await eventsOf();
  const accepted = events
    .filter(({ kind }) => kind === 'submission-accepted')
    .map(({ assignment }) => assignment);
  expect(accepted.filter((name) => /planner|coder|reviewer/.test(name ?? ''))).toEqual([
    ...['planning.planner.1', 'coding.coder.twice.1', 'reviewing.reviewer.1'],
  ]);
  expect(events.filter(({ kind }) => kind === 'holder-changed').length).toBeGreaterThanOrEqual(2);
  // An attempt that was killed, or stopped after its work was taken, reports nothing.
  expect(Object.keys(usage).length).toBeGreaterThan(0);
  expect((await project.baton('verify', 'vendors')).exit).toBe(0);

  // What agents said is in their logs, with the name of the variable; what they were not given is not.
  for (const folder of [project.directory, project.state]) expect(filesWith(folder, SECRET)).toEqual([]);
  expect(filesWith(project.state, '[VAULT_SECRET]').length).toBeGreaterThan(0);
  expect(filesWith(project.state, 'VAULT_SECRET=')).toEqual([]);
  // Nothing is left of what the killed attempts were started with.
  expect(filesWith(project.state, '').filter((path) => path.includes('/baton-attempt-'))).toEqual([]);
});
