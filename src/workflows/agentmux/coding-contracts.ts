// From a plan to a tree that every reviewer has passed.
import { changesWithin } from '../../checks/changes-within.ts';
import { mergesCleanly } from '../../checks/merges-cleanly.ts';
import type { Evidence, EvidenceRequest } from '../../model/evidence.ts';
import type { Submission } from '../../model/view.ts';
import type { ContractSpec } from '../../model/workflow.ts';
import { doneArgs, preferenceEffects, reviewArgs } from './call-args.ts';
import { fixChecks, fixListed, passChecks, subplanChecks, subplanListed } from './changes.ts';
import { knownTargets, ownIndex, ownRole } from './checks.ts';
import { isWithin } from './owned-files.ts';
import * as prompts from './prompt-specs.ts';
import type { Review } from './review-file.ts';
import { reviewText } from './review-texts.ts';
import { planOf, reviewersOf, subplansOf } from './run-facts.ts';
import { type Artifact, type Fact, REVIEWERS, type Role } from './vocabulary.ts';

const fixChanges = ({ start, digest }: Submission): readonly EvidenceRequest[] => {
  const tree = digest('tree');
  return start === undefined || tree === undefined ? [] : [{ kind: 'changes', from: start, to: tree }];
};

/** Reviewers who said what they had looked at, none of which the fix has touched. Without a list it is everything. */
const untouched = (
  submission: Submission,
  evidence: (request: EvidenceRequest) => Evidence | undefined,
): readonly string[] => {
  const [wanted] = fixChanges(submission);
  const found = wanted && evidence(wanted);
  if (found?.kind !== 'changes') return [];
  return reviewersOf(submission.view).filter((role) => {
    const { reviewed } = (submission.view.value('review', role) ?? {}) as Partial<Review>;
    return (reviewed ?? []).length > 0 && !found.files.some((file) => isWithin(file, reviewed!));
  });
};

export const codingContracts = {
  code: {
    from: ['coder'],
    tool: 'submit_done',
    says: 'A sub-plan, carried out, in the files that it owns.',
    args: doneArgs,
    reads: { plan: 'required', tree: 'optional', design: 'optional', research: 'optional' },
    produces: ['work'],
    worksIn: 'tree',
    assumes: ['plan.valid'],
    outcomes: { done: { guarantees: ['work.done'] } },
    checks: [
      ownIndex,
      changesWithin({
        says: 'you changed only files that your sub-plan owns (owned_files)',
        from: (s) => s.start,
        to: (s) => s.digest('work'),
        allowed: (s) => subplansOf(planOf(s.view), s.assignment.item).flatMap((plan) => plan.owned_files),
        isWithin,
      }),
      ...subplanChecks,
      mergesCleanly({ artifact: 'work', base: 'tree' }),
    ],
    keeps: subplanListed,
    rests: { 'work.done': ['changes-within', 'tests-green', 'tests-hold', 'tests-kept', 'runner-sound'] },
    prompt: prompts.coder,
  },
  merge: {
    from: ['engine'],
    says: 'The sub-plans, merged in plan order.',
    reads: { work: 'required' },
    produces: ['tree'],
    assumes: ['work.done'],
    outcomes: { merged: { guarantees: ['tree.merged'] } },
    effect: (view) => ({
      action: 'merge',
      base: view.digest('tree')!,
      parts: [...view.parts('work')],
      into: 'tree',
    }),
  },
  review: {
    from: REVIEWERS,
    tool: 'submit_review',
    says: 'A review that says pass or fail, and why.',
    args: reviewArgs,
    reads: { plan: 'required', architecture: 'required', tree: 'required' },
    produces: ['review'],
    worksIn: 'tree',
    reviews: true,
    assumes: ['tree.merged'],
    outcomes: { pass: { guarantees: ['review.passed'] }, fail: { guarantees: [] } },
    outcome: (s) => (s.value('review') as Review).verdict,
    checks: [ownRole, knownTargets, ...passChecks],
    derives: {
      artifacts: ['archive'],
      make: (s) => [
        {
          artifact: 'archive',
          item: `${s.assignment.visit - 1}_${s.assignment.role}`,
          text: reviewText(s.value('review') as Review),
        },
      ],
    },
    effects: preferenceEffects,
    prompt: prompts.reviewer,
  },
  fix: {
    from: ['coder'],
    tool: 'submit_done',
    says: 'What the reviewers found, fixed.',
    args: doneArgs,
    reads: { plan: 'required', review: 'optional', archive: 'optional' },
    produces: ['tree'],
    worksIn: 'tree',
    assumes: ['plan.valid'],
    outcomes: { done: { guarantees: ['tree.merged'] } },
    checks: [
      ownIndex,
      changesWithin({
        says: 'you changed only files that the sub-plans own (owned_files), or that the documentation of the plan names (doc_files)',
        from: (s) => s.start,
        to: (s) => s.digest('tree'),
        allowed: ({ view }) => [
          ...planOf(view).subplans.flatMap((plan) => plan.owned_files),
          ...planOf(view).doc_files,
        ],
        isWithin,
      }),
      ...fixChecks,
    ],
    keeps: fixListed,
    rests: { 'tree.merged': ['changes-within', 'tests-green', 'tests-hold', 'tests-kept', 'runner-sound'] },
    renews: { fact: 'review.passed', needs: fixChanges, items: untouched },
    prompt: prompts.fixer,
  },
  summary: {
    from: REVIEWERS,
    tool: 'submit_summary',
    says: 'A summary of the change for the person who decides about it.',
    reads: { plan: 'required', tree: 'required' },
    produces: ['summary'],
    worksIn: 'tree',
    reviews: true,
    assumes: ['review.passed'],
    outcomes: { done: { guarantees: ['summary.written'] } },
    prompt: prompts.summary,
  },
} as const satisfies Record<string, ContractSpec<Role, Artifact, Fact>>;
