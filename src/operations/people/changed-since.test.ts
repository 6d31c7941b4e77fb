import { chmodSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { unchangedArtifacts } from '../../handoffs/unchanged-artifacts.ts';
import { changedSince } from './changed-since.ts';

const unchanged = async (root: string, commit: string, artifacts: string[]): Promise<string[]> => {
  const changes = await changedSince(root, commit);
  return unchangedArtifacts({ artifacts }, await changes(artifacts)).map(
    ({ message }) => message.split(' ')[0]!,
  );
};

describe('what was changed since a commit', () => {
  it('is what differs from it, committed or not', async () => {
    const root = repositoryWith({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n', 'd.md': 'd\n' });
    writeFiles(root, { 'a.md': 'A\n' });
    gitIn(root, 'commit', '--quiet', '--all', '-m', 'next');
    writeFiles(root, { 'b.md': 'B\n', 'c.md': 'C\n' });
    gitIn(root, 'add', 'c.md');
    const all = ['a.md', 'b.md', 'c.md', 'd.md'];
    expect(await unchanged(root, 'HEAD~1', all)).toEqual(['d.md']);
    expect(await unchanged(root, 'HEAD', all)).toEqual(['a.md', 'd.md']);
  });

  it('is nothing where bytes were put back, touched, or made executable', async () => {
    const root = repositoryWith({ 'a.md': 'a\n', 'b.md': 'b\n' });
    writeFiles(root, { 'a.md': 'A\n' });
    gitIn(root, 'commit', '--quiet', '--all', '-m', 'next');
    writeFiles(root, { 'a.md': 'a\n' });
    utimesSync(join(root, 'b.md'), 1, 1);
    chmodSync(join(root, 'b.md'), 0o755);
    expect(await unchanged(root, 'HEAD~1', ['a.md', 'b.md'])).toEqual(['a.md', 'b.md']);
  });

  it('is every file that the commit does not have, those that git ignores too', async () => {
    const root = repositoryWith({ '.gitignore': 'out\n', 'src/a.ts': 'a\n', 'doc/a.md': 'a\n' });
    writeFiles(root, { 'out/plan.md': 'x\n', 'new.md': 'x\n', 'src/b.ts': 'b\n', '-x y$(z)*.md': 'x\n' });
    const listed = ['out/plan.md', 'out', 'new.md', 'src/b.ts', 'src/', '-x y$(z)*.md'];
    expect(await unchanged(root, 'HEAD', [...listed, 'doc', './doc/a.md', '.gitignore'])).toEqual([
      'doc',
      './doc/a.md',
      '.gitignore',
    ]);
  });

  it('is told relative to a folder inside of the repository', async () => {
    const root = repositoryWith({ 'a.md': 'a\n', 'sub/a.md': 'a\n', 'sub/b.md': 'b\n' });
    writeFiles(root, { 'a.md': 'A\n', 'sub/b.md': 'B\n' });
    expect(await unchanged(join(root, 'sub'), 'HEAD', ['a.md', 'b.md'])).toEqual(['a.md']);
  });

  it('is not guessed where there is no such commit, or no repository', async () => {
    const root = repositoryWith({ 'a.md': 'a\n' });
    for (const commit of ['nowhere', '-p', '', 'HEAD:a.md', '--all'])
      await expect(changedSince(root, commit), commit).rejects.toMatchObject({ code: 'USAGE_INVALID' });
    const plain = join(temporaryFolder(), 'plain');
    mkdirSync(plain);
    await expect(changedSince(plain, 'HEAD')).rejects.toMatchObject({ code: 'PROJECT_NOT_GIT' });
  });
});
