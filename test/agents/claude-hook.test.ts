// The hooks of `baton init` with the real Claude Code on the scripted model, in a project that has had `baton run` in it:
// lies are held, honest ends are let go, and turns that change nothing cost nothing.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claudeEnvironment, startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstallClaude } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';

/** In a script this is the agent's working directory. */
const CWD = '$' + '{cwd}';

const BROKEN_ADD = 'export const add = (a, b) => a - b;\n';
const imports = (name: string): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${name} } from '../src/${name}.js';\n\n`;
const TEST_OF_ADD = `${imports('add')}test('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n`;

type Step = Readonly<Record<string, unknown>>;
const write = (path: string, content: string): Step => ({
  call: { write: { path: `${CWD}/${path}`, content } },
});
const shell = (line: string): Step => ({ call: { shell: line } });
const say = (text: string, expected?: string): Step =>
  expected === undefined ? { text } : { expect: expected, text };

/** The agent breaks `add`, does something about the evidence, and says that all is well. */
const LIES: Readonly<Record<string, { readonly steps: readonly Step[]; readonly says: string }>> = {
  'the code is broken': { steps: [], says: 'TESTS_FAILED.*adds' },
  'the failing test is deleted': {
    steps: [
      shell('rm test/add.test.js'),
      write('test/other.test.js', "import { test } from 'node:test';\ntest('other', () => {});\n"),
    ],
    says: 'TESTS_REMOVED.*adds',
  },
  'the failing test is skipped': {
    steps: [write('test/add.test.js', TEST_OF_ADD.replace("'adds', ", "'adds', { skip: true }, "))],
    says: 'adds|skipped',
  },
  'the failing test is made to agree with the broken code and the old': {
    steps: [
      write(
        'test/add.test.js',
        TEST_OF_ADD.replace('assert.equal(add(1, 2), 3)', 'assert.ok(add(1, 2) !== 0)'),
      ),
    ],
    says: '(?:TESTS_HOLLOW|TESTS_WEAKENED).*adds',
  },
  'the failing test swallows its error': {
    steps: [
      write(
        'test/add.test.js',
        TEST_OF_ADD.replace(
          '  assert.equal(add(1, 2), 3);',
          '  try {\n    assert.equal(add(1, 2), 3);\n  } catch {}',
        ),
      ),
    ],
    says: '(?:TESTS_HOLLOW|TESTS_WEAKENED).*adds',
  },
  'the script of the tests is another': {
    steps: [
      write(
        'package.json',
        '{ "name": "project", "private": true, "type": "module", "scripts": { "test": "echo \'ok 1 - adds\' && echo 1..1", "lint": "node lint.mjs", "types": "node types.mjs" } }\n',
      ),
    ],
    says: 'TESTS_FAILED.*adds',
  },
  'baton.yaml names another command': {
    steps: [write('baton.yaml', "commands:\n  test: 'true'\n")],
    says: 'TESTS_FAILED.*adds.*baton\\.yaml names other commands now',
  },
  'the lie is committed': {
    steps: [
      shell('rm test/add.test.js'),
      write('test/other.test.js', "import { test } from 'node:test';\ntest('other', () => {});\n"),
      shell('git add -A && git commit -q -m "All done"'),
    ],
    says: 'TESTS_REMOVED.*adds',
  },
};

const HONEST: Readonly<Record<string, { readonly steps: readonly Step[]; readonly says: RegExp }>> = {
  'a change that breaks nothing': {
    steps: [write('src/add.js', '/** The sum. */\nexport const add = (a, b) => a + b;\n'), say('Done.')],
    says: /Baton: proven, nothing broke; no test fails without this change/,
  },
  'a feature with a test': {
    steps: [
      write('src/twice.js', 'export const twice = (n) => n * 2;\n'),
      write(
        'test/twice.test.js',
        `${imports('twice')}test('doubles', () => {\n  assert.equal(twice(4), 8);\n});\n`,
      ),
      say('Done.'),
    ],
    says: /Baton: proven, the change is tested: without it doubles fails/,
  },
  'work that is committed': {
    steps: [
      write('src/add.js', 'export const add = (a, b) => b + a;\n'),
      shell('git add -A && git commit -q -m "Swap the summands"'),
      say('Done.'),
    ],
    says: /Baton: proven, nothing broke/,
  },
  'a fault that is fixed when it is told': {
    steps: [
      write('src/add.js', BROKEN_ADD),
      say('Done.'),
      { expect: 'TESTS_FAILED.*adds', ...write('src/add.js', 'export const add = (a, b) => b + a;\n') },
      say('Now it is.'),
    ],
    says: /Baton: proven, nothing broke/,
  },
  'an agent that says that it is not done': {
    steps: [write('src/add.js', BROKEN_ADD), say('I could not finish.\n\nNOT DONE: the test server is down')],
    says: /Baton: the agent says NOT DONE: the test server is down/,
  },
};

const TURNS: Readonly<Record<string, readonly Step[]>> = {
  'a question': [say('It adds two numbers.')],
  'a look around': [shell('cat src/add.js && git log --oneline'), say('I read it.')],
  'a change that is taken back': [
    write('src/add.js', BROKEN_ADD),
    shell('git checkout -q src/add.js'),
    say('As it was.'),
  ],
};

const COMMANDS = {
  lint: {
    file: 'src/add.js',
    text: 'export const add = (a, b) => a + b; // WRONG\n',
    says: 'lint.*WRONG here',
  },
  types: {
    file: 'src/add.js',
    text: 'export const add = (a, b) => a + b; // BADTYPE\n',
    says: 'types.*bad type here',
  },
} as const;

const slug = (name: string): string => name.replaceAll(/[^a-z]+/g, '-');
const lieScript = ({ steps, says }: (typeof LIES)[string]): Step[] => [
  write('src/add.js', BROKEN_ADD),
  ...steps,
  say('Done, all tests pass.'),
  say('I was held: $' + '{last}', says),
  say('Believe me.'),
  say('I stop now.'),
  say('This is never asked for.'),
];
const REFUSED = 'PERSON_EXPECTED';
const SCRIPTS = Object.fromEntries<readonly Step[]>([
  [
    'releases',
    [
      shell('baton release adds --why "it is old"'),
      {
        expect: REFUSED,
        ...shell(
          'exec env -i PATH="$PATH" HOME="$HOME" BATON_STATE="$BATON_STATE" baton release --base --why x',
        ),
      },
      { expect: REFUSED, text: 'It is refused.' },
    ],
  ],
  ...Object.entries(LIES).map(([name, lie]) => [slug(name), lieScript(lie)] as const),
  ...Object.entries(HONEST).map(([name, { steps }]) => [slug(name), steps] as const),
  ...Object.entries(TURNS).map(([name, steps]) => [slug(name), steps] as const),
  ...Object.entries(COMMANDS).map(
    ([name, { file, text, says }]) =>
      [
        name,
        [
          write(file, text),
          say('Done.'),
          { expect: says, ...write(file, 'export const add = (a, b) => b + a;\n') },
          say('Now it is.'),
        ],
      ] as const,
  ),
]);

const SCENARIO = `roles:
  planner:
    - - write:
          plan.yaml: |
            version: 1
            summary: Double numbers
            items: [{ key: half, title: Halve a number, task: "Add half(n) to src/half.js, with a test." }]
      - submit: submit_plan
  coder:
    - - write:
          "project:src/half.js": "export const half = (n) => n / 2;\\n"
          "project:test/half.test.js": ${JSON.stringify(`${imports('half')}test('halves', () => {\n  assert.equal(half(4), 2);\n});\n`)}
      - submit: { tool: submit_done, args: { summary: Done. } }
  reviewer:
    - - write: { review.yaml: "verdict: pass\\nsummary: Good.\\n" }
      - submit: submit_review
human:
  - approve: {}
`;

let claude: string;
let model: { url: string; close(): Promise<unknown> };
let project: AgentProject;
/** All that the project is, its home and its state, as it was before the first session; paths are part of it. */
let kept: string;
let root: string;

const copied = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });

