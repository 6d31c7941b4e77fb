// What honest pieces of work have in common.
import { owesTest } from '../../../src/model/workflow/work-kind.ts';
import { type Edit, GATES, type Runner, type Work } from '../case.ts';
import { gatesFor } from '../gates-for.ts';
import { PROJECTS } from '../projects/projects.ts';

export interface Done extends Partial<Omit<Work, 'id' | 'runner'>> {
  readonly story: string;
  /** The one turn, where there are not several. */
  readonly edit?: Edit;
}

export const done = (runner: Runner, name: string, { edit, ...work }: Done): Work => {
  const id = `honest-${runner}-${name}`;
  const gates = work.gates === GATES ? GATES : gatesFor(id, runner, work.gates);
  const turns = edit === undefined ? [] : [{ edit }];
  const { featureTest, receiptTest } = PROJECTS[runner];
  // Whoever has no new test to show names one that is there.
  const names = owesTest(work.kind ?? 'feature') ? featureTest : receiptTest;
  return { id, runner, turns, names, ...work, gates };
};
