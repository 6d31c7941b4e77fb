// The roles of a quest. Router and questioner call their tools; everybody else ends with a message, a handoff file, or
// both. What is said follows from the prompt, the files of the run and the working tree.
import { INLINE_BYTES_MAX } from '../../src/model/limits/limits.ts';
import { jsonText } from '../../src/systems/quest/files/json-file.ts';
import { hands, slotOf } from './quest-handing.ts';
import { type FindingKind, isReviewStuck, isSolo, type QuestScenario } from './quest-scenario.ts';
import {
  ANSWER,
  BUILD,
  DEFECT,
  dropTest,
  FEEDBACK,
  fixesIn,
  iterationOf,
  LIES,
  PLAN,
  PROJECT,
  planText,
  question,
  REVIEW,
  routerText,
  spoil,
  summaryText,
  TRIFLE,
  workOf,
} from './quest-texts.ts';
import { type SimulatedSession, STEP_MS } from './simulated-agents.ts';

/** The slower reviewer takes this much longer: where one cannot go on, the order of the two makes a difference. */
const SLOWER_MS = 20_000;

const write = (session: SimulatedSession, path: string, text: string) => (): void =>
  void session.desk.set(path, text);

const read = ({ world }: SimulatedSession, path: string): string => world.files.get(path) ?? '';

/** Its number among those that were opened for the same piece of work. */
const roundOf = ({ task }: SimulatedSession): number => Number(task.assignment.split('.').at(-1));

const iteration = ({ knows }: SimulatedSession): number => Number(/iteration (\d+)/i.exec(knows)?.[1] ?? 0);

const THIN = { route: 'questioner', confidence: 0.4 };
const SOLO = { route: 'solo', complexity: 'moderate' };

const routes = (session: SimulatedSession, { route }: QuestScenario): Promise<void> => {
  const again = session.task.assignment.startsWith('rerouting.');
  const thin = route === 'thinner' || (route === 'thin' && !again);
  const text = routerText(thin ? THIN : route === 'solo' ? SOLO : {});
  return session.handIn(
    again ? 'submit_reroute' : 'submit_route',
    {},
    write(session, 'logs/router.json', text),
  );
};

const questions = async (session: SimulatedSession): Promise<void> => {
  const second = session.task.assignment.startsWith('clarifying.');
  const answers: string[] = [];
  for (const number of second ? [3] : [1, 2]) {
    const answer = await session.ask(question(number), second ? 'ask_again' : 'ask_first');
    // What was answered before may come with it once more, above it.
    answers.push(answer.split('\n').at(-1) ?? '');
  }
  await session.handIn(
    second ? 'submit_clarification' : 'submit_questions',
    {},
    write(session, 'logs/questioner_summary.md', summaryText(answers)),
  );
};

const plans = (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  const changes = read(session, FEEDBACK).split('## Change Request').length - 1;
  const loudness = session.knows.includes(`Answer: ${ANSWER}`) ? ANSWER : 'quietly';
  const path = `${PLAN}/plan.md`;
  return hands(session, scenario, {
    ...{ paths: [path], next: 'plan_review' },
    write: write(session, path, planText(iteration(session), changes, loudness)),
  });
};

const slowly = async (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  const slower = isReviewStuck(scenario) && !session.task.role.endsWith(`-${scenario.first}`);
  if (slower) await session.pause(SLOWER_MS);
};

const reviewsPlan = async (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  await slowly(session, scenario);
  const { solo } = session.task.inputs;
  const path = `${PLAN}/review_${slotOf(session)}.md`;
  const back = iteration(session) <= scenario.sentBack;
  return hands(session, scenario, {
    ...{ paths: [path], next: solo === true ? (back ? 'planner' : 'builder') : 'arbiter' },
    write: write(session, path, `On ${iterationOf(read(session, `${PLAN}/plan.md`))}.\n`),
  });
};

const arbitrates = (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  const number = iteration(session);
  const back = number <= scenario.sentBack;
  const [words, findings] = [`${PLAN}/arbiter_verdict.md`, `${PLAN}/review_findings.json`];
  return hands(session, scenario, {
    ...{ paths: [words, findings], next: back ? 'planner' : 'builder' },
    summary: `Iteration ${number}: ${back ? 'iterate' : 'approve'} - because`,
    write: () => {
      write(session, words, `About ${number}.\n`)();
      write(session, findings, jsonText(back ? [] : [TRIFLE]))();
    },
  });
};

