// One clause of a contract about one piece of work: what it needs to see, and how it judges it. A check is a clause for
// each submission; hooks, which have no submission, judge clauses as they are.
import type { EvidenceRequest } from '../model/evidence.ts';
import type { Verdict } from '../model/run/verdict.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Check, Seen } from '../model/workflow/workflow.ts';
import { onOutcomes } from './observed.ts';

export interface Clause {
  readonly name: string;
  /** As the sender reads it. */
  readonly says: string;
  readonly needs: readonly EvidenceRequest[];
  judge(seen: Seen): Verdict;
}

/** The check of a clause that is made for each submission. `named` says what does not depend on any. */
export const checkOf = <O extends string = never>(
  named: Pick<Clause, 'name' | 'says'>,
  make: (submission: Submission) => Clause,
  on?: readonly O[],
): Check<O> => ({
  name: named.name,
  says: named.says,
  ...onOutcomes(on),
  needs: (submission) => make(submission).needs,
  judge: (submission, seen) => make(submission).judge(seen),
});
