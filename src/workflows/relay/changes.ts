// How the changes of relay are judged: an item as its plan declares it, and the whole from where the run began.
import { listedText } from '../../checks/change/change-clauses.ts';
import { probedCheck } from '../../checks/change/change-probed.ts';
import { changeOfTree, provenChecks } from '../../checks/change/change-proven.ts';
import { mergesCleanly } from '../../checks/change/merges-cleanly.ts';
import { roundKept } from '../../checks/change/round-kept.ts';
import { unlessWaived } from '../../checks/waived.ts';
import { memo } from '../../model/workflow/handles.ts';
import type { Submission, View } from '../../model/workflow/view.ts';
import type { Check, Seen } from '../../model/workflow/workflow.ts';
import { base, plan, whole, work } from './nouns.ts';

const itemChange = changeOfTree(work, {
  declared: ({ view, assignment }) => view.value(plan).items.filter(({ key }) => key === assignment.item),
});

/** Whether it is reviewed or fixed: all items together, from where the run began. */
const wholeChange = changeOfTree(whole, { since: base, declared: ({ view }) => view.value(plan).items });

export const itemChecks: readonly Check<never>[] = [
  ...provenChecks(itemChange),
  unlessWaived('test', probedCheck(itemChange)),
  mergesCleanly({ artifact: work, base }),
];

export const fixChecks: readonly Check<never>[] = [
  ...provenChecks(wholeChange),
  unlessWaived('test', probedCheck(wholeChange)),
  unlessWaived('test', roundKept(wholeChange)),
];

/** A pass over red tests contradicts itself; whoever reviews may still fail what is green. */
export const passChecks: readonly Check<'pass'>[] = provenChecks(wholeChange, { on: ['pass'] });

/** The clauses that finished work rests on. */
export const TESTED: readonly string[] = ['tests-green', 'tests-hold', 'tests-kept', 'runner-sound'];

/** What was listed when an item, or a fix of the whole, was accepted. */
const listed = (item: string) => memo(`listed/${item}`);

type Remembered = Readonly<Record<string, string>>;

export const itemListed = (submission: Submission, seen: Seen): Remembered => ({
  [listed(submission.assignment.item ?? '').name]: listedText(itemChange(submission), seen),
});

export const fixListed = (submission: Submission, seen: Seen): Remembered => ({
  [listed('all').name]: listedText(wholeChange(submission), seen),
});

/** For whoever looks at the whole next; empty where nothing is listed. */
export const listedSection = (view: View): string => {
  const fixed = view.memo(listed('all'));
  const items = view.value(plan).items.map(({ key }) => view.memo(listed(key)) ?? '');
  const texts = (fixed === undefined ? items : [fixed]).filter((text) => text !== '').join('\n');
  return texts === '' ? '' : `\n\nBaton lists for you:\n\n${texts}`;
};
