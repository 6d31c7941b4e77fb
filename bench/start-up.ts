// Start-up in fresh processes against the least that Node can do. The pipes count until their first request stands at
// the door of a listening holder, which is a little more than connected.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { serveHolder } from '../src/http/holder-server.ts';
import type { DoorApi } from '../src/runtime/door-api.ts';
import type { Bench } from './bench.ts';
import { interleave, type Row, ratioRow } from './measure.ts';

const ROUNDS = 31;

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
});

type Variables = Readonly<Record<string, string>>;

const start = (args: readonly string[], env: Variables = {}): ChildProcess =>
  spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });

const untilExit = async (args: readonly string[]): Promise<number> => {
  const since = performance.now();
  const child = start(args);
  await once(child, 'exit');
  return performance.now() - since;
};

/** In milliseconds of the processor, which other programs of the machine do not change much. */
const processorTime = async (preload: string, args: readonly string[], env: Variables): Promise<number> => {
  const child = spawn(process.execPath, ['-r', preload, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  child.stdin?.end(`${INITIALIZE}\n`);
  const said = text(child.stdio[3] as Readable);
  await once(child, 'exit');
  return Number(await said);
};

/** A listening holder whose door only says when somebody stands there. */
const listening = async (): Promise<{ env: Variables; knock(): Promise<void>; close(): Promise<void> }> => {
  let knocked: () => void = () => {};
  const server = await serveHolder('bench');
  const door = {
    call: async () => {
      knocked();
      return { status: 'idle', message: 'nothing to do' };
    },
  } as unknown as DoorApi;
  const mcp = Object.assign(
    async (_: unknown, response: { end(): void }) => {
      knocked();
      response.end();
    },
    { close: async () => {} },
  );
  server.open({ door, mcp, person: async () => undefined });
  return {
    env: { BATON_URL: server.url, BATON_TOKEN: 'baton1.bench', BATON_ASSIGNMENT: 'planning.planner.1' },
    knock: () =>
      new Promise((resolve) => {
        knocked = resolve;
      }),
    close: () => server.close(),
  };
};

export const startUpRows = async ({ baton, program }: Bench): Promise<Row[]> => {
  const holder = await listening();
  const floor = (): Promise<number> => untilExit(['-e', '0']);
  const untilKnock = async (args: readonly string[]): Promise<number> => {
    const knock = holder.knock();
    const since = performance.now();
    const child = start([baton, ...args], holder.env);
    child.stdin!.write(`${INITIALIZE}\n`);
    await knock;
    const ms = performance.now() - since;
    child.stdin!.end();
    if (child.exitCode === null) await once(child, 'exit');
    return ms;
  };
  const options = { rounds: ROUNDS, warmUp: 2 };
  const version = await interleave(() => untilExit([baton, '--version']), floor, options);
  const submit = await interleave(() => untilKnock(['submit', 'status']), floor, options);
  const mcp = await interleave(() => untilKnock(['mcp']), floor, options);
  const costOf = (...args: readonly string[]) =>
    interleave(
      () => processorTime(program('processor-time'), [baton, ...args], holder.env),
      () => processorTime(program('processor-time'), ['-e', '0'], holder.env),
      options,
    );
  const costs = {
    version: await costOf('--version'),
    submit: await costOf('submit', 'status'),
    mcp: await costOf('mcp'),
  };
  await holder.close();
  return [
    ratioRow('start-up of `baton --version` against `node -e 0`', version, 1.6),
    ratioRow('start-up of `baton submit` until it is at the door', submit, 1.8),
    ratioRow('start-up of `baton mcp` until it is at the door', mcp, 1.8),
    ratioRow('processor time of `baton --version` against `node -e 0`', costs.version),
    ratioRow('processor time of `baton submit`', costs.submit),
    ratioRow('processor time of `baton mcp`', costs.mcp),
  ];
};
