// Items form the graph that the groups describe: plan order, no circle, and nothing starts before its group may.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isName } from '../../../model/workflow/names.ts';
import { anyPlan, smallPlan } from '../files/plan.fixture.ts';
import { itemsOfPlan } from './plan-items.ts';

const PARALLEL = { singleCoder: false };

describe('the items of a plan', () => {
  it('are a chain in a serial group, side by side in a parallel one, and groups one after the other', () => {
    const plan = smallPlan();
    plan.groups.push(
      {
        group_id: 'more',
        mode: 'parallel',
        plans: [
          { index: 6, name: 'Six' },
          { index: 5, name: 'Five' },
        ],
      },
      {
        group_id: 'last',
        mode: 'serial',
        plans: [
          { index: 7, name: 'Seven' },
          { index: 8, name: 'Eight' },
        ],
      },
    );
    for (const index of [5, 6, 7, 8])
      plan.subplans.push({ ...plan.subplans[0], index, title: `Title ${index}` });
    const items = itemsOfPlan(plan, PARALLEL);
    expect(items.map(({ key, after }) => [key, after])).toEqual([
      ['1', []],
      ['2', ['1']],
      ['3', ['2']],
      ['4', ['2']],
      ['6', ['3', '4']],
      ['5', ['3', '4']],
      ['7', ['6', '5']],
      ['8', ['7']],
    ]);
    expect(items[4]?.inputs).toEqual({ subplan_index: 6, name: 'Six', title: 'Title 6' });
  });

  it('are one for a coder that does the whole plan', () => {
    expect(itemsOfPlan(smallPlan(), { singleCoder: true })).toEqual([
      { key: 'whole', after: [], inputs: { subplan_index: 4, name: 'whole plan' } },
    ]);
  });

  it('form a graph without circles whose order is plan order', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const items = itemsOfPlan(plan, PARALLEL);
        expect(items.map(({ key }) => key)).toEqual(
          plan.groups.flatMap(({ plans }) => plans.map(({ index }) => String(index))),
        );
        const done = new Set<string>();
        for (const { key, after = [] } of items) {
          expect(isName(key)).toBe(true);
          for (const before of after) expect(done.has(before)).toBe(true);
          done.add(key);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('wait, directly or through others, for all that must be done before and for nothing else', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const items = itemsOfPlan(plan, PARALLEL);
        const waits = new Map<string, ReadonlySet<string>>();
        for (const { key, after = [] } of items)
          waits.set(key, new Set(after.flatMap((before) => [before, ...waits.get(before)!])));
        let earlier: readonly string[] = [];
        for (const { mode, plans } of plan.groups) {
          const keys = plans.map(({ index }) => String(index));
          for (const [position, key] of keys.entries()) {
            const expected = [...earlier, ...(mode === 'serial' ? keys.slice(0, position) : [])];
            expect([...waits.get(key)!].sort()).toEqual(expected.sort());
          }
          earlier = [...earlier, ...keys];
        }
      }),
      { numRuns: 300 },
    );
  });
});
