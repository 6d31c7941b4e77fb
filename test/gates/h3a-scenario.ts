import type { Scenario, Staged } from './gate-run.ts';

export const h3aScenario = (_: Staged): Scenario => {
  throw new Error('not yet');
};
