// A holder that was stopped after it had made its answer, and goes on when another one holds the run, says nothing.
import { expect, it, onTestFinished } from 'vitest';
import { serveHolder } from './holder-server.ts';

const answering = async (maySay: () => boolean): Promise<Response> => {
  const server = await serveHolder('key');
  onTestFinished(() => server.close());
  server.open({
    door: {
      admit: () => Promise.reject(new Error('not asked')),
      call: async () => ({ status: 'idle', message: 'Hand in the plan.' }),
      maySay,
    },
    mcp: Object.assign(async () => {}, { close: async () => {} }),
    person: async () => ({}),
  });
  return fetch(`${server.url}/v1/call`, {
    method: 'POST',
    body: JSON.stringify({ tool: 'status', args: {} }),
    headers: { 'content-type': 'application/json' },
  });
};

it('cuts the connection in the place of an answer that it may not give any more', async () => {
  await expect(answering(() => false)).rejects.toThrow('fetch failed');
});

it('answers while it may', async () => {
  expect(await (await answering(() => true)).json()).toMatchObject({ status: 'idle' });
});
