// Runs a command in a process group of its own, with limits, and leaves nothing of it behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { causeText } from '../../errors.ts';
import { processStat } from './process-identity.ts';

export interface ProcessGroupOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeMsMax: number;
  readonly outputBytesMax: number;
  /** Resident memory of all its processes together; looked at on Linux only. */
  readonly memoryBytesMax?: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  readonly signal?: AbortSignal;
}

export type ProcessEnd =
  | 'exited'
  | 'timed-out'
  | 'out-of-memory'
  | 'too-much-output'
  | 'killed'
  | 'not-started';

export interface ProcessGroupResult {
  readonly end: ProcessEnd;
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and standard error as they came; when there was too much, the first part. */
  readonly output: string;
  readonly durationMs: number;
  /** Why it was not started. */
  readonly cause?: string;
}

const MEMORY_POLL_MS = 300;
/** After the group is dead its pipes close by themselves, unless a process left the group and holds them. */
const DRAIN_MS = 500;

const residentBytes = (pid: number): number => {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** The processes of the group and all descendants of its leader, each with its start time. */
const membersOf = (leader: number): Map<number, string> => {
  const stats = new Map<number, { parent: number; group: number; start: string }>();
  try {
    for (const name of readdirSync('/proc')) {
      const stat = /^\d+$/.test(name) ? processStat(Number(name)) : undefined;
      if (stat) stats.set(Number(name), stat);
    }
  } catch {
    return new Map();
  }
  const members = new Map<number, string>();
  const belongs = (pid: number): boolean => {
    for (let at = pid, steps = 0; at > 1 && steps < stats.size; steps++) {
      const stat = stats.get(at);
      if (stat === undefined) return false;
      if (at === leader || stat.group === leader || members.has(at)) return true;
      at = stat.parent;
    }
    return false;
  };
  for (const [pid, stat] of stats) if (belongs(pid)) members.set(pid, stat.start);
  return members;
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
};

interface Running {
  readonly child: ChildProcess;
  readonly options: ProcessGroupOptions;
  readonly startedAt: number;
  readonly chunks: Buffer[];
  /** Everything that was seen to belong to the command, also what has left the group since. */
  readonly seen: Map<number, string>;
  readonly timers: Set<NodeJS.Timeout>;
  bytes: number;
  reason: ProcessEnd | undefined;
}

const later = (running: Running, ms: number, act: () => void): void => {
  running.timers.add(setTimeout(act, ms));
};

const signalAll = (running: Running, signal: NodeJS.Signals): void => {
  const leader = running.child.pid;
  if (leader === undefined) return;
  kill(-leader, signal);
  for (const [pid, start] of running.seen) if (processStat(pid)?.start === start) kill(pid, signal);
};

const stop = (running: Running, reason: ProcessEnd): void => {
  if (running.reason !== undefined) return;
  running.reason = reason;
  for (const [pid, start] of membersOf(running.child.pid ?? 0)) running.seen.set(pid, start);
  signalAll(running, 'SIGTERM');
  later(running, running.options.graceMs, () => signalAll(running, 'SIGKILL'));
};

const take = (running: Running, chunk: Buffer): void => {
  const room = running.options.outputBytesMax - running.bytes;
  running.bytes += chunk.length;
  if (room > 0) running.chunks.push(chunk.subarray(0, room));
  if (running.bytes > running.options.outputBytesMax) stop(running, 'too-much-output');
};

const watchMemory = (running: Running): NodeJS.Timeout =>
  setInterval(() => {
    const members = membersOf(running.child.pid ?? 0);
    let bytes = 0;
    for (const [pid, start] of members) {
      running.seen.set(pid, start);
      bytes += residentBytes(pid);
    }
    if (bytes > (running.options.memoryBytesMax ?? Number.POSITIVE_INFINITY)) stop(running, 'out-of-memory');
  }, MEMORY_POLL_MS);

const settle = (
  running: Running,
  exit: number | null,
  signal: NodeJS.Signals | null,
): ProcessGroupResult => ({
  end: running.reason ?? (exit === null ? 'killed' : 'exited'),
  exit,
  signal,
  output: Buffer.concat(running.chunks).toString('utf8'),
  durationMs: Math.round(performance.now() - running.startedAt),
});

const start = (options: ProcessGroupOptions): Running => ({
  child: spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: { ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  }),
  options,
  startedAt: performance.now(),
  chunks: [],
  seen: new Map(),
  timers: new Set(),
  bytes: 0,
  reason: undefined,
});

const tryStart = (options: ProcessGroupOptions): Running | string => {
  try {
    return start(options);
  } catch (cause) {
    return causeText(cause);
  }
};

/** Resolves always: also for a command that cannot be started, and when a grandchild keeps a pipe open. */
export const runProcessGroup = (options: ProcessGroupOptions): Promise<ProcessGroupResult> =>
  new Promise((resolve) => {
    const running = tryStart(options);
    if (typeof running === 'string') {
      resolve({ end: 'not-started', exit: null, signal: null, output: '', durationMs: 0, cause: running });
      return;
    }
    const { child } = running;
    const memory = watchMemory(running);
    const abort = () => stop(running, 'killed');
    options.signal?.addEventListener('abort', abort, { once: true });
    if (options.signal?.aborted) abort();
    later(running, options.timeMsMax, () => stop(running, 'timed-out'));
    const end = (result: ProcessGroupResult) => {
      clearInterval(memory);
      for (const timer of running.timers) clearTimeout(timer);
      options.signal?.removeEventListener('abort', abort);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(result);
    };
    child.stdout?.on('data', (chunk: Buffer) => take(running, chunk));
    child.stderr?.on('data', (chunk: Buffer) => take(running, chunk));
    child.on('error', (cause) => {
      if (child.pid === undefined)
        end({ ...settle(running, null, null), end: 'not-started', cause: cause.message });
    });
    child.on('exit', (exit, signal) => {
      const finish = () => end(settle(running, exit, signal));
      // What the command left in the background must not live on, nor keep us waiting for its pipes.
      signalAll(running, 'SIGKILL');
      child.on('close', finish);
      later(running, DRAIN_MS, finish);
    });
  });
