// state.json as this workflow has it, made from what the run knows.
import type { View } from '../../../model/workflow/view.ts';
import type { Plan } from '../files/plan-file.ts';
import { shownPhase } from '../files/shown-phase.ts';
import type { Phase, StateFields } from '../files/state-file.ts';
import { archive, branch, fixes, plan, reviewPassed, set } from './nouns.ts';
import { isoSeconds } from './record-line.ts';
import { reviewText } from './review-texts.ts';
import {
  isSubplanDone,
  issueOf,
  nominationsOf,
  reviewersOf,
  reviewsOf,
  type Topic,
  topicsOf,
} from './run-facts.ts';

const phaseOf = (view: View): Phase => {
  if (view.run.status === 'complete') return 'done';
  return view.run.status === 'running' ? (shownPhase(view.here.step) ?? 'architecting') : 'failed';
};

const lastEventOf = (view: View): string => {
  if (view.run.status === 'failed') return 'run_failed';
  if (view.run.status === 'cancelled') return 'run_canceled';
  return view.run.resumed ? 'resumed' : (view.here.event ?? 'feature_created');
};

const groupsOf = (view: View, known: Plan | undefined) => {
  const isDone = (group: Plan['groups'][number]): boolean =>
    group.plans.every(({ index }) => isSubplanDone(view, index));
  const groups = known?.groups ?? [];
  const done = groups.filter(isDone);
  const active = view.here.step === 'implementing' ? groups.find((group) => !isDone(group)) : undefined;
  const pending = (active?.plans ?? []).filter(({ index }) => !isSubplanDone(view, index));
  const started = view.here.step === 'implementing' || done.length > 0;
  return {
    implementation_group_total: groups.length,
    implementation_group_index: started ? Math.min(groups.length, done.length + (active ? 1 : 0)) : 0,
    implementation_group_mode: active?.mode ?? null,
    implementation_single_coder: view.setting(set.single_coder),
    implementation_active_plan_ids: pending.map(({ index }) => `plan_${index}`),
    implementation_completed_group_ids: done.map(({ group_id }) => group_id),
  };
};

/** Research that nobody waits for any more, and that never came, is no task. */
const researchOf = (view: View, type: Topic['type']): Record<string, 'dispatched' | 'done'> => {
  const asked = ['product_management', 'architecting', 'planning'].includes(view.here.step);
  return Object.fromEntries(
    topicsOf(view)
      .filter((topic) => topic.type === type && (topic.isDone || asked))
      .map(({ topic, isDone }) => [topic, isDone ? 'done' : 'dispatched']),
  );
};

const reviewFields = (view: View): Pick<StateFields, 'active_reviews' | 'review_results'> => {
  const inRound = view.here.step === 'reviewing';
  const rounds = new Set(view.items(archive));
  const isIn = (role: string): boolean =>
    view.holds(reviewPassed, role) || !inRound || rounds.has(`${view.here.visit - 1}_${role}`);
  const results = reviewsOf(view).filter(({ role }) => isIn(role));
  if (!inRound && results.length === 0) return {};
  const known = new Set(results.map(({ role }) => role));
  return {
    active_reviews: Object.fromEntries(
      reviewersOf(view)
        .filter((role) => inRound || known.has(role))
        .map((role) => [role, known.has(role) ? 'completed' : 'pending']),
    ),
    review_results: Object.fromEntries(
      results.map(({ role, review }) => [role, { verdict: review.verdict, review_text: reviewText(review) }]),
    ),
  };
};

const interruptionOf = (view: View): Readonly<Record<string, string>> =>
  view.run.status === 'running' || view.run.status === 'complete'
    ? {}
    : {
        interruption_category: view.run.status === 'cancelled' ? 'canceled' : 'failed',
        interruption_cause: view.run.cause?.message ?? 'given up by a person',
        interruption_resume_command: `baton resume ${view.run.name}`,
        interruption_log_path: 'orchestrator.log',
      };

const whereThereIs = (name: string, value: object | undefined): Record<string, unknown> =>
  value === undefined || Object.keys(value).length === 0 ? {} : { [name]: value };

export const stateJson = (view: View): string => {
  const known = view.maybe(plan);
  const indices = (known?.subplans ?? []).map(({ index }) => index);
  const [issue, committed] = [issueOf(view), view.memo(branch)];
  const { active_reviews, review_results } = reviewFields(view);
  const state = {
    feature_dir: `.agentmux/.sessions/${view.run.name}`,
    session_name: `agentmux-${view.run.name}`,
    phase: phaseOf(view),
    product_manager: view.setting(set.product_manager),
    last_event: lastEventOf(view),
    subplan_count: Math.max(0, ...indices),
    completed_subplans: indices.filter((index) => isSubplanDone(view, index)).toSorted((a, b) => a - b),
    review_iteration: view.count(fixes),
    ...groupsOf(view, known),
    updated_at: isoSeconds(view.run.at),
    updated_by: 'pipeline',
    ...(issue === undefined ? {} : { issue_number: issue.number, issue_title: issue.title }),
    ...(committed === undefined ? {} : { feature_branch: committed, branch_created: true }),
    ...whereThereIs('research_tasks', researchOf(view, 'code')),
    ...whereThereIs('web_research_tasks', researchOf(view, 'web')),
    ...whereThereIs('reviewer_nominations', nominationsOf(view)),
    ...whereThereIs('active_reviews', active_reviews),
    ...whereThereIs('review_results', review_results),
    awaiting_summary: view.here.step === 'summarising',
    ...interruptionOf(view),
  };
  return `${JSON.stringify(state, undefined, 2)}\n`;
};
