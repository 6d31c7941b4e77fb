// Rows of a table whose names have the values that they expect: `test_price[1-490]` that is `test_price[1-520]` now. Such a
// row is gone by its name, and is re-specified where the old one fails on the new code and the new one on the old code.
import type { TestFileChange } from '../../model/evidence.ts';
import { functionOf, lastTestName, normalTestName, type SideTest } from './side-tests.ts';
import { tablePattern } from './table-names.ts';

/** The declaration that a row is made by, and what its name says of the row. */
interface Row {
  readonly table: string;
  readonly values: string;
}

const rowOf = (name: string, file: string, patterns: readonly RegExp[]): Row | undefined => {
  if (file.endsWith('.py'))
    return name.includes('[')
      ? { table: functionOf(name), values: name.slice(name.indexOf('[')) }
      : undefined;
  if (file.endsWith('_test.go')) {
    const at = name.lastIndexOf('/');
    return at === -1 ? undefined : { table: name.slice(0, at), values: name.slice(at + 1) };
  }
  const last = lastTestName(name);
  const [pattern, ...more] = patterns.filter((one) => one.test(last));
  if (pattern === undefined || more.length > 0) return undefined;
  return { table: `${normalTestName(name).slice(0, -last.length)}${pattern.source}`, values: last };
};

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** How much two rows have in common: at least half of what they say, or nothing. */
const likeness = (one: string, two: string): number => {
  const [a, b] = [wordsOf(one), wordsOf(two)];
  const left = [...b];
  const shared = a.filter((word) => left.includes(word) && left.splice(left.indexOf(word), 1)).length;
  return shared * 2 >= Math.max(a.length, b.length) ? shared : 0;
};

/** Pairs of rows, each with the row that it is now. */
export const respecifiedRows = (
  old: readonly SideTest[],
  now: readonly SideTest[],
  changes: readonly TestFileChange[],
): ReadonlyMap<SideTest, SideTest> => {
  const pairs = new Map<SideTest, SideTest>();
  for (const { path, was, declared } of changes) {
    const patterns = declared.flatMap((name) => tablePattern(lastTestName(name)) ?? []);
    const rows = (tests: readonly SideTest[], files: readonly (string | undefined)[]) =>
      tests.flatMap((test) => {
        const row = files.includes(test.file) ? rowOf(test.name, path, patterns) : undefined;
        return row === undefined ? [] : [{ test, ...row }];
      });
    const free = rows(
      now.filter(({ onBase, onHead }) => onBase === 'failed' && onHead === 'passed'),
      [path],
    );
    const gone = rows(
      old.filter(({ onBase, onHead }) => onBase === 'passed' && onHead === 'failed'),
      [path, was],
    );
    for (const { test, table, values } of gone) {
      const [best] = free
        .map((row, at) => ({ at, like: row.table === table ? likeness(values, row.values) : 0 }))
        .filter(({ like }) => like > 0)
        .sort((one, two) => two.like - one.like);
      const [taken] = best === undefined ? [] : free.splice(best.at, 1);
      if (taken !== undefined) pairs.set(test, taken.test);
    }
  }
  return pairs;
};
