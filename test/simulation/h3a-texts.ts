// What agents hand in and people say where h3a is simulated.
import { TEN_CHECKS, type Verdict } from '../../src/systems/h3a/handoff/vocabulary.ts';
import type { FilesOfTree as Tree } from '../../src/testing/trees-in-memory.ts';
import { runTests } from './simulated-evidence.ts';

export const REQUEST = 'Say things, one after the other';
export const BLOCKER = 'It is not said how loud it is to be';
/** What the person answers to it; it ends up in the code. */
export const LOUDNESS = 'softly';
/** What the person wants fixed at the last gate. */
export const CHANGE = 'docs_updated: say it once more';
export const RULING = 'fix it as the plan says';
/** Lines of a change that a person allows. */
export const RELAXED = 400;
export const GATE = 'G2.5_performance';

const NAMES = ['one', 'two', 'three'] as const;
export type TaskId = `T00${1 | 2 | 3}`;

export const taskIds = (count: number): TaskId[] =>
  NAMES.slice(0, count).map((_, index) => `T00${index + 1}` as TaskId);

export const nameOf = (task: string): string => NAMES[Number(task.at(-1)) - 1]!;

/** What an executor has got wrong at first, or says that is not so. */
export const LIES = {
  red: 'tests-green',
  outside: 'scope-kept',
  renamed: 'scope-kept',
  blind: 'red-then-green',
  weakened: 'tests-kept',
  skipped: 'tests-hold',
  removed: 'tests-hold',
  untested: 'coverage-kept',
  coverage: 'coverage-kept',
  counts: 'claims-match',
  untidy: 'lint-green',
  unshown: 'h2-preflight',
} as const;
export type Lie = keyof typeof LIES;

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
const AT = '2026-01-01T10:00:00Z';

export const PROJECT: Readonly<Record<string, string>> = {
  README: 'a project',
  'src/start': 'start here',
  'test/start.test.js': 'starts: src/start has start here\nis there: src/start has start',
};

/** The files of a task as honest work leaves them after so many rounds. */
export const workOf = (name: string, rounds: number, loudness: string): Readonly<Record<string, string>> => {
  const later = Array.from({ length: rounds - 1 }, (_, index) => `round-${index + 2}`);
  return {
    [`src/${name}`]: [`say ${name}, ${loudness}`, ...later.map((word) => `fixed in ${word}`)].join('\n'),
    [`test/${name}.test.js`]: [
      `says ${name}: src/${name} has say ${loudness}`,
      ...later.map((word) => `is fixed in ${word}: src/${name} has ${word}`),
    ].join('\n'),
  };
};

export const roadmapText = (tasks: readonly string[], done: number): string =>
  [
    '# H3A System Roadmap',
    '',
    '## Task Brief',
    '',
    REQUEST,
    '',
    '## Overall Strategy',
    '',
    '**Approach:** One small file for each thing, with its test.',
    '**Risk Mitigation:** Each task can be taken back alone.',
    '',
    '## Task Decomposition',
    '',
    '### Task Queue',
    '',
    ...tasks.map((task, index) => `- [${index < done ? 'x' : ' '}] ${task}: Say ${nameOf(task)}`),
    '',
    '## Success Criteria',
    '',
    '- `simulated tests` pass, coverage is 100 %',
    '',
    '## Notes',
    '',
  ].join('\n');

const VAGUE = { plan: 'Write tests', criteria: ['Fast performance', 'Good code'] };

const criteriaOf = (name: string): readonly string[] => [
  `src/${name} says ${name}`,
  '`simulated tests` exits with 0',
  `Coverage of src/${name} is 100%`,
];

export const taskText = (task: string, round: number, vague: boolean): string => {
  const name = nameOf(task);
  return json({
    task_id: task,
    status: 'ready_for_execution',
    created_at: AT,
    assigned_to: 'executor',
    goal: `Say ${name}`,
    tdd_plan: {
      red: vague
        ? VAGUE.plan
        : `Write the test 'says ${name}' in test/${name}.test.js expecting src/${name} to say ${name}`,
      green: `Write src/${name} so that it passes`,
      refactor: 'Nothing: it is one line',
    },
    files_affected: [`src/${name}`, `test/${name}.test.js`],
    definition_of_done: vague ? VAGUE.criteria : criteriaOf(name),
    iteration_count: round - 1,
    max_iterations: 2,
    gate_status: 'G0_passed',
    dependencies: [],
    notes: `planned in round ${round}`,
  });
};

/** One entry for each task until this one. */
const entries = <T>(task: string, entry: (task: string) => T): T[] =>
  taskIds(Number(task.at(-1))).map((id) => entry(id));

