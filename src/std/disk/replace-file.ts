// Replaces a file that several processes may write at once: readers see one whole version, the last one wins.
import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
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

/** Removes what processes that are dead now left of files they were about to replace. */
export const sweepReplacements = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory).catch(() => [])) {
    const owner = TEMPORARY.exec(name)?.[1];
    if (owner !== undefined && !identityIsAlive(owner)) await rm(join(directory, name), { force: true });
  }
};
