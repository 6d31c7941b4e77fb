// The dashboard's server: one process on loopback. It checks who comes, finds the route, and writes what the route answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { BatonError, causeText, type ErrorCode } from '../../errors.ts';
import type { ErrorReply } from '../../model/dashboard/documents.ts';
import { DASHBOARD_BODY_BYTES_MAX, STREAMS_MAX } from '../../model/limits/dashboard.ts';
import { REQUEST_CHECK_MS, REQUEST_HEAD_MS_MAX, REQUEST_MS_MAX } from '../../model/limits/limits.ts';
import { bearerToken, readJson } from '../http-guard.ts';
import { writeJson } from '../write-json.ts';
import { type ApiOptions, apiRoutes } from './api-routes.ts';
import { isPublic, type OwnNames, SAFE_HEADERS, strangerAtDashboard } from './guard.ts';
import { openApiOf } from './openapi.ts';
import { matched, type Reply, type Route } from './route.ts';

/** By path: `/app.js` and so on. What is asked for under any other path of pages is the first page. */
export type Assets = ReadonlyMap<string, { readonly type: string; readonly bytes: Uint8Array }>;

export interface DashboardServerOptions extends ApiOptions {
  readonly assets: Assets;
  readonly port: number;
  readonly publicUrl?: URL | undefined;
}

export interface DashboardServer {
  readonly url: string;
  close(): Promise<void>;
}

const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  USAGE_INVALID: 400,
  JSON_SYNTAX: 400,
  FIELD_INVALID: 400,
  TOKEN_MISSING: 401,
  TOKEN_INVALID: 401,
  ORIGIN_REFUSED: 403,
  PERSON_EXPECTED: 403,
  RUN_UNKNOWN: 404,
  ITEM_UNKNOWN: 404,
  OBJECT_MISSING: 404,
  NAME_INVALID: 404,
  CONTENT_CHANGED: 409,
  RUN_HELD: 409,
  RUN_ENDED: 409,
  SUBMISSION_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  CHOICE_INVALID: 422,
};

const refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: ErrorReply,
  headers: Readonly<Record<string, string>> = {},
): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  if (!request.complete) response.setHeader('connection', 'close');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  writeJson(response, status, body);
  request.resume();
};

const errorReply = (cause: unknown): { readonly status: number; readonly body: ErrorReply } => {
  if (cause instanceof z.ZodError)
    return { status: 400, body: { code: 'USAGE_INVALID', message: z.prettifyError(cause) } };
  if (!(cause instanceof BatonError))
    return { status: 500, body: { code: 'INTERNAL', message: causeText(cause), hint: 'See `baton log`.' } };
  const { code, message, hint, data } = cause;
  const more = z
    .object({ answered: z.any().optional(), about: z.record(z.string(), z.string()).optional() })
    .safeParse(data).data;
  return {
    status: STATUS[code] ?? 500,
    body: { code, message, ...(hint === undefined ? {} : { hint }), ...more },
  };
};

/** Segments as they were meant; undefined where they are no text, or mean another folder. */
const segmentsOf = (path: string): readonly string[] | undefined => {
  try {
    const segments = path.split('/').map((part) => decodeURIComponent(part));
    return segments.some((part) => part === '.' || part === '..' || /[\0\\]/.test(part))
      ? undefined
      : segments;
  } catch {
    return undefined;
  }
};

const queryOf = (route: Route, url: URL): Readonly<Record<string, unknown>> =>
  route.query === undefined ? {} : route.query.parse(Object.fromEntries(url.searchParams));

