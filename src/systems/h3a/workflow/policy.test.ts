import { describe, expect, it } from 'vitest';
import { policy } from './policy.ts';

describe('the policy', () => {
  it('has the values of the contracts where nobody says otherwise', () => {
    expect(policy.parse({})).toEqual({
      remediations: 1,
      conditionals: 1,
      rejections: 2,
      criteria: 3,
      files: 3,
      lines: 200,
      artifacts: 3,
      coverage: 90,
      coverage_delta: 0.1,
      coverage_changed: null,
      mutation: 85,
      mutation_changed: false,
      security: 'high',
      checks: 'lenient',
      bridge_h1: 'auto',
      bridge_h2: 'auto',
      bridge_h3: 'auto',
      returns: 2,
      gates: [],
      probe: 'warn',
      probe_hunks: 20,
      probe_minutes: 5,
    });
  });

  it.each([
    { conditionals: 2 },
    { remediations: -1 },
    { coverage: 101 },
    { criteria: 0 },
    { artifacts: 2 },
    { bridge_h2: 'nobody' },
    { probe: 'sometimes' },
    { probe_hunks: 0 },
    { probe_minutes: 1_000 },
    { gates: ['G2'] },
    { gates: ['G2.5_a', 'G2.5_b'] },
  ])('does not take %j', (value) => {
    expect(policy.safeParse(value).success).toBe(false);
  });
});
