// The one rule of the engine: work is wanted while the facts it guarantees do not hold. `plan` and `decide` both ask here.
import { factHolds } from '../model/fact.ts';
import type { State, Work } from '../model/state.ts';

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

/** Current, not done, and everything that comes before it is done. */
export const isActive = (state: State, work: Work): boolean =>
  isCurrent(state, work) &&
  !isDone(state, work) &&
  work.assignment.after.every((id) => {
    const before = state.works[id];
    return before !== undefined && isDone(state, before);
  });

/** Requests of this work that it waits for. */
export const parkedOn = (state: State, work: Work): readonly string[] =>
  Object.values(state.requests)
    .filter((r) => r.assignment === work.assignment.id && r.parks)
    .map((r) => r.id);
