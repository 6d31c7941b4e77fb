// Baton's own folder on a disk that may not be written: what only reads works, everything else says what to do.
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtProgram } from './built-program.ts';
import { type Ended, runReadOnly } from './read-only.ts';
import { baton, environmentOf, makeScratch, type Scratch, type Variables } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { ASKING, errorOf } from './waiting-run.ts';

let world: Scratch & { remove(): void };
let agent: string;

beforeAll(async () => {
  world = makeScratch();
  agent = makeSmallRelay(world);
  const done = await baton(world, ['run', 'Two files', '--name', 'done', '--agent', agent, '--json']);
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  writeFileSync(join(world.root, 'asking.yaml'), ASKING);
  const asks = `scripted:${join(world.root, 'asking.yaml')}`;
  const waiting = await baton(world, ['run', 'One file', '--name', 'waits', '--agent', asks, '--json']);
  expect(waiting.exit, waiting.stdout + waiting.stderr).toBe(4);
});
afterAll(() => world?.remove());

/** With the state directory read-only. */
const onReadOnly = (words: readonly string[], env: Variables = {}, input = ''): Promise<Ended> =>
  runReadOnly(world.state, [process.execPath, builtProgram(), ...words], {
    cwd: world.project,
    env: environmentOf(world, env),
    input,
  });

const READS: readonly (readonly string[])[] = [
  ['list'],
  ['status', 'waits'],
  ['log', 'done'],
  ['inbox'],
  ['verify', 'done'],
  ['metrics'],
  ['prove', 'relay'],
];
const WRITES: readonly (readonly string[])[] = [
  ['resume', 'waits'],
  ['stop', 'waits'],
  ['answer', 'planning.planner.1.ask1', '--text', 'hello'],
  ['attest', 'done'],
  ['init', '--yes'],
  ['demo'],
];

const expectUnwritable = ({ exit, stdout, stderr }: Ended): void => {
  expect([exit, errorOf(stdout).code], stdout + stderr).toEqual([3, 'FILE_UNWRITABLE']);
  expect(errorOf(stdout).message).toContain(world.state);
  expect(errorOf(stdout).hint).toContain('BATON_STATE');
};

describe('a state directory that may not be written', () => {
  it.each(READS)('is read by: %s %s', async (...words) => {
    const { exit, stdout, stderr } = await onReadOnly([...words, '--json']);
    expect(exit, stdout + stderr).toBe(0);
    expect(stdout).not.toContain('FILE_UNWRITABLE');
  });

  it.each(WRITES)('is said by: %s %s', async (...words) => {
    expectUnwritable(await onReadOnly([...words, '--json']));
  });

  it('is read by attest where there is a key', async () => {
    const key = join(world.root, 'key.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    const config = join(world.project, 'baton.yaml');
    const before = readFileSync(config, 'utf8');
    writeFileSync(config, `keys:\n  attestation: ${key}\n`);
    onTestFinished(() => writeFileSync(config, before));
    const { exit, stdout, stderr } = await onReadOnly(['attest', 'done', '--json']);
    expect(exit, stdout + stderr).toBe(0);
  });

  it('is said by a new run, here and detached', async () => {
    const words = ['run', 'x', '--name', 'new', '--agent', agent, '--json'];
    expectUnwritable(await onReadOnly(words));
    expectUnwritable(await onReadOnly([...words, '--detach']));
  });

  it('is said by doctor and by the hook, and is no fault of Baton', async () => {
    const doctor = await onReadOnly(['doctor', '--json']);
    expect(doctor.exit).toBe(3);
    const { findings } = JSON.parse(doctor.stdout) as {
      findings: { name: string; ok: boolean; fix?: string }[];
    };
    expect(findings.find(({ name }) => name === 'state directory')?.ok).toBe(false);
    const input = JSON.stringify({ session_id: 's', hook_event_name: 'Stop', cwd: world.project });
    const hook = await onReadOnly(['hook', 'stop'], {}, input);
    expect(hook.stdout).toContain('NOT PROVEN');
    expect(hook.stdout).toContain('BATON_STATE');
    expect(hook.stdout).not.toContain('fault of Baton');
  });
});

describe('a state directory that cannot be made', () => {
  const nowhere = (): Variables => ({ BATON_STATE: join(world.state, 'not', 'there') });

  it.each([
    ['list', 'runs'],
    ['inbox', 'waiting'],
  ])('is an empty one for: %s', async (command, key) => {
    const { exit, stdout } = await onReadOnly([command, '--json'], nowhere());
    expect([exit, JSON.parse(stdout)[key]]).toEqual([0, []]);
  });

  it.each([['status'], ['log'], ['verify']])('has no run for: %s', async (command) => {
    const { exit, stdout } = await onReadOnly([command, '--json'], nowhere());
    expect([exit, errorOf(stdout).code]).toEqual([2, 'RUN_UNKNOWN']);
  });

  it('is said by a new run', async () => {
    expectUnwritable(await onReadOnly(['run', 'x', '--agent', agent, '--json'], nowhere()));
  });

  it('is not made by who only reads', async () => {
    const elsewhere = join(world.root, 'never', 'made');
    mkdirSync(join(world.root, 'never'));
    for (const words of [['list'], ['inbox'], ['metrics'], ['status']])
      await baton(world, words, { env: { BATON_STATE: elsewhere } });
    expect(readdirSync(join(world.root, 'never'))).toEqual([]);
  });
});
