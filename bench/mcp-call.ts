// A tool call over MCP, as an agent makes it, against a server that reads JSON over HTTP and answers.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mcpPath, mountMcp } from '../src/mcp/mount-mcp.ts';
import { CODER, FakeDoor } from '../test/fixtures/fake-door.ts';
import { interleave, type Row, ratioRow } from './measure.ts';

const ROUNDS = 300;
const WARM_UP = 30;

interface Listening {
  readonly server: Server;
  readonly url: string;
}

const listen = async (listener: RequestListener): Promise<Listening> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const bare: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'ok' }] } }));
  });
};

const HEADERS = {
  authorization: `Bearer ${CODER.token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const post = async (url: string, message: object, session: string | null): Promise<Response> => {
  const headers = { ...HEADERS, ...(session === null ? {} : { 'mcp-session-id': session }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
  if (!response.ok) throw new Error(`expected an answer, got ${response.status}: ${await response.text()}`);
  return response;
};

const CALL = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'status', arguments: {} } };
const BEGIN = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

export const mcpCallRow = async (): Promise<Row> => {
  const mount = mountMcp(new FakeDoor(), { version: '1' });
  const ours = await listen((request, response) => void mount(request, response));
  const floor = await listen(bare);
  const url = `${ours.url}${mcpPath(CODER.assignment)}`;
  const begun = await post(url, BEGIN, null);
  await begun.text();
  const session = begun.headers.get('mcp-session-id');
  let id = 0;
  const call = async (to: string): Promise<void> => {
    id += 1;
    const text = await (await post(to, { ...CALL, id }, session)).text();
    if (!text.includes('"result"')) throw new Error(`expected a result, got ${text.slice(0, 200)}`);
  };
  try {
    const medians = await interleave(
      () => call(url),
      () => call(floor.url),
      { rounds: ROUNDS, warmUp: WARM_UP },
    );
    return ratioRow('an MCP call answered, against a bare server', medians);
  } finally {
    await mount.close();
    ours.server.close();
    floor.server.close();
  }
};
