// `npm run test:crash`: 200 kills instead of the few of `npm test`. KILLS and SEED choose others.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'test/e2e/kills.test.ts'],
  { cwd: root, stdio: 'inherit', env: { KILLS: '200', ...process.env } },
);
process.exit(status ?? 1);
