// Every route of the OpenAPI document is tried by strangers; a server that only shows has none that writes.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectGolden } from '../../../test/fixtures/golden.ts';
import { compose } from '../../compose.ts';
import { createDashboard } from '../../operations/dashboard/dashboard.ts';
import { mintCode } from '../../operations/dashboard/served-file.ts';
import { placeOf, projectKey } from '../../operations/project/state-directory.ts';
import { type DashboardServer, serveDashboard } from './dashboard-server.ts';
import { createSessions } from './sessions.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const HISTORY = join(ROOT, 'test/histories/0.2.0--relay-demo.jsonl');
const SECRETS = { key: 'a-key-of-this-test', boot: 'a-boot' };

interface Came {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Served {
  readonly server: DashboardServer;
  readonly port: number;
  readonly token: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const send = (
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Came> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
        // A stream has no end: its beginning says enough.
        if (response.headers['content-type'] === 'text/event-stream') sent.destroy();
      });
      const done = (): void => resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      response.on('end', done);
      response.on('close', done);
      response.on('error', done);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const folders: string[] = [];

const start = async (readOnly: boolean): Promise<Served> => {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'dashboard-')));
  folders.push(project);
  const place = placeOf(project, { BATON_STATE: join(project, 'state') });
  mkdirSync(join(place.stateDirectory, 'demo'));
  writeFileSync(join(place.stateDirectory, 'demo', 'journal.jsonl'), readFileSync(HISTORY));
  const holder = { command: (): [string] => ['false'], env: {} };
  const server = await serveDashboard({
    dashboard: createDashboard({
      ...{ system: compose(ROOT, '0.0.0'), projects: [{ key: projectKey(project), place }], holder },
    }),
    ...{ sessions: createSessions(SECRETS), readOnly, person: 'ada', version: '0.0.0', port: 0 },
    assets: new Map([
      ['/', { type: 'text/html', bytes: Buffer.from('<!doctype html>') }],
      ['/app.js', { type: 'text/javascript', bytes: Buffer.from('//') }],
    ]),
    publicUrl: new URL('https://baton.example.org'),
  });
  const port = Number(new URL(server.url).port);
  const body = JSON.stringify({ code: mintCode(SECRETS) });
  const { token } = JSON.parse((await send(port, '/api/session', { method: 'POST', body })).text) as {
    token: string;
  };
  const { paths } = JSON.parse((await send(port, '/api/openapi.json')).text) as Served;
  return { server, port, token, paths };
};

let both: { writing: Served; showing: Served };
beforeAll(async () => {
  both = { writing: await start(false), showing: await start(true) };
});
afterAll(async () => {
  await both.writing.server.close();
  await both.showing.server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Each route with a path that would be served. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ run: 'demo', seq: '4', item: 'approving.human.1', assignment: 'planning.planner.1', attempt: '1' },
  digest: `sha256:${'0'.repeat(64)}`,
};
const routes = (): readonly { readonly method: string; readonly path: string }[] =>
  Object.entries(both.writing.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(VALUES[name] ?? '?')),
    })),
  );

