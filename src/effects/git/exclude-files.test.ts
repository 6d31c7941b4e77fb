import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { treeOid } from '../../model/run/sealed.ts';
import { sweepWorktrees } from '../../runners/trees/worktree.ts';
import { excludeFiles } from './exclude-files.ts';
import { type TemporaryRepository, temporaryRepository } from './temporary-repository.fixture.ts';

const BEFORE = { 'kept.txt': 'kept\n', 'changed.txt': 'before\n', 'gone.txt': 'here\n' };
const AFTER = {
  'kept.txt': 'kept\n',
  'changed.txt': 'after\n',
  'sp ace "q".txt': 'new\n',
  'new/a.txt': 'a\n',
  'new/deep/b.txt': 'b\n',
};

const contextOf = (made: TemporaryRepository) => ({
  repository: made.repository,
  scratchDirectory: join(made.scratch, 'indexes'),
});

const treesOf = async (made: TemporaryRepository) => ({
  base: await made.tree(BEFORE),
  tree: await made.tree(AFTER),
});

const filesIn = async (made: TemporaryRepository, tree: string): Promise<string[]> =>
  (await made.git('ls-tree', '-r', '-z', '--name-only', treeOid(tree)))
    .split('\0')
    .filter((name) => name !== '');

it('leaves the named changes out: changed, removed and new files, whole directories, names with spaces and quotes', async () => {
  const made = await temporaryRepository({ files: BEFORE });
  const files = ['changed.txt', 'gone.txt', './sp ace "q".txt', 'new/'];
  const { tree, unknown } = await excludeFiles(contextOf(made), { ...(await treesOf(made)), files });
  expect(unknown).toEqual([]);
  expect(tree).toBe(await made.tree(BEFORE));
});

it('leaves every other change as it is', async () => {
  const made = await temporaryRepository({ files: BEFORE });
  const { tree } = await excludeFiles(contextOf(made), { ...(await treesOf(made)), files: ['new/deep'] });
  expect(await filesIn(made, tree)).toEqual(['changed.txt', 'kept.txt', 'new/a.txt', 'sp ace "q".txt']);
});

it('takes nothing back when one of the names stands for no change', async () => {
  const made = await temporaryRepository({ files: BEFORE });
  const trees = await treesOf(made);
  const { tree, unknown } = await excludeFiles(contextOf(made), {
    ...trees,
    files: ['new', 'kept.txt', 'nev'],
  });
  expect(unknown).toEqual(['kept.txt', 'nev']);
  expect(tree).toBe(trees.tree);
});

it('works in an index that is gone afterwards, at a place that is swept of what a dead process left', async () => {
  const made = await temporaryRepository({ files: BEFORE });
  const { scratchDirectory } = contextOf(made);
  await excludeFiles(contextOf(made), { ...(await treesOf(made)), files: ['new'] });
  expect(readdirSync(scratchDirectory)).toEqual([]);
  const left = join(scratchDirectory, '1-1-0a.index');
  await writeFile(left, 'torn');
  await sweepWorktrees(scratchDirectory);
  expect(existsSync(left)).toBe(false);
});