/** A lie is told until the problem with it was heard of. */
const builds = (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  const { lie, large } = scenario;
  const lies = lie !== 'none' && roundOf(session) === 1 && !session.knows.includes(LIES[lie]);
  const planned = iterationOf(read(session, `${PLAN}/plan.md`));
  const loudness = session.knows.includes(`Answer: ${ANSWER}`) ? ANSWER : 'quietly';
  const [about, notes] = [`${BUILD}/pr_description.md`, `${BUILD}/builder_feedback_discussion.md`];
  return hands(session, scenario, {
    ...{ paths: [about, notes], next: 'code_review' },
    write: () => {
      const { files } = session;
      for (const [path, text] of Object.entries({ ...PROJECT, ...workOf(planned, loudness, []) }))
        files.set(path, text);
      if (lies) spoil(files, lie);
      write(session, about, `# Say things as in plan ${planned}\n`)();
      write(session, notes, `ASSUMPTION: none.\n${large ? 'x'.repeat(INLINE_BYTES_MAX) : ''}`)();
    },
  });
};

const FOUND: Readonly<Record<FindingKind, { a: readonly object[]; b: readonly object[] }>> = {
  none: { a: [], b: [] },
  defect: { a: [DEFECT], b: [] },
  trifle: { a: [], b: [TRIFLE] },
  both: { a: [DEFECT], b: [TRIFLE] },
};

const reviewsCode = async (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  await slowly(session, scenario);
  const fixes = fixesIn(session.files.get('src/thing') ?? '').length;
  const { a, b } = FOUND[scenario.findings[fixes] ?? 'none'];
  const found = isSolo(scenario) ? [...a, ...b] : session.task.role.endsWith('-a') ? a : b;
  const [words, findings] = [
    `${REVIEW}/review_${slotOf(session)}.md`,
    `${REVIEW}/review_findings_${slotOf(session)}.json`,
  ];
  return hands(session, scenario, {
    ...{ paths: [words, findings], next: found.includes(DEFECT) ? 'fixer' : null },
    write: () => {
      write(session, words, `After ${fixes} fixes.\n`)();
      write(session, findings, jsonText(found))();
    },
  });
};

/** What can wait is dismissed with a reason, where the scenario says so; at first without one. */
const judges = (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  const fixes = fixesIn(session.files.get('src/thing') ?? '').length;
  const { a, b } = FOUND[scenario.findings[fixes] ?? 'none'];
  const kept = [...a, ...(scenario.dismisses ? [] : b)];
  const told = session.knows.includes('HANDOFF_CONTRADICTION');
  const [words, findings] = [`${REVIEW}/review_arbiter_verdict.md`, `${REVIEW}/review_findings.json.next`];
  return hands(session, scenario, {
    ...{ paths: [words, findings], next: a.length > 0 ? 'fixer' : null },
    write: () => {
      const reason = scenario.dismisses && told ? 'B-1 is a matter of taste.\n' : '';
      write(session, words, `Judged after ${fixes} fixes.\n${reason}`)();
      write(session, findings, jsonText(kept))();
    },
  });
};

const fixes = (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  const path = `${REVIEW}/review_fix_feedback_discussion.md`;
  const round = roundOf(session);
  const drops = scenario.drops && round === 1 && !session.knows.includes('TESTS_REMOVED');
  return hands(session, scenario, {
    ...{ paths: [path], next: 'code_review' },
    write: () => {
      const { files } = session;
      const code = files.get('src/thing') ?? '';
      const [, planned, loudness = ''] = /planned-(\d+), (\w+)/.exec(code) ?? [];
      const rounds = [...new Set([...fixesIn(code), round])];
      for (const [name, text] of Object.entries(workOf(Number(planned), loudness, rounds)))
        files.set(name, text);
      if (drops) dropTest(files);
      write(session, path, `Fixed in round ${round}.\n`)();
    },
  });
};

export const actQuest = async (session: SimulatedSession, scenario: QuestScenario): Promise<void> => {
  await session.pause(STEP_MS);
  const { role } = session.task;
  if (role === 'router') return routes(session, scenario);
  if (role === 'questioner') return questions(session);
  if (role === 'planner') return plans(session, scenario);
  if (role.startsWith('plan-reviewer')) return reviewsPlan(session, scenario);
  if (role === 'arbiter') return arbitrates(session, scenario);
  if (role === 'builder') return builds(session, scenario);
  if (role.startsWith('code-reviewer')) return reviewsCode(session, scenario);
  return role === 'review-arbiter' ? judges(session, scenario) : fixes(session, scenario);
};
