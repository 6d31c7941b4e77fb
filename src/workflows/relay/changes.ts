// How the changes of relay are judged: an item as its plan declares it, and the whole from where the run began.
import { type Change, commandsOf, declaredTogether } from '../../checks/change.ts';
import { changeChecks, listedText, NEED_TESTS } from '../../checks/change-clauses.ts';
import { probedCheck } from '../../checks/change-probed.ts';
import { mergesCleanly } from '../../checks/merges-cleanly.ts';
import { probeOf } from '../../checks/probe-policy.ts';
import { roundKept } from '../../checks/round-kept.ts';
import { unlessWaived } from '../../checks/waived.ts';
import { memo } from '../../model/handles.ts';
import type { Submission, View } from '../../model/view.ts';
import type { Check, Seen } from '../../model/workflow.ts';
import { base, plan, whole, work } from './nouns.ts';

/** How the plan declares these items, and what the project has decided. */
const declared = (view: View, isMeant: (key: string) => boolean) => ({
  ...declaredTogether(view.value(plan).items.filter(({ key }) => isMeant(key))),
  ...{ command: 'test', strict: false, commands: commandsOf(view), probe: probeOf(view) },
});

const itemChange = ({ view, assignment, start, digest }: Submission): Change => ({
  ...declared(view, (key) => key === assignment.item),
  ...{ base: start, head: digest(work) },
});

/** What an earlier round lost is not forgotten. */
const wholeChange = ({ view }: Submission): Change => ({
  ...declared(view, () => true),
  ...{ base: view.digest(base), head: view.digest(whole) },
});

const fixChange = (submission: Submission): Change => ({
  ...wholeChange(submission),
  ...{ head: submission.digest(whole), start: submission.start },
});

/** The family of checks; a project that waives its tests is judged by the others. */
const judged = <const O extends string = never>(
  changeOf: (submission: Submission) => Change,
  on?: readonly O[],
): readonly Check<O>[] =>
  changeChecks(changeOf, on === undefined ? {} : { on }).map((check) =>
    NEED_TESTS.includes(check.name) ? unlessWaived('test', check) : check,
  );

export const itemChecks: readonly Check<never>[] = [
  ...judged(itemChange),
  unlessWaived('test', probedCheck(itemChange)),
  mergesCleanly({ artifact: work, base }),
];

export const fixChecks: readonly Check<never>[] = [
  ...judged(fixChange),
  unlessWaived('test', probedCheck(fixChange)),
  unlessWaived('test', roundKept(fixChange)),
];

/** A pass over red tests contradicts itself; whoever reviews may still fail what is green. */
export const passChecks: readonly Check<'pass'>[] = judged(wholeChange, ['pass']);

/** The clauses that finished work rests on. */
export const TESTED: readonly string[] = ['tests-green', 'tests-hold', 'tests-kept', 'runner-sound'];

/** What was listed when an item, or a fix of the whole, was accepted. */
const listed = (item: string) => memo(`listed/${item}`);

type Remembered = Readonly<Record<string, string>>;

export const itemListed = (submission: Submission, seen: Seen): Remembered => ({
  [listed(submission.assignment.item ?? '').name]: listedText(itemChange(submission), seen),
});

export const fixListed = (submission: Submission, seen: Seen): Remembered => ({
  [listed('all').name]: listedText(fixChange(submission), seen),
});

/** For whoever looks at the whole next; empty where nothing is listed. */
export const listedSection = (view: View): string => {
  const fixed = view.memo(listed('all'));
  const items = view.value(plan).items.map(({ key }) => view.memo(listed(key)) ?? '');
  const texts = (fixed === undefined ? items : [fixed]).filter((text) => text !== '').join('\n');
  return texts === '' ? '' : `\n\nBaton lists for you:\n\n${texts}`;
};
