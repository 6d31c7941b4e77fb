// A collective as it is simulated: two tasks at once that change the same file, one that follows both and fails before it is done,
// one that a person gives up or lets be tried again, and one that waits for it.
import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import { TASKS_FILE } from '../../src/systems/collective/tasks/read-tasks.ts';
import { collectiveOf } from '../../src/systems/collective/workflow/collective.ts';
import { blockOf, type Said, tasksText } from '../../src/systems/collective/workflow/scripts.fixture.ts';
import { type CollectiveScenario, codeOf, endOfCollective, isShared, SHARED } from './collective-end.ts';
import type { Play, PlayBook, Word } from './play.ts';
import { type SimulatedSession, STEP_MS } from './simulated-agents.ts';

const CODER = 'module-development-agent';
const SLOWER_MS = 15_000;

export const TASKS_TEXT = tasksText(
  { id: 1, agent: CODER },
  { id: 2, agent: CODER },
  // Nobody is named: the hub asks the routing agent.
  { id: 3, dependencies: [1, 2] },
  { id: 4, agent: CODER },
  { id: 5, dependencies: [4], agent: CODER },
);

const PROJECT = { README: 'a project', [SHARED]: 'begin', [TASKS_FILE]: TASKS_TEXT };

const roundOf = (assignment: string): number => Number(assignment.split('.').at(-1));
const taskOf = ({ task }: SimulatedSession): string => String(task.inputs['task']);

/** Both sides of a marked file, each line once. */
const withLine = (text: string, line: string): string =>
  [...new Set([...text.split('\n').filter((one) => !/^(<<<<<<<|=======|>>>>>>>|$)/.test(one)), line])]
    .sort()
    .join('\n');

/** How often the work on a task fails before it is done: each failure is handed over, and is a round of its own. */
const failuresOf = (task: string, { failures }: CollectiveScenario): number =>
  task === '3' ? failures : task === '4' ? 2 : 0;

const says = (session: SimulatedSession, said: Said): void =>
  session.say(blockOf(session.task, said, `Task ${taskOf(session)}.`));

const codes = async (session: SimulatedSession, scenario: CollectiveScenario): Promise<void> => {
  const [task, round] = [taskOf(session), roundOf(session.task.assignment)];
  const { files } = session;
  if (task !== scenario.first) await session.pause(SLOWER_MS);
  for (const [path, text] of Object.entries(codeOf(task))) files.set(path, text);
  if (isShared(task, scenario)) files.set(SHARED, withLine(files.get(SHARED) ?? '', `and ${task}`));
  await session.pause(STEP_MS);
  if (round <= failuresOf(task, scenario))
    return says(session, {
      status: 'failed',
      on_failure: { retry: 1, route_to: `@${CODER}`, context: `It broke in round ${round}.` },
    });
  return says(session, {});
};

const act = (session: SimulatedSession, scenario: CollectiveScenario): Promise<void> | void =>
  session.task.role === CODER
    ? codes(session, scenario)
    : says(session, { phase: 'Planning', to: `@${CODER}` });

/** The task that nobody could do is given up; where it is asked for again, it is tried again. */
const answer = ({ id, page }: WantedQuestion, { blocked }: CollectiveScenario): Word => {
  if (page) return { item: id, text: 'Try once more.' };
  const [step] = id.split('.');
  if (step === 'approving') return { item: id, choice: 'commit', text: '' };
  if (step === 'waiting') return { item: id, choice: blocked, text: 'I have seen it.' };
  return { item: id, choice: roundOf(id) === 1 ? 'give-up' : 'again', text: 'Try the other way.' };
};

const made = () => collectiveOf({ parallel: 2 });
const workflow = made();

const play = (scenario: CollectiveScenario): Play => ({
  workflow,
  request: 'Do the tasks',
  options: {
    agents: { [CODER]: 'simulated', 'routing-agent': 'simulated' },
    policy: { auto_commit: scenario.commits, handoffs_per_task: 30, probe: 'off' },
    commands: ['test'],
  },
  project: PROJECT,
  // An agent that crashes three times is given up, which is another story.
  accidentsMax: 1,
  raced: true,
  act: async (session) => act(session, scenario),
  answer: (question) => answer(question, scenario),
  // One of its own, which remembers nothing of the run.
  end: (finished) => endOfCollective(finished, { scenario, workflow: made(), project: PROJECT }),
});

export const collectiveBook: PlayBook<CollectiveScenario> = {
  name: 'collective',
  worst: { conflict: true, blocked: 'retry', first: '1', failures: 1, commits: false },
  draw: (random) => ({
    conflict: random.chance(0.7),
    blocked: random.pick(['without', 'retry'] as const),
    first: random.pick(['1', '2'] as const),
    failures: random.below(2),
    commits: random.chance(0.5),
  }),
  variants: (scenario) => [scenario],
  play,
};
