// A listening socket is the lock of a run: the kernel frees it with its owner, however that owner ends.
import { createHash } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError, errnoOf } from '../../errors.ts';

export interface Lock {
  release(): Promise<void>;
}

/** Linux has sockets that live in no file; elsewhere a loopback port that follows from the directory does the same. */
const addressOf = (directory: string): { path: string } | { host: string; port: number } => {
  const digest = createHash('sha256').update(directory).digest();
  if (process.platform === 'linux') return { path: `\0baton-${digest.toString('hex').slice(0, 48)}` };
  return { host: '127.0.0.1', port: 20_000 + (digest.readUInt32BE(0) % 40_000) };
};

/** A child that is being started has its parent's sockets for a moment, also one that was just closed. */
const TRIES = 5;
const TRY_AGAIN_MS = 20;

/** A holder that is stopped, or very busy, answers nobody and holds its run all the same. */
const ANSWER_MS = 250;

/** Whoever holds the run takes the call and hangs up; what only a child has for a moment is reset with it. */
const answers = (directory: string): Promise<'held' | 'free' | 'gone'> =>
  new Promise((resolve) => {
    const socket = connect(addressOf(directory));
    let isConnected = false;
    const done = (found: 'held' | 'free' | 'gone'): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(found);
    };
    const timer = setTimeout(() => done('held'), ANSWER_MS);
    socket.once('connect', () => {
      isConnected = true;
      socket.resume();
    });
    socket.once('end', () => done('held'));
    socket.once('error', (cause) => {
      if (errnoOf(cause) === 'EAGAIN') done('held');
      else done(isConnected ? 'gone' : 'free');
    });
  });

/** Whether some process holds the run. A process that is gone holds nothing, however it ended. */
export const isHeld = async (directory: string): Promise<boolean> => {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const found = await answers(directory);
    if (found !== 'gone') return found === 'held';
  }
  return true;
};

const listenOnce = (directory: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', reject);
    server.listen(addressOf(directory), () => resolve(server));
  });

const isTaken = (cause: unknown): boolean => errnoOf(cause) === 'EADDRINUSE';

const listenSoon = async (directory: string): Promise<Server> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await listenOnce(directory);
    } catch (cause) {
      if (!isTaken(cause) || tries >= TRIES) throw cause;
      await sleep(TRY_AGAIN_MS);
    }
};

export const takeLock = async (directory: string, run: string): Promise<Lock> => {
  const server = await listenSoon(directory).catch((cause: unknown) => {
    throw isTaken(cause)
      ? new BatonError('RUN_HELD', `run ${run} is held by another process`, {
          hint: `see it with \`baton status ${run}\`, or end it with \`baton stop ${run}\``,
        })
      : new BatonError('STORE_FAILED', `the lock of run ${run} could not be taken`, { cause });
  });
  return { release: () => new Promise((done) => server.close(() => done())) };
};
