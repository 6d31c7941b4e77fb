import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { doorEnvironment } from '../../../test/fixtures/door-stub.ts';
import { type Listening, listen } from '../../../test/fixtures/mcp-listen.ts';
import { type BuiltPipe, buildPipe } from '../../../test/fixtures/pipe-process.ts';
import { PIPE_LINE_BYTES_MAX } from '../../model/limits/limits.ts';

/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;

let pipe: BuiltPipe;
beforeAll(async () => {
  pipe = await buildPipe();
});
afterAll(() => pipe.remove());

const servers: Listening[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly id?: number; readonly method?: string } | undefined;
}

type Respond = (seen: Seen, response: ServerResponse) => void;

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const serve = async (respond: Respond): Promise<{ url: string; seen: Seen[] }> => {
  const seen: Seen[] = [];
  const server = await listen(async (request, response) => {
    const text = await read(request);
    const body = text === '' ? undefined : JSON.parse(text);
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    seen.push(one);
    respond(one, response);
  });
  servers.push(server);
  return { url: server.url, seen };
};

const json = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value, null, 2));
};

const result = (seen: Seen, value: unknown) => ({ jsonrpc: '2.0', id: seen.body?.id, result: value });
const request = (id: number | string, method: string, params: unknown = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const notify = (method: string) => JSON.stringify({ jsonrpc: '2.0', method });

const ordinary: Respond = (seen, response) => {
  if (seen.method === 'GET') return void response.writeHead(405).end();
  if (seen.body?.method === 'initialize')
    return json(response, result(seen, { protocolVersion: '2025-11-25' }), { 'mcp-session-id': 'session-7' });
  if (seen.body?.id === undefined) return void response.writeHead(202).end();
  return json(response, result(seen, { echo: seen.body }));
};

const run = async (respond: Respond, lines: readonly (string | Buffer)[]) => {
  const { url, seen } = await serve(respond);
  const input = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
  const done = await pipe.run(['mcp'], doorEnvironment(url), input);
  const messages = done.output
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { ...done, seen, messages };
};

describe('baton mcp', () => {
  it('carries token, session and protocol version, one message a line, and says goodbye', async () => {
    const { exit, seen, messages } = await run(ordinary, [
      request(1, 'initialize'),
      notify('notifications/initialized'),
      request(2, 'tools/list', { text: 'größer 🚀\nzwei' }),
    ]);
    expect(exit).toBe(0);
    expect(messages.map((message) => message.id)).toEqual([1, 2]);
    expect(messages[1].result.echo.params.text).toBe('größer 🚀\nzwei');
    const posts = seen.filter((one) => one.method === 'POST');
    expect(new Set(posts.map((one) => one.url))).toEqual(new Set(['/mcp/coding.coder.1']));
    expect(posts.every((one) => one.headers.authorization === 'Bearer test-token')).toBe(true);
    expect(posts[0]?.headers.accept).toBe('application/json, text/event-stream');
    expect(posts[0]?.headers['mcp-session-id']).toBeUndefined();
    expect(posts[2]?.headers).toMatchObject({
      'mcp-session-id': 'session-7',
      'mcp-protocol-version': '2025-11-25',
    });
    expect(seen.find((one) => one.method === 'GET')?.headers.accept).toBe('text/event-stream');
    expect(seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-7' } });
  });

  it('passes on a stream of events as it comes, however it is cut', async () => {
    const { messages } = await run(
      (seen, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const progress = {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { message: 'still … 🚀' },
        };
        const text = `: hello\nevent: message\nid: 1\ndata: ${JSON.stringify(progress)}\n\ndata: ${JSON.stringify(result(seen, 'ok'))}\r\n\r\n`;
        const bytes = Buffer.from(text);
        let at = 0;
        const timer = setInterval(() => {
          response.write(bytes.subarray(at, at + 13));
          at += 13;
          if (at < bytes.length) return;
          clearInterval(timer);
          response.end();
        }, 1);
      },
      [request(1, 'tools/call')],
    );
    expect(messages).toEqual([
      expect.objectContaining({ params: { message: 'still … 🚀' } }),
      { jsonrpc: '2.0', id: 1, result: 'ok' },
    ]);
  });

  it('passes on what the server begins by itself', async () => {
    const child = await (async () => {
      const { url } = await serve((seen, response) => {
        if (seen.method !== 'GET') return ordinary(seen, response);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
      });
      return pipe.start(['mcp'], doorEnvironment(url));
    })();
    child.stdin.write(`${request(1, 'initialize')}\n${notify('notifications/initialized')}\n`);
    let output = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString('utf8');
        if (output.includes('list_changed')) resolve();
      });
    });
    const exit = new Promise((resolve) => child.on('exit', resolve));
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('does not let a slow call hold up the others', async () => {
    let answerFirst: (() => void) | undefined;
    const { url } = await serve((seen, response) => {
      if (seen.body?.id === 1) answerFirst = () => json(response, result(seen, 'slow'));
      else ordinary(seen, response);
    });
    const child = pipe.start(['mcp'], doorEnvironment(url));
    const exit = new Promise((resolve) => child.on('exit', resolve));
    let output = '';
    const printed = (id: number): Promise<void> =>
      vi.waitFor(() => expect(output).toContain(`"id":${id},`), { timeout: PATIENCE_MS });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    child.stdin.write(`${request(1, 'tools/call')}\n${request(2, 'ping')}\n`);
    await printed(2);
    await vi.waitFor(() => expect(answerFirst).toBeDefined(), { timeout: PATIENCE_MS });
    answerFirst?.();
    await printed(1);
    child.stdin.end();
    expect(await exit).toBe(0);
  });

  it('answers what is no message, and what is too long, and goes on', async () => {
    const { messages, exit } = await run(ordinary, [
      '{"jsonrpc": "2.0", ',
      '42',
      '',
      Buffer.alloc(PIPE_LINE_BYTES_MAX + 1, 'x'),
      request('a', 'ping'),
    ]);
    expect(exit).toBe(0);
    expect(messages.map((message) => message.error?.code ?? message.id)).toEqual([
      -32700,
      -32600,
      -32600,
      'a',
    ]);
    expect(messages[2].error.message).toContain(`got ${PIPE_LINE_BYTES_MAX + 1}`);
  });

  it('answers each request of a batch when it cannot be delivered', async () => {
    const batch = `[${request(1, 'a')},${request(2, 'b')},${notify('c')}]`;
    const { output, exit } = await pipe.run(['mcp'], doorEnvironment('http://127.0.0.1:9'), `${batch}\n`);
    expect(exit).toBe(0);
    const messages = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.map((message) => message.id)).toEqual([1, 2]);
    expect(messages[0].error).toMatchObject({ code: -32000, data: { code: 'RUN_NOT_HELD' } });
    expect(messages[0].error.message).toContain('nobody holds this run: connect ECONNREFUSED');
  });

  it('tells what cannot be told to a request on stderr', async () => {
    const { errors } = await pipe.run(['mcp'], doorEnvironment('http://127.0.0.1:9'), `${notify('x')}\n`);
    expect(errors).toContain('baton mcp: nobody holds this run');
  });

  it.each<[string, Respond, unknown]>([
    [
      'words of the door',
      (_, response) => {
        const error = { code: -32000, message: 'TOKEN_STALE: over', data: { code: 'TOKEN_STALE' } };
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      },
      { code: -32000, message: 'TOKEN_STALE: over', data: { code: 'TOKEN_STALE' } },
    ],
    [
      'other words',
      (_, response) => void response.writeHead(500).end('<html>oops'),
      expect.objectContaining({ message: 'HTTP 500: <html>oops (INTERNAL)' }),
    ],
    [
      'a stream that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"jsonrpc":"2.0","id":1,');
        setTimeout(() => response.destroy(), 20);
      },
      expect.objectContaining({ data: expect.objectContaining({ code: 'RUN_NOT_HELD' }) }),
    ],
    [
      'a stream without an answer',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(': nothing\n\n');
      },
      expect.objectContaining({ message: expect.stringContaining('without an answer') }),
    ],
    [
      'a hang-up',
      (_, response) => void response.socket?.destroy(),
      expect.objectContaining({ code: -32000 }),
    ],
  ])('is never silent: %s', async (_, respond, error) => {
    const { messages } = await run(respond, [request(1, 'tools/list')]);
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
  });

  it('outside of a run says so to every request, and exits 2 when its client is gone', async () => {
    const input = `${request(1, 'initialize')}\n${notify('notifications/initialized')}\n${request(2, 'tools/list')}\n`;
    const { exit, output } = await pipe.run(['mcp'], {}, input);
    expect(exit).toBe(2);
    const messages = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.map((message) => message.id)).toEqual([1, 2]);
    expect(messages[0].error.message).toContain('nobody holds a run here');
    expect(messages[0].error.data).toMatchObject({ code: 'RUN_NOT_HELD' });
  });
});
