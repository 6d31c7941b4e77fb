// Tests that notice when the code is changed: the share of mutants that they detect, in all and in each changed file.
import { type Mutation, mutationScore } from '../../model/measured.ts';
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
import { sameFile } from '../file-index.ts';
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

interface Options<O extends string = string> {
  /** The command that measures it; `mutation` unless told. */
  readonly command?: string;
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  /** In percent of all mutants that could be detected. */
  readonly min: Asked<number>;
  /** Every changed file that has mutants must reach the minimum by itself. */
  readonly perFile?: Asked<boolean>;
  /** The minimum of a changed file, where it is another. */
  readonly perFileMin?: Asked<number>;
  readonly claimed?: Asked<Claimed>;
  /** Changed files that a report must have; without it, those that it has are judged. */
  readonly isSource?: (path: string) => boolean;
  /** Work that need not be measured says so here, by false. */
  readonly needed?: Asked<boolean>;
  readonly on?: readonly O[];
}

const isNeeded = (options: Options, submission: Submission): boolean =>
  options.needed?.(submission) !== false;

const requestsOf = (options: Options, submission: Submission) => ({
  head: commandOn(options.command ?? 'mutation', options.head(submission)),
  diff:
    options.perFile?.(submission) === true
      ? between('diff', options.base(submission), options.head(submission))
      : undefined,
});

const survivorsIn = ({ survivors }: Mutation, file?: string): { text: string; line: number | undefined } => {
  const own = survivors.filter((one) => file === undefined || sameFile(one.file, file));
  const places = own.map(
    (one) => `${one.file}${one.line === undefined ? '' : `:${one.line}`} ${one.mutator}`,
  );
  return { text: places.length === 0 ? '' : `; survived: ${listed(places)}`, line: own[0]?.line };
};

const HINT = 'write tests that fail when this code is changed';

type FileCounts = Mutation['files'][string];

const fileProblem = (
  mutation: Mutation,
  path: string,
  counts: FileCounts | undefined,
  min: number,
): Problem[] => {
  const valid = counts === undefined ? 0 : counts.detected + counts.undetected;
  if (counts === undefined || valid === 0) return [];
  const score = (100 * counts.detected) / valid;
  if (atLeast(score, min)) return [];
  const { text, line } = survivorsIn(mutation, path);
  return [
    problem(
      'MUTATION_TOO_LOW',
      `expected at least ${min} % of the mutants of ${path} to be detected, got ${shown(score)} % (${counts.detected} of ${valid})${text}`,
      { file: path, ...(line === undefined ? {} : { line }), off: Math.max(0, min - score), hint: HINT },
    ),
  ];
};

/** A large project hides a small change, so each changed file is judged for itself. */
const judgeFiles = (options: Options, submission: Submission, mutation: Mutation, seen: Seen): Verdict => {
  const { diff } = requestsOf(options, submission);
  const changes = observed('diff', seen, diff, 'nobody can say which files were changed');
  if (isMissing(changes)) return unproven(changes);
  const min = options.perFileMin?.(submission) ?? options.min(submission) ?? 0;
  const files = measuredFiles(changes.files, mutation.files);
  const low = files.flatMap(({ path, found }) => fileProblem(mutation, path, found, min));
  const missing = [
    ...unmeasured(files, options.isSource, 'mutant'),
    ...(changes.cut
      ? [changeCut('nobody can say whether the mutants of all changed files are detected')]
      : []),
  ];
  if (low.length > 0) return unmet(...low, ...missing);
  return missing.length > 0 ? unproven(...missing) : MET;
};

const judge = (options: Options, submission: Submission, seen: Seen): Verdict => {
  const run = passedRun(seen, requestsOf(options, submission).head, 'the mutation score');
  if (isVerdict(run)) return run;
  const { mutation } = run;
  if (mutation === undefined) return unproven(withoutReport(run, 'mutation score'));
  const score = mutationScore(mutation);
  if (score === null)
    return unproven(
      withoutReport({ ...run, reportFaults: ['it has no mutant that could be detected'] }, 'mutation score'),
    );
  const min = options.min(submission);
  const valid = mutation.killed + mutation.timeout + mutation.survived + mutation.noCoverage;
  const low =
    min === undefined || atLeast(score, min)
      ? []
      : [
          problem(
            'MUTATION_TOO_LOW',
            `expected at least ${min} % of mutants to be detected, got ${shown(score)} % (${mutation.killed + mutation.timeout} of ${valid})${survivorsIn(mutation).text}`,
            { off: Math.max(0, min - score), hint: HINT },
          ),
        ];
  const claimed = options.claimed?.(submission);
  const verdict = withClaims(
    fromProblems([...low, ...claimProblem('mutation score', claimed, score)]),
    claimOf('mutation score', claimed, score),
  );
  return options.perFile?.(submission) === true
    ? allOf([verdict, judgeFiles(options, submission, mutation, seen)])
    : verdict;
};

/**
 * The tests detect enough mutants of the code. Baton runs the measurement itself.
 *
 * @example
 * ```ts
 * const checks = [
 *   mutationKept({
 *     base: ({ start }) => start,
 *     head: (submission) => submission.digest(tree('work')),
 *     min: () => 60,
 *   }),
 * ];
 * ```
 */
export const mutationKept = <const O extends string = never>(options: Options<O>): Check<O> => ({
  name: 'mutation-kept',
  title: 'The tests detect enough mutants',
  says: 'the tests detect enough mutants of the code; Baton measures it itself; your claims match the measurement',
  ...onOutcomes(options.on),
  needs: (submission) =>
    isNeeded(options, submission) ? known(...Object.values(requestsOf(options, submission))) : [],
  judge: (submission, seen) => (isNeeded(options, submission) ? judge(options, submission, seen) : MET),
});
