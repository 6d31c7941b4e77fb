// Work that repeats a mistake: a fresh session takes over with all that was tried, then a person is asked with one page.
import {
  DOSSIER_PROBLEMS_MAX,
  DOSSIER_TEXT_CHARS_MAX,
  PAGE_CHARS_MAX,
  SAME_CALLS_MAX,
} from '../../model/limits/limits.ts';
import { problemText } from '../../model/problem-text.ts';
import { repeatLines, triedFiles, triedLines } from '../../model/run/dossier.ts';
import type { Input } from '../../model/run/input.ts';
import { type Mistake, mistakeKey, type Rejection, repeatsIn } from '../../model/run/rejection.ts';
import { type Work, workOf } from '../../model/run/state.ts';
import { contractOf } from '../../model/workflow/lookup.ts';
import { STALEMATE, stalemateId } from '../../model/workflow/names.ts';
import { clip, plainLine } from '../../std/terminal-text.ts';
import type { Draft } from '../draft.ts';
import { nextAfter } from '../mistakes.ts';
import { endAttempt } from './attempts.ts';

/** A person who plays a role has no session that could be a fresh one, and needs no page about it. */
export const followingOf = ({ assignment }: Work, mistakes: readonly Mistake[]): Pick<Rejection, 'next'> => {
  const next = assignment.person === true ? undefined : nextAfter(mistakes);
  return next === undefined ? {} : { next };
};

const TURNS: Readonly<Record<Rejection['blame'], (role: string) => string>> = {
  sender: (role) => `${role}, who hands it in`,
  contract: () => 'whoever asks for it: nothing that is handed in can meet it as it stands',
  environment: () => 'whoever runs this machine: the evidence could not be gathered',
  receiver: (role) => `${role}, who received the work and rejects it without naming anything new`,
};

const filesText = ({ assignment: { id }, tried }: Work): string =>
  `Files: ${triedFiles(tried?.at(-1))} (\`baton status\` shows where). What the agent did: \`baton logs ${id}\`.`;

/** The most important line first: lists show no more than that. */
const pageOf = (draft: Draft, work: Work, rejection: Rejection): string => {
  const { id, role, contract, scope } = work.assignment;
  const view = draft.view(scope);
  const asked = contractOf(draft.workflow, contract).asks?.(view, work.assignment) ?? view.request;
  const [first] = repeatsIn(rejection);
  const problems = rejection.problems.slice(0, DOSSIER_PROBLEMS_MAX);
  const tail = [
    filesText(work),
    'Your answer goes to a fresh session, and the count starts again. Reject it to give the work up.',
  ].join('\n');
  const head = [
    `${id} made the same mistake ${first?.times ?? 0} times: ${first?.says ?? rejection.clauses.join(', ')}`,
    `Asked for: ${clip(plainLine(asked), DOSSIER_TEXT_CHARS_MAX)}`,
    `Whose turn it seems to be: ${TURNS[rejection.blame](role)}`,
    `What repeats:\n${repeatLines(rejection, DOSSIER_PROBLEMS_MAX)}`,
    `The last problems:\n${problems.map((found) => `- ${clip(problemText(found), DOSSIER_TEXT_CHARS_MAX)}`).join('\n')}`,
    `What was tried:\n${triedLines(work, 1)}`,
  ].join('\n\n');
  return `${clip(head, PAGE_CHARS_MAX - tail.length - 2)}\n\n${tail}`;
};

const askPerson = (draft: Draft, work: Work, rejection: Rejection): void => {
  const { id } = work.assignment;
  const before = work.answers.filter(({ request }) => request.startsWith(`${id}.${STALEMATE}-`));
  const { at } = draft.context;
  draft.emit({
    kind: 'request-opened',
    request: {
      ...{ id: stalemateId(id, before.length + 1), request: STALEMATE, assignment: id, to: 'human' },
      ...{ text: pageOf(draft, work, rejection), args: {}, parks: true, person: true, openedAt: at },
      stuck: true,
    },
  });
  draft.note(() => ({
    ...{ kind: 'asked', at, view: draft.view(work.assignment.scope), assignment: work.assignment },
    ...{ request: STALEMATE, args: {} },
  }));
};

/** The session that repeats itself is over, and nobody's failure: what is asked for goes on without it. */
export const changeStrategy = (draft: Draft, id: string, rejection: Rejection): void => {
  if (rejection.next === undefined) return;
  const { attempt } = workOf(draft.state, id);
  const times = repeatsIn(rejection)[0]?.times ?? 0;
  endAttempt(draft, {
    ...{ assignment: id, attempt, end: 'stopped' },
    why: `it made the same mistake ${times} times`,
  });
  if (rejection.next === 'person') askPerson(draft, workOf(draft.state, id), rejection);
};

const onceMore = (work: Work, mistakes: readonly Mistake[]): Mistake[] =>
  mistakes.map((one) => ({ ...one, times: (work.tally?.[mistakeKey(one)]?.times ?? one.times) + 1 }));

/** The very bytes that were rejected, so often that it is no reply that was lost: they count as one more rejection. */
const countAgain = (draft: Draft, id: string, attempt: number): void => {
  const work = draft.state.works[id];
  const last = work?.lastRejection;
  if (work === undefined || last?.mistakes === undefined) return;
  if (work.attempt !== attempt || work.attemptState !== 'running' || (work.again ?? 0) < SAME_CALLS_MAX)
    return;
  const mistakes = onceMore(work, last.mistakes);
  const rejection: Rejection = { ...last, mistakes, ...followingOf(work, mistakes) };
  draft.emit({ kind: 'rejection-repeated', assignment: id, rejection });
  changeStrategy(draft, id, rejection);
};

/** A call that was refused at the door. */
export const refuseCall = (draft: Draft, { code, message }: Extract<Input, { kind: 'refuse' }>): void => {
  const { by } = draft.context;
  const isAgain = code === 'REJECTED_AGAIN' && by !== undefined && 'assignment' in by;
  draft.emit({
    kind: 'submission-refused',
    ...{ code, message },
    ...(isAgain ? { again: by.assignment } : {}),
  });
  if (isAgain) countAgain(draft, by.assignment, by.attempt);
};
