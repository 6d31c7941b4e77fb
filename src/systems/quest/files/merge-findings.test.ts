import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryFindings, finding } from './findings.fixture.ts';
import { CONFIDENCES, SEVERITIES } from './findings-file.ts';
import { mergeFindings, mergeKey } from './merge-findings.ts';

describe('findings of several reviewers', () => {
  it('that say the same become one that says the most', () => {
    const a = finding({
      severity: 'medium',
      confidence: 'high',
      evidence: ['a', 'b'],
      write_scope: ['src/cart.ts'],
    });
    const b = finding({
      finding_id: 'b-001',
      source: 'code-reviewer-b',
      severity: 'critical',
      confidence: 'low',
      summary: ' the DISCOUNT  is applied twice. ',
      evidence: ['b', 'c'],
      needs_test: true,
      write_scope: ['test/cart.test.ts'],
      related_acceptance_criteria: ['AC1'],
    });
    expect(mergeFindings([a, b])).toEqual([
      {
        ...b,
        source: 'code-reviewer-a+code-reviewer-b',
        confidence: 'high',
        evidence: ['b', 'c', 'a'],
        write_scope: ['test/cart.test.ts', 'src/cart.ts'],
        related_acceptance_criteria: ['AC1', 'AC2'],
        source_lineage: ['code-reviewer-a', 'code-reviewer-b'],
        finding_id_lineage: ['a-001', 'b-001'],
      },
    ]);
  });

  it.each([
    ['another file', { path: 'src/other.ts' }],
    ['another line', { line: 43 }],
    ['no line', { line: null }],
    ['another kind', { kind: 'code' }],
    ['other words', { summary: 'The discount is applied.' }],
  ] as const)('stay apart when one has %s', (_, more) => {
    expect(mergeFindings([finding(), finding({ finding_id: 'b', ...more })])).toHaveLength(2);
  });

  it('are told apart by the principle only when they are about the interface', () => {
    const of = (kind: 'ux' | 'code') =>
      [1, 2].map((n) => finding({ finding_id: `${n}`, kind, principle_id: `ux-guidebook§${n}` }));
    expect(mergeFindings(of('ux'))).toHaveLength(2);
    expect(mergeFindings(of('code'))).toHaveLength(1);
  });

  it('get ids of their own when reviewers number alike', () => {
    const merged = mergeFindings([finding({ source: 'b', line: 2 }), finding({ source: 'a', line: 1 })]);
    expect(merged.map(({ finding_id, finding_id_lineage }) => [finding_id, finding_id_lineage])).toEqual([
      ['a:a-001', ['a-001', 'a:a-001']],
      ['b:a-001', ['a-001', 'b:a-001']],
    ]);
  });

  it('come with the worst first', () => {
    const list = SEVERITIES.toReversed().map((severity) =>
      finding({ severity, finding_id: severity, summary: severity }),
    );
    expect(mergeFindings(list).map(({ severity }) => severity)).toEqual(SEVERITIES);
  });

  it('merge the same in any order', () => {
    const shuffled = arbitraryFindings.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(mergeFindings(other)).toEqual(mergeFindings(list));
      }),
    );
  });

  it('merge once and for all', () => {
    fc.assert(
      fc.property(arbitraryFindings, (list) => {
        const merged = mergeFindings(list);
        expect(mergeFindings(merged)).toEqual(merged);
      }),
    );
  });

  it('lose nothing, and nothing is milder than it was', () => {
    fc.assert(
      fc.property(arbitraryFindings, (list) => {
        const merged = mergeFindings(list);
        const ids = merged.map(({ finding_id }) => finding_id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(merged.map(mergeKey))).toEqual(new Set(list.map(mergeKey)));
        for (const one of list) {
          const into = merged.find((other) => mergeKey(other) === mergeKey(one));
          expect(into?.finding_id_lineage).toContain(one.finding_id);
          expect(into?.source_lineage).toContain(one.source);
          expect(into?.evidence).toEqual(expect.arrayContaining([...one.evidence]));
          expect(into?.write_scope).toEqual(expect.arrayContaining([...one.write_scope]));
          expect(SEVERITIES.indexOf(into!.severity)).toBeLessThanOrEqual(SEVERITIES.indexOf(one.severity));
          expect(CONFIDENCES.indexOf(into!.confidence)).toBeLessThanOrEqual(
            CONFIDENCES.indexOf(one.confidence),
          );
          expect(into?.needs_test || !one.needs_test).toBe(true);
        }
      }),
    );
  });
});
