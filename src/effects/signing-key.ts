// The key that statements are signed with: made once, readable by its user only, and never inside of a project.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, link, mkdir, open, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BatonError, causeText, errnoOf } from '../errors.ts';
import { KEY_BYTES_MAX } from '../model/limits/limits.ts';
import { isInside } from '../std/disk/contained-path.ts';
import { PRIVATE_DIRECTORY_MODE, PRIVATE_FILE_MODE } from '../std/disk/disk.ts';
import { readBounded } from '../std/disk/read-bounded.ts';
import type { Signer } from '../std/dsse.ts';
import { sha256 } from '../std/sha256.ts';

export interface SigningKey extends Signer {
  readonly file: string;
  /** SPKI, DER. */
  readonly publicKey: Buffer;
  readonly publicPem: string;
}

const OTHERS = 0o077;

const invalid = (message: string, hint: string, cause?: unknown): BatonError =>
  new BatonError('KEY_INVALID', message, { hint, cause });

const keyOf = (file: string, secret: KeyObject): SigningKey => {
  const open = createPublicKey(secret);
  const publicKey = open.export({ type: 'spki', format: 'der' });
  return {
    file,
    keyid: sha256(publicKey),
    publicKey,
    publicPem: open.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (bytes) => sign(null, bytes, secret),
  };
};

const parse = (file: string, pem: Buffer): KeyObject => {
  try {
    const secret = createPrivateKey({ key: pem, format: 'pem' });
    if (secret.asymmetricKeyType === 'ed25519') return secret;
    throw new TypeError(`it is of type ${secret.asymmetricKeyType}`);
  } catch (cause) {
    throw invalid(
      `expected an ed25519 private key as PEM without a password in ${file}: ${causeText(cause)}`,
      'Make one with `openssl genpkey -algorithm ed25519`, or leave `keys` out of baton.yaml and Baton makes its own.',
      cause,
    );
  }
};

const requireOutside = (file: string, project: string): void => {
  if (isInside(project, file))
    throw invalid(
      `expected a private key outside of the project, got ${file} inside of ${project}`,
      'Agents work there and commits are made there. Move the key, for example to your home, and name it under `keys`.',
    );
};

/** Undefined where there is none. A link is followed first: what counts is where the bytes are. */
export const readSigningKey = async (file: string, project: string): Promise<SigningKey | undefined> => {
  requireOutside(file, project);
  const real = await realpath(file).catch((cause: unknown) => {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw invalid(`${file} cannot be read: ${causeText(cause)}`, 'Check its permissions.', cause);
  });
  if (real === undefined) return undefined;
  requireOutside(real, await realpath(project));
  const { mode } = await stat(real);
  if ((mode & OTHERS) !== 0)
    throw invalid(
      `expected a private key that only you can read, but ${file} has the mode ${(mode & 0o777).toString(8)}`,
      `Run \`chmod 600 ${file}\`; if others could have read it, make a new one.`,
    );
  return keyOf(file, parse(file, await readBounded(real, KEY_BYTES_MAX)));
};

const makePrivate = async (directory: string): Promise<void> => {
  await mkdir(directory, { mode: PRIVATE_DIRECTORY_MODE }).catch((cause: unknown) => {
    if (errnoOf(cause) !== 'EEXIST') throw cause;
  });
  await chmod(directory, PRIVATE_DIRECTORY_MODE);
};

/** The name appears with all of its bytes, or not at all; who comes second takes the first one's key. */
const writeOnce = async (file: string, pem: string): Promise<void> => {
  const temporary = join(dirname(file), `.${randomBytes(6).toString('hex')}.tmp`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(temporary, flags, PRIVATE_FILE_MODE);
  try {
    await handle.writeFile(pem);
    await handle.sync();
    await link(temporary, file).catch((cause: unknown) => {
      if (errnoOf(cause) !== 'EEXIST') throw cause;
    });
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
};

export interface NewKey {
  readonly pem: string;
  readonly key: SigningKey;
}

/** In memory only; `file` is where it is to be kept. */
export const generateKey = (file: string): NewKey => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    key: keyOf(file, privateKey),
  };
};

/** Keeps the key where there is none yet, and gives back the one that is there then. */
export const keepSigningKey = async (file: string, pem: string, project: string): Promise<SigningKey> => {
  requireOutside(file, project);
  try {
    await makePrivate(dirname(file));
    await writeOnce(file, pem);
  } catch (cause) {
    throw new BatonError(
      'FILE_UNWRITABLE',
      `the signing key cannot be kept in ${file}: ${causeText(cause)}`,
      {
        hint: 'Make the folder writable, or set BATON_STATE to a folder that is.',
        cause,
      },
    );
  }
  const kept = await readSigningKey(file, project);
  if (kept === undefined) throw invalid(`${file} was kept and is gone already`, 'Do it again.');
  return kept;
};
