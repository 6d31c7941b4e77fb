import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { H3aInMemory } from '../../../../test/fixtures/h3a-in-memory.ts';
import { approvalReport, decisionOf, POINTS, type Point, pointsIn, refuseDecision } from './approval.ts';

const { view } = new H3aInMemory();
const refused = (choice: string, text: string) => refuseDecision(view, { choice, text }) !== undefined;

describe('points in words', () => {
  it('are those that are named, whatever stands around them', () => {
    expect(pointsIn('docs_updated: the flag is missing; CODE_READABLE')).toEqual([
      'code_readable',
      'docs_updated',
    ]);
    expect(pointsIn('The docs are fine, so is security.')).toEqual([]);
    expect(pointsIn('my_docs_updated')).toEqual([]);
  });
});

describe('the decision', () => {
  const failed = fc.subarray([...POINTS]);

  it('of a security failure is always to reject', () => {
    fc.assert(
      fc.property(failed, (points) => {
        const all: Point[] = [...new Set<Point>([...points, 'security_ok'])];
        expect(decisionOf(all)).toBe('reject');
        expect(refused('approve', all.join(' ')) && refused('conditional', all.join(' '))).toBe(true);
      }),
    );
  });

  it('is never refused when it is to reject, nor when nothing failed', () => {
    fc.assert(
      fc.property(failed, (points) => {
        expect(refused('reject', points.join(', '))).toBe(false);
      }),
    );
    expect([refused('approve', ''), refused('conditional', '')]).toEqual([false, false]);
  });

  it('never lets through what eight points do not allow', () => {
    fc.assert(
      fc.property(failed, (points) => {
        const words = points.join(', ');
        if (decisionOf(points) === 'reject')
          expect(refused('approve', words) && refused('conditional', words)).toBe(true);
        if (points.length > 1) expect(refused('approve', words)).toBe(true);
      }),
    );
  });
});

describe('the report of the last gate', () => {
  const report = (outcome: string, failed: readonly Point[]) =>
    approvalReport(view, '2026-11-15T10:00:00Z', outcome, failed, '');

  it('claims of no point that it is met: a person approves as a whole, and names what failed', () => {
    expect(report('approve', [])).toMatchObject({
      decision: 'APPROVED',
      approved_as_a_whole: true,
      human_verification: { tests_pass: null, security_ok: null },
      checklist_passed: null,
      checklist_failed: null,
    });
    expect(report('conditional', ['docs_updated'])).toMatchObject({
      decision: 'CONDITIONAL APPROVAL',
      approved_as_a_whole: false,
      human_verification: { docs_updated: false, security_ok: null },
      checklist_passed: null,
      checklist_failed: 1,
    });
  });

  it('claims nothing of points that a person who says no has not named', () => {
    expect(report('reject', [])).toMatchObject({
      decision: 'REJECTED',
      human_verification: { tests_pass: null },
      checklist_passed: null,
      checklist_failed: null,
    });
  });
});
