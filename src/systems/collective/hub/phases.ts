// The phases as a partial order, with the ways back. Testing and Integration have no order between them.
import { PHASES } from '../handoff/words.ts';

export type Phase = (typeof PHASES)[number];

const AFTER: Readonly<Record<Phase, readonly Phase[]>> = {
  Research: [],
  Planning: ['Research'],
  Infrastructure: ['Planning'],
  Implementation: ['Infrastructure'],
  Testing: ['Implementation'],
  Integration: ['Implementation'],
  QA: ['Testing', 'Integration'],
  Complete: ['QA'],
};

/** From where work may go back, and to where. */
const BACK: Readonly<Partial<Record<Phase, readonly Phase[]>>> = {
  Testing: ['Implementation'],
  Integration: ['Implementation'],
  QA: ['Implementation'],
  Implementation: ['Research'],
};

/** Whether one comes before the other in every way through the phases. */
export const isBefore = (a: Phase, b: Phase): boolean =>
  AFTER[b].some((one) => one === a || isBefore(a, one));

const isUnordered = (a: Phase, b: Phase): boolean => a !== b && !isBefore(a, b) && !isBefore(b, a);

/** Phases may be left out: only their order is kept. */
export const mayFollow = (from: Phase, to: Phase): boolean =>
  from === to || isBefore(from, to) || isUnordered(from, to) || (BACK[from] ?? []).includes(to);

export const phasesAfter = (from: Phase): readonly Phase[] => PHASES.filter((to) => mayFollow(from, to));

/** Undefined for a phase that the collective does not know. */
export const phaseNamed = (name: string | null): Phase | undefined => PHASES.find((known) => known === name);
