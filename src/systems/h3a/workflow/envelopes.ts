// SESSION_HANDOFF.json: the envelope of each handoff, in the union of the two forms that the documents use.
import type { Submission } from '../../../model/workflow/view.ts';
import {
  EXECUTOR_FILES,
  EXECUTOR_REPORT,
  type HandoffId,
  PLANNER_REPORT,
  ROADMAP,
  TASK,
  VALIDATOR_REPORT,
} from '../files/files.ts';
import { entryFor, recordOf } from '../files/report-file.ts';
import { isRecord, type Task } from '../files/task-file.ts';
import { seconds } from './notes.ts';
import {
  currentTask,
  executorReport,
  mutationReport,
  securityScan,
  taskId,
  validatorReport,
} from './nouns.ts';
import { rejectedGates } from './returns.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

const CHECKLISTS: Readonly<Record<HandoffId, readonly string[]>> = {
  H1: [
    'CURRENT_TASK.json exists and is valid JSON',
    'tdd_plan has red, green, refactor fields filled',
    'definition_of_done has ≥3 criteria',
    'files_affected is non-empty array',
    'GATES_LEDGER shows G0 PASSED',
  ],
  H2: [
    'executor_report.json exists and is valid JSON',
    'TDD evidence files exist (test_output_red.txt, test_output_green.txt)',
    'coverage_delta is positive or absolute ≥90%',
    'commands_run array shows exit_code: 0 for tests/lint/type',
    'GATES_LEDGER shows G1 PASSED',
  ],
  H3: [
    'validator_report.json exists with verdict',
    'Security scan artifact exists',
    'Mutation report artifact exists (or N/A justified)',
    'Verification results cover all 10 checklist items',
    'GATES_LEDGER shows G2 verdict',
  ],
};

