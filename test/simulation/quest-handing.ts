// How roles of a quest end: with the block, with the handoff file, with both; and what they get wrong at first.
import type { QuestScenario, Role, Slip } from './quest-scenario.ts';
import { BUILD, block, handoffJson, inQuest, PLAN, question, REVIEW, type Said } from './quest-texts.ts';
import { type SimulatedSession, STEP_MS } from './simulated-agents.ts';

export interface Handing {
  /** Files of the run that are handed in. */
  readonly paths: readonly string[];
  readonly next: string | null;
  readonly summary?: string;
  readonly write: () => void;
}

/** What a slip is answered with; whoever has heard it does it right. */
export const TOLD: Partial<Readonly<Record<Slip, readonly [code: string]>>> = {
  forgets: ['HANDOFF_MISSING'],
  contradicts: ['HANDOFF_CONFLICT'],
  unlisted: ['HANDOFF_ARTIFACT_PATH'],
  'asks-much': ['REQUEST_LIMIT'],
};

const isTold = ({ knows }: SimulatedSession, slip: Slip): boolean =>
  TOLD[slip]?.some((code) => knows.includes(code)) ?? true;

/** One more than may be asked. */
const MUCH = 4;
const ASKED: Partial<Readonly<Record<Slip, number>>> = { asks: 1, 'asks-much': MUCH };

export const slotOf = ({ task }: SimulatedSession): string => task.assignment.split('.').at(-2) ?? '';

const handoffFile = (session: SimulatedSession): string => {
  const { role } = session.task;
  if (role === 'planner') return `${PLAN}/handoff.json`;
  if (role === 'builder') return `${BUILD}/handoff.json`;
  const inPlan = role === 'arbiter' || role.startsWith('plan-');
  const name = role.includes('-reviewer-') ? slotOf(session) : role;
  return `${inPlan ? PLAN : REVIEW}/handoff_${name}.json`;
};

const BY = ['message', 'file', 'both'] as const;

/** Of those who hand in differently each does so always in the same way. */
const wayOf = ({ by }: QuestScenario, role: string): (typeof BY)[number] =>
  by === 'mixed' ? (BY[role.length % BY.length] ?? 'both') : by;

const slipOf = ({ task }: SimulatedSession, { slips }: QuestScenario): Slip =>
  task.assignment.endsWith('.1') ? (slips[task.role as Role] ?? 'none') : 'none';

/** The first question that is not answered yet; undefined when there is none, or none may be asked any more. */
const openQuestion = (session: SimulatedSession, slip: Slip): string | undefined => {
  if (isTold(session, 'asks-much')) return undefined;
  const all = Array.from({ length: ASKED[slip] ?? 0 }, (_, index) => question(index + 1));
  return all.find((text) => !session.knows.includes(`${text}\n  Answer:`));
};

const sessionOf = ({ task }: SimulatedSession, { resumes }: QuestScenario): string | undefined =>
  resumes ? `session of ${task.assignment}` : undefined;

/** The file first; others may come between it and the message. */
const leaves = async (session: SimulatedSession, scenario: QuestScenario, said: Said): Promise<void> => {
  const way = wayOf(scenario, session.task.role);
  if (way !== 'message') {
    session.desk.set(handoffFile(session), handoffJson(said));
    await session.pause(STEP_MS);
  }
  session.say(way === 'file' ? 'See the file.' : block(said), sessionOf(session, scenario));
};

const EMPTY: Omit<Said, 'status'> = { artifacts: [], next: null, summary: 'It cannot be done so.' };

/** Questions stand in the message, whatever else there is. */
const asks = (session: SimulatedSession, scenario: QuestScenario, text: string): void =>
  session.say(block({ ...EMPTY, status: 'needs_human' }, text), sessionOf(session, scenario));

/** Ends the attempt as the scenario wants it. */
export const hands = async (
  session: SimulatedSession,
  scenario: QuestScenario,
  { paths, next, summary = 'Done.', write }: Handing,
): Promise<void> => {
  const slip = slipOf(session, scenario);
  if (slip === 'dies') {
    session.end({ end: 'failed', why: 'it died' });
    await session.alive();
  }
  const asked = openQuestion(session, slip);
  if (asked !== undefined) return asks(session, scenario, asked);
  if (slip === 'blocked') return leaves(session, scenario, { ...EMPTY, status: 'blocked' });
  write();
  await session.pause(STEP_MS);
  const told = isTold(session, slip);
  const said: Said = { status: 'complete', artifacts: paths.map(inQuest), next, summary };
  if (slip === 'forgets' && !told) return session.say('It is done.', sessionOf(session, scenario));
  if (slip === 'unlisted' && !told) return leaves(session, scenario, { ...said, artifacts: [] });
  if (slip !== 'contradicts' || told) return leaves(session, scenario, said);
  session.desk.set(handoffFile(session), handoffJson({ ...said, status: 'blocked' }));
  session.say(block(said), sessionOf(session, scenario));
};
