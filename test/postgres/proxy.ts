// A way to the database that can be cut: silently, or after a write was done and before its answer arrives.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** The next answer to such a statement (an append where nothing is said) is kept back, and its connection ends. */
  loseNextAnswer(statement?: string): void;
  /** From here on nothing passes, and no connection ends. */
  partition(): void;
  heal(): void;
  /** The answer to each heartbeat takes so much longer. */
  delayBeats(ms: number): void;
  close(): Promise<void>;
}

/** What the server says when a statement is done. */
const DONE = Buffer.from('SELECT ');
const APPEND = 'baton.append';
const BEAT = Buffer.from('baton.beat');

export const startProxy = async (serverPort: number): Promise<Proxy> => {
  const sockets = new Set<Socket>();
  let losing: string | undefined;
  let silent = false;
  let delayMs = 0;
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        if (silent) return;
        client.destroy();
        upstream.destroy();
      });
    }
    let asked = false;
    let beats = false;
    client.on('data', (data) => {
      if (data.includes(BEAT)) beats = true;
      if (losing !== undefined && data.includes(losing)) asked = true;
      if (!silent) upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (silent) return;
      const done = data.includes(DONE);
      if (losing !== undefined && asked && done) {
        losing = undefined;
        client.destroy();
        upstream.destroy();
        return;
      }
      if (done) asked = false;
      const late = done && beats && delayMs > 0;
      if (done) beats = false;
      if (!late) client.write(data);
      else
        setTimeout(() => {
          if (!silent) client.write(data);
        }, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    loseNextAnswer: (statement = APPEND) => {
      losing = statement;
    },
    partition: () => {
      silent = true;
    },
    heal: () => {
      silent = false;
    },
    delayBeats: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      silent = false;
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
