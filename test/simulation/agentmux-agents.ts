// The roles of agentmux, played through the door. What is handed in follows from the prompt, the files of the run and
// the working tree; whoever is started again asks again and writes again.
import { INLINE_BYTES_MAX } from '../../src/model/limits/limits.ts';
import type { AgentmuxScenario } from './agentmux-play.ts';
import {
  BAD_PLAN,
  CHANGE,
  changedPlan,
  EXTRA,
  FIRST_PLAN,
  failed,
  passed,
  QUESTION,
  REVIEWED,
  researchFile,
  SUMMARY,
} from './agentmux-texts.ts';
import { Gone, type SimulatedSession, STEP_MS } from './simulated-agents.ts';
import { RED } from './simulated-evidence.ts';

interface Research {
  readonly kind: 'code' | 'web';
  readonly topic: string;
  readonly question: string;
}

const CODE: Research = { kind: 'code', topic: 'things', question: 'Which things are there?' };
const WEB: Research = { kind: 'web', topic: 'words', question: 'How do others say them?' };
const OTHER: Research = { ...CODE, question: 'Which of them are loud?' };

const itemOf = ({ kind, topic }: Research): string => `${kind}-${topic}`;

const dispatch = (session: SimulatedSession, { kind, topic, question }: Research) =>
  session.call(`research_dispatch_${kind}`, {
    topic,
    context: 'Things are to be said.',
    questions: [question],
  });

/** The last thing that was said about this item, where anything was. */
const lineAbout = (answer: string, research: Research): string | undefined =>
  answer.split('\n').findLast((line) => line.includes(itemOf(research)));

/** One round: everything is asked for at once, then waited for. Gives what has to be asked for again. */
const ask = async (session: SimulatedSession, wanted: readonly Research[]): Promise<readonly Research[]> => {
  const said = new Map<Research, string>();
  for (const research of wanted) {
    const answer = await dispatch(session, research);
    if (answer.status === 'answered') said.set(research, answer.answer);
    else if (answer.status !== 'asked') throw new Gone();
  }
  while (said.size < new Set(wanted).size) {
    const answer = await session.call('await_verdict');
    if (answer.status === 'asked') continue;
    if (answer.status !== 'answered') throw new Gone();
    for (const research of wanted)
      if (!said.has(research)) said.set(research, lineAbout(answer.answer, research) ?? 'FAILED: not told');
  }
  return [...said].filter(([, text]) => text.includes('FAILED')).map(([research]) => research);
};

/** What was found out, in one line each. What could not be found out is asked for again. */
const findOut = async (session: SimulatedSession, wanted: readonly Research[]): Promise<string> => {
  let left = wanted;
  while (left.length > 0) {
    await session.pause(STEP_MS);
    left = await ask(session, left);
  }
  const summaries = [...new Set(wanted)].map((one) =>
    session.world.files.get(researchFile(itemOf(one), 'summary')),
  );
  return summaries.map((text) => text?.split('\n')[0] ?? 'nothing').join('; ');
};

const write = (session: SimulatedSession, path: string, text: string) => (): void =>
  void session.world.files.set(path, text);

const architects = async (session: SimulatedSession): Promise<void> => {
  // Asked for twice, a topic is researched once.
  const found = await findOut(session, [CODE, WEB, CODE]);
  await session.handIn(
    'submit_architecture',
    {
      reviewers: ['reviewer_logic', 'reviewer_quality'],
      preferences: [
        { target_role: 'coder', bullet: 'Prefer short names.' },
        { target_role: 'planner', bullet: 'Few plans.' },
      ],
    },
    write(session, '02_architecting/architecture.md', `# Architecture\n\n${found}\n`),
  );
};

/** Answers what was asked for, and nothing else: other questions have another answer. */
const researches = (session: SimulatedSession, scenario: AgentmuxScenario): Promise<void> => {
  const { item, topic } = session.task.inputs as Readonly<Record<string, string>>;
  const request = session.world.files.get(researchFile(item!, 'request')) ?? 'nothing was asked';
  const asked = request.split('\n').filter((line) => line.startsWith('- '));
  const padding = scenario.large ? 'x'.repeat(INLINE_BYTES_MAX) : '';
  return session.handIn('submit_research_done', { topic, type: item!.slice(0, item!.indexOf('-')) }, () => {
    write(session, researchFile(item!, 'summary'), `On ${topic}: ${asked.join(' ')}\n${padding}`)();
    write(session, researchFile(item!, 'detail'), `More on ${topic}\n`)();
  });
};

