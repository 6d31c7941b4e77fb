// The tests are re-run by Baton, on the tree as it was before and on the tree that was handed in. Nobody's word counts.
import type { CommandEvidence, Evidence, EvidenceRequest } from '../model/evidence.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Digest } from '../model/sealed.ts';
import { MET, unmet, unproven, type Verdict } from '../model/verdict.ts';
import type { Check, SubmissionView } from '../model/workflow.ts';
import { cannotFail, ENDS } from './observed.ts';

const failureProblems = (evidence: CommandEvidence): Problem[] => {
  const failures = evidence.tests?.failures ?? [];
  if (failures.length === 0)
    return [
      problem(
        'TESTS_FAILED',
        `expected \`${evidence.line}\` to end with 0, it ended with ${evidence.exit}\n${evidence.tail.slice(-2000)}`,
        {
          hint: 'make the command pass in your working tree, then submit again',
        },
      ),
    ];
  return failures.map((failure) =>
    problem('TESTS_FAILED', `${failure.name}: ${failure.message}`, {
      ...(failure.file === undefined ? {} : { file: failure.file }),
      ...(failure.line === undefined ? {} : { line: failure.line }),
      hint: `make it pass: ${evidence.line}`,
    }),
  );
};

/** What a run of the tests says of one tree. Not run, not seen, or none found is never a pass. */
export const judgeTests = (evidence: Evidence | undefined): Verdict => {
  if (evidence === undefined || evidence.kind === 'unavailable')
    return unproven(
      problem('EVIDENCE_UNAVAILABLE', `the tests could not be run: ${evidence?.cause ?? 'no evidence'}`, {
        ...(evidence?.hint === undefined ? {} : { hint: evidence.hint }),
      }),
    );
  if (evidence.kind !== 'command')
    return unproven(problem('EVIDENCE_UNAVAILABLE', `expected a test run, got ${evidence.kind}`));
  const notRun =
    evidence.tests === null || evidence.tests.passed === 0
      ? problem('TESTS_NOT_RUN', `\`${evidence.line}\` ended with 0, but no test was seen to pass`, {
          hint: 'add a test that shows the change, and let the command run it',
        })
      : undefined;
  if (evidence.cannotFail !== undefined)
    return unmet(...cannotFail(evidence), ...(notRun === undefined || evidence.exit !== 0 ? [] : [notRun]));
  if (evidence.end !== 'exited') {
    const { code, words } = ENDS[evidence.end];
    return unmet(
      problem(code, `\`${evidence.line}\` ${words}`, {
        hint: 'make the tests end by themselves, within the limits',
      }),
    );
  }
  if (evidence.exit !== 0) return unmet(...failureProblems(evidence));
  if (evidence.tests !== null && evidence.tests.failed > 0) return unmet(...failureProblems(evidence));
  // A report that cannot be read shows no test that passed: taking the exit for it would make less evidence count more.
  if (notRun !== undefined) return unproven(notRun);
  return MET;
};

const counted = (evidence: Evidence | undefined): number =>
  evidence?.kind === 'command' ? (evidence.tests?.passed ?? 0) : 0;

/** Fewer tests than before is how a red suite is made green without mending anything. */
const judgeRemoved = (before: Evidence | undefined, after: Evidence | undefined): Verdict =>
  counted(after) < counted(before)
    ? unmet(
        problem(
          'TESTS_REMOVED',
          `expected at least the ${counted(before)} tests that passed before, ${counted(after)} passed now`,
          {
            hint: 'restore the tests that were removed or skipped',
          },
        ),
      )
    : MET;

/**
 * Without knowing what passed before, nobody can say that nothing is gone. Code that did not pass may be mended all the
 * same: a suite that was broken has nothing to count, and waiting for its report would wait for ever.
 */
export const isKnown = (before: Evidence | undefined): boolean =>
  before?.kind === 'command' && !(before.end === 'exited' && before.exit === 0 && before.tests === null);

/**
 * A command that cannot fail says nothing of the code before either. That it had no test yet is no reproach: a project
 * may get its first.
 */
export const blindBefore = (before: Evidence | undefined): Problem[] =>
  before?.kind === 'command' && before.tests?.total !== 0 ? cannotFail(before) : [];

export const testsGreen = (options: {
  readonly command: string;
  readonly base: (submission: SubmissionView) => Digest | undefined;
  readonly head: (submission: SubmissionView) => Digest | undefined;
  readonly on?: readonly string[];
}): Check => {
  const run = (tree: Digest | undefined): EvidenceRequest[] =>
    tree === undefined ? [] : [{ kind: 'command', command: options.command, tree }];
  return {
    name: 'tests-green',
    says: `the project's \`${options.command}\` command passes on what you hand in: Baton runs it itself, on the code before and on yours; no test that passed before may be gone`,
    ...(options.on === undefined ? {} : { on: options.on }),
    needs: (submission) => [...run(options.base(submission)), ...run(options.head(submission))],
    judge: (submission, evidence) => {
      const before = run(options.base(submission))[0];
      const after = run(options.head(submission))[0];
      const verdict = judgeTests(after === undefined ? undefined : evidence(after));
      if (verdict.status !== 'met' || before === undefined || after === undefined) return verdict;
      const was = evidence(before);
      const blind = blindBefore(was);
      if (blind.length > 0) return unmet(...blind);
      return isKnown(was) ? judgeRemoved(was, evidence(after)) : judgeTests(was);
    },
  };
};
