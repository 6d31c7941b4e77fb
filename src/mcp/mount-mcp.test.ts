// Requests as they come over the wire, the bad ones above all.
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CODER, FakeDoor, PLANNER } from '../../test/fixtures/fake-door.ts';
import { type Listening, listen } from '../../test/fixtures/mcp-listen.ts';
import { type McpMount, mcpPath, mountMcp } from './mount-mcp.ts';

let door: FakeDoor;
let mount: McpMount;
let http: Listening;
let errors: Error[];

beforeEach(async () => {
  door = new FakeDoor();
  errors = [];
  mount = mountMcp(door, {
    version: '1',
    sessionsMax: 2,
    requestBytesMax: 10_000,
    onError: (e) => errors.push(e),
  });
  http = await listen((request, response) => void mount(request, response));
});

afterEach(async () => {
  await mount.close();
  await http.close();
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The head of the response has arrived. */
  readonly onHead?: () => void;
}

interface Came {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly message: string;
}

const errorMessage = (text: string): string => {
  try {
    return String(JSON.parse(text).error?.message);
  } catch {
    return '';
  }
};

const send = ({
  method = 'POST',
  path = mcpPath(PLANNER.assignment),
  headers,
  body,
  onHead,
  ...sent
}: Sent): Promise<Came> =>
  new Promise((resolve, reject) => {
    const token = 'token' in sent ? sent.token : PLANNER.token;
    const request = httpRequest(`${http.url}${path}`, {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      onHead?.();
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          message: errorMessage(text),
        });
      });
    });
    request.end(body);
  });

const rpc = (method: string, params: unknown = {}, id = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const INITIALIZE = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '0' },
});
const LIST = rpc('tools/list');

const openSession = async (token = PLANNER.token, assignment = PLANNER.assignment): Promise<string> => {
  const came = await send({ body: INITIALIZE, token, path: mcpPath(assignment) });
  expect(came.status).toBe(200);
  return String(came.headers['mcp-session-id']);
};

test('no token: 401, in words, with the challenge', async () => {
  const came = await send({ token: undefined, body: INITIALIZE });
  expect(came).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="baton"' } });
  expect(came.message).toBe(
    'TOKEN_MISSING: expected a bearer token, got none → Send the header `Authorization: Bearer TOKEN` with the token of this assignment.',
  );
});

test('a forged token: 401, and it is not repeated', async () => {
  const came = await send({ token: 'forged-by-me', body: INITIALIZE });
  expect(came.status).toBe(401);
  expect(came.headers['www-authenticate']).toContain('error="invalid_token"');
  expect(came.message).toContain('TOKEN_INVALID: this token was not given out by this run');
  expect(JSON.stringify(came)).not.toContain('forged-by-me');
});

test('another assignment’s session is not found, nor with another token', async () => {
  const id = await openSession();
  const headers = { 'mcp-session-id': id };
  const other = await send({ token: CODER.token, path: mcpPath(CODER.assignment), headers, body: LIST });
  expect(other).toMatchObject({ status: 404 });
  expect((await send({ headers, body: LIST })).status).toBe(200);
});

test('an oversize body: 413, declared or not', async () => {
  const body = rpc('tools/list', { padding: 'x'.repeat(20_000) });
  const came = await send({ body });
  expect(came).toMatchObject({ status: 413 });
  expect(came.message).toContain('SUBMISSION_TOO_LARGE: the request is larger than the limit of 10000 bytes');
  const chunked = await send({ body, headers: { 'transfer-encoding': 'chunked' } });
  expect(chunked.status).toBe(413);
});

test.each([
  ['{"jsonrpc":', 'got text that is no JSON'],
  ['', 'got text that is no JSON'],
  [Buffer.from([0x22, 0xff, 0x22]), 'expected UTF-8'],
  ['['.repeat(5_000), 'nested at most 64 deep'],
])('bad JSON: 400 in words', async (body, words) => {
  const came = await send({ body });
  expect(came.status).toBe(400);
  expect(came.message).toContain(words);
  expect(JSON.parse(came.text).error.code).toBe(-32700);
});

