// What no rule of a role's permissions decides waits for a person: in the inbox, answered like other questions, kept over a kill of
// the holder, and refused when nobody comes. Claude Code asks by its hook, other programs over ACP.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { builtProgram } from './built-program.ts';
import {
  baton,
  gitIn,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { SMALL_PROJECT } from './small-relay.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/agents/', import.meta.url));
const SUBMIT = `'${process.execPath}' '${builtProgram()}' submit submit_done`;
const PLAN = 'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write it.\n';
const RELAY = JSON.stringify({
  roles: {
    planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
    reviewer: [
      [{ write: { 'review.yaml': 'verdict: pass\nsummary: Good.\n' } }, { submit: 'submit_review' }],
    ],
  },
});

const worldWith = (permissions: string): Scratch => {
  const world = scratch();
  makeRepository(world.project, {
    ...SMALL_PROJECT,
    '.gitignore': '.baton/\n',
    'baton.yaml': `${SMALL_PROJECT['baton.yaml']}roles:\n  coder: { permissions: { write: ["checks/*.sh"], ${permissions} } }\n`,
  });
  writeFiles(world.root, { 'relay.json': RELAY });
  return world;
};

type Env = Readonly<Record<string, string>>;

/** A program that asks as Claude Code does stands on PATH. */
const withClaude = (world: Scratch, calls: readonly object[]): Env => {
  const folder = join(world.root, 'bin');
  mkdirSync(folder);
  copyFileSync(join(FIXTURES, 'claude-with-hooks.mjs'), join(folder, 'claude'));
  chmodSync(join(folder, 'claude'), 0o755);
  writeFiles(folder, { 'package.json': '{"type":"module"}' });
  writeFiles(world.home, { 'calls.json': JSON.stringify({ calls, submit: SUBMIT }) });
  return { PATH: `${folder}:${process.env['PATH']}` };
};

const toldIn = (world: Scratch): readonly string[] =>
  JSON.parse(readFileSync(join(world.home, 'told.json'), 'utf8')).map(
    ({ tool, permissionDecision, why }: Record<string, string>) => `${tool} ${permissionDecision} ${why}`,
  );

const eventsIn = (world: Scratch) => readJournal(runState(world, 'r')).flatMap(({ events }) => events);
const decidedIn = (world: Scratch) =>
  eventsIn(world).flatMap((event) => (event.kind === 'request-answered' ? [event.permit] : []));

const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + 90_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come to this: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly choices: readonly string[];
}
const inboxOf = async (world: Scratch): Promise<readonly Waiting[]> =>
  JSON.parse((await baton(world, ['inbox', '--json'])).stdout).waiting;

const waitsFor = async (world: Scratch, words: string): Promise<Waiting> => {
  let found: Waiting | undefined;
  await until(`"${words}" waits`, async () => {
    found = (await inboxOf(world)).find(({ kind, text }) => kind === words || text.includes(words));
    return found !== undefined;
  });
  return found!;
};

const startDetached = async (world: Scratch, args: readonly string[], env: Env = {}): Promise<void> => {
  const started = await baton(world, [...args, '--detach'], { env });
  expect(started.exit, started.stderr).toBe(0);
};

/** How it ended, once its holder is gone. */
const endOf = async (world: Scratch): Promise<string | undefined> => {
  await until('the run ended', () => !existsSync(join(runState(world, 'r'), 'holder.json')));
  return eventsIn(world).findLast((event) => event.kind === 'run-ended')?.status;
};

const RUN = ['run', 'x', '--name', 'r', '--agent', 'scripted:../relay.json', '--role-agent'];
const WRITES = [
  { tool: 'Write', file_path: 'CWD/one.txt', content: 'one\n' },
  { tool: 'Write', file_path: 'CWD/checks/one.sh', content: 'test -f one.txt\n' },
];

