// The templates of this workflow, with the three handoff contracts made from what judges them.

import type { AgentStep } from '../../../authoring/step.ts';
import type { Templates } from '../../../model/workflow/workflow-texts.ts';
import { PLAN_SHAPE } from '../files/plan-file.ts';
import { REVIEW_SHAPE } from '../files/review-file.ts';
import { agentmuxShared } from '../prompts/fragments.ts';
import { TEMPLATES } from '../prompts/templates.ts';
import { codingSteps } from './coding-steps.ts';
import { contractFragment } from './contract-fragments.ts';
import { planningSteps } from './planning-steps.ts';

const clausesOf = ({ spec }: AgentStep): string[] =>
  (spec.checks ?? []).map(
    ({ says, on }) => `${says}${on === undefined ? '' : ` (when you say ${on.join(' or ')})`}`,
  );

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
        ...clausesOf(planningSteps.architecting),
      ],
      tool: 'submit_architecture',
      example: 'submit_architecture(reviewers=["reviewer_logic", "reviewer_quality"])',
    }),
    plan: contractFragment({
      name: 'the plan',
      file: '04_planning/plan.yaml',
      shape: PLAN_SHAPE,
      says: [
        'every sub-plan is in exactly one group, and the indices are 1, 2, 3, … without a gap',
        'paths are inside the project, and no two sub-plans of a parallel group own the same file',
        ...clausesOf(planningSteps.planning),
      ],
      tool: 'submit_plan',
      example: 'submit_plan()',
    }),
    review: contractFragment({
      name: 'the review',
      file: '07_review/review_[[placeholder:review_role]].yaml',
      shape: REVIEW_SHAPE,
      says: ['a fail has findings, each with issue and recommendation', ...clausesOf(codingSteps.reviewing)],
      tool: 'submit_review',
      example: 'submit_review(role="[[placeholder:review_role]]")',
    }),
  }),
};
