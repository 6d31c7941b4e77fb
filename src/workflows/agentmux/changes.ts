// What the coders of agentmux change, as the plan declares it.
import { type Change, commandsOf, declaredTogether } from '../../checks/change.ts';
import { changeChecks, listedText, NEED_TESTS } from '../../checks/change-clauses.ts';
import { roundKept } from '../../checks/round-kept.ts';
import type { Evidence, EvidenceRequest } from '../../model/evidence.ts';
import type { Submission, View } from '../../model/view.ts';
import type { Check } from '../../model/workflow.ts';
import { whereTestsCount } from './checks.ts';
import { WHOLE_PLAN } from './plan-items.ts';
import { planOf, subplansOf } from './run-facts.ts';

const subplanChange = (submission: Submission): Change => ({
  ...{ command: 'test', base: submission.start, head: submission.digest('work'), strict: false },
  ...declaredTogether(subplansOf(planOf(submission.view), submission.assignment.item)),
  commands: commandsOf(submission.view),
});

/** The whole change, judged from where the run began: what an earlier round lost is not forgotten. */
const wholeChange = (view: View, head: Change['head'], start?: Change['start']): Change => ({
  ...{ command: 'test', base: view.base.tree, head, start, strict: false },
  ...declaredTogether(planOf(view).subplans),
  commands: commandsOf(view),
});

const fixChange = (submission: Submission): Change =>
  wholeChange(submission.view, submission.digest('tree'), submission.start);

const reviewedChange = ({ view }: Submission): Change => wholeChange(view, view.digest('tree'));

/** Without tests of the project the other clauses hold all the same. */
const withTests = (checks: readonly Check[]): readonly Check[] =>
  checks.map((check) => (NEED_TESTS.includes(check.name) ? whereTestsCount(check) : check));

export const subplanChecks: readonly Check[] = withTests(changeChecks(subplanChange));
export const fixChecks: readonly Check[] = [
  ...withTests(changeChecks(fixChange)),
  whereTestsCount(roundKept(fixChange)),
];
/** A pass over red tests contradicts itself; whoever reviews may still fail what is green. */
export const passChecks: readonly Check[] = withTests(changeChecks(reviewedChange, { on: ['pass'] }));

type Seen = (request: EvidenceRequest) => Evidence | undefined;

/** What reviewers and people are told of a change that was accepted. */
export const subplanListed = (submission: Submission, seen: Seen): Readonly<Record<string, string>> => ({
  [`listed/${submission.assignment.item ?? ''}`]: listedText(subplanChange(submission), seen),
});
export const fixListed = (submission: Submission, seen: Seen): Readonly<Record<string, string>> => ({
  'listed/all': listedText(fixChange(submission), seen),
});

export const listedIn = (view: View): string => {
  const fixed = view.detail('listed/all');
  const items = [WHOLE_PLAN, ...planOf(view).subplans.map(({ index }) => String(index))];
  const texts = fixed === undefined ? items.map((item) => view.detail(`listed/${item}`) ?? '') : [fixed];
  return texts.filter((text) => text !== '').join('\n');
};
