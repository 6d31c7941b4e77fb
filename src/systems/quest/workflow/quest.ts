// quest: from a request to a commit as KjellKod's Quest has it, with its files and words; the orchestrator is code.
import { guard } from '../../../authoring/flow.ts';
import { fork, person } from '../../../authoring/step.ts';
import { workflow } from '../../../authoring/workflow.ts';
import { questId, slugOf } from '../files/quest-id.ts';
import { asksForChanges } from './feedback.ts';
import { fixIterations, goesByItself, permissionsByAllowlist, planIterations } from './modes.ts';
import { set } from './nouns.ts';
import { chronicle } from './record/chronicle.ts';
import { projections } from './record/projections.ts';
import { building, buildStuck, fixing, releasing } from './steps/build-steps.ts';
import {
  approving,
  approvingItself,
  closing,
  commitsByItself,
  committing,
  filing,
  journaling,
} from './steps/completion-steps.ts';
import {
  asksAtIntake,
  assessing,
  briefing,
  clarifying,
  intake,
  isManual,
  mode,
  questioning,
  rerouting,
  routing,
} from './steps/intake-steps.ts';
import { buildsByItself, gate, gating, presenting, walkGoesOn, walking } from './steps/person-steps.ts';
import { arbitrating, endorsing, planning, planStuck, reviewingPlan, soloMode } from './steps/plan-steps.ts';
import {
  deciding,
  fixesByItself,
  fixGate,
  gatingFix,
  hasFindings,
  isForPerson,
  isToFix,
  judging,
  judgingFindings,
  merging,
  reviewingCode,
  reviewStuck,
  ruling,
  sorting,
} from './steps/review-steps.ts';

const refinesByItself = guard('the project lets plans be refined', (view) =>
  goesByItself(view, 'auto_refine'),
);

const refining = person(['again', 'abandon'], {
  contract: 'refinement',
  says: 'A person lets the plan be planned again.',
  ask: () =>
    'The arbiter sends the plan back. again: plan it again, with your words; abandon: give the quest up.',
  onAccepted: asksForChanges,
});

const planAgain = { to: 'planning', max: planIterations, then: 'planStuck' } as const;
/** What a person asks for is not held against the limit. */
const onRequest = { to: 'planning', resets: true } as const;

export const quest = workflow('quest', {
  says: 'A router routes, a planner plans until an arbiter endorses it, a person says yes, a builder builds, two reviewers review blindly, a fixer fixes.',
  directory: '.quest',
  settings: set,
  permissions: permissionsByAllowlist,
  runName: (request, at) => questId(slugOf(request), at),
  steps: {
    ...{ routing, questioning, rerouting, clarifying, intake, assessing, mode, briefing },
    ...{
      planning,
      reviewingPlan,
      endorsement: fork(),
      endorsing,
      arbitrating,
      refinement: fork(),
      refining,
      planStuck,
    },
    ...{ presenting, walking, gate, gating, releasing },
    ...{ building, buildStuck, reviewingCode, reviewStuck, judging, judgingFindings, merging, sorting },
    ...{ deciding, fixGate, gatingFix, fixing, ruling },
    ...{ closing, approving, approvingItself, committing, journaling, filing },
  },
  flow: {
    routing: { questioner: 'questioning', workflow: 'intake', solo: 'intake', manual: 'intake' },
    questioning: 'rerouting',
    rerouting: { questioner: 'clarifying', workflow: 'intake', solo: 'intake', manual: 'intake' },
    clarifying: 'intake',
    intake: { if: asksAtIntake, to: 'assessing', else: 'mode' },
    assessing: {
      proceed: 'mode',
      workflow: 'briefing',
      solo: 'briefing',
      manual: 'cancelled',
      cancel: 'cancelled',
    },
    mode: { if: isManual, to: 'cancelled', else: 'briefing' },
    briefing: planAgain,
    planning: { planned: 'reviewingPlan', blocked: 'planStuck', 'gave-up': 'planStuck' },
    reviewingPlan: {
      any: { blocked: 'planStuck', revise: planAgain },
      all: { reviewed: 'endorsement' },
      'gave-up': 'planStuck',
    },
    endorsement: { if: soloMode, to: 'endorsing', else: 'arbitrating' },
    endorsing: 'presenting',
    arbitrating: {
      builder: 'presenting',
      planner: 'refinement',
      blocked: 'planStuck',
      'gave-up': 'planStuck',
    },
    refinement: { if: refinesByItself, to: planAgain, else: 'refining' },
    refining: { again: planAgain, abandon: 'cancelled' },
    planStuck: { again: 'planning', abandon: 'cancelled' },
    presenting: { proceed: 'gate', walk: 'walking', change: onRequest, abandon: 'cancelled' },
    walking: {
      next: { if: walkGoesOn, to: 'walking', else: 'presenting' },
      back: 'presenting',
      change: onRequest,
    },
    gate: { if: buildsByItself, to: 'releasing', else: 'gating' },
    gating: { build: 'building', change: onRequest, abandon: 'cancelled' },
    releasing: 'building',
    building: { built: 'reviewingCode', blocked: 'buildStuck', 'gave-up': 'buildStuck' },
    buildStuck: { again: 'building', change: onRequest, abandon: 'cancelled' },
    reviewingCode: {
      any: { blocked: 'reviewStuck' },
      all: { reviewed: 'judging' },
      'gave-up': 'reviewStuck',
    },
    reviewStuck: { again: 'reviewingCode', abandon: 'cancelled' },
    judging: { if: hasFindings, to: 'judgingFindings', else: 'merging' },
    // An arbiter that fails leaves everything in: nothing is dismissed without a judgement.
    judgingFindings: { judged: 'merging', blocked: 'merging', 'gave-up': 'merging' },
    merging: 'sorting',
    sorting: 'deciding',
    deciding: { if: isToFix, to: 'fixGate', else: { if: isForPerson, to: 'ruling', else: 'closing' } },
    fixGate: {
      if: fixesByItself,
      to: { to: 'fixing', max: fixIterations, then: 'ruling' },
      else: 'gatingFix',
    },
    gatingFix: { fix: { to: 'fixing', max: fixIterations, then: 'ruling' }, abandon: 'cancelled' },
    fixing: { fixed: 'reviewingCode', blocked: 'ruling', 'gave-up': 'ruling' },
    ruling: { fix: 'fixing', accept: 'closing', replan: onRequest, abandon: 'cancelled' },
    closing: { if: commitsByItself, to: 'approvingItself', else: 'approving' },
    approving: { commit: 'committing', change: onRequest, abandon: 'cancelled' },
    approvingItself: 'committing',
    committing: 'journaling',
    journaling: 'filing',
    filing: 'end',
  },
  projections,
  chronicle,
});
