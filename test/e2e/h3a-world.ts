// A real little project, and scenarios in which a planner and a validator are honest: what the executor does is up to the test.
import { join } from 'node:path';
import type { Entry } from '../../src/model/run/entry.ts';
import {
  baton,
  type Files,
  makeRepository,
  readJournal,
  runState,
  type Scratch,
  writeFiles,
} from './scratch.ts';

type Json = Readonly<Record<string, unknown>>;
export type Step = Readonly<Record<string, unknown>>;

const COVERAGE =
  'node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=lcov.info';

const test = (name: string, body: string): string => `test('${name}', () => {\n  ${body}\n});\n`;
const head = (module: string, names: string): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { ${names} } from '../src/${module}.js';\n\n`;

/** What the project does without, for its baton.yaml. */
export const waived = (...commands: readonly string[]): string =>
  `waived:\n${commands.map((name) => `  ${name}: a little project has none\n`).join('')}`;
export const WAIVED_ALL = waived('coverage', 'lint', 'types', 'mutation', 'security');

/** Tests of what is there already; no executor may weaken them. */
export const ADD_TEST = `${head('add', 'add')}${test('adds', 'assert.equal(add(1, 2), 3);')}\n${test('adds nothing', 'assert.equal(add(1, 0), 1);')}`;

export const PROJECT: Files = {
  'package.json': `${JSON.stringify({ name: 'little', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'package-lock.json': `${JSON.stringify({ name: 'little', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': { name: 'little', version: '1.0.0' } } }, null, 2)}\n`,
  'baton.yaml': `commands:\n  test: npm test\n  coverage: ${COVERAGE}\n${waived('lint', 'types', 'mutation', 'security')}`,
  '.gitignore': 'node_modules/\nlcov.info\n',
  '.github/workflows/ci.yml': 'on: push\njobs: {}\n',
  'scripts/release.sh': 'echo release\n',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'src/other.js': "export const other = () => 'other';\n",
  'test/add.test.js': ADD_TEST,
};

/** The new module, its test, and one that is wrong. */
export const CLAMP = 'export const clamp = (n, low, high) => Math.min(Math.max(n, low), high);\n';
export const CLAMP_WRONG = 'export const clamp = (n) => n;\n';
export const CLAMP_TEST = `${head('clamp', 'clamp')}${test('clamps from below and above', 'assert.deepEqual([clamp(-1, 0, 5), clamp(9, 0, 5), clamp(3, 0, 5)], [0, 5, 3]);')}`;

const TASK: Json = {
  task_id: 'T001',
  status: 'ready_for_execution',
  created_at: '2026-01-01T09:00:00Z',
  assigned_to: 'executor',
  goal: 'Keep a number within bounds',
  tdd_plan: {
    red: "Write the test 'clamps from below and above' in test/clamp.test.js expecting clamp(-1, 0, 5) to be 0",
    green: 'Implement clamp() in src/clamp.js so that it passes',
    refactor: 'Nothing: it is one line',
  },
  files_affected: ['src/clamp.js', 'test/clamp.test.js'],
  definition_of_done: ['clamp(-1, 0, 5) returns 0', 'clamp(9, 0, 5) returns 5', '`npm test` exits with 0'],
  dependencies: [],
  blocked_by: [],
};

const ROADMAP = `# H3A System Roadmap

## Overall Strategy

**Approach:** One module and its test.

## Task Decomposition

- [ ] T001: Keep a number within bounds

## Success Criteria

- \`npm test\` exits with 0
`;

const PLANNED: Json = {
  run_id: '{runId}',
  agent: 'planner',
  reports: [
    {
      task_id: 'T001',
      timestamp: '2026-01-01T09:00:00Z',
      roadmap_status: 'planned',
      gate_status: 'G0_passed',
    },
  ],
};

/** What an honest executor reports of this task. */
const CYCLE: Json = {
  task_id: 'T001',
  timestamp: '2026-01-01T10:00:00Z',
  tdd_phases: {
    red: {
      test_file: 'test/clamp.test.js',
      test_name: 'clamps from below and above',
      failure_output: 'artifacts/executor/test_output_red.txt',
    },
    green: { implementation_file: 'src/clamp.js', test_output: 'artifacts/executor/test_output_green.txt' },
    refactor: { changes: 'nothing was needed', test_still_passing: true },
  },
  coverage_delta: '+0.0%',
  coverage_absolute: '100.0%',
  files_changed: ['src/clamp.js', 'test/clamp.test.js'],
  commands_run: [
    { cmd: 'npm test', exit_code: 1, artifact: 'artifacts/executor/test_output_red.txt' },
    { cmd: 'npm test', exit_code: 0, artifact: 'artifacts/executor/test_output_green.txt' },
  ],
  definition_of_done: [
    { criterion: 'clamp(-1, 0, 5) returns 0', met: true },
    { criterion: 'clamp(9, 0, 5) returns 5', met: true },
    { criterion: '`npm test` exits with 0', met: true },
  ],
  iteration_count: 1,
  gate_status: 'G1_passed',
  artifacts: [],
};

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What `node --test` prints of tests by name, as TAP. */
const tap = (passed: readonly string[], failed: readonly string[]): string =>
  [
    'TAP version 13',
    ...passed.map((name, at) => `ok ${at + 1} - ${name}`),
    ...failed.map((name, at) => `not ok ${passed.length + at + 1} - ${name}`),
    `1..${passed.length + failed.length}`,
    `# tests ${passed.length + failed.length}`,
    `# pass ${passed.length}`,
    `# fail ${failed.length}`,
    '',
  ].join('\n');

const coverageFile = ({ coverage_delta: delta, coverage_absolute: after }: Json): string => {
  const [change, now] = [Number.parseFloat(String(delta)), Number.parseFloat(String(after))];
  return json({ before: `${(now - change).toFixed(1)}%`, after, delta });
};

const namedIn = (entry: Json): string =>
  (entry['tdd_phases'] as { readonly red: { readonly test_name: string } }).red.test_name;

export const executorFiles = (more: Json = {}): Readonly<Record<string, string>> => {
  const entry = { ...CYCLE, ...more };
  return {
    'executor_report.json': json({ run_id: '{runId}', agent: 'executor', tdd_cycles: [entry] }),
    'artifacts/executor/test_output_red.txt': tap([], [namedIn(entry)]),
    'artifacts/executor/test_output_green.txt': tap(['adds', 'adds nothing', namedIn(entry)], []),
    'artifacts/executor/coverage_delta.json': coverageFile(entry),
  };
};

/** Keeps what the tests really print. */
export const keepsGreen = (command = 'npm test'): Step => ({
  run: `${command} > {run}/artifacts/executor/test_output_green.txt 2>&1; true`,
});

const RESULTS: Json = {
  tdd_compliance: { status: 'pass', notes: 'RED and GREEN were seen' },
  tests: { status: 'pass', total: 3, passed: 3, failed: 0, skipped: 0 },
  coverage: { status: 'pass', absolute: '100.0%', delta: '+0.0%' },
  mutation: { status: 'not_applicable', notes: 'the project has no mutation tool' },
  security: { status: 'pass', report: 'artifacts/validator/security_scan.json' },
  lint: { status: 'not_applicable', notes: 'the project has no linter' },
  type_check: { status: 'not_applicable', notes: 'plain JavaScript' },
  accessibility: { status: 'not_applicable' },
  dod_checklist: { status: 'pass', total: 3, met: 3, unmet: [] },
  intent_alignment: { status: 'pass', notes: 'only declared files' },
};

export const validatorFiles = (more: Json = {}, results: Json = {}): Readonly<Record<string, string>> => ({
  'validator_report.json': json({
    run_id: '{runId}',
    agent: 'validator',
    verdicts: [
      {
        ...{ task_id: 'T001', timestamp: '2026-01-01T11:00:00Z', status: 'pass' },
        verification_results: { ...RESULTS, ...results },
        ...{
          approval_for_next_task: true,
          remediation_plan: null,
          notes: '',
          gate_status: 'G2_passed',
          ...more,
        },
      },
    ],
  }),
  'artifacts/validator/security_scan.json': json({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'review' } }, results: [] }],
  }),
});

