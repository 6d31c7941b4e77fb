// Names of handoffs, and of files in a run of H3A, relative to its directory.
export type HandoffId = 'H1' | 'H2' | 'H3';

export const TASK = 'state/CURRENT_TASK.json';
export const ROADMAP = 'state/ROADMAP.md';
export const LEDGER = 'state/GATES_LEDGER.md';
export const EVIDENCE = 'state/EVIDENCE_LOG.md';
export const HANDOFF = 'state/SESSION_HANDOFF.json';
export const STATE = 'state.json';
export const PLANNER_REPORT = 'planner_report.json';
export const EXECUTOR_REPORT = 'executor_report.json';
export const VALIDATOR_REPORT = 'validator_report.json';
export const APPROVAL = 'g3_approval_report.json';

/** What an executor shows: three files always, the others where it has them. */
export const EXECUTOR_FILES = {
  red: 'artifacts/executor/test_output_red.txt',
  green: 'artifacts/executor/test_output_green.txt',
  coverageDelta: 'artifacts/executor/coverage_delta.json',
  refactorOutput: 'artifacts/executor/test_output_refactor.txt',
  fullSuite: 'artifacts/executor/test_output_full_suite.txt',
  lintOutput: 'artifacts/executor/lint_output.txt',
  typesOutput: 'artifacts/executor/mypy_output.txt',
  coverageOutput: 'artifacts/executor/coverage_output.txt',
  mutationOutput: 'artifacts/executor/mutation_output.txt',
  securityOutput: 'artifacts/executor/security_output.txt',
} as const;

/** What a validator shows: the scan always, the mutation report or the reason why there is none, the rest where it has it. */
export const VALIDATOR_FILES = {
  securityScan: 'artifacts/validator/security_scan.json',
  mutationReport: 'artifacts/validator/mutation_report.txt',
  accessibilityReport: 'artifacts/validator/a11y_report.json',
  independentTests: 'artifacts/validator/test_output_independent.txt',
  independentLint: 'artifacts/validator/lint_output_independent.txt',
  validationSummary: 'artifacts/validator/validation_summary.txt',
} as const;

/** What was rejected, and what a person must decide. */
export const ESCALATIONS = 'artifacts/escalation/*';
export const rejectionName = (handoff: string): string => `handoff_rejection_${handoff}.md`;
export const issueName = (task: string): string => `issue_${task}.md`;
export const rejectionFile = (handoff: string): string => ESCALATIONS.replace('*', rejectionName(handoff));
export const issueFile = (task: string): string => ESCALATIONS.replace('*', issueName(task));
