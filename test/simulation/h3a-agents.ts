// The roles of h3a, played through the door. What is handed in follows from the task, the round, the answers and the
// working tree; whoever is started again writes, asks and hands in the same again.
import { INLINE_BYTES_MAX } from '../../src/model/limits/limits.ts';
import {
  EXECUTOR_FILES,
  EXECUTOR_REPORT,
  PLANNER_REPORT,
  ROADMAP,
  TASK,
  VALIDATOR_FILES,
  VALIDATOR_REPORT,
} from '../../src/systems/h3a/files/files.ts';
import type { H3aScenario, TaskStory } from './h3a-play.ts';
import {
  BLOCKER,
  coverageFile,
  executorReport,
  gateReport,
  type Lie,
  nameOf,
  PROJECT,
  plannerReport,
  roadmapText,
  SCAN,
  taskIds,
  taskText,
  validatorReport,
  workOf,
} from './h3a-texts.ts';
import { Gone, type SimulatedSession } from './simulated-agents.ts';
import { UNTIDY } from './simulated-evidence.ts';

interface Place {
  readonly task: string;
  readonly round: number;
  readonly story: TaskStory;
  readonly scenario: H3aScenario;
}

const write = ({ world }: SimulatedSession, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) world.files.set(path, text);
};

const plans = async (session: SimulatedSession, { task, round, story, scenario }: Place): Promise<void> => {
  const tasks = taskIds(scenario.tasks.length);
  const version = (text: string) => () =>
    write(session, {
      [ROADMAP]: roadmapText(tasks, tasks.indexOf(task as (typeof tasks)[number])),
      [TASK]: text,
      [PLANNER_REPORT]: plannerReport(task, tasks),
    });
  const clear = taskText(task, round, false);
  const first = { clear, vague: taskText(task, round, true), malformed: clear.slice(0, 40) }[
    round === 1 ? story.plan : 'clear'
  ];
  await session.handIn('submit_h1', { summary: `Plans ${task}.` }, version(first), version(clear));
};

const unblocked = async (session: SimulatedSession): Promise<string> => {
  let answer = await session.call('submit_blocked', {
    blocked_by: [BLOCKER],
    reason: 'I looked everywhere.',
  });
  while (answer.status === 'asked') answer = await session.call('await_verdict');
  if (answer.status !== 'answered') throw new Gone();
  return answer.answer.split('\n').at(-1)!;
};

/** Honest work, and then what is wrong with it. */
const layDown = (
  files: Map<string, string>,
  { task, round }: Place,
  loudness: string,
  lie: Lie | 'none',
): void => {
  const name = nameOf(task);
  const [source, test] = [`src/${name}`, `test/${name}.test.js`];
  for (const path of ['notes', 'ABOUT']) files.delete(path);
  for (const [path, text] of Object.entries({ ...PROJECT, ...workOf(name, round, loudness) }))
    files.set(path, text);
  const spoil: Partial<Record<Lie, () => void>> = {
    red: () => files.set(source, 'nothing yet'),
    outside: () => files.set('notes', 'mine'),
    renamed: () => {
      files.set('ABOUT', files.get('README')!);
      files.delete('README');
    },
    blind: () => files.set(test, `says ${name}: src/start has start`),
    weakened: () => files.set('test/start.test.js', 'starts:\nis there: src/start has start'),
    skipped: () => files.set('test/start.test.js', PROJECT['test/start.test.js']!.replace('is', 'skip is')),
    removed: () => files.set('test/start.test.js', 'starts: src/start has start here'),
    untested: () => files.set(source, `${files.get(source)}\nsomething else`),
    untidy: () => files.set(source, `${files.get(source)} ${UNTIDY}`),
  };
  if (lie !== 'none') spoil[lie]?.();
};

const executes = async (session: SimulatedSession, place: Place): Promise<void> => {
  const { task, round, story, scenario } = place;
  // Whoever fixes finds in the tree what was answered before.
  const before = /^say \w+, (\w+)/.exec(session.files.get(`src/${nameOf(task)}`) ?? '')?.[1];
  const loudness = story.blocked ? (before ?? (await unblocked(session))) : 'quietly';
  const version = (lie: Lie | 'none') => () => {
    layDown(session.files, place, loudness, lie);
    const padding = scenario.large ? 'x'.repeat(INLINE_BYTES_MAX) : '';
    write(session, {
      [EXECUTOR_REPORT]: executorReport(task, round, session.files, lie),
      [EXECUTOR_FILES.red]: `1 failed\n${padding}`,
      [EXECUTOR_FILES.green]: lie === 'unshown' ? '' : 'all passed\n',
      [EXECUTOR_FILES.coverageDelta]: coverageFile(lie),
    });
  };
  const first = version(round === 1 ? story.lie : 'none');
  await session.handIn('submit_h2', { summary: `${task} is done.` }, first, version('none'));
};

const validates = async (session: SimulatedSession, { task, round, story }: Place): Promise<void> => {
  const verdict = story.verdicts[round - 1] ?? (story.passesWithNotes ? 'pass_with_notes' : 'pass');
  const version = (misreports: boolean) => () =>
    write(session, {
      [VALIDATOR_REPORT]: validatorReport(task, verdict, session.files, misreports),
      [VALIDATOR_FILES.securityScan]: SCAN,
    });
  const first = version(story.misreports && round === 1);
  await session.handIn('submit_h3', { summary: `${task}: ${verdict}.` }, first, version(false));
};

const measures = async (session: SimulatedSession, { round, scenario, task }: Place): Promise<void> => {
  const fails = scenario.gate === 'fails' && round === 1 && task === 'T001';
  const path = `artifacts/validator/gate_${task}~${String(session.task.inputs['item'])}.json`;
  await session.handIn('submit_gate', {}, () =>
    write(session, { [path]: gateReport(fails ? 'fail' : 'pass') }),
  );
};

export const actH3a = (session: SimulatedSession, scenario: H3aScenario): Promise<void> => {
  const { role, assignment, inputs } = session.task;
  const task = String(inputs['task_id']);
  const place: Place = {
    task,
    round: Number(inputs['round']),
    story: scenario.tasks[Number(task.at(-1)) - 1]!,
    scenario,
  };
  if (role === 'planner') return plans(session, place);
  if (role === 'executor') return executes(session, place);
  return assignment.startsWith('custom.') ? measures(session, place) : validates(session, place);
};
