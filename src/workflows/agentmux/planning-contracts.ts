// From the request to a plan: product manager, architect, researchers, planner, designer.
import type { ContractSpec } from '../../model/workflow.ts';
import { architectureArgs, preferenceArgs, preferenceEffects } from './call-args.ts';
import { keepsOriginalRequest, knownTargets, ownTopic } from './checks.ts';
import type { Plan } from './plan-file.ts';
import * as prompts from './prompt-specs.ts';
import { researchDoneArgs, researchDoneText } from './research-args.ts';
import { isPlayed, keptNominations } from './run-facts.ts';
import type { Artifact, Fact, Role } from './vocabulary.ts';

export const planningContracts = {
  requirements: {
    from: ['product-manager'],
    tool: 'submit_pm_done',
    says: 'Requirements that a person has approved, with the original request kept.',
    args: preferenceArgs,
    produces: ['requirements'],
    worksIn: 'tree',
    outcomes: { done: { guarantees: ['requirements.clear'] } },
    checks: [keepsOriginalRequest, knownTargets],
    effects: preferenceEffects,
    prompt: prompts.productManager,
  },
  architecture: {
    from: ['architect'],
    tool: 'submit_architecture',
    says: 'An architecture that says what is built and with what, and who is to review it.',
    args: architectureArgs,
    reads: { requirements: 'required' },
    produces: ['architecture'],
    worksIn: 'tree',
    outcomes: { done: { guarantees: ['architecture.written'] } },
    checks: [knownTargets],
    keeps: ({ args }) => keptNominations(args['reviewers']),
    effects: preferenceEffects,
    prompt: prompts.architect,
  },
  research: {
    from: ['code-researcher', 'web-researcher'],
    tool: 'submit_research_done',
    says: 'Answers to every question that was asked, in summary.md; what goes further in detail.md.',
    args: researchDoneArgs,
    reads: { researchRequest: 'required' },
    produces: ['research'],
    mayProduce: ['researchDetail'],
    worksIn: 'tree',
    outcomes: { done: { guarantees: ['research.answered'] } },
    checks: [ownTopic],
    prompt: prompts.researcher,
    answer: (_, item) => researchDoneText(item ?? ''),
    failed: (item, why) =>
      `RESEARCH TASK FAILED: ${item ?? ''}: ${why}. Ask again, or decide with what you know.`,
  },
  plan: {
    from: ['planner'],
    tool: 'submit_plan',
    says: 'A plan of sub-plans that coders can carry out side by side without asking.',
    args: preferenceArgs,
    reads: { requirements: 'required', architecture: 'required', changes: 'optional', research: 'optional' },
    produces: ['plan'],
    // The same plan once more is still another round: what was done for the last one is not done for this one.
    derives: {
      artifacts: ['round'],
      make: ({ assignment, view }) => [
        {
          artifact: 'round',
          text: `${JSON.stringify({ round: assignment.round, after: view.event ?? null }, undefined, 2)}\n`,
        },
      ],
    },
    worksIn: 'tree',
    assumes: ['architecture.written'],
    outcomes: { plain: { guarantees: ['plan.valid'] }, design: { guarantees: ['plan.valid'] } },
    outcome: (s) =>
      (s.value('plan') as Plan).needs_design && isPlayed(s.view, 'designer') ? 'design' : 'plain',
    checks: [knownTargets],
    effects: preferenceEffects,
    prompt: prompts.planner,
  },
  design: {
    from: ['designer'],
    tool: 'submit_design',
    says: 'A design of the user interface that coders can build.',
    reads: { plan: 'required', research: 'optional' },
    produces: ['design'],
    worksIn: 'tree',
    assumes: ['plan.valid'],
    outcomes: { done: { guarantees: ['design.written'] } },
    prompt: prompts.designer,
  },
} as const satisfies Record<string, ContractSpec<Role, Artifact, Fact>>;