describe('every route', () => {
  const everywhere = async (
    headers: (port: number) => Record<string, string>,
    status: number,
    code: string,
    only: (path: string) => boolean = () => true,
  ): Promise<void> => {
    const { port, token } = both.writing;
    for (const { method, path } of routes().filter((one) => only(one.path))) {
      const sent = { authorization: `Bearer ${token}`, ...headers(port) };
      const came = await send(port, path, {
        method,
        headers: sent,
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
      expect([method, path, came.status, JSON.parse(came.text).code]).toEqual([method, path, status, code]);
    }
  };

  it('is in the document', () => {
    expect(routes().length).toBeGreaterThan(14);
  });

  it.each(
    [
      [
        'evil.example',
        'localhost',
        '127.0.0.1:1',
        '127.0.0.1.evil.example',
        'baton.example.org.evil.example',
      ],
      ['baton.example.org:444', '[::1]:80', 'user@127.0.0.1'],
    ].flat(),
  )('is not served under the Host %s', (host) => everywhere(() => ({ host }), 403, 'ORIGIN_REFUSED'));

  it.each([
    'http://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://localhost',
    'http://baton.example.org',
  ])('is not served to the Origin %s', (origin) => everywhere(() => ({ origin }), 403, 'ORIGIN_REFUSED'));

  it.each(['cross-site', 'same-site'])('is not served to a page that is %s', (site) =>
    everywhere(() => ({ 'sec-fetch-site': site }), 403, 'ORIGIN_REFUSED'),
  );

  it.each(['', 'Bearer x', 'Basic eA==', `Bearer ${'a'.repeat(43)}`])(
    'is not served with the token %j',
    (authorization) =>
      everywhere(
        () => ({ authorization }),
        401,
        'TOKEN_INVALID',
        (path) => path !== '/api/session',
      ),
  );

  it('is not served with another method', async () => {
    const { port, token } = both.writing;
    for (const { path } of routes())
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const came = await send(port, path, { method, headers: { authorization: `Bearer ${token}` } });
        expect([path, method, came.status]).toEqual([path, method, 405]);
      }
  });

  it('leads to no other folder', async () => {
    const { port, token } = both.writing;
    const ways = [
      '..',
      '%2e%2e',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e%2f%2e%2e',
      '..\\..',
      '%00',
      '%ff',
      'demo%00',
    ];
    for (const { path, method } of routes())
      for (const way of ways) {
        const parts = path.split('/');
        const bent = [...parts.slice(0, -1), way].join('/');
        const headers = { authorization: `Bearer ${token}` };
        const came = await send(port, bent, {
          method,
          headers,
          ...(method === 'POST' ? { body: '{}' } : {}),
        });
        expect([bent, came.status >= 400 && came.status < 500, came.text.includes('root:')]).toEqual([
          bent,
          true,
          false,
        ]);
      }
  });

  it('is served to its own pages, under each of its names', async () => {
    const { port, token } = both.writing;
    for (const [host, origin] of [
      [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
      [`localhost:${port}`, `http://localhost:${port}`],
      ['baton.example.org', 'https://baton.example.org'],
    ] as const)
      for (const path of [
        '/api/runs',
        '/api/runs/demo',
        '/api/runs/demo/marks',
        '/api/metrics',
        '/api/feed',
      ]) {
        const headers = { host, origin, authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' };
        expect([path, (await send(port, path, { headers })).status]).toEqual([path, 200]);
      }
  });
});

describe('a server that only shows', () => {
  it('has no route that writes', async () => {
    const { paths, port, token } = both.showing;
    const posts = Object.entries(paths).filter(([, methods]) => 'post' in methods);
    expect(posts.map(([path]) => path)).toEqual(['/api/session']);
    for (const { method, path } of routes().filter(
      (one) => one.method === 'POST' && one.path !== '/api/session',
    )) {
      const came = await send(port, path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        body: '{}',
      });
      expect([404, 405]).toContain(came.status);
    }
  });
});

it('takes a code once', async () => {
  const { port } = both.writing;
  const body = JSON.stringify({ code: mintCode(SECRETS) });
  expect((await send(port, '/api/session', { method: 'POST', body })).status).toBe(200);
  expect((await send(port, '/api/session', { method: 'POST', body })).status).toBe(401);
  const forged = JSON.stringify({ code: mintCode({ ...SECRETS, boot: 'another' }) });
  expect((await send(port, '/api/session', { method: 'POST', body: forged })).status).toBe(401);
});

it('sends pages that load nothing from elsewhere, and no object as a page', async () => {
  const { port, token } = both.writing;
  for (const path of ['/', '/runs/demo', '/app.js', '/api/openapi.json']) {
    const { headers } = await send(port, path);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  const { headers } = await send(port, '/api/metrics.csv', { headers: { authorization: `Bearer ${token}` } });
  expect(headers['content-disposition']).toContain('attachment');
  expect((await send(port, '/app.css')).status).toBe(404);
});

it('is described as a golden file says', async () => {
  const { text } = await send(both.writing.port, '/api/openapi.json');
  expectGolden('dashboard/openapi.json', `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
});
