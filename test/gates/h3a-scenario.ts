// A run of h3a in which planner and executor report truthfully what was done: only the work itself can be a lie.
import { isTestFile } from '../../src/evidence/source/test-files.ts';
import type { Work } from './case.ts';
import type { Scenario, Staged, Step } from './gate-run.ts';
import { changedPaths } from './turn-script.ts';

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
const AT = '2026-01-01T10:00:00Z';
const submit = (tool: string, args: object = {}): Step => ({ submit: { tool, args } });
const STUCK: Step = submit('submit_blocked', { blocked_by: ['it was rejected'] });
const ASK: Step = submit('ask', { question: 'What now?' });

const ROADMAP = `# H3A System Roadmap

## Overall Strategy

**Approach:** One step.

## Task Decomposition

- [ ] T001: Change the shop

## Success Criteria

- the test command exits with 0
`;

const criteria = (command: string): readonly string[] => [
  'shipping(50) returns 0',
  'shipping(49) returns 5',
  `\`${command}\` exits with 0`,
];

const taskOf = ({ work, paths }: Staged, command: string): object => ({
  task_id: 'T001',
  status: 'ready_for_execution',
  created_at: AT,
  assigned_to: 'executor',
  goal: 'Change the shop',
  tdd_plan: {
    red: `Write the test '${work.names?.name ?? 'none'}' in ${work.names?.file ?? 'README.md'} expecting shipping(50) to be 0`,
    green: 'Implement it so that the test passes',
    refactor: 'Nothing: it is one line',
  },
  files_affected: paths.length === 0 ? ['README.md'] : paths,
  definition_of_done: criteria(command),
  dependencies: [],
  blocked_by: [],
  ...(work.kind === undefined ? {} : { kind: work.kind }),
  ...(work.released === undefined ? {} : { released: work.released }),
  ...(work.knownFailures === undefined ? {} : { known_failures: work.knownFailures }),
});

const sourceOf = (paths: readonly string[]): string =>
  paths.find((path) => !isTestFile(path)) ?? paths[0] ?? 'README.md';

const reportOf = (work: Work, paths: readonly string[], command: string, round: number): object => ({
  run_id: '{runId}',
  agent: 'executor',
  tdd_cycles: [
    {
      task_id: 'T001',
      timestamp: AT,
      tdd_phases: {
        red: {
          test_file: work.names?.file ?? 'README.md',
          test_name: work.names?.name ?? 'none',
          failure_output: 'artifacts/executor/test_output_red.txt',
        },
        green: {
          implementation_file: sourceOf(paths),
          test_output: 'artifacts/executor/test_output_green.txt',
        },
        refactor: { changes: 'nothing was needed', test_still_passing: true },
      },
      coverage_delta: '+0.0%',
      coverage_absolute: '100.0%',
      files_changed: paths,
      commands_run: [{ cmd: command, exit_code: 0, artifact: 'artifacts/executor/test_output_green.txt' }],
      definition_of_done: criteria(command).map((criterion) => ({ criterion, met: true })),
      iteration_count: round,
      gate_status: 'G1_passed',
      artifacts: [],
    },
  ],
});

/** The tests before the code and after it, with what they print. */
const worked = (staged: Staged, index: number, command: string, prepare: string): readonly Step[] => {
  const { change, script, testsFirst } = staged.turns[index]!;
  const shown = (name: string): string => `> "$BATON_RUN_DIRECTORY/artifacts/executor/${name}" 2>&1 || true`;
  // Python takes a file of the same size and second for the one that it compiled.
  const plain = 'export PYTHONDONTWRITEBYTECODE=1;';
  return [
    { run: `mkdir -p "$BATON_RUN_DIRECTORY/artifacts/executor"; ${prepare}` },
    { run: `${testsFirst}; (${plain} ${command}) ${shown('test_output_red.txt')}` },
    { run: `${script} && (${plain} ${command}) ${shown('test_output_green.txt')}` },
    {
      write: {
        'executor_report.json': json(reportOf(staged.work, changedPaths(change), command, index + 1)),
        'artifacts/executor/coverage_delta.json': json({ before: '100.0%', after: '100.0%', delta: '+0.0%' }),
      },
    },
    submit('submit_h2'),
    STUCK,
  ];
};

export const h3aScenario = (staged: Staged): Scenario => {
  const { test, prepare } = staged.commands;
  return {
    roles: {
      planner: [
        [
          {
            write: {
              'state/CURRENT_TASK.json': json(taskOf(staged, test)),
              'state/ROADMAP.md': ROADMAP,
              'planner_report.json': json({
                run_id: '{runId}',
                agent: 'planner',
                reports: [
                  { task_id: 'T001', timestamp: AT, roadmap_status: 'planned', gate_status: 'G0_passed' },
                ],
              }),
            },
          },
          submit('submit_h1'),
          ASK,
        ],
      ],
      executor: staged.turns.map((_, index) => worked(staged, index, test, prepare)),
      validator: [[ASK]],
    },
  };
};
