// What is handed over in a quest, who hands it over, and what is known about it. Paths are those of Quest's own layout.
import { archive, fact, file, memo, role, settings, tree } from '../../../model/workflow/handles.ts';
import { ALLOWLIST_FILE } from '../files/allowlist/allowlist-file.ts';
import { DEFERRED_FILE } from '../files/deferred.ts';
import { FINDINGS_SHAPE, parseFindings } from '../files/findings-file.ts';
import { JOURNAL_INDEX } from '../files/journal-entry.ts';
import { parseQuestioner, QUESTIONER_SHAPE } from '../files/questioner-file.ts';
import { parseRouter, ROUTER_SHAPE } from '../files/router-file.ts';
import { SNAPSHOT_ROOT } from '../files/snapshot.ts';
import { PLAN_SHAPE, parsePlan } from './plan-declared.ts';
import { policy } from './policy.ts';

export const PLAN_PHASE = 'phase_01_plan';
export const BUILD_PHASE = 'phase_02_implementation';
export const REVIEW_PHASE = 'phase_03_review';

export const router = role(
  'router',
  'You judge how a request is to be handled: what is known of it, what is missing, how risky and how large it is. You do not plan.',
);
export const questioner = role(
  'questioner',
  'You find out what is missing in a request by a few questions. You do not plan.',
);
export const planner = role('planner', 'You plan a change to the project. You do not change its code.');
const reviewsPlans =
  'You review a plan against its brief: substance before style, and every issue something that can be done. You change nothing.';
export const planReviewerA = role('plan-reviewer-a', reviewsPlans);
export const planReviewerB = role('plan-reviewer-b', reviewsPlans);
export const arbiter = role(
  'arbiter',
  'You decide whether a plan is good enough to be built. Issues that both reviewers found weigh most; add no scope; when in doubt, approve.',
);
export const builder = role(
  'builder',
  'You build what the plan says in your working tree, with a test for what you change. What you assume, you write down.',
);
const reviewsCode =
  'You review a finished change against its plan and its brief. You read and run; you do not change code.';
export const codeReviewerA = role('code-reviewer-a', reviewsCode);
export const codeReviewerB = role('code-reviewer-b', reviewsCode);
export const reviewArbiter = role(
  'review-arbiter',
  'You judge what code reviewers found against the change itself. When you are unsure, a finding stays; only nitpicks and what is out of scope may go, with a reason.',
);
export const fixer = role(
  'fixer',
  'You fix what the reviews found and nothing else, in your working tree, with a test for what you change.',
);
/** In the order in which they work. */
export const ROLES = [
  ...[router, questioner, planner, planReviewerA, planReviewerB, arbiter],
  ...[builder, codeReviewerA, codeReviewerB, reviewArbiter, fixer],
];

export const set = settings(policy);

/** The project as it was, and as it is built. */
export const base = tree('base', { starts: 'project' });
export const work = tree('work');
/** The same with the journal entry of the quest. */
export const filed = tree('filed');

export const classification = file('logs/router.json', {
  name: 'classification',
  parse: parseRouter,
  example: ROUTER_SHAPE,
});
export const questions = file('logs/questioner_summary.md', {
  name: 'questions',
  parse: parseQuestioner,
  example: QUESTIONER_SHAPE,
});
export const brief = file('quest_brief.md', { name: 'brief' });
export const NO_ALLOWLIST = '{}';
/** What the project allows, as it was when the quest began. */
export const allowlist = file('logs/allowlist_snapshot.json', {
  name: 'allowlist',
  starts: ({ project }) => project(ALLOWLIST_FILE) ?? `${NO_ALLOWLIST}\n`,
});
/** What earlier quests left for a later one. */
export const deferredBefore = file('logs/deferred_findings.jsonl', {
  name: 'deferredBefore',
  starts: ({ project }) => project(DEFERRED_FILE) ?? '\n',
});
export const journalIndexBefore = file('logs/journal_index.md', {
  name: 'journalIndexBefore',
  starts: ({ project }) => project(JOURNAL_INDEX) ?? '\n',
});

