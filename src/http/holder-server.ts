// The holder's address: JSON over HTTP on loopback for thin pipes and for people's commands, and the MCP mount. It
// translates; what it answers comes from the door and from the operation for people.
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BatonError, causeText } from '../errors.ts';
import {
  REQUEST_BYTES_MAX,
  REQUEST_CHECK_MS,
  REQUEST_HEAD_MS_MAX,
  REQUEST_MS_MAX,
} from '../model/limits/limits.ts';
import type { DoorApi } from '../runtime/door-api.ts';
import { isRecord } from '../std/is-record.ts';
import { descriptorLimit } from '../std/processes/descriptor-limit.ts';
import { boundConnections, connectionsMax } from './connections.ts';
import { bearerToken, readJson, strangerRefusal, writeRefusal } from './http-guard.ts';
import { writeJson } from './write-json.ts';

export interface Mount {
  (request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** What people's commands may ask of a holder. */
export type PersonCall = (body: unknown) => Promise<unknown>;

export interface HolderServer {
  readonly url: string;
  /** From here on calls are answered; before, they wait. */
  open(parts: { door: DoorApi; mcp: Mount; person: PersonCall }): void;
  close(): Promise<void>;
}

interface Parts {
  readonly door: DoorApi;
  readonly mcp: Mount;
  readonly person: PersonCall;
}

const sameKey = (key: string, given: string | undefined): boolean => {
  const a = Buffer.from(key);
  const b = Buffer.from(given ?? '');
  return a.length === b.length && timingSafeEqual(a, b);
};

const call = async (door: DoorApi, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await readJson(request, REQUEST_BYTES_MAX);
  if ('refusal' in body) {
    writeRefusal(request, response, body.refusal);
    return;
  }
  const sent: Readonly<Record<string, unknown>> = isRecord(body.value) ? body.value : {};
  const { tool, args = {} } = sent;
  if (typeof tool !== 'string' || !isRecord(args) || Array.isArray(args)) {
    writeRefusal(request, response, {
      status: 400,
      code: 'USAGE_INVALID',
      message: 'expected {"tool": "…", "args": {…}}',
      hint: 'Send the name of a tool and an object of arguments.',
    });
    return;
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const answer = await door.call(bearerToken(request), tool, args, { signal: gone.signal });
  // A process may be stopped between the answer and here, and another one hold the run when it goes on: then nothing is said.
  writeJson(response, 200, answer, () => door.maySay?.(answer) ?? true);
};

const person = async (
  act: PersonCall,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (!sameKey(key, bearerToken(request))) {
    writeRefusal(request, response, {
      status: 403,
      code: 'PERSON_EXPECTED',
      message: 'expected a person of this machine, with the key that the holder wrote for people',
      hint: 'use `baton approve`, `reject`, `answer` or `stop`',
    });
    return;
  }
  const body = await readJson(request, REQUEST_BYTES_MAX);
  if ('refusal' in body) writeRefusal(request, response, body.refusal);
  else writeJson(response, 200, await act(body.value));
};

const route = async (
  parts: Promise<Parts>,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const stranger = strangerRefusal(request);
  if (stranger !== undefined) {
    writeRefusal(request, response, stranger);
    return;
  }
  const { door, mcp, person: act } = await parts;
  const [path = '/'] = (request.url ?? '/').split('?');
  if (path.startsWith('/mcp/')) await mcp(request, response);
  else if (path === '/v1/call' && request.method === 'POST') await call(door, request, response);
  else if (path === '/v1/person' && request.method === 'POST') await person(act, key, request, response);
  else
    writeRefusal(request, response, {
      status: 404,
      code: 'USAGE_INVALID',
      message: `nothing is served at ${path}`,
      hint: 'POST /v1/call',
    });
};

export const serveHolder = async (key: string): Promise<HolderServer> => {
  let open: (parts: Parts) => void = () => {};
  let mcp: Mount | undefined;
  const parts = new Promise<Parts>((resolve) => {
    open = resolve;
  });
  const limits = {
    headersTimeout: REQUEST_HEAD_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: REQUEST_CHECK_MS,
  };
  const server = createServer(limits, (request, response) => {
    route(parts, key, request, response).catch((cause: unknown) => {
      const code = cause instanceof BatonError ? cause.code : 'INTERNAL';
      if (response.headersSent) response.destroy();
      else
        writeRefusal(request, response, {
          status: 500,
          code,
          message: causeText(cause),
          hint: 'See `baton log`.',
        });
    });
  });
  boundConnections(server, connectionsMax(descriptorLimit()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (given) => {
      mcp = given.mcp;
      open(given);
    },
    close: async () => {
      await mcp?.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
