// What the contracts, prompts and files of agentmux ask a run for.

import type { View } from '../../model/view.ts';
import type { Item } from '../../model/workflow.ts';
import type { Plan } from './plan-file.ts';
import { itemsOfPlan, WHOLE_PLAN } from './plan-items.ts';
import { policyOf } from './policy.ts';
import type { Review, RoleReview } from './review-file.ts';
import { DEFAULT_REVIEWER, isReviewer, type Reviewer } from './vocabulary.ts';

export const planOf = (view: View): Plan => view.value('plan') as Plan;

/** The sub-plans of an item: one, or all of them where one coder does the whole plan. */
export const subplansOf = (plan: Plan, item: string | undefined): Plan['subplans'] =>
  item === WHOLE_PLAN ? plan.subplans : plan.subplans.filter(({ index }) => String(index) === item);

export const codingItems = (view: View): readonly Item[] =>
  itemsOfPlan(planOf(view), { singleCoder: policyOf(view, 'single_coder') });

/** Whether this sub-plan is done, by whoever does it. */
export const isSubplanDone = (view: View, index: number): boolean =>
  view.holds('work.done', String(index)) || view.holds('work.done', WHOLE_PLAN);

const NOMINATIONS = 'reviewer_nominations';

export const keptNominations = (reviewers: unknown): Readonly<Record<string, string>> =>
  Array.isArray(reviewers) && reviewers.length > 0 ? { [NOMINATIONS]: reviewers.join(' ') } : {};

/** As the architect nominated them. */
export const nominationsOf = (view: View): readonly Reviewer[] =>
  (view.detail(NOMINATIONS) ?? '').split(' ').filter(isReviewer);

export const reviewersOf = (view: View): readonly Reviewer[] => {
  const nominated = [...new Set(nominationsOf(view))];
  return nominated.length === 0 ? [DEFAULT_REVIEWER] : nominated;
};

/** Who writes the summary. */
export const coordinatorOf = (view: View): Reviewer => reviewersOf(view)[0] ?? DEFAULT_REVIEWER;

/** The last review of each reviewer who has handed one in. */
export const reviewsOf = (view: View): readonly RoleReview[] =>
  reviewersOf(view).flatMap((role) => {
    const review = view.value('review', role) as Review | undefined;
    return review === undefined ? [] : [{ role, review }];
  });

export const allPassed = (view: View): boolean =>
  reviewersOf(view).every((role) => view.holds('review.passed', role));

export interface Topic {
  readonly item: string;
  readonly type: 'code' | 'web';
  readonly topic: string;
  readonly isDone: boolean;
}

export const topicsOf = (view: View): readonly Topic[] =>
  view
    .items('researchRequest')
    .toSorted()
    .map((item) => ({
      item,
      type: item.startsWith('web-') ? 'web' : 'code',
      topic: item.replace(/^(?:code|web)-/, ''),
      isDone: view.holds('research.answered', item),
    }));

export interface Issue {
  readonly number: string;
  readonly title: string;
}

export const issueOf = (view: View): Issue | undefined => view.option('issue') as Issue | undefined;

/** Somebody plays this role. */
export const isPlayed = (view: View, role: string): boolean => {
  const agents = view.option('agents');
  return typeof agents === 'object' && agents !== null && Object.hasOwn(agents, role);
};
