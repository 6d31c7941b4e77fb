// The templates of this workflow, with the three handoff contracts made from what judges them.
import type { Templates } from '../../model/workflow-texts.ts';
import { codingContracts } from './coding-contracts.ts';
import { contractFragment } from './contract-fragments.ts';
import { PLAN_SHAPE } from './plan-file.ts';
import { planningContracts } from './planning-contracts.ts';
import { agentmuxShared } from './prompts/fragments.ts';
import { TEMPLATES } from './prompts/templates.ts';
import { REVIEW_SHAPE } from './review-file.ts';

const saysOf = (checks: readonly { readonly says: string; readonly on?: readonly string[] }[]): string[] =>
  checks.map(({ says, on }) => `${says}${on === undefined ? '' : ` (when you say ${on.join(' or ')})`}`);

const { architecture, plan } = planningContracts;
const { review } = codingContracts;

export const templates: Templates = {
  directory: '.agentmux/prompts',
  sources: TEMPLATES,
  shared: agentmuxShared({
    architecture: contractFragment({
      name: 'the architecture',
      file: '02_architecting/architecture.md',
      says: [
        'architecture.md is not empty',
        'reviewers are roles that there are',
        ...saysOf(architecture.checks),
      ],
      tool: architecture.tool,
      example: 'submit_architecture(reviewers=["reviewer_logic", "reviewer_quality"])',
    }),
    plan: contractFragment({
      name: 'the plan',
      file: '04_planning/plan.yaml',
      shape: PLAN_SHAPE,
      says: [
        'every sub-plan is in exactly one group, and the indices are 1, 2, 3, … without a gap',
        'paths are inside the project, and no two sub-plans of a parallel group own the same file',
        ...saysOf(plan.checks),
      ],
      tool: plan.tool,
      example: 'submit_plan()',
    }),
    review: contractFragment({
      name: 'the review',
      file: '07_review/review_[[placeholder:review_role]].yaml',
      shape: REVIEW_SHAPE,
      says: ['a fail has findings, each with issue and recommendation', ...saysOf(review.checks)],
      tool: review.tool,
      example: 'submit_review(role="[[placeholder:review_role]]")',
    }),
  }),
};
