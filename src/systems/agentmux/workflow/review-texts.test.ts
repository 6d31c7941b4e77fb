import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReview, type Review } from '../files/review-file.ts';
import { goldenText } from './golden.fixture.ts';
import { fixRequest, reviewMarkdown, reviewText, verdictIn } from './review-texts.ts';

const reviewOf = (round: number, role: string): Review =>
  parseReview(goldenText(`inputs/round${round}_review_${role}.yaml`), 'review.yaml').value!;

const ROLES = ['reviewer_logic', 'reviewer_quality'];

const roundOf = (round: number) => ROLES.map((role) => ({ role, review: reviewOf(round, role) }));

describe('the texts of reviews', () => {
  it.each([1, 2].flatMap((round) => ROLES.map((role) => [round, role] as const)))(
    'are, for round %i of %s, what the reference system wrote',
    (round, role) => {
      expect(reviewText(reviewOf(round, role))).toBe(
        goldenText(`derived/07_review/review_${round - 1}_${role}.md`),
      );
    },
  );

  it('ask for fixes as the reference system did, in whatever order the reviews came', () => {
    expect(fixRequest(roundOf(1))).toBe(goldenText('derived/07_review/fix_request.md'));
    expect(fixRequest(roundOf(1).reverse())).toBe(goldenText('derived/07_review/fix_request.md'));
  });

  it('make one review of several as the reference system did', () => {
    expect(reviewMarkdown(roundOf(2))).toBe(goldenText('derived/07_review/review.md'));
    expect(reviewMarkdown(roundOf(2).reverse())).toBe(goldenText('derived/07_review/review.md'));
  });

  it('say their verdict in the first line, and nothing that is unclear passes', () => {
    for (const { review } of roundOf(1)) expect(verdictIn(reviewText(review))).toBe(review.verdict);
    for (const text of ['', 'verdict: pass', ' verdict: pass\n', 'verdict: passed\n', 'x\nverdict: pass\n'])
      expect(verdictIn(text)).toBe('fail');
  });

  it('leave a single review as it is, and pass where none was asked for', () => {
    const [one] = roundOf(2);
    expect(reviewMarkdown([one!])).toBe(reviewText(one!.review));
    expect(reviewMarkdown([])).toBe('verdict: pass\n');
  });

  it('do not pass together when one of them fails', () => {
    expect(reviewMarkdown(roundOf(1)).split('\n')[0]).toBe('verdict: fail');
  });

  it('show no commit message of a review that failed, and no empty one', () => {
    const review: Review = { verdict: 'pass', summary: 's', commit_message: ' \n' };
    expect(reviewText(review)).toBe('verdict: pass\n\n## Summary\n\ns\n');
    const failed: Review = {
      verdict: 'fail',
      summary: 's\n',
      commit_message: 'feat: x',
      findings: [{ issue: 'i\n', recommendation: 'r', location: '', severity: ' ' }],
    };
    expect(reviewText(failed)).toBe(
      'verdict: fail\n\n## Summary\n\ns\n\n## Findings\n\n### Finding 1\n\n**Issue:** i\n**Recommendation:** r\n',
    );
  });

  it('have one line that begins with a verdict, and it is the first, whatever the reviewer wrote', () => {
    const words = fc
      .array(
        fc.constantFrom('verdict: pass', 'VERDICT: pass', '  verdict: fail', '\r', '\r\n', '\n', 'x', '# y'),
        {
          minLength: 1,
        },
      )
      .map((parts) => parts.join('\n'));
    const review: fc.Arbitrary<Review> = fc.record({
      verdict: fc.constantFrom('pass', 'fail'),
      summary: words,
      findings: fc.array(
        fc.record({ issue: words, recommendation: words, location: words, severity: words }),
      ),
      commit_message: words,
    });
    fc.assert(
      fc.property(review, (any) => {
        const lines = reviewText(any).split(/\r\n?|\n/);
        expect(lines[0]).toBe(`verdict: ${any.verdict}`);
        expect(lines.filter((line) => /^\s*verdict:/i.test(line))).toHaveLength(1);
      }),
    );
  });

  it('have plain line ends', () => {
    expect(reviewText({ verdict: 'pass', summary: 'a\r\nb\rc' })).toBe(
      'verdict: pass\n\n## Summary\n\na\nb\nc\n',
    );
  });

  it('change no other word of a reviewer', () => {
    const summary = '# a\n\n```\nverdict = 1\n```\n- the verdict: see `x`';
    expect(reviewText({ verdict: 'pass', summary })).toBe(`verdict: pass\n\n## Summary\n\n${summary}\n`);
  });
});
