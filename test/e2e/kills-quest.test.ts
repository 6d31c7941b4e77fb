// A quest whose holder is killed at the places that are special to it: while an agent that asked above its block waits, while
// what an agent said last is being taken, while the work of the builder is judged. Each comes to the end of the undisturbed one.
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/model/run/entry.ts';
import { QUEST, RUN } from '../crash/killed-plays.ts';
import { agentsOf, journalText, until } from '../crash/places.ts';
import { processesOf } from '../crash/processes.ts';
import { killHolder, sameEndOf } from '../crash/same-end.ts';
import { readJournal, runState, type Scratch, type Started, scratch, startBaton } from './scratch.ts';
import { QUESTION, type SmallQuest, writeSmallQuest } from './small-quest.ts';

const TEST_MS_MAX = 300_000;

const expectSameEnd = sameEndOf(QUEST);

/** A holder that waits for people, as one in the background does. */
const startQuest = (world: Scratch, options?: SmallQuest): Started => {
  const words = QUEST.make(world);
  writeSmallQuest(world, options);
  return startBaton(world, words, { env: { BATON_DETACHED: '1' } });
};

const entriesOf = (world: Scratch): readonly Entry[] => readJournal(runState(world, RUN));
const countOf = (world: Scratch, kind: string, part: string): number =>
  entriesOf(world)
    .flatMap(({ events }) => events)
    .filter((event) => event.kind === kind && JSON.stringify(event).includes(part)).length;

const PLANNER = 'planning.planner.1';
const BUILDER = 'building.builder.1';

describe('a quest whose holder is killed', { timeout: TEST_MS_MAX }, () => {
  it('while its planner waits for an answer: the question is asked once, and the planner hears the answer', async () => {
    const world = scratch();
    // The route is confirmed; then nobody answers.
    const holder = startQuest(world, { answers: 1 });
    await until(holder, () => {
      const text = journalText(world, RUN);
      return (
        text.includes(QUESTION) && text.includes('"kind":"attempt-ended","assignment":"planning.planner.1"')
      );
    });
    expect(agentsOf(world, RUN, PLANNER)).toEqual([]);
    await killHolder(holder);
    expect(countOf(world, 'request-answered', PLANNER)).toBe(0);
    writeSmallQuest(world);
    await expectSameEnd(world);
    expect(countOf(world, 'request-opened', PLANNER)).toBe(1);
    expect(countOf(world, 'request-answered', PLANNER)).toBe(1);
    // One that asked, and one that went on where it had ended; neither counts as a failure.
    expect(countOf(world, 'attempt-started', PLANNER)).toBe(2);
    expect(countOf(world, 'attempt-ended', 'retryAt')).toBe(0);
  });

  it('while the last message of its builder is being taken: it is said again, and taken once', async () => {
    const world = scratch();
    // A large file, so that sealing what the builder hands in takes a while.
    const large = { run: 'test -e large || head -c 30000000 /dev/urandom > large' };
    const holder = startQuest(world, { builder: [large] });
    const isSealing = (): boolean =>
      processesOf(world.root).some(({ command }) => / add --all /.test(command));
    await until(holder, () => agentsOf(world, RUN, BUILDER).length > 0);
    await until(holder, () => agentsOf(world, RUN, BUILDER).length === 0 && isSealing());
    await killHolder(holder);
    expect(countOf(world, 'attempt-started', BUILDER)).toBe(1);
    expect(countOf(world, 'submission-received', BUILDER)).toBe(0);
    writeSmallQuest(world);
    await expectSameEnd(world);
    expect(countOf(world, 'attempt-ended', '"end":"lost"')).toBe(1);
    expect(countOf(world, 'attempt-ended', 'retryAt')).toBe(0);
  });

  it('while the work of its builder is judged: it is judged again, and nobody is asked to do it again', async () => {
    const world = scratch();
    const holder = startQuest(world);
    await until(holder, () =>
      processesOf(world.root).some(({ command }) => command.includes('run-tests.sh')),
    );
    await killHolder(holder);
    expect(countOf(world, 'submission-received', BUILDER)).toBe(1);
    expect(countOf(world, 'submission-rejected', BUILDER)).toBe(0);
    await expectSameEnd(world);
    // Red at first, then green, as in the undisturbed run.
    expect(countOf(world, 'submission-received', BUILDER)).toBe(2);
    expect(countOf(world, 'submission-rejected', BUILDER)).toBe(1);
    expect(countOf(world, 'submission-accepted', BUILDER)).toBe(1);
  });
});
