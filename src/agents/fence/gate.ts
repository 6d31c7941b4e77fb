// The only way out of the fence: one socket, on which the holder's door and a proxy are served. What is not for the door
// goes to hosts that policy names, and nowhere else.
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GATE_CONNECT_MS_MAX, GATE_CONNECTIONS_MAX, GATE_HOSTS_NAMED_MAX } from '../../model/limits/fence.ts';
import { askedHost, type HostRule, hostText, mayReach } from './hosts.ts';

export interface GateOptions {
  /** Made here; only the socket is in it. */
  readonly directory: string;
  /** The holder's address. */
  readonly door: string;
  readonly hosts: readonly HostRule[];
  /** Said once for each host: whether it was let through. */
  readonly told: (line: string) => void;
  /** A proxy that this machine itself needs. */
  readonly upstream?: URL | undefined;
}

export interface Gate {
  close(): Promise<void>;
}

export const GATE_SOCKET = 's';
const HTTP_PORT = 80;
const HTTPS_PORT = 443;
/** The door's paths that agents have a use for; a person's word is not among them. */
const FOR_AGENTS = /^\/(?:v1\/call|mcp\/)/;

class Notes {
  readonly #told: (line: string) => void;
  readonly #seen = new Set<string>();

  constructor(told: (line: string) => void) {
    this.#told = told;
  }

  note(line: string): void {
    if (this.#seen.has(line) || this.#seen.size > GATE_HOSTS_NAMED_MAX) return;
    this.#seen.add(line);
    this.#told(
      this.#seen.size > GATE_HOSTS_NAMED_MAX ? 'fence: it asked for more hosts; they are not named' : line,
    );
  }
}

/** Whether a host may be reached; either way it is noted. */
const admits = ({ hosts }: GateOptions, notes: Notes, asked: HostRule | undefined): asked is HostRule => {
  if (asked === undefined) {
    notes.note('fence: refused a host that is no host');
    return false;
  }
  const may = mayReach(hosts, asked);
  notes.note(`fence: ${may ? 'reached' : 'refused'} ${hostText(asked)}`);
  return may;
};

const refusal = (asked: string): string =>
  `Baton's fence lets nothing through to ${asked.slice(0, 200)}: name it under isolation.hosts in baton.yaml if the work needs it.\n`;

const refuse = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(text);
};

const forward = (
  incoming: IncomingMessage,
  response: ServerResponse,
  to: { readonly host: string; readonly port: number; readonly path: string },
): void => {
  const outgoing = request(
    { ...to, method: incoming.method, headers: incoming.headers, timeout: 0 },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  outgoing.on('error', (cause) => {
    if (response.headersSent) response.destroy();
    else refuse(response, 502, `${cause.message}\n`);
  });
  // Whoever goes away ends the other half, too: a call that nobody waits for must not stay open.
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
};

/** The holder's own address, also when a client that believes in proxies asks for it by name. */
const doorPath = (target: string, door: URL): string | undefined => {
  if (!URL.canParse(target)) return target;
  const { host, pathname, search } = new URL(target);
  return host === door.host ? `${pathname}${search}` : undefined;
};

const serve =
  (options: GateOptions, notes: Notes) =>
  (incoming: IncomingMessage, response: ServerResponse): void => {
    const door = new URL(options.door);
    const target = incoming.url ?? '/';
    const path = doorPath(target, door);
    if (path !== undefined) {
      if (FOR_AGENTS.test(path))
        forward(incoming, response, { host: door.hostname, port: Number(door.port), path });
      else refuse(response, 403, 'this is for people, and not for agents\n');
      return;
    }
    const { host, pathname, search } = new URL(target);
    const asked = askedHost(host, HTTP_PORT);
    if (!admits(options, notes, asked)) refuse(response, 403, refusal(host));
    else forward(incoming, response, { host: asked.host, port: asked.port, path: `${pathname}${search}` });
  };

const tunnelThrough = (upstream: URL, asked: HostRule): { socket: Socket; greeting: string } => {
  const socket = connect(Number(upstream.port || HTTP_PORT), upstream.hostname);
  const user = decodeURIComponent(upstream.username);
  const secret = `${user}:${decodeURIComponent(upstream.password)}`;
  const credentials =
    user === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(secret).toString('base64')}\r\n`;
  const name = hostText(asked);
  return { socket, greeting: `CONNECT ${name} HTTP/1.1\r\nHost: ${name}\r\n${credentials}\r\n` };
};

const tunnel =
  (options: GateOptions, notes: Notes) =>
  (incoming: IncomingMessage, client: Duplex, head: Buffer): void => {
    client.on('error', () => client.destroy());
    const asked = askedHost(incoming.url ?? '', HTTPS_PORT);
    if (!admits(options, notes, asked)) {
      client.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${refusal(incoming.url ?? '')}`,
      );
      return;
    }
    const via = options.upstream === undefined ? undefined : tunnelThrough(options.upstream, asked);
    const socket = via?.socket ?? connect(asked.port, asked.host);
    socket.setTimeout(GATE_CONNECT_MS_MAX, () => socket.destroy());
    socket.once('connect', () => {
      socket.setTimeout(0);
      if (via === undefined) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      else socket.write(via.greeting);
      if (head.length > 0) socket.write(head);
      // The answer of the proxy above is the answer to the client.
      socket.pipe(client);
      client.pipe(socket);
    });
    socket.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n'));
    for (const [one, other] of [
      [socket, client],
      [client, socket],
    ] as const)
      one.on('close', () => other.destroy());
  };

/** Below a long path no socket can be made by its name; by the open directory it can. */
const listen = (server: Server, directory: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
    server.once('error', (cause) => {
      closeSync(descriptor);
      reject(cause);
    });
    server.listen(`/proc/self/fd/${descriptor}/${GATE_SOCKET}`, () => resolve(() => closeSync(descriptor)));
  });

export const openGate = async (options: GateOptions): Promise<Gate> => {
  const notes = new Notes(options.told);
  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, serve(options, notes));
  server.maxConnections = GATE_CONNECTIONS_MAX;
  server.on('connect', tunnel(options, notes));
  server.on('clientError', (_, socket) => socket.destroy());
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const release = await listen(server, options.directory);
  return {
    close: async () => {
      // Tunnels are no longer the server's own.
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      release();
    },
  };
};
