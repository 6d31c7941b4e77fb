// Runs once before all tests: says which seed the property tests have.
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number;
  }
}

const SEED = 1;

export const setup = ({ provide }: TestProject): void => {
  const named = process.env['BATON_PROPERTY_SEED'];
  const seed = named === undefined ? SEED : Number(named);
  // fast-check takes 32 bits; another number would be another seed than the one that is printed.
  if (named === '' || (seed | 0) !== seed)
    throw new TypeError(
      `expected BATON_PROPERTY_SEED to be a whole number of 32 bits, got ${JSON.stringify(named)}`,
    );
  provide('propertySeed', seed);
  console.log(`Property tests: seed ${seed}. Another one: BATON_PROPERTY_SEED=N`);
};
