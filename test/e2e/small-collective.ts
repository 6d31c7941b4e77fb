// Three tasks of a collective that take little time: two at once, and one that follows both. Tests are shell scripts that print TAP.
import { join } from 'node:path';
import { TASKS_FILE } from '../../src/systems/collective/tasks/read-tasks.ts';
import { blockOf, tasksText } from '../../src/systems/collective/workflow/scripts.fixture.ts';
import { type Files, makeRepository, type Scratch, writeFiles } from './scratch.ts';
import { shellTests } from './shell-tests.ts';

/** Takes a moment, so that evidence is under way when something is killed. */
const TEST_SH = shellTests('tests', '0.1');

const CODER = 'module-development-agent';
export const TASKS_TEXT = tasksText(
  { id: 1, agent: CODER },
  { id: 2, agent: CODER },
  { id: 3, agent: CODER, dependencies: [1, 2] },
);

const PROJECT: Files = {
  'baton.yaml': 'commands:\n  test: sh run-tests.sh\n',
  'run-tests.sh': TEST_SH,
  'src/start.txt': 'start\n',
  'tests/start.sh': 'grep -q start src/start.txt\n',
  [TASKS_FILE]: TASKS_TEXT,
};

type Step = Readonly<Record<string, unknown>>;

const coding = (task: string, before: readonly Step[]): readonly (readonly Step[])[] => [
  [
    ...before,
    {
      write: {
        [`project:src/${task}.txt`]: `task ${task}\n`,
        [`project:tests/task${task}.sh`]: `grep -q "task ${task}" src/${task}.txt\n`,
      },
    },
    { say: blockOf({ role: CODER }) },
  ],
];

export interface SmallCollective {
  /** Steps before all others of each task. */
  readonly before?: readonly Step[];
}

export const writeSmallCollective = (world: Scratch, { before = [] }: SmallCollective = {}): void => {
  const tasks = Object.fromEntries(['1', '2', '3'].map((task) => [task, coding(task, before)]));
  writeFiles(world.root, {
    'scenario.yaml': JSON.stringify({ roles: { [CODER]: tasks }, human: [{ approve: {} }] }),
  });
};

/** The project as a repository, and beside it the scenario; gives back the SPEC of the agent. */
export const makeSmallCollective = (world: Scratch): string => {
  makeRepository(world.project, PROJECT);
  writeSmallCollective(world);
  return `scripted:${join(world.root, 'scenario.yaml')}`;
};
