// The one rule of the engine: work is wanted while the facts it guarantees do not hold. `plan` and `decide` both ask here.
import type { Request } from '../model/run/event.ts';
import type { State, Work } from '../model/run/state.ts';
import { factHolds } from '../model/workflow/fact.ts';

export const holdsKey = (state: State, fact: string): boolean =>
  factHolds(state.facts[fact], (artifact) => state.artifacts[artifact]?.digest);

/** It sits out: what it would guarantee holds already. */
export const sitsOut = (state: State, work: Work): boolean =>
  work.outcome === undefined &&
  work.assignment.until.length > 0 &&
  work.assignment.until.every((fact) => holdsKey(state, fact));

/** An accepted outcome counts while what it established still holds. One that establishes nothing counts as said. */
export const isSettled = (state: State, work: Work): boolean =>
  work.outcome !== undefined && work.established.every((fact) => holdsKey(state, fact.fact));

export const isDone = (state: State, work: Work): boolean => isSettled(state, work) || sitsOut(state, work);

/** It belongs to the phase where its part of the run is now. */
export const isCurrent = (state: State, work: Work): boolean => {
  const position = state.positions[work.assignment.scope];
  return (
    state.status === 'running' &&
    position !== undefined &&
    position.phase === work.assignment.phase &&
    position.visit === work.assignment.visit
  );
};

/** What answers a request is wanted while it is asked for. */
const isAskedFor = (state: State, { assignment }: Work): boolean =>
  assignment.request === undefined || state.requests[assignment.request] !== undefined;

/** Current, not done, and everything that comes before it is done. */
export const isActive = (state: State, work: Work): boolean =>
  isCurrent(state, work) &&
  !isDone(state, work) &&
  isAskedFor(state, work) &&
  work.assignment.after.every((id) => {
    const before = state.works[id];
    return before !== undefined && isDone(state, before);
  });

/** Requests of this work that are not answered yet. */
export const askedBy = (state: State, work: Work): readonly Request[] =>
  Object.values(state.requests).filter((r) => r.assignment === work.assignment.id);

/** Requests without whose answers it is not started again. What people are only told is none of them. */
export const awaitedBy = (state: State, work: Work): readonly Request[] =>
  askedBy(state, work).filter((r) => r.parks || !r.person);

/** Requests of this work that it can do nothing without. */
export const parkedOn = (state: State, work: Work): readonly string[] =>
  askedBy(state, work)
    .filter((r) => r.parks)
    .map((r) => r.id);
