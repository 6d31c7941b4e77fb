// A crowd at the door takes no descriptor that the run itself needs. Whoever has sent a whole request is served to the
// end; of the others, the one that came first makes room.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS_MAX, CONNECTIONS_MIN, DESCRIPTORS_KEPT } from '../model/limits/limits.ts';

export const connectionsMax = (descriptors: number | undefined): number =>
  descriptors === undefined
    ? CONNECTIONS_MAX
    : Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, descriptors - DESCRIPTORS_KEPT));

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export const boundConnections = (server: Server, max: number): void => {
  /** In the order in which they came, with how many whole requests each of them is waiting for. */
  const open = new Map<Socket, number>();
  const count = (socket: Socket, by: number): void => {
    const serving = open.get(socket);
    if (serving !== undefined) open.set(socket, serving + by);
  };
  server.on('connection', (socket: Socket) => {
    const idle = open.size < max ? undefined : [...open].find(([, serving]) => serving === 0)?.[0];
    if (open.size >= max && idle === undefined) {
      // It may come again: everybody here is being served, and will be gone soon.
      socket.destroy();
      return;
    }
    if (idle !== undefined) {
      open.delete(idle);
      idle.destroy();
    }
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    let begun = false;
    const begin = (): void => {
      begun = true;
      count(socket, 1);
    };
    if (hasBody(request)) request.once('end', begin);
    else begin();
    response.once('close', () => {
      if (begun) count(socket, -1);
    });
  });
};
