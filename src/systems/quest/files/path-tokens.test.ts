import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATHS_NAMED_MAX } from './limits.ts';
import { pathTokens } from './path-tokens.ts';

describe('paths in a text', () => {
  it.each([
    ['Change `src/a.ts` and "src/b c.ts".', ['src/a.ts', 'src/b', 'c.ts']],
    ['**src/a.ts**: [the file](./docs/x.md#L3)', ['src/a.ts', 'docs/x.md']],
    ['src/a.ts:3:4, src/a.ts:9', ['src/a.ts']],
    [
      'README.md .env src/ .github/workflows/ci.yml',
      ['README.md', '.env', 'src', '.github/workflows/ci.yml'],
    ],
    ['see https://example.com/a/b.ts', []],
    ['/etc/passwd ../up.ts ~/x.ts C:\\a.ts', []],
    ['a sentence. And 1.5 of it', []],
  ])('%j are %j', (text, paths) => {
    expect(pathTokens(text)).toEqual(paths);
  });

  it('lead nowhere outside, and are bounded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '.', '/', ' ', '*', ':', '#L', '1', '`', '..') }),
        (text) => {
          for (const path of pathTokens(text)) expect(path).not.toMatch(/^\/|(?:^|\/)\.\.?(?:\/|$)|\s/);
        },
      ),
    );
    const many = Array.from({ length: PATHS_NAMED_MAX + 5 }, (_, index) => `a/${index}`).join(' ');
    expect(pathTokens(many)).toHaveLength(PATHS_NAMED_MAX);
  });

  it.each(['.', '*', '/', ':1', '#L', 'a/', '../', 'a', '-'])(
    'end on a megabyte of %j, and take none',
    (part) => {
      expect(pathTokens(`${part.repeat(1_000_000 / part.length)}x`)).toEqual([]);
    },
  );
});
