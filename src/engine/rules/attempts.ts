// Attempts: journalled before they are spawned, counted when they fail, repeated by policy.

import { ATTEMPTS_FAILED_MAX, RETRY_DELAY_MS, RETRY_DELAY_MS_MAX } from '../../model/limits/limits.ts';
import type { DaySpent } from '../../model/run/budget.ts';
import type { Input } from '../../model/run/input.ts';
import type { Work } from '../../model/run/state.ts';
import { PERMISSION } from '../../model/workflow/names.ts';
import { later } from '../../std/later.ts';
import { clashAtStart, clashNotices, playerNow } from '../different.ts';
import type { Draft } from '../draft.ts';
import { plan } from '../plan.ts';
import { awaitedBy, isActive } from '../satisfied.ts';
import { exit } from './enter.ts';
import { giveUp } from './give-up.ts';
import { passPermission } from './permits.ts';

type Of<K extends Input['kind']> = Extract<Input, { kind: K }>;

/** Blind work keeps its desk over all of its attempts: what it has written there is still there. */
const deskOf = (work: Work, { desk }: Of<'attempt-start'>): { readonly desk?: string } => {
  const own = work.desk ?? desk;
  return work.assignment.blind !== true || own === undefined ? {} : { desk: own };
};

const sameSpending = (one: DaySpent | undefined, other: DaySpent): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Only where one is wanted: not for what the engine does itself, not for a tree that is not there yet. */
export const startAttempt = (draft: Draft, input: Of<'attempt-start'>): void => {
  const { others } = input;
  const isNews = others !== undefined && !sameSpending(draft.state.spending?.others, others);
  if (isNews) draft.emit({ kind: 'spending-seen', others });
  const wanted = plan(draft.state).assignments.find(({ id }) => id === input.assignment);
  const work = draft.state.works[input.assignment];
  if (wanted === undefined || wanted.started || wanted.held || work === undefined) return;
  const player = playerNow(draft.state, work);
  const clash = player === undefined ? undefined : clashAtStart(draft.state, work, player);
  draft.emit({
    kind: 'attempt-started',
    assignment: input.assignment,
    attempt: wanted.attempt,
    at: draft.context.at,
    deadline: later(draft.context.at, draft.state.run.attemptMs),
    ...deskOf(work, input),
    ...(player === undefined || clash !== undefined ? {} : { player }),
  });
  // It counts as a failure, so that the next one of a list is asked, and in the end a person.
  if (clash !== undefined)
    endAttempt(draft, { assignment: input.assignment, attempt: wanted.attempt, end: 'failed', why: clash });
};

/** Times are written so that the later one is the greater text. */
const latest = (at: string, other: string | undefined): string =>
  other !== undefined && other > at ? other : at;

/** What was left behind before a merge was laid down would take back what others have done. */
const takesDraft = ({ assignment, from, rebasePending }: Work): boolean =>
  from !== undefined && !rebasePending && assignment.writes.some(({ kind }) => kind === 'tree');

type Ending = Omit<Of<'attempt-end'>, 'kind'>;

/** An end is a failure when the work is still wanted and nothing is pending that could settle it. */
const isFailure = (draft: Draft, work: Work, { end, handedOver }: Ending): boolean => {
  if (end === 'stopped' || end === 'lost' || !isActive(draft.state, work)) return false;
  // Also where that was rejected, or was a question: it is told, and goes on.
  if (handedOver === true) return false;
  return work.judging === undefined && awaitedBy(draft.state, work).length === 0;
};

export const endAttempt = (draft: Draft, input: Ending): void => {
  const work = draft.state.works[input.assignment];
  if (work === undefined || work.attempt !== input.attempt || work.attemptState !== 'running') return;
  const failed = isFailure(draft, work, input);
  const notices = clashNotices(draft.state, work, input.usage);
  const delay = Math.min(RETRY_DELAY_MS * 2 ** work.failures, RETRY_DELAY_MS_MAX);
  draft.emit({
    kind: 'attempt-ended',
    assignment: input.assignment,
    attempt: input.attempt,
    end: input.end,
    ...(input.why === undefined ? {} : { why: input.why }),
    ...(input.session === undefined ? {} : { session: input.session }),
    ...(failed ? { retryAt: latest(later(draft.context.at, delay), input.resetAt) } : {}),
    ...((failed || input.overBudget) &&
    input.draft !== undefined &&
    input.draft !== work.from &&
    takesDraft(work)
      ? { from: input.draft }
      : {}),
    ...(input.usage === undefined ? {} : { usage: input.usage }),
    ...(input.turn === undefined ? {} : { turn: input.turn }),
    ...(notices.length === 0 ? {} : { notices: [...notices] }),
  });
  if (failed && work.failures + 1 >= ATTEMPTS_FAILED_MAX)
    giveUp(draft, work, {
      code: 'AGENT_FAILED',
      message: `${input.assignment} failed ${ATTEMPTS_FAILED_MAX} times; the last time: ${input.why ?? `it ${input.end} without handing anything in`}`,
      hint: 'see why with `baton log`, then `baton resume`',
    });
};

/** A new holder: whatever ran under the old one is over, and nobody's fault. */
export const takeOver = (draft: Draft, input: Of<'take-over'>): void => {
  draft.emit({ kind: 'holder-changed', epoch: draft.state.epoch + 1, torn: input.torn });
  for (const work of Object.values(draft.state.works))
    if (work.attemptState === 'running')
      endAttempt(draft, {
        assignment: work.assignment.id,
        attempt: work.attempt,
        end: 'lost',
        why: 'the holder ended',
      });
};

const passPhaseDeadline = (draft: Draft, deadline: string): void => {
  if (!plan(draft.state).deadlines.some(({ id }) => id === deadline)) return;
  const [, phase = '', , scope = ''] = deadline.split(' ');
  draft.emit({ kind: 'deadline-passed', deadline });
  exit(draft, scope, phase, 'time-over', {
    code: 'TIME_EXCEEDED',
    message: `phase ${phase} took longer than the project allows it (limits.phaseMs.${phase})`,
    hint: 'see what took so long with `baton log`; `baton resume` gives the phase its time anew',
  });
};

export const passDeadline = (draft: Draft, input: Of<'deadline'>): void => {
  const [kind, id, attempt] = input.deadline.split(' ');
  if (kind === 'phase') {
    passPhaseDeadline(draft, input.deadline);
    return;
  }
  if (kind === 'day') {
    const isDue = plan(draft.state).deadlines.some((due) => due.id === input.deadline);
    if (isDue) draft.emit({ kind: 'deadline-passed', deadline: input.deadline });
    return;
  }
  if (kind === PERMISSION && id !== undefined) {
    passPermission(draft, input.deadline, id);
    return;
  }
  if (kind !== 'attempt' || id === undefined) return;
  const work = draft.state.works[id];
  if (work === undefined || work.attemptState !== 'running' || String(work.attempt) !== attempt) return;
  draft.emit({ kind: 'deadline-passed', deadline: input.deadline });
  endAttempt(draft, {
    assignment: id,
    attempt: work.attempt,
    end: 'timed-out',
    why: `it took longer than ${draft.state.run.attemptMs} ms`,
  });
};