const plans = async (session: SimulatedSession, scenario: AgentmuxScenario): Promise<void> => {
  const file = '04_planning/plan.yaml';
  if (!session.task.prompt.includes(CHANGE))
    return session.handIn(
      'submit_plan',
      {},
      write(session, file, BAD_PLAN),
      write(session, file, FIRST_PLAN),
    );
  const found = await findOut(session, [scenario.asksAnew ? OTHER : CODE]);
  await session.handIn(
    'submit_plan',
    { preferences: [{ target_role: 'coder', bullet: 'Say it loudly.' }] },
    write(session, file, changedPlan(found)),
  );
};

const designs = (session: SimulatedSession): Promise<void> =>
  session.handIn('submit_design', {}, write(session, '05_design/design.md', '# Design\n'));

const NAMES: readonly string[] = ['one', 'two', 'three', 'four'];

const codes = async (session: SimulatedSession): Promise<void> => {
  const index = Number(session.task.inputs['subplan_index']);
  const loudly = session.task.prompt.includes('Say three loudly');
  const name = loudly ? 'three' : NAMES[index - 1]!;
  const loudness = name !== 'three' ? 'quiet' : loudly ? 'loudest' : await session.ask(QUESTION);
  const change = (wrong: boolean) => (): void => {
    const { files } = session;
    for (const path of [RED, 'notes']) files.delete(path);
    files.set(`src/${name}`, `${name}, ${loudness}`);
    files.set(
      loudly ? 'test/loud' : `test/${name}`,
      `says ${loudly ? 'loudest' : name}: src/${name} has ${loudly ? 'loudest' : name}`,
    );
    if (name === 'four') files.set(EXTRA, 'nobody wanted this');
    // The first two get it wrong at first: red tests, and a file that is not theirs.
    if (wrong && index === 1) files.set(RED, 'red');
    if (wrong && index === 2) files.set('notes', 'mine');
  };
  const versions = index <= 2 && !loudly ? [change(true), change(false)] : [change(false)];
  await session.handIn('submit_done', { subplan_index: index }, ...versions);
};

const fixes = (session: SimulatedSession): Promise<void> => {
  const { round, subplan_index } = session.task.inputs as Readonly<Record<string, number>>;
  return session.handIn('submit_done', { subplan_index }, () => {
    session.files.set(`src/fixes/${round}`, `round ${round}`);
  });
};

const reviews = (session: SimulatedSession, scenario: AgentmuxScenario): Promise<void> => {
  const { role } = session.task;
  const missing = Array.from({ length: scenario.fixes }, (_, at) => `src/fixes/${at + 1}`).find(
    (path) => !session.files.has(path),
  );
  const logic = role === 'reviewer_logic';
  const text =
    !logic && missing !== undefined ? failed(missing) : passed(logic && scenario.sitsOut ? [REVIEWED] : []);
  return session.handIn(
    'submit_review',
    { role, ...(logic ? { preferences: [{ target_role: 'coder', bullet: 'Prefer short names.' }] } : {}) },
    write(session, `07_review/review_${role}.yaml`, text),
  );
};

const sums = (session: SimulatedSession): Promise<void> =>
  session.handIn(
    'submit_summary',
    {},
    write(session, SUMMARY, `# Summary\n\n${[...session.files.keys()].sort().join('\n')}\n`),
  );

export const actAgentmux = (session: SimulatedSession, scenario: AgentmuxScenario): Promise<void> => {
  const { role, assignment } = session.task;
  const phase = assignment.slice(0, assignment.indexOf('.'));
  if (role === 'architect') return architects(session);
  if (role.endsWith('-researcher')) return researches(session, scenario);
  if (role === 'planner') return plans(session, scenario);
  if (role === 'designer') return designs(session);
  if (role === 'coder') return phase === 'fixing' ? fixes(session) : codes(session);
  return phase === 'summarising' ? sums(session) : reviews(session, scenario);
};
