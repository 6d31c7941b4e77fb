// What any user of the machine sees of processes: their arguments.
import { readFileSync } from 'node:fs';

/** Of one that has ended meanwhile there is nothing to see. */
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

export const commandsOf = (processes: readonly { readonly pid: number }[]): readonly string[] =>
  processes.map(({ pid }) => commandOf(pid));
