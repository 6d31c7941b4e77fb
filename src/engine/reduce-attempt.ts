// What becomes of a piece of work when somebody begins it, when that attempt ends, and when it is put onto another tree.
import { LAST_WHY_CHARS_MAX } from '../model/limits-fence.ts';
import type { Event } from '../model/run/event.ts';
import type { State, Work } from '../model/run/state.ts';
import { usageByModel } from '../model/run/usage.ts';
import type { Changes } from './changes.ts';
import { hear } from './notices.ts';

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

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
