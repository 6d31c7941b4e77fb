// Which levels of isolation this machine can keep.
import { spawnSync } from 'node:child_process';

const works = (...args: readonly string[]): boolean =>
  spawnSync('bwrap', [...args, '--ro-bind', '/', '/', '--proc', '/proc', '--', 'true']).status === 0;

export const CAN_FENCE = works('--unshare-all');

/** Only root can be another user, and only where it may mount. */
export const CAN_BE_ANOTHER = process.getuid?.() === 0 && works('--unshare-pid', '--unshare-net');

export const LEVELS = [...(CAN_FENCE ? ['fenced'] : []), ...(CAN_BE_ANOTHER ? ['user'] : [])];
