// The words for paths, and the tree of entries against the plain comparison of every pair.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../../../test/fixtures/running-time.ts';
import {
  isWithin,
  normalOwned,
  OWNED_PATH_CHARS_MAX,
  overlap,
  overlapsAmong,
  pathProblem,
} from './owned-files.ts';

describe('a path of a plan', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts', 'src/a.ts'],
    ['src/../lib/a.ts', 'lib/a.ts'],
    ['src/', 'src'],
    ['src/*', 'src'],
    ['src/**', 'src'],
    ['./', '.'],
    ['.', '.'],
    ['./**', '.'],
    [' src/a.ts ', 'src/a.ts'],
    ['app/[id]/(group)/[...rest].tsx', 'app/[id]/(group)/[...rest].tsx'],
    ['app/routes/$id.tsx', 'app/routes/$id.tsx'],
    ['.github/workflows/ci.yml', '.github/workflows/ci.yml'],
    ['.gitignore', '.gitignore'],
    ['..a/b..', '..a/b..'],
    ['Src/A.ts', 'Src/A.ts'],
    ['docs/häuser/日本.md', 'docs/häuser/日本.md'],
  ])('%j is %j', (path, normal) => {
    expect(pathProblem(path)).toBeUndefined();
    expect(normalOwned(path)).toBe(normal);
    expect(normalOwned(normal)).toBe(normal);
  });

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['/etc/passwd', 'relative to the project'],
    ['//host/share', 'relative to the project'],
    ['C:\\x', 'relative to the project'],
    ['c:/x', 'relative to the project'],
    ['\\\\host\\share', 'relative to the project'],
    ['~', 'relative to the project'],
    ['~/x', 'relative to the project'],
    ['~root/x', 'relative to the project'],
    ['file:///etc/passwd', 'relative to the project'],
    ['src\\a.ts', 'backslash'],
    ['..', 'out of the project'],
    ['../x', 'out of the project'],
    ['src/../../x', 'out of the project'],
    ['src/../..', 'out of the project'],
    ['a\0b', 'control character'],
    ['a\nb', 'control character'],
    ['.git', "git's own"],
    ['.git/config', "git's own"],
    ['.GIT/config', "git's own"],
    ['sub/.git/hooks/x', "git's own"],
    ['git~1/config', "git's own"],
    ['.git. /config', "git's own"],
    ['src/*.ts', 'wildcard'],
    ['**', 'wildcard'],
    ['*', 'wildcard'],
    ['src/**/*', 'wildcard'],
    ['src/{a,b}.ts', 'wildcard'],
    ['src/a?.ts', 'wildcard'],
    ['!src/a.ts', 'wildcard'],
    ['a/'.repeat(OWNED_PATH_CHARS_MAX), 'characters long'],
  ])('%j is refused', (path, words) => {
    expect(pathProblem(path)).toContain(words);
    expect(normalOwned(path)).toBe(path);
    expect(isWithin(path, [path])).toBe(false);
  });
});

describe('a changed file', () => {
  it.each([
    ['src/a.ts', ['src/a.ts'], true],
    ['src/a.ts', ['src/'], true],
    ['src/b/c.ts', ['src/**'], true],
    ['src/b/c.ts', ['src'], true],
    ['anything', ['.'], true],
    ['src/a.ts', ['./src/x/../a.ts'], true],
    ['srcs/a.ts', ['src'], false],
    ['src/a.tsx', ['src/a.ts'], false],
    ['Src/a.ts', ['src'], false],
    ['src', ['src/a.ts'], false],
    ['src/a.ts', [], false],
    // Git knows such names; an entry that only looks alike does not cover them.
    [' src/a.ts', ['src/a.ts'], false],
    ['src/../a.ts', ['a.ts'], false],
    ['etc/passwd', ['/etc/passwd'], false],
  ])('%j within %j: %s', (path, owned, expected) => {
    expect(isWithin(path, owned)).toBe(expected);
  });
});

const anyPath = fc
  .array(fc.constantFrom('a', 'b', 'c', '.', '..'), { minLength: 1, maxLength: 4 })
  .chain((steps) => fc.constantFrom('', '/', '/*', '/**').map((ending) => `${steps.join('/')}${ending}`));

describe('overlaps among owners', () => {
  it('are found exactly for the entries that share a file with an earlier owner', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(fc.array(anyPath, { maxLength: 4 }), { maxLength: 4 }), (owners) => {
        const expected = owners.flatMap((entries, owner) =>
          entries.flatMap((path, entry) =>
            owners.slice(0, owner).some((other) => other.some((earlier) => overlap(earlier, path)))
              ? [{ owner, entry }]
              : [],
          ),
        );
        const overlaps = overlapsAmong(owners);
        expect(overlaps.map(({ second }) => second)).toEqual(expected);
        for (const { first, second } of overlaps) {
          expect(first.owner).toBeLessThan(second.owner);
          expect(overlap(owners[first.owner]![first.entry]!, owners[second.owner]![second.entry]!)).toBe(
            true,
          );
        }
        found += overlaps.length;
      }),
      { numRuns: 3_000 },
    );
    expect(found).toBeGreaterThan(500);
  });

  it('are symmetric, and every path inside the project overlaps with itself and the whole', () => {
    fc.assert(
      fc.property(anyPath, anyPath, (a, b) => {
        expect(overlap(a, b)).toBe(overlap(b, a));
        const inside = pathProblem(a) === undefined;
        expect(overlap(a, a)).toBe(inside);
        expect(overlap(a, '.')).toBe(inside);
      }),
    );
  });

  it('take time that follows the text, not the number of pairs', () => {
    const deep = 'd/'.repeat(500);
    const owners = Array.from({ length: 256 }, (_, owner) =>
      Array.from({ length: 40 }, (_, entry) => `${deep}${owner}-${entry}`),
    );
    expect(overlapsAmong(owners)).toEqual([]);
    expect(leastRunningMs(5_000, () => overlapsAmong(owners))).toBeLessThan(5_000);
  });
});
