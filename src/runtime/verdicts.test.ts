// What a visitor is told that asks what came of its work, while people speak to the same work.
import { describe, expect, it } from 'vitest';
import type { RememberedAnswer, Work } from '../model/run/state.ts';
import type { Bearer } from './tokens.ts';
import { allAnswers, answersTo, lastVerdict } from './verdicts.ts';

const ID = 'G1.executor.T001.1';

const heard = (request: string, answer: string, seq: number): Work['answers'][number] => ({
  request,
  question: 'x',
  answer,
  seq,
});

const BEARER = { role: 'executor', assignment: ID, attempt: 1 } as Bearer;

const workWith = (...answers: readonly Work['answers'][number][]): Work =>
  ({ assignment: { id: ID }, answers }) as unknown as Work;

const REJECTED: Extract<RememberedAnswer, { status: 'rejected' }> = {
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
    const said = lastVerdict(REJECTED, workWith(heard(`${ID}.rejection`, 'look again', 11)), BEARER);
    expect(said).toMatchObject({ status: 'rejected', seq: 10 });
    expect(said.message).toContain('look again');
  });

  it('is not told with a later rejection, nor with an acceptance', () => {
    const before = workWith(heard(`${ID}.rejection`, 'look again', 9));
    expect(lastVerdict(REJECTED, before, BEARER).message).not.toContain('look again');
    const accepted: RememberedAnswer = {
      ...{ status: 'accepted', submission: 's', assignment: ID, outcome: 'done', seq: 8 },
    };
    expect(lastVerdict(accepted, before, BEARER).message).not.toContain('look again');
  });
});

describe('a session that made the same mistake again', () => {
  const mistakes = [{ clause: 'tests-green', problem: 'TESTS_FAILED/0', says: 'adds', times: 2 }];
  const work = (next: 'fresh-session' | 'person', attempt: number, attemptState: string): Work =>
    ({
      ...{ assignment: { id: ID }, answers: [], attempt, attemptState },
      lastRejection: { ...REJECTED.rejection, mistakes, next },
    }) as unknown as Work;

  it('hears with the verdict that it is over, why, and who takes over', () => {
    expect(lastVerdict(REJECTED, work('fresh-session', 1, 'ended'), BEARER)).toMatchObject({
      ...{ status: 'rejected', over: true },
      message: `${ID} is rejected. You made the same mistake 2 times, so this session is over: a fresh session continues, and is told what was tried`,
    });
    expect(lastVerdict(REJECTED, work('person', 1, 'ended'), BEARER).message).toContain(
      'a person has been asked',
    );
    expect(lastVerdict(REJECTED, work('fresh-session', 2, 'running'), BEARER)).toHaveProperty('over');
  });

  it('is followed by one that hears nothing of the kind', () => {
    const next = { ...BEARER, attempt: 2 };
    expect(lastVerdict(REJECTED, work('fresh-session', 2, 'running'), next)).not.toHaveProperty('over');
  });
});
