import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { processStat } from '../std/processes/process-identity.ts';
import { endOrphans } from './orphans.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const HANG = 'setInterval(() => {}, 60_000); console.log("ready")';

const start = async (marker: string, code = HANG): Promise<number> => {
  const child = spawn(process.execPath, ['-e', code], {
    detached: true,
    env: { BATON_MARKER: marker, PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  const printed = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8'))),
  );
  return Number(/\d+/.exec(printed)?.[0] ?? child.pid);
};

const isAlive = (pid: number): boolean => processStat(pid) !== undefined;
const prefix = (name: string) => `${name}-${process.pid}/`;

describe.runIf(process.platform === 'linux')('orphans', () => {
  it('with the marker are ended, also those that do not want to; others stay', async () => {
    const meek = await start(`${prefix('one')}a`);
    const stubborn = await start(`${prefix('one')}b`, `process.on("SIGTERM", () => {}); ${HANG}`);
    const other = await start(`${prefix('one-more')}a`);
    const { ended, left } = await endOrphans(prefix('one'), 200);
    expect([...ended].sort()).toEqual([meek, stubborn].sort());
    expect(left).toEqual([]);
    expect([meek, stubborn, other].map(isAlive)).toEqual([false, false, true]);
    expect(await endOrphans(prefix('one'))).toEqual({ ended: [], left: [] });
  });

  it('take along a child in a session and with an environment of its own', async () => {
    const child = `const c = require("node:child_process").spawn(process.execPath,
      ["-e", "process.on(\\"SIGTERM\\", () => {}); setInterval(() => {}, 60000)"], { detached: true, env: {}, stdio: "ignore" });
      console.log(c.pid); setInterval(() => {}, 60000)`;
    const grandchild = await start(`${prefix('two')}a`, child);
    expect(isAlive(grandchild)).toBe(true);
    const { ended } = await endOrphans(prefix('two'), 500);
    expect(ended).toContain(grandchild);
    expect(isAlive(grandchild)).toBe(false);
  });

  it('are never everything: an empty prefix ends nothing', async () => {
    const child = await start(`${prefix('three')}a`);
    expect(await endOrphans('')).toEqual({ ended: [], left: [] });
    expect(isAlive(child)).toBe(true);
  });
});
