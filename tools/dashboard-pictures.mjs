// `npm run pictures`: plays real runs, looks at every view of the dashboard and keeps it in docs/images. With
// `-- --png DIR` it writes PNG files into that folder and nothing into docs; `--world DIR` plays the runs into that folder, once.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const folderOf = (option) => {
  const at = process.argv.indexOf(option);
  if (at === -1) return undefined;
  const folder = process.argv[at + 1];
  if (folder !== undefined) return resolve(folder);
  console.error(`${option}: expected a folder, got nothing`);
  return process.exit(2);
};

const png = folderOf('--png');
const world = folderOf('--world');
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'e2e', 'test/e2e/dashboard-views.test.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      UPDATE_PICTURES: png ?? '1',
      ...(world === undefined ? {} : { BATON_PAGES_WORLD: world }),
    },
  },
);
process.exit(status ?? 1);