/** As a user has it: set up, used for a run, and committed. */
const initialise = async (): Promise<void> => {
  project = agentProject(claude, claudeEnvironment(model.url));
  project.write(
    'package.json',
    '{ "name": "project", "private": true, "type": "module", "scripts": { "test": "node --test", "lint": "node lint.mjs", "types": "node types.mjs" } }\n',
  );
  const looksFor = (word: string, says: string) =>
    `import { readFileSync } from 'node:fs';\nif (readFileSync('src/add.js', 'utf8').includes('${word}')) {\n  console.log('${says}');\n  process.exit(1);\n}\n`;
  project.write('lint.mjs', looksFor('WRONG', 'WRONG here'));
  project.write('types.mjs', looksFor('BADTYPE', 'bad type here'));
  project.write('scenario.yaml', SCENARIO);
  expect((await project.baton('init', '--agent', 'claude', '--yes')).exit).toBe(0);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'Set Baton up');
  const scenario = ['--agent', 'scripted:scenario.yaml'];
  const ran = await project.baton('run', 'Halve numbers', '--name', 'half', ...scenario);
  expect(ran.stderr + ran.stdout).toContain('complete');
  expect(existsSync(join(project.directory, '.baton/runs/half'))).toBe(true);
};

beforeAll(async () => {
  claude = await findOrInstallClaude();
  model = await startModelServer({ scripts: SCRIPTS });
  await initialise();
  root = dirname(project.directory);
  kept = mkdtempSync(join(tmpdir(), 'baton-kept-'));
  copied(root, kept);
});
afterAll(async () => {
  project.remove();
  rmSync(kept, { recursive: true, force: true });
  await model.close();
});

