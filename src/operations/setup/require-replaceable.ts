// Whether a file that a user names for output may be replaced. An earlier output may; a private key never; anything else
// only when the user says so.
import { lstat } from 'node:fs/promises';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import { BUNDLE_FORMAT } from '../../model/attestation.ts';
import { ATTESTATION_BYTES_MAX } from '../../model/limits/limits.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { isRecord } from '../../std/is-record.ts';

const refused = (file: string, what: string, hint: string): BatonError =>
  new BatonError('USAGE_INVALID', `expected a new file or an earlier attestation at ${file}, got ${what}`, {
    hint,
  });

const isBundle = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && value['format'] === BUNDLE_FORMAT;
  } catch {
    return false;
  }
};

/** Undefined where it cannot be read as a whole: then it is no earlier output. */
const contentOf = async (file: string): Promise<string | undefined> => {
  try {
    return (await readBounded(file, ATTESTATION_BYTES_MAX)).toString('utf8');
  } catch {
    return undefined;
  }
};

/** Links are followed for what they lead to: a link to a key is as good as the key. */
export const requireReplaceable = async (file: string, force: boolean): Promise<void> => {
  const found = await lstat(file).catch((cause: unknown) => {
    if (errnoOf(cause) === 'ENOENT' || errnoOf(cause) === 'ENOTDIR') return undefined;
    throw new BatonError('FILE_UNWRITABLE', `${file} cannot be written: ${causeText(cause)}`, {
      hint: 'Name a file in a folder that can be written with --out FILE.',
      cause,
    });
  });
  if (found === undefined) return;
  if (!found.isFile() && !found.isSymbolicLink())
    throw refused(file, 'something that is not a file', 'To print it, use --json instead of --out.');
  const text = await contentOf(file);
  if (text !== undefined && /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    throw refused(
      file,
      'a private key',
      'Name another file with --out FILE. A private key is never replaced.',
    );
  if (force || (text !== undefined && (text.trim() === '' || isBundle(text)))) return;
  throw refused(file, 'another file', 'Name another file with --out FILE, or replace this one with --force.');
};
