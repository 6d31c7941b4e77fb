import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { postJson, triesAgain } from './post-json.ts';

it('a connection that is closed without an answer is opened anew', async () => {
  let closed = 0;
  const server = createServer((_, response) => void response.end('{}'));
  server.on('connection', (socket) => {
    closed += 1;
    if (closed <= 3) socket.destroy();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await postJson(url, {}, { timeoutMs: 60_000, bytesMax: 100 })).toMatchObject({
    reached: true,
    text: '{}',
  });
  expect(closed).toBe(4);
});

it('a busy machine does not make it give up after a few tries, and a broken server does in the end', () => {
  const longAgo = performance.now() - 60_000;
  expect([0, 5, 19].map((tries) => triesAgain(longAgo, tries))).toEqual([true, true, true]);
  expect(triesAgain(longAgo, 20)).toBe(false);
  expect(triesAgain(performance.now(), 20)).toBe(true);
});
