// What becomes of a piece of work when somebody begins it, when that attempt ends, and when it is put onto another tree.
import type { Event } from '../model/run/event.ts';
import type { State, Work } from '../model/run/state.ts';
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
  if (event.retryAt !== undefined) {
    work.failures += 1;
    work.retryAt = event.retryAt;
  }
  // A session that failed is not resumed; one that was merely lost with its holder is.
  if (event.session !== undefined) work.session = event.session;
  else if (event.end === 'failed') delete work.session;
};

export const rebase = (work: Work, event: Of<'work-rebased'>): void => {
  work.start = event.start;
  work.from = event.from;
  work.rebasePending = event.pending;
  delete work.startRequest;
};
