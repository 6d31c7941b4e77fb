// The same change in three workflows, up to the approval: it re-specifies one test, drops another and brings a third, in a
// project that waives what it has no command for.
import { join } from 'node:path';
import { TEN_CHECKS } from '../../src/systems/h3a/handoff/vocabulary.ts';
import { WAIVED_ALL } from './h3a-world.ts';
import { type Files, makeRepository, type Scratch, writeFiles } from './scratch.ts';
import { shellTests } from './shell-tests.ts';

type Step = Readonly<Record<string, unknown>>;
type Item = readonly Step[];

const TEST_SH = shellTests('checks');

const PROJECT: Files = {
  'baton.yaml': `commands:\n  test: sh test.sh\ntests: [checks/]\n${WAIVED_ALL}`,
  'test.sh': TEST_SH,
  'value.txt': 'old\n',
  'checks/gone.sh': 'test -f value.txt\n',
  'checks/kept.sh': 'test -f test.sh\n',
  'checks/value.sh': 'grep -q old value.txt\n',
};

const submit = (tool: string, args: object = {}): Step => ({ submit: { tool, args } });
const write = (files: Readonly<Record<string, string>>): Step => ({ write: files });
const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

const CHANGE: Item = [
  write({
    'project:value.txt': 'new\n',
    'project:checks/value.sh': 'grep -q new value.txt\n',
    'project:one.txt': 'one\n',
    'project:checks/one.sh': 'test -f one.txt\n',
  }),
  { run: 'rm checks/gone.sh' },
];
export const CHANGED_FILES = ['value.txt', 'one.txt', 'checks/value.sh', 'checks/one.sh', 'checks/gone.sh'];

const PASS = 'verdict: pass\nsummary: Good.\n';

const RELAY = {
  planner: [
    [
      write({
        'plan.yaml': 'version: 1\nsummary: A new value\nitems:\n  - { key: one, title: One, task: Do it. }\n',
      }),
      submit('submit_plan'),
    ],
  ],
  coder: [[...CHANGE, submit('submit_done')]],
  reviewer: [[write({ 'review.yaml': PASS }), submit('submit_review')]],
};

const AGENTMUX = {
  architect: [
    [
      write({ '02_architecting/architecture.md': 'One file.\n' }),
      submit('submit_architecture', { reviewers: ['reviewer_logic'] }),
    ],
  ],
  planner: [
    [
      write({
        '04_planning/plan.yaml': json({
          version: 2,
          plan_overview: '# A new value\n\nIt is new.',
          needs_design: false,
          needs_docs: false,
          doc_files: [],
          review_strategy: { severity: 'medium' },
          groups: [{ group_id: 'all', mode: 'serial', plans: [{ index: 1, name: 'Plan 1' }] }],
          subplans: [
            {
              index: 1,
              title: 'A new value',
              scope: 'value.txt',
              owned_files: CHANGED_FILES,
              dependencies: 'None',
              implementation_approach: 'One file.',
              acceptance_criteria: 'Its check passes.',
              tasks: ['Write it'],
            },
          ],
        }),
      }),
      submit('submit_plan'),
    ],
  ],
  coder: [[...CHANGE, submit('submit_done', { subplan_index: 1 })]],
  reviewer_logic: [
    [
      write({ '07_review/review_reviewer_logic.yaml': PASS }),
      submit('submit_review', { role: 'reviewer_logic' }),
    ],
    [write({ '08_completion/summary.md': 'A new value.\n' }), submit('submit_summary')],
  ],
};

const AT = '2026-01-01T10:00:00Z';
const CRITERIA = ['value.txt has the word new', '`sh test.sh` exits with 0', 'checks/one.sh exists'];
const report = (agent: string, more: object): string => json({ run_id: '{runId}', agent, ...more });

