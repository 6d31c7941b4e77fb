// The last gate: eight points that a person looks at, and which decision they allow.
import type { Asked } from '../../../authoring/step.ts';
import type { View } from '../../../model/workflow/view.ts';
import { issueFile, rejectionFile } from '../files/files.ts';
import { entryFor, recordOf } from '../files/report-file.ts';
import { isRecord } from '../files/task-file.ts';
import { differenceLines } from './difference.ts';
import { approved, code, conditionals, currentTask, policies, taskId, validatorReport } from './nouns.ts';

export const POINTS = [
  'requirements_met',
  'tests_pass',
  'no_broken_features',
  'code_readable',
  'security_ok',
  'docs_updated',
  'evidence_complete',
  'intent_aligned',
] as const;
export type Point = (typeof POINTS)[number];

/** Points that a person names in words are those that failed: `docs_updated: the flag is missing, code_readable`. */
export const pointsIn = (text: string): readonly Point[] => {
  const words = new Set(text.toLowerCase().split(/[^a-z_]+/));
  return POINTS.filter((point) => words.has(point));
};

const CONDITIONAL_MAX = 2;
const COSMETIC_MAX = 1;

/** What eight points with these failures come to: security always rejects. */
export const decisionOf = (failed: readonly Point[]): 'approve' | 'conditional' | 'reject' => {
  if (failed.includes('security_ok')) return 'reject';
  if (failed.length === 0) return 'approve';
  return failed.length <= CONDITIONAL_MAX ? 'conditional' : 'reject';
};

/** Why this choice does not go with the points that the person names; undefined when it does. */
export const refuseDecision = (
  _: View,
  answer: { readonly choice: string; readonly text: string },
): string | undefined => {
  const failed = pointsIn(answer.text);
  if (answer.choice === 'reject' || failed.length === 0) return undefined;
  const named = failed.join(', ');
  if (failed.includes('security_ok'))
    return `security_ok failed: security always rejects (named as failed: ${named})`;
  if (failed.length > CONDITIONAL_MAX)
    return `expected reject, since fewer than six of eight points are met (named as failed: ${named})`;
  if (answer.choice === 'approve' && failed.length > COSMETIC_MAX)
    return `expected conditional or reject, since more than one point failed (${named})`;
  return undefined;
};

const DECIDED: Readonly<Record<string, string>> = {
  approve: 'APPROVED',
  conditional: 'CONDITIONAL APPROVAL',
  reject: 'REJECTED',
};

export const approvalReport = (
  view: View,
  at: string,
  outcome: string,
  failed: readonly Point[],
  notes: string,
): Readonly<Record<string, unknown>> => {
  const told = failed.length > 0;
  return {
    gate: 'G3',
    task_id: view.here.item ?? null,
    decision: DECIDED[outcome] ?? outcome,
    timestamp: at,
    approver: 'human',
    // Only what a person named is that person's word; null says that nobody named it.
    human_verification: Object.fromEntries(
      POINTS.map((point) => [point, failed.includes(point) ? false : null]),
    ),
    checklist_passed: null,
    checklist_failed: told ? failed.length : null,
    approved_as_a_whole: outcome === 'approve',
    notes,
    deployment_approved: outcome === 'approve',
    /** What was seen: the approval is of these bytes and of no others. */
    tree: view.digest(code),
    validator_report: view.digest(validatorReport),
  };
};

const verdictLine = (view: View): string => {
  const report = view.maybe(validatorReport);
  const entry = entryFor(report, taskId(view));
  const notes = recordOf(report, entry)['notes'];
  return `Verdict of the validator: ${entry?.verdict ?? 'none'}${typeof notes === 'string' ? `. ${notes}` : ''}`;
};

/** The eight points with what is known of each. */
const pointLines = (view: View): readonly string[] => {
  const task = view.maybe(currentTask);
  const known = task?.knownFailures ?? [];
  return [
    `1. requirements_met: ${(task?.criteria ?? []).join('; ')}`,
    `2. tests_pass: re-run by Baton on this very tree${known.length === 0 ? ', all passed' : `, all passed but those that failed before: ${known.join(', ')}`}`,
    '3. no_broken_features: tests that passed before pass now',
    `4. code_readable: look at the change (tree ${view.digest(code)})`,
    '5. security_ok: a failure here always rejects',
    '6. docs_updated',
    '7. evidence_complete: all files of the handoffs are in state/EVIDENCE_LOG.md',
    '8. intent_aligned: only declared files were changed',
  ];
};

/** A task is looked at by itself: what was approved before it is not shown again. */
export const againstApproved = (view: View): Pick<Asked<never>, 'base'> => ({ base: view.digest(approved) });

export const DECISIONS = ['approve', 'conditional', 'reject'] as const;

export const askApproval = (view: View): Asked<(typeof DECISIONS)[number]> => {
  const once = view.count(conditionals) < view.setting(policies.conditionals);
  const task = view.maybe(currentTask);
  const again = differenceLines(view);
  return {
    text: [
      `${taskId(view)}: ${task?.goal ?? ''}`,
      verdictLine(view),
      ...again,
      // What was looked at before is not shown again.
      ...(again.length > 0 ? [] : pointLines(view)),
      'Name points that failed in your words; those that you do not name are approved as a whole, and not as met one by one.',
    ].join('\n'),
    choices: once ? DECISIONS : ['approve', 'reject'],
    ...againstApproved(view),
  };
};

const planText = (plan: unknown): string =>
  typeof plan === 'string'
    ? plan
    : isRecord(plan) || Array.isArray(plan)
      ? JSON.stringify(plan, null, 2)
      : 'none';

export const askRuling = (view: View): string => {
  const report = view.maybe(validatorReport);
  const entry = entryFor(report, taskId(view));
  const record = recordOf(report, entry);
  return [
    `${taskId(view)} cannot go on by itself: see ${issueFile(taskId(view))}.`,
    `The last verdict: ${entry?.verdict ?? 'none'}. Its plan:`,
    planText(record['remediation_plan']),
    'executor: fix it once more, planner: plan it anew, validator: validate it again, abort: give the run up. Your words are passed on.',
  ].join('\n');
};

export const askDispute = (view: View): string =>
  [
    `${taskId(view)} was planned, and its executor keeps sending the plan back: see ${rejectionFile('H1')}.`,
    'executor: do it as it is planned, planner: plan it anew, abort: give the run up. Your words are passed on.',
  ].join('\n');
