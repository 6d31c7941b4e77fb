// Tests that fail already, and that the planner answers for: they count neither for nor against whoever does the task.
import type { CommandEvidence, Evidence } from '../../../model/evidence.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import type { Check } from '../../../model/workflow/workflow.ts';

/** The same run without the failures that are known. Where there are others, or the run broke, it stays a failed one. */
export const forgiven = (run: CommandEvidence, known: readonly string[]): CommandEvidence => {
  const { tests, end } = run;
  const isKnown = ({ name }: { readonly name: string }): boolean => known.includes(name);
  const excused = tests?.failures.filter(isKnown).length ?? 0;
  if (tests === null || end !== 'exited' || excused === 0) return run;
  const failed = Math.max(0, tests.failed - excused);
  return {
    ...run,
    exit: failed === 0 ? 0 : run.exit,
    tests: {
      ...tests,
      total: tests.total - excused,
      failed,
      failures: tests.failures.filter((failure) => !isKnown(failure)),
      ...(tests.cases === undefined
        ? {}
        : { cases: tests.cases.filter((test) => test.status !== 'failed' || !isKnown(test)) }),
    },
  };
};

/** A check of test runs that leaves out what failed before the task, as the task names it. */
export const forgiving = <O extends string>(
  check: Check<O>,
  known: (submission: Submission) => readonly string[] | undefined,
): Check<O> => ({
  ...check,
  judge: (submission, evidence) => {
    const names = known(submission) ?? [];
    if (names.length === 0) return check.judge(submission, evidence);
    return check.judge(submission, (request): Evidence | undefined => {
      const found = evidence(request);
      return found?.kind === 'command' ? forgiven(found, names) : found;
    });
  },
});

/** Whoever counts tests may count the known failures or leave them out; both are true. */
export const countedEitherWay = <O extends string>(
  check: Check<O>,
  known: (submission: Submission) => readonly string[] | undefined,
): Check<O> => ({
  ...check,
  judge: (submission, evidence) => {
    const verdict = check.judge(submission, evidence);
    return verdict.status === 'met' ? verdict : forgiving(check, known).judge(submission, evidence);
  },
});
