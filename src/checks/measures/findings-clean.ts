// What scanners find: nothing critical or high is handed on, and no secret. What was found on the code before is not the
// sender's, unless the policy says that it is.
import type { CommandEvidence } from '../../model/evidence.ts';
import type { Finding, Findings } from '../../model/measured.ts';
import { type Problem, problem } from '../../model/problem.ts';
import type { Digest } from '../../model/run/sealed.ts';
import { fromProblems, unmet, unproven, type Verdict } from '../../model/run/verdict.ts';
import type { Submission } from '../../model/workflow/view.ts';
import type { Check, Seen } from '../../model/workflow/workflow.ts';
import {
  type Asked,
  commandOn,
  endProblem,
  isMissing,
  known,
  observed,
  onOutcomes,
  tailOf,
} from '../observed.ts';
import { withoutReport } from './measured-run.ts';

/** Names that rules for secrets have in the scanners that there are. */
const SECRET =
  /secret|password|passwd|credential|api-?key|private-?key|access-?token|hard-?coded-?(?:key|token)/i;

type Severity = Finding['severity'];
export const isSecret = ({ rule }: Finding): boolean => SECRET.test(rule);

/** The line is left out: it moves with what is above it. */
const keyOf = ({ rule, file, message }: Finding): string => JSON.stringify([rule, file ?? '', message]);

/** Those that were not there before; each of the old ones excuses one. */
export const newOnes = (found: readonly Finding[], before: readonly Finding[]): readonly Finding[] => {
  const old = new Map<string, number>();
  for (const finding of before) old.set(keyOf(finding), (old.get(keyOf(finding)) ?? 0) + 1);
  return found.filter((finding) => {
    const left = old.get(keyOf(finding)) ?? 0;
    if (left > 0) old.set(keyOf(finding), left - 1);
    return left === 0;
  });
};

const findingProblem = (finding: Finding, severity: Problem['severity']): Problem =>
  problem(
    'FINDINGS_OPEN',
    `expected no finding that is ${isSecret(finding) ? 'a secret' : finding.severity}, got ${finding.rule}: ${finding.message}`,
    {
      severity,
      ...(finding.file === undefined ? {} : { file: finding.file }),
      ...(finding.line === undefined ? {} : { line: finding.line }),
      hint: isSecret(finding)
        ? 'take the secret out of the files, and let its owner replace it: it has been seen'
        : 'fix what was found',
    },
  );

/** A report lists the worst ones; of those that it only counts nobody can say that they were there before. */
const unlisted = ({ counts, results }: Findings, severities: readonly Severity[]): Problem[] =>
  severities.flatMap((severity) => {
    const more = (counts[severity] ?? 0) - results.filter((finding) => finding.severity === severity).length;
    return more > 0
      ? [
          problem(
            'FINDINGS_OPEN',
            `expected no finding that is ${severity}, got ${more} more than are listed`,
            {
              hint: 'fix what was found, then submit again',
            },
          ),
        ]
      : [];
  });

interface Options<O extends string = string> {
  /** The command that writes the report: `security`, `lint` … */
  readonly command: string;
  readonly base: Asked<Digest>;
  readonly head: Asked<Digest>;
  /** What becomes of findings of medium severity; they are told as warnings unless this says otherwise. */
  readonly medium?: Asked<'refused' | 'told' | 'ignored'>;
  /** Findings that were there before count too. */
  readonly all?: Asked<boolean>;
  readonly on?: readonly O[];
}

const requestsOf = (options: Options, submission: Submission) => ({
  head: commandOn(options.command, options.head(submission)),
  base: options.all?.(submission) === true ? undefined : commandOn(options.command, options.base(submission)),
});

/** Scanners end with another exit than 0 when they find something: the report says what. Without any it is a failure. */
const runProblem = (run: CommandEvidence): Verdict | undefined => {
  const ended = endProblem(run, 'make the command end by itself, within the limits');
  if (ended !== undefined) return run.end === 'killed' ? unproven(ended) : unmet(ended);
  if (run.findings === undefined) return unproven(withoutReport(run, 'findings'));
  const all = Object.values(run.findings.counts).reduce((sum, count) => sum + count, 0);
  if (run.exit === 0 || all > 0) return undefined;
  return unmet(
    problem(
      'COMMAND_FAILED',
      `expected \`${run.line}\` to end with 0, because it found nothing; it ended with ${run.exit}\n${tailOf(run)}`,
      {
        hint: 'make the command work in your working tree, then submit again',
      },
    ),
  );
};

const judge = (options: Options, submission: Submission, seen: Seen): Verdict => {
  const requests = requestsOf(options, submission);
  const run = observed('command', seen, requests.head, `\`${options.command}\` could not be run`);
  if (isMissing(run)) return unproven(run);
  const failed = runProblem(run);
  if (failed !== undefined || run.findings === undefined)
    return failed ?? unproven(withoutReport(run, 'findings'));
  const medium = options.medium?.(submission) ?? 'told';
  const refused: Severity[] = ['critical', 'high', ...(medium === 'refused' ? (['medium'] as const) : [])];
  const isRefused = (finding: Finding): boolean => refused.includes(finding.severity) || isSecret(finding);
  const found = run.findings.results.filter(
    (finding) => isRefused(finding) || (medium === 'told' && finding.severity === 'medium'),
  );
  const rest = unlisted(run.findings, refused);
  const isAll = options.all?.(submission) === true;
  const base = isAll
    ? undefined
    : observed('command', seen, requests.base, 'nobody can say what was found before');
  const before = base === undefined || isMissing(base) ? undefined : base.findings?.results;
  const problems = [
    ...newOnes(found, before ?? []).map((finding) =>
      findingProblem(finding, isRefused(finding) ? 'error' : 'warning'),
    ),
    ...rest,
  ];
  const verdict = fromProblems(problems);
  // Without the findings of before nobody can say whose these are.
  if (isAll || before !== undefined || verdict.status === 'met') return verdict;
  const missing =
    base !== undefined && isMissing(base) ? base : withoutReport(run, 'findings of the code before');
  return unproven(missing, ...problems);
};

/**
 * A scanner finds nothing critical or high, and no secret, that was not there before. Baton runs it itself.
 *
 * @example
 * ```ts
 * const checks = [
 *   findingsClean({
 *     command: 'security',
 *     base: ({ start }) => start,
 *     head: (submission) => submission.digest(tree('work')),
 *   }),
 * ];
 * ```
 */
export const findingsClean = <const O extends string = never>(options: Options<O>): Check<O> => ({
  name: 'findings-clean',
  title: 'No new security finding',
  says: `the project's \`${options.command}\` command finds no new critical or high finding and no new secret; Baton runs it itself`,
  ...onOutcomes(options.on),
  needs: (submission) => known(...Object.values(requestsOf(options, submission))),
  judge: (submission, seen) => judge(options, submission, seen),
});
