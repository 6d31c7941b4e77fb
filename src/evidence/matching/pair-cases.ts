// Two runs of the same tests on different code: cases whose names differ there, and that are the same test all the same.
import type { TestCase } from '../../model/measured.ts';
import { documentedItem, isDocExample } from '../source/doc-examples.ts';

export interface KeyedCase extends TestCase {
  readonly key: string;
  readonly ordinal: number;
}

/**
 * Pairs what is left over on both sides of one file, in order: the same tests were run, so names that differ are names
 * that change from run to run.
 */
export const pairedByOrder = (
  left: readonly KeyedCase[],
  right: readonly KeyedCase[],
): { readonly pairs: readonly (readonly [KeyedCase, KeyedCase])[]; readonly files: ReadonlySet<string> } => {
  const byFile = (cases: readonly KeyedCase[]): Map<string, KeyedCase[]> => {
    const groups = new Map<string, KeyedCase[]>();
    for (const test of cases) {
      const group = groups.get(test.file ?? '') ?? [];
      group.push(test);
      groups.set(test.file ?? '', group);
    }
    return groups;
  };
  const others = byFile(right);
  const pairs: (readonly [KeyedCase, KeyedCase])[] = [];
  const files = new Set<string>();
  for (const [file, tests] of byFile(left)) {
    const group = others.get(file) ?? [];
    for (const [at, test] of tests.entries()) {
      const other = group[at];
      if (other === undefined) break;
      pairs.push([test, other]);
      files.add(file);
    }
  }
  return { pairs, files };
};

/** Examples of documentation stand in the code: where that moved, they are run under another name. */
export const pairedByItem = (
  left: readonly KeyedCase[],
  right: readonly KeyedCase[],
): readonly (readonly [KeyedCase, KeyedCase])[] => {
  const itemOf = ({ name, file }: KeyedCase): string | undefined =>
    isDocExample(name, file) ? documentedItem(name) : undefined;
  return left.flatMap((test) => {
    const item = itemOf(test);
    const fitting = item === undefined ? [] : right.filter((other) => itemOf(other) === item);
    const [other] = fitting;
    const isOnly = fitting.length === 1 && left.filter((one) => itemOf(one) === item).length === 1;
    return other !== undefined && isOnly ? [[test, other] as const] : [];
  });
};
