// What reports of tools measure, whatever their format: tests one by one, coverage, findings, mutants.
import * as z from 'zod';

const count = z.number().int().nonnegative();
const line = z.number().int().positive();

/** One test, by the name that its runner gives it: the names of its suites first, joined by " > ". */
export const testCaseSchema = z.object({
  name: z.string(),
  /** Relative to the project, where the report says it. */
  file: z.string().optional(),
  status: z.enum(['passed', 'failed', 'skipped']),
});
export type TestCase = z.infer<typeof testCaseSchema>;

export const fileCoverageSchema = z.object({
  covered: count,
  total: count,
  /** Lines that can be reached and were not, in order; limited. */
  missed: z.array(line),
});

export const coverageSchema = z.object({
  format: z.enum(['lcov', 'istanbul', 'istanbul-summary', 'cobertura', 'coverage.py']),
  /** Lines that can be reached. */
  lines: z.object({ covered: count, total: count }),
  /** By path relative to the project. */
  files: z.record(z.string(), fileCoverageSchema),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const FINDING_SEVERITIES = ['critical', 'high', 'medium', 'low', 'note'] as const;

export const findingSchema = z.object({
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  message: z.string(),
  file: z.string().optional(),
  line: line.optional(),
});
export type Finding = z.infer<typeof findingSchema>;

export const findingsSchema = z.object({
  format: z.enum(['sarif', 'npm-audit', 'bandit', 'semgrep']),
  tools: z.array(z.string()),
  /** All of them, also those that are not listed. */
  counts: z.record(z.enum(FINDING_SEVERITIES), count),
  /** The worst first; limited. */
  results: z.array(findingSchema),
});
export type Findings = z.infer<typeof findingsSchema>;

export const mutationSchema = z.object({
  format: z.enum(['mutation-testing-report', 'mutmut']),
  killed: count,
  timeout: count,
  survived: count,
  noCoverage: count,
  /** Mutants that say nothing about the tests: they did not compile, were ignored, or are still pending. */
  invalid: count,
  /** By path relative to the project. */
  files: z.record(z.string(), z.object({ detected: count, undetected: count })),
  /** Limited. */
  survivors: z.array(z.object({ file: z.string(), line: line.optional(), mutator: z.string() })),
});
export type Mutation = z.infer<typeof mutationSchema>;

/** Detected of those that could be detected, in percent; null where there are none. */
export const mutationScore = ({
  killed,
  timeout,
  survived,
  noCoverage,
}: Pick<Mutation, 'killed' | 'timeout' | 'survived' | 'noCoverage'>): number | null => {
  const valid = killed + timeout + survived + noCoverage;
  return valid === 0 ? null : (100 * (killed + timeout)) / valid;
};

/** In percent; null where there is nothing to cover. */
export const coveragePercent = ({
  covered,
  total,
}: {
  readonly covered: number;
  readonly total: number;
}): number | null => (total === 0 ? null : (100 * covered) / total);