test.each([
  '42',
  'null',
  '[]',
  '{}',
  '"x"',
  '[[]]',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
])('JSON that is no request is refused: %s', async (body) => {
  expect((await send({ body })).status).toBe(400);
  const headers = { 'mcp-session-id': await openSession() };
  expect([400, 202]).toContain((await send({ body, headers })).status);
  expect(errors.filter((error) => error.message.includes('Internal'))).toEqual([]);
});

test('other paths and methods', async () => {
  for (const path of ['/mcp', '/mcp/', '/mcp/a/b', '/mcp/%2e%2e', '/mcp/planning.planner.1/..', '/'])
    expect((await send({ path, body: INITIALIZE })).status, path).toBe(404);
  const put = await send({ method: 'PUT', body: INITIALIZE });
  expect(put).toMatchObject({ status: 405, headers: { allow: 'GET, POST, DELETE' } });
  expect((await send({ path: `${mcpPath(PLANNER.assignment)}?x=1`, body: INITIALIZE })).status).toBe(200);
});

test('another content type: 415', async () => {
  expect((await send({ body: INITIALIZE, headers: { 'content-type': 'text/plain' } })).status).toBe(415);
});

test('a session is needed after 2025’s handshake, and lives until DELETE', async () => {
  const missing = await send({ body: LIST });
  expect(missing.status).toBe(400);
  expect(missing.message).toContain('expected the Mcp-Session-Id header on this POST, got none');
  expect((await send({ method: 'GET' })).status).toBe(400);
  expect((await send({ body: rpc('initialize') })).message).toContain(
    'expected `initialize` with protocolVersion',
  );
  const headers = { 'mcp-session-id': await openSession() };
  expect((await send({ body: LIST, headers })).text).toContain('"submit_plan"');
  expect((await send({ method: 'DELETE', headers })).status).toBe(200);
  const gone = await send({ body: LIST, headers });
  expect(gone.status).toBe(404);
  expect(gone.message).toContain('Send `initialize` again.');
});

test('the session unused for longest makes room; with all in use there is none', async () => {
  const first = await openSession();
  const second = await openSession();
  expect((await send({ body: LIST, headers: { 'mcp-session-id': first } })).status).toBe(200);
  const third = await openSession();
  expect((await send({ body: LIST, headers: { 'mcp-session-id': second } })).status).toBe(404);
  let answer = (): void => {};
  door.answer = () =>
    new Promise((resolve) => {
      const before = answer;
      answer = () => {
        before();
        resolve({ status: 'idle', message: 'done' });
      };
    });
  const call = rpc('tools/call', { name: 'status', arguments: {} });
  const calls = [first, third].map((id) => send({ body: call, headers: { 'mcp-session-id': id } }));
  while (door.calls.length < 2) await new Promise((done) => setTimeout(done, 5));
  expect((await send({ body: INITIALIZE })).status).toBe(503);
  answer();
  for (const came of await Promise.all(calls)) expect(came.text).toContain('IDLE: done');
  await openSession();
});

test('a client that hangs up in the middle of its request harms nobody', async () => {
  await new Promise<void>((resolve) => {
    const head = `POST ${mcpPath(PLANNER.assignment)} HTTP/1.1\r\nHost: 127.0.0.1:${http.port}\r\nAuthorization: Bearer ${PLANNER.token}\r\nContent-Length: 100\r\n\r\n{"json`;
    const socket = connect(http.port, '127.0.0.1', () =>
      socket.write(head, () => setTimeout(() => socket.destroy(), 20)),
    );
    socket.on('close', () => resolve());
  });
  await openSession();
  expect(errors).toEqual([]);
});

test('closing the mount ends open streams', async () => {
  const id = await openSession();
  let stream: Promise<Came> | undefined;
  await new Promise<void>((onHead) => {
    stream = send({ method: 'GET', headers: { 'mcp-session-id': id }, onHead });
  });
  await mount.close();
  expect((await stream)?.status).toBe(200);
});