const writeReply = async (response: ServerResponse, reply: Reply): Promise<void> => {
  if ('json' in reply) return writeJson(response, 200, reply.json);
  if ('stream' in reply) return reply.stream(response);
  response.writeHead(200, {
    'content-type': reply.type,
    'content-disposition': `attachment; filename="${reply.name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
  });
  response.end(reply.text);
};

const writeAsset = (
  request: IncomingMessage,
  response: ServerResponse,
  assets: Assets,
  path: string,
): void => {
  const asset = assets.get(path) ?? (/^\/[^/]+\.[a-z]+$/.test(path) ? undefined : assets.get('/'));
  if (asset === undefined) {
    refuse(request, response, 404, { code: 'FILE_MISSING', message: 'nothing is served here' });
    return;
  }
  const isSmall = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const bytes = isSmall ? gzipSync(asset.bytes) : asset.bytes;
  response.writeHead(200, {
    ...{ 'content-type': asset.type, 'content-length': bytes.length, vary: 'accept-encoding' },
    ...(isSmall ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
};

interface Serving {
  readonly options: DashboardServerOptions;
  readonly routes: readonly Route[];
  readonly names: () => OwnNames;
  readonly document: unknown;
  streams: number;
}

const callRoute = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  {
    route,
    params,
    url,
  }: { readonly route: Route; readonly params: Record<string, string>; readonly url: URL },
): Promise<void> => {
  const { options, names } = serving;
  if (route.open !== true && !options.sessions.has(bearerToken(request)))
    throw new BatonError('TOKEN_INVALID', 'expected the token of a browser that is signed in here', {
      hint: 'Open the address that `baton serve` or `baton inbox` prints.',
    });
  const read =
    route.method === 'POST' ? await readJson(request, DASHBOARD_BODY_BYTES_MAX) : { value: undefined };
  if ('refusal' in read) throw new BatonError(read.refusal.code, read.refusal.message);
  const person = isPublic(request, names())
    ? `${options.person} (by ${names().publicUrl?.host})`
    : options.person;
  const last = request.headers['last-event-id'];
  const reply = await route.answer({
    ...{ params, person, query: queryOf(route, url), lastEvent: typeof last === 'string' ? last : undefined },
    body: route.body === undefined ? undefined : route.body.parse(read.value),
  });
  if (!('stream' in reply)) return writeReply(response, reply);
  if (serving.streams >= STREAMS_MAX)
    throw new BatonError('LIMIT_REACHED', `expected at most ${STREAMS_MAX} open streams`);
  serving.streams += 1;
  try {
    await writeReply(response, reply);
  } finally {
    serving.streams -= 1;
  }
};

const handle = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
  const { options, routes, names, document } = serving;
  const { method = 'GET' } = request;
  const target = request.url ?? '/';
  const [path = '/'] = target.split('?');
  const isApi = path === '/api' || path.startsWith('/api/');
  const isPage = !isApi && method === 'GET' && !options.assets.has(path);
  const stranger = strangerAtDashboard(request, names(), isPage || path === '/');
  if (stranger !== undefined) {
    const { status, code, message } = stranger;
    return refuse(request, response, status, { code, message });
  }
  const segments = segmentsOf(path);
  if (segments === undefined || !target.startsWith('/'))
    return refuse(request, response, 400, { code: 'USAGE_INVALID', message: 'expected a plain path' });
  if (!isApi) {
    if (method === 'GET' || method === 'HEAD') return writeAsset(request, response, options.assets, path);
    return refuse(
      request,
      response,
      405,
      { code: 'USAGE_INVALID', message: 'pages are read' },
      { allow: 'GET' },
    );
  }
  if (path === '/api/openapi.json' && method === 'GET') return writeJson(response, 200, document);
  const found = routes.flatMap((route) => {
    const params = matched(route, segments);
    return params === undefined ? [] : [{ route, params }];
  });
  const meant = found.find(({ route }) => route.method === method);
  if (meant !== undefined) {
    const url = new URL(target, 'http://localhost');
    return callRoute(serving, request, response, { ...meant, url });
  }
  if (found.length === 0)
    return refuse(request, response, 404, { code: 'USAGE_INVALID', message: `nothing is served at ${path}` });
  const allow = found.map(({ route }) => route.method).join(', ');
  refuse(
    request,
    response,
    405,
    { code: 'USAGE_INVALID', message: `expected ${allow}, got ${method}` },
    { allow },
  );
};

const listen = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE'
          ? new BatonError('USAGE_INVALID', `--port: expected a free port, ${port} is in use`, {
              hint: 'Give another one, or none.',
            })
          : cause,
      ),
    );
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

export const serveDashboard = async (options: DashboardServerOptions): Promise<DashboardServer> => {
  const routes = apiRoutes(options);
  let port = options.port;
  const serving: Serving = {
    ...{ options, routes, document: openApiOf(routes, options.version), streams: 0 },
    names: () => ({ port, publicUrl: options.publicUrl }),
  };
  const limits = {
    headersTimeout: REQUEST_HEAD_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: REQUEST_CHECK_MS,
  };
  const server = createServer(limits, (request, response) => {
    handle(serving, request, response).catch((cause: unknown) => {
      const { status, body } = errorReply(cause);
      refuse(request, response, status, body);
    });
  });
  port = await listen(server, options.port);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
