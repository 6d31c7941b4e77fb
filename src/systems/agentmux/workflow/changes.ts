// What the coders of agentmux change, as the plan declares it.
import { type Change, commandsOf, declaredTogether } from '../../../checks/change/change.ts';
import { changeChecks, listedText, NEED_TESTS } from '../../../checks/change/change-clauses.ts';
import { roundKept } from '../../../checks/change/round-kept.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import type { Check, Seen } from '../../../model/workflow/workflow.ts';
import { whereTestsCount } from './checks.ts';
import { listed, plan, project, work } from './nouns.ts';
import { WHOLE_PLAN } from './plan-items.ts';
import { subplansOf } from './run-facts.ts';

const subplanChange = (submission: Submission): Change => ({
  ...{ command: 'test', base: submission.start, head: submission.digest(work), strict: false },
  ...declaredTogether(subplansOf(submission.view.value(plan), submission.assignment.item)),
  commands: commandsOf(submission.view),
});

/** The whole change, judged from where the run began: what an earlier round lost is not forgotten. */
const wholeChange = (view: View, head: Change['head'], start?: Change['start']): Change => ({
  ...{ command: 'test', base: view.run.base.tree, head, start, strict: false },
  ...declaredTogether(view.value(plan).subplans),
  commands: commandsOf(view),
});

const fixChange = (submission: Submission): Change =>
  wholeChange(submission.view, submission.digest(project), submission.start);

const reviewedChange = ({ view }: Submission): Change => wholeChange(view, view.digest(project));

/** Without tests of the project the other clauses hold all the same. */
const withTests = <O extends string>(checks: readonly Check<O>[]): readonly Check<O>[] =>
  checks.map((check) => (NEED_TESTS.includes(check.name) ? whereTestsCount(check) : check));

export const subplanChecks: readonly Check<never>[] = withTests(changeChecks(subplanChange));
export const fixChecks: readonly Check<never>[] = [
  ...withTests(changeChecks(fixChange)),
  whereTestsCount(roundKept(fixChange)),
];
/** A pass over red tests contradicts itself; whoever reviews may still fail what is green. */
export const passChecks: readonly Check<'pass'>[] = withTests(changeChecks(reviewedChange, { on: ['pass'] }));

/** The clauses that finished work rests on. */
export const TESTED: readonly string[] = [
  'changes-within',
  'tests-green',
  'tests-hold',
  'tests-kept',
  'runner-sound',
];

const FIXED = listed('all');

/** What reviewers and people are told of a change that was accepted. */
export const subplanListed = (submission: Submission, seen: Seen): Readonly<Record<string, string>> => ({
  [listed(submission.assignment.item ?? '').name]: listedText(subplanChange(submission), seen),
});
export const fixListed = (submission: Submission, seen: Seen): Readonly<Record<string, string>> => ({
  [FIXED.name]: listedText(fixChange(submission), seen),
});

export const listedIn = (view: View): string => {
  const fixed = view.memo(FIXED);
  const items = [WHOLE_PLAN, ...view.value(plan).subplans.map(({ index }) => String(index))];
  const texts = fixed === undefined ? items.map((item) => view.memo(listed(item)) ?? '') : [fixed];
  return texts.filter((text) => text !== '').join('\n');
};
