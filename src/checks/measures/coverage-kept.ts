// Coverage, measured by Baton before and after. It never falls; and it is high enough, or has risen enough.
import type { CommandEvidence, FileChange } from '../../model/evidence.ts';
import { type Coverage, coveragePercent } from '../../model/measured.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import {
  allOf,
  fromProblems,
  MET,
  unmet,
  unproven,
  type Verdict,
  withClaims,
} from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check, Seen } from '../../model/workflow/workflow.ts';
import { changeCut } from '../change/scope-kept.ts';
import {
  type Asked,
  between,
  commandOn,
  isMissing,
  known,
  listed,
  observed,
  onOutcomes,
} from '../observed.ts';
import { atLeast, type Claimed, claimOf, claimProblem, shown } from './claimed-number.ts';
import { isVerdict, measuredFiles, passedRun, unmeasured, withoutReport } from './measured-run.ts';

interface Policy {
  readonly absoluteMin: number | undefined;
  readonly deltaMin: number | undefined;
  readonly changedMin: number | undefined;
  readonly mayDecrease: boolean;
}

type Lines = Coverage['lines'];
const NOTHING: Lines = { covered: 0, total: 0 };

/** It had none, or none of them could run: then there is nothing to compare with. */
const hadNoTests = ({ end, exit, tests }: CommandEvidence): boolean => {
  if (end !== 'exited') return false;
  return exit === 0 ? tests?.total === 0 : (tests?.passed ?? 0) === 0;
};

/** Exact, where a difference of two percentages could be lost in rounding. */
const isLess = (now: Lines, before: Lines): boolean =>
  before.total > 0 && BigInt(now.covered) * BigInt(before.total) < BigInt(before.covered) * BigInt(now.total);

const judgeNumbers = (now: Lines, before: Lines, policy: Policy, claims: Problem[]): Verdict => {
  const [absolute, was] = [coveragePercent(now) ?? 0, coveragePercent(before) ?? 0];
  const delta = absolute - was;
  const words = `${shown(absolute)} % of ${now.total} lines (before: ${shown(was)} % of ${before.total}, difference ${delta < 0 ? '' : '+'}${shown(delta)})`;
  const hint = 'test the lines that are not reached';
  const { absoluteMin, deltaMin } = policy;
  const problems: Problem[] = [];
  if (!policy.mayDecrease && isLess(now, before))
    problems.push(
      problem('COVERAGE_TOO_LOW', `expected coverage not to fall, got ${words}`, {
        ...{ hint, off: Math.max(0, -delta) },
      }),
    );
  else {
    const asks = [
      ...(absoluteMin === undefined
        ? []
        : [
            {
              text: `at least ${absoluteMin} %`,
              isMet: atLeast(absolute, absoluteMin),
              off: absoluteMin - absolute,
            },
          ]),
      ...(deltaMin === undefined
        ? []
        : [{ text: `+${deltaMin} or more`, isMet: atLeast(delta, deltaMin), off: deltaMin - delta }]),
    ];
    if (asks.length > 0 && !asks.some(({ isMet }) => isMet))
      problems.push(
        problem(
          'COVERAGE_TOO_LOW',
          `expected coverage of ${asks.map(({ text }) => text).join(', or a difference of ')}, got ${words}`,
          { hint, off: Math.max(0, Math.min(...asks.map(({ off }) => off))) },
        ),
      );
  }
  return fromProblems([...problems, ...claims]);
};

/** Each changed file for itself: a large project hides a small change. */
const judgeChanged = (
  coverage: Coverage,
  changed: readonly FileChange[],
  min: number,
  isSource: ((path: string) => boolean) | undefined,
): Verdict => {
  const files = measuredFiles(changed, coverage.files);
  const low = files.flatMap(({ path, found }) => {
    const percent = found === undefined ? null : coveragePercent(found);
    if (found === undefined || percent === null || atLeast(percent, min)) return [];
    return [
      problem(
        'COVERAGE_TOO_LOW',
        `expected at least ${min} % of ${path}, which was changed, got ${shown(percent)} % (${found.covered} of ${found.total} lines); not reached: ${listed(found.missed.map(String))}`,
        {
          file: path,
          ...(found.missed[0] === undefined ? {} : { line: found.missed[0] }),
          off: Math.max(0, min - percent),
          hint: 'test the lines that are not reached',
        },
      ),
    ];
  });
  const missing = unmeasured(files, isSource, 'coverage');
  if (low.length > 0) return unmet(...low, ...missing);
  return missing.length > 0 ? unproven(...missing) : MET;
};

