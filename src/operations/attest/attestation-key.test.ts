import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import type { Place } from '../../runners/commands/place.ts';
import { placeOf } from '../project/state-directory.ts';
import { applyInit } from '../setup/init.ts';
import { openKey, PUBLIC_KEY_FILE, planKeyOf } from './attestation-key.ts';

const PRIVATE = { type: 'pkcs8', format: 'pem' } as const;
const pem = (): string => generateKeyPairSync('ed25519').privateKey.export(PRIVATE).toString();

const world = (): { place: Place; home: string } => {
  const [project, home, state] = [repositoryWith({ 'a.txt': 'a' }), temporaryFolder(), temporaryFolder()];
  return { place: placeOf(project, { HOME: home, BATON_STATE: state, PATH: '/usr/bin' }), home };
};

/** A file that only its user can read. */
const privateFile = (folder: string, name: string, text: string): string => {
  writeFiles(folder, { [name]: text });
  chmodSync(join(folder, name), 0o600);
  return join(folder, name);
};

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the signing key', () => {
  it('is made once, outside of the project, for its user alone', async () => {
    const { place } = world();
    const first = await openKey(place, {});
    expect(first).toMatchObject({
      made: true,
      key: { file: join(place.stateRoot, 'keys', 'attestation.pem') },
    });
    expect([modeOf(first.key.file), modeOf(join(place.stateRoot, 'keys'))]).toEqual([0o600, 0o700]);
    const second = await openKey(place, {});
    expect([second.made, second.key.keyid]).toEqual([false, first.key.keyid]);
    expect(readdirSync(join(place.stateRoot, 'keys'))).toEqual(['attestation.pem']);
  });

  it('is one key, however many make it at once', async () => {
    const { place } = world();
    const opened = await Promise.all(Array.from({ length: 8 }, () => openKey(place, {})));
    expect(new Set(opened.map(({ key }) => key.keyid)).size).toBe(1);
    expect(opened.filter(({ made }) => made)).toHaveLength(1);
  });

  it('has an id that anybody can derive from the public half', async () => {
    const { key } = await openKey(world().place, {});
    const der = createPublicKey(key.publicPem).export({ type: 'spki', format: 'der' });
    expect(key.keyid).toBe(`sha256:${createHash('sha256').update(der).digest('hex')}`);
    expect(key.publicKey.equals(der)).toBe(true);
  });

  it.each(['~/mine.pem', 'absolute', '../mine.pem'])(
    'may be another one that baton.yaml names: %s',
    async (path) => {
      const { place, home } = world();
      const folder = path === '../mine.pem' ? join(place.project, '..') : home;
      const file = privateFile(folder, `mine.pem`, pem());
      const { key, made } = await openKey(place, {
        keys: { attestation: path === 'absolute' ? file : path },
      });
      expect([key.file, made]).toEqual([file, false]);
      expect(existsSync(join(place.stateRoot, 'keys'))).toBe(false);
    },
  );

  it.each<readonly [string, (place: Place, home: string) => string, RegExp]>([
    [
      'inside of the project',
      ({ project }) => privateFile(project, 'k.pem', pem()),
      /outside of the project/,
    ],
    [
      'inside of the project behind a link',
      ({ project }, home) => {
        symlinkSync(privateFile(project, 'k.pem', pem()), join(home, 'link.pem'));
        return join(home, 'link.pem');
      },
      /outside of the project/,
    ],
    [
      'that others can read',
      (_, home) => {
        writeFiles(home, { 'k.pem': pem() });
        chmodSync(join(home, 'k.pem'), 0o644);
        return join(home, 'k.pem');
      },
      /only you can read, but .* has the mode 644/,
    ],
    [
      'of another kind',
      (_, home) =>
        privateFile(
          home,
          'k.pem',
          generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(PRIVATE).toString(),
        ),
      /expected an ed25519 private key .* it is of type rsa/,
    ],
    ['that is no key', (_, home) => privateFile(home, 'k.pem', 'hello'), /expected an ed25519 private key/],
    ['that is not there', (_, home) => join(home, 'k.pem'), /expected a private key at .*, there is none/],
  ])('refuses one %s', async (_, make, message) => {
    const { place, home } = world();
    const attestation = make(place, home);
    await expect(openKey(place, { keys: { attestation } })).rejects.toMatchObject({
      code: 'KEY_INVALID',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });
});

describe('the key, as init sets it up', () => {
  it('is kept only when the plan is carried out', async () => {
    const { place } = world();
    const plan = (await planKeyOf(place.project, place.env))!;
    expect(plan).toMatchObject({ made: true, change: { path: PUBLIC_KEY_FILE, action: 'create' } });
    expect(existsSync(plan.file)).toBe(false);
    await plan.keep();
    await applyInit(place.project, [plan.change]);
    expect(await planKeyOf(place.project, place.env)).toMatchObject({
      keyid: plan.keyid,
      made: false,
      change: { action: 'keep' },
    });
  });

  it('adds its public half to those of others', async () => {
    const { place } = world();
    const theirs = generateKeyPairSync('ed25519')
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString();
    writeFiles(place.project, { [PUBLIC_KEY_FILE]: theirs.trimEnd() });
    const plan = (await planKeyOf(place.project, place.env))!;
    await plan.keep();
    await applyInit(place.project, [plan.change]);
    const text = readFileSync(join(place.project, PUBLIC_KEY_FILE), 'utf8');
    expect(text.startsWith(theirs)).toBe(true);
    expect(text.match(/BEGIN PUBLIC KEY/g)).toHaveLength(2);
    expect(text).not.toContain('PRIVATE');
  });

  it('is left out where Baton keeps its files inside of the project', async () => {
    const project = repositoryWith({ 'a.txt': 'a' });
    mkdirSync(join(project, 'state'));
    expect(await planKeyOf(project, { BATON_STATE: join(project, 'state') })).toBeUndefined();
  });
});
