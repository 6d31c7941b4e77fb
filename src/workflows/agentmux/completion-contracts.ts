// From a reviewed tree to a commit: the person's word, files left out, the branch, the pull request.

import type { Submission, View } from '../../model/view.ts';
import type { ContractSpec } from '../../model/workflow.ts';
import type { Derived } from '../../model/workflow-texts.ts';
import { parseApproval } from './approval-file.ts';
import { approvalJson, commitMessage, draftedMessage, pullRequestBody, slugOf } from './completion-texts.ts';
import { policyOf } from './policy.ts';
import { reviewMarkdown } from './review-texts.ts';
import { issueOf, planOf, reviewsOf } from './run-facts.ts';
import type { Artifact, Fact, Role } from './vocabulary.ts';

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

const changesFile = (text: unknown): Derived => ({
  artifact: 'changes',
  text: `${String(text ?? '').trim() || 'Something else was wanted; the person did not say what.'}\n`,
});

/** What a person decides is put down as the files that this workflow has for it. */
const decisionFiles = ({ outcome, args }: Submission): readonly Derived[] => {
  if (outcome === 'changes') return [changesFile(args['text'])];
  const message = typeof args['message'] === 'string' ? args['message'] : undefined;
  return [{ artifact: 'approval', text: approvalJson({ exclude: textsOf(args['exclude']), message }) }];
};

const branchOf = (view: View): string => `${policyOf(view, 'branch_prefix')}${slugOf(view.run.name)}`;

const messageOf = (view: View): string =>
  commitMessage({
    person: view.detail('message'),
    reviewers: reviewsOf(view).map(({ review }) => review.commit_message),
    drafted: draftedMessage({
      request: view.request,
      planOverview: planOf(view).plan_overview,
      slug: slugOf(view.run.name),
      issue: issueOf(view)?.number,
    }),
  });

const approvalText = (view: View): string => {
  const problem = view.detail('excludeProblem');
  const where = policyOf(view, 'push') ? ', and pushed where there is an origin' : '';
  return [
    ...(problem === undefined || problem === '' ? [] : [`Nothing was left out: ${problem}.\n`]),
    view.text('summary')?.trim() ?? '',
    `\nApprove it to have it committed on ${branchOf(view)}${where} (leave files out with --exclude FILE, say how it is called with --message); reject it with words to have it planned again.`,
  ].join('\n');
};

const stuckText = (view: View): string => {
  const failed = reviewsOf(view).filter(({ review }) => review.verdict === 'fail');
  const found = failed.map(({ role, review }) => `- ${role}: ${review.summary.trim()}`).join('\n');
  return `The limit of fix rounds (${policyOf(view, 'max_review_iterations')}) is reached and the review still fails:\n${found}\n\nagain: another ${policyOf(view, 'max_review_iterations')} rounds; changes: plan again, with your words; abandon: give it up. Nothing is committed.`;
};

export const completionContracts = {
  approval: {
    from: ['human'],
    says: 'A person has seen the change and wants it.',
    reads: { tree: 'required', summary: 'required' },
    produces: [],
    derives: { artifacts: ['approval', 'changes'], make: decisionFiles },
    assumes: ['review.passed', 'summary.written'],
    outcomes: {
      approve: { guarantees: ['tree.approved'] },
      exclude: { guarantees: [] },
      changes: { guarantees: [] },
    },
    ask: (view) => ({
      kind: 'approval',
      text: approvalText(view),
      choices: ['approve', 'exclude', 'changes'],
      approve: 'approve',
      reject: 'changes',
      exclude: 'exclude',
    }),
  },
  autoApproval: {
    from: ['engine'],
    says: 'The project has decided that what all reviewers passed needs no further word.',
    reads: { tree: 'required', summary: 'required' },
    produces: ['approval'],
    assumes: ['review.passed', 'summary.written'],
    outcomes: { approved: { guarantees: ['tree.approved'] } },
    effect: () => ({
      action: 'record',
      outcome: 'approved',
      artifact: 'approval',
      path: '08_completion/approval.json',
      text: approvalJson({ exclude: [] }),
    }),
  },
  leaveOut: {
    from: ['engine'],
    says: 'The change without the files that a person left out.',
    reads: { tree: 'required' },
    produces: ['tree'],
    outcomes: { excluded: { guarantees: ['tree.merged'] }, unknown: { guarantees: ['tree.merged'] } },
    effect: (view) => ({
      action: 'exclude',
      tree: view.digest('tree')!,
      base: view.base.tree,
      files: [...(parseApproval(view.text('approval') ?? '').value?.exclude_files ?? [])],
      into: 'tree',
    }),
  },
  ruling: {
    from: ['human'],
    says: 'A person decides how to go on.',
    produces: [],
    derives: {
      artifacts: ['changes'],
      make: ({ outcome, args }) => (outcome === 'changes' ? [changesFile(args['text'])] : []),
    },
    outcomes: { again: { guarantees: [] }, changes: { guarantees: [] }, abandon: { guarantees: [] } },
    ask: (view) => ({
      kind: 'escalation',
      text: stuckText(view),
      choices: ['again', 'changes', 'abandon'],
      approve: 'again',
      reject: 'changes',
    }),
  },
  commit: {
    from: ['engine'],
    says: 'The approved tree, committed on a branch of the run.',
    reads: { tree: 'required' },
    produces: [],
    assumes: ['tree.approved', 'review.passed'],
    outcomes: { committed: { guarantees: [] } },
    effect: (view) => ({
      action: 'commit',
      tree: view.digest('tree')!,
      parent: view.base.commit,
      branch: branchOf(view),
      message: messageOf(view),
    }),
  },
  publish: {
    from: ['engine'],
    says: 'The branch, pushed, with a pull request, where there is somewhere to.',
    produces: [],
    outcomes: { published: { guarantees: [] }, pushed: { guarantees: [] }, local: { guarantees: [] } },
    effect: (view) => ({
      action: 'publish',
      branch: branchOf(view),
      commit: view.detail('commit') ?? '',
      push: policyOf(view, 'push'),
      title: issueOf(view)?.title ?? slugOf(view.run.name),
      body: pullRequestBody({
        request: view.request,
        planOverview: planOf(view).plan_overview,
        review: reviewMarkdown(reviewsOf(view)),
        issue: issueOf(view)?.number,
      }),
      base: policyOf(view, 'base_branch'),
      draft: policyOf(view, 'draft'),
      feature: slugOf(view.run.name),
    }),
  },
} as const satisfies Record<string, ContractSpec<Role, Artifact, Fact>>;
