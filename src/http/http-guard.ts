// What a request must be before anything serves it: from this machine, for this address, small, and JSON.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { causeText, type ErrorCode } from '../errors.ts';
import { JSON_DEPTH_MAX } from '../model/limits/limits.ts';
import { jsonDepth } from '../std/json-depth.ts';

export interface HttpRefusal {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** JSON-RPC's numbers: -32700 is its own for text that is no JSON, -32000 begins the range left to servers. */
const rpcCode = (refusal: HttpRefusal): number => (refusal.code === 'JSON_SYNTAX' ? -32700 : -32000);

/** A refusal as MCP clients show it: the words are in `error.message`. */
export const refusalBody = (refusal: HttpRefusal) => ({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: rpcCode(refusal),
    message: `${refusal.code}: ${refusal.message}${refusal.hint === undefined ? '' : ` → ${refusal.hint}`}`,
    data: { code: refusal.code, ...(refusal.hint === undefined ? {} : { hint: refusal.hint }) },
  },
});

export const writeRefusal = (
  request: IncomingMessage,
  response: ServerResponse,
  refusal: HttpRefusal,
): void => {
  if (response.headersSent || response.destroyed) return;
  // A body that was not read would be taken for the next request on this connection.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers });
  response.end(JSON.stringify(refusalBody(refusal)));
  request.resume();
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const HTTP_PORT = 80;

const isOwnAddress = (hostAndPort: string, port: number): boolean => {
  const match = /^(\[[^\]]*\]|[^:]*)(?::([0-9]{1,5}))?$/.exec(hostAndPort.toLowerCase());
  return match !== null && LOOPBACK.includes(match[1] ?? '') && Number(match[2] ?? HTTP_PORT) === port;
};

/**
 * A web page can make a browser send requests to this machine under a name of its own. Its Host or Origin gives it
 * away: only this machine's names with this very port are served. A socket file has no port, and no browser reaches it.
 */
export const strangerRefusal = (request: IncomingMessage): HttpRefusal | undefined => {
  const port = request.socket.localPort;
  if (port === undefined) return undefined;
  const hint = `Connect to http://127.0.0.1:${port}.`;
  const host = request.headers.host;
  if (host === undefined || !isOwnAddress(host, port)) {
    const message = `expected the Host header localhost:${port}, 127.0.0.1:${port} or [::1]:${port}, got ${JSON.stringify(host ?? 'nothing')}`;
    return { status: 403, code: 'ORIGIN_REFUSED', message, hint };
  }
  const origin = request.headers.origin;
  if (origin !== undefined && !(origin.startsWith('http://') && isOwnAddress(origin.slice(7), port))) {
    const message = `expected no Origin header, or this server's own, got ${JSON.stringify(origin)}`;
    return { status: 403, code: 'ORIGIN_REFUSED', message, hint };
  }
  return undefined;
};

export const bearerToken = (request: IncomingMessage): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1];

const readText = async (request: IncomingMessage, bytesMax: number): Promise<string | HttpRefusal> => {
  const tooLarge: HttpRefusal = {
    status: 413,
    code: 'SUBMISSION_TOO_LARGE',
    message: `the request is larger than the limit of ${bytesMax} bytes`,
    hint: 'Write large content to files and hand in their paths.',
  };
  if (Number(request.headers['content-length']) > bytesMax) return tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return tooLarge;
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return { status: 400, code: 'JSON_SYNTAX', message: 'expected UTF-8, got bytes that are not' };
  }
};

/** The request's body as JSON, or why it cannot be one. */
export const readJson = async (
  request: IncomingMessage,
  bytesMax: number,
): Promise<{ value: unknown } | { refusal: HttpRefusal }> => {
  const text = await readText(request, bytesMax);
  if (typeof text !== 'string') return { refusal: text };
  const invalid = (message: string) => ({ refusal: { status: 400, code: 'JSON_SYNTAX', message } as const });
  if (jsonDepth(text) > JSON_DEPTH_MAX) return invalid(`expected JSON nested at most ${JSON_DEPTH_MAX} deep`);
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return invalid(`expected one JSON-RPC message, got text that is no JSON: ${causeText(cause)}`);
  }
};
