// Tasks side by side as they are simulated: two change the same file, one follows another, one fails until a person gives it up,
// and a person decides about the one that is blocked by it. Whatever happens, the main line has what all that ended well have
// done, as if one had been done after the other, and every conflict was shown to its owner.
import type { WantedQuestion } from '../../src/model/run/wanted.ts';
import { isMarked } from '../../src/testing/trees-in-memory.ts';
import { lines } from '../fixtures/workflows/lines.ts';
import type { Finished, Play, PlayBook, Word } from './play.ts';
import type { SimulatedSession } from './simulated-agents.ts';
import { RED } from './simulated-evidence.ts';
import { expectThat } from './simulation-failure.ts';

export interface LinesScenario {
  /** Two tasks change the same file. */
  readonly conflict: boolean;
  /** What a person says about the task that is blocked. */
  readonly blocked: 'without' | 'again';
  /** Who is the fastest. */
  readonly first: 'a' | 'b';
}

/** `x` is sent back until a person gives it up, and `y` follows it. */
const REQUEST = 'a b x c<a,b y<x';
const SHARED = 'shared';
const TESTS_FAILED = 3;
const SLOWER_MS = 15_000;

interface Place {
  readonly item: string;
  readonly round: number;
}

const placeOf = (assignment: string): Place => {
  const [, , item = '', round] = assignment.split('.');
  return { item, round: Number(round) };
};

const isShared = (item: string, { conflict }: LinesScenario): boolean =>
  conflict && (item === 'a' || item === 'b');

/** Both sides of a marked file, each line once. */
const withLine = (text: string, line: string): string =>
  [...new Set([...text.split('\n').filter((one) => !/^(<<<<<<<|=======|>>>>>>>|$)/.test(one)), line])]
    .sort()
    .join('\n');

const written = (item: string): Readonly<Record<string, string>> => ({
  [`src/${item}`]: item,
  [`test/${item}`]: `says ${item}: src/${item} has ${item}`,
});

const codes = async (session: SimulatedSession, scenario: LinesScenario): Promise<void> => {
  const { item } = placeOf(session.task.assignment);
  if (item === 'c')
    for (const before of ['a', 'b'])
      expectThat(session.files.has(`src/${before}`), () => `c begins without what ${before} has done`);
  if (item !== scenario.first) await session.pause(SLOWER_MS);
  const change = (red: boolean) => (): void => {
    const { files } = session;
    for (const [path, text] of Object.entries(written(item))) files.set(path, text);
    if (isShared(item, scenario)) files.set(SHARED, withLine(files.get(SHARED) ?? '', `and ${item}`));
    if (red) files.set(RED, 'red');
    else files.delete(RED);
  };
  // Red on a main line that has moved: what it goes on with is the merge.
  await session.handIn('submit_implement', {}, change(item === 'b'), change(false));
};

/** Who cannot let it pass sends it back. */
const tests = (session: SimulatedSession): Promise<void> => {
  const { item, round } = placeOf(session.task.assignment);
  const write = (text: string) => () =>
    void session.world.files.set(`reports/${item}.md`, `${text} ${round}\n`);
  const bad = item === 'x' && round <= TESTS_FAILED;
  return session.handIn('submit_test', {}, ...(bad ? [] : [write('pass')]), write('fail'));
};

const answer =
  ({ blocked }: LinesScenario) =>
  ({ id }: WantedQuestion): Word => {
    const [step] = id.split('.');
    const { item, round } = placeOf(id);
    if (step === 'blocked') return { item: id, choice: blocked, text: 'I have seen it.' };
    return { item: id, choice: item === 'x' && round === 1 ? 'give-up' : 'again', text: '' };
  };

const expectedTree = (scenario: LinesScenario): Record<string, string> => {
  const items = ['a', 'b', 'c', ...(scenario.blocked === 'again' ? ['x', 'y'] : [])];
  const shared = items.filter((item) => isShared(item, scenario)).map((item) => `and ${item}`);
  return {
    ...{ README: 'a project', [SHARED]: ['begin', ...shared].sort().join('\n') },
    ...Object.assign({}, ...items.map(written)),
  };
};

/** Whoever is rejected for a conflict finds it marked, or leaves it to the owner, who finds it then. */
const requireShown = ({ entries, world }: Finished): void => {
  const events = entries.flatMap((entry) => entry.events);
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'submission-rejected') continue;
    if (!event.rejection.problems.some(({ code }) => code === 'MERGE_CONFLICT')) continue;
    const { item } = placeOf(event.assignment);
    // The marks as they were laid down, handed in by a call that came twice, are rejected again.
    const shown = events.find(
      (other, at) =>
        other.kind === 'work-rebased' &&
        (at > index ? placeOf(other.assignment).item === item : other.assignment === event.assignment),
    );
    const isShown =
      shown?.kind === 'work-rebased' && [...world.trees.get(shown.from).values()].some(isMarked);
    expectThat(isShown, () => `${event.assignment} was in conflict, and its owner was shown nothing`);
  }
};

const end =
  (scenario: LinesScenario) =>
  (finished: Finished): unknown => {
    const { state, world } = finished;
    const main = state.artifacts['main']?.digest;
    const files = main === undefined ? {} : Object.fromEntries(world.trees.get(main));
    const expected = expectedTree(scenario);
    const sorted = (tree: Record<string, string>): string => JSON.stringify(Object.entries(tree).sort());
    expectThat(
      sorted(files) === sorted(expected),
      () => `the main line is ${sorted(files)}, expected ${sorted(expected)}`,
    );
    requireShown(finished);
    return Object.entries(state.positions)
      .map(([position, { as = 'well' }]) => `${position} ${as}`)
      .sort();
  };

const play = (scenario: LinesScenario): Play => ({
  workflow: lines,
  request: REQUEST,
  options: { commands: ['test'] },
  project: { README: 'a project', [SHARED]: 'begin' },
  // An agent that crashes three times is given up, which is another story.
  accidentsMax: 2,
  raced: true,
  act: (session) => (session.task.role === 'coder' ? codes(session, scenario) : tests(session)),
  answer: answer(scenario),
  end: end(scenario),
});

export const linesBook: PlayBook<LinesScenario> = {
  name: 'lines',
  worst: { conflict: true, blocked: 'again', first: 'a' },
  draw: (random) => ({
    conflict: random.chance(0.7),
    blocked: random.pick(['without', 'again'] as const),
    first: random.pick(['a', 'b'] as const),
  }),
  variants: (scenario) => [scenario],
  play,
};
