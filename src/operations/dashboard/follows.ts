// What follows from each answer that a person may give.
import { pictureOf } from '../../engine/picture.ts';
import type { Follows } from '../../model/dashboard/documents.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';

export const followsFrom = (workflow: Workflow, phase: string, choices: readonly string[]): Follows[] => {
  const { steps } = pictureOf(workflow);
  const step = steps.find(({ name }) => name === phase);
  return choices.map((choice) => {
    const way = step?.ways.find(({ on }) => on === choice) ?? step?.ways.find(({ on }) => on === undefined);
    const to = way?.to ?? '';
    const target = steps.find(({ name }) => name === to);
    const end = way?.as === undefined ? 'it ends here' : `it is ${way.as}`;
    const by = target === undefined ? [] : target.kind === 'engine' ? ['Baton'] : target.roles;
    return { choice, to, says: to === 'end' ? end : (target?.says ?? ''), by: [...by] };
  });
};
