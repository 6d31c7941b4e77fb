// What the steps, prompts and files of agentmux ask a run for.
import * as z from 'zod';
import type { Item } from '../../../authoring/step.ts';
import type { Role } from '../../../model/workflow/handles.ts';
import type { View } from '../../../model/workflow/view.ts';
import type { Plan } from '../files/plan-file.ts';
import type { RoleReview } from '../files/review-file.ts';
import { DEFAULT_REVIEWER, isReviewer, type Reviewer } from '../files/vocabulary.ts';
import {
  nominations,
  plan,
  researchAnswered,
  researchRequest,
  review,
  reviewPassed,
  set,
  workDone,
} from './nouns.ts';
import { itemsOfPlan, type SubplanInputs, WHOLE_PLAN } from './plan-items.ts';

/** The sub-plans of an item: one, or all of them where one coder does the whole plan. */
export const subplansOf = (from: Plan, item: string | undefined): Plan['subplans'] =>
  item === WHOLE_PLAN ? from.subplans : from.subplans.filter(({ index }) => String(index) === item);

export type CodingItem = Item & SubplanInputs;

export const codingItems = (view: View): readonly CodingItem[] =>
  itemsOfPlan(view.value(plan), { singleCoder: view.setting(set.single_coder) }).map(
    ({ key, after, inputs }) => ({ key, after, ...inputs }),
  );

/** Whether this sub-plan is done, by whoever does it. */
export const isSubplanDone = (view: View, index: number): boolean =>
  view.holds(workDone, String(index)) || view.holds(workDone, WHOLE_PLAN);

export const keptNominations = (names: readonly string[] = []): Readonly<Record<string, string>> =>
  names.length === 0 ? {} : { [nominations.name]: names.join(' ') };

/** As the architect nominated them. */
export const nominationsOf = (view: View): readonly Reviewer[] =>
  (view.memo(nominations) ?? '').split(' ').filter(isReviewer);

export const reviewersOf = (view: View): readonly Reviewer[] => {
  const nominated = [...new Set(nominationsOf(view))];
  return nominated.length === 0 ? [DEFAULT_REVIEWER] : nominated;
};

/** Who writes the summary. */
export const coordinatorOf = (view: View): Reviewer => reviewersOf(view)[0] ?? DEFAULT_REVIEWER;

/** The last review of each reviewer who has handed one in. */
export const reviewsOf = (view: View): readonly RoleReview[] =>
  reviewersOf(view).flatMap((role) => {
    const found = view.maybe(review, role);
    return found === undefined ? [] : [{ role, review: found }];
  });

export const allPassed = (view: View): boolean =>
  reviewersOf(view).every((role) => view.holds(reviewPassed, role));

export interface Topic {
  readonly item: string;
  readonly type: 'code' | 'web';
  readonly topic: string;
  readonly isDone: boolean;
}

export const topicsOf = (view: View): readonly Topic[] =>
  view
    .items(researchRequest)
    .toSorted()
    .map((item) => ({
      item,
      type: item.startsWith('web-') ? 'web' : 'code',
      topic: item.replace(/^(?:code|web)-/, ''),
      isDone: view.holds(researchAnswered, item),
    }));

const issueSchema = z.object({ number: z.string(), title: z.string() });
export type Issue = z.infer<typeof issueSchema>;

export const issueOf = (view: View): Issue | undefined =>
  issueSchema.safeParse(view.run.options['issue']).data;

/** Somebody plays this role. */
export const isPlayed = (view: View, { name }: Role): boolean => {
  const agents = view.run.options['agents'];
  return typeof agents === 'object' && agents !== null && Object.hasOwn(agents, name);
};
