// Every process of an attempt carries its marker in the environment. So a later holder finds what an earlier one left
// behind, and an attempt's end takes along what has left its process group.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { KILL_GRACE_MS } from '../model/limits/limits.ts';
import { processStat } from '../std/processes/process-identity.ts';

export interface FoundProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** With the pid it names one process, where the system tells it. */
  readonly start: string;
  readonly marker: string | undefined;
}

export type Belongs = (found: FoundProcess) => boolean;

const MARKER = 'BATON_MARKER=';
const POLL_MS = 20;
/** After SIGKILL: new children are found and killed in the next round; a fork bomb ends this, not the holder. */
const KILL_ROUNDS_MAX = 100;

const markerIn = (environment: string): string | undefined =>
  environment
    .split('\0')
    .find((entry) => entry.startsWith(MARKER))
    ?.slice(MARKER.length);

const fromProc = (pid: number): FoundProcess | undefined => {
  const stat = processStat(pid);
  if (stat === undefined) return undefined;
  let marker: string | undefined;
  try {
    marker = markerIn(readFileSync(`/proc/${pid}/environ`, 'utf8'));
  } catch {
    // Another user's process, or it has just ended.
  }
  return { pid, ...stat, marker };
};

const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s(.*)$/;

const fromPs = (): FoundProcess[] => {
  const shown = process.platform === 'darwin' ? '-axEww' : 'axeww';
  const listed = spawnSync('ps', [shown, '-o', 'pid=,ppid=,pgid=,state=,command='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return (listed.stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command] = PS_LINE.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    const marker = /(?:^|\s)BATON_MARKER=(\S+)/.exec(command ?? '')?.[1];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), start: '', marker }];
  });
};

const allProcesses = (): FoundProcess[] => {
  if (process.platform !== 'linux') return fromPs();
  return readdirSync('/proc').flatMap((name) => {
    const found = /^\d+$/.test(name) ? fromProc(Number(name)) : undefined;
    return found === undefined ? [] : [found];
  });
};

/** Those that belong and all their descendants. Never this process, nor one that it descends from. */
export const findProcesses = (belongs: Belongs): FoundProcess[] => {
  const all = new Map(allProcesses().map((found) => [found.pid, found]));
  const ours = new Set([0, 1]);
  for (let at: number | undefined = process.pid; at !== undefined && !ours.has(at); at = all.get(at)?.parent)
    ours.add(at);
  const known = new Map<number, boolean>();
  const isOne = (found: FoundProcess): boolean => {
    const before = known.get(found.pid);
    if (before !== undefined) return before;
    known.set(found.pid, false);
    const parent = ours.has(found.parent) ? undefined : all.get(found.parent);
    const result = belongs(found) || (parent !== undefined && isOne(parent));
    known.set(found.pid, result);
    return result;
  };
  return [...all.values()].filter((found) => !ours.has(found.pid) && isOne(found));
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
};

/** A whole group at once where its leader is one of ours: nothing it starts meanwhile is missed. */
const signalAll = (found: readonly FoundProcess[], signal: NodeJS.Signals): void => {
  const pids = new Set(found.map(({ pid }) => pid));
  const groups = new Set(found.map(({ group }) => group).filter((group) => pids.has(group)));
  for (const group of groups) kill(-group, signal);
  for (const { pid, group } of found) if (!groups.has(group)) kill(pid, signal);
};

/** SIGTERM, a grace, SIGKILL, until none is left. Returns those that would not go. */
export const endProcesses = async (belongs: Belongs, graceMs: number): Promise<FoundProcess[]> => {
  // A parent that goes first leaves its children without a trace to us: what was seen once stays in sight.
  const seen = new Map<number, string>();
  const look = (): FoundProcess[] => {
    const now = findProcesses((one) => belongs(one) || seen.get(one.pid) === one.start);
    for (const { pid, start } of now) seen.set(pid, start);
    return now;
  };
  let found = look();
  if (found.length === 0) return found;
  signalAll(found, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (found.length > 0 && performance.now() < deadline) {
    await sleep(POLL_MS);
    found = look();
  }
  for (let round = 0; found.length > 0 && round < KILL_ROUNDS_MAX; round += 1) {
    signalAll(found, 'SIGKILL');
    await sleep(POLL_MS);
    found = look();
  }
  return found;
};

export interface OrphansEnded {
  readonly ended: readonly number[];
  /** Processes that are still there: another user's, or stuck in the kernel. */
  readonly left: readonly number[];
}

/** Ends every process whose marker begins with the prefix. The prefix must end where a name ends (`run-1/`). */
export const endOrphans = async (markerPrefix: string, graceMs = KILL_GRACE_MS): Promise<OrphansEnded> => {
  const belongs: Belongs = ({ marker }) => marker?.startsWith(markerPrefix) ?? false;
  const found = markerPrefix === '' ? [] : findProcesses(belongs);
  if (found.length === 0) return { ended: [], left: [] };
  const left = new Set((await endProcesses(belongs, graceMs)).map(({ pid }) => pid));
  return { ended: found.map(({ pid }) => pid).filter((pid) => !left.has(pid)), left: [...left] };
};
