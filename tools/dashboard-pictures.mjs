// `npm run dashboard-pictures`: plays real runs, looks at every view of the dashboard and keeps it in docs/images. With
// `-- --png DIR` it writes PNG files into that folder and nothing into docs.
import { spawnSync } from 'node:child_process';

const at = process.argv.indexOf('--png');
const folder = at === -1 ? '1' : process.argv[at + 1];
if (folder === undefined) {
  console.error('--png: expected a folder, got nothing');
  process.exit(2);
}
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'e2e', 'test/e2e/dashboard-views.test.ts'],
  { stdio: 'inherit', env: { ...process.env, UPDATE_PICTURES: folder } },
);
process.exit(status ?? 1);
