// From the request to a plan: product manager, architect, planner, designer.
import { put } from '../../../authoring/accepted.ts';
import { agent } from '../../../authoring/step.ts';
import { optional } from '../../../model/workflow/handles.ts';
import { architectureArgs, preferenceArgs, preferenceEffects } from './call-args.ts';
import { keepsOriginalRequest, knownTargets } from './checks.ts';
import {
  architect,
  architecture,
  architectureWritten,
  changes,
  design,
  designer,
  designWritten,
  plan,
  planner,
  planValid,
  productManager,
  project,
  requirements,
  requirementsClear,
  research,
  round,
} from './nouns.ts';
import * as prompts from './prompt-specs.ts';
import { researchRequests } from './research.ts';
import { isPlayed, keptNominations } from './run-facts.ts';

export const planningSteps = {
  product_management: agent(productManager, {
    contract: 'requirements',
    tool: 'submit_pm_done',
    says: 'Requirements that a person has approved, with the original request kept.',
    template: prompts.productManager,
    args: preferenceArgs,
    worksIn: project,
    writes: [requirements],
    requests: researchRequests,
    checks: [keepsOriginalRequest, knownTargets],
    guarantees: [requirementsClear],
    onAccepted: { effects: preferenceEffects },
  }),
  architecting: agent(architect, {
    contract: 'architecture',
    says: 'An architecture that says what is built and with what, and who is to review it.',
    template: prompts.architect,
    args: architectureArgs,
    worksIn: project,
    reads: [requirements],
    writes: [architecture],
    requests: researchRequests,
    checks: [knownTargets],
    guarantees: [architectureWritten],
    onAccepted: {
      remember: ({ args }) => keptNominations(args.reviewers),
      effects: preferenceEffects,
    },
  }),
  planning: agent(planner, {
    contract: 'plan',
    says: 'A plan of sub-plans that coders can carry out side by side without asking.',
    template: prompts.planner,
    args: preferenceArgs,
    worksIn: project,
    reads: [requirements, architecture, optional(changes), optional(research)],
    writes: [plan],
    requests: researchRequests,
    assumes: [architectureWritten],
    outcome: ({ value, view }) => (value(plan).needs_design && isPlayed(view, designer) ? 'design' : 'plain'),
    checks: [knownTargets],
    guarantees: [planValid],
    onAccepted: {
      // The same plan once more is still another round: what was done for the last one is not done for this one.
      writes: [round],
      files: ({ assignment, view }) => [
        put(
          round,
          `${JSON.stringify({ round: assignment.round, after: view.here.event ?? null }, undefined, 2)}\n`,
        ),
      ],
      effects: preferenceEffects,
    },
  }),
  designing: agent(designer, {
    contract: 'design',
    says: 'A design of the user interface that coders can build.',
    template: prompts.designer,
    worksIn: project,
    reads: [plan, optional(research)],
    writes: [design],
    assumes: [planValid],
    guarantees: [designWritten],
  }),
};
