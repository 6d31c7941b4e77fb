// What the texts of changed tests add to a row: that a test only hands over more, or that its doubles only have more.
import type { TestFileChange, TestRow } from '../../model/evidence.ts';
import { functionsOf, lastTestName } from '../matching/side-tests.ts';
import { lacksMethod } from './grown-doubles.ts';

interface Texts {
  readonly changes: readonly TestFileChange[];
  readonly support: readonly { readonly added: boolean; readonly released?: boolean }[];
}

/** Where the new version passes on the old code, too, the message is that of the old version on the new code. */
const hasGrown = (row: TestRow, changes: Texts['changes']): boolean =>
  row.text === 'same' &&
  row.oldTests === 'failed' &&
  row.oldCode === 'passed' &&
  row.head === 'passed' &&
  changes.some(({ grown = [] }) => grown.some((name) => lacksMethod(row.message, name)));

/** Whether a test only hands over more than before; what it uses of other files says the same. */
const arguedIn = ({ changes, support }: Texts): ((name: string, file?: string) => boolean) => {
  const byPath = new Map(changes.map(({ path, argued = [] }) => [path, new Set(argued.map(lastTestName))]));
  const isShaken = support.some(({ added, released }) => !added && released !== true);
  return (name, file) =>
    !isShaken &&
    [lastTestName(name), ...functionsOf(name, [file ?? ''])].some((own) => byPath.get(file ?? '')?.has(own));
};

export const marksIn = (texts: Texts): ((row: TestRow) => TestRow) => {
  const isArgued = arguedIn(texts);
  return (row) => ({
    ...row,
    ...(row.text === 'changed' && isArgued(row.name, row.file) ? { argued: true } : {}),
    ...(hasGrown(row, texts.changes) ? { grown: true } : {}),
  });
};
