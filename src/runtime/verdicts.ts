// Waiting at the door: for a verdict, or for the answer to a question. Bounded, and woken by entries alone.
import { lineOf, rememberedAnswer } from '../engine/remembered.ts';
import { evidenceKey } from '../model/evidence.ts';
import { VERDICT_WAIT_MS } from '../model/limits/limits.ts';
import type { Answer } from '../model/run/answer.ts';
import { type Rejection, repeatsIn } from '../model/run/rejection.ts';
import type { RememberedAnswer, State, Work } from '../model/run/state.ts';
import { rejectionNotice } from '../model/workflow/names.ts';
import type { CallOptions } from './door-api.ts';
import type { Bearer } from './tokens.ts';
import { type DoorOptions, refused } from './visitors.ts';

type Waiting = Pick<DoorOptions, 'loop' | 'after'>;

export const answerOf = (remembered: RememberedAnswer): Answer =>
  remembered.status === 'accepted'
    ? {
        status: 'accepted',
        message: `${remembered.assignment} is accepted`,
        submission: remembered.submission,
        outcome: remembered.outcome,
        seq: remembered.seq,
      }
    : {
        status: 'rejected',
        message: `${remembered.assignment} is rejected`,
        submission: remembered.submission,
        problems: remembered.rejection.problems,
        seq: remembered.seq,
      };

const FOLLOWS: Readonly<Record<NonNullable<Rejection['next']>, string>> = {
  'fresh-session': 'a fresh session continues, and is told what was tried',
  person: 'a person has been asked',
};

/** A session that made the same mistake again hears with the verdict that it is over, and why. */
const withEnd = (answer: Answer, work: Work | undefined, { attempt }: Bearer): Answer => {
  const last = work?.lastRejection;
  const runs = work?.attempt === attempt && work.attemptState === 'running';
  if (answer.status !== 'rejected' || last?.next === undefined || runs) return answer;
  const times = repeatsIn(last)[0]?.times ?? 0;
  return {
    ...answer,
    message: `${answer.message}. You made the same mistake ${times} times, so this session is over: ${FOLLOWS[last.next]}`,
    over: true,
  };
};

/** The last answer to anything that this assignment handed in. */
export const lastAnswer = (state: State, bearer: Bearer): RememberedAnswer | undefined =>
  state.answers[lineOf(bearer.assignment)]?.findLast((answer) => answer.assignment === bearer.assignment);

const leftOf = (work: Work | undefined): string[] =>
  (work?.judging?.needs ?? [])
    .filter((need) => work?.judging?.evidence[evidenceKey(need)] === undefined)
    .map((need) => (need.kind === 'command' ? `${need.command} on ${need.tree.slice(0, 21)}` : need.kind));

/** Resolves with the answer once it is there, or with undefined when the time is up. */
export const waitFor = (
  { loop, after }: Waiting,
  find: () => Answer | undefined,
  wait: CallOptions,
): Promise<Answer | undefined> => {
  const { promise, resolve, reject } = withResolvers<Answer | undefined>();
  const look = (): void => {
    const answer = find();
    if (answer !== undefined) resolve(answer);
  };
  const giveUp = (): void => resolve(undefined);
  const stopListening = loop.onEntry(() => {
    look();
    wait.onProgress?.('still being judged');
  });
  const stopTimer = after(wait.waitMs ?? VERDICT_WAIT_MS, giveUp);
  const stopBroken = loop.onBroken(reject);
  wait.signal?.addEventListener('abort', giveUp);
  look();
  return promise.finally(() => {
    stopListening();
    stopBroken();
    stopTimer();
    wait.signal?.removeEventListener('abort', giveUp);
  });
};

const withResolvers = <T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (cause: Error) => void;
} => {
  let resolve: (value: T) => void = () => {};
  let reject: (cause: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};

export const awaitSubmission = async (
  waiting: Waiting,
  bearer: Bearer,
  submission: string,
  wait: CallOptions,
): Promise<Answer> => {
  const { loop } = waiting;
  const find = (): Answer | undefined => {
    const state = loop.state;
    const work = state.works[bearer.assignment];
    // A conflict is answered once the working tree holds the merge: the agent fixes it there.
    if (work?.rebasePending) return undefined;
    if (work?.judging?.submission === submission) return undefined;
    const remembered = rememberedAnswer(state, bearer.assignment, submission);
    if (remembered !== undefined) return withEnd(answerOf(remembered), work, bearer);
    return refused(
      'ASSIGNMENT_CLOSED',
      `what was handed in for ${bearer.assignment} is no longer being judged`,
      'call `status`',
    );
  };
  return (
    find() ??
    (await waitFor(waiting, find, wait)) ??
    judgingAnswer(submission, loop.state.works[bearer.assignment])
  );
};

export const judgingAnswer = (submission: string, work: Work | undefined): Answer => ({
  status: 'judging',
  message: 'it is being judged: call `await_verdict`; do not end your turn',
  submission,
  left: leftOf(work),
});

export const heardAnswer = (heard: Work['answers'][number]): Extract<Answer, { status: 'answered' }> => ({
  status: 'answered',
  message: 'your question was answered',
  request: heard.request,
  answer: heard.answer,
});

/** Answers to what it asked. What people say to a rejection is told with that rejection. */
export const answersTo = (work: Work | undefined): Work['answers'] =>
  work?.answers.filter(({ request }) => request !== rejectionNotice(work.assignment.id)) ?? [];

/** Everything that this work was answered, one below the other; undefined when it was answered nothing. */
export const allAnswers = (work: Work | undefined): Answer | undefined => {
  const [first, ...more] = answersTo(work);
  if (first === undefined) return undefined;
  const last = more.at(-1);
  if (last === undefined) return heardAnswer(first);
  return {
    ...heardAnswer(last),
    message: 'your requests were answered',
    answer: [first, ...more].map(({ answer }) => answer).join('\n'),
  };
};

/** The last verdict, with what a person has said to it since. */
export const lastVerdict = (remembered: RememberedAnswer, work: Work | undefined, bearer: Bearer): Answer => {
  const answer = withEnd(answerOf(remembered), work, bearer);
  const said = work?.answers.findLast(({ request }) => request === rejectionNotice(work.assignment.id));
  return remembered.status !== 'rejected' || said === undefined || said.seq < remembered.seq
    ? answer
    : { ...answer, message: `${answer.message}; a person says to it: ${said.answer}` };
};

export const answeredQuestion = (state: State, bearer: Bearer, text: string): Answer | undefined => {
  const found = state.works[bearer.assignment]?.answers.findLast((a) => a.question === text);
  return found && heardAnswer(found);
};
