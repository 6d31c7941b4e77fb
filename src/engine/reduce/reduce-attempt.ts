// What becomes of a piece of work when somebody begins it, when that attempt ends, and when it is put onto another tree.
import { LAST_WHY_CHARS_MAX } from '../../model/limits/fence.ts';
import type { Event } from '../../model/run/event.ts';
import type { State, Work } from '../../model/run/state.ts';
import { usageByModel } from '../../model/run/usage.ts';
import { hear, tell } from '../notices.ts';
import type { Changes } from './changes.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** Lets the work, where it is still there, be written to. */
export const changeWork = (
  state: State,
  changes: Changes,
  id: string,
  change: (work: Work) => void,
): State => {
  const before = state.works[id];
  if (before === undefined) return state;
  const work = changes.of(before);
  change(work);
  const next = changes.of(state);
  next.works = changes.set(next.works, id, work);
  return next;
};

export const startAttempt = (work: Work, event: Of<'attempt-started'>, _: Changes, state: State): void => {
  work.attempt = event.attempt;
  work.attemptState = 'running';
  work.attemptStartedAt = event.at;
  work.deadline = event.deadline;
  if (event.desk !== undefined) work.desk = event.desk;
  delete work.lastEnd;
  delete work.retryAt;
  hear(state, work);
};

/** Everybody once: a run has few agents, however often they begin. */
export const rememberPlayer = (state: State, changes: Changes, event: Of<'attempt-started'>): State => {
  const { player } = event;
  const role = state.works[event.assignment]?.assignment.role;
  if (player === undefined || role === undefined) return state;
  const known = state.played?.[role] ?? [];
  if (known.some((one) => JSON.stringify(one) === JSON.stringify(player))) return state;
  const next = changes.of(state);
  next.played = changes.set(next.played ?? {}, role, [...known, player]);
  return next;
};

export const endAttempt = (work: Work, event: Of<'attempt-ended'>): void => {
  work.attemptState = 'ended';
  work.lastEnd = event.end;
  work.rebasePending = false;
  delete work.deadline;
  delete work.retryAt;
  delete work.lastWhy;
  if (event.retryAt !== undefined) {
    work.failures += 1;
    work.retryAt = event.retryAt;
    if (event.why !== undefined) work.lastWhy = event.why.slice(0, LAST_WHY_CHARS_MAX);
  }
  if (event.from !== undefined) {
    work.from = event.from;
    work.drafted = true;
  }
  // A session that failed is not resumed; one that was merely lost with its holder is.
  if (event.session !== undefined) work.session = event.session;
  else if (event.end === 'failed') delete work.session;
};

export const tellAtEnd = (state: State, { notices }: Of<'attempt-ended'>, changes: Changes): State => {
  if (notices === undefined) return state;
  const next = changes.of(state);
  tell(next, changes, notices);
  return next;
};

/** What a program reports of its models is added up by role; a role of which nothing was ever reported has no figures. */
export const countUsage = (state: State, event: Of<'attempt-ended'>): State => {
  const work = state.works[event.assignment];
  const role = work?.assignment.role;
  const before = role === undefined ? undefined : state.usage?.[role];
  if (work === undefined || role === undefined || (event.usage === undefined && before === undefined))
    return state;
  const { models, unreported } = before ?? { models: [], unreported: Math.max(0, work.attempt - 1) };
  const now =
    event.usage === undefined
      ? { models, unreported: Math.min(unreported + 1, Number.MAX_SAFE_INTEGER) }
      : { models: usageByModel([...models, ...event.usage]), unreported };
  return { ...state, usage: { ...state.usage, [role]: now } };
};

export const rebase = (work: Work, event: Of<'work-rebased'>): void => {
  work.start = event.start;
  work.from = event.from;
  work.rebasePending = event.pending;
  delete work.startRequest;
  delete work.drafted;
};
