// Directories whose names survive a power cut.
import { dirname } from 'node:path';
import { errnoOf } from '../../errors.ts';
import { type Disk, PRIVATE_DIRECTORY_MODE } from './disk.ts';

/** Makes the directory and what is missing above it. Durable once `syncAncestors` has run too. */
export const makeDirectory = async (
  disk: Disk,
  path: string,
  mode = PRIVATE_DIRECTORY_MODE,
): Promise<void> => {
  const missing: string[] = [];
  for (let at = path; (await disk.stat(at)) === undefined; at = dirname(at)) missing.push(at);
  for (const directory of missing.reverse()) {
    try {
      await disk.mkdir(directory, mode);
    } catch (cause) {
      // Another process may make the same directory at the same time.
      if (errnoOf(cause) !== 'EEXIST') throw cause;
    }
  }
};

/**
 * Syncs the directory and all above it on the same file system. Who made them may have died before syncing them, so
 * it is no use to sync only those made here. A directory above that may not be opened was not made by us.
 */
export const syncAncestors = async (disk: Disk, path: string): Promise<void> => {
  await disk.syncDirectory(path);
  const dev = (await disk.stat(path))?.dev;
  for (let at = path; at !== dirname(at); ) {
    at = dirname(at);
    if ((await disk.stat(at))?.dev !== dev) return;
    try {
      await disk.syncDirectory(at);
    } catch (cause) {
      if (!['EACCES', 'EPERM'].includes(errnoOf(cause) ?? '')) throw cause;
    }
  }
};