it('a wish of Claude Code waits in the inbox, and is allowed, refused, and not asked twice', async () => {
  const world = worldWith('otherwise: ask');
  const env = withClaude(world, [
    ...WRITES,
    { tool: 'Bash', command: 'touch two.txt; touch three.txt' },
    { tool: 'Bash', command: 'touch two.txt; touch three.txt' },
    { tool: 'Bash', command: 'rm -rf checks' },
    { tool: 'Write', file_path: '/etc/nothing' },
  ]);
  await startDetached(world, [...RUN, 'coder=command:claude'], env);
  const one = await waitsFor(world, 'write one.txt');
  expect(one).toMatchObject({
    ...{ kind: 'question', text: 'coder wishes to write one.txt', choices: ['allow', 'always', 'refuse'] },
  });
  const status = await baton(world, ['status', 'r']);
  expect(status.stdout).toContain('coder wishes to write one.txt');
  expect(status.stdout).toContain(`baton approve ${one.id}`);
  expect((await baton(world, ['answer', one.id, '--text', 'perhaps'])).exit).not.toBe(0);
  expect((await baton(world, ['approve', one.id])).exit).toBe(0);
  const both = await waitsFor(world, 'touch two.txt; touch three.txt');
  expect((await baton(world, ['answer', both.id, '--text', 'always'])).exit).toBe(0);
  const bad = await waitsFor(world, 'rm -rf checks');
  expect((await baton(world, ['reject', bad.id, '--text', 'They are needed.'])).exit).toBe(0);
  const approval = await waitsFor(world, 'approval');
  expect((await baton(world, ['approve', approval.id])).exit).toBe(0);
  expect(await endOf(world)).toBe('complete');
  expect(toldIn(world)).toEqual([
    'Write allow Baton: by a person: allowed',
    'Write allow Baton: coder may write checks/*.sh (permissions: write)',
    'Bash allow Baton: by a person: allowed for the rest of the run',
    'Bash allow Baton: by a person: allowed for the rest of the run',
    'Bash deny Baton: by a person: refused: They are needed.',
    expect.stringContaining('Write deny Baton: /etc/nothing is outside of the folders'),
  ]);
  expect(decidedIn(world)).toEqual(['allow', 'always', 'refuse']);
  const log = (await baton(world, ['log', 'r'])).stdout;
  expect(log).toContain(`✗ ${bad.id} refused: They are needed.`);
  const committed = gitIn(world.project, 'log', '--all', '--name-only', '--format=').split('\n');
  expect(committed).toEqual(expect.arrayContaining(['one.txt', 'three.txt', 'checks/one.sh']));
});

it('a wish outlives its holder: decided meanwhile, the next attempt has the answer at once', async () => {
  const world = worldWith('otherwise: ask');
  const env = withClaude(world, WRITES);
  await startDetached(world, [...RUN, 'coder=command:claude'], env);
  const wish = await waitsFor(world, 'write one.txt');
  const { pid } = JSON.parse(readFileSync(join(runState(world, 'r'), 'holder.json'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  expect(existsSync(join(world.home, 'told.json'))).toBe(false);
  const said = await baton(world, ['approve', wish.id]);
  expect(said.exit, said.stderr).toBe(0);
  // Without a terminal it leaves when it waits for a person, here for the approval.
  const resumed = await baton(world, ['resume', 'r'], { env });
  expect(resumed.stdout).toContain('baton approve approving.human.1');
  expect(decidedIn(world)).toEqual(['allow']);
  expect(toldIn(world)[0]).toBe('Write allow Baton: by a person: allowed');
});

it('over ACP a wish waits too', async () => {
  const world = worldWith('otherwise: ask, waitMs: 60000');
  const steps = [
    'write one.txt',
    'write checks/one.sh',
    "run echo 'test -f one.txt' > checks/one.sh",
    `run ${SUBMIT}`,
  ];
  writeFiles(world.home, { 'acp-steps': steps.join('\n') });
  const agent = `acp:"${process.execPath}" "${join(FIXTURES, 'acp.mjs')}"`;
  await startDetached(world, [...RUN, `coder=${agent}`]);
  const wish = await waitsFor(world, 'write one.txt');
  expect((await baton(world, ['approve', wish.id])).exit).toBe(0);
  const approval = await waitsFor(world, 'approval');
  expect((await baton(world, ['approve', approval.id])).exit).toBe(0);
  expect(await endOf(world)).toBe('complete');
  expect(decidedIn(world)).toEqual(['allow']);
  expect(
    eventsIn(world).some((event) => event.kind === 'attempt-ended' && /denied/.test(event.why ?? '')),
  ).toBe(false);
});

it('a wish that nobody decides about is refused when its time is over', async () => {
  const world = worldWith('otherwise: ask, waitMs: 1000');
  const env = withClaude(world, [{ tool: 'Bash', command: 'touch x' }, ...WRITES]);
  await startDetached(world, [...RUN, 'coder=command:claude'], env);
  await until('two wishes are over', () => decidedIn(world).length >= 2);
  await until('the agent was told', () => existsSync(join(world.home, 'told.json')));
  await baton(world, ['stop', 'r']);
  expect(decidedIn(world).slice(0, 2)).toEqual(['late', 'late']);
  expect(toldIn(world)[0]).toBe('Bash deny Baton: refused: nobody decided in time');
});
