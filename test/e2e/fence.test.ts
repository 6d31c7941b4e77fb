// An agent behind the fence, with the whole program: no way out is one, what it leaves running ends with it, and its honest
// work is done as without a fence.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leftovers } from '../crash/leftovers.ts';
import { processesOf } from '../crash/processes.ts';
import { type Outside, type Way, waysOut } from './fence-attempts.ts';
import { CAN_BE_ANOTHER, CAN_FENCE, LEVELS } from './levels.ts';
import {
  baton,
  gitIn,
  makeRepository,
  projectState,
  runState,
  type Scratch,
  scratch,
  writeFiles,
} from './scratch.ts';
import { makeSmallRelay, SMALL_PROJECT, smallScenario } from './small-relay.ts';

const listening = (server: Server | ReturnType<typeof createSocket>, at: object): Promise<number> =>
  new Promise((resolve) => {
    server.listen(at, () => resolve((server.address() as AddressInfo).port));
    onTestFinished(() => void server.close());
  });

const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';

const bystander = (): ChildProcess => {
  const child = spawn('sleep', ['100000'], { cwd: '/', env: { PATH: process.env['PATH'] } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** A machine with things that are none of an agent's business. */
const outsideOf = async (world: Scratch): Promise<Outside> => {
  makeRepository(world.project, { ...SMALL_PROJECT, '.gitignore': '.env\n.baton/\n' });
  gitIn(world.project, 'remote', 'add', 'origin', 'https://me:s3cret@example.com/x.git');
  writeFiles(world.project, { '.env': 'KEY=1\n' });
  writeFiles(world.home, { '.ssh/id_ed25519': 'a key\n' });
  writeFiles(world.tmp, { 'other.txt': 'x\n' });
  writeFiles(projectState(world), {
    '.worktrees/baton.other.x/secret.txt': 'x\n',
    '.desks/other/x/secret.txt': 'x\n',
  });
  writeFiles(world.state, { 'keys/attestation.pem': 'a key\n' });
  const port = await listening(
    createServer((_, response) => response.end('of this machine')),
    { port: 0, host: '0.0.0.0' },
  );
  await listening(createSocket(), { path: join(world.root, 'host.sock') });
  await listening(createSocket(), { path: `\0baton-fence-${port}` });
  return { world, port, address: ownAddress(), victim: bystander().pid ?? 0 };
};

const tried = ({ name, line }: Way): object => ({
  run: `if ( ${line} ) >/dev/null 2>&1; then echo "OUT: ${name}"; else echo "KEPT: ${name}"; fi`,
});

const PLAN = 'version: 1\nsummary: One file\nitems:\n  - key: one\n    title: One\n    task: Write it.\n';

const scenarioWith = (steps: readonly object[]): string =>
  JSON.stringify({
    roles: {
      planner: [[{ write: { 'plan.yaml': PLAN } }, { submit: 'submit_plan' }]],
      coder: [[...steps, { exit: 1 }]],
    },
  });

const playCoder = async (world: Scratch, steps: readonly object[], isolation: string): Promise<string> => {
  writeFiles(world.root, { 'scenario.json': scenarioWith(steps) });
  await baton(
    world,
    ['run', 'x', '--name', 'r', '--isolation', isolation, '--agent', `scripted:${world.root}/scenario.json`],
    { env: { HOLDERS_SECRET: 'one' } },
  );
  const logs = join(runState(world, 'r'), 'logs');
  const own = readdirSync(logs).find((name) => name.startsWith('coding.coder.') && name.endsWith('.1.log'));
  return readFileSync(join(logs, own ?? 'none'), 'utf8');
};

const told = (log: string, word: string): string[] =>
  log.split('\n').flatMap((line) => (line.startsWith(`${word}: `) ? [line.slice(word.length + 2)] : []));

const gitState = (project: string): string =>
  [
    gitIn(project, 'for-each-ref', 'refs/heads'),
    readFileSync(join(project, '.git', 'config'), 'utf8'),
    gitIn(project, 'status', '--porcelain'),
  ].join('\n');

describe.each(LEVELS)('an agent at isolation %s', (level) => {
  it('finds no way out', async () => {
    const outside = await outsideOf(scratch());
    const ways = waysOut(outside);
    expect(ways.length).toBeGreaterThan(40);
    const before = gitState(outside.world.project);
    const log = await playCoder(outside.world, ways.map(tried), level);
    const byProof = ways.filter(({ leaves }) => leaves !== undefined);
    expect(byProof.filter(({ leaves }) => existsSync(leaves ?? '')).map(({ name }) => name)).toEqual([]);
    const others = ways.filter(({ leaves }) => leaves === undefined).map(({ name }) => name);
    expect(told(log, 'OUT').filter((name) => others.includes(name))).toEqual([]);
    expect([...told(log, 'OUT'), ...told(log, 'KEPT')].sort()).toEqual(ways.map(({ name }) => name).sort());
    expect(gitState(outside.world.project)).toBe(before);
    const status = JSON.parse((await baton(outside.world, ['status', 'r', '--json'])).stdout) as object;
    expect(status).toMatchObject({ isolation: level });
    expect(log).toContain('fence: refused');
  });

  it('takes along all that it leaves running', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    // Others on this machine may run the same test.
    const [one, other] = [`86399.${process.pid}`, `86398.${process.pid}`];
    const line = `setsid sh -c "setsid env -i sleep ${one} & (setsid sleep ${other} &) &" </dev/null >/dev/null 2>&1; sleep 0.2; ps -e | grep -c sleep`;
    await playCoder(world, [{ run: line }], level);
    expect(processesOf(world.root)).toEqual([]);
    const all = spawnSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).stdout;
    for (const seconds of [one, other]) expect(all).not.toContain(`sleep ${seconds}`);
  });

  it('has git as ever in its own tree', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    const says = (name: string, line: string): object => ({
      run: `if ( ${line} ) >/dev/null 2>&1; then echo "WORKS: ${name}"; else echo "FAILS: ${name}"; fi`,
    });
    const steps = [
      says('status', 'echo x > new.txt && git status --porcelain | grep -q new.txt'),
      says('add', 'git add new.txt && git diff --cached --name-only | grep -q new.txt'),
      says('diff', 'echo y >> test.sh && git diff | grep -q "^+y"'),
      says('log', 'git log --oneline | grep -q start'),
      says('branches', 'git rev-parse main'),
      says('commit', 'git -c user.name=a -c user.email=b commit -q -m mine && git show --stat HEAD'),
      says('stash', 'git -c user.name=a -c user.email=b stash && git stash pop'),
    ];
    const log = await playCoder(world, steps, level);
    expect(told(log, 'FAILS')).toEqual([]);
    expect(told(log, 'WORKS')).toHaveLength(steps.length);
  });

  it('does a whole run as without a fence, and leaves nothing', async () => {
    const world = scratch();
    const agent = makeSmallRelay(world, smallScenario());
    const played = await baton(world, ['run', 'x', '--name', 'r', '--isolation', level, '--agent', agent]);
    expect(played.exit, played.stdout + played.stderr).toBe(0);
    expect(await leftovers(world, 'r')).toEqual([]);
    expect(existsSync(join(projectState(world), '.fences', 'r'))).toBe(false);
    const attested = await baton(world, ['attest', 'r', '--json']);
    expect(attested.exit, attested.stderr).toBe(0);
    const { statements } = JSON.parse(attested.stdout) as { statements: readonly { payload: string }[] };
    const levels = statements.map(
      ({ payload }) => /"isolation":"(\w+)"/.exec(Buffer.from(payload, 'base64').toString('utf8'))?.[1],
    );
    expect(new Set(levels)).toEqual(new Set([level]));
  });
});

