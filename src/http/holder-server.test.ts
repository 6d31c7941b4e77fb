// Whoever comes under a name that is not this machine's is refused before anything is read, at every address.
import { request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HolderServer, serveHolder } from './holder-server.ts';

let server: HolderServer;
let port: number;
let heard = 0;
beforeAll(async () => {
  server = await serveHolder('key');
  port = Number(new URL(server.url).port);
  const door = {
    admit: () => Promise.reject(new Error('not asked')),
    call: () => Promise.reject(new Error('not asked')),
  };
  server.open({
    door,
    mcp: Object.assign(
      async (_: unknown, response: ServerResponse) => {
        heard += 1;
        response.end('{}');
      },
      { close: async () => {} },
    ),
    person: async () => ({}),
  });
});
afterAll(() => server.close());

interface Came {
  readonly status: number | undefined;
  readonly text: string;
}

const send = (path: string, headers: Readonly<Record<string, string>>): Promise<Came> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end('{}');
  });

const PATHS = ['/mcp/planning.planner.1', '/v1/call', '/v1/person'];

describe.each(PATHS)('%s', (path) => {
  it.each([
    ...['evil.example', 'evil.example:80', 'localhost', '127.0.0.1:1', '127.0.0.1.evil.example'],
    'localhost:99999',
  ])('is not served under the Host %s', async (host) => {
    const came = await send(path, { host });
    expect(came.status).toBe(403);
    expect(came.text).toContain('expected the Host header localhost:');
  });

  it.each(['http://evil.example', 'null', 'https://localhost', 'http://localhost:1', 'file://'])(
    'is not served to the Origin %s',
    async (origin) => {
      const came = await send(path, { origin });
      expect(came.status).toBe(403);
      expect(came.text).toContain('ORIGIN_REFUSED');
    },
  );
});

it('refuses a request without Host', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('POST /mcp/x HTTP/1.0\r\n\r\n'));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  expect(answer).toContain('403');
  expect(heard).toBe(0);
});

it('serves under its own names, as Host and as Origin', async () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])
    expect((await send('/mcp/x', { host: `${name}:${port}`, origin: `http://${name}:${port}` })).status).toBe(
      200,
    );
  expect(heard).toBe(4);
});
