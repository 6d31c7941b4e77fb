// `npm run test:shared [FILE…]`: whole-program tests as they are, with every run in PostgreSQL by the one line that switches.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { hasServer, startCluster } from './postgres-cluster.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const SUITES = ['relay-demo', 'agentmux-demo', 'h3a-demo'].map((name) => `test/e2e/${name}.test.ts`);
const HOLDER = 'shared_holder';

if (!hasServer()) {
  console.error(
    'missing: postgres (Debian: apt-get install postgresql); not shown: whole programs on PostgreSQL',
  );
  process.exit(0);
}
const run = (args, env) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

const cluster = await startCluster();
let status = 1;
try {
  status = run(['tools/build.mjs'], {});
  if (status === 0) status = run(['bin/baton.js', 'store', 'init'], { BATON_STORE: cluster.adminUrl });
  const made = cluster.query(`create role ${HOLDER} login in role baton_holder`);
  if (status === 0 && made.status !== 0) throw new Error(made.stderr);
  const files = process.argv.slice(2);
  if (status === 0)
    status = run(
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...(files.length > 0 ? files : SUITES)],
      {
        BATON_E2E_STORE: cluster.url(HOLDER, 'postgres'),
        BATON_E2E_STORE_READ: cluster.readCommand,
      },
    );
} finally {
  await cluster.stop();
}
process.exit(status);
