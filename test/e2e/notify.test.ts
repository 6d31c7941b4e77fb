// People are told when a run waits for them and when it ends: by a real program, a real server, and the desktop's program.
import { createHmac } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { baton, type Scratch, scratch, writeFiles } from './scratch.ts';
import { makeSmallRelay } from './small-relay.ts';
import { ASKING } from './waiting-run.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers each request with the next of these, then with 200. */
const receive = async (...answers: readonly number[]) => {
  const left = [...answers];
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(left.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
};

const SECRET = 'a key that nobody knows';
/** Words that a shell would obey, and a terminal. */
const HOSTILE = ASKING.replace('Which word?', '$(touch /tmp/x) \\e[2J <b>Which word?</b>');

const start = (world: Scratch, scenario: string, notify: string) => {
  const spec = makeSmallRelay(world, scenario);
  writeFileSync(
    `${world.project}/baton.yaml`,
    `${readFileSync(`${world.project}/baton.yaml`, 'utf8')}notify:\n${notify}`,
  );
  writeFiles(world.root, {
    'bin/notify-send': `#!/bin/sh\nfor word in "$@"; do printf '%s|' "$word"; done >> '${world.root}/desktop'\n`,
  });
  chmodSync(`${world.root}/bin/notify-send`, 0o755);
  const env = { HOOK_SECRET: SECRET, PATH: `${world.root}/bin:${process.env['PATH']}` };
  return baton(world, ['run', 'One file', '--name', 'r', '--agent', spec, '--json', '--notify'], { env });
};

/** One that nobody has waited for yet has ended, too. */
const isAlive = (pid: string): boolean => {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('notifications', () => {
  it('reach a program, a server that knows who sent them, and the desktop, as text', async () => {
    const world = scratch();
    const { received, url } = await receive(503);
    const told = `${world.root}/told`;
    const notify = `  run: [sh, -c, 'cat >> "$0"', '${told}']\n  webhook: { url: '${url}', secret: HOOK_SECRET }\n`;
    const asked = await start(world, HOSTILE, notify);
    expect(asked.exit, asked.stdout + asked.stderr).toBe(4);
    const [document] = readFileSync(told, 'utf8').trim().split('\n');
    expect(JSON.parse(document ?? '')).toMatchObject({
      ...{ version: 1, event: 'waiting', run: 'r', workflow: 'relay', item: 'planning.planner.1.ask1' },
      ...{ title: 'r waits for you', text: '$(touch /tmp/x)  <b>Which word?</b>' },
    });
    // The first answer was 503: it is sent again, and is the same delivery.
    expect(received.map(({ body }) => body)).toEqual([document, document]);
    expect(new Set(received.map(({ headers }) => headers['x-baton-delivery'])).size).toBe(1);
    for (const { headers, body } of received)
      expect(headers['x-baton-signature']).toBe(
        `sha256=${createHmac('sha256', SECRET).update(`${headers['x-baton-timestamp']}.${body}`).digest('hex')}`,
      );
    expect(readFileSync(`${world.root}/desktop`, 'utf8')).toBe(
      '--app-name=Baton|--|r waits for you|$(touch /tmp/x)  &lt;b&gt;Which word?&lt;/b&gt;|',
    );
    expect(asked.stdout + asked.stderr).not.toContain(SECRET);
  });

  it('hold up nothing when they hang or cannot be sent, and say so', async () => {
    const world = scratch();
    const pid = `${world.root}/pid`;
    const notify = `  run: [sh, -c, 'echo $$ > "$0"; sleep 1000', '${pid}']\n  webhook: { url: 'http://127.0.0.1:1/', secret: NO_SUCH_VARIABLE }\n`;
    const asked = await start(world, ASKING, notify);
    expect(asked.exit, asked.stdout + asked.stderr).toBe(4);
    expect(asked.stderr).toContain('notify: webhook: expected a key in the variable NO_SUCH_VARIABLE');
    expect(isAlive(readFileSync(pid, 'utf8').trim())).toBe(false);
  });
});
