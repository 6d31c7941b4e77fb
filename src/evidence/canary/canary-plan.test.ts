import { describe, expect, it } from 'vitest';
import { type Covering, leftOver, nextFile } from './canary-plan.ts';

const file = (path: string, rank: number, ...covers: string[]): Covering => ({ path, rank, covers });
const chosen = (files: readonly Covering[], filesMax: number): string[] => {
  const missing = new Set(files.flatMap(({ covers }) => covers));
  const paths: string[] = [];
  while (paths.length < filesMax) {
    const rest = files.filter(({ path }) => !paths.includes(path));
    const next = nextFile(rest, missing, paths.length === 0);
    if (next === undefined) break;
    paths.push(next.path);
    for (const one of next.covers) missing.delete(one);
  }
  return paths;
};

describe('the test files that are tried', () => {
  it.each([
    ['one that has all changed code', [file('a', 2, 'x'), file('b', 2, 'x', 'y')], ['b']],
    [
      'a changed one, and another one for the rest',
      [file('a', 0, 'x'), file('b', 2, 'y'), file('c', 2, 'x')],
      ['a', 'b'],
    ],
    ['any, where none imports what changed', [file('b', 3), file('a', 3)], ['a']],
    ['none, where there is none', [], []],
  ])('are %s', (_what, files, expected) => {
    expect(chosen(files, 3)).toEqual(expected);
    expect(leftOver(files, 3)).toEqual([]);
  });

  it('leave over what more files would be needed for', () => {
    const files = [file('a', 0, 'w'), file('b', 2, 'x'), file('c', 2, 'y'), file('d', 2, 'z')];
    expect(chosen(files, 3)).toEqual(['a', 'b', 'c']);
    expect(leftOver(files, 3)).toEqual(['z']);
  });
});
