import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DECISIONS, decide, isActionable, isDeferred, isDropped, needsPerson } from './decisions.ts';
import { arbitraryFinding, finding } from './findings.fixture.ts';
import { CONFIDENCES, type Finding, SEVERITIES } from './findings-file.ts';

const REVIEW = { phase: 'review', atLoopCap: false } as const;
const CAP = { phase: 'review', atLoopCap: true } as const;
const PLAN = { phase: 'plan', atLoopCap: false } as const;

const given = (severity: string, confidence: string, evidence: number): Finding => ({
  ...finding(),
  severity: SEVERITIES.find((one) => one === severity)!,
  confidence: CONFIDENCES.find((one) => one === confidence)!,
  evidence: Array.from({ length: evidence }, (_, index) => `${index}`),
});

describe('the decision about a finding', () => {
  it.each([
    ['critical', 'high', 0, 'fix_now'],
    ['high', 'high', 2, 'fix_now'],
    ['critical', 'medium', 2, 'verify_first'],
    ['high', 'low', 0, 'verify_first'],
    ['medium', 'high', 2, 'verify_first'],
    ['low', 'low', 2, 'verify_first'],
    ['info', 'high', 1, 'verify_first'],
    ['low', 'high', 0, 'verify_first'],
    ['low', 'high', 2, 'drop'],
    ['info', 'high', 2, 'drop'],
    ['low', 'medium', 2, 'defer'],
    ['info', 'medium', 3, 'defer'],
  ])('of severity %s, confidence %s and %d pieces of evidence is at a review: %s', (...row) => {
    const [severity, confidence, evidence, decision] = row;
    expect(decide(given(severity, confidence, evidence), REVIEW).decision).toBe(decision);
  });

  it.each([
    ['critical', 'high', 0, 'needs_human_decision'],
    ['high', 'high', 2, 'needs_human_decision'],
    ['high', 'medium', 2, 'defer'],
    ['medium', 'high', 2, 'defer'],
    ['info', 'high', 2, 'defer'],
  ])('of severity %s, confidence %s and %d pieces of evidence is at the cap: %s', (...row) => {
    const [severity, confidence, evidence, decision] = row;
    expect(decide(given(severity, confidence, evidence), CAP).decision).toBe(decision);
  });

  it('is the same for all of a plan', () => {
    fc.assert(
      fc.property(arbitraryFinding, fc.boolean(), (one, atLoopCap) => {
        expect(decide(one, { phase: 'plan', atLoopCap })).toMatchObject({
          decision: 'fix_now',
          owner: 'builder',
          decision_confidence: one.confidence,
        });
      }),
    );
  });

  it('is never to fix anything after the last round, and never to drop what is severe', () => {
    fc.assert(
      fc.property(arbitraryFinding, (one) => {
        expect(isActionable(decide(one, CAP))).toBe(false);
        if (one.severity === 'critical' || one.severity === 'high')
          expect(isActionable(decide(one, REVIEW))).toBe(true);
      }),
    );
  });

  it.each([
    [{ write_scope: ['src/b.ts', '.github/x.yml'] }, '.github', '.github/x.yml'],
    [{ write_scope: ['Makefile'] }, 'Makefile', 'Makefile'],
    [{ write_scope: [], path: 'src/cart.ts' }, 'builder_agent', 'src/cart.ts'],
  ] as const)('about %j at a review belongs to %s in %s', (more, owner, batch) => {
    expect(decide(finding(more), REVIEW)).toMatchObject({ owner, batch });
  });

  it.each([
    [{ kind: 'edge-case', write_scope: ['src/b.ts'] }, 'edge-case-src'],
    [{ kind: 'plan_review', write_scope: ['src/b.ts', '.github/x.yml'] }, 'plan-review-github'],
    [{ kind: 'code', write_scope: ['Makefile'] }, 'code-root'],
    [{ kind: 'code', write_scope: [], path: 'My Docs/a.md' }, 'code-my-docs'],
    [{ kind: 'code', write_scope: ['./a.ts'] }, 'code-root'],
  ] as const)('about %j in the plan belongs to the batch %s', (more, batch) => {
    expect(decide(finding(more), PLAN)).toMatchObject({ batch });
  });

  it.each([
    [true, REVIEW, 'high', ['unit_test', 'typecheck', 'lint']],
    [false, REVIEW, 'high', ['typecheck', 'lint']],
    [false, REVIEW, 'low', []],
    [true, CAP, 'low', ['unit_test']],
  ] as const)(
    'with needs_test %s and %j at severity %s needs %j',
    (needs_test, options, severity, wanted) => {
      expect(decide(finding({ needs_test, severity }), options).needs_validation).toEqual(wanted);
    },
  );
});

describe('a decision', () => {
  it.each([
    ['fix_now', [true, false, false, false]],
    ['verify_first', [true, false, false, false]],
    ['defer', [false, false, true, false]],
    ['drop', [false, false, false, true]],
    ['needs_human_decision', [false, true, false, false]],
  ] as const)('%s is known for what it asks', (decision, wanted) => {
    const asked = [isActionable, needsPerson, isDeferred, isDropped].map((is) => is({ decision }));
    expect(asked).toEqual(wanted);
    expect(DECISIONS).toContain(decision);
  });
});
