// Packs between two repositories of one project, with git itself.
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

it('carries of the tree that a run begins from only what no remote has', async () => {
  const [from, to] = [await repository(), await repository()];
  const commit = async (name: string): Promise<string> => {
    writeFileSync(join(from.root, name), randomBytes(50_000));
    await git(['add', '--all'], { cwd: from.root });
    const by = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
    await git([...by, 'commit', '--quiet', '--message', name], { cwd: from.root });
    return (await git(['rev-parse', 'HEAD'], { cwd: from.root })).trim();
  };
  const treeOf = async (oid: string): Promise<string> =>
    (await git(['rev-parse', `${oid}^{tree}`], { cwd: from.root })).trim();
  const pushed = await commit('a.bin');
  await git(['update-ref', 'refs/remotes/origin/main', pushed], { cwd: from.root });
  const [known] = await treePacks(from, pushed).pack(await treeOf(pushed), []);
  expect(known?.pack.length).toBeLessThan(1_000);

  const own = await commit('b.bin');
  const base = await treeOf(own);
  const packs = await treePacks(from, own).pack(base, []);
  expect(packs.map(({ oid }) => oid)).toEqual([own, base]);
  expect(packs.reduce((sum, { pack }) => sum + pack.length, 0)).toBeLessThan(60_000);
  // Whoever takes the run over has what the remote has, and no more.
  await git(['fetch', '--quiet', from.root, `${pushed}:refs/remotes/origin/main`], { cwd: to.root });
  for (const packed of packs) await unpackTree(to, 'refs/baton/r', packed);
  expect(await missingFrom(to, [own, base])).toEqual([]);
  expect(await git(['diff', '--stat', own, base], { cwd: to.root })).toBe('');

  // Of what an agent changes, only what differs from the beginning is sent.
  appendFileSync(join(from.root, 'a.bin'), 'one line more\n');
  await git(['add', '--all'], { cwd: from.root });
  const changed = (await git(['write-tree'], { cwd: from.root })).trim();
  const [small] = await treePacks(from, own).pack(changed, [own, base]);
  expect(small?.pack.length).toBeLessThan(1_000);
  await unpackTree(to, 'refs/baton/r', small!);
  expect(await git(['diff', '--name-only', own, changed], { cwd: to.root })).toBe('a.bin\n');
});
