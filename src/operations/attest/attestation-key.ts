// Which key attestations are signed with: the one that baton.yaml names, else Baton's own, beside its files for projects.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateKey, keepSigningKey, readSigningKey, type SigningKey } from '../../effects/signing-key.ts';
import { BatonError } from '../../errors.ts';
import type { ConfigFile } from '../../model/config.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import type { InheritedEnvironment } from '../../runners/commands/environment.ts';
import type { Place } from '../../runners/commands/place.ts';
import { isInside } from '../../std/disk/contained-path.ts';
import { readBoundedIfThere } from '../../std/disk/read-bounded.ts';
import { loadConfig } from '../project/load-config.ts';
import { placeOf } from '../project/state-directory.ts';
import { type InitChange, initChange } from '../setup/init-change.ts';

/** The keys by which others check attestations, one after the other: everybody who attests adds theirs. */
export const PUBLIC_KEY_FILE = 'baton.pub';

type Keys = Pick<ConfigFile, 'keys'>;

const ownFile = (place: Place): string => join(place.stateRoot, 'keys', 'attestation.pem');

const namedFile = (place: Place, { keys }: Keys): string | undefined => {
  const path = keys?.attestation;
  if (path === undefined) return undefined;
  return path.startsWith('~/')
    ? join(place.env['HOME'] || homedir(), path.slice(2))
    : resolve(place.project, path);
};

const requireNamed = async (file: string, project: string): Promise<SigningKey> => {
  const key = await readSigningKey(file, project);
  if (key !== undefined) return key;
  throw new BatonError('KEY_INVALID', `expected a private key at ${file}, there is none`, {
    hint: 'Make it with `openssl genpkey -algorithm ed25519`, or leave `keys` out of baton.yaml and Baton makes its own.',
  });
};

/** The key where there is one that can be read; nothing is made. */
export const readKey = async (place: Place): Promise<SigningKey | undefined> => {
  try {
    const config = (await loadConfig(place.project, place.env)).value ?? {};
    return await readSigningKey(namedFile(place, config) ?? ownFile(place), place.project);
  } catch {
    return undefined;
  }
};

/** The key, made where Baton's own is not there yet. */
export const openKey = async (
  place: Place,
  config: Keys,
): Promise<{ readonly key: SigningKey; readonly made: boolean }> => {
  const named = namedFile(place, config);
  if (named !== undefined) return { key: await requireNamed(named, place.project), made: false };
  const file = ownFile(place);
  const known = await readSigningKey(file, place.project);
  if (known !== undefined) return { key: known, made: false };
  const { pem, key } = generateKey(file);
  const kept = await keepSigningKey(file, pem, place.project);
  return { key: kept, made: kept.keyid === key.keyid };
};

export interface KeyPlan {
  readonly keyid: string;
  /** Where the private key is, or will be. */
  readonly file: string;
  readonly made: boolean;
  readonly change: InitChange;
  keep(): Promise<void>;
}

const withKey = (before: string | undefined, pem: string): string => {
  const text = before ?? '';
  if (text.includes(pem.trim())) return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${pem}`;
};

/**
 * What `baton init` would do about the key; nothing is written yet. Undefined where Baton's own files are inside of the
 * project: a key does not belong there, and everything else can be set up all the same.
 */
const planKey = async (place: Place, config: Keys): Promise<KeyPlan | undefined> => {
  const named = namedFile(place, config);
  const file = named ?? ownFile(place);
  if (named === undefined && isInside(place.project, file)) return undefined;
  const known =
    named === undefined ? await readSigningKey(file, place.project) : await requireNamed(file, place.project);
  const { key, pem } = known === undefined ? generateKey(file) : { key: known, pem: undefined };
  const before = await readBoundedIfThere(join(place.project, PUBLIC_KEY_FILE), YAML_BYTES_MAX);
  const text = before?.toString('utf8');
  return {
    keyid: key.keyid,
    file,
    made: known === undefined,
    change: initChange(
      PUBLIC_KEY_FILE,
      'the public key by which others check attestations',
      text,
      withKey(text, key.publicPem),
    ),
    keep: async () => {
      if (pem === undefined) return;
      const kept = await keepSigningKey(file, pem, place.project);
      if (kept.keyid !== key.keyid)
        throw new BatonError('KEY_INVALID', `another process made a key in ${file} at the same time`, {
          hint: 'Run `baton init` again: it takes the key that is there.',
        });
    },
  };
};

export const planKeyOf = async (project: string, env: InheritedEnvironment): Promise<KeyPlan | undefined> =>
  planKey(placeOf(project, env), (await loadConfig(project, env)).value ?? {});
