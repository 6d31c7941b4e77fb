// What a visitor is told that asks what came of its work, while people speak to the same work.
import { describe, expect, it } from 'vitest';
import type { RememberedAnswer, Work } from '../model/run/state.ts';
import { allAnswers, answersTo, lastVerdict } from './verdicts.ts';

const ID = 'G1.executor.T001.1';

const heard = (request: string, answer: string, seq: number): Work['answers'][number] => ({
  request,
  question: 'x',
  answer,
  seq,
});

const workWith = (...answers: readonly Work['answers'][number][]): Work =>
  ({ assignment: { id: ID }, answers }) as unknown as Work;

const REJECTED: RememberedAnswer = {
  status: 'rejected',
  submission: 's',
  assignment: ID,
  seq: 10,
  rejection: { status: 'unmet', clauses: ['tests-green'], blame: 'sender', problems: [], evidence: [] },
};

describe('what people say to a rejection', () => {
  it('is no answer to anything that the work asked', () => {
    const work = workWith(heard(`${ID}.ask1`, 'loud', 5), heard(`${ID}.rejection`, 'look again', 11));
    expect(answersTo(work).map(({ answer }) => answer)).toEqual(['loud']);
    expect(allAnswers(work)).toMatchObject({ status: 'answered', answer: 'loud' });
    expect(allAnswers(workWith(heard(`${ID}.rejection`, 'look again', 11)))).toBeUndefined();
  });

  it('comes with the rejection, which stays one', () => {
    const said = lastVerdict(REJECTED, workWith(heard(`${ID}.rejection`, 'look again', 11)));
    expect(said).toMatchObject({ status: 'rejected', seq: 10 });
    expect(said.message).toContain('look again');
  });

  it('is not told with a later rejection, nor with an acceptance', () => {
    const before = workWith(heard(`${ID}.rejection`, 'look again', 9));
    expect(lastVerdict(REJECTED, before).message).not.toContain('look again');
    const accepted: RememberedAnswer = {
      ...{ status: 'accepted', submission: 's', assignment: ID, outcome: 'done', seq: 8 },
    };
    expect(lastVerdict(accepted, before).message).not.toContain('look again');
  });
});
