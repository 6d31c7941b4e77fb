// Whether an assignment still takes anything from this attempt, and the words for an agent when it does not.
import type { ErrorCode } from '../../errors.ts';
import type { State } from '../../model/run/state.ts';
import { knownWork } from '../reduce/past.ts';
import { isCurrent, isSettled } from '../satisfied.ts';

/** Why this assignment takes nothing now; undefined when it does. */
export const closedBecause = (
  state: State,
  id: string,
  attempt: number,
): { code: ErrorCode; message: string } | undefined => {
  const work = knownWork(state, id);
  if (state.status !== 'running')
    return { code: 'RUN_ENDED', message: `the run is ${state.status}; nothing can be handed in any more` };
  if (work === undefined || !isCurrent(state, work))
    return {
      code: 'ASSIGNMENT_CLOSED',
      message: `${id} is over: the run has moved on${work?.outcome === undefined ? '' : ` after it was accepted as "${work.outcome}"`}. Stop working on it`,
    };
  if (isSettled(state, work))
    return {
      code: 'ASSIGNMENT_CLOSED',
      message: `${id} was accepted as "${work.outcome}" already. Stop working on it`,
    };
  if (work.attempt !== attempt || work.attemptState !== 'running')
    return {
      code: 'TOKEN_STALE',
      message: `this token is of attempt ${attempt} of ${id}, which has ended${work.attempt === attempt ? '' : `; attempt ${work.attempt} is the current one`}. Stop working on it`,
    };
  return undefined;
};
