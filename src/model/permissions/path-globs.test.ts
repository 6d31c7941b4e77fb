import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPathAllowed, matchesPathGlob } from './path-globs.ts';

/** What the patterns mean, as a regular expression; too slow for patterns of strangers. */
const meaning = (pattern: string): RegExp => {
  const parts = pattern.match(/\*\*\/|\*\*|\*|[\s\S]/g) ?? [];
  const source = parts.map((part) => {
    if (part === '**/') return '(?:[\\s\\S]*/)?';
    if (part === '**') return '[\\s\\S]*';
    return part === '*' ? '[^/]*' : part.replace(/[^a-z/]/i, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
};

describe('a pattern of paths', () => {
  it.each([
    ['.quest/**', '.quest/a/plan.md', true],
    ['.quest/**', '.quest2/plan.md', false],
    ['**', 'a/b/.c', true],
    ['*.md', 'README.md', true],
    ['*.md', 'docs/README.md', false],
    ['**/*.md', 'README.md', true],
    ['**/*.md', 'a/b/README.md', true],
    ['src/**/x.ts', 'src/x.ts', true],
    ['src/**/x.ts', 'src/a/b/x.ts', true],
    ['src/**/x.ts', 'srcx.ts', false],
    ['src/**/x.ts', 'src/ax.ts', false],
    ['a?.ts', 'ab.ts', false],
    ['a.ts', 'abts', false],
    ['docs/**', 'docs', false],
  ])('%s means %s: %s', (pattern, path, means) => {
    expect(matchesPathGlob(pattern, path)).toBe(means);
  });

  it('means what its parts mean', () => {
    const pattern = fc.array(fc.constantFrom('**/', '**', '*', 'a', 'b', '/', '.'), { maxLength: 7 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '🏁'), maxLength: 8 });
    fc.assert(
      fc.property(
        pattern.map((parts) => parts.join('')),
        path,
        (one, other) => {
          expect(matchesPathGlob(one, other)).toBe(meaning(one).test(other));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('of many stars ends', () => {
    expect(matchesPathGlob('*a'.repeat(400), 'a'.repeat(900))).toBe(true);
    expect(matchesPathGlob('**/a'.repeat(200), `${'a/'.repeat(450)}b`)).toBe(false);
  });
});

describe('a path', () => {
  it.each([
    ['src/a.ts', ['src/**'], true],
    ['./src//a.ts', ['src/**'], true],
    ['src/../src/a.ts', ['**'], false],
    ['../a.ts', ['**'], false],
    ['/etc/passwd', ['**'], false],
    ['~/x', ['**'], false],
    ['C:/x', ['**'], false],
    ['src\\..\\..\\x', ['**'], false],
    ['a\nb', ['**'], false],
    ['.git/hooks/pre-commit', ['**'], false],
    ['sub/.GIT/config', ['**'], false],
    ['.github/x.yml', ['**'], true],
    ['src/', ['**'], false],
    ['', ['**'], false],
    ['.', ['**'], false],
    ['src/a.ts', [], false],
    ['src/a.ts', [''], false],
    ['src/a.ts', undefined, false],
    [undefined, ['**'], false],
    ['a'.repeat(1_001), ['**'], false],
  ])('is allowed by exactly what the list says: %#', (path, patterns, allowed) => {
    expect(isPathAllowed(path, patterns)).toBe(allowed);
  });

  it('that leads out of the project, or up, is never allowed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('..', 'a', '', '.', '.git')), fc.boolean(), (steps, absolute) => {
        const path = `${absolute ? '/' : ''}${steps.join('/')}`;
        if (path.startsWith('/') || steps.includes('..') || steps.includes('.git'))
          expect(isPathAllowed(path, ['**', '*', path])).toBe(false);
      }),
    );
  });
});
