// relay: planner → coders → reviewer → person → commit. Small, whole, and the example for workflows of one's own.
import * as z from 'zod';
import { type Change, commandsOf, declaredTogether } from '../../checks/change.ts';
import { changeChecks, listedText, NEED_TESTS } from '../../checks/change-clauses.ts';
import { probedCheck } from '../../checks/change-probed.ts';
import { mergesCleanly } from '../../checks/merges-cleanly.ts';
import { probeOf, probeShape } from '../../checks/probe-policy.ts';
import { roundKept } from '../../checks/round-kept.ts';
import { unlessWaived } from '../../checks/waived.ts';
import {
  type Check,
  defineWorkflow,
  type Item,
  type SubmissionView,
  type View,
  type Workflow,
} from '../../model/workflow.ts';
import { PLAN_ITEMS_MAX, PLAN_SHAPE, type Plan, parsePlan } from './plan-file.ts';
import { parseReview, REVIEW_SHAPE, type Review } from './review-file.ts';

const planOf = (view: View): Plan => view.value('plan') as Plan;

const itemsOf = (view: View): readonly Item[] =>
  planOf(view).items.map((item) => ({
    key: item.key,
    after: item.after ?? [],
    inputs: { title: item.title },
  }));

const taskOf = (view: View, key: string | undefined): string => {
  const item = planOf(view).items.find((candidate) => candidate.key === key);
  return item === undefined ? '' : `${item.title}\n\n${item.task}`;
};

/** One item of the plan, as the plan declares it. */
const itemChange = (submission: SubmissionView): Change => {
  const { view, assignment, start } = submission;
  return {
    ...{ command: 'test', base: start, head: submission.digest('work'), strict: false },
    ...declaredTogether(planOf(view).items.filter(({ key }) => key === assignment.item)),
    commands: commandsOf(view),
    probe: probeOf(view),
  };
};

/** All items together, judged from where the run began: what an earlier round lost is not forgotten. */
const wholeChange = (view: View, head: Change['head'], start?: Change['start']): Change => ({
  ...{ command: 'test', base: view.digest('base'), head, start, strict: false },
  ...declaredTogether(planOf(view).items),
  commands: commandsOf(view),
  probe: probeOf(view),
});

const fixChange = (submission: SubmissionView): Change =>
  wholeChange(submission.view, submission.digest('tree'), submission.start);

/** The family of checks; a project that waives its tests is judged by the others. */
const judged = (changeOf: (submission: SubmissionView) => Change, on?: readonly string[]): readonly Check[] =>
  changeChecks(changeOf, on === undefined ? {} : { on }).map((check) =>
    NEED_TESTS.includes(check.name) ? unlessWaived('test', check) : check,
  );

/** What was listed when an item, or a fix of the whole, was accepted. */
const listedIn = (view: View): string => {
  const fixed = view.detail('listed/all');
  const items = planOf(view).items.flatMap(({ key }) => view.detail(`listed/${key}`) ?? []);
  return (fixed === undefined ? items : [fixed]).filter((text) => text !== '').join('\n');
};

const listedSection = (view: View): string => {
  const listed = listedIn(view);
  return listed === '' ? '' : `\n\nBaton lists for you:\n\n${listed}`;
};

const findingsText = (review: Review | undefined): string =>
  (review?.findings ?? [])
    .map((finding) => `- ${finding.location}: ${finding.issue}\n  ${finding.recommendation}`)
    .join('\n');

const fixText = (view: View): string => {
  const findings = findingsText(view.value('review') as Review | undefined);
  const remark =
    view.remark === undefined || view.remark === '' ? '' : `A person said:\n\n${view.remark}\n\n`;
  return `${remark}${findings === '' ? '' : `The review found:\n\n${findings}\n`}`;
};

const summaryText = (view: View): string => {
  const review = view.value('review') as Review | undefined;
  return [
    `The change is ready: ${planOf(view).summary}`,
    ...(review === undefined ? [] : [`Review: ${review.summary}`]),
    'Approve it to have it committed on a branch of its own; reject it with words to have it changed.',
  ].join('\n');
};

/** The person's own words, else what the plan says. */
const commitMessage = (view: View): string => {
  const own = view.detail('message');
  if (own !== undefined) return `${own.trimEnd()}\n`;
  const plan = planOf(view);
  const items = plan.items.map((item) => `- ${item.title}`).join('\n');
  return `${plan.summary.split('\n')[0]}\n\n${items}\n`;
};

