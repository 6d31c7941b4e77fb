// Secrets of whoever starts Baton, and keys that agents come by: after a run they stand in no file of it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  baton,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const VALUE = 'correct-horse-battery';
const PIN = 'staple-4711-staple';
const KEY = `sk-ant-api03-${'q7'.repeat(20)}`;

const PLAN = 'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write it.\n';

const all = `${VALUE} ${PIN} ${KEY}`;

const SCENARIO = {
  roles: {
    planner: [
      [
        { run: 'env | sort' },
        { print: `I have ${all}` },
        { submit: { tool: 'ask', args: { question: `Is it ${all}?` } } },
        { write: { 'plan.yaml': PLAN.replace('Write it.', `Use ${KEY}.`) } },
        { submit: 'submit_plan' },
        { write: { 'plan.yaml': PLAN } },
        { submit: 'submit_plan' },
      ],
    ],
    coder: [
      [
        { run: `echo ${all} >&2; exit 3` },
        { submit: { tool: 'ask', args: { question: `{answer} ${KEY}` } } },
        {
          write: { 'project:one.txt': 'one\n', 'project:checks/one.sh': `echo ${VALUE}; test -f one.txt\n` },
        },
        { submit: 'submit_done' },
      ],
    ],
    reviewer: [
      [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
    ],
  },
  human: [{ answer: `It is ${all}.` }, { answer: 'Yes.' }, { approve: {} }],
};

/** Files of the run and of Baton; the project's code is the agents' own. */
const filesWith = (directory: string, text: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(?:^|\/)\.git(?:\/|$)/.test(path))
    .filter((path) => statSync(join(directory, path), { throwIfNoEntry: false })?.isFile())
    .filter((path) => readFileSync(join(directory, path)).includes(text));

const play = async (world: Scratch, isolation: string) => {
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    'baton.yaml': `${SMALL_PROJECT['baton.yaml']}environment: { secret: [DOOR_PIN] }\n`,
    '.gitignore': '.baton/\n',
  });
  writeFiles(world.root, { 'scenario.json': JSON.stringify(SCENARIO) });
  const agent = `scripted:${world.root}/scenario.json`;
  return baton(world, ['run', `Use ${KEY}`, '--name', 'r', '--isolation', isolation, '--agent', agent], {
    env: { VENDOR_API_KEY: VALUE, DOOR_PIN: PIN, UNRELATED: 'harmless-words' },
  });
};

describe('a secret', () => {
  it('is nowhere after a run that met it everywhere', async () => {
    const world = scratch();
    const played = await play(world, 'none');
    expect(played.exit, played.stdout + played.stderr).toBe(0);
    const secrets = [VALUE, PIN, KEY];
    for (const directory of [world.state, world.project, world.tmp, world.home])
      for (const secret of secrets)
        expect(filesWith(directory, secret).filter((path) => path !== 'checks/one.sh')).toEqual([]);
    for (const secret of secrets) expect(played.stdout + played.stderr).not.toContain(secret);
    const journal = JSON.stringify(readJournal(runState(world, 'r')));
    expect(journal).toContain('[VENDOR_API_KEY] [DOOR_PIN] [key]');
    expect(journal).toContain('SECRET_FOUND');
    const logs = join(runState(world, 'r'), 'logs');
    const log = readFileSync(join(logs, 'planning.planner.1.1.log'), 'utf8');
    expect(log).toContain('I have [VENDOR_API_KEY] [DOOR_PIN] [key]');
    // What no configuration names is not in an agent's environment at all.
    expect(log).not.toContain('VENDOR_API_KEY=');
    expect(log).not.toContain('DOOR_PIN=');
    expect(log).not.toContain('UNRELATED');
  });

  it('in what starts an agent is refused, because it would have to be kept', async () => {
    const world = scratch();
    makeRepository(world.project, {
      ...SMALL_PROJECT,
      'baton.yaml': `${SMALL_PROJECT['baton.yaml']}roles:\n  coder: { agent: "command:claude", args: ["--key=${KEY}"] }\n`,
    });
    writeFiles(world.root, { 'scenario.json': JSON.stringify(SCENARIO) });
    const spec = `scripted:${world.root}/scenario.json`;
    const roles = ['planner', 'reviewer'].flatMap((role) => ['--role-agent', `${role}=${spec}`]);
    const { exit, stderr } = await baton(world, ['run', 'x', '--name', 'r', ...roles]);
    expect(exit).toBe(1);
    expect(stderr).toContain('SECRET_FOUND');
    expect(stderr).not.toContain(KEY);
  });
});
