// Property tests draw their inputs from one seed, so that a red `npm test` is red again. `npm run fuzz -- --properties`
// runs them with random seeds.
import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ seed: inject('propertySeed') });
