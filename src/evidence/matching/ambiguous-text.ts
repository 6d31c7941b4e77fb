// Tests that share a name in their file's text, because a helper makes their suites: which of them changed cannot be told.
import type { TestFileChange } from '../../model/evidence.ts';
import { normalTestName } from './side-tests.ts';

const partsOf = (name: string): readonly string[] => normalTestName(name).split(' > ');

/** The text lacks the names of suites that a helper makes; all others are there, in order, and the test's own is the last. */
const mayBe = (written: readonly string[], full: readonly string[]): boolean => {
  let at = 0;
  for (const part of full) if (part === written[at]) at += 1;
  return at === written.length && written.at(-1) === full.at(-1);
};

/** Whether a test of a file is one of several with its name, of which only some are as they were. */
export const ambiguityIn = (
  changes: readonly TestFileChange[],
): ((name: string, file: string | undefined) => boolean) => {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  return (name, file) => {
    const { partly = [], declared = [] } = byPath.get(file ?? '') ?? {};
    if (partly.length === 0) return false;
    const own = normalTestName(name);
    if (partly.some((one) => normalTestName(one) === own)) return true;
    const isWritten = declared.some((one) => normalTestName(one) === own);
    return !isWritten && partly.some((one) => mayBe(partsOf(one), partsOf(name)));
  };
};
