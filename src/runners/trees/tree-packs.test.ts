// Packs between two repositories of one project, with git itself.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { git } from '../../std/processes/git.ts';
import { findRepository } from './repository.ts';
import { missingFrom, treePacks, unpackTree } from './tree-packs.ts';

const repository = async () => {
  const root = mkdtempSync(join(tmpdir(), 'baton-packs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  await git(['init', '--quiet'], { cwd: root });
  return findRepository(root);
};

it('carries a tree with all that is in it, and nothing for one that is not there', async () => {
  const [from, to] = [await repository(), await repository()];
  writeFileSync(join(from.root, 'a.txt'), 'a\n');
  await git(['add', '--all'], { cwd: from.root });
  const oid = (await git(['write-tree'], { cwd: from.root })).trim();
  const packs = treePacks(from, null);
  expect(await packs.pack('c'.repeat(40), [])).toEqual([]);
  const [packed] = await packs.pack(oid, []);
  await unpackTree(to, 'refs/baton/r', packed!);
  expect(await missingFrom(to, [oid, 'c'.repeat(40)])).toEqual(['c'.repeat(40)]);
  expect(await git(['cat-file', '-p', `${oid}:a.txt`], { cwd: to.root })).toBe('a\n');
});
