// `npm run test:zombies [-- --stops 100 --cuts 50 --seed N]`: all of them, of which `npm test` plays a sample.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '100' },
    cuts: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
console.log(`seed ${values.seed}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'test/e2e/zombies.test.ts'],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      BATON_ZOMBIE_STOPS: values.stops,
      BATON_ZOMBIE_CUTS: values.cuts,
      BATON_ZOMBIE_SEED: values.seed,
    },
  },
);
process.exit(status ?? 1);