describe.skipIf(!CAN_FENCE)('the ways out', () => {
  it('are found where there is no fence', async () => {
    const outside = await outsideOf(scratch());
    const ways = waysOut(outside).filter(({ onlyFenced }) => onlyFenced !== true);
    const log = await playCoder(outside.world, ways.map(tried), 'none');
    const out = ways.filter(({ name, leaves }) =>
      leaves === undefined ? told(log, 'OUT').includes(name) : existsSync(leaves),
    );
    const kept = ways.filter((way) => !out.includes(way)).map(({ name }) => name);
    // Only root reads these.
    const mayFail = ['read passwords of the system', 'read through the root of the first process'];
    expect(kept.filter((name) => !mayFail.includes(name))).toEqual([]);
  });
});

describe.skipIf(!CAN_BE_ANOTHER)('an agent that is another user', () => {
  it('owns its tree, its outputs and its home, and nothing else that it sees', async () => {
    const world = scratch();
    makeRepository(world.project, SMALL_PROJECT);
    const others = String.raw`find / -xdev \( -path /proc -o -path /dev \) -prune -o -user 0 -writable ! -type l ! -perm -1000 -print`;
    const log = await playCoder(
      world,
      [
        { run: 'echo "ID: $(id -u) $(id -un) $(id -G)"' },
        { run: 'test -O . -a -O test.sh -a -O "$HOME" && mkdir -p "$HOME/.cache/x" && echo "OWN: yes"' },
        { run: 'touch /tmp/a /var/tmp/a /dev/shm/a && echo "TEMPORARY: yes"' },
        { run: `${others} | sed 's/^/WRITABLE: /'` },
        { run: 'setpriv --reuid 0 true && echo "OUT: root again"' },
      ],
      'user',
    );
    const [id = '', name, groups] = told(log, 'ID').join().split(' ');
    expect(Number(id)).toBeGreaterThan(0);
    expect([name, groups]).toEqual(['baton-agent', id]);
    expect([...told(log, 'OWN'), ...told(log, 'TEMPORARY')]).toEqual(['yes', 'yes']);
    expect([...told(log, 'WRITABLE'), ...told(log, 'OUT')]).toEqual([]);
    // The planner's output is on this machine, and is that user's.
    expect(lstatSync(join(world.project, '.baton/runs/r/plan.yaml')).uid).toBe(Number(id));
  });

  it('is refused where other users cannot read the project', async () => {
    const world = scratch();
    const agent = makeSmallRelay(world, smallScenario());
    chmodSync(world.project, 0o700);
    const { exit, stderr } = await baton(world, ['run', 'x', '--isolation', 'user', '--agent', agent]);
    expect(exit).toBe(3);
    expect(stderr).toContain('ISOLATION_UNAVAILABLE');
    expect(stderr).toContain(`chmod o+rx ${world.project}`);
  });
});
