// Desks: where blind work is written. Each piece has a directory of its own, and only its own prompt names it.
import { blindWorks, isKeptBack } from '../../engine/veil.ts';
import { BatonError } from '../../errors.ts';
import type { State, Work } from '../../model/run/state.ts';
import type { Desks, Ports, WorkFiles } from '../ports.ts';
import type { RunningSession } from './traces.ts';

/** Where the files of a piece of work are: on its desk while it is kept from others, else in the run directory. */
export const filesOfWork = (
  { files, desks }: Pick<Ports, 'files' | 'desks'>,
  state: State,
  work: Work,
): WorkFiles => {
  if (!isKeptBack(state, work)) return files;
  if (work.desk === undefined)
    throw new BatonError('INTERNAL', `expected a desk of ${work.assignment.id}, got none`);
  return desks.open(work.desk);
};

/** Also of work that was accepted: a call that got no reply is made again, and is compared with what is there. */
export const wantedDesks = (state: State): readonly string[] =>
  blindWorks(state).flatMap(({ desk }) => desk ?? []);

/** What no phase needs any more is removed, once nobody works there. */
export const tidyDesks = async (desks: Desks, wanted: () => readonly string[]): Promise<void> => {
  // In this order: a desk is made after the entry that names it, so whatever is there is known to the state by now.
  const there = await desks.list();
  const keep = wanted();
  for (const name of there) if (!keep.includes(name)) await desks.remove(name);
};

export interface DeskKeeper {
  /** Removes desks when those that are wanted have changed. */
  reconcile(): void;
  idle(): Promise<void>;
}

export const createDeskKeeper = (
  desks: Desks,
  state: () => State,
  running: () => readonly RunningSession[],
): DeskKeeper => {
  const wanted = (): readonly string[] => {
    const now = state();
    const inUse = running().flatMap(({ id }) => now.works[id]?.desk ?? []);
    return [...new Set([...wantedDesks(now), ...inUse])];
  };
  let known: string | undefined;
  let last: Promise<void> = Promise.resolve();
  return {
    reconcile: () => {
      const now = wanted().join(' ');
      if (now === known) return;
      known = now;
      last = last.then(() => tidyDesks(desks, wanted)).catch(() => {});
    },
    idle: () => last,
  };
};
