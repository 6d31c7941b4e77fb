// review.yaml: the reviewer's own pass or fail, with what it found. A pass or fail here is an outcome, not a verdict.
import * as z from 'zod';
import { type Parsed, problem } from '../../model/problem.ts';
import { parseYamlWith } from '../../text/yaml.ts';

const text = z.string().trim().min(1, 'expected some text');

export const reviewSchema = z.strictObject({
  verdict: z.enum(['pass', 'fail']),
  summary: text,
  findings: z.array(z.strictObject({ location: text, issue: text, recommendation: text })).optional(),
});
export type Review = z.infer<typeof reviewSchema>;

export const REVIEW_SHAPE = `verdict: pass             # or: fail
summary: one or two sentences
findings:                 # needed when the verdict is fail
  - location: src/add.js:3
    issue: what is wrong
    recommendation: what to do instead
`;

export const parseReview = (source: string, file: string): Parsed<Review> => {
  const read = parseYamlWith(reviewSchema, source, file);
  if (read.value === undefined) return read;
  const empty = read.value.verdict === 'fail' && (read.value.findings ?? []).length === 0;
  return {
    value: read.value,
    problems: empty
      ? [
          ...read.problems,
          problem(
            'FIELD_MISSING',
            'findings: expected at least one finding when the verdict is fail, got none',
            {
              file,
              field: 'findings',
              hint: 'say for each: location, issue, recommendation',
            },
          ),
        ]
      : read.problems,
  };
};
