// A whole h3a run of two tasks that takes little time: its tests are shell scripts that print TAP. A vague plan, green
// tests that are red, a file outside of the scope, a remediation, a blocker, an escalation. An attempt that is started
// again plays the same.
import { join } from 'node:path';
import { TEN_CHECKS } from '../../src/systems/h3a/handoff/vocabulary.ts';
import { builtProgram } from './built-program.ts';
import { WAIVED_ALL } from './h3a-world.ts';
import { type Files, makeRepository, type Scratch, writeFiles } from './scratch.ts';
import { shellTests } from './shell-tests.ts';

/** Takes a moment, so that evidence is under way when something is killed. */
const TEST_SH = shellTests('test', '0.05');

const PROJECT: Files = {
  'baton.yaml': `commands:\n  test: sh run-tests.sh\n${WAIVED_ALL}`,
  'run-tests.sh': TEST_SH,
  'start.txt': 'start\n',
  'test/start.sh': 'grep -q start start.txt\n',
};

type Step = Readonly<Record<string, unknown>>;
type Item = readonly Step[];

const submit = (tool: string, args: object = {}): Step => ({ submit: { tool, args } });
const write = (files: Readonly<Record<string, string>>): Step => ({ write: files });
const change = (files: Readonly<Record<string, string>>): Step =>
  write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`project:${path}`, text])));

/** Through the pipe, as agents without MCP do; the same call straight to the door follows it. */
const throughPipe = (tool: string): Item => [
  { run: `'${process.execPath}' '${builtProgram()}' submit ${tool}` },
  submit(tool),
];

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
const AT = '2026-01-01T10:00:00Z';
const TASKS = { T001: 'one', T002: 'two' } as const;
type Task = keyof typeof TASKS;
const until = (task: Task): Task[] => (task === 'T001' ? ['T001'] : ['T001', 'T002']);

const ROADMAP = `# H3A System Roadmap

## Overall Strategy

**Approach:** One file for each, with its test.

## Task Decomposition

- [ ] T001: Write one
- [ ] T002: Write two

## Success Criteria

- \`sh run-tests.sh\` exits with 0
`;

const criteriaOf = (name: string): readonly string[] => [
  `${name}.txt has the word right`,
  '`sh run-tests.sh` exits with 0',
  `test/${name}.sh exists`,
];

const task = (id: Task, vague = false): Readonly<Record<string, string>> => {
  const name = TASKS[id];
  return {
    'state/CURRENT_TASK.json': json({
      task_id: id,
      status: 'ready_for_execution',
      goal: `Write ${name}`,
      tdd_plan: {
        red: vague ? 'Write tests' : `Write test/${name}.sh expecting the word right in ${name}.txt`,
        green: `Write ${name}.txt so that it passes`,
        refactor: 'Nothing: it is one line',
      },
      files_affected: [`${name}.txt`, `test/${name}.sh`],
      definition_of_done: vague ? ['Good code'] : criteriaOf(name),
      dependencies: [],
    }),
    'planner_report.json': json({
      run_id: '{runId}',
      agent: 'planner',
      reports: until(id).map((task_id) => ({
        task_id,
        timestamp: AT,
        gate_status: 'G0_passed',
        artifacts: [],
      })),
    }),
  };
};

/** What the runner prints: the tests by name, in the order of their files. */
const tap = (id: Task, own: 'ok' | 'not ok'): string => {
  const names = [...until(id).map((one) => TASKS[one]), 'start'].sort();
  const lines = names.map((name, at) => `${name === TASKS[id] ? own : 'ok'} ${at + 1} - says ${name}`);
  return ['TAP version 13', ...lines, `1..${names.length}`, ''].join('\n');
};

