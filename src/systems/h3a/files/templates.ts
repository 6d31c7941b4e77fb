// What lies in the run directory before anybody has written anything: the shapes that the agents fill.
import { seconds } from '../workflow/notes.ts';

export const taskTemplate = (at: string): string =>
  `${JSON.stringify(
    {
      task_id: null,
      status: 'awaiting_planner',
      created_at: seconds(at),
      assigned_to: 'planner',
      goal: null,
      tdd_plan: { red: null, green: null, refactor: null },
      files_affected: [],
      definition_of_done: [],
      iteration_count: 0,
      max_iterations: 2,
      gate_status: 'G0_pending',
      notes: '',
    },
    null,
    2,
  )}\n`;

export const TASK_SHAPE = `{
  "task_id": "T001",
  "status": "ready_for_execution",
  "goal": "what is to be reached, in one sentence",
  "tdd_plan": {
    "red": "Write test_x() in tests/x.test.js expecting …",
    "green": "Implement x() in src/x.js so that it passes",
    "refactor": "what is tidied up afterwards, or that nothing is"
  },
  "files_affected": ["src/x.js", "tests/x.test.js"],
  "definition_of_done": ["at least three criteria", "each with a number, a command, a file,", "or something that can be seen"],
  "dependencies": [],
  "kind": "feature",
  "known_failures": [],
  "released": []
}

"files_affected" names every file that may be changed, test files too. "known_failures" names tests that fail already;
"released" names tests or test files that may be removed or weakened. Both are empty as a rule.
`;

export const ROADMAP_SHAPE = `# H3A System Roadmap

**Status:** Planning Phase

## Task Brief
## Overall Strategy

**Approach:** …
**Risk Mitigation:** …

## Task Decomposition

### Task Queue

- [ ] T001: the first task
- [ ] T002: the next one

## Success Criteria
## Notes

Lines of tasks are added, never taken away. Baton checks off what is done.
`;

export const PLANNER_REPORT_SHAPE = `{ "run_id": "…", "agent": "planner", "reports": [
  { "task_id": "T001", "timestamp": "2026-01-01T10:00:00Z", "roadmap_status": "…", "tasks_created": ["T001"],
    "research_findings": ["…"], "gate_status": "G0_passed", "artifacts": [] } ] }

One entry is added for each task. "tasks_created" are the tasks that this plan adds to the roadmap.
`;

export const EXECUTOR_REPORT_SHAPE = `{ "run_id": "…", "agent": "executor", "tdd_cycles": [
  { "task_id": "T001", "timestamp": "2026-01-01T11:00:00Z",
    "tdd_phases": {
      "red": { "test_file": "tests/x.test.js", "test_name": "the name of the new test", "failure_output": "artifacts/executor/test_output_red.txt" },
      "green": { "implementation_file": "src/x.js", "test_output": "artifacts/executor/test_output_green.txt" },
      "refactor": { "changes": "…", "test_still_passing": true } },
    "coverage_delta": "+1.0%", "coverage_absolute": "95.0%", "files_changed": ["src/x.js", "tests/x.test.js"],
    "commands_run": [ { "cmd": "npm test", "exit_code": 0, "artifact": "artifacts/executor/test_output_green.txt" } ],
    "definition_of_done": [ { "criterion": "…", "met": true } ],
    "iteration_count": 1, "gate_status": "G1_passed", "artifacts": [] } ] }

One entry is added for each task. Baton compares each field with what is so: "files_changed" with the change (both names of
a renamed file), "commands_run" with what the project's own commands really end with, "definition_of_done" with the
criteria of the task in their own words, "iteration_count" with the round (the first is 1), "artifacts" with the files that
are there. coverage_delta.json is { "before": "94.0%", "after": "95.0%", "delta": "+1.0%" }. Both outputs of the tests are
kept as they are printed.
`;

export const VALIDATOR_REPORT_SHAPE = `{ "run_id": "…", "agent": "validator", "verdicts": [
  { "task_id": "T001", "timestamp": "2026-01-01T12:00:00Z",
    "status": "pass",
    "verification_results": {
      "tdd_compliance": { "status": "pass", "notes": "…" }, "tests": { "status": "pass", "total": 3, "passed": 3, "failed": 0, "skipped": 0 },
      "coverage": { "status": "pass", "absolute": "95.0%", "delta": "+1.0%" }, "mutation": { "status": "not_applicable", "notes": "why" },
      "security": { "status": "pass", "report": "artifacts/validator/security_scan.json" }, "lint": { "status": "pass", "errors": 0 },
      "type_check": { "status": "pass", "errors": 0 }, "accessibility": { "status": "not_applicable" },
      "dod_checklist": { "status": "pass", "total": 3, "met": 3, "unmet": [] }, "intent_alignment": { "status": "pass", "notes": "…" } },
    "approval_for_next_task": true, "remediation_plan": null, "notes": "", "gate_status": "G2_passed", "artifacts": [] } ] }

status: pass, pass_with_notes, needs_remediation, fail or escalation. fail and needs_remediation come with
"approval_for_next_task": false and "remediation_plan": { "issue": "…", "fix_steps": ["what to change, and where"] }.
Results: pass, fail, partial or not_applicable; "unmet" names criteria in their own words. One entry is added for each task.
security_scan.json is SARIF, or the JSON of npm audit, bandit or semgrep; mutation_report.txt is the JSON of Stryker, or what
mutmut prints. Both are read.
`;

export const GATE_SHAPE = `{ "gate": "G2.5_performance", "status": "pass", "evidence": ["what was measured, and what came of it"], "notes": "" }

status: pass or fail.
`;
