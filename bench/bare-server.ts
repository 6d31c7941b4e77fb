// The least that could stand behind a pipe: HTTP, JSON, the bare work, an answer. No tokens, no rules, no protocol.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBareWork } from './bare-work.ts';

const [root, lineBytes] = process.argv.slice(2) as [string, string];
const work = openBareWork(root, Number(lineBytes));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const text = method === 'tools/call' ? work() : '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }));
  });
});
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  console.log(JSON.stringify({ env: { BATON_URL: url }, directory: root }));
});
