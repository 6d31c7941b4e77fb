// A listening socket is the lock of a run: the kernel frees it with its owner, however that owner ends.
import { createHash } from 'node:crypto';
import { connect, createServer } from 'node:net';
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

/** Whether some process holds the run. A process that is gone holds nothing, however it ended. */
export const isHeld = (directory: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(addressOf(directory));
    const done = (held: boolean): void => {
      socket.destroy();
      resolve(held);
    };
    socket.once('connect', () => done(true));
    socket.once('error', (cause) => done(errnoOf(cause) === 'EAGAIN'));
  });

export const takeLock = (directory: string, run: string): Promise<Lock> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (cause) =>
      reject(
        errnoOf(cause) === 'EADDRINUSE'
          ? new BatonError('RUN_HELD', `run ${run} is held by another process`, {
              hint: `see it with \`baton status ${run}\`, or end it with \`baton stop ${run}\``,
            })
          : new BatonError('STORE_FAILED', `the lock of run ${run} could not be taken`, { cause }),
      ),
    );
    server.listen(addressOf(directory), () =>
      resolve({ release: () => new Promise((done) => server.close(() => done())) }),
    );
  });
