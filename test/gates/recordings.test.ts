// Everything that `npm run gates -- --record` has seen, judged again: with all clauses, and without each of them.
import { describe, expect, it } from 'vitest';
import { CHANGE_CLAUSES } from '../../src/checks/change/change-clauses.ts';
import { HONEST, LIES } from './corpus.ts';
import { readRecordings } from './kept-recordings.ts';
import { faultsIn, type Recording } from './recording.ts';

const LIES_MIN = 150;
const HONEST_MIN = 30;

const lies = new Map(LIES.map((lie) => [lie.id, lie]));
const honest = new Set(HONEST.map(({ id }) => id));
const recordings = readRecordings();
const nameOf = ({ id, gate }: Recording): string => `${id} at ${gate}`;
const ofLies = recordings.filter(({ id }) => lies.has(id));
const ofHonest = recordings.filter(({ id }) => honest.has(id));

describe('the recordings', () => {
  it('are of the corpus as it is', () => {
    const gone = recordings.filter(({ id, gate }) => {
      const work = lies.get(id) ?? HONEST.find((one) => one.id === id);
      return work === undefined || !work.gates.includes(gate);
    });
    expect(gone.map(nameOf)).toEqual([]);
    expect(new Set(ofLies.map(({ id }) => id)).size).toBeGreaterThanOrEqual(LIES_MIN);
    expect(new Set(ofHonest.map(({ id }) => id)).size).toBeGreaterThanOrEqual(HONEST_MIN);
  });

  it('let no lie pass, and each is caught by a clause that should', () => {
    const passed = ofLies.filter((recording) => faultsIn(recording).length === 0);
    expect(passed.map(nameOf)).toEqual([]);
    const elsewhere = ofLies.filter(
      (recording) => !faultsIn(recording).some((clause) => lies.get(recording.id)!.caughtBy.includes(clause)),
    );
    expect(elsewhere.map((one) => `${nameOf(one)}: ${faultsIn(one).join(', ')}`)).toEqual([]);
  });

  it('refuse no honest work', () => {
    const refused = ofHonest.filter((recording) => faultsIn(recording).length > 0);
    expect(refused.map((one) => `${nameOf(one)}: ${faultsIn(one).join(', ')}`)).toEqual([]);
  });

  it.each(CHANGE_CLAUSES)('need the clause %s: without it lies get through', (clause) => {
    const through = ofLies.filter((recording) => faultsIn(recording, [clause]).length === 0);
    expect(through.length).toBeGreaterThan(0);
  });
});