interface Options<O extends string = string> {
  /** The command that measures it; `coverage` unless told. */
  readonly command?: string;
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  /** In percent of lines. */
  readonly absoluteMin?: Asked<number>;
  /** In percentage points; either this or the absolute minimum is enough. */
  readonly deltaMin?: Asked<number>;
  /** In percent of each changed file. */
  readonly changedMin?: Asked<number>;
  readonly mayDecrease?: Asked<boolean>;
  readonly claimed?: Asked<{ readonly absolute?: Claimed | undefined; readonly delta?: Claimed | undefined }>;
  /** Changed files that a report must have; without it, those that it has are judged. */
  readonly isSource?: (path: string) => boolean;
  readonly on?: readonly O[];
}

const policyOf = (options: Options, submission: Submission): Policy => ({
  absoluteMin: options.absoluteMin?.(submission),
  deltaMin: options.deltaMin?.(submission),
  changedMin: options.changedMin?.(submission),
  mayDecrease: options.mayDecrease?.(submission) === true,
});

const requestsOf = (options: Options, submission: Submission) => {
  const { command = 'coverage' } = options;
  const [from, to] = [options.base(submission), options.head(submission)];
  return {
    base: commandOn(command, from),
    head: commandOn(command, to),
    diff: options.changedMin?.(submission) === undefined ? undefined : between('diff', from, to),
  };
};

/** What was covered before; nothing where there were no tests, so that all that is covered now is new. */
const coveredBefore = (seen: Seen, request: ReturnType<typeof commandOn>): Lines | Verdict => {
  const run = observed('command', seen, request, 'the coverage of the code before could not be measured');
  if (isMissing(run)) return unproven(run);
  if (run.coverage !== undefined) return run.coverage.lines;
  return hadNoTests(run) ? NOTHING : unproven(withoutReport(run, 'coverage of the code before'));
};

const judge = (options: Options, submission: Submission, seen: Seen): Verdict => {
  const requests = requestsOf(options, submission);
  const run = passedRun(seen, requests.head, 'coverage');
  if (isVerdict(run)) return run;
  const { coverage } = run;
  if (coverage === undefined) return unproven(withoutReport(run, 'coverage'));
  const absolute = coveragePercent(coverage.lines);
  if (absolute === null)
    return unproven(
      withoutReport({ ...run, reportFaults: ['it has no line that can be reached'] }, 'coverage'),
    );
  const was = coveredBefore(seen, requests.base);
  if ('status' in was) return was;
  const policy = policyOf(options, submission);
  const claimed = options.claimed?.(submission);
  const claims: readonly (readonly [string, Claimed | undefined, number])[] = [
    ['coverage in percent', claimed?.absolute, absolute],
    ['difference of coverage', claimed?.delta, absolute - (coveragePercent(was) ?? 0)],
  ];
  const verdict = withClaims(
    judgeNumbers(
      coverage.lines,
      was,
      policy,
      claims.flatMap((claim) => claimProblem(...claim)),
    ),
    claims.flatMap((claim) => claimOf(...claim)),
  );
  if (policy.changedMin === undefined) return verdict;
  const diff = observed('diff', seen, requests.diff, 'nobody can say which files were changed');
  if (isMissing(diff)) return allOf([verdict, unproven(diff)]);
  const changed = judgeChanged(coverage, diff.files, policy.changedMin, options.isSource);
  const cut = diff.cut ? [unproven(changeCut('nobody can say whether all changed files are covered'))] : [];
  return allOf([verdict, changed, ...cut]);
};

/**
 * Coverage does not fall, and is high enough. Baton measures it on the code before and after.
 *
 * @example
 * ```ts
 * const checks = [
 *   coverageKept({
 *     base: ({ start }) => start,
 *     head: (submission) => submission.digest(tree('work')),
 *     absoluteMin: () => 80,
 *   }),
 * ];
 * ```
 */
export const coverageKept = <const O extends string = never>(options: Options<O>): Check<O> => ({
  name: 'coverage-kept',
  title: 'Coverage does not fall',
  says: 'coverage does not fall, and is high enough or rises enough; Baton measures it on the old code and on yours; your claims match the measurement',
  ...onOutcomes(options.on),
  needs: (submission) => known(...Object.values(requestsOf(options, submission))),
  judge: (submission, seen) => judge(options, submission, seen),
});
