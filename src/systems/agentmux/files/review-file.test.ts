import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROBLEMS_MAX } from '../../../model/limits/limits.ts';
import { goldenText } from '../workflow/golden.fixture.ts';
import { parseReview, REVIEW_BYTES_MAX, REVIEW_SHAPE } from './review-file.ts';

const FILE = '07_review/review_reviewer_logic.yaml';
const NAME = 'review_reviewer_logic.yaml';

/** `line:column message` of everything that was found. */
const found = (source: string): string[] =>
  parseReview(source, FILE).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

const PASS = 'verdict: pass\nsummary: fine\n';
const FAIL = 'verdict: fail\nsummary: bad\n';

describe('parseReview', () => {
  it('reads the shape that it tells reviewers, without a problem', () => {
    const { value, problems } = parseReview(REVIEW_SHAPE, FILE);
    expect(problems).toEqual([]);
    expect(value?.findings).toHaveLength(1);
    expect(value?.reviewed).toEqual(['src/add.py']);
  });

  it.each(['round1_review_reviewer_logic', 'round1_review_reviewer_quality', 'round2_review_reviewer_logic'])(
    'reads %s as it is',
    (name) => {
      expect(parseReview(goldenText(`inputs/${name}.yaml`), FILE).problems).toEqual([]);
    },
  );

  it('keeps values exactly, unknown keys too, and warns of those with the name that was meant', () => {
    const source = `${PASS}summry: x\nfindings:\n  - {issue: ' i ', recommendation: r, locaton: a.py}\n`;
    const { value, problems } = parseReview(source, FILE);
    expect(value).toEqual({
      verdict: 'pass',
      summary: 'fine',
      summry: 'x',
      findings: [{ issue: ' i ', recommendation: 'r', locaton: 'a.py' }],
    });
    expect(problems.map(({ severity, code, line, hint }) => [severity, code, line, hint])).toEqual([
      ['warning', 'FIELD_UNKNOWN', 5, 'Write "location".'],
      ['warning', 'FIELD_UNKNOWN', 3, 'Write "summary".'],
    ]);
  });

  it('finds every problem at once, each at its place', () => {
    const source = [
      'verdict: PASS',
      'summary: 5',
      'findings:',
      '  - just words',
      '  - issue: ""',
      '    location: 3',
      '  - {issue: 7, recommendation: r, severity: [high]}',
      'commit_message: {a: b}',
      'reviewed: [src, ../x, /etc, 4]',
    ].join('\n');
    expect(found(source)).toEqual([
      "1:10 Field 'verdict' must be one of: fail, pass (got 'PASS').",
      "2:10 Field 'summary' has invalid type (expected str, got int).",
      '4:5 findings[1] must be a mapping.',
      "5:5 findings[2] missing 'issue'.",
      "5:5 findings[2] missing 'recommendation'.",
      "6:15 Field 'findings[2].location' has invalid type (expected optional[str], got int).",
      "7:13 Field 'findings[3].issue' has invalid type (expected str, got int).",
      "7:45 Field 'findings[3].severity' has invalid type (expected optional[str], got list).",
      "8:17 Field 'commit_message' has invalid type (expected optional[str], got dict).",
      "9:17 reviewed[2] must be a path inside the project (got '../x').",
      "9:23 reviewed[3] must be a path inside the project (got '/etc').",
      "9:29 Field 'reviewed[4]' has invalid type (expected str, got int).",
    ]);
    expect(parseReview(source, FILE).problems.every(({ file }) => file === FILE)).toBe(true);
    expect(parseReview(source, FILE).value).toBeUndefined();
  });

  it.each([
    ['summary: s', '1:1 Missing required field: verdict'],
    ['verdict: pass', '1:1 Missing required field: summary'],
    ['verdict: pass\nsummary:', '2:1 Missing required field: summary'],
    [
      'verdict: pass\nsummary: "  "',
      "2:10 Field 'summary' has invalid type (expected str, got str). It is blank.",
    ],
    ['verdict: true\nsummary: s', "1:10 Field 'verdict' has invalid type (expected str, got bool)."],
    ['verdict: "fail "\nsummary: s', "1:10 Field 'verdict' must be one of: fail, pass (got 'fail ')."],
    ['verdict: ""\nsummary: s', "1:1 Field 'verdict' has invalid type (expected str, got str). It is blank."],
    ['verdict: pass\nsummary: 1.5', "2:10 Field 'summary' has invalid type (expected str, got float)."],
    [FAIL, "1:10 A 'fail' verdict requires non-empty 'findings'."],
    [`${FAIL}findings:\n`, "1:10 A 'fail' verdict requires non-empty 'findings'."],
    [`${FAIL}findings: []`, "3:11 A 'fail' verdict requires non-empty 'findings'."],
    [`${FAIL}findings: x`, "3:11 Field 'findings' has invalid type (expected list[dict], got str)."],
    [`${PASS}findings: [{issue: i}]`, "3:12 findings[1] missing 'recommendation'."],
    [`${PASS}findings: [{issue: i, recommendation: }]`, "3:23 findings[1] missing 'recommendation'."],
    [`${PASS}reviewed: src`, "3:11 Field 'reviewed' has invalid type (expected list[str], got str)."],
    [`${PASS}reviewed: []`, "3:11 Field 'reviewed' must name at least one path (got an empty list)."],
    [`${PASS}reviewed: ['a\\b']`, "3:12 reviewed[1] must be a path inside the project (got 'a\\b')."],
    ['- a', `1:1 ${NAME} must be a YAML mapping. It is list.`],
    ['words', `1:1 ${NAME} must be a YAML mapping. It is str.`],
    ['', `undefined:undefined ${NAME} must be a YAML mapping. expected content, the file is empty`],
    ['# only', `undefined:undefined ${NAME} must be a YAML mapping. expected content, got only comments`],
  ])('says of %j: %s', (source, expected) => {
    expect(found(source)).toEqual([expected]);
  });

  it('says of a file that is no YAML where it stopped', () => {
    const [first] = parseReview('verdict: pass\nsummary: [a', FILE).problems;
    expect(first?.message.startsWith(`Failed to parse ${NAME}: `)).toBe(true);
    expect(first).toMatchObject({ code: 'YAML_SYNTAX', file: FILE, line: 2 });
    expect(parseReview(`${PASS}${PASS}`, FILE).problems[0]).toMatchObject({
      code: 'YAML_DUPLICATE_KEY',
      line: 3,
    });
  });

  it('takes a key without a value for an absent one', () => {
    const source = `${PASS}commit_message:\nfindings:\nreviewed: ~\n`;
    expect(parseReview(source, FILE)).toEqual({ value: { verdict: 'pass', summary: 'fine' }, problems: [] });
  });

  it('reads no more than its limit', () => {
    const fill = (bytes: number) => `${PASS}commit_message: ${'x'.repeat(bytes - PASS.length - 16)}`;
    expect(parseReview(fill(REVIEW_BYTES_MAX), FILE).problems).toEqual([]);
    expect(parseReview(fill(REVIEW_BYTES_MAX + 1), FILE).problems).toMatchObject([
      { code: 'FILE_TOO_LARGE' },
    ]);
  });

  it('lists a bounded number of problems', () => {
    const source = `${PASS}findings:\n${'- 1\n'.repeat(2_000)}`;
    expect(parseReview(source, FILE).problems).toHaveLength(PROBLEMS_MAX);
  });

  it('is not led astray by names of prototypes', () => {
    const source = `${PASS}__proto__: {verdict: fail}\nconstructor: x\nfindings: [{__proto__: {issue: i}}]`;
    const { problems } = parseReview(source, FILE);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
      "findings[1] missing 'issue'.",
      "findings[1] missing 'recommendation'.",
    ]);
    expect(({} as Record<string, unknown>)['issue']).toBeUndefined();
  });

  it('never throws, and has a value exactly when nothing is wrong', () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    const review = fc.record(
      {
        verdict: fc.oneof(fc.constantFrom('pass', 'fail'), value),
        summary: fc.oneof(fc.string(), value),
        findings: fc.oneof(
          fc.array(fc.oneof(fc.record({ issue: value, recommendation: value }, { requiredKeys: [] }), value)),
          value,
        ),
        reviewed: value,
        other: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          review.map((r) => JSON.stringify(r)),
          fc.string(),
        ),
        (source) => {
          const { value: read, problems } = parseReview(source, FILE);
          expect(read === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
          for (const { message } of problems) expect(message).not.toMatch(/undefined|\[object/);
        },
      ),
      { numRuns: 500 },
    );
  });
});