const PLANNED = {
  'state/ROADMAP.md':
    '# H3A System Roadmap\n\n## Overall Strategy\n\n**Approach:** One file.\n\n## Task Decomposition\n\n- [ ] T001: A new value\n\n## Success Criteria\n\n- `sh test.sh` exits with 0\n',
  'state/CURRENT_TASK.json': json({
    task_id: 'T001',
    status: 'ready_for_execution',
    goal: 'A new value',
    tdd_plan: {
      red: 'Write checks/one.sh expecting one.txt to be there',
      green: 'Write one.txt so that it passes',
      refactor: 'Nothing: it is one line',
    },
    files_affected: CHANGED_FILES,
    released: ['checks/value.sh', 'checks/gone.sh', 'says value', 'says gone'],
    definition_of_done: CRITERIA,
    dependencies: [],
  }),
  'planner_report.json': report('planner', {
    reports: [{ task_id: 'T001', timestamp: AT, gate_status: 'G0_passed', artifacts: [] }],
  }),
};

const DONE = {
  'artifacts/executor/test_output_red.txt':
    'TAP version 13\nok 1 - says kept\nnot ok 2 - says one\nnot ok 3 - says value\n1..3\n',
  'artifacts/executor/test_output_green.txt':
    'TAP version 13\nok 1 - says kept\nok 2 - says one\nok 3 - says value\n1..3\n',
  'artifacts/executor/coverage_delta.json': '{ "delta": "+0.0%" }\n',
  'executor_report.json': report('executor', {
    tdd_cycles: [
      {
        task_id: 'T001',
        timestamp: AT,
        tdd_phases: {
          red: { test_file: 'checks/one.sh', test_name: 'says one' },
          green: { implementation_file: 'one.txt' },
          refactor: { changes: 'nothing was needed', test_still_passing: true },
        },
        coverage_delta: '+0.0%',
        coverage_absolute: '100.0%',
        files_changed: CHANGED_FILES,
        commands_run: [{ cmd: 'sh test.sh', exit_code: 0 }],
        definition_of_done: CRITERIA.map((criterion) => ({ criterion, met: true })),
        iteration_count: 1,
        gate_status: 'G1_passed',
        artifacts: [],
      },
    ],
  }),
};

const VALIDATED = {
  'validator_report.json': report('validator', {
    verdicts: [
      {
        task_id: 'T001',
        timestamp: AT,
        artifacts: [],
        status: 'pass',
        verification_results: {
          ...Object.fromEntries(TEN_CHECKS.map((name) => [name, { status: 'pass', notes: 'looked at' }])),
          mutation: { status: 'not_applicable', notes: 'no tool for shell scripts' },
        },
        approval_for_next_task: true,
        remediation_plan: null,
      },
    ],
  }),
  'artifacts/validator/security_scan.json': json({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'none' } }, results: [] }],
  }),
};

const H3A = {
  planner: [[write(PLANNED), submit('submit_h1')]],
  executor: [[...CHANGE, write(DONE), submit('submit_h2')]],
  validator: [[write(VALIDATED), submit('submit_h3')]],
};

export const APPROVALS = {
  relay: { roles: RELAY, item: 'approving.human.1' },
  agentmux: { roles: AGENTMUX, item: 'completing.human.1' },
  h3a: { roles: H3A, item: 'G3.human.T001.1' },
} as const;
export type Approval = keyof typeof APPROVALS;

/** h3a whose executor writes sixty megabytes into one line, and takes them back when that is rejected. */
export const HEAVY = {
  ...H3A,
  executor: [
    [
      ...CHANGE,
      { run: 'head -c 60000000 /dev/zero | tr "\\000" x > one.txt' },
      write(DONE),
      submit('submit_h2'),
      write({ 'project:one.txt': 'one\n' }),
      submit('submit_h2'),
    ],
  ],
};

/** The project as a repository, and beside it the scenario; gives back the SPEC of the agent. */
export const makeApproval = (
  world: Scratch,
  workflow: Approval,
  roles: object = APPROVALS[workflow].roles,
): string => {
  makeRepository(world.project, PROJECT);
  writeFiles(world.root, {
    'scenario.yaml': JSON.stringify({ roles, human: [] }),
  });
  return `scripted:${join(world.root, 'scenario.yaml')}`;
};
