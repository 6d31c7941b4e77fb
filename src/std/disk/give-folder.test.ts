import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveFiles, giveFolder } from './give-folder.ts';

const OTHER = { uid: 61_184, gid: 61_185 };
const MINE = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'give-'));
  for (const folder of ['given/in/deep', 'outside']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['given/a', 'given/in/deep/b', 'outside/c', 'outside/d'])
    writeFileSync(join(root, file), '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const ownerOf = (path: string): object => {
  const { uid, gid } = lstatSync(join(root, path));
  return { uid, gid };
};

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'what root gives to another user',
  () => {
    it('is a folder with all that is in it, and nothing that its links lead to', async () => {
      symlinkSync('../outside', join(root, 'given/link'));
      symlinkSync('../../outside/c', join(root, 'given/in/file'));
      await giveFolder(join(root, 'given'), OTHER);
      for (const path of [
        'given',
        'given/a',
        'given/in/deep',
        'given/in/deep/b',
        'given/link',
        'given/in/file',
      ])
        expect(ownerOf(path), path).toEqual(OTHER);
      for (const path of ['.', 'outside', 'outside/c']) expect(ownerOf(path), path).toEqual(MINE);
    });

    it('is never what a link in the place of the folder leads to', async () => {
      symlinkSync('outside', join(root, 'link'));
      await expect(giveFolder(join(root, 'link'), OTHER)).rejects.toMatchObject({
        code: expect.stringMatching(/ENOTDIR|ELOOP/),
      });
      expect(ownerOf('outside')).toEqual(MINE);
    });

    it('is a folder and of its files the named ones, where they are files', async () => {
      symlinkSync('../outside/c', join(root, 'given/by-link'));
      linkSync(join(root, 'outside/d'), join(root, 'given/second-name'));
      await giveFiles(
        join(root, 'given'),
        join(root, 'given'),
        ['a', 'by-link', 'second-name', 'gone', 'in'],
        OTHER,
      );
      for (const path of ['given', 'given/a']) expect(ownerOf(path), path).toEqual(OTHER);
      for (const path of ['given/in', 'outside/c', 'outside/d']) expect(ownerOf(path), path).toEqual(MINE);
    });

    it('is nothing where a link is on the way', async () => {
      symlinkSync('../outside', join(root, 'given/link'));
      await expect(
        giveFiles(join(root, 'given'), join(root, 'given/link'), ['c'], OTHER),
      ).rejects.toMatchObject({ code: expect.stringMatching(/ENOTDIR|ELOOP/) });
      expect([ownerOf('outside'), ownerOf('outside/c')]).toEqual([MINE, MINE]);
    });

    it('can be given back', async () => {
      chownSync(join(root, 'given/a'), OTHER.uid, OTHER.gid);
      await giveFolder(join(root, 'given'), MINE);
      expect(ownerOf('given/a')).toEqual(MINE);
    });
  },
);
