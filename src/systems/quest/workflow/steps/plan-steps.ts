// The plan loop: planner, two reviewers who do not see each other, an arbiter; then people, who alone say yes.

import { put } from '../../../../authoring/accepted.ts';
import { record } from '../../../../authoring/actions.ts';
import { guard } from '../../../../authoring/flow.ts';
import { agent, agents, engine, person } from '../../../../authoring/step.ts';
import { problem } from '../../../../model/problem.ts';
import { fromProblems } from '../../../../model/run/verdict.ts';
import { optional } from '../../../../model/workflow/handles.ts';
import type { Submission, View } from '../../../../model/workflow/view.ts';
import type { Check } from '../../../../model/workflow/workflow.ts';
import { backlogText, buildBacklog } from '../../files/backlog-file.ts';
import { asksForChanges } from '../feedback.ts';
import { byHandoff, listsArtifacts, nextOfSubmission, question, questPath } from '../handing-in.ts';
import { blockedAs, handoffArgs } from '../handoff-block.ts';
import { isSolo, planSlots } from '../modes.ts';
import {
  arbiter,
  base,
  brief,
  deferredMatches,
  endorsed,
  feedback,
  PLAN_PHASE,
  plan,
  planBacklog,
  planFindings,
  planner,
  planReview,
  planReviewerA,
  planReviewerB,
  refinementBinding,
  sealedRounds,
  soloEndorsement,
  verdict,
} from '../nouns.ts';
import { planIteration } from '../record/notes.ts';
import { bindingOf, sealedRound } from '../sealing.ts';

const plannerPrompt = (view: View): string =>
  [
    `Plan what the brief asks for, in ${questPath(view, plan.path)}. This is iteration ${planIteration(view)}.`,
    ...(view.has(verdict)
      ? [
          `The arbiter sent the last plan back: address the points of ${verdict.path} and no others, and say under "## Revision Notes" what became of each. If you disagree with one, say so above the block.`,
        ]
      : []),
    ...(view.has(feedback) ? [`What people want changed is in ${feedback.path}.`] : []),
    `Findings that earlier quests left, where they are about files that the brief names, are in ${deferredMatches.path}.`,
    `ARTIFACTS must include \`${questPath(view, plan.path)}\`.`,
  ].join('\n\n');

export const planning = agent(planner, {
  contract: 'plan',
  says: 'A plan that can be built without asking.',
  prompt: plannerPrompt,
  args: handoffArgs,
  handedIn: byHandoff({ role: 'planner', next: 'plan_review', file: `${PLAN_PHASE}/handoff.json` }),
  requests: [question],
  declines: blockedAs('blocked'),
  worksIn: base,
  reads: [base, brief, optional(deferredMatches), optional(verdict), optional(feedback)],
  writes: [plan],
  outcomes: ['planned', 'blocked'],
  outcome: (): 'planned' | 'blocked' => 'planned',
  checks: [listsArtifacts(plan)],
});

const reviewPrompt = (view: View, slot: string): string =>
  [
    `Review the plan ${plan.path} against the brief.`,
    `Number your findings: [1], [2] and so on; each says what to change and why. Review iteration ${planIteration(view)}.`,
    `ARTIFACTS must include \`${questPath(view, planReview.path.replaceAll('{item}', slot))}\`.`,
    ...(isSolo(view)
      ? ['You are the only reviewer: NEXT: builder lets the plan through, NEXT: planner sends it back.']
      : []),
  ].join('\n\n');

const soloNext: Check<never> = {
  name: 'next-decides',
  title: 'NEXT decides',
  says: 'the only reviewer decides: NEXT is builder (or arbiter) or planner',
  needs: () => [],
  judge: (submission) => {
    const next = nextOfSubmission(submission);
    const fits = !isSolo(submission.view) || ['builder', 'arbiter', 'planner'].includes(next ?? '');
    return fromProblems(
      fits
        ? []
        : [
            problem('HANDOFF_NEXT_NOT_ALLOWED', `NEXT: expected builder or planner, got ${next ?? 'null'}`, {
              field: 'next',
            }),
          ],
    );
  },
};

/** Alone, the reviewer is whoever sends a plan back. */
const reviewOutcome = (submission: Omit<Submission, 'outcome'>): 'reviewed' | 'revise' | 'blocked' =>
  isSolo(submission.view) && nextOfSubmission(submission) === 'planner' ? 'revise' : 'reviewed';

export const reviewingPlan = agents([planReviewerA, planReviewerB], {
  contract: 'planReview',
  says: 'A review of the plan, written without sight of the other.',
  each: {
    items: (view) => planSlots(view).map((slot) => ({ ...slot, solo: isSolo(view) })),
    min: 1,
    max: 2,
    blind: true,
  },
  prompt: (view, { key = '' }) => reviewPrompt(view, key),
  args: handoffArgs,
  handedIn: byHandoff({
    role: ({ inputs }) => (inputs['solo'] === true ? undefined : 'plan_review'),
    next: ({ inputs }) => (inputs['solo'] === true ? 'builder | planner' : 'arbiter'),
    file: ({ key }) => `${PLAN_PHASE}/handoff_${key}.json`,
  }),
  requests: [question],
  declines: blockedAs('blocked'),
  worksIn: base,
  reads: [base, brief, plan],
  writes: [planReview],
  outcomes: ['reviewed', 'revise', 'blocked'],
  outcome: reviewOutcome,
  checks: [listsArtifacts(planReview), soloNext],
  onAccepted: {
    writes: [sealedRounds],
    // With two reviewers the round ends with the arbiter.
    files: (submission) =>
      isSolo(submission.view) && submission.outcome !== 'blocked'
        ? sealedRound(submission, submission.outcome === 'revise' ? 'planner' : 'builder')
        : [],
  },
});

