// The hooks of `baton init --collective` with the real Claude Code, its real subagents and the scripted model: handoff
// blocks are judged when a subagent wants to end, failures are counted by Baton, and `on_failure` is enforced.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claudeEnvironment, startModelServer } from '../fixtures/model-server.mjs';
import { findOrInstallClaude } from './install.mjs';
import { type AgentProject, agentProject } from './project.ts';

type Step = Readonly<Record<string, unknown>>;

const say = (text: string, expected?: string): Step =>
  expected === undefined ? { text } : { expect: expected, text };
const start = (agent: string, script: string, background: boolean, expected?: string): Step => ({
  ...(expected === undefined ? {} : { expect: expected }),
  call: {
    mcp: 'Agent',
    args: {
      ...{ description: 'a piece of work', prompt: `[[script:${script}]] Do it.`, subagent_type: agent },
      ...(background ? {} : { run_in_background: false }),
    },
  },
});

const block = (fields: Readonly<Record<string, unknown>>): string => {
  const all = { phase: 'Testing', from: '@unit-testing-agent', to: 'None', status: 'complete', ...fields };
  const rows = Object.entries(all).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
  return `I am done.\n\n\`\`\`yaml\nhandoff:\n${rows.join('\n')}\n\`\`\`\n`;
};
const GOOD = block({ metrics: { tests_passed: 3 } });
const BAD = block({ status: 'finished', phase: 'Tests' });
const FAILED = block({
  ...{ status: 'failed', dependencies: ['task-12'] },
  on_failure: { retry: 1, route_to: '@module-development-agent', context: 'the login form' },
});
const FIXED = block({
  from: '@module-development-agent',
  phase: 'Implementation',
  dependencies: ['task-12'],
});

const TESTER = 'unit-testing-agent';
const ORDER =
  'Start @module-development-agent now with what failed \\(retry 1 of 1\\)\\. Reported: the login form';

const SCRIPTS: Readonly<Record<string, readonly Step[]>> = {
  good: [say(GOOD)],
  corrected: [
    say(BAD),
    say(GOOD, 'cannot use your handoff.*Invalid phase.*Invalid status.*held back 1 of 3'),
  ],
  stubborn: [
    say('All tests pass, everything is complete.'),
    say(BAD, 'expected a yaml block.*held back 1 of 3'),
    say(BAD, 'held back 2 of 3'),
    say('I stop now.', 'held back 3 of 3'),
    say('This is never asked for.'),
  ],
  failing: [say(FAILED)],
  // Later than the main agent stops to wait for it.
  'failing-late': [{ delayMs: 4_000, ...say(FAILED) }],
  fixing: [say(FIXED)],
  ...Object.fromEntries(
    [true, false].flatMap((background) => {
      const where = background ? 'background' : 'foreground';
      return [
        [`${where}-good`, [start(TESTER, 'good', background), say('Heard.'), say('The end.')]],
        [`${where}-corrected`, [start(TESTER, 'corrected', background), say('Heard.'), say('The end.')]],
      ];
    }),
  ),
  'foreground-stubborn': [
    start(TESTER, 'stubborn', false),
    say('Ignored.'),
    say('Ignored again.', 'Start @module-development-agent now'),
    say('And again.'),
    say('The end.'),
    say('This is never asked for.'),
  ],
  'foreground-failing': [
    start(TESTER, 'failing', false),
    start('module-development-agent', 'fixing', false),
    say('The end.'),
  ],
  'background-failing': [
    start(TESTER, 'failing-late', true),
    say('I wait.'),
    say('It failed, I stop.', 'task-notification'),
    start('module-development-agent', 'fixing', false, ORDER),
    say('The end.'),
  ],
};

let claude: string;
/** What the model was sent: what a hook says after a tool call is no part of its result. */
let heard: string[] = [];
let model: { url: string; close(): Promise<unknown> };
beforeAll(async () => {
  claude = await findOrInstallClaude();
  model = await startModelServer({
    scripts: SCRIPTS,
    onAnswer: ({ body }) => heard.push(JSON.stringify(body)),
  });
});
afterAll(() => model.close());

