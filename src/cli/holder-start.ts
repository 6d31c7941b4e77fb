// How this program is started again, to hold a run in a process of its own.
import { join } from 'node:path';
import type { HolderStart } from '../operations/dashboard/answer.ts';
import { DETACHED } from './detached.ts';
import type { Shell } from './shell.ts';

export const holderStart = ({ root, env }: Pick<Shell, 'root' | 'env'>): HolderStart => ({
  command: (words) => [process.execPath, join(root, 'bin', 'baton.js'), ...words],
  env: { ...env, [DETACHED]: '1' },
});
