// What honest pieces of work have in common.
import type { Edit, Gate, Runner, Work } from '../case.ts';
import { PROJECTS } from '../projects/projects.ts';

export interface Done extends Partial<Omit<Work, 'id' | 'runner'>> {
  readonly story: string;
  /** The one turn, where there are not several. */
  readonly edit?: Edit;
}

const ROTATED: readonly Gate[] = ['relay', 'agentmux', 'h3a'];

const gatesOf = (id: string): readonly Gate[] => {
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return ['hook', ROTATED[sum % ROTATED.length]!];
};

export const done = (runner: Runner, name: string, { edit, ...work }: Done): Work => {
  const id = `honest-${runner}-${name}`;
  return {
    id,
    runner,
    gates: gatesOf(id),
    turns: edit === undefined ? [] : [{ edit }],
    names: PROJECTS[runner].featureTest,
    ...work,
  };
};
