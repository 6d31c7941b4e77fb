import { describe, expect, it, onTestFinished } from 'vitest';
import { type ProcessGroupOptions, runProcessGroup } from './process-group.ts';
import { identityIsAlive, processIdentity, processStat } from './process-identity.ts';

const PATH = process.env['PATH'] ?? '';

const run = (script: string, more: Partial<ProcessGroupOptions> = {}) =>
  runProcessGroup({
    command: 'sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH },
    timeMsMax: 600_000,
    outputBytesMax: 100_000,
    graceMs: 200,
    ...more,
  });

const isGone = async (pid: number): Promise<boolean> => {
  for (let tries = 0; tries < 1_000; tries++) {
    if (processStat(pid) === undefined) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
};

/** It has left the group of its command, so nobody else ends it. */
const endLater = (pid: number): void =>
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  });

describe('runProcessGroup', () => {
  it('gives back exit and output', async () => {
    expect(await run('echo out; echo err >&2; exit 3')).toMatchObject({
      end: 'exited',
      exit: 3,
      signal: null,
    });
    expect((await run('echo one; sleep 0.1; echo two >&2')).output).toBe('one\ntwo\n');
  });

  it('passes only the given environment, and no input', async () => {
    const { output } = await run('env; cat', { env: { PATH, ONLY: 'this' } });
    expect(output.split('\n').filter((line) => /^(ONLY|HOME|NODE_OPTIONS)=/.test(line))).toEqual([
      'ONLY=this',
    ]);
  });

  it('says when a command cannot be started', async () => {
    const result = await run('', { command: '/no/such/program', args: [] });
    expect(result).toMatchObject({ end: 'not-started', exit: null });
    expect(result.cause).toContain('ENOENT');
    expect(await run('true', { cwd: '/no/such/folder' })).toMatchObject({ end: 'not-started' });
    expect(await run('true\0')).toMatchObject({ end: 'not-started' });
  });

  it('ends a command that takes too long, with its children', async () => {
    const result = await run('sleep 100 & echo $!; wait', { timeMsMax: 2_000 });
    expect(result.end).toBe('timed-out');
    expect(await isGone(Number(result.output))).toBe(true);
  });

  it('ends a command that ignores SIGTERM', async () => {
    // What it prints shows that it ignores the signal by then.
    const result = await run('trap "" TERM; while :; do echo ignored; done', { outputBytesMax: 1_000 });
    expect(result).toMatchObject({ end: 'too-much-output', signal: 'SIGKILL' });
  });

  it('ends a command that prints too much, and keeps the beginning', async () => {
    const result = await run('echo first; yes', { outputBytesMax: 1_000 });
    expect(result.end).toBe('too-much-output');
    expect(result.output).toHaveLength(1_000);
    expect(result.output.startsWith('first\n')).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'ends a command that takes too much memory in any of its processes',
    async () => {
      const hungry = `${process.execPath} -e 'const a=[]; setInterval(()=>a.push(Buffer.alloc(20e6,1)),10)'`;
      const result = await run(`${hungry} & wait`, { memoryBytesMax: 200e6 });
      expect(result.end).toBe('out-of-memory');
    },
  );

  it('does not wait for a background process that keeps the pipe, and ends it', async () => {
    // Waiting for it would take longer than a test may.
    const result = await run('sleep 1000 & echo $!');
    expect(result).toMatchObject({ end: 'exited', exit: 0 });
    expect(await isGone(Number(result.output))).toBe(true);
  });

  it('does not hang on a process that left the group', async () => {
    // The second one has left before anybody could see it.
    for (const pause of ['0.5', '0.1']) {
      const result = await run(`setsid sleep 1000 & sleep ${pause}; echo $!`);
      endLater(Number(result.output));
      expect(result).toMatchObject({ end: 'exited', exit: 0 });
    }
  });

  it('can be stopped from outside, also before it starts', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    expect(await run('sleep 100', { signal: controller.signal })).toMatchObject({ end: 'killed' });
    expect(await run('sleep 100', { signal: AbortSignal.abort() })).toMatchObject({ end: 'killed' });
  });

  it('reports a command that was killed by somebody else', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ end: 'killed', exit: null, signal: 'SIGKILL' });
  });
});

describe('processIdentity', () => {
  it('knows whether that very process lives', () => {
    expect(identityIsAlive(processIdentity())).toBe(true);
    expect(identityIsAlive(`${process.pid}-1`)).toBe(false);
    expect(identityIsAlive('999999999-5')).toBe(false);
    expect(identityIsAlive('nonsense')).toBe(false);
  });
});
