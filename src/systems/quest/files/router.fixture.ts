import fc from 'fast-check';
import { DIMENSIONS, type Router, routeOf } from './router-file.ts';

export const router = (more: Partial<Router> = {}): Router => ({
  route: 'solo',
  confidence: 0.85,
  risk_level: 'low',
  complexity: 'moderate',
  reason: 'It is clear.',
  missing_information: [],
  ui_work: false,
  ui_work_evidence: [],
  dimensions: {
    deliverable: 'present',
    scope: 'present',
    success_criteria: 'present',
    constraints: 'present',
    input_artifacts: 'present',
    testing_expectations: 'present',
    deployment_expectations: 'present',
  },
  ...more,
});

const words = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '');

/** Consistent ones: the deliverable and the scope are there, and at most two dimensions are missing. */
export const arbitraryRouter: fc.Arbitrary<Router> = fc
  .record({
    confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    risk_level: fc.constantFrom('low', 'medium', 'high'),
    complexity: fc.constantFrom('trivial', 'moderate', 'substantial'),
    reason: words,
    missing_information: fc.array(words, { maxLength: 3 }),
    ui_work: fc.boolean(),
    ui_work_evidence: fc.array(words, { maxLength: 2 }),
    partial: fc.subarray(DIMENSIONS.slice(1)),
    missing: fc.subarray(DIMENSIONS.slice(2), { maxLength: 2 }),
  })
  .map(({ partial, missing, ...rest }) => ({
    route: routeOf(rest),
    ...rest,
    dimensions: {
      ...router().dimensions,
      ...Object.fromEntries(partial.map((name) => [name, 'partial'])),
      ...Object.fromEntries(missing.map((name) => [name, 'missing'])),
    },
  }));