/** What an executor shows. */
const shown = (id: Task, round: number): Readonly<Record<string, string>> => ({
  'artifacts/executor/test_output_red.txt': tap(id, 'not ok'),
  'artifacts/executor/test_output_green.txt': tap(id, 'ok'),
  'artifacts/executor/coverage_delta.json': '{ "delta": "+0.0%" }\n',
  'executor_report.json': json({
    run_id: '{runId}',
    agent: 'executor',
    tdd_cycles: until(id).map((task_id) => ({
      task_id,
      timestamp: AT,
      tdd_phases: {
        red: { test_file: `test/${TASKS[task_id]}.sh`, test_name: `says ${TASKS[task_id]}` },
        green: { implementation_file: `${TASKS[task_id]}.txt` },
        refactor: { changes: 'nothing was needed', test_still_passing: true },
      },
      coverage_delta: '+0.0%',
      coverage_absolute: '100.0%',
      files_changed: [`${TASKS[task_id]}.txt`, `test/${TASKS[task_id]}.sh`],
      commands_run: [{ cmd: 'sh run-tests.sh', exit_code: 0 }],
      definition_of_done: criteriaOf(TASKS[task_id]).map((criterion) => ({ criterion, met: true })),
      iteration_count: task_id === id ? round : 1,
      gate_status: 'G1_passed',
      artifacts: [],
    })),
  }),
});

const verdict = (id: Task, status: string): Item => {
  const back = status === 'needs_remediation';
  const passes = status === 'pass';
  const results = Object.fromEntries(
    TEN_CHECKS.map((name) => [name, { status: 'pass', notes: 'looked at' }]),
  );
  const of = (own: boolean) => ({
    status: own ? status : 'pass',
    verification_results: {
      ...results,
      mutation: { status: 'not_applicable', notes: 'no tool for shell scripts' },
      dod_checklist:
        own && !passes
          ? { status: 'partial', unmet: [criteriaOf(TASKS[id])[0]], notes: 'one by one' }
          : { status: 'pass', notes: 'one by one' },
    },
    approval_for_next_task: !own || passes,
    remediation_plan:
      own && back
        ? { issue: 'It says too little', fix_steps: [`Add a line to ${TASKS[id]}.txt and its test`] }
        : null,
  });
  return [
    write({
      'validator_report.json': json({
        run_id: '{runId}',
        agent: 'validator',
        verdicts: until(id).map((task_id) => ({
          task_id,
          timestamp: AT,
          artifacts: [],
          ...of(task_id === id),
        })),
      }),
      'artifacts/validator/security_scan.json': json({
        version: '2.1.0',
        runs: [{ tool: { driver: { name: 'none' } }, results: [] }],
      }),
    }),
    ...throughPipe('submit_h3'),
  ];
};

const PLANNERS: readonly Item[] = [
  [
    write({ 'state/ROADMAP.md': ROADMAP, ...task('T001', true) }),
    submit('submit_h1'),
    write(task('T001')),
    ...throughPipe('submit_h1'),
  ],
  [write(task('T002')), submit('submit_h1')],
];

const TEST = (name: string): Readonly<Record<string, string>> => ({
  [`test/${name}.sh`]: `grep -q right ${name}.txt\n`,
});

const EXECUTORS: readonly Item[] = [
  [
    change({ 'one.txt': 'wrong\n', ...TEST('one') }),
    write(shown('T001', 1)),
    ...throughPipe('submit_h2'),
    change({ 'one.txt': 'right\n' }),
    submit('submit_h2'),
  ],
  [change({ 'one.txt': 'right, fixed\n' }), write(shown('T001', 2)), ...throughPipe('submit_h2')],
  [
    submit('submit_blocked', { blocked_by: ['Which word is it?'] }),
    change({ 'two.txt': '{answer}\n', ...TEST('two'), notes: 'mine\n' }),
    write(shown('T002', 1)),
    submit('submit_h2'),
    { run: 'rm -f notes' },
    ...throughPipe('submit_h2'),
  ],
  [change({ 'two.txt': 'right, as was said\n' }), write(shown('T002', 2)), submit('submit_h2')],
];

const scenario = {
  roles: {
    planner: PLANNERS,
    executor: EXECUTORS,
    validator: [
      verdict('T001', 'needs_remediation'),
      verdict('T001', 'pass'),
      verdict('T002', 'escalation'),
      verdict('T002', 'pass'),
    ],
  },
  human: [
    { approve: {} },
    { answer: 'right' },
    { answer: 'executor' },
    { approve: { text: 'Looked at it.' } },
  ],
};

/** The project as a repository, and beside it the scenario; gives back the SPEC of the agent. */
export const makeSmallH3a = (world: Scratch): string => {
  makeRepository(world.project, PROJECT);
  writeFiles(world.root, { 'scenario.yaml': JSON.stringify(scenario) });
  return `scripted:${join(world.root, 'scenario.yaml')}`;
};