let project: AgentProject;
afterEach(() => project.remove());

const initialise = async (): Promise<void> => {
  project = agentProject(claude, claudeEnvironment(model.url));
  for (const name of [TESTER, 'module-development-agent'])
    project.write(
      `.claude/agents/${name}.md`,
      `---\nname: ${name}\ndescription: Works on its part.\n---\nEnd with the handoff block.\n`,
    );
  expect((await project.baton('init', '--collective', '--yes')).exit).toBe(0);
  project.git('add', '-A');
  project.git('commit', '-q', '-m', 'Set Baton up');
};

const ask = async (script: string) => {
  heard = [];
  const flags = [
    '--print',
    '--output-format',
    'stream-json',
    '--verbose',
    '--permission-mode',
    'acceptEdits',
  ];
  const ran = await project.run('claude', flags, `[[script:${script}]] Start the agents.`);
  expect(
    /SCRIPT MISMATCH.{0,500}|NO SUCH TOOL.{0,100}|has no step|never asked for/.exec(ran.stdout)?.[0],
  ).toBe(undefined);
  const results = ran.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['type'] === 'result');
  return { ...ran, result: results.at(-1)?.['result'] };
};

/** The verdicts in Baton's own log of this project. */
const verdicts = (): string[] => {
  const [name = ''] = readdirSync(project.state).filter((found) => found.startsWith('project-'));
  const text = readFileSync(join(project.state, name, '.collective', 'handoffs.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ agent, verdict, actions }) => `${agent} ${verdict} ${String(actions)}`.trim());
};

describe('subagents of Claude Code under the hooks of `baton init --collective`', () => {
  it.each(['foreground', 'background'])('pass with a good block (%s)', async (where) => {
    await initialise();
    await ask(`${where}-good`);
    expect(verdicts()).toEqual([`${TESTER} accepted done`]);
  });

  it.each(['foreground', 'background'])(
    'are held with a bad block, and told what is wrong (%s)',
    async (where) => {
      await initialise();
      await ask(`${where}-corrected`);
      expect(verdicts()).toEqual([`${TESTER} held`, `${TESTER} accepted done`]);
    },
  );

  it('are let go after three holds in a row, and the person is told; so is a hub that does not follow', async () => {
    await initialise();
    const { stdout, result } = await ask('foreground-stubborn');
    expect(verdicts()).toEqual([...Array(3).fill(`${TESTER} held`), `${TESTER} let_go retry`]);
    expect(stdout).toMatch(/Baton: @unit-testing-agent ended without a usable handoff.*held back 3 times/);
    expect(result).toBe('The end.');
    expect(stdout).toMatch(/held back 3 times and did not follow/);
  });

  it.each(['foreground', 'background'])('have their on_failure enforced (%s)', async (where) => {
    await initialise();
    const { result } = await ask(`${where}-failing`);
    expect(result).toBe('The end.');
    expect(heard.some((body) => new RegExp(ORDER).test(body))).toBe(true);
    expect(verdicts()).toEqual([`${TESTER} accepted retry`, 'module-development-agent accepted done']);
  });
});

describe('the hooks themselves', () => {
  it('are installed once and removed again, by a person', async () => {
    await initialise();
    const path = join(project.directory, '.claude/settings.json');
    const before = readFileSync(path, 'utf8');
    await project.baton('init', '--collective', '--yes');
    expect(readFileSync(path, 'utf8')).toBe(before);
    const removed = await project.baton('init', '--collective', '--remove', '--yes');
    expect(removed.stdout + removed.stderr).toMatch(/updated|PERSON_EXPECTED/);
    if (removed.exit === 0)
      expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')).hooks)).toEqual(['SessionStart', 'Stop']);
  });
});
