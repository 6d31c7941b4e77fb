import { describe, expect, it } from 'vitest';
import { artifactPathFault, normalPath, readArtifacts } from './artifact-paths.ts';

const list = (...lines: string[]) => readArtifacts(lines.map((text, index) => ({ text, at: index * 1_000 })));

describe('a list of files', () => {
  it.each([
    ['a.md', ['a.md']],
    ['a.md, b c.md,src/x.ts', ['a.md', 'b c.md', 'src/x.ts']],
    ['`a.md`, `b.md`', ['a.md', 'b.md']],
    ['"a, b.md", c.md', ['a, b.md', 'c.md']],
    ['["a, b.md", "c.md"]', ['a, b.md', 'c.md']],
    ['[]', []],
    ['[plan](docs/plan.md), [the review](./review.md)', ['docs/plan.md', 'review.md']],
    ['a.md (new, 3 lines), b.md (changed)', ['a.md', 'b.md']],
    ['`a.md` — the plan', ['a.md']],
    ['src/a.ts - the parser', ['src/a.ts']],
    ['src/a.ts: the parser', ['src/a.ts']],
    ['**a.md**, **`b.md`**', ['a.md', 'b.md']],
    ['a.md.', ['a.md']],
    ['Makefile, .gitignore, app/[slug]/page.tsx', ['Makefile', '.gitignore', 'app/[slug]/page.tsx']],
    ['./src//a.ts, src/b/../c.ts', ['src/a.ts', 'src/c.ts']],
    ['(odd, a.md', ['(odd', 'a.md']],
    ["it's.md, b.md", ["it's.md", 'b.md']],
    ['none', []],
    ['N/A', []],
    ['`none`.', []],
    ['-', []],
    ['null', []],
  ])('%s', (text, paths) => {
    expect(list(text).faults).toEqual([]);
    expect(list(text).paths).toEqual(paths);
  });

  it('may have one file on each line, or an array over several', () => {
    expect(list('', '- a.md', '* b c.md', '3. d.md').paths).toEqual(['a.md', 'b c.md', 'd.md']);
    expect(list('a.md,', '  b.md').paths).toEqual(['a.md', 'b.md']);
    expect(list('[', '"a.md",', '"b.md"', ']').paths).toEqual(['a.md', 'b.md']);
  });

  it('tells what was taken off the entries', () => {
    expect([...list('`a.md`, b.md (new)').decoration]).toEqual([
      ['marks around paths', 0],
      ['notes behind paths', 8],
    ]);
  });

  it('has a place for each fault', () => {
    expect(list('a.md, /etc/passwd', '- ../x').faults.map(({ at }) => at)).toEqual([6, 1_002]);
  });

  it('keeps the sound entries beside a placeholder', () => {
    const { paths, faults } = list('a.md, <any changed files>');
    expect(paths).toEqual(['a.md']);
    expect(faults.map(({ code }) => code)).toEqual(['HANDOFF_PLACEHOLDER']);
  });

  it('takes no other things than text from an array', () => {
    expect(list('["a.md", 1, {"path": "b.md"}]').faults.map(({ code }) => code)).toEqual([
      'HANDOFF_ARTIFACT_PATH',
      'HANDOFF_ARTIFACT_PATH',
    ]);
  });
});

describe('a path', () => {
  it.each([
    '/etc/passwd',
    '\\windows\\system32',
    '\\\\server\\share',
    'C:\\x.md',
    'C:/x.md',
    'c:x.md',
    '~/x.md',
    '~root/x.md',
    '~',
    '$HOME/x.md',
    ['$', '{HOME}/x.md'].join(''),
    '%USERPROFILE%\\x.md',
    'file:///etc/passwd',
    'https://example.org/a.md',
    '../a.md',
    'a/../../b.md',
    'a\\..\\..\\b.md',
    '..',
    '.',
    'a/..',
    ' ',
    'a\0b',
    'a\nb',
    'x'.repeat(5_000),
  ])('%j is outside of the project', (path) => {
    expect(artifactPathFault(path)?.code).toBe('HANDOFF_ARTIFACT_PATH');
  });

  it.each(['<path>', '.quest/<id>/plan.md', 'review_<claude|codex>.md', '[files]', '...', '…'])(
    '%j is a placeholder',
    (path) => expect(artifactPathFault(path)?.code).toBe('HANDOFF_PLACEHOLDER'),
  );

  it.each(['a', 'a..b', '..a/b', 'a/..b', 'a/b/../c', 'ä/ö.md', 'a b/c d.md', 'xy:z.md', '~x', 'src/'])(
    '%j is inside',
    (path) => expect(artifactPathFault(path)).toBeUndefined(),
  );

  it.each([
    ['./a', 'a'],
    ['a//b', 'a/b'],
    ['a/./b', 'a/b'],
    ['a/b/../c', 'a/c'],
    ['src/', 'src/'],
    ['..a', '..a'],
  ])('%j is %j', (path, normal) => expect(normalPath(path)).toBe(normal));
});
