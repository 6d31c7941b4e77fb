// Entries mean files, directories and patterns, and never what is outside of the project.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMeant, meansPath, stepsInside } from './path-patterns.ts';

describe('an entry', () => {
  it.each([
    ['src/a.ts', 'src/a.ts', true],
    ['./src/a.ts', 'src/a.ts', true],
    [' src/a.ts ', 'src/a.ts', true],
    ['src/a.ts', 'src/a.tsx', false],
    ['src', 'src/a.ts', false],
    ['src/', 'src/a.ts', true],
    ['src/', 'src/deep/.hidden', true],
    ['src/', 'srcs/a.ts', false],
    ['./', 'anything/at/all', true],
    ['', 'a', false],
    ['.', 'a', false],
    ['../', 'a', false],
    ['/', 'a', false],
    ['/src/', 'src/a', false],
    ['src/../../', 'a', false],
    ['src/../lib/', 'lib/a', true],
    ['src\\a.ts', 'src/a.ts', false],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/x/y/a.ts', true],
    ['src/**/*.ts', 'src/.x/a.ts', false],
    ['src/**', 'src/x/y', true],
    ['src/*/', 'src/x/y/z', true],
    ['src/*/', 'lib/x/y', false],
    ['**/*.md', 'README.md', true],
    ['*.md', 'docs/a.md', false],
  ])('%j means %j: %s', (entry, path, expected) => {
    expect(meansPath(entry, path)).toBe(expected);
    expect(isMeant(path, ['nothing', entry])).toBe(expected);
  });

  it('takes time by the product of its steps and those of the path, also for a pattern made to be slow', () => {
    const path = Array.from({ length: 500 }, () => 'a').join('/');
    expect(meansPath(`${'**/'.repeat(300)}b`, path)).toBe(false);
    expect(meansPath(`${'**/a/'.repeat(100)}b`, path)).toBe(false);
  });

  it('never means a path outside', () => {
    const step = fc.constantFrom('..', '.', 'a', '', 'b');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const inside = stepsInside(steps.join('/'));
        expect(inside?.includes('..') ?? false).toBe(false);
      }),
    );
  });
});
