// `baton init --agent` with real programs other than Claude Code, in sessions of a person's own: whoever breaks the tests and says
// that all is well is held back, told what is wrong, and let go once it is right; and one that never gets it right is let go in the end.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstall, type ProgramName, scratchParent, testedPrograms } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';
import { prepareHome } from './scripted-home.ts';

/** In a script this is the agent's working directory. */
const CWD = '$' + '{cwd}';
const write = (content: string) => ({ call: { write: { path: `${CWD}/src/sum.js`, content } } });
const BROKEN = 'export const sum = 1;\nthrow new Error("broken");\n';
const TEST = "import { test } from 'node:test';\nimport '../src/sum.js';\ntest('sums', () => {});\n";

const HELD = 'TESTS_FAILED';
const SCRIPTS = {
  liar: [
    write(BROKEN),
    { call: { write: { path: `${CWD}/test/sum.test.js`, content: TEST } } },
    { text: 'All tests pass.' },
    { expect: HELD, call: { write: { path: `${CWD}/src/better.js`, content: 'export const sum = 2;\n' } } },
    { call: { edit: { path: `${CWD}/test/sum.test.js`, old: 'sum.js', new: 'better.js' } } },
    { text: 'Now they pass.' },
    { text: 'This is never asked for.' },
  ],
  stubborn: [
    write(BROKEN),
    { call: { write: { path: `${CWD}/test/sum.test.js`, content: TEST } } },
    { text: 'One.' },
    { expect: HELD, text: 'Two.' },
    { expect: HELD, text: 'Three.' },
    { expect: HELD, text: 'Four.' },
    { text: 'This is never asked for.' },
  ],
};

/** In a folder that a person trusts, with hooks that the person has reviewed. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  codex: [
    ...['exec', '--dangerously-bypass-hook-trust', '--dangerously-bypass-approvals-and-sandbox'],
    ...['--skip-git-repo-check'],
  ],
  gemini: ['--approval-mode', 'yolo', '-p'],
  qwen: ['--approval-mode', 'yolo', '-p'],
  copilot: ['--trust-folder', '--allow-all-tools', '--no-color', '-p'],
};
const NAMES = testedPrograms().filter((name) => ARGUMENTS[name] !== undefined);

let said: string[] = [];
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ answer }) => {
      if (answer['where'] !== undefined && typeof answer['text'] === 'string') said.push(answer['text']);
    },
  });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

const play = async (name: ProgramName, script: string) => {
  said = [];
  const program = await findOrInstall(name);
  project = agentProject(program, {}, { parent: scratchParent(), others: { [name]: program } });
  Object.assign(project.env, prepareHome([name], project.home, model.url));
  // Only hooks of a project that is trusted are read; for Gemini CLI `--skip-trust` is not enough.
  if (name === 'gemini') Object.assign(project.env, { GEMINI_CLI_TRUST_WORKSPACE: 'true' });
  const trust = `\n[projects."${project.directory}"]\ntrust_level = "trusted"\n`;
  if (name === 'codex')
    await project.run('sh', ['-c', `printf '%s' "$0" >> "$HOME/.codex/config.toml"`, trust]);
  const made = await project.baton('init', '--agent', name, '--yes', '--no-run');
  expect(made.exit, made.stderr).toBe(0);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'Set up');
  return project.run(name, [...(ARGUMENTS[name] ?? []), `[[script:${script}]] Write the sum.`]);
};

describe.each(NAMES.map((name) => [name] as const))('%s with the hooks of baton init', (name) => {
  it('is held back with what is wrong, and let go once it is right', async () => {
    const { stdout, stderr } = await play(name, 'liar');
    expect(
      said.filter((text) => text !== ''),
      stdout + stderr,
    ).toEqual(['All tests pass.', 'Now they pass.']);
  });

  it('is let go after three times', async () => {
    const { stdout, stderr } = await play(name, 'stubborn');
    expect(
      said.filter((text) => text !== ''),
      stdout + stderr,
    ).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
  });
});
