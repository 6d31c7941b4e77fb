// Small files that the hooks keep for a project, outside of it: read as data of unknown origin, replaced as a whole.
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as z from 'zod';
import { BatonError, causeText, errnoOf } from '../../errors.ts';
import { YAML_BYTES_MAX } from '../../model/limits/limits.ts';
import type { Place } from '../../runners/commands/place.ts';
import { readBounded } from '../../std/disk/read-bounded.ts';
import { replaceFile } from '../../std/disk/replace-file.ts';
import { sha256 } from '../../std/sha256.ts';

/** A session's name is given by its host, so it is hashed wherever it names a file or a ref. */
export const sessionKey = (session: string): string => sha256(session).slice('sha256:'.length);

export const hookFile = (place: Pick<Place, 'stateDirectory'>, ...path: readonly string[]): string =>
  join(place.stateDirectory, ...path);

/** Room for the text of a baton.yaml in JSON, where a character may take six. */
const FILE_BYTES_MAX = 8 * YAML_BYTES_MAX;

/** Undefined for what is not there or cannot be used: the next write replaces it. */
export const readHookFile = async <S extends z.ZodType>(
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> => {
  try {
    return schema.parse(JSON.parse((await readBounded(path, FILE_BYTES_MAX)).toString('utf8')));
  } catch {
    return undefined;
  }
};

export const unwritable = (path: string, cause: unknown): BatonError =>
  new BatonError('FILE_UNWRITABLE', `${path} cannot be written: ${causeText(cause)}`, {
    hint: 'Make it writable, or set BATON_STATE to a folder that is.',
    cause,
  });

export const writeHookFile = async (path: string, value: unknown): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await replaceFile(path, JSON.stringify(value));
  } catch (cause) {
    throw errnoOf(cause) === undefined ? cause : unwritable(path, cause);
  }
};
