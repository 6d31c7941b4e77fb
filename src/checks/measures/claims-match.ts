// Numbers of tests that were claimed are the ones that Baton counted on what is handed in.
import { problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { fromProblems, MET, unproven, withClaims } from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check } from '../../model/workflow/workflow.ts';
import { type Asked, commandOn, isMissing, known, observed, onOutcomes } from '../observed.ts';
import { claimOf } from './claimed-number.ts';

const COUNTS = ['total', 'passed', 'failed', 'skipped'] as const;
export type ClaimedTests = { readonly [name in (typeof COUNTS)[number]]?: number | undefined };

/**
 * The numbers of tests that somebody claims are those that Baton counts when it runs them.
 *
 * @example
 * ```ts
 * const checks = [
 *   claimsMatch({
 *     command: 'test',
 *     head: (submission) => submission.digest(tree('work')),
 *     claimed: ({ args }) => ({ passed: Number(args['passed']) }),
 *   }),
 * ];
 * ```
 */
export const claimsMatch = <const O extends string = never>(options: {
  readonly command: string;
  readonly head: Asked<Digest>;
  /** What was said to be counted; what is left out is not compared. */
  readonly claimed: Asked<ClaimedTests>;
  readonly on?: readonly O[];
}): Check<O> => {
  const claims = (submission: Submission) => {
    const claimed = options.claimed(submission);
    return COUNTS.flatMap((name) => (claimed?.[name] === undefined ? [] : [{ name, came: claimed[name] }]));
  };
  const run = (submission: Submission) => commandOn(options.command, options.head(submission));
  return {
    name: 'claims-match',
    title: 'The test counts are as claimed',
    says: `the test counts that you claim are the ones that Baton gets when it runs \`${options.command}\` on your work`,
    ...onOutcomes(options.on),
    needs: (submission) => (claims(submission).length === 0 ? [] : known(run(submission))),
    judge: (submission, seen) => {
      const claimed = claims(submission);
      if (claimed.length === 0) return MET;
      const found = observed('command', seen, run(submission), 'the tests could not be counted');
      if (isMissing(found)) return unproven(found);
      const { tests, line } = found;
      if (tests === null)
        return unproven(
          problem('EVIDENCE_UNAVAILABLE', `\`${line}\` does not say how many tests ran`, {
            hint: 'let the test command print a report that Baton can read, or write one',
          }),
        );
      const verdict = fromProblems(
        claimed
          .filter(({ name, came }) => came !== tests[name])
          .map(({ name, came }) =>
            problem(
              'CLAIM_DIFFERS',
              `tests ${name}: ${came} was claimed, ${tests[name]} was measured by \`${line}\``,
              {
                hint: 'hand in the numbers that were measured on what you hand in',
              },
            ),
          ),
      );
      return withClaims(
        verdict,
        claimed.flatMap(({ name, came }) => claimOf(`tests ${name}`, came, tests[name])),
      );
    },
  };
};
