// The real Claude Code on the scripted model: as the coder of a relay, and alone in a project that has only `baton init`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claudeEnvironment, startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstallClaude } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';

/** In a script this is the agent's working directory. */
const CWD = '$' + '{cwd}';

const TEST_FILE = [
  "import assert from 'node:assert/strict';",
  "import { test } from 'node:test';",
  "import { twice } from '../src/twice.js';",
  '',
  "test('doubles', () => {",
  '  assert.equal(twice(4), 8);',
  '});',
  '',
].join('\n');

const SCRIPTS = {
  coder: [
    { call: { write: { path: `${CWD}/src/twice.js`, content: 'export const twice = (n) => n + 2;\n' } } },
    { call: { write: { path: `${CWD}/test/twice.test.js`, content: TEST_FILE } } },
    { call: { mcp: 'submit_done', args: { summary: 'All tests pass.' } } },
    { expect: 'await_verdict', call: { mcp: 'await_verdict', args: {} } },
    {
      expect: 'TESTS_FAILED[\\s\\S]*doubles',
      call: { edit: { path: `${CWD}/src/twice.js`, old: 'n + 2', new: 'n * 2' } },
    },
    { call: { mcp: 'submit_done', args: { summary: 'Now they do.' } } },
    { expect: 'await_verdict', call: { mcp: 'await_verdict', args: {} } },
    { expect: '"status":"accepted"', text: 'It was accepted.' },
  ],
  alone: [
    { call: { write: { path: `${CWD}/src/add.js`, content: 'export const add = (a, b) => a - b;\n' } } },
    { text: 'Done, all tests pass.' },
    { expect: 'adds', call: { edit: { path: `${CWD}/src/add.js`, old: 'a - b', new: 'a + b' } } },
    { text: 'Now it is.' },
  ],
  stubborn: [
    { call: { write: { path: `${CWD}/src/add.js`, content: 'export const add = () => 0;\n' } } },
    { text: 'Done.' },
    { text: 'Done, really.' },
    { text: 'Believe me.' },
    { text: 'I stop now.' },
    { text: 'This is never asked for.' },
  ],
};

const SCENARIO = `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Double numbers
            items:
              - key: twice
                title: Double a number
                task: Add twice(n) to src/twice.js, with a test. [[script:coder]]
      - submit: submit_plan
  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: Good.\\n" }
      - submit: submit_review
human:
  - approve: {}
`;

let claude: string;
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  claude = await findOrInstallClaude();
  model = await startModelServer({ scripts: SCRIPTS });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

const runClaude = (name: string) =>
  project.run(
    'claude',
    ['--print', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'acceptEdits'],
    `[[script:${name}]] Change it.`,
  );

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('Claude Code as the coder of a relay', () => {
  it('writes, submits, is rejected with the full list, fixes, awaits the verdict, and is accepted', async () => {
    project = agentProject(claude, claudeEnvironment(model.url));
    project.write('scenario.yaml', SCENARIO);
    // A call answers "judging" at once, so that the verdict is awaited for real.
    project.write('baton.yaml', 'limits: { submitWaitMs: 1 }\n');
    const ran = await project.baton(
      ...['run', 'Double numbers', '--name', 'twice', '--json'],
      ...['--agent', 'scripted:scenario.yaml', '--role-agent', 'coder=command:claude'],
    );
    expect(ran.stderr + ran.stdout).toContain('complete');
    expect(ran.exit).toBe(0);
    const { entries } = JSON.parse((await project.baton('log', 'twice', '--json')).stdout) as {
      entries: {
        events: { kind: string; assignment?: string; rejection?: { problems: { code: string }[] } }[];
      }[];
    };
    const events = entries
      .flatMap((entry) => entry.events)
      .filter((e) => e.assignment === 'coding.coder.twice.1');
    const verdicts = events.filter(
      (e) => e.kind === 'submission-rejected' || e.kind === 'submission-accepted',
    );
    expect(verdicts.map((e) => e.kind)).toEqual(['submission-rejected', 'submission-accepted']);
    expect(verdicts[0]?.rejection?.problems.map((p) => p.code)).toEqual(['TESTS_FAILED']);
    expect(events.filter((e) => e.kind === 'attempt-started')).toHaveLength(1);
    expect(project.git('show', 'baton/twice:src/twice.js')).toContain('n * 2');
    expect((await project.baton('verify', 'twice')).exit).toBe(0);
  });
});

describe('Claude Code alone, with the Stop hook of `baton init`', () => {
  const initialise = async (): Promise<void> => {
    project = agentProject(claude, claudeEnvironment(model.url));
    expect((await project.baton('init', '--agent', 'claude', '--yes')).exit).toBe(0);
  };

  it('is held back while the tests are red, told which, and let go when they are green', async () => {
    await initialise();
    const ran = await runClaude('alone');
    expect(readFileSync(join(project.directory, 'src/add.js'), 'utf8')).toContain('a + b');
    const result = linesOf(ran.stdout).find((line) => line['type'] === 'result');
    expect(result?.['result']).toBe('Now it is.');
    expect(ran.exit).toBe(0);
  });

  it('is held back three times and no more; then the person is told NOT PROVEN', async () => {
    await initialise();
    const ran = await runClaude('stubborn');
    const result = linesOf(ran.stdout).find((line) => line['type'] === 'result');
    expect(result?.['result']).toBe('I stop now.');
    expect(ran.stdout).toContain('NOT PROVEN');
  });
});
