import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlob, matchesGlob } from './glob.ts';

/** What the shell means by a pattern, said with a regular expression. */
const byExpression = (pattern: string, name: string): boolean => {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const source = [...pattern]
    .map((char) =>
      char === '*' ? '[^]*' : char === '?' ? '[^]' : char.replace(/[.\\[\](){}^$|+/-]/u, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`, 'u').test(name);
};

describe('a pattern', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', '.md', false],
    ['.*', '.quest', true],
    ['*', '.quest', false],
    ['handoff_?.json', 'handoff_1.json', true],
    ['handoff_?.json', 'handoff_12.json', false],
    ['a*b*c', 'aXbYbc', true],
    ['a*b*c', 'acb', false],
    ['?', '𝒳', true],
    ['', '', true],
    ['*', '', true],
    ['**', 'x', true],
  ])('%j and %j: %j', (pattern, name, is) => {
    expect(matchesGlob(pattern, name)).toBe(is);
  });

  it('means what a regular expression for it would', () => {
    const chars = fc.constantFrom('a', 'b', '.', '*', '?', '[', '\\');
    const word = fc.array(chars, { maxLength: 8 }).map((list) => list.join(''));
    fc.assert(
      fc.property(word, word, (pattern, name) => matchesGlob(pattern, name) === byExpression(pattern, name)),
      { numRuns: 2_000 },
    );
  });

  it('of many stars takes no exponential time', () => {
    expect(matchesGlob(`${'*a'.repeat(100)}b`, 'a'.repeat(255))).toBe(false);
  });

  it('is one only with a star or a question mark', () => {
    expect(['a*', 'a?', 'a.md', '[a]'].map(isGlob)).toEqual([true, true, false, false]);
  });
});
