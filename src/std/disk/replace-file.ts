// Replaces a file that several processes may write at once: readers see one whole version, the last one wins.
import { randomBytes } from 'node:crypto';
import { chmod, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { identityIsAlive, processIdentity } from '../processes/process-identity.ts';

/** `.<name>.<owner>-<random>.tmp` */
const TEMPORARY = /^\..*\.(\d+-\d+)-[0-9a-f]{12}\.tmp$/;

export const replaceFile = async (path: string, text: string, mode = 0o600): Promise<void> => {
  const temporary = join(
    dirname(path),
    `.${basename(path)}.${processIdentity()}-${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    await writeFile(temporary, text, { mode, flag: 'wx', flush: true });
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
};

/** A file of the user's own: a link stays one, and nobody reads it who could not read it before. */
export const replaceUsersFile = async (path: string, text: string, newMode: number): Promise<void> => {
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (found) => found.mode & 0o7777,
    () => undefined,
  );
  await replaceFile(target, text, mode ?? newMode);
  // The umask has no say in what was there before.
  if (mode !== undefined) await chmod(target, mode);
};

/** Removes what processes that are dead now left of files they were about to replace. */
export const sweepReplacements = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory).catch(() => [])) {
    const owner = TEMPORARY.exec(name)?.[1];
    if (owner !== undefined && !identityIsAlive(owner)) await rm(join(directory, name), { force: true });
  }
};
