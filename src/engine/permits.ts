// What people have decided about wishes of agents that no rule of a role's permissions decides.
import type { Permit } from '../model/permissions/wish.ts';
import type { Request } from '../model/run/event.ts';
import type { State, Work } from '../model/run/state.ts';
import { askedBy } from './satisfied.ts';

export interface Decided {
  readonly permit: Permit;
  /** What the person said beside it. */
  readonly why: string;
}

/** Undefined: nobody has decided. That nobody came in time counts for the attempt that waited. */
export const permitFor = (state: State, work: Work, key: string): Decided | undefined => {
  const own = work.permits?.[key];
  if (own !== undefined && (own.permit !== 'late' || own.attempt === work.attempt)) return own;
  return state.permits?.[work.assignment.role]?.includes(key) ? { permit: 'always', why: '' } : undefined;
};

export const openWish = (state: State, work: Work, key: string): Request | undefined =>
  askedBy(state, work).find(({ permit }) => permit?.key === key);