/** Only what is there: an absent field says that nobody said it. */
const said = (fields: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

const taskOf = (submission: Submission): Task | undefined =>
  submission.maybe(currentTask) ?? submission.view.maybe(currentTask);

const planned = (submission: Submission): JsonRecord => {
  const task = taskOf(submission);
  const { record = {} } = task ?? {};
  return said({
    task_id: task?.task ?? submission.view.here.item,
    goal: task?.goal,
    context: typeof record['context'] === 'string' ? record['context'] : undefined,
    files_to_review: [ROADMAP, TASK, PLANNER_REPORT],
    tdd_plan: task?.plan,
    definition_of_done: task?.criteria,
    action_required:
      'Executor must implement the TDD cycle (RED→GREEN→REFACTOR) and save evidence to artifacts/executor/',
  });
};

const executed = (submission: Submission): JsonRecord => {
  const report = submission.maybe(executorReport);
  const task = taskId(submission.view);
  const entry = recordOf(report, entryFor(report, task));
  const phases = entry['tdd_phases'];
  const refactor =
    isRecord(phases) && isRecord(phases['refactor']) ? phases['refactor']['changes'] : undefined;
  return said({
    task_id: task,
    summary: submission.args['summary'] ?? `${task} implemented`,
    files_to_review: [
      TASK,
      EXECUTOR_REPORT,
      EXECUTOR_FILES.red,
      EXECUTOR_FILES.green,
      EXECUTOR_FILES.coverageDelta,
    ],
    tdd_evidence: {
      red_phase: EXECUTOR_FILES.red,
      green_phase: EXECUTOR_FILES.green,
      refactor_phase:
        typeof refactor === 'string' ? refactor : 'No refactoring was needed, tests still passing',
    },
    files_changed: entry['files_changed'],
    commands_run: entry['commands_run'],
    coverage_delta: entry['coverage_delta'],
    coverage_absolute: entry['coverage_absolute'],
    definition_of_done_status: entry['definition_of_done'],
    iteration_count: submission.assignment.round,
    action_required:
      'Validator must verify TDD compliance, re-run the security scan, check the mutation score, and decide by the ten checks',
  });
};

const SIGNS: Readonly<Record<string, string>> = {
  pass: '✅ PASS',
  partial: '⚠️ PARTIAL',
  fail: '❌ FAIL',
  not_applicable: '⚪ N/A',
};

const resultLine = (result: unknown): string | undefined => {
  if (!isRecord(result) || typeof result['status'] !== 'string') return undefined;
  const note = ['notes', 'reason', 'justification', 'evidence', 'report']
    .map((key) => result[key])
    .find((one) => typeof one === 'string');
  return `${SIGNS[result['status'].toLowerCase()] ?? result['status']} - ${typeof note === 'string' ? note : 'see validator_report.json'}`;
};

const validated = (submission: Submission): JsonRecord => {
  const report = submission.maybe(validatorReport);
  const task = taskId(submission.view);
  const found = entryFor(report, task);
  const entry = recordOf(report, found);
  const results = isRecord(entry['verification_results']) ? entry['verification_results'] : {};
  return said({
    task_id: task,
    verdict: found?.verdict,
    summary: submission.args['summary'] ?? `${task}: ${found?.verdict ?? 'no verdict'}`,
    files_to_review: [
      VALIDATOR_REPORT,
      ...[securityScan, mutationReport]
        .filter((output) => submission.maybe(output) !== undefined)
        .map(({ path }) => path),
    ],
    verification_summary: said(
      Object.fromEntries(Object.entries(results).map(([name, result]) => [name, resultLine(result)])),
    ),
    approval_for_next_task: found?.approval,
    remediation_plan: entry['remediation_plan'] ?? undefined,
    next_action: entry['next_action'] ?? NEXT_ACTION[found?.verdict ?? ''],
    notes: entry['notes'],
  });
};

const NEXT_ACTION: Readonly<Record<string, string>> = {
  pass: 'Move to G3 (production-ready)',
  pass_with_notes: 'Move to G3 (production-ready), and look at the notes',
  needs_remediation: 'Executor fixes what the remediation plan names',
  fail: 'Executor fixes what the remediation plan names',
  escalation: 'A person decides',
};

const PAYLOADS = { H1: planned, H2: executed, H3: validated } as const;
const FROM = { H1: 'planner', H2: 'executor', H3: 'validator' } as const;

export const receiverOf = (id: HandoffId, outcome: string): string => {
  if (id === 'H1') return 'executor';
  if (id === 'H2') return 'validator';
  if (outcome === 'escalation') return 'human';
  return outcome === 'needs_remediation' || outcome === 'fail' ? 'executor' : 'system';
};

const transitionOf = (id: HandoffId, outcome: string): readonly [from: string, to: string] => {
  if (id === 'H1') return ['G0_passed', 'G1_pending'];
  if (id === 'H2') return ['G1_passed', 'G2_pending'];
  return outcome === 'pass' || outcome === 'pass_with_notes'
    ? ['G2_passed', 'G3_pending']
    : ['G2_failed', 'G1_pending'];
};

export interface Refused {
  readonly reason: string;
  readonly by: string;
}

export const envelopeOf = (
  id: HandoffId,
  at: string,
  submission: Submission,
  refused?: Refused,
): JsonRecord => {
  const time = seconds(at);
  const [from, to] = transitionOf(id, submission.outcome);
  const receiver = receiverOf(id, submission.outcome);
  return {
    run_id: submission.view.run.name,
    handoff_id: id,
    from_agent: FROM[id],
    to_agent: receiver,
    current_agent: FROM[id],
    next_agent: receiver,
    handoff_time: time,
    gate_transition: `${from} → ${to}`,
    gate_status: from,
    ...(refused === undefined
      ? { status: 'ready' }
      : {
          ...rejectedGates(id),
          status: 'rejected',
          rejection_reason: refused.reason,
          rejected_by: refused.by,
          rejected_at: time,
        }),
    payload: PAYLOADS[id](submission),
    verification_checklist: CHECKLISTS[id],
  };
};
