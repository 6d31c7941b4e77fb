// All runs of a project, as far as they can be read.
import { causeText } from '../../errors.ts';
import type { Place } from '../../runners/commands/place.ts';
import { type ReadRun, readRun } from '../runs/runs.ts';
import type { System } from '../system.ts';
import { parseBrief, type RunBrief } from './brief.ts';

export interface UnreadableRun {
  readonly run: string;
  readonly message: string;
}

/** Every run that can be read, with its whole state; one that cannot does not hide the others. */
export const readRuns = async (
  system: System,
  place: Place,
): Promise<{ readonly runs: readonly ReadRun[] }> => {
  const runs: ReadRun[] = [];
  for (const name of await system.stores(place).list()) {
    const found = await readRun(system, place, name).catch(() => undefined);
    if (found !== undefined) runs.push(found);
  }
  return { runs };
};

/** A run as its store has it in few words. */
export interface BriefRun {
  readonly run: string;
  readonly held: boolean;
  /** When the last entry was written. */
  readonly at: string;
  readonly brief: RunBrief;
}

export type ListedBriefly = BriefRun | { readonly replayed: ReadRun };

/** Every run that can be read; one that cannot does not hide the others. Replayed is only what nobody wrote a brief of. */
export const readBriefs = async (
  system: System,
  place: Place,
): Promise<{ readonly runs: readonly ListedBriefly[]; readonly unreadable: readonly UnreadableRun[] }> => {
  const stores = system.stores(place);
  const kept = (await stores.briefs?.()) ?? (await stores.list()).map((run) => ({ run }));
  const runs: ListedBriefly[] = [];
  const unreadable: UnreadableRun[] = [];
  for (const { run, ...more } of kept) {
    const told = 'text' in more ? more : undefined;
    const brief = parseBrief(told?.text);
    if (told?.at !== undefined && brief !== undefined) {
      runs.push({ run, held: told.held, at: told.at, brief });
      continue;
    }
    try {
      const found = await readRun(system, place, run);
      if (found !== undefined) runs.push({ replayed: found });
    } catch (cause) {
      unreadable.push({ run, message: causeText(cause) });
    }
  }
  return { runs, unreadable };
};
