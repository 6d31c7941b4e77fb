// From a reviewed tree to a commit: the person's word, files left out, the branch, the pull request.

import { type Put, put } from '../../../authoring/accepted.ts';
import { commit, exclude, publish, record } from '../../../authoring/actions.ts';
import { engine, person } from '../../../authoring/step.ts';
import { message } from '../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../model/workflow/view.ts';
import { parseApproval } from '../files/approval-file.ts';
import { approvalJson, commitMessage, draftedMessage, pullRequestBody, slugOf } from './completion-texts.ts';
import {
  approval,
  changes,
  excludeProblem,
  plan,
  project,
  reviewPassed,
  set,
  summary,
  summaryWritten,
  treeApproved,
  treeMerged,
} from './nouns.ts';
import { reviewMarkdown } from './review-texts.ts';
import { issueOf, reviewsOf } from './run-facts.ts';

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

const changesFile = (text: unknown): Put =>
  put(changes, `${String(text ?? '').trim() || 'Something else was wanted; the person did not say what.'}\n`);

/** What a person decides is put down as the files that this workflow has for it. */
const decisionFiles = ({ outcome, args }: Submission): readonly Put[] => {
  if (outcome === 'changes') return [changesFile(args['text'])];
  const words = typeof args['message'] === 'string' ? args['message'] : undefined;
  return [put(approval, approvalJson({ exclude: textsOf(args['exclude']), message: words }))];
};

const featureOf = (view: View): string => slugOf(view.run.name);

const branchOf = (view: View): string => `${view.setting(set.branch_prefix)}${featureOf(view)}`;

const messageOf = (view: View): string =>
  commitMessage({
    person: view.memo(message),
    reviewers: reviewsOf(view).map(({ review }) => review.commit_message),
    drafted: draftedMessage({
      request: view.request,
      planOverview: view.value(plan).plan_overview,
      slug: featureOf(view),
      issue: issueOf(view)?.number,
    }),
  });

const bodyOf = (view: View): string =>
  pullRequestBody({
    request: view.request,
    planOverview: view.value(plan).plan_overview,
    review: reviewMarkdown(reviewsOf(view)),
    issue: issueOf(view)?.number,
  });

const approvalText = (view: View): string => {
  const problem = view.memo(excludeProblem);
  const where = view.setting(set.push) ? ', and pushed where there is an origin' : '';
  return [
    ...(problem === undefined || problem === '' ? [] : [`Nothing was left out: ${problem}.\n`]),
    view.text(summary).trim(),
    `\nApprove it to have it committed on ${branchOf(view)}${where}. You may leave files out, and write the commit message. Reject it with words to have it planned again.`,
  ].join('\n');
};

const stuckText = (view: View): string => {
  const rounds = view.setting(set.max_review_iterations);
  const failed = reviewsOf(view).filter(({ review }) => review.verdict === 'fail');
  const found = failed.map(({ role, review }) => `- ${role}: ${review.summary.trim()}`).join('\n');
  return `The limit of fix rounds (${rounds}) is reached and the review still fails:\n${found}\n\nagain: another ${rounds} rounds; changes: plan again, with your words; abandon: give it up. Nothing is committed.`;
};

/** Files that the person left out. */
const leftOut = (view: View): readonly string[] =>
  parseApproval(view.maybe(approval) ?? '').value?.exclude_files ?? [];

export const completionSteps = {
  stuck: person(['again', 'changes', 'abandon'], {
    contract: 'ruling',
    says: 'A person decides how to go on.',
    ask: stuckText,
    reject: 'changes',
    onAccepted: {
      writes: [changes],
      files: ({ outcome, args }) => (outcome === 'changes' ? [changesFile(args['text'])] : []),
    },
  }),
  completing: person(['approve', 'exclude', 'changes'], {
    contract: 'approval',
    says: 'A person has seen the change and wants it.',
    reads: [project, summary],
    assumes: [reviewPassed, summaryWritten],
    ask: approvalText,
    leavesOut: 'exclude',
    guarantees: { approve: [treeApproved] },
    onAccepted: { writes: [approval, changes], files: decisionFiles },
  }),
  excluding: engine(exclude(project, leftOut), { contract: 'leaveOut', guarantees: [treeMerged] }),
  approving_itself: engine(
    record(approval, () => approvalJson({ exclude: [] }), 'approved'),
    {
      contract: 'autoApproval',
      says: 'The project has decided that what all reviewers passed needs no further word.',
      reads: [project, summary],
      assumes: [reviewPassed, summaryWritten],
      guarantees: [treeApproved],
    },
  ),
  committing: engine(commit(project, { branch: branchOf, message: messageOf }), {
    contract: 'commit',
    says: 'The approved tree, committed on a branch of the run.',
    assumes: [treeApproved, reviewPassed],
  }),
  publishing: engine(
    publish({
      branch: branchOf,
      push: (view) => view.setting(set.push),
      draft: (view) => view.setting(set.draft),
      onto: (view) => view.setting(set.base_branch),
      title: (view) => issueOf(view)?.title ?? featureOf(view),
      body: bodyOf,
      feature: featureOf,
    }),
    { contract: 'publish' },
  ),
};
