// From a plan to a tree that every reviewer has passed.

import { put } from '../../../authoring/accepted.ts';
import { merge } from '../../../authoring/actions.ts';
import { agent, agents, engine, provedBy } from '../../../authoring/step.ts';
import { changesWithin } from '../../../checks/change/changes-within.ts';
import { mergesCleanly } from '../../../checks/change/merges-cleanly.ts';
import type { EvidenceRequest } from '../../../model/evidence.ts';
import { optional } from '../../../model/workflow/handles.ts';
import type { Submission } from '../../../model/workflow/view.ts';
import type { Seen } from '../../../model/workflow/workflow.ts';
import { isWithin } from '../files/owned-files.ts';
import { doneArgs, preferenceEffects, reviewArgs } from './call-args.ts';
import { fixChecks, fixListed, passChecks, subplanChecks, subplanListed, TESTED } from './changes.ts';
import { knownTargets, ownIndex, ownRole } from './checks.ts';
import {
  architecture,
  archive,
  coder,
  design,
  fixes,
  plan,
  planValid,
  project,
  research,
  review,
  reviewers,
  reviewPassed,
  summary,
  summaryWritten,
  treeMerged,
  work,
  workDone,
} from './nouns.ts';
import * as prompts from './prompt-specs.ts';
import { reviewText } from './review-texts.ts';
import { codingItems, coordinatorOf, reviewersOf, subplansOf } from './run-facts.ts';

const SUBPLANS_MAX = 256;

type Work = Pick<Submission, 'view' | 'start' | 'digest'>;

const fixChanges = ({ start, digest }: Work): readonly EvidenceRequest[] => {
  const tree = digest(project);
  return start === undefined || tree === undefined ? [] : [{ kind: 'changes', from: start, to: tree }];
};

/** Reviewers who said what they had looked at, none of which the fix has touched. Without a list it is everything. */
const untouched = (fix: Work, seen: Seen): readonly string[] => {
  const [wanted] = fixChanges(fix);
  const found = wanted && seen(wanted);
  if (found?.kind !== 'changes') return [];
  return reviewersOf(fix.view).filter((role) => {
    const reviewed = fix.view.maybe(review, role)?.reviewed ?? [];
    return reviewed.length > 0 && !found.files.some((file) => isWithin(file, reviewed));
  });
};

const implementing = agents(coder, {
  contract: 'code',
  tool: 'submit_done',
  says: 'A sub-plan, carried out, in the files that it owns.',
  each: { items: codingItems, max: SUBPLANS_MAX },
  template: prompts.coder,
  args: doneArgs,
  worksIn: project,
  reads: [plan, optional(project), optional(design), optional(research)],
  writes: [work],
  assumes: [planValid],
  checks: [
    ownIndex,
    changesWithin({
      says: 'you changed only files that your sub-plan owns (owned_files)',
      from: (s) => s.start,
      to: (s) => s.digest(work),
      allowed: (s) =>
        subplansOf(s.view.value(plan), s.assignment.item).flatMap((subplan) => subplan.owned_files),
      isWithin,
    }),
    ...subplanChecks,
    mergesCleanly({ artifact: work, base: project }),
  ],
  guarantees: [provedBy(workDone, TESTED)],
  onAccepted: { remember: subplanListed },
});

const reviewing = agents(reviewers, {
  contract: 'review',
  says: 'A review that says pass or fail, and why.',
  each: { items: (view) => reviewersOf(view).map((key) => ({ key })), max: reviewers.length },
  template: prompts.reviewer,
  args: reviewArgs,
  worksIn: project,
  reviews: 'start',
  reads: [plan, architecture, project],
  writes: [review],
  assumes: [treeMerged],
  outcome: ({ value }) => value(review).verdict,
  checks: [ownRole, knownTargets, ...passChecks],
  guarantees: { pass: [reviewPassed] },
  onAccepted: {
    writes: [archive],
    files: ({ assignment, value }) => [
      put(archive, reviewText(value(review)), `${assignment.visit - 1}_${assignment.role}`),
    ],
    effects: preferenceEffects,
  },
});

const fixing = agent(coder, {
  contract: 'fix',
  tool: 'submit_done',
  says: 'What the reviewers found, fixed.',
  inputs: (view) => ({ subplan_index: 1, fix: view.count(fixes) }),
  template: prompts.fixer,
  args: doneArgs,
  worksIn: project,
  reads: [plan, optional(review), optional(archive)],
  writes: [project],
  assumes: [planValid],
  checks: [
    ownIndex,
    changesWithin({
      says: 'you changed only files that the sub-plans own (owned_files), or that the documentation of the plan names (doc_files)',
      from: (s) => s.start,
      to: (s) => s.digest(project),
      allowed: ({ view }) => {
        const { subplans, doc_files } = view.value(plan);
        return [...subplans.flatMap((subplan) => subplan.owned_files), ...doc_files];
      },
      isWithin,
    }),
    ...fixChecks,
  ],
  guarantees: [provedBy(treeMerged, TESTED)],
  onAccepted: {
    remember: fixListed,
    renews: { fact: reviewPassed, needs: fixChanges, items: untouched },
  },
});

export const codingSteps = {
  implementing,
  merging: engine(merge(work, { onto: project, into: project }), {
    contract: 'merge',
    says: 'The sub-plans, merged in plan order.',
    assumes: [workDone],
    guarantees: [treeMerged],
  }),
  reviewing,
  fixing,
  summarising: agents(reviewers, {
    contract: 'summary',
    says: 'A summary of the change for the person who decides about it.',
    each: { items: (view) => [{ key: coordinatorOf(view) }], max: 1 },
    template: prompts.summary,
    worksIn: project,
    reviews: 'start',
    reads: [plan, project],
    writes: [summary],
    assumes: [reviewPassed],
    guarantees: [summaryWritten],
  }),
};
