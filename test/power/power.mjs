// `npm run test:power [-- --cuts 10]`: the power is cut under the server while runs are written. Needs root, for a disk of its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { cuts: { type: 'string', default: '10' } } });
// Mounts of its own: a program with mounts of its own that starts meanwhile would copy this disk, and keep it alive.
const alone = ['--mount', '--propagation', 'private', process.execPath];
const { status } = spawnSync(
  'unshare',
  [...alone, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'test/power/power.test.ts'],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, BATON_POWER_CUTS: values.cuts },
  },
);
process.exit(status ?? 1);
