// How many files and connections this process may have open at once, where the system tells it.
import { readFileSync } from 'node:fs';

export const descriptorLimit = (): number | undefined => {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
};
