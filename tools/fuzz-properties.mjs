// Runs the property tests with random seeds; each round prints its seed, so that a failure can be had again.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SEEDS = 2 ** 31;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

const propertyTests = (root) =>
  ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name))
      .filter((name) => name.endsWith('.test.ts'))
      .filter((name) => /from 'fast-check'/.test(readFileSync(join(root, name), 'utf8'))),
  );

/** What the tests say is shown only of a round that failed. */
const round = (root, files, seed) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...files],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: OUTPUT_BYTES_MAX,
      env: { ...process.env, BATON_PROPERTY_SEED: String(seed) },
    },
  );
  console.log(`properties, seed ${seed}: ${status === 0 ? 'passed' : 'failed'}`);
  if (status !== 0) console.error(`${stdout}${stderr}\n--properties --seed ${seed}`);
  return status === 0;
};

/** Whether every round passed. Without a seed, each round has a random one. */
export const fuzzProperties = (root, { rounds, seed }) => {
  const files = propertyTests(root);
  const seeds = seed === undefined ? Array.from({ length: rounds }, () => randomInt(-SEEDS, SEEDS)) : [seed];
  const red = seeds.filter((one) => !round(root, files, one));
  console.log(`properties: ${seeds.length} seeds, ${files.length} files: ${red.length} failed`);
  for (const one of red) console.error(`--properties --seed ${one}`);
  return red.length === 0;
};
