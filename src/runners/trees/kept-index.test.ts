import { lstatSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { treeOid } from '../../model/run/sealed.ts';
import { keepIndex, settleKeptIndex, writeKeptIndex } from './kept-index.ts';
import { findRepository } from './repository.ts';
import { sealTree } from './sealed-tree.ts';

const untilNextSecond = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 1_020 - (Date.now() % 1_000)));

/** `old.txt` is in the index since an earlier second, `new.txt` since the last one. */
const twoSeconds = async () => {
  const root = repositoryWith({ 'old.txt': 'old\n' });
  await untilNextSecond();
  writeFiles(root, { 'new.txt': 'new\n' });
  gitIn(root, 'add', 'new.txt');
  const kept = await keepIndex(join(root, '.git/index'), 'sha1', root);
  return { root, kept: kept! };
};

const forge = (path: string, text: string): void => {
  const { atime, mtime } = lstatSync(path);
  writeFileSync(path, text);
  utimesSync(path, atime, mtime);
};

describe('a kept index', () => {
  it('is as it was while nothing is touched, and lets git read what was', async () => {
    const { root, kept } = await twoSeconds();
    const path = join(temporaryFolder(), 'index');
    writeKeptIndex(kept, root, path);
    expect(readFileSync(path)).toEqual(readFileSync(join(root, '.git/index')));
    forge(join(root, 'new.txt'), 'NEW\n');
    writeKeptIndex(kept, root, path);
    writeFileSync(join(root, '.git/index'), readFileSync(path));
    expect(gitIn(root, 'ls-files', '--debug', 'new.txt')).toContain('mtime: 0:0');
    expect(gitIn(root, 'ls-files', '--debug', 'old.txt')).not.toContain('mtime: 0:0');
    expect(() => gitIn(root, 'fsck', '--strict')).not.toThrow();
  });

  it('hides no change of a file from an earlier second under its old size and time', async () => {
    const { root, kept } = await twoSeconds();
    await untilNextSecond();
    forge(join(root, 'old.txt'), 'OLD\n');
    await untilNextSecond();
    const tree = await sealTree(await findRepository(root), {
      ...{ scratchDirectory: temporaryFolder(), ref: 'refs/baton/test/one', kept },
    });
    expect(gitIn(root, 'show', `${treeOid(tree)}:old.txt`)).toBe('OLD\n');
  });

  it('settles once its last second is over, and hides nothing that was touched before or after', async () => {
    for (const when of ['before', 'after'] as const) {
      const { root, kept } = await twoSeconds();
      const path = join(root, 'new.txt');
      if (when === 'before') forge(path, 'NEW\n');
      await settleKeptIndex(kept, root);
      expect(kept.recent).toEqual([]);
      if (when === 'after') forge(path, 'NEW\n');
      await untilNextSecond();
      const tree = await sealTree(await findRepository(root), {
        ...{ scratchDirectory: temporaryFolder(), ref: 'refs/baton/test/one', kept },
      });
      expect(gitIn(root, 'show', `${treeOid(tree)}:new.txt`)).toBe('NEW\n');
    }
  });

  it('is none where the index has a form that is not known', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    gitIn(root, 'update-index', '--index-version', '4');
    expect(await keepIndex(join(root, '.git/index'), 'sha1', root)).toBeUndefined();
    writeFiles(root, { '.git/index': 'spoiled' });
    expect(await keepIndex(join(root, '.git/index'), 'sha1', root)).toBeUndefined();
  });
});