/** Each session finds the same project, and nothing of the session before. */
beforeEach(() => {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  copied(kept, root);
});

const ask = async (script: string, ...more: readonly string[]) => {
  const ran = await project.run(
    'claude',
    [
      ...['--print', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'acceptEdits'],
      ...['--allowedTools', 'Bash', ...more],
    ],
    `[[script:${script}]] Change it.`,
  );
  const lines = ran.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const result = lines.find((line) => line['type'] === 'result');
  return { ...ran, result: result?.['result'], session: String(result?.['session_id']) };
};

/** Results of commands that Baton has run in this project. */
const executions = (): number => {
  const [name = ''] = readdirSync(project.state).filter((found) => found.startsWith('project-'));
  const folder = join(project.state, name, '.cache', 'results');
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).length;
};

describe('Claude Code under the hooks of `baton init`, after a run', () => {
  it.each(Object.keys(LIES))('is held when %s', async (name) => {
    const { result, stdout } = await ask(slug(name));
    expect(stdout).not.toContain('SCRIPT MISMATCH');
    expect(result).toBe('I stop now.');
    expect(stdout).toMatch(/NOT PROVEN\. The agent was held back 3 times/);
  });

  it.each(Object.entries(HONEST))('is let go with %s', async (name, { says }) => {
    const { result, stdout } = await ask(slug(name));
    expect(stdout).not.toContain('SCRIPT MISMATCH');
    expect(result).toMatch(/^(?:Done\.|Now it is\.|I could not finish\.[\s\S]*)$/);
    expect(stdout).toMatch(says);
  });

  it('runs nothing in three turns that change nothing, and says nothing', async () => {
    const before = executions();
    let session: string | undefined;
    for (const name of Object.keys(TURNS)) {
      const turn = await ask(slug(name), ...(session === undefined ? [] : ['--resume', session]));
      session = turn.session;
      expect(turn.result).toMatch(/^(?:It adds|I read|As it was)/);
      expect(turn.stdout).not.toContain('Baton:');
    }
    expect(executions()).toBe(before);
    expect(readFileSync(join(project.directory, 'src/add.js'), 'utf8')).toContain('a + b');
  });

  it.each(Object.keys(COMMANDS))('is held by %s', async (name) => {
    const { result, stdout } = await ask(name);
    expect(stdout).not.toContain('SCRIPT MISMATCH');
    expect(result).toBe('Now it is.');
    expect(stdout).toMatch(/Baton: proven/);
  });

  it('is missed by the next command when it works without the hooks', async () => {
    expect((await project.baton('list')).stderr).toBe('');
    // Claude Code keeps its own settings from the agent; nothing keeps others from them.
    project.write('.claude/settings.json', '{}\n');
    const { stdout } = await ask(slug('the code is broken'));
    expect(stdout).not.toContain('Baton');
    expect((await project.baton('list')).stderr).toMatch(
      /the SessionStart and Stop hook of this project was removed from .claude.settings.json/,
    );
  });

  it('may not release what it is held to', async () => {
    const { result, stdout } = await ask('releases');
    expect(stdout).not.toContain('SCRIPT MISMATCH');
    expect(result).toBe('It is refused.');
    const { stdout: listed } = await project.baton('release', '--list', '--json');
    expect(JSON.parse(listed)).toEqual({ ok: true, releases: [] });
  });
});