export const soloMode = guard('it is a solo quest', isSolo);

/** Nobody stands between one reviewer and the plan: what that reviewer said is written down as it is. */
export const endorsing = engine(
  record(
    soloEndorsement,
    (view) =>
      `Solo mode: reviewer-a let iteration ${planIteration(view)} of the plan through; there is no arbiter.\n`,
  ),
  { contract: 'soloEndorsement', reads: [plan, planReview], guarantees: [endorsed] },
);

const SUMMARY = /^iteration\s+(\d+)\s*:\s*(approve|iterate)\b/i;

/** What it says in words is what it decides. */
const summaryAgrees: Check<never> = {
  name: 'verdict-agrees',
  title: 'SUMMARY and NEXT agree',
  says: 'SUMMARY is "Iteration <N>: approve - <reason>" with NEXT: builder, or "Iteration <N>: iterate - <reason>" with NEXT: planner',
  needs: () => [],
  judge: (submission) => {
    const { args, view } = submission;
    const said = SUMMARY.exec(String(args['summary'] ?? '').trim());
    const wanted = nextOfSubmission(submission) === 'builder' ? 'approve' : 'iterate';
    const number = String(planIteration(view));
    if (said?.[1] === number && said[2]?.toLowerCase() === wanted) return fromProblems([]);
    return fromProblems([
      problem(
        'HANDOFF_CONTRADICTION',
        `SUMMARY: expected "Iteration ${number}: ${wanted} - <reason>", got ${JSON.stringify(String(args['summary'] ?? '').slice(0, 120))}`,
        { field: 'summary', hint: 'Let SUMMARY and NEXT say the same.' },
      ),
    ]);
  },
};

const backlogOfPlan = ({ maybe, view }: Submission): string =>
  backlogText(
    buildBacklog({
      findings: maybe(planFindings) ?? [],
      ...{ phase: 'plan', atLoopCap: false, at: view.run.at },
    }),
  );

export const arbitrating = agent(arbiter, {
  contract: 'verdict',
  says: 'Whether the plan is built or planned again, and why.',
  prompt: (view) =>
    [
      `Decide about iteration ${planIteration(view)} of the plan: read it, the brief and both reviews.`,
      `Write the verdict to ${verdict.path}: at most five issues, each with what must change. Findings that the builder shall mind go to ${planFindings.path}; write [] when there are none. From the third iteration on only what would make the result wrong is a reason to iterate; how something is done is left to the builder.`,
      `ARTIFACTS must include \`${questPath(view, verdict.path)}\` and \`${questPath(view, planFindings.path)}\`.`,
    ].join('\n\n'),
  args: handoffArgs,
  handedIn: byHandoff({
    role: 'arbiter',
    next: 'planner | builder',
    file: `${PLAN_PHASE}/handoff_arbiter.json`,
  }),
  requests: [question],
  declines: blockedAs('blocked'),
  reads: [brief, plan, planReview],
  writes: [verdict, planFindings],
  outcomes: ['builder', 'planner', 'blocked'],
  outcome: (submission): 'builder' | 'planner' | 'blocked' =>
    nextOfSubmission(submission) === 'builder' ? 'builder' : 'planner',
  checks: [listsArtifacts(verdict, planFindings), summaryAgrees],
  guarantees: { builder: [endorsed] },
  onAccepted: {
    writes: [planBacklog, refinementBinding, sealedRounds],
    files: (submission) => {
      if (submission.outcome === 'blocked') return [];
      const backlog = backlogOfPlan(submission);
      if (submission.outcome === 'builder')
        return [
          put(planBacklog, backlog),
          ...sealedRound(submission, 'builder', { [planBacklog.path]: backlog }),
        ];
      const binding = bindingOf(submission);
      return [
        put(planBacklog, backlog),
        put(refinementBinding, binding),
        ...sealedRound(submission, 'planner', { [refinementBinding.path]: binding }),
      ];
    },
  },
});

const verdictWords = (view: View): string =>
  view.has(verdict) ? `\nThe verdict is in ${questPath(view, verdict.path)}.` : '';

/** A person who sends a plan back says what shall change. */
export const planStuck = person(['again', 'abandon'], {
  contract: 'planRuling',
  says: 'A person decides about a plan that nobody endorsed.',
  ask: (view) =>
    [
      view.here.cause === undefined
        ? `The plan was not endorsed, and the quest cannot plan on by itself after iteration ${planIteration(view)}.`
        : `Planning was given up: ${view.here.cause.message}`,
      `${verdictWords(view)}\nagain: plan once more, with your words; abandon: give the quest up. A plan that nobody endorsed is not built.`,
    ].join('\n'),
  onAccepted: asksForChanges,
});
