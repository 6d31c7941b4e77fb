// A process id alone is reused; with the time of its start it names one process.
import { readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly parent: number;
  readonly group: number;
  /** In clock ticks since boot. */
  readonly start: string;
}

/** From /proc; undefined where there is none, or the process has ended. */
export const processStat = (pid: number): ProcessStat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may itself hold spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { parent: Number(fields[1]), group: Number(fields[2]), start: fields[19] ?? '0' };
  } catch {
    return undefined;
  }
};

const responds = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
};

const identityOf = (pid: number): string => `${pid}-${processStat(pid)?.start ?? '0'}`;

let own: string | undefined;

/** `<pid>-<start>`: fit for file names. This process stays the same one, so it is looked up once. */
export const processIdentity = (pid: number = process.pid): string => {
  if (pid !== process.pid) return identityOf(pid);
  own ??= identityOf(pid);
  return own;
};

/** Is the very process that this identity was taken from still there? */
export const identityIsAlive = (identity: string): boolean => {
  const [pid, start] = identity.split('-');
  const id = Number(pid);
  if (!Number.isSafeInteger(id) || id <= 0) return false;
  if (start === '0') return responds(id);
  return processStat(id)?.start === start;
};
