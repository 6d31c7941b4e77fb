import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expandPaths } from './expand-paths.ts';

const folder = (names: readonly string[]): string => {
  const root = mkdtempSync(join(tmpdir(), 'expand-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '');
  }
  return root;
};

const TREE = [
  'a.md',
  'b.md',
  'c.txt',
  'sub/a.md',
  'sub/deep/a.md',
  '.quest/one/handoff.json',
  '.quest/two/handoff.json',
  'node_modules/x/a.md',
  'literal[1].md',
];

const found = async (root: string, pattern: string): Promise<string[]> => {
  const [expanded] = await expandPaths([`${root}/${pattern}`]);
  return expanded!.paths.map((path) => path.slice(root.length + 1));
};

describe('a pattern', () => {
  it.each([
    ['*.md', ['a.md', 'b.md', 'literal[1].md']],
    ['?.*', ['a.md', 'b.md', 'c.txt']],
    ['*/a.md', ['sub/a.md']],
    ['**/a.md', ['a.md', 'sub/a.md', 'sub/deep/a.md']],
    ['sub/**', ['sub/a.md', 'sub/deep/a.md']],
    ['**/deep/*', ['sub/deep/a.md']],
    ['.quest/*/handoff.json', ['.quest/one/handoff.json', '.quest/two/handoff.json']],
    ['.quest/*', ['.quest/one', '.quest/two']],
    ['*/handoff.json', []],
    ['node_modules/*/a.md', ['node_modules/x/a.md']],
    ['a.md/*', []],
    ['su*', ['sub']],
  ])('%s', async (pattern, names) => {
    expect(await found(folder(TREE), pattern)).toEqual(names);
  });

  it('is relative to where it is asked, like a name', async () => {
    const [here] = await expandPaths(['src/operations/check/expand-pa*.ts']);
    expect(here?.paths).toEqual([
      'src/operations/check/expand-paths.test.ts',
      'src/operations/check/expand-paths.ts',
    ]);
  });

  it('that is the name of a file is that file', async () => {
    const root = folder(['a*.md', 'ab.md']);
    expect(await expandPaths([`${root}/a*.md`, '-', 'gone.md'])).toEqual([
      { argument: `${root}/a*.md`, paths: [`${root}/a*.md`] },
      { argument: '-', paths: ['-'] },
      { argument: 'gone.md', paths: ['gone.md'] },
    ]);
  });

  it('never walks through links', async () => {
    const root = folder(['sub/a.md']);
    symlinkSync(root, join(root, 'sub', 'loop'));
    expect(await found(root, '**/a.md')).toEqual(['sub/a.md']);
  });

  it('that would look at too much is told', async () => {
    const root = folder(TREE);
    expect(await expandPaths([`${root}/**/x`], 9)).toMatchObject([
      { paths: [], problem: { code: 'LIMIT_REACHED' } },
    ]);
    expect(await expandPaths([`${root}/**/x`], 10)).toMatchObject([
      { paths: [], problem: { code: 'FILE_MISSING' } },
    ]);
  });
});
