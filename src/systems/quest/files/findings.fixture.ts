import fc from 'fast-check';
import { CONFIDENCES, FINDING_KINDS, type Finding, SEVERITIES } from './findings-file.ts';

export const finding = (more: Partial<Finding> = {}): Finding => ({
  finding_id: 'a-001',
  source: 'code-reviewer-a',
  kind: 'correctness',
  severity: 'high',
  confidence: 'high',
  path: 'src/cart.ts',
  line: 42,
  summary: 'The discount is applied twice.',
  why_it_matters: 'Customers pay less than they should.',
  evidence: ['src/cart.ts:42', 'src/total.ts:10'],
  action: 'Apply it once.',
  needs_test: false,
  write_scope: ['src/cart.ts'],
  related_acceptance_criteria: ['AC2'],
  ...more,
});

const few = (...words: string[]) => fc.uniqueArray(fc.constantFrom(...words), { maxLength: 3 });

/** From few words, so that many of them are about the same thing. */
export const arbitraryFinding: fc.Arbitrary<Finding> = fc
  .record({
    finding_id: fc.constantFrom('1', '2', 'a:1', 'a+b:1'),
    source: fc.constantFrom('a', 'b', 'a+b'),
    kind: fc.constantFrom(...FINDING_KINDS.slice(0, 3)),
    severity: fc.constantFrom(...SEVERITIES),
    confidence: fc.constantFrom(...CONFIDENCES),
    path: fc.constantFrom('src/a.ts', 'b.ts'),
    line: fc.constantFrom(null, 1),
    summary: fc.constantFrom('It fails', ' it  FAILS\n', 'Other'),
    why_it_matters: fc.constantFrom('x', 'y'),
    evidence: few('e1', 'e2', 'e3'),
    action: fc.constantFrom('do', 'undo'),
    needs_test: fc.boolean(),
    write_scope: few('src/a.ts', 'src/b/c.ts', '.github/x.yml', 'Makefile'),
    related_acceptance_criteria: few('AC1', 'AC2'),
    principle: fc.constantFrom('ux-guidebook§1', 'ux-guidebook§2.3'),
    index: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  })
  .map(({ principle, index, ...rest }) => ({
    ...rest,
    ...(rest.kind === 'ux' ? { principle_id: principle } : {}),
    ...(index === undefined ? {} : { review_local_index: index }),
  }));

export const arbitraryFindings = fc.array(arbitraryFinding, { maxLength: 12 });
