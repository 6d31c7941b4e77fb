// Processes of one test's world, found by what they carry.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ProcessOf {
  readonly pid: number;
  readonly command: string;
  readonly environ: string;
  /** It carries the marker of an attempt. */
  readonly marked: boolean;
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const cwdOf = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
};

/**
 * Every process that has to do with this folder: by its environment, its arguments or where it works. One that is dead, and
 * a thread of the kernel, has no arguments.
 */
export const processesOf = (root: string): ProcessOf[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = read(`/proc/${pid}/cmdline`);
      if (command === '') return [];
      const environ = read(`/proc/${pid}/environ`);
      const concerned = command.includes(root) || environ.includes(root) || cwdOf(pid).startsWith(root);
      if (!concerned) return [];
      const marked = environ.split('\0').some((entry) => entry.startsWith('BATON_MARKER='));
      return [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim(), environ, marked }];
    });

/** For the end of a test, whatever its outcome: nothing of it may go on. */
export const endProcessesOf = (root: string): void => {
  for (const { pid } of processesOf(root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
};