export const plan = file(`${PLAN_PHASE}/plan.md`, { name: 'plan', parse: parsePlan, example: PLAN_SHAPE });
export const planReview = file(`${PLAN_PHASE}/review_{item}.md`, { name: 'planReview', starts: 'fresh' });
export const verdict = file(`${PLAN_PHASE}/arbiter_verdict.md`, { name: 'verdict', starts: 'fresh' });
export const planFindings = file(`${PLAN_PHASE}/review_findings.json`, {
  name: 'planFindings',
  parse: parseFindings,
  example: FINDINGS_SHAPE,
  starts: 'fresh',
});
export const planBacklog = file(`${PLAN_PHASE}/review_backlog.json`, { name: 'planBacklog' });
export const soloEndorsement = file(`${PLAN_PHASE}/solo_endorsement.md`, { name: 'soloEndorsement' });
export const deferredMatches = file(`${PLAN_PHASE}/deferred_backlog_matches.json`, {
  name: 'deferredMatches',
});
export const feedback = file(`${PLAN_PHASE}/user_feedback.md`, { name: 'feedback' });

/** What the plan that was sent back is to be answered by. */
export const refinementBinding = file(`${PLAN_PHASE}/refinement_binding.json`, { name: 'refinementBinding' });
/** Every round of planning that has ended, as it was. */
export const sealedRounds = archive(SNAPSHOT_ROOT, 'sealedRounds');

export const prDescription = file(`${BUILD_PHASE}/pr_description.md`, { name: 'prDescription' });
export const builderNotes = file(`${BUILD_PHASE}/builder_feedback_discussion.md`, { name: 'builderNotes' });

export const codeReview = file(`${REVIEW_PHASE}/review_{item}.md`, { name: 'codeReview', starts: 'fresh' });
export const codeFindings = file(`${REVIEW_PHASE}/review_findings_{item}.json`, {
  name: 'codeFindings',
  parse: parseFindings,
  example: FINDINGS_SHAPE,
  starts: 'fresh',
});
export const reviewVerdict = file(`${REVIEW_PHASE}/review_arbiter_verdict.md`, {
  name: 'reviewVerdict',
  starts: 'fresh',
});
/** What the arbiter lets stand; Baton publishes it, or all there is where nobody judged. */
export const judgedFindings = file(`${REVIEW_PHASE}/review_findings.json.next`, {
  name: 'judgedFindings',
  parse: parseFindings,
  example: FINDINGS_SHAPE,
  starts: 'fresh',
});
export const reviewFindings = file(`${REVIEW_PHASE}/review_findings.json`, { name: 'reviewFindings' });
export const reviewBacklog = file(`${REVIEW_PHASE}/review_backlog.json`, { name: 'reviewBacklog' });
export const fixNotes = file(`${REVIEW_PHASE}/review_fix_feedback_discussion.md`, { name: 'fixNotes' });

export const briefed = fact('brief.written', { about: [brief, deferredMatches] });
/** Somebody other than its author says that the plan is good enough. */
export const endorsed = fact('plan.endorsed', { about: [plan] });
/** A person wants what the plan says. */
export const wanted = fact('plan.wanted', { about: [plan] });
/** A person, or the project's own policy, lets it be built. */
export const released = fact('build.released', { about: [plan] });
export const proven = fact('work.proven', { about: [work] });
/** Each reviewer has looked at it. */
export const looked = fact('work.looked-at', { about: [work] });
export const merged = fact('findings.merged', { about: [reviewFindings] });
export const reviewed = fact('work.reviewed', { about: [work, reviewBacklog] });
export const approved = fact('work.approved', { about: [work] });
export const journaled = fact('journal.written', { about: [filed] });

/** `workflow` or `solo`, where a person chose one. */
export const chosenMode = memo('quest/mode');
/** Files and lines that the change has, as lines for a prompt. */
export const changed = memo('quest/changed');
/** What the checks saw in the change and did not refuse. */
export const listed = memo('quest/listed');
/** The part of the walk through the plan that comes next. */
export const walk = memo('quest/walk');
/** Whom a code reviewer names as NEXT. */
export const nextOf = (slot: string) => memo(`next/${slot}`);