const summaryArgs = z.object({
  summary: z.string().max(2_000).optional().describe('One or two sentences about what was done.'),
});

export const relay: Workflow = defineWorkflow({
  name: 'relay',
  version: 1,
  says: 'A planner plans, coders code in parallel, a reviewer reviews, a person approves, Baton commits.',
  directory: '.baton/runs',
  first: 'planning',
  roles: {
    planner: {
      mayWrite: ['plan'],
      brief: 'You plan a change to the project in front of you. You do not change its code.',
    },
    coder: {
      mayWrite: ['work', 'tree'],
      brief: 'You change the code of the project in your working tree, with a test for what you change.',
    },
    reviewer: {
      mayWrite: ['review'],
      brief: 'You review a finished change. You read and run; you do not change code.',
    },
    human: { mayWrite: [], kind: 'human' },
    engine: { mayWrite: ['tree'], kind: 'engine' },
  },
  artifacts: {
    base: { path: '.', kind: 'tree', given: true },
    plan: { path: 'plan.yaml', kind: 'file', parse: parsePlan, shape: PLAN_SHAPE },
    work: { path: '.', kind: 'tree', each: true },
    tree: { path: '.', kind: 'tree' },
    review: { path: 'review.yaml', kind: 'file', parse: parseReview, shape: REVIEW_SHAPE },
  },
  facts: {
    'plan.valid': { about: ['plan'] },
    'work.done': { about: ['work'], each: true },
    'tree.ready': { about: ['tree'] },
    'review.passed': { about: ['tree'] },
    'tree.approved': { about: ['tree'] },
  },
  contracts: {
    plan: {
      from: ['planner'],
      tool: 'submit_plan',
      says: 'A plan that coders can follow without asking.',
      reads: { base: 'required' },
      produces: ['plan'],
      worksIn: 'base',
      outcomes: { ready: { guarantees: ['plan.valid'] } },
      asks: (view) =>
        `Plan this change:\n\n${view.request}\n\nCut it into items that can be done side by side.`,
    },
    code: {
      from: ['coder'],
      tool: 'submit_done',
      says: 'One item of the plan, done, with tests that pass.',
      args: summaryArgs,
      reads: { base: 'required', plan: 'required' },
      produces: ['work'],
      worksIn: 'base',
      assumes: ['plan.valid'],
      outcomes: { done: { guarantees: ['work.done'] } },
      checks: [
        ...judged(itemChange),
        unlessWaived('test', probedCheck(itemChange)),
        mergesCleanly({ artifact: 'work', base: 'base' }),
      ],
      keeps: (s, seen) => ({ [`listed/${s.assignment.item ?? ''}`]: listedText(itemChange(s), seen) }),
      rests: { 'work.done': ['tests-green', 'tests-hold', 'tests-kept', 'runner-sound'] },
      asks: (view, assignment) =>
        `The whole change: ${planOf(view).summary}\n\nYour item (${assignment.item}): ${taskOf(view, assignment.item)}`,
    },
    merge: {
      from: ['engine'],
      says: 'The items, merged in plan order.',
      reads: { base: 'required', work: 'required' },
      produces: ['tree'],
      assumes: ['work.done'],
      outcomes: { merged: { guarantees: ['tree.ready'] } },
      effect: (view) => ({
        action: 'merge',
        base: view.digest('base')!,
        parts: [...view.parts('work')],
        into: 'tree',
      }),
    },
    review: {
      from: ['reviewer'],
      tool: 'submit_review',
      says: 'A review that says pass or fail, and why.',
      reads: { plan: 'required', tree: 'required' },
      produces: ['review'],
      worksIn: 'tree',
      reviews: 'base',
      assumes: ['tree.ready'],
      outcomes: { pass: { guarantees: ['review.passed'] }, fail: { guarantees: [] } },
      outcome: (submission) => (submission.value('review') as Review).verdict,
      checks: [
        // A pass over red tests contradicts itself; whoever reviews may still fail what is green.
        ...judged((s) => wholeChange(s.view, s.view.digest('tree')), ['pass']),
      ],
      asks: (view) => `Review this change against its plan: ${planOf(view).summary}${listedSection(view)}`,
    },
    fix: {
      from: ['coder'],
      tool: 'submit_done',
      says: 'The findings, fixed, with tests that pass.',
      args: summaryArgs,
      reads: { plan: 'required', review: 'optional' },
      produces: ['tree'],
      worksIn: 'tree',
      assumes: ['plan.valid'],
      outcomes: { done: { guarantees: ['tree.ready'] } },
      checks: [
        ...judged(fixChange),
        unlessWaived('test', probedCheck(fixChange)),
        unlessWaived('test', roundKept(fixChange)),
      ],
      keeps: (s, seen) => ({
        'listed/all': listedText(fixChange(s), seen),
      }),
      rests: { 'tree.ready': ['tests-green', 'tests-hold', 'tests-kept', 'runner-sound'] },
      asks: (view) => `Fix the change "${planOf(view).summary}".\n\n${fixText(view)}`,
    },
    approval: {
      from: ['human'],
      says: 'A person has seen the change and wants it.',
      reads: { tree: 'required', review: 'required' },
      produces: [],
      assumes: ['review.passed'],
      outcomes: { approve: { guarantees: ['tree.approved'] }, changes: { guarantees: [] } },
      ask: (view) => ({
        kind: 'approval',
        text: summaryText(view),
        choices: ['approve', 'changes'],
        approve: 'approve',
        reject: 'changes',
      }),
    },
    ruling: {
      from: ['human'],
      says: 'A person decides how to go on.',
      produces: [],
      outcomes: { again: { guarantees: [] }, abandon: { guarantees: [] } },
      ask: (view) => ({
        kind: 'escalation',
        text: `The limit of fix rounds is reached and the review still fails.\n${findingsText(view.value('review') as Review | undefined)}`,
        choices: ['again', 'abandon'],
        approve: 'again',
        reject: 'abandon',
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
        branch: `baton/${view.run}`,
        message: commitMessage(view),
      }),
    },
  },
  phases: {
    planning: {
      work: [{ role: 'planner', contract: 'plan' }],
      routes: [{ when: { all: 'ready' }, to: 'coding' }],
    },
    coding: {
      work: [
        {
          role: 'coder',
          contract: 'code',
          until: 'work.done',
          over: { items: itemsOf, min: 1, max: PLAN_ITEMS_MAX },
        },
      ],
      routes: [{ when: { all: 'done' }, to: 'merging' }],
    },
    merging: {
      work: [{ role: 'engine', contract: 'merge' }],
      routes: [{ when: { all: 'merged' }, to: 'reviewing' }],
    },
    reviewing: {
      work: [{ role: 'reviewer', contract: 'review' }],
      routes: [
        { when: { all: 'pass' }, to: 'approving' },
        { when: { any: 'fail' }, to: 'fixing', counts: 'fixes' },
      ],
    },
    fixing: {
      work: [{ role: 'coder', contract: 'fix' }],
      routes: [{ when: { all: 'done' }, to: 'reviewing' }],
    },
    stuck: {
      work: [{ role: 'human', contract: 'ruling' }],
      routes: [
        { when: { all: 'again' }, to: 'fixing' },
        { when: { all: 'abandon' }, to: 'end', as: 'cancelled' },
      ],
    },
    approving: {
      work: [{ role: 'human', contract: 'approval' }],
      routes: [
        { when: { all: 'approve' }, to: 'committing' },
        { when: { all: 'changes' }, to: 'fixing' },
      ],
    },
    committing: {
      work: [{ role: 'engine', contract: 'commit' }],
      routes: [{ when: { all: 'committed' }, to: 'end' }],
    },
  },
  policy: z.strictObject(probeShape('off')),
  limits: { fixes: { max: 3, atLimit: 'stuck', resetBy: 'human' } },
  requests: {
    ask: {
      by: ['planner', 'coder', 'reviewer'],
      in: ['planning', 'coding', 'reviewing', 'fixing'],
      to: 'human',
      says: 'A question to the person who asked for this work. Ask only what you cannot find out or decide yourself.',
      max: 5,
      parks: true,
    },
  },
  projections: (view) => [
    { path: 'request.md', text: `${view.request.trimEnd()}\n` },
    // Written after a review without findings, too: those of the review before it must not stay.
    ...(view.value('review') === undefined
      ? []
      : [
          {
            path: 'findings.md',
            text: `${findingsText(view.value('review') as Review) || 'The last review found nothing.'}\n`,
          },
        ]),
  ],
});