/** The first plan brings all tasks. */
export const plannerReport = (task: string, tasks: readonly string[]): string =>
  json({
    run_id: 'simulated',
    agent: 'planner',
    reports: entries(task, (id) => ({
      task_id: id,
      timestamp: AT,
      roadmap_status: 'planned',
      tasks_created: id === 'T001' ? tasks : [id],
      research_findings: ['there is a test command'],
      gate_status: 'G0_passed',
      artifacts: [],
    })),
  });

const countsOf = (tree: Tree) => {
  const { total, passed, failed, skipped } = runTests(tree).tests!;
  return { total, passed, failed, skipped };
};

/** What a report says of the tests. Whoever hands in red ones says that they are green. */
const claimedTests = (tree: Tree, lie: Lie | 'none') => {
  const tests = countsOf(tree);
  if (lie === 'counts') return { ...tests, total: 47, passed: 47 };
  return lie === 'red' ? { ...tests, passed: tests.total, failed: 0 } : tests;
};

export const executorReport = (task: string, round: number, tree: Tree, lie: Lie | 'none'): string => {
  return json({
    run_id: 'simulated',
    agent: 'executor',
    tdd_cycles: entries(task, (id) => ({
      task_id: id,
      timestamp: AT,
      tdd_phases: {
        red: {
          test_file: `test/${nameOf(id)}.test.js`,
          test_name: `says ${nameOf(id)}`,
          failure_output: 'artifacts/executor/test_output_red.txt',
        },
        green: {
          implementation_file: `src/${nameOf(id)}`,
          test_output: 'artifacts/executor/test_output_green.txt',
        },
        refactor: { changes: 'nothing was needed', test_still_passing: true },
      },
      coverage_delta: '+0.0%',
      coverage_absolute: lie === 'coverage' ? '97.5%' : '100.0%',
      files_changed: [`src/${nameOf(id)}`, `test/${nameOf(id)}.test.js`],
      commands_run: [
        { cmd: 'simulated tests', exit_code: 1, artifact: 'artifacts/executor/test_output_red.txt' },
        { cmd: 'simulated tests', exit_code: 0, artifact: 'artifacts/executor/test_output_green.txt' },
      ],
      quality_metrics: { tests: claimedTests(tree, lie) },
      definition_of_done: criteriaOf(nameOf(id)).map((criterion) => ({ criterion, met: true })),
      iteration_count: id === task ? round : 1,
      gate_status: 'G1_passed',
      artifacts: ['artifacts/executor/test_output_red.txt', 'artifacts/executor/test_output_green.txt'],
    })),
  });
};

/** What the report says of the coverage, its file says too. */
export const coverageFile = (lie: Lie | 'none'): string => {
  const after = lie === 'coverage' ? '97.5%' : '100.0%';
  return json({ before: after, after, delta: '+0.0%' });
};

const GATE_STATUS: Readonly<Record<Verdict, string>> = {
  pass: 'G2_passed',
  pass_with_notes: 'G2_passed',
  needs_remediation: 'G2_failed',
  fail: 'G2_failed',
  escalation: 'G2_failed',
};

/** `misreports`: more tests than there are. */
export const validatorReport = (task: string, verdict: Verdict, tree: Tree, misreports: boolean): string => {
  const tests = countsOf(tree);
  const back = verdict === 'fail' || verdict === 'needs_remediation';
  const results = Object.fromEntries(
    TEN_CHECKS.map((name) => [name, { status: 'pass', notes: 'looked at' } as Record<string, unknown>]),
  );
  return json({
    run_id: 'simulated',
    agent: 'validator',
    verdicts: entries(task, (id) => ({
      task_id: id,
      timestamp: AT,
      status: id === task ? verdict : 'pass',
      verification_results: {
        ...results,
        tests: { status: 'pass', ...tests, ...(misreports ? { total: 47, passed: 47 } : {}) },
        mutation: { status: 'not_applicable', notes: 'there is no tool for it' },
        accessibility: { status: 'not_applicable' },
        dod_checklist:
          id !== task || verdict.startsWith('pass')
            ? { status: 'pass', total: 3, met: 3, unmet: [] }
            : {
                status: 'partial',
                total: 3,
                met: 2,
                unmet: [criteriaOf(nameOf(id))[0]],
                notes: 'too little',
              },
      },
      approval_for_next_task: id !== task || verdict.startsWith('pass'),
      remediation_plan:
        id === task && back
          ? {
              issue: `src/${nameOf(id)} says too little`,
              fix_steps: [`Add a line to src/${nameOf(id)} and a test of it to test/${nameOf(id)}.test.js`],
            }
          : null,
      notes: verdict === 'pass_with_notes' && id === task ? 'It could be louder.' : '',
      gate_status: GATE_STATUS[id === task ? verdict : 'pass'],
      artifacts: [],
    })),
  });
};

export const SCAN = json({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'simulated' } }, results: [] }],
});

export const gateReport = (status: 'pass' | 'fail'): string =>
  json({ gate: GATE, status, evidence: ['it took no time at all'], notes: '' });
