// A check of one's own.
import type { EvidenceRequest } from '../model/evidence.ts';
import type { Problem } from '../model/problem.ts';
import { fromProblems, type Verdict } from '../model/run/verdict.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Check, Seen } from '../model/workflow/workflow.ts';

export interface CheckSpec<O extends string> {
  readonly name: string;
  /** The clause as the sender reads it in its prompt. */
  readonly says: string;
  /** Outcomes it applies to; all when absent. */
  readonly on?: readonly O[];
  readonly needs?: (submission: Submission) => readonly EvidenceRequest[];
  /** Problems, none when all is well; a verdict where something could not be proved. */
  readonly judge: (submission: Submission, seen: Seen) => readonly Problem[] | Verdict;
}

const isVerdict = (said: readonly Problem[] | Verdict): said is Verdict => 'status' in said;

export const check = <const O extends string = never>(spec: CheckSpec<O>): Check<O> => ({
  name: spec.name,
  says: spec.says,
  ...(spec.on === undefined ? {} : { on: spec.on }),
  needs: (submission) => spec.needs?.(submission) ?? [],
  judge: (submission, seen) => {
    const said = spec.judge(submission, seen);
    return isVerdict(said) ? said : fromProblems(said);
  },
});
