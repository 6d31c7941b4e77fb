// What became of a test, by what four runs say of it. The table is in docs/evidence.md.
import { lacksName, lacksParameter, mayLackName } from '../../evidence/failures/missing-name.ts';
import type { TestRow } from '../../model/evidence.ts';

/**
 * - `kept`: it passes as it did, or says the same as before.
 * - `new`: the base does not know it.
 * - `respecified`: the old version fails on the new code, the new version on the old code.
 * - `hollow`: the old version fails on the new code, the new version passes everywhere.
 * - `removed`: it is gone or skipped, and would fail.
 * - `dropped`: it is gone or skipped, and would still pass.
 * - `unclear`: nobody can run the old version on the new code, or the new one on the old code, and its text changed.
 * - `broken`: it fails now.
 * - `red-before`: it fails now as it did before, and its text is the same.
 * - `unknown`: some run does not say.
 */
export type Fate =
  | 'kept'
  | 'new'
  | 'respecified'
  | 'hollow'
  | 'removed'
  | 'dropped'
  | 'unclear'
  | 'broken'
  | 'red-before'
  | 'unknown';

const isRed = (cell: TestRow['head']): boolean => cell === 'failed' || cell === 'unloaded';

/** A test that asks for something else now, which the old code does not have, is no version of the old one. */
const asksForMore = ({ message, lacksNothingNew, argued }: TestRow): boolean =>
  lacksParameter(message) ? argued !== true : lacksName(message) && lacksNothingNew !== true;

const fateOfPassing = (row: TestRow): Fate => {
  const { base, oldTests, oldCode, text } = row;
  switch (oldTests) {
    case 'passed':
      return 'kept';
    case 'failed':
      // It says the same of the same thing under another name, and the new code agrees.
      if (
        text === 'same' &&
        oldCode !== 'passed' &&
        (mayLackName(row.message) || lacksParameter(row.message))
      )
        return 'kept';
      if (row.grown === true && text === 'same') return 'kept';
      if (oldCode === 'failed') return asksForMore(row) ? 'unclear' : 'respecified';
      return oldCode === 'unloaded' ? 'unclear' : 'hollow';
    default:
      // A test that was skipped before and passes now says more than it did.
      return text === 'same' || base === 'skipped' ? 'kept' : 'unclear';
  }
};

const fateOfMissing = ({ base, oldTests, head }: TestRow): Fate => {
  if (base === 'skipped') return head === 'skipped' ? 'kept' : 'dropped';
  if (oldTests === 'failed') return 'removed';
  return oldTests === 'passed' ? 'dropped' : 'unclear';
};

export const fateOf = (row: TestRow): Fate => {
  const { base, oldTests, head, text } = row;
  if (head === 'unknown') return 'unknown';
  if (isRed(head)) return isRed(base) && text === 'same' ? 'red-before' : 'broken';
  // Where the base could not be loaded at all, the old tests on the new code tell which ones there were.
  if (base === 'gone' || (base === 'unloaded' && oldTests === 'gone')) return 'new';
  if (base === 'unknown' || oldTests === 'unknown') return 'unknown';
  if (head !== 'passed') return fateOfMissing(row);
  return oldTests === 'failed' && row.oldCode === 'unknown' ? 'unknown' : fateOfPassing(row);
};

/** Without the change there is no place where it could stand. */
export const isBrought = (row: TestRow): boolean =>
  row.brought === true && row.base === 'gone' && row.oldCode === 'gone';

/** It asserts nothing: that it fails on the old code says only that a name is not there yet. */
export const isSilent = (row: TestRow): boolean =>
  row.asksOnly === true ||
  (row.silent === true && (row.oldCode === 'unloaded' || isBrought(row) || lacksName(row.message)));

/** A new or changed test that passes now and does not pass without the change. */
export const showsChange = (row: TestRow): boolean =>
  row.head === 'passed' &&
  (isRed(row.oldCode) || isBrought(row)) &&
  (row.base === 'gone' || (row.text !== 'same' && row.ambiguous !== true)) &&
  !isSilent(row);
