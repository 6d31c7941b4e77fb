// `baton attest --out FILE` replaces what it wrote itself, and no key and no other file of the user.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baton, makeScratch, type Outcome, type Scratch } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { errorOf } from './waiting-run.ts';

let world: Scratch & { remove(): void };
let key: string;

beforeAll(async () => {
  world = makeScratch();
  const spec = makeSmallRelay(world);
  const ran = await baton(world, ['run', 'Two files', '--name', 'r', '--agent', spec, '--json']);
  expect(ran.exit, ran.stdout + ran.stderr).toBe(0);
  key = join(world.state, 'keys', 'attestation.pem');
});
afterAll(() => world?.remove());

const attest = (out: string, ...more: string[]): Promise<Outcome> =>
  baton(world, ['attest', 'r', '--out', out, '--json', ...more]);

const expectRefused = ({ exit, stdout }: Outcome, what: string): void => {
  expect([exit, errorOf(stdout).code]).toEqual([2, 'USAGE_INVALID']);
  expect(errorOf(stdout).message).toContain(`got ${what}`);
  expect(errorOf(stdout).hint).toBeDefined();
};

describe('attest --out', () => {
  it('does not replace the key that it makes in this very file, forced or not', async () => {
    expect(existsSync(key)).toBe(false);
    expectRefused(await attest(key), 'a private key');
    const made = readFileSync(key, 'utf8');
    expect(made).toContain('PRIVATE KEY');
    expectRefused(await attest(key), 'a private key');
    expectRefused(await attest(key, '--force'), 'a private key');
    expect(readFileSync(key, 'utf8')).toBe(made);
  });

  it('does not replace a link to the key, a second name of it, or another private key', async () => {
    const [link, second, other] = ['link', 'second', 'other.pem'].map((name) => join(world.root, name)) as [
      string,
      string,
      string,
    ];
    symlinkSync(key, link);
    linkSync(key, second);
    const pem = '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n';
    writeFileSync(other, pem);
    for (const path of [link, second, other]) expectRefused(await attest(path, '--force'), 'a private key');
    expect(readlinkSync(link)).toBe(key);
    expect(readFileSync(second)).toEqual(readFileSync(key));
    expect(readFileSync(other, 'utf8')).toBe(pem);
  });

  it('writes a new file, an empty one, and its own output again', async () => {
    const file = join(world.root, 'out', 'bundle.json');
    expect((await attest(file)).exit).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect((await attest(file)).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text);
    const empty = join(world.root, 'empty');
    writeFileSync(empty, '');
    expect((await attest(empty)).exit).toBe(0);
    expect(readFileSync(empty, 'utf8')).toBe(text);
  });

  it('replaces another file only when it is told to', async () => {
    const file = join(world.project, 'package.json');
    writeFileSync(file, '{"name":"mine"}\n');
    expectRefused(await attest(file), 'another file');
    expect(readFileSync(file, 'utf8')).toBe('{"name":"mine"}\n');
    expect((await attest(file, '--force')).exit).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"statements"');
  });

  it('does not replace what is not a file', async () => {
    const folder = join(world.root, 'folder');
    mkdirSync(folder);
    expectRefused(await attest(folder, '--force'), 'something that is not a file');
    expectRefused(await attest('/dev/null', '--force'), 'something that is not a file');
  });
});
