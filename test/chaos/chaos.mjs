// `npm run test:chaos [-- --minutes 5 --hosts 5 --runs 20 --seed N]`: the whole storm, of which `npm test` plays a sample.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    hosts: { type: 'string', default: '5' },
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
console.log(`seed ${values.seed}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'test/e2e/chaos.test.ts'],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      BATON_CHAOS_MS: String(Number(values.minutes) * 60_000),
      BATON_CHAOS_HOSTS: values.hosts,
      BATON_CHAOS_RUNS: values.runs,
      BATON_CHAOS_SEED: values.seed,
    },
  },
);
process.exit(status ?? 1);
