import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../../../test/fixtures/running-time.ts';
import { findingsMarkdown, mergedFindings } from './findings.ts';
import type { Finding, RoleReview } from './review-file.ts';

const review = (role: string, ...locations: (string | undefined)[]): RoleReview => ({
  role,
  review: {
    verdict: 'fail',
    summary: 's',
    findings: locations.map((location, index) => ({
      issue: `${role} ${index}`,
      recommendation: 'r',
      ...(location === undefined ? {} : { location }),
    })),
  },
});

const places = (...reviews: RoleReview[]) =>
  mergedFindings(reviews).map(({ place, findings }) => [place, findings.map(({ finding }) => finding.issue)]);

describe('mergedFindings', () => {
  it.each([
    'a.py:3',
    './a.py:3',
    'x/../a.py:3',
    ' a.py:3 ',
    '`a.py:3`',
    'a.py:L3',
    'a.py:3:5',
    'a.py:3:5-9',
    'a.py#L3',
    'a.py#L3C5',
    'a.py line 3',
    'a.py, line 3',
    'a.py (line 3)',
    'a.py Line 3',
  ])('takes %j for line 3 of a.py', (location) => {
    expect(mergedFindings([review('a', location), review('b', 'a.py:3')])).toMatchObject([
      { place: 'a.py:3', file: 'a.py', line: 3, findings: [{ role: 'a' }, { role: 'b' }] },
    ]);
  });

  it.each([
    'a.py:3-7',
    'a.py:L3-L7',
    'a.py:7-3',
    'a.py:3:1-7:2',
    'a.py#L3-L7',
    'a.py#L3-7',
    'a.py#L3C1-L7C2',
    'a.py lines 3-7',
    'a.py, lines 3–7',
  ])('takes %j for lines 3 to 7 of a.py', (location) => {
    expect(mergedFindings([review('a', location)])).toMatchObject([
      { place: 'a.py:3-7', file: 'a.py', line: 3 },
    ]);
    expect(places(review('a', location), review('b', 'a.py:7', 'a.py:8', 'a.py:2'))).toEqual([
      ['a.py:2', ['b 2']],
      ['a.py:3-7', ['a 0', 'b 0']],
      ['a.py:8', ['b 1']],
    ]);
  });

  it('takes a chain of ranges for one place', () => {
    expect(places(review('a', 'a.py:1-3', 'a.py:5-7'), review('b', 'a.py:3-5', 'a.py:9'))).toEqual([
      ['a.py:1-7', ['a 0', 'a 1', 'b 0']],
      ['a.py:9', ['b 1']],
    ]);
  });

  it('keeps apart other files, a file as a whole, and whatever names no place', () => {
    expect(
      places(
        review('b', 'a.py', undefined, 'b.py:3', 'a.py:3'),
        review('a', './a.py', '', 'src/a.py:3', undefined),
      ),
    ).toEqual([
      ['a.py', ['a 0', 'b 0']],
      ['a.py:3', ['b 3']],
      ['b.py:3', ['b 2']],
      ['src/a.py:3', ['a 2']],
      [undefined, ['a 1']],
      [undefined, ['a 3']],
      [undefined, ['b 1']],
    ]);
  });

  it('understands what is no file as the words that it is', () => {
    expect(
      places(review('a', 'the whole login flow'), review('b', 'the whole login flow', 'C:\\a.py:3')),
    ).toEqual([
      ['C:\\a.py:3', ['b 1']],
      ['the whole login flow', ['a 0', 'b 0']],
    ]);
  });

  it('stays quick on hostile locations', () => {
    const hostile = [' '.repeat(60_000), ':1'.repeat(30_000), `a${' '.repeat(60_000)}x`, '9'.repeat(60_000)];
    const reviews = [review('a', ...hostile, `a.py:${'9'.repeat(40)}`)];
    expect(mergedFindings(reviews)).toHaveLength(5);
    expect(leastRunningMs(500, () => mergedFindings(reviews))).toBeLessThan(500);
  });

  const location = fc.oneof(
    fc.constantFrom(undefined, '', 'a.py', './a.py', 'b.py', 'x\ny'),
    fc
      .tuple(
        fc.constantFrom('a.py', './a.py', 'b.py'),
        fc.nat(9),
        fc.nat(4),
        fc.constantFrom(':', '#L', ' line '),
      )
      .map(([file, first, more, mark]) => `${file}${mark}${first}${more === 0 ? '' : `-${first + more}`}`),
  );
  const anyFinding = fc.tuple(fc.string(), location).map(
    ([issue, where]): Finding => ({
      issue,
      recommendation: 'r',
      ...(where === undefined ? {} : { location: where }),
    }),
  );
  const anyReviews = fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
    .chain((roles) =>
      fc.tuple(
        ...roles.map((role) =>
          fc.array(anyFinding, { maxLength: 6 }).map((findings) => ({ role, findings })),
        ),
      ),
    )
    .map((all) =>
      all.map(
        ({ role, findings }): RoleReview => ({ role, review: { verdict: 'fail', summary: 's', findings } }),
      ),
    );

  it('loses and changes no finding', () => {
    fc.assert(
      fc.property(anyReviews, (reviews) => {
        const given = reviews.flatMap(({ role, review: { findings } }) =>
          (findings ?? []).map((f) => [role, f] as const),
        );
        const kept = mergedFindings(reviews).flatMap(({ findings }) =>
          findings.map((f) => [f.role, f.finding] as const),
        );
        expect(kept).toHaveLength(given.length);
        for (const [role, finding] of given)
          expect(kept.filter(([r, f]) => r === role && f === finding)).toHaveLength(1);
      }),
    );
  });

  it('does not depend on the order of the reviewers', () => {
    fc.assert(
      fc.property(anyReviews, (reviews) => {
        expect(mergedFindings(reviews.toReversed())).toEqual(mergedFindings(reviews));
      }),
    );
  });

  it('merges exactly what is connected by overlapping lines of one file', () => {
    fc.assert(
      fc.property(anyReviews, (reviews) => {
        const ranges = mergedFindings(reviews).filter(({ line }) => line !== undefined);
        const spans = ranges.map(({ place, file, line }) => ({
          file,
          first: line!,
          last: Number(/(\d+)$/.exec(place!)![1]),
        }));
        for (const [index, a] of spans.entries())
          for (const b of spans.slice(index + 1))
            expect(a.file === b.file && a.first <= b.last && b.first <= a.last).toBe(false);
      }),
    );
  });
});

describe('findingsMarkdown', () => {
  it('has one heading for a place and below it each finding as it was written', () => {
    const reviews: RoleReview[] = [
      {
        role: 'reviewer_quality',
        review: {
          verdict: 'fail',
          summary: 's',
          findings: [
            { location: 'a.py:3', issue: 'i1', severity: 'high', recommendation: 'r1' },
            { issue: 'i2', recommendation: 'r2' },
          ],
        },
      },
      {
        role: 'reviewer_logic',
        review: {
          verdict: 'pass',
          summary: 's',
          findings: [{ location: './a.py#L2-L4', issue: 'i3', recommendation: 'r3' }],
        },
      },
    ];
    expect(findingsMarkdown(mergedFindings(reviews))).toBe(`# Findings

## \`a.py:2-4\`

### reviewer_logic

**Location:** \`./a.py#L2-L4\`
**Issue:** i3
**Recommendation:** r3

### reviewer_quality

**Location:** \`a.py:3\`
**Issue:** i1
**Severity:** high
**Recommendation:** r1

## No location

### reviewer_quality

**Issue:** i2
**Recommendation:** r2
`);
    expect(findingsMarkdown([])).toBe('# Findings\n\nNone.\n');
  });
});
