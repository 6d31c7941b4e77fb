// The corpus is what it says it is: enough of everything, every edit finds its place, and nothing is there twice.
import { describe, expect, it } from 'vitest';
import { WORK_KINDS } from '../../src/model/workflow/work-kind.ts';
import { GATES, RUNNERS, type Work } from './case.ts';
import { HONEST, LIES, UNDECIDABLE } from './corpus.ts';
import { baseOf } from './play.ts';
import { statesOf } from './turn-script.ts';

const LIES_MIN = 150;
const HONEST_MIN = 30;
const PER_RUNNER_MIN = 25;
const ALL: readonly Work[] = [...LIES, ...HONEST, ...UNDECIDABLE];

describe('the corpus', () => {
  it('has enough lies, for every runner and at every gate', () => {
    expect(LIES.length).toBeGreaterThanOrEqual(LIES_MIN);
    for (const runner of RUNNERS)
      expect(LIES.filter((lie) => lie.runner === runner).length, runner).toBeGreaterThanOrEqual(
        PER_RUNNER_MIN,
      );
    for (const gate of GATES)
      for (const runner of RUNNERS)
        expect(
          LIES.filter((lie) => lie.runner === runner && lie.gates.includes(gate)).length,
          `${runner} at ${gate}`,
        ).toBeGreaterThan(0);
  });

  it('has enough honest work, of every kind', () => {
    expect(HONEST.length).toBeGreaterThanOrEqual(HONEST_MIN);
    expect(new Set(HONEST.map(({ kind }) => kind ?? 'feature'))).toEqual(new Set(WORK_KINDS));
  });

  it('has each id once', () => {
    const ids = ALL.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('changes something in every turn, unless changing nothing is the lie', () => {
    const idle = ALL.filter((work) => {
      const states = statesOf(baseOf(work, 'relay'), work.turns);
      return work.turns.some(
        ({ run }, index) =>
          run === undefined && JSON.stringify(states[index]) === JSON.stringify(states[index + 1]),
      );
    });
    expect(idle.map(({ id }) => id).filter((id) => !/-nothing(?:-refactored)?$/.test(id))).toEqual([]);
  });

  it('says of every lie which clause catches it, and of every other why none can', () => {
    expect(LIES.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([]);
    expect(UNDECIDABLE.filter(({ why }) => why.trim() === '')).toEqual([]);
  });
});
