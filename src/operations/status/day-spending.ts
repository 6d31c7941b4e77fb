// What all runs of a project but one have used on a day.
import { addSpent, NOTHING_SPENT, type Spent } from '../../model/run/budget.ts';
import { readRun } from '../runs/runs.ts';
import type { RunPlace, System } from '../system.ts';

const UNKNOWN: Spent = { ...NOTHING_SPENT, unknownTokens: 1, unknownUsd: 1 };

/** A run keeps what its last day took; one that cannot be read may have used anything. */
export const spentByOthers = async (
  system: System,
  { place, name }: RunPlace,
  date: string,
): Promise<Spent> => {
  let all = NOTHING_SPENT;
  for (const other of await system.stores(place).list()) {
    if (other === name) continue;
    const spent = await readRun(system, place, other).then(
      (found) => (found?.state.spending?.day.date === date ? found.state.spending.day.spent : NOTHING_SPENT),
      () => UNKNOWN,
    );
    all = addSpent(all, spent);
  }
  return all;
};
