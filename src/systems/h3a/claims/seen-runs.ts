// The runs that reports are compared with: the new tests on the old code, and the work as it is handed in. This is the one
// place that says which evidence they are.

import { commandOn, known } from '../../../checks/observed.ts';
import type { CommandEvidence, EvidenceRequest } from '../../../model/evidence.ts';
import type { Digest } from '../../../model/run/sealed.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import { DEFAULT_WORK_KIND, owesTest, workKindSchema } from '../../../model/workflow/work-kind.ts';
import type { Seen } from '../../../model/workflow/workflow.ts';
import { forgiven } from '../files/known-failures.ts';
import type { Task } from '../files/task-file.ts';
import { approved, code, currentTask } from '../workflow/nouns.ts';
import { hasCommand } from '../workflow/policy.ts';

export interface SeenRun {
  readonly run: CommandEvidence;
  /** Whether it passed, where tests that the task names as known failures count neither way. */
  readonly passed: boolean;
}

export const taskOf = (submission: Submission): Task | undefined => submission.view.maybe(currentTask);

/** Whether the task owes a test that fails without it. */
export const owesRed = (submission: Submission): boolean =>
  owesTest(workKindSchema.safeParse(taskOf(submission)?.record['kind']).data ?? DEFAULT_WORK_KIND);

/** The project before the task. */
export const baseOf = (submission: Submission): Digest => submission.view.digest(approved);
/** What is handed in, or, where the tree is not, what was accepted. */
export const headOf = (submission: Submission): Digest =>
  submission.digest(code) ?? submission.view.digest(code);

/** Commands that say by their exit whether the work is right. */
const OTHERS = ['lint', 'types', 'coverage'] as const;

export const oldCodeRequest = (submission: Submission): EvidenceRequest | undefined =>
  commandOn('test', baseOf(submission), headOf(submission));

export const headRequest = (submission: Submission, command: string): EvidenceRequest | undefined =>
  command === 'test' || hasCommand(submission.view, command)
    ? commandOn(command, headOf(submission))
    : undefined;

export const baseRequest = (submission: Submission, command: string): EvidenceRequest | undefined =>
  hasCommand(submission.view, command) ? commandOn(command, baseOf(submission)) : undefined;

export const runRequests = (submission: Submission, oldCode: boolean): readonly EvidenceRequest[] =>
  known(
    ...(oldCode ? [oldCodeRequest(submission)] : []),
    ...['test', ...OTHERS].map((command) => headRequest(submission, command)),
    baseRequest(submission, 'coverage'),
  );

export const seenRun = (
  submission: Submission,
  seen: Seen,
  request: EvidenceRequest | undefined,
): SeenRun | undefined => {
  const run = request === undefined ? undefined : seen(request);
  if (run?.kind !== 'command') return undefined;
  const { end, exit } = forgiven(run, taskOf(submission)?.knownFailures ?? []);
  return { run, passed: end === 'exited' && exit === 0 };
};
