// relay as it is simulated: a rejected plan, a question, red tests, a conflict where the scenario says so, a failed
// review, a fix, an approval that is refused once.
import { INLINE_BYTES_MAX } from '../../src/model/limits/limits.ts';
import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import { isMarked } from '../../src/testing/trees-in-memory.ts';
import { relay } from '../../src/workflows/relay/relay.ts';
import type { Play, PlayBook, Word } from './play.ts';
import type { SimulatedSession } from './simulated-agents.ts';
import { RED } from './simulated-evidence.ts';

export interface RelayScenario {
  /** Both coders change the same file. */
  readonly conflict: boolean;
  /** Which coder is the faster one. */
  readonly first: 'a' | 'b';
  /** The review is too large to stand in the journal line. */
  readonly large: boolean;
  /** There are tokens for the plan and one coder alone: a person has to raise the budget. */
  readonly budget: boolean;
}

/** Both sides of a marked file, without the marks. */
const bothSides = (content: string): string[] =>
  content.split('\n').filter((line) => !/^(<<<<<<<|=======|>>>>>>>)/.test(line));

const BAD_PLAN = 'version: 2\nitems: []\n';
const PLAN = `version: 1
summary: Say things
items:
  - {key: a, title: Say a, task: say a}
  - {key: b, title: Say b, task: say b}
`;
const FAIL =
  'verdict: fail\nsummary: not yet\nfindings:\n  - {location: fix-1, issue: it is missing, recommendation: add it}\n';
const FAIL_WITHOUT_FINDINGS = 'verdict: fail\nsummary: not yet\n';
const PASS = 'verdict: pass\nsummary: good\n';
const QUESTION = 'How loud is b to be?';

const TOKENS = 20;

/** The slower coder takes this much longer, so that the order of the two is known where nothing is disturbed. */
const SLOWER_MS = 20_000;

const plans = (session: SimulatedSession): Promise<void> => {
  const write = (text: string) => () => void session.world.files.set('plan.yaml', text);
  return session.handIn('submit_plan', {}, write(BAD_PLAN), write(PLAN));
};

const addLine = (files: Map<string, string>, path: string, line: string): void => {
  const content = files.get(path) ?? '';
  const lines = new Set(isMarked(content) ? bothSides(content) : content.split('\n'));
  files.set(
    path,
    [...lines.add(line)]
      .filter((text) => text !== '')
      .sort()
      .join('\n'),
  );
};

const codes = async (session: SimulatedSession, scenario: RelayScenario): Promise<void> => {
  const item = String(session.task.inputs['item']);
  const loudness = item === 'b' ? await session.ask(QUESTION) : 'quiet';
  if (item !== scenario.first) await session.pause(SLOWER_MS);
  const change = (red: boolean) => (): void => {
    const { files } = session;
    files.set(`src/${item}`, `${item}, ${loudness}`);
    files.set(`test/${item}`, `says ${item}: src/${item} has ${item}`);
    if (scenario.conflict) addLine(files, 'shared', `and ${item}`);
    if (red) files.set(RED, 'red');
    else files.delete(RED);
  };
  await session.handIn('submit_done', {}, change(item === 'a'), change(false));
};

const fixes = (session: SimulatedSession): Promise<void> => {
  const round = String(session.task.inputs['round']);
  return session.handIn('submit_done', {}, () => void session.files.set(`fix-${round}`, `round ${round}`));
};

const reviews = (session: SimulatedSession, scenario: RelayScenario): Promise<void> => {
  const { files } = session.world;
  const write = (text: string) => () => void files.set('review.yaml', text);
  if (session.files.has('fix-1')) return session.handIn('submit_review', {}, write(PASS));
  const padding = scenario.large ? `# ${'x'.repeat(INLINE_BYTES_MAX)}\n` : '';
  return session.handIn('submit_review', {}, write(FAIL_WITHOUT_FINDINGS), write(`${padding}${FAIL}`));
};

const act = (session: SimulatedSession, scenario: RelayScenario): Promise<void> => {
  const { role, assignment } = session.task;
  if (role === 'planner') return plans(session);
  if (role === 'reviewer') return reviews(session, scenario);
  return assignment.startsWith('fixing.') ? fixes(session) : codes(session, scenario);
};

/** The first approval is refused with words, the second one is given. */
const answer = ({ id, ask }: WantedQuestion): Word => {
  if (id === 'budget.run.tokens') return { item: id, text: 'tokens=1000' };
  if (ask.kind === 'question') return { item: id, text: 'loud' };
  if (id === 'approving.human.1') return { item: id, choice: 'changes', text: 'one thing more' };
  return { item: id, choice: ask.approve ?? ask.choices[0]!, text: 'fine' };
};

const play = (scenario: RelayScenario): Play => ({
  workflow: relay,
  request: 'Say things',
  options: scenario.budget ? { budget: { run: { tokens: TOKENS } } } : {},
  usage: [{ model: 'm', inputTokens: 9, outputTokens: 1 }],
  project: { README: 'a project', shared: 'begin' },
  act: (session) => act(session, scenario),
  answer,
});

export const relayBook: PlayBook<RelayScenario> = {
  name: 'relay',
  worst: { conflict: true, first: 'a', large: true, budget: true },
  draw: (random) => ({
    conflict: random.chance(0.5),
    first: random.pick(['a', 'b'] as const),
    large: random.chance(0.2),
    budget: random.chance(0.3),
  }),
  // Who is disturbed may be overtaken: with a conflict either order has an end of its own.
  variants: (scenario) => (['a', 'b'] as const).map((first) => ({ ...scenario, first })),
  play,
};
