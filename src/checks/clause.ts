// One clause of a contract about one piece of work: what it needs to see, and how it judges it. A check is a clause for
// each submission; hooks, which have no submission, judge clauses as they are.
import type { EvidenceRequest } from '../model/evidence.ts';
import type { Verdict } from '../model/run/verdict.ts';
import type { Submission } from '../model/workflow/view.ts';
import type { Check, Seen } from '../model/workflow/workflow.ts';
import { onOutcomes } from './observed.ts';

export interface Clause {
  readonly name: string;
  /** In a few words, as people read it beside a verdict. */
  readonly title: string;
  /** As the sender reads it. */
  readonly says: string;
  readonly needs: readonly EvidenceRequest[];
  judge(seen: Seen): Verdict;
}

/** Of a clause about one command of the project. */
export const commandTitle = (command: string): string =>
  `The ${command} command passes on what was handed in`;

/** The check of a clause that is made for each submission. `named` says what does not depend on any. */
export const checkOf = <O extends string = never>(
  named: Pick<Clause, 'name' | 'title' | 'says'>,
  make: (submission: Submission) => Clause,
  on?: readonly O[],
): Check<O> => ({
  name: named.name,
  title: named.title,
  says: named.says,
  ...onOutcomes(on),
  needs: (submission) => make(submission).needs,
  judge: (submission, seen) => make(submission).judge(seen),
});
