// An agentmux run with the programs of four vendors: Gemini CLI designs, Claude Code plans, Codex writes, Copilot reviews. The holder is
// killed twice on the way; the run ends in a commit. It needs a fourth program, so it is played with BATON_TEST_AGENTS=all.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstall, scratchParent, testedPrograms } from './install.mjs';
import { type AgentProject, agentProject, filesWith } from './project.ts';
import { prepareHome } from './scripted-home.ts';

const BATON = fileURLToPath(new URL('../../bin/baton.js', import.meta.url));
const CWD = '$' + '{cwd}';
const RUN = '$' + '{run}';

/** Markers stand where prompts show them: in the request, and in the sub-plan. */
const MARKER = `[[script:mux run=${RUN}]]`;
const PLAN = JSON.stringify({
  ...{ version: 2, plan_overview: '# Double numbers', needs_design: false, needs_docs: false, doc_files: [] },
  review_strategy: { severity: 'medium' },
  groups: [{ group_id: 'all', mode: 'serial', plans: [{ index: 1, name: 'Twice' }] }],
  subplans: [
    {
      ...{ index: 1, title: 'Double a number', scope: `twice(n) ${MARKER}`, dependencies: 'None' },
      owned_files: ['src/twice.js', 'test/twice.test.js'],
      ...{ implementation_approach: 'One function.', acceptance_criteria: 'Its test passes.' },
      tasks: ['Write it'],
    },
  ],
});
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
  mux: {
    submit_architecture: [
      leaks,
      { call: { write: { path: `${RUN}/02_architecting/architecture.md`, content: 'One function.\n' } } },
      { call: { mcp: 'submit_architecture', args: { reviewers: ['reviewer_logic'] } } },
      end,
    ],
    submit_plan: [
      leaks,
      { call: { write: { path: `${RUN}/04_planning/plan.yaml`, content: PLAN } } },
      { call: { mcp: 'submit_plan', args: {} } },
      end,
    ],
    submit_done: [
      leaks,
      { call: { write: { path: `${CWD}/src/twice.js`, content: 'export const twice = (n) => n + 2;\n' } } },
      { call: { write: { path: `${CWD}/test/twice.test.js`, content: TEST_FILE } } },
      { call: { mcp: 'submit_done', args: { subplan_index: 1 } } },
      { expect: 'TESTS_FAILED', call: { shell: "sed -i 's/n + 2/n * 2/' src/twice.js" } },
      { call: { mcp: 'submit_done', args: { subplan_index: 1 } } },
      end,
    ],
    submit_summary: [
      leaks,
      { call: { write: { path: `${RUN}/08_completion/summary.md`, content: 'Numbers are doubled.\n' } } },
      { call: { mcp: 'submit_summary', args: {} } },
      end,
    ],
    submit_review: [
      leaks,
      {
        call: {
          write: {
            path: `${RUN}/07_review/review_reviewer_logic.yaml`,
            content: 'verdict: pass\nsummary: Good.\n',
          },
        },
      },
      { call: { mcp: 'submit_review', args: { role: 'reviewer_logic' } } },
      end,
    ],
  },
};

const NAMES = ['claude', 'codex', 'gemini', 'copilot'] as const;
const areThere = NAMES.every((name) => testedPrograms().includes(name));
let programs: Record<string, string> = {};
let model: { url: string; close(): Promise<unknown> };
const said: string[] = [];
beforeAll(async () => {
  if (!areThere) return;
  for (const name of NAMES) programs = { ...programs, [name]: await findOrInstall(name) };
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ answer }) => said.push(JSON.stringify(answer)),
  });
});
afterAll(() => model?.close());

let project: AgentProject;
afterEach(() => project?.remove());

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

const DIRECTORY = '.agentmux/.sessions/vendors';

it.skipIf(!areThere)('four vendors play agentmux; killed twice, the run ends in a commit', async () => {
  const { claude = '', ...others } = programs;
  project = agentProject(claude, {}, { parent: scratchParent(), others });
  Object.assign(project.env, prepareHome(NAMES, project.home, model.url), { VAULT_SECRET: SECRET });
  const directory = `${project.directory}/${DIRECTORY}`;
  const roles = [
    ...['architect=command:gemini', 'planner=command:claude', 'coder=command:codex'],
    'reviewer_logic=command:copilot',
  ];
  const request = `Double numbers [[script:mux run=${directory}]]`;
  const run = ['run', request, '--workflow', 'agentmux', '--name', 'vendors', '--agent', 'command:gemini'];
  await killAt(started([...run, ...roles.flatMap((role) => ['--role-agent', role])]), 'planner');
  await killAt(started(['resume', 'vendors']), 'coder');
  const waiting = await project.baton('resume', 'vendors');
  expect(waiting.exit, `${waiting.stdout}${waiting.stderr}\n${said.join('\n').slice(-3_000)}`).toBe(4);
  const { waitingFor } = JSON.parse((await project.baton('status', 'vendors', '--json')).stdout);
  await project.baton('approve', waitingFor[0].id);
  const done = await project.baton('resume', 'vendors');
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  expect(project.git('show', 'feature/vendors:src/twice.js')).toContain('n * 2');

  const events = await eventsOf();
  const accepted = events.flatMap(({ kind, assignment }) =>
    kind === 'submission-accepted' && /architect|planner|coder|reviewer/.test(assignment ?? '')
      ? [assignment]
      : [],
  );
  expect(new Set(accepted).size, accepted.join(' ')).toBe(accepted.length);
  expect(accepted.length).toBe(5);
  expect(events.filter(({ kind }) => kind === 'holder-changed').length).toBeGreaterThanOrEqual(2);
  expect((await project.baton('verify', 'vendors')).exit).toBe(0);

  // What agents said is in their logs, with the name of the variable; what they were not given is not.
  for (const folder of [project.directory, project.state]) expect(filesWith(folder, SECRET)).toEqual([]);
  expect(filesWith(project.state, '[VAULT_SECRET]').length).toBeGreaterThan(0);
  expect(filesWith(project.state, 'VAULT_SECRET=')).toEqual([]);
  // Nothing is left of what the killed attempts were started with.
  expect(filesWith(project.state, '').filter((path) => path.includes('/baton-attempt-'))).toEqual([]);
});
