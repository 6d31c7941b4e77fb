// The simulation is worth what it finds: a fault in the store, in reduce or at the door must not get through.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { MUTANTS, type Mutant } from './mutants.ts';
import * as simulation from './simulate.ts';

const SEEDS_MAX = 400;
/** Seconds where nobody else wants the machine. */
const TEST_MS_MAX = 1_800_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'baton-mutants-'));
const require = createRequire(import.meta.url);

const PLAYS = ['relay', 'agentmux', 'h3a', 'quest', 'collective'] as const;
const playOf = ({ play }: Mutant): (typeof PLAYS)[number] => play ?? 'relay';

/** The simulation of a program with one fault in it. */
const mutate = async ({ file, find, replace }: Mutant, index: number): Promise<typeof simulation> => {
  const source = readFileSync(join(root, file), 'utf8');
  expect(source.split(find).length - 1, `how often ${file} has this text: ${find}`).toBe(1);
  const outfile = join(directory, `mutant-${index}.cjs`);
  await build({
    absWorkingDir: root,
    entryPoints: ['test/simulation/simulate.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
    plugins: [
      {
        name: 'mutant',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            path === join(root, file)
              ? { contents: source.replace(find, () => replace), loader: 'ts' as const }
              : undefined,
          ),
      },
    ],
  });
  return require(outfile) as typeof simulation;
};

/** The seed with which something is wrong; undefined when nothing is. */
const findingSeed = async (
  { simulateSeed }: simulation.Simulation,
  known: number | undefined,
): Promise<number | undefined> => {
  const seeds = Array.from({ length: SEEDS_MAX }, (_, index) => index + 1);
  for (const seed of known === undefined ? seeds : [known, ...seeds])
    try {
      await simulateSeed(seed);
    } catch {
      return seed;
    }
  return undefined;
};

describe('a fault in our own code is found by the simulation', { timeout: TEST_MS_MAX }, () => {
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it.each(PLAYS)('and without one nothing is found in %s', async (play) => {
    const known = MUTANTS.filter((mutant) => playOf(mutant) === play).flatMap(({ foundBy = [] }) => foundBy);
    for (const seed of new Set([1, 2, 3, ...known])) await simulation[`${play}Simulation`].simulateSeed(seed);
  });

  it.each(MUTANTS.map((mutant, index) => [mutant.name, mutant, index] as const))(
    '%s',
    async (name, mutant, index) => {
      const plays = await mutate(mutant, index);
      const seed = await findingSeed(plays[`${playOf(mutant)}Simulation`], mutant.foundBy);
      if (process.env['SIM_VERBOSE'] !== undefined) console.log(`${name}: found by seed ${seed}`);
      expect(seed, `not found with ${SEEDS_MAX} seeds`).toBeDefined();
    },
  );
});
