import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/repository.ts';
import { findProject } from './find-project.ts';

const made = (dotGit: (path: string) => void) => {
  const root = temporaryFolder();
  const folder = join(root, 'below');
  mkdirSync(folder);
  dotGit(join(root, '.git'));
  return { root, folder, found: findProject(folder) };
};

it('is the repository that a folder belongs to', () => {
  const { root, found } = made((path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/main\n');
  });
  expect(found).toBe(root);
});

it('is also a working tree of another repository', () => {
  const { root, found } = made((path) => writeFileSync(path, 'gitdir: /elsewhere/.git/worktrees/one\n'));
  expect(found).toBe(root);
});

it('is the folder itself where what is above is only called .git', () => {
  const { folder, found } = made((path) => mkdirSync(path));
  expect(found).toBe(folder);
});
