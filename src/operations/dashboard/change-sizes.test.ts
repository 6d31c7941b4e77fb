// The size of a change is that of its two trees, compared once; what cannot be compared has none.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Digest } from '../../model/run/sealed.ts';
import { createChangeSizes } from './change-sizes.ts';

const project = realpathSync(mkdtempSync(join(tmpdir(), 'sizes-')));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
const treeOf = (text: string): Digest => {
  writeFileSync(join(project, 'a.txt'), text);
  git('add', '--all');
  return `git-tree:${git('write-tree')}`;
};

git('init', '--quiet');
const from = treeOf('one\ntwo\n');
const to = treeOf('one\n2\nthree\n');

describe('the size of a change', () => {
  it('is counted in files and lines, and kept as long as somebody wants it', async () => {
    const sizes = createChangeSizes();
    const asked = { project, from, to };
    expect(sizes.of(asked)).toBeUndefined();
    await sizes.bring([asked]);
    expect(sizes.of(asked)).toEqual({ files: 1, added: 2, removed: 1 });
    rmSync(join(project, '.git'), { recursive: true });
    await sizes.bring([asked]);
    expect(sizes.of(asked)).toEqual({ files: 1, added: 2, removed: 1 });
    await sizes.bring([]);
    expect(sizes.of(asked)).toBeUndefined();
    await sizes.bring([asked]);
    expect(sizes.of(asked)).toBeUndefined();
  });
});
