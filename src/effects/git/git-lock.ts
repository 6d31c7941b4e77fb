// Git takes lock files and fails at once when one is taken. Within this process Baton takes turns per repository;
// against other processes it tries again a bounded number of times.
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../errors.ts';
import type { Repository } from '../../runners/trees/repository.ts';

const LOCK_TRIES_MAX = 8;
const LOCK_RETRY_MS = 10;

/** Another process may also remove the empty folder that git is about to put a working tree's files into. */
const LOCKED =
  /\.lock'?: File exists|could not lock config file|could not create (?:leading directories|directory) of .*: (?:File exists|No such file or directory)/;

const turns = new Map<string, Promise<unknown>>();

const isLocked = (cause: unknown): boolean =>
  cause instanceof BatonError && cause.code === 'GIT_FAILED' && LOCKED.test(cause.message);

/** Repeats what fails on a lock file, each time after a longer pause. */
export const retryWhileLocked = async <T>(act: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (cause) {
      if (!isLocked(cause) || tries === LOCK_TRIES_MAX) throw cause;
      await sleep(LOCK_RETRY_MS * 2 ** (tries - 1));
    }
  }
};

/** Runs `act` when everything asked for before it on this repository has ended. */
export const inTurn = async <T>(repository: Repository, act: () => Promise<T>): Promise<T> => {
  const key = repository.commonDirectory;
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(() => retryWhileLocked(act));
  const settled = mine.catch(() => {});
  turns.set(key, settled);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === settled) turns.delete(key);
  }
};
