// A problem is something found in what was handed in: data, never an exception.
import * as z from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { PROBLEMS_MAX } from './limits/limits.ts';

export const problemSchema = z.object({
  code: z.enum(ERROR_CODES),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  file: z.string().optional(),
  field: z.string().optional(),
  /** The test that it is about, by the name that releases it. */
  test: z.string().optional(),
  line: z.number().int().positive().optional(),
  column: z.number().int().positive().optional(),
  /** How far off what was measured is, in its own unit; less is nearer. A problem without it counts as 1. */
  off: z.number().nonnegative().optional(),
  /** What to write or do instead. */
  hint: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** What every parser returns. A value may be there beside problems; with an error among them it is not to be used. */
export interface Parsed<T> {
  readonly value: T | undefined;
  readonly problems: readonly Problem[];
}

export const isError = (problem: Problem): boolean => problem.severity === 'error';

/**
 * Something that is wrong, an error unless `severity` says otherwise.
 *
 * @example
 * ```ts
 * problem('FIELD_INVALID', 'title: expected a text, got nothing', { file: 'plan.yaml', line: 1, hint: 'add a title' });
 * ```
 */
export const problem = (
  code: Problem['code'],
  message: string,
  more: Omit<Partial<Problem>, 'code' | 'message'> = {},
): Problem => ({ code, severity: 'error', message, ...more });

/** At most so many, the errors first where there are more; one more says how many are left out. */
export const boundedProblems = (problems: readonly Problem[]): readonly Problem[] => {
  if (problems.length <= PROBLEMS_MAX) return problems;
  const warnings = problems.filter((found) => !isError(found));
  const listed = [...problems.filter(isError), ...warnings];
  const rest = listed.slice(PROBLEMS_MAX);
  return [
    ...listed.slice(0, PROBLEMS_MAX),
    problem('LIMIT_REACHED', `${rest.length} further problems are not listed`, {
      severity: rest.some(isError) ? 'error' : 'warning',
      hint: 'Fix these, then check again.',
    }),
  ];
};
