// The files that nobody writes but Baton: state, logs, the handoff of each role as JSON. All are made of the journal.
import type { View } from '../../../../model/workflow/view.ts';
import { recordOf } from '../../../../std/record-of.ts';
import { MODEL_ROLES, orchestrationText } from '../../files/orchestration-file.ts';
import { parseQuestId } from '../../files/quest-id.ts';
import { type QuestStateFile, stateText } from '../../files/state-file.ts';
import { wholeSeconds } from '../../files/times.ts';
import { isReplan } from '../feedback.ts';
import { isSolo } from '../modes.ts';
import { BUILD_PHASE, PLAN_PHASE, REVIEW_PHASE } from '../nouns.ts';
import { type Handoff, handoffOf, handoffsOf } from './handoff-files.ts';
import { healthLog, healthSummary, parallelismLog, validationLog } from './log-files.ts';
import { fixIteration, notesAbout, notesOf, planIteration, runtimeOf } from './notes.ts';
import { phaseNow } from './phases.ts';
import { replanFields, replanHistory } from './replans.ts';

const slot = (note: Handoff): string => note.slot ?? '';

const LAST_ROLES: Readonly<Record<string, string>> = {
  planning: 'planner_agent',
  reviewingPlan: 'plan_review_agent',
  arbitrating: 'arbiter_agent',
  building: 'builder_agent',
  reviewingCode: 'code_review_agent',
  judgingFindings: 'review_arbiter_agent',
  fixing: 'fixer_agent',
};

/** Where a person waits because agents could not go on. */
const BLOCKED: readonly string[] = ['planStuck', 'buildStuck', 'reviewStuck', 'ruling'];

/** A person wants another plan, and nobody works on it yet. */
const isReplanned = (view: View): boolean => {
  const last = notesOf(view.lines).findLast(({ note }) => note !== 'entered');
  return last?.note === 'said' && isReplan(last.step, last.choice);
};

const statusOf = (view: View): QuestStateFile['status'] => {
  if (view.run.status === 'complete') return 'complete';
  if (view.run.status !== 'running' || BLOCKED.includes(view.here.step)) return 'blocked';
  return isReplanned(view) ? 'replan_requested' : 'in_progress';
};

const lastVerdict = (view: View): 'approve' | 'iterate' | null => {
  if (isReplanned(view)) return null;
  const decided = notesAbout(view.lines, 'handoff').findLast(
    ({ step, status }) =>
      status === 'complete' && (step === 'arbitrating' || (step === 'reviewingPlan' && isSolo(view))),
  );
  if (decided === undefined) return null;
  return ['builder', 'reviewed'].includes(decided.outcome) ? 'approve' : 'iterate';
};

const stateJson = (view: View): string | undefined => {
  const phase = phaseNow(view);
  const first = notesOf(view.lines)[0];
  if (phase === undefined || first === undefined) return undefined;
  const role =
    LAST_ROLES[notesAbout(view.lines, 'handoff').findLast(({ step }) => step in LAST_ROLES)?.step ?? ''];
  return stateText({
    quest_id: view.run.name,
    slug: parseQuestId(view.run.name)?.slug ?? view.run.name,
    phase,
    status: statusOf(view),
    plan_iteration: planIteration(view),
    fix_iteration: fixIteration(view),
    last_role: role ?? null,
    last_verdict: lastVerdict(view),
    created_at: wholeSeconds(first.at),
    updated_at: wholeSeconds(view.run.at),
    quest_mode: isSolo(view) ? 'solo' : 'workflow',
    ...replanFields(view),
  });
};

/** What really plays each role; the project's own models are in its allowlist. */
const orchestrationJson = (view: View): string | undefined => {
  const first = notesOf(view.lines)[0];
  if (phaseNow(view) === undefined || first === undefined) return undefined;
  const overrides = recordOf(MODEL_ROLES, (role) => runtimeOf(view, role));
  return orchestrationText({ overrides, validatedAt: first.at });
};

export const projections = {
  'state.json': stateJson,
  'orchestration.json': orchestrationJson,
  'logs/context_health.log': healthLog,
  'logs/health_report.txt': healthSummary,
  'logs/parallelism.log': parallelismLog,
  'logs/validation.log': validationLog,
  [`${PLAN_PHASE}/handoff.json`]: handoffOf('planning'),
  [`${PLAN_PHASE}/user_replan_history.jsonl`]: replanHistory,
  [`${PLAN_PHASE}/handoff_*.json`]: handoffsOf({ reviewingPlan: slot, arbitrating: () => 'arbiter' }),
  [`${BUILD_PHASE}/handoff.json`]: handoffOf('building'),
  [`${REVIEW_PHASE}/handoff_*.json`]: handoffsOf({
    reviewingCode: slot,
    judgingFindings: () => 'review-arbiter',
    fixing: () => 'fixer',
  }),
};
