// The work that a plan asks for, in plan order: one item for each sub-plan, and what has to be done before it.
import type { Item } from '../../../model/workflow/workflow.ts';
import type { Plan } from '../files/plan-file.ts';

/** What a coder is told of its item. */
export type SubplanInputs = {
  readonly subplan_index: number;
  readonly name: string;
  readonly title?: string;
};

interface PlanItem extends Item {
  readonly after: readonly string[];
  readonly inputs: SubplanInputs;
}

/** The one item of a coder that does the whole plan. */
export const WHOLE_PLAN = 'whole';

/**
 * A serial group is a chain, a parallel group has no order, and a group waits for the one before it. Only the last of a
 * chain is waited for: the others were done before it.
 */
const itemsOfGroups = ({ groups, subplans }: Plan): readonly PlanItem[] => {
  const titles = new Map(subplans.map(({ index, title }) => [index, title]));
  const items: PlanItem[] = [];
  let before: readonly string[] = [];
  for (const { mode, plans } of groups) {
    let after = before;
    for (const { index, name } of plans) {
      const key = String(index);
      items.push({ key, after, inputs: { subplan_index: index, name, title: titles.get(index) ?? name } });
      if (mode === 'serial') after = [key];
    }
    before = mode === 'serial' ? after : plans.map(({ index }) => String(index));
  }
  return items;
};

export const itemsOfPlan = (plan: Plan, options: { readonly singleCoder: boolean }): readonly PlanItem[] => {
  if (!options.singleCoder) return itemsOfGroups(plan);
  const highest = Math.max(...plan.subplans.map(({ index }) => index));
  return [{ key: WHOLE_PLAN, after: [], inputs: { subplan_index: highest, name: 'whole plan' } }];
};
