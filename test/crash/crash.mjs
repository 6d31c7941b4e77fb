// `npm run test:crash`: 200 kills of relay runs and 60 each of agentmux, h3a and quest runs, and 100 of relay runs behind the fence, instead of the few of `npm test`.
// KILLS, KILLS_AGENTMUX, KILLS_H3A, KILLS_QUEST, KILLS_FENCED and SEED choose others.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'test/e2e/kills.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      KILLS: '200',
      KILLS_AGENTMUX: '60',
      KILLS_H3A: '60',
      KILLS_QUEST: '60',
      KILLS_FENCED: '100',
      ...process.env,
    },
  },
);
process.exit(status ?? 1);
