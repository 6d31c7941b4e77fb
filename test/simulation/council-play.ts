// A council of blind members as it is simulated: one asks a person, each is rejected once, and a person sends them back to think
// again. Whatever happens, no member finds a word of another's in its prompt or in the run directory before all are in.
import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import { council, MEMBERS } from '../fixtures/workflows/council.ts';
import type { Finished, Play, PlayBook, Word } from './play.ts';
import type { SimulatedSession } from './simulated-agents.ts';
import { expectThat } from './simulation-failure.ts';

export interface CouncilScenario {
  /** Who is the fastest. */
  readonly first: string;
}

const SLOWER_MS = 8_000;

const secret = (member: string, visit: number): string => `SECRET${visit}-${member}`;

const asks = (session: SimulatedSession): Promise<void> =>
  session.handIn('submit_question', {}, () => void session.world.files.set('question.md', 'Why?\n'));

/** Nothing of this visit: it is open, because this member has not handed in what is accepted. */
const requireNothingSeen = ({ task, world }: SimulatedSession, member: string, visit: number): void => {
  const mark = `SECRET${visit}-`;
  for (const [path, text] of world.files)
    expectThat(!text.includes(mark), () => `${task.assignment} can read in ${path}: ${text}`);
  for (const other of MEMBERS.filter((one) => one !== member))
    expectThat(
      !task.prompt.includes(secret(other, visit)),
      () => `${task.assignment} is told of ${other}: ${task.prompt}`,
    );
};

const write = (session: SimulatedSession, member: string, text: string): void => {
  const { desk } = session;
  desk.set(`opinions/${member}.md`, `${text}\n`);
  desk.set(`asides/${member}.md`, `aside ${text}\n`);
};

const gives = async (session: SimulatedSession, { first }: CouncilScenario): Promise<void> => {
  const member = String(session.task.inputs['item']);
  const visit = Number(session.task.inputs['round']);
  requireNothingSeen(session, member, visit);
  if (member === 'b') await session.ask(`${secret(member, visit)}?`);
  if (member !== first) await session.pause(SLOWER_MS);
  const version = (text: string) => (): void => {
    requireNothingSeen(session, member, visit);
    write(session, member, text);
  };
  const good = secret(member, visit);
  await session.handIn('submit_opinion', {}, version(`bad ${good}`), () => write(session, member, good));
};

/** A person's answer is for the asker alone, too. */
const answer = ({ id, ask }: WantedQuestion): Word => {
  if (ask.kind === 'question') return { item: id, text: ask.text.replace('?', '!') };
  return { item: id, choice: id === 'deciding.human.1' ? 'again' : 'settled', text: 'Think again.' };
};

const end = ({ world, told, state }: Finished): unknown => {
  const left = [...world.desks.keys()].filter((name) => !world.untidy.has(name));
  expectThat(left.length === 0, () => `desks are left: ${left.join(', ')}`);
  for (const member of MEMBERS) {
    const path = `opinions/${member}.md`;
    const shown = world.files.get(path);
    expectThat(
      shown === `${secret(member, 2)}\n` || world.untidy.has(path),
      () => `${path} is not there when all are in: ${shown}`,
    );
    for (const { prompt, assignment } of told.filter(
      (one) => one.assignment === `hearing.member.${member}.2`,
    ))
      expectThat(prompt.includes(secret('a', 1)), () => `${assignment} is not told what all said before`);
  }
  return state.lines?.filter((line) => line.startsWith('entered'));
};

const play = (scenario: CouncilScenario): Play => ({
  workflow: council,
  request: 'Find out why',
  options: {},
  project: { README: 'a project' },
  commits: 0,
  act: (session) => (session.task.role === 'asker' ? asks(session) : gives(session, scenario)),
  answer,
  end,
});

export const councilBook: PlayBook<CouncilScenario> = {
  name: 'council',
  worst: { first: 'a' },
  draw: (random) => ({ first: random.pick(MEMBERS) }),
  variants: (scenario) => [scenario],
  play,
};
