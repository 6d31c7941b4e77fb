// An acceptance through `baton mcp` and a real holder, against the same work behind a bare pipe and a bare server. An
// attempt hands in once, so each side has a fresh pipe each round; the measured call is the one after the handshake.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench } from './bench.ts';
import { interleave, pause, type Row, ratioRow } from './measure.ts';
import { writePlan } from './plans.ts';

const ROUNDS = 41;
/** As long as the journal's line of a 2 KB submission. */
const LINE_BYTES = 3_845;
const ENV = { PATH: process.env['PATH'] };

interface Served {
  readonly env: Readonly<Record<string, string>>;
  readonly directory: string;
}

/** Lines of a child's output, one at a time. */
const linesOf = (child: ChildProcess): (() => Promise<string>) => {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('a process of the bench ended too early');
    return value;
  };
};

const startNode = (args: readonly string[], env: NodeJS.ProcessEnv = ENV): ChildProcess =>
  spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });

const HANDSHAKE = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
];

const CALL = { id: 3, method: 'tools/call', params: { name: 'submit_plan', arguments: {} } };

const ask = async (child: ChildProcess, next: () => Promise<string>, message: object): Promise<string> => {
  child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  if (!('id' in message)) return '';
  for (;;) {
    const line = await next();
    if (JSON.parse(line).id === message.id) return line;
  }
};

/** One acceptance through a fresh pipe, in milliseconds. */
const through = async (args: readonly string[], { env, directory }: Served): Promise<number> => {
  const child = startNode(args, { ...ENV, ...env });
  const next = linesOf(child);
  for (const message of HANDSHAKE) await ask(child, next, message);
  writePlan(directory);
  await pause();
  const start = performance.now();
  const answer = await ask(child, next, CALL);
  const ms = performance.now() - start;
  if (answer.includes('"error"') || answer.includes('"isError"')) throw new Error(answer);
  child.stdin!.end();
  await once(child, 'exit');
  return ms;
};

export const pipeRows = async ({ scratch, program, baton }: Bench): Promise<Row[]> => {
  const holder = startNode([program('pipe-holder'), join(scratch, 'holder')]);
  const server = startNode([program('bare-server'), join(scratch, 'bare'), String(LINE_BYTES)]);
  const attempts = linesOf(holder);
  const bare: Served = JSON.parse(await linesOf(server)());
  const medians = await interleave(
    async () => through([baton, 'mcp'], JSON.parse(await attempts())),
    () => through([program('bare-pipe')], bare),
    { rounds: ROUNDS, warmUp: 5 },
  );
  holder.kill();
  server.kill();
  return [ratioRow('the same through `baton mcp` on stdio, against a bare pipe and server', medians, 2.5)];
};
