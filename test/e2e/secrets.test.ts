// Secrets of whoever starts Baton, and keys that agents come by: after a run they stand in no file of it.
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
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

const LEAKY = fileURLToPath(new URL('../fixtures/agents/leaky.mjs', import.meta.url));
const HAS_TMUX = spawnSync('tmux', ['-V']).status === 0;

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

  it.skipIf(!HAS_TMUX)(
    'is nowhere when a program of its own, one in a pane and one over ACP say it',
    async () => {
      const world = scratch();
      const words = (mode: string) => [
        process.execPath,
        LEAKY,
        mode,
        builtProgram(),
        `${world.root}/secrets`,
      ];
      const own = { run: words('text'), prompt: 'stdin', output: 'text', env: ['VENDOR_API_KEY'] };
      makeRepository(world.project, {
        ...SMALL_PROJECT,
        'baton.yaml': `${SMALL_PROJECT['baton.yaml']}environment: { secret: [DOOR_PIN] }\nagents: { own: { command: ${JSON.stringify(own)} } }\nroles: { planner: own }\n`,
        '.gitignore': '.baton/\n',
      });
      const secrets = [VALUE, PIN, KEY];
      writeFiles(world.root, {
        secrets: secrets.join('\n'),
        'bin/claude': `#!/bin/sh\nexec ${words('pane').join(' ')} "$@"\n`,
      });
      chmodSync(join(world.root, 'bin/claude'), 0o755);
      const roles = ['coder=tmux:claude', `reviewer=acp:${words('acp').join(' ')}`];
      const played = await baton(
        world,
        [...['run', `Use ${KEY}`, '--name', 'r'], ...roles.flatMap((role) => ['--role-agent', role])],
        {
          env: {
            VENDOR_API_KEY: VALUE,
            DOOR_PIN: PIN,
            PATH: `${world.root}/bin:${process.env['PATH']}`,
          },
        },
      );
      // A person is asked to approve it.
      expect(played.exit, played.stdout + played.stderr).toBe(4);
      for (const directory of [world.state, world.project, world.tmp, world.home])
        for (const secret of secrets) expect(filesWith(directory, secret)).toEqual([]);
      for (const secret of secrets) expect(played.stdout + played.stderr).not.toContain(secret);
      const logs = join(runState(world, 'r'), 'logs');
      for (const name of readdirSync(logs))
        expect(readFileSync(join(logs, name), 'utf8'), name).toContain(
          'I know [VENDOR_API_KEY] and [DOOR_PIN] and [key]',
        );
      expect(readdirSync(logs)).toHaveLength(3);
    },
  );

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

  it('in the words of a person is struck out, also while nobody holds the run', async () => {
    const world = scratch();
    makeRepository(world.project, {
      ...SMALL_PROJECT,
      'baton.yaml': `${SMALL_PROJECT['baton.yaml']}environment: { secret: [DOOR_PIN] }\n`,
      '.gitignore': '.baton/\n',
    });
    const asks = { planner: [[{ submit: { tool: 'ask', args: { question: 'Which one?' } } }]] };
    writeFiles(world.root, { 'scenario.json': JSON.stringify({ roles: asks }) });
    const agent = `scripted:${world.root}/scenario.json`;
    const env = { DOOR_PIN: PIN };
    expect((await baton(world, ['run', 'x', '--name', 'r', '--agent', agent], { env })).exit).toBe(4);
    const { exit } = await baton(
      world,
      ['answer', 'planning.planner.1.ask1', '--text', `Use ${KEY}, and ${PIN}.`],
      { env },
    );
    expect(exit).toBe(0);
    expect(JSON.stringify(readJournal(runState(world, 'r')))).toContain('Use [key], and [DOOR_PIN].');
    for (const secret of [PIN, KEY]) expect(filesWith(world.state, secret)).toEqual([]);
  });
});
