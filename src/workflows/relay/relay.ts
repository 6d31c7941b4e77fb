// relay: planner → coders → reviewer → person → commit. Small, whole, and the example for workflows of one's own.
import * as z from 'zod';
import { commit, merge } from '../../authoring/actions.ts';
import { agent, agents, engine, person, provedBy } from '../../authoring/step.ts';
import { workflow } from '../../authoring/workflow.ts';
import { probeShape } from '../../checks/change/probe-policy.ts';
import { message, optional, role, settings } from '../../model/workflow/handles.ts';
import { limit } from '../../model/workflow/limit.ts';
import type { View } from '../../model/workflow/view.ts';
import {
  fixChecks,
  fixListed,
  itemChecks,
  itemListed,
  listedSection,
  passChecks,
  TESTED,
} from './changes.ts';
import { approved, base, done, passed, plan, planned, ready, review, whole, work } from './nouns.ts';
import { PLAN_ITEMS_MAX } from './plan-file.ts';
import type { Review } from './review-file.ts';

const planner = role(
  'planner',
  'You plan a change to the project in front of you. You do not change its code.',
);
const coder = role(
  'coder',
  'You change the code of the project in your working tree, with a test for what you change.',
);
const reviewer = role('reviewer', 'You review a finished change. You read and run; you do not change code.');

const fixes = limit('fixes', 3);
const findingsText = (found: Review | undefined): string =>
  (found?.findings ?? [])
    .map((finding) => `- ${finding.location}: ${finding.issue}\n  ${finding.recommendation}`)
    .join('\n');

const fixText = (view: View): string => {
  const findings = findingsText(view.maybe(review));
  const remark = view.remark ? `A person said:\n\n${view.remark}\n\n` : '';
  return `${remark}${findings === '' ? '' : `The review found:\n\n${findings}\n`}`;
};

/** The person's own words, else what the plan says. */
const commitMessage = (view: View): string => {
  const own = view.memo(message);
  if (own !== undefined) return `${own.trimEnd()}\n`;
  const { summary, items } = view.value(plan);
  return `${summary.split('\n')[0]}\n\n${items.map((item) => `- ${item.title}`).join('\n')}\n`;
};

const summaryArgs = z.object({
  summary: z.string().max(2_000).optional().describe('One or two sentences about what was done.'),
});

export const relay = workflow('relay', {
  says: 'A planner plans, coders code in parallel, a reviewer reviews, a person approves, Baton commits.',
  questions: 5,
  settings: settings(z.strictObject(probeShape('off'))),
  steps: {
    planning: agent(planner, {
      contract: 'plan',
      says: 'A plan that coders can follow without asking.',
      prompt: (view) =>
        `Plan this change:\n\n${view.request}\n\nCut it into items that can be done side by side.`,
      worksIn: base,
      reads: [base],
      writes: [plan],
      outcome: 'ready',
      guarantees: [planned],
    }),
    coding: agents(coder, {
      contract: 'code',
      tool: 'submit_done',
      says: 'One item of the plan, done, with tests that pass.',
      each: { items: (view) => view.value(plan).items, max: PLAN_ITEMS_MAX },
      prompt: (view, { item }) =>
        `The whole change: ${view.value(plan).summary}\n\nYour item (${item.key}): ${item.title}\n\n${item.task}`,
      args: summaryArgs,
      worksIn: base,
      reads: [base, plan],
      writes: [work],
      assumes: [planned],
      checks: itemChecks,
      guarantees: [provedBy(done, TESTED)],
      onAccepted: { remember: itemListed },
    }),
    merging: engine(merge(work, { onto: base, into: whole }), {
      contract: 'merge',
      assumes: [done],
      guarantees: [ready],
    }),
    reviewing: agent(reviewer, {
      contract: 'review',
      says: 'A review that says pass or fail, and why.',
      prompt: (view) =>
        `Review this change against its plan: ${view.value(plan).summary}${listedSection(view)}`,
      worksIn: whole,
      reviews: base,
      reads: [plan, whole],
      writes: [review],
      assumes: [ready],
      outcome: (submission) => submission.value(review).verdict,
      checks: passChecks,
      guarantees: { pass: [passed] },
    }),
    fixing: agent(coder, {
      contract: 'fix',
      tool: 'submit_done',
      says: 'The findings, fixed, with tests that pass.',
      prompt: (view) => `Fix the change "${view.value(plan).summary}".\n\n${fixText(view)}`,
      args: summaryArgs,
      worksIn: whole,
      reads: [plan, optional(review)],
      writes: [whole],
      assumes: [planned],
      checks: fixChecks,
      guarantees: [provedBy(ready, TESTED)],
      onAccepted: { remember: fixListed },
    }),
    stuck: person(['again', 'abandon'], {
      contract: 'ruling',
      says: 'A person decides how to go on.',
      ask: (view) =>
        `The limit of fix rounds is reached and the review still fails.\n${findingsText(view.maybe(review))}`,
    }),
    approving: person(['approve', 'changes'], {
      contract: 'approval',
      says: 'A person has seen the change and wants it.',
      reads: [whole, review],
      assumes: [passed],
      ask: (view) =>
        [
          `The change is ready: ${view.value(plan).summary}`,
          `Review: ${view.value(review).summary}`,
          'Approve it to have it committed on a branch of its own; reject it with words to have it changed.',
        ].join('\n'),
      guarantees: { approve: [approved] },
    }),
    committing: engine(commit(whole, { message: commitMessage }), {
      contract: 'commit',
      says: 'The approved tree, committed on a branch of the run.',
      assumes: [approved, passed],
    }),
  },
  flow: {
    planning: 'coding',
    coding: 'merging',
    merging: 'reviewing',
    reviewing: { pass: 'approving', fail: { to: 'fixing', max: fixes, then: 'stuck' } },
    fixing: 'reviewing',
    stuck: { again: 'fixing', abandon: 'cancelled' },
    approving: { approve: 'committing', changes: 'fixing' },
    committing: 'end',
  },
  projections: {
    'request.md': (view) => `${view.request.trimEnd()}\n`,
    // Written after a review without findings, too: those of the review before it must not stay.
    'findings.md': (view) =>
      view.has(review)
        ? `${findingsText(view.value(review)) || 'The last review found nothing.'}\n`
        : undefined,
  },
});
