// A budget with real programs: the run waits before a turn that it does not have, the figures are those that the model counted, and
// it goes on when a person raises the budget. Claude Code tells what each turn took; Codex and Gemini CLI tell it at the end.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstall, scratchParent, testedPrograms } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';
import { prepareHome } from './scripted-home.ts';

/** In a script this is the agent's working directory. */
const CWD = '$' + '{cwd}';
const write = (path: string, content: string) => ({
  call: { write: { path: `${CWD}/${path}`, content } },
});

const HALF = [
  write('notes.md', 'half\n'),
  { text: 'Not done yet.' },
  { text: 'I stop.' },
  { text: 'Still not.' },
];
const WHOLE = [
  write('src/twice.js', 'export const twice = (n) => n * 2;\n'),
  write(
    'test/twice.test.js',
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { twice } from '../src/twice.js';\ntest('doubles', () => {\n  assert.equal(twice(4), 8);\n});\n",
  ),
  { call: { mcp: 'submit_done', args: { summary: 'twice' } } },
  { text: 'Done.' },
];
const SCRIPTS: { work: readonly Readonly<Record<string, unknown>>[] } = { work: HALF };

const SCENARIO = `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Double numbers
            items:
              - key: one
                title: Double a number
                task: Add twice(n). [[script:work]]
      - submit: submit_plan
  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: Good.\\n" }
      - submit: submit_review
`;
const LIMIT = 330;
const TURN = 107;
const RAISED = 100_000;

const NAMES = testedPrograms().filter((name) => ['claude', 'codex', 'gemini'].includes(name));

let counted = 0;
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ tokens }) => {
      if (tokens !== undefined) counted += tokens.input + tokens.output;
    },
  });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

const statusOf = async (): Promise<{
  readonly status: string;
  readonly waitingFor: readonly { readonly id: string }[];
  readonly budget: readonly { readonly used: number; readonly limit: number }[];
}> => JSON.parse((await project.baton('status', 'r', '--json')).stdout);

describe.each(NAMES.map((name) => [name] as const))('a budget of a run with %s', (name) => {
  it('binds, with the figures of the model, and the run goes on when it is raised', async () => {
    counted = 0;
    SCRIPTS.work = HALF;
    const program = await findOrInstall(name);
    project = agentProject(program, {}, { parent: scratchParent(), others: { [name]: program } });
    Object.assign(project.env, prepareHome([name], project.home, model.url));
    project.write('scenario.yaml', SCENARIO);
    project.write(
      'baton.yaml',
      `commands:\n  test: node --test\nbudget: { run: { tokens: ${LIMIT} } }\nroles:\n  coder: command:${name}\n`,
    );
    project.git('add', '-A');
    project.git('commit', '-q', '-m', 'Set up');
    const ran = await project.baton(
      ...['run', 'Double numbers', '--name', 'r', '--agent', 'scripted:scenario.yaml'],
      ...['--role-agent', `coder=command:${name}`],
    );
    const waits = await statusOf();
    expect(waits, ran.stdout + ran.stderr).toMatchObject({
      ...{ status: 'waiting', waitingFor: [{ id: 'budget.run.tokens' }] },
    });
    const used = waits.budget[0]?.used ?? 0;
    expect(used).toBe(counted);
    expect(used + TURN).toBeGreaterThan(LIMIT);
    // Whoever tells turn by turn is ended before the turn that would exceed it.
    if (name === 'claude') expect(used).toBeLessThanOrEqual(LIMIT);
    const before = counted;
    const idle = await project.baton('resume', 'r');
    expect(idle.exit, idle.stdout).toBe(4);
    expect(counted).toBe(before);
    SCRIPTS.work = WHOLE;
    const raised = await project.baton('answer', 'r/budget.run.tokens', '--text', String(RAISED));
    expect(raised.exit, raised.stderr).toBe(0);
    const resumed = await project.baton('resume', 'r');
    const ended = await statusOf();
    expect(ended.waitingFor, resumed.stdout + resumed.stderr).toMatchObject([{ id: 'approving.human.1' }]);
    expect(ended.budget[0]).toMatchObject({ used: counted, limit: RAISED });
    expect(counted).toBeGreaterThan(before);
    expect((await project.baton('verify', 'r')).exit).toBe(0);
  });
});
