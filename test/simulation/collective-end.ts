// What must be true of every simulated collective, and what of its end must be the same in all of them.
import type { Entry } from '../../src/model/run/entry.ts';
import type { Event } from '../../src/model/run/event.ts';
import type { Workflow } from '../../src/model/workflow/workflow.ts';
import { filesOf } from '../../src/runtime/files/projector.ts';
import { readRecords } from '../../src/systems/collective/metrics/handoff-record.ts';
import { TASKS_FILE } from '../../src/systems/collective/tasks/read-tasks.ts';
import type { Finished } from './play.ts';
import { expectThat } from './simulation-failure.ts';

export interface CollectiveScenario {
  /** Two tasks change the same file. */
  readonly conflict: boolean;
  /** What a person says about the task that waits for the one that was given up. */
  readonly blocked: 'without' | 'retry';
  /** Who is the fastest. */
  readonly first: '1' | '2';
  /** How often the third task fails. */
  readonly failures: number;
  /** Whether nobody is asked before it is committed. */
  readonly commits: boolean;
}

export const SHARED = 'src/shared';
/** What agents allow themselves with `on_failure`. */
const RETRIES_MAX = 1;

export const isShared = (task: string, { conflict }: CollectiveScenario): boolean =>
  conflict && (task === '1' || task === '2');

/** What a task leaves in the main line. */
export const codeOf = (task: string): Readonly<Record<string, string>> => ({
  [`src/task${task}`]: `task${task}`,
  [`tests/task${task}`]: `says ${task}: src/task${task} has task${task}`,
});

interface Expected {
  readonly scenario: CollectiveScenario;
  readonly workflow: Workflow;
  readonly project: Readonly<Record<string, string>>;
}

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const eventsOf = <K extends Event['kind']>(entries: readonly Entry[], kind: K): Of<K>[] =>
  entries.flatMap(({ events }) => events.filter((event): event is Of<K> => event.kind === kind));

const shown = (value: unknown): string => JSON.stringify(value, undefined, 1);
const sorted = (tree: Readonly<Record<string, string>>): string => shown(Object.entries(tree).sort());

const doneIn = ({ blocked }: CollectiveScenario): readonly string[] =>
  blocked === 'retry' ? ['1', '2', '3', '4', '5'] : ['1', '2', '3'];

/** The main line is the code of the tasks that ended well, and nothing else. */
const checkTree = ({ state, world }: Finished, { scenario, project }: Expected): void => {
  const done = doneIn(scenario);
  const main = state.artifacts['main']?.digest;
  const files = main === undefined ? {} : Object.fromEntries(world.trees.get(main));
  const lines = done.filter((task) => isShared(task, scenario)).map((task) => `and ${task}`);
  const expected = {
    ...project,
    [SHARED]: ['begin', ...lines].sort().join('\n'),
    ...Object.assign({}, ...done.map(codeOf)),
  };
  expectThat(
    sorted(files) === sorted(expected),
    () => `the main line is ${sorted(files)}, expected ${sorted(expected)}`,
  );
};

/** Statuses are in the file of the project, as the tasks ended; who did not end is left as it was. */
const checkStatuses = ({ world, entries }: Finished, { scenario }: Expected): void => {
  const { tasks } = JSON.parse(world.merged.get(TASKS_FILE) ?? '{"master":{"tasks":[]}}').master;
  const found = Object.fromEntries(tasks.map(({ id, status }: Record<string, unknown>) => [id, status]));
  const again = scenario.blocked === 'retry';
  const expected = {
    1: 'done',
    2: 'done',
    3: 'done',
    4: again ? 'done' : 'blocked',
    5: again ? 'done' : 'pending',
  };
  expectThat(shown(found) === shown(expected), () => `statuses ${shown(found)}, expected ${shown(expected)}`);
  const effects = eventsOf(entries, 'submission-accepted').flatMap((event) => event.effects ?? []);
  const writes = effects.filter(({ request }) => request.action === 'merge-file');
  expectThat(writes.length === 1, () => `statuses were to be written ${writes.length} times`);
};

/** Who is asked, and how often: a task that is given up and tried again asks once more, nobody else does. */
const checkEscalations = ({ entries }: Finished, { scenario }: Expected): void => {
  const asked = eventsOf(entries, 'phase-entered')
    .filter(({ phase }) => phase === 'escalated' || phase === 'waiting')
    .map(({ phase, scope }) => `${phase} ${scope}`)
    .sort();
  const again = scenario.blocked === 'retry' ? ['escalated tasks/4'] : [];
  const expected = ['escalated tasks/4', ...again, 'waiting tasks/5'];
  expectThat(shown(asked) === shown(expected), () => `asked ${shown(asked)}, expected ${shown(expected)}`);
};

/** Each handoff of an agent that was judged is in the log, once, and retries are never above the limit. */
const checkLog = ({ entries, state }: Finished): void => {
  const agents = new Set(
    eventsOf(entries, 'work-opened')
      .filter(({ assignment }) => assignment.kind === 'agent')
      .map(({ assignment }) => assignment.id),
  );
  const judged = (kind: 'submission-accepted' | 'submission-rejected'): string[] =>
    eventsOf(entries, kind)
      .map(({ assignment }) => assignment)
      .filter((assignment) => agents.has(assignment))
      .sort();
  const { records, unreadable } = readRecords((state.lines ?? []).join(''));
  const logged = (verdict: string): string[] =>
    records
      .filter((record) => record.verdict === verdict)
      .map(({ agent_id }) => agent_id ?? '')
      .sort();
  const accepted = judged('submission-accepted');
  expectThat(unreadable === 0, () => `${unreadable} lines of the log cannot be read`);
  expectThat(
    shown(logged('accepted')) === shown(accepted),
    () => `logged ${shown(logged('accepted'))}, accepted ${shown(accepted)}`,
  );
  const known = new Set(judged('submission-rejected'));
  const unknown = logged('held').filter((id) => !known.has(id));
  expectThat(unknown.length === 0, () => `held in the log, and never rejected: ${unknown.join(', ')}`);
  for (const { task, retries } of records)
    expectThat(retries <= RETRIES_MAX, () => `task ${task} was retried ${retries} times`);
};

/** Files are as the journal makes them, where the disk took them. */
const checkFiles = ({ state, world, contents }: Finished, { workflow }: Expected): void => {
  for (const { path, text } of filesOf(workflow, state, contents))
    if (!world.untidy.has(path))
      expectThat(
        world.files.get(path) === text,
        () => `${path} is ${world.files.get(path)}, expected ${text}`,
      );
  expectThat(
    world.workspaces.size === 0,
    () => `working trees are left behind: ${[...world.workspaces.keys()].join(', ')}`,
  );
};

/** Throws where something is wrong. */
export const endOfCollective = (finished: Finished, expected: Expected): unknown => {
  checkTree(finished, expected);
  checkStatuses(finished, expected);
  checkEscalations(finished, expected);
  checkLog(finished);
  checkFiles(finished, expected);
  return Object.entries(finished.state.positions)
    .map(([position, { as = 'well' }]) => `${position} ${as}`)
    .sort();
};