/** Where nobody answers, a run stands still: quicker than to fail three times. */
const STUCK: Step = { submit: { tool: 'submit_blocked', args: { blocked_by: ['it was rejected'] } } };
const STUCK_VALIDATOR: Step = { submit: { tool: 'ask', args: { question: 'It was rejected. What now?' } } };

export interface Play {
  /** Changes of the task, such as other files that are declared. */
  readonly task?: Json;
  readonly executor: readonly Step[];
  readonly validator?: readonly Step[];
  readonly roadmap?: string;
}

const scenarioOf = ({ task = {}, executor, validator = [{ write: validatorFiles() }] }: Play): Json => ({
  roles: {
    planner: [
      [
        {
          write: {
            'state/CURRENT_TASK.json': json({ ...TASK, ...task }),
            'state/ROADMAP.md': ROADMAP,
            'planner_report.json': json(PLANNED),
          },
        },
        { submit: 'submit_h1' },
        STUCK_VALIDATOR,
      ],
    ],
    executor: [[...executor, { submit: 'submit_h2' }, STUCK]],
    validator: [[...validator, { submit: 'submit_h3' }, STUCK_VALIDATOR]],
  },
});

export interface Played {
  readonly exit: number | null;
  readonly stderr: string;
  /** `executor rejected red-then-green,tests-green`, `executor accepted done`, in their order. */
  readonly course: readonly string[];
  /** Messages of all rejections. */
  readonly said: string;
}

const courseOf = (entries: readonly Entry[]): Pick<Played, 'course' | 'said'> => {
  const course: string[] = [];
  const said: string[] = [];
  const roleOf = (assignment: string): string => assignment.split('.')[1] ?? assignment;
  for (const event of entries.flatMap(({ events }) => events)) {
    if (event.kind === 'submission-accepted')
      course.push(`${roleOf(event.assignment)} accepted ${event.outcome}`);
    if (event.kind !== 'submission-rejected') continue;
    course.push(`${roleOf(event.assignment)} rejected ${event.rejection.clauses.join(',')}`);
    said.push(...event.rejection.problems.map(({ code, message }) => `${code} ${message}`));
  }
  return { course, said: said.join('\n') };
};

export const makeH3aProject = (world: Scratch, files: Files = PROJECT): void =>
  makeRepository(world.project, files);

/** Plays one run in the project that is there; runs share what was observed of the same base. */
export const playH3a = async (
  world: Scratch,
  name: string,
  play: Play,
  args: readonly string[] = [],
): Promise<Played> => {
  const file = join(world.root, `${name}.json`);
  writeFiles(world.root, { [`${name}.json`]: JSON.stringify(scenarioOf(play)) });
  const run = [
    'run',
    'Keep numbers within bounds',
    '--workflow',
    'h3a',
    '--name',
    name,
    '--agent',
    `scripted:${file}`,
  ];
  const { exit, stderr } = await baton(world, [...run, ...args]);
  return { exit, stderr, ...courseOf(readJournal(runState(world, name))) };
};

/** What an honest executor does. */
export const honestExecutor = (report: Json = {}): readonly Step[] => [
  {
    write: {
      'project:test/clamp.test.js': CLAMP_TEST,
      'project:src/clamp.js': CLAMP,
      ...executorFiles(report),
    },
  },
];
