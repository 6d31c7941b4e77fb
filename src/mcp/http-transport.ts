// MCP over streamable HTTP, for any server: sessions for clients of 2025's revisions, one request at a time for
// 2026-07-28. It knows no door and no token; whoever mounts it says who the guest is.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  type EventStore,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  type Server,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type HttpRefusal, readJson, refusalBody, writeRefusal } from '../http/http-guard.ts';
import { REQUEST_BYTES_MAX, SESSIONS_MAX } from '../model/limits/limits.ts';
import { Sessions } from './sessions.ts';

export interface Visit<Guest> {
  /** Sessions are open only to whom they were opened for. */
  readonly owner: string;
  readonly guest: Guest;
}

export interface HttpTransportOptions<Guest> {
  readonly serverFor: (guest: Guest) => McpServer | Server;
  readonly requestBytesMax?: number | undefined;
  readonly sessionsMax?: number | undefined;
  /** With a store, a client whose stream was cut can take it up again. */
  readonly eventStore?: (() => EventStore) | undefined;
  readonly retryIntervalMs?: number | undefined;
  /** Where changes of lists are announced, for servers whose lists change. */
  readonly bus?: ServerEventBus | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
}

const METHODS = ['GET', 'POST', 'DELETE'];

const refused = (refusal: HttpRefusal, code?: number): Response => {
  const body = refusalBody(refusal);
  const error = code === undefined ? body.error : { ...body.error, code };
  return Response.json({ ...body, error }, { status: refusal.status, headers: { ...refusal.headers } });
};

const sessionMissing = (request: Request, body: unknown): Response => {
  const method = typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined;
  if (method === 'initialize')
    return refused(
      {
        status: 400,
        code: 'FIELD_INVALID',
        message: 'expected `initialize` with protocolVersion, capabilities and clientInfo { name, version }',
      },
      -32602,
    );
  return refused({
    status: 400,
    code: 'USAGE_INVALID',
    message: `expected the Mcp-Session-Id header on this ${request.method}, got none`,
    hint: 'Send `initialize` first, and then its session id with each request.',
  });
};

/** What the SDK hands from the request to the factory; it is the only field that is ours to fill. */
const authInfo = <Guest>(guest: Guest) => ({ token: '', clientId: '', scopes: [], extra: { guest } });

export class HttpTransport<Guest> {
  readonly #options: HttpTransportOptions<Guest>;
  readonly #requestBytesMax: number;
  readonly #sessions: Sessions<WebStandardStreamableHTTPServerTransport>;
  readonly #modern: McpHttpHandler;

  constructor(options: HttpTransportOptions<Guest>) {
    this.#options = options;
    this.#requestBytesMax = options.requestBytesMax ?? REQUEST_BYTES_MAX;
    this.#sessions = new Sessions(options.sessionsMax ?? SESSIONS_MAX);
    this.#modern = createMcpHandler(
      (context) => options.serverFor(context.authInfo?.extra?.['guest'] as Guest),
      {
        legacy: 'reject',
        onerror: this.#report,
        maxRequestBodySize: this.#requestBytesMax,
        ...(options.bus === undefined ? {} : { bus: options.bus }),
      },
    );
  }

  async serve(request: IncomingMessage, response: ServerResponse, visit: Visit<Guest>): Promise<void> {
    const { method = '' } = request;
    if (!METHODS.includes(method)) {
      const message = `expected ${METHODS.join(', ')}, got ${method}`;
      const headers = { allow: METHODS.join(', ') };
      return writeRefusal(request, response, { status: 405, code: 'USAGE_INVALID', message, headers });
    }
    const read = method === 'POST' ? await readJson(request, this.#requestBytesMax) : { value: undefined };
    if ('refusal' in read) return writeRefusal(request, response, read.refusal);
    const route = (webRequest: Request) => this.#route(webRequest, read.value, visit);
    const limits = { onerror: this.#report, maxRequestBodySize: this.#requestBytesMax };
    const done = this.#sessions.use(method === 'POST' ? request.headers['mcp-session-id'] : undefined);
    try {
      const incoming = request as IncomingMessage & { method: string; url: string };
      await toNodeHandler({ fetch: route }, limits)(incoming, response, read.value);
    } finally {
      done();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#modern.close(), this.#sessions.close()]);
  }

  readonly #report = (error: Error): void => this.#options.onError?.(error);

  async #route(request: Request, body: unknown, visit: Visit<Guest>): Promise<Response> {
    if (await isLegacyRequest(request, body)) return this.#legacy(request, body, visit);
    const parsed = body === undefined ? {} : { parsedBody: body };
    return this.#modern.fetch(request, { authInfo: authInfo(visit.guest), ...parsed });
  }

  async #legacy(request: Request, body: unknown, visit: Visit<Guest>): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const parsed = body === undefined ? {} : { parsedBody: body };
    if (id !== null) {
      const transport = this.#sessions.find(id, visit.owner);
      if (transport !== undefined) return transport.handleRequest(request, parsed);
      const message = `no session ${JSON.stringify(id.slice(0, 64))} is open here`;
      return refused(
        { status: 404, code: 'USAGE_INVALID', message, hint: 'Send `initialize` again.' },
        -32001,
      );
    }
    if (!isInitializeRequest(body)) return sessionMissing(request, body);
    if (!(await this.#sessions.makeRoom())) {
      const message = 'every MCP session is in use';
      return refused({ status: 503, code: 'REQUEST_LIMIT', message, hint: 'Close one, or try again later.' });
    }
    return (await this.#openSession(visit)).handleRequest(request, parsed);
  }

  async #openSession({ owner, guest }: Visit<Guest>): Promise<WebStandardStreamableHTTPServerTransport> {
    const { eventStore, retryIntervalMs, serverFor } = this.#options;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#sessions.add(id, owner, transport),
      maxRequestBodySize: this.#requestBytesMax,
      ...(eventStore === undefined ? {} : { eventStore: eventStore() }),
      ...(retryIntervalMs === undefined ? {} : { retryInterval: retryIntervalMs }),
    });
    const server = serverFor(guest);
    const core = 'server' in server ? server.server : server;
    core.onerror = this.#report;
    core.onclose = () => this.#sessions.remove(transport.sessionId);
    await server.connect(transport);
    return transport;
  }
}
