// One process at a time, for a moment: whoever can create the file may go on. For short work on small files.
import { rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from '../../errors.ts';

export interface FileLockOptions {
  /** How long to wait for others. */
  readonly waitMsMax: number;
  /** A lock that is older belongs to a process that was ended. */
  readonly staleMs: number;
}

const PAUSE_MS = 15;

const isTaken = (cause: unknown): boolean => errnoOf(cause) === 'EEXIST';

const removeStale = async (path: string, staleMs: number): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true });
};

const take = async (path: string, { waitMsMax, staleMs }: FileLockOptions): Promise<void> => {
  const until = performance.now() + waitMsMax;
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return;
    } catch (cause) {
      if (!isTaken(cause)) throw cause;
      if (performance.now() > until)
        throw new Error(`${path} has been held by another process for ${waitMsMax} milliseconds`, { cause });
    }
    await removeStale(path, staleMs);
    await sleep(PAUSE_MS);
  }
};

/** The lock is removed whatever comes out. The folder must exist. */
export const withFileLock = async <T>(
  path: string,
  options: FileLockOptions,
  action: () => Promise<T>,
): Promise<T> => {
  await take(path, options);
  try {
    return await action();
  } finally {
    await rm(path, { force: true });
  }
};
