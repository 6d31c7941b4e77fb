import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../../test/fixtures/repository.ts';
import { treeOid } from '../../model/run/sealed.ts';
import { findRepository, headCommit } from './repository.ts';
import { releaseTree, sealTree } from './sealed-tree.ts';
import { checkOutTree, removeFolder, sweepWorktrees } from './worktree.ts';

const REF = 'refs/baton/test/one';

const seal = async (project: string, more: { scratch?: string; exclude?: string[] } = {}) => {
  const scratchDirectory = more.scratch ?? temporaryFolder();
  const repository = await findRepository(project);
  const tree = await sealTree(repository, {
    scratchDirectory,
    ref: REF,
    ...(more.exclude ? { exclude: more.exclude } : {}),
  });
  return { repository, tree, scratchDirectory };
};

const filesOf = (root: string, oid: string): string[] =>
  gitIn(root, 'ls-tree', '-r', '--name-only', oid).split('\n').filter(Boolean);

describe('sealTree', () => {
  it('holds changed, new and deleted files, not ignored ones, and touches nothing of the user', async () => {
    const root = repositoryWith({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', '.gitignore': '*.log\n' });
    writeFiles(root, { 'stashed.txt': 's' });
    gitIn(root, 'stash', '--include-untracked');
    writeFiles(root, { 'a.txt': 'staged' });
    gitIn(root, 'add', 'a.txt');
    writeFiles(root, { 'a.txt': 'changed', 'new/file.txt': 'n', 'x.log': 'x' });
    gitIn(root, 'rm', '--quiet', '--cached', 'c.txt');
    gitIn(root, 'rm', '--quiet', 'b.txt');
    const before = pictureOf(root);
    const { tree, scratchDirectory } = await seal(root);
    expect(filesOf(root, treeOid(tree))).toEqual(['.gitignore', 'a.txt', 'c.txt', 'new/file.txt']);
    expect(gitIn(root, 'show', `${treeOid(tree)}:a.txt`)).toBe('changed');
    expect(pictureOf(root)).toEqual(before);
    expect(readdirSync(scratchDirectory)).toEqual([]);
  });

  it('is the same tree for the same files, however they were staged', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    writeFiles(root, { 'b.txt': 'b' });
    const one = await seal(root);
    gitIn(root, 'add', 'b.txt');
    expect((await seal(root)).tree).toBe(one.tree);
    gitIn(root, 'commit', '--quiet', '-m', 'two');
    expect((await seal(root)).tree).toBe(one.tree);
  });

  it('works without any commit, and in an empty repository', async () => {
    const root = repositoryWith({});
    expect(filesOf(root, treeOid((await seal(root)).tree))).toEqual([]);
    writeFiles(root, { 'a.txt': 'a' });
    const { repository, tree } = await seal(root);
    expect(filesOf(root, treeOid(tree))).toEqual(['a.txt']);
    expect(await headCommit(repository)).toBeUndefined();
  });

  it('seals the whole repository from a project in a subdirectory', async () => {
    const root = repositoryWith({ 'top.txt': 't', 'packages/app/a.txt': 'a' });
    writeFiles(root, { 'top.txt': 'changed' });
    const { repository, tree } = await seal(join(root, 'packages/app'));
    expect(repository.prefix).toBe('packages/app/');
    expect(gitIn(root, 'show', `${treeOid(tree)}:top.txt`)).toBe('changed');
  });

  it('works in a linked worktree of the user, whose index is elsewhere', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const linked = join(root, '../linked');
    gitIn(root, 'worktree', 'add', '--quiet', linked);
    writeFiles(linked, { 'a.txt': 'linked' });
    const { repository, tree, scratchDirectory } = await seal(linked);
    expect(gitIn(root, 'show', `${treeOid(tree)}:a.txt`)).toBe('linked');
    const worktree = await checkOutTree(repository, tree, scratchDirectory);
    expect(readFileSync(join(worktree.tree, 'a.txt'), 'utf8')).toBe('linked');
  });

  it('is kept by its ref through a garbage collection, until it is released', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    writeFiles(root, { 'b.txt': 'only here' });
    const { repository, tree } = await seal(root);
    gitIn(root, 'clean', '-fdq');
    gitIn(root, 'gc', '--quiet', '--prune=now');
    expect(gitIn(root, 'cat-file', '-t', treeOid(tree)).trim()).toBe('tree');
    await releaseTree(repository, REF);
    gitIn(root, 'gc', '--quiet', '--prune=now');
    expect(() => gitIn(root, 'cat-file', '-t', treeOid(tree))).toThrow();
  });

  it.each(['--assume-unchanged', '--skip-worktree'])('is not misled by %s', async (bit) => {
    const root = repositoryWith({ 'a.txt': 'a' });
    gitIn(root, 'update-index', bit, 'a.txt');
    writeFiles(root, { 'a.txt': 'changed' });
    const before = pictureOf(root);
    const { tree } = await seal(root);
    expect(gitIn(root, 'show', `${treeOid(tree)}:a.txt`)).toBe('changed');
    expect(pictureOf(root)).toEqual(before);
  });

  it('is not misled by a modification time that was set back', async () => {
    const root = repositoryWith({ 'a.txt': 'aaaa' });
    const longAgo = new Date(Date.now() - 100_000);
    utimesSync(join(root, 'a.txt'), longAgo, longAgo);
    gitIn(root, 'config', 'core.trustctime', 'false');
    gitIn(root, 'status');
    writeFiles(root, { 'a.txt': 'bbbb' });
    utimesSync(join(root, 'a.txt'), longAgo, longAgo);
    expect(gitIn(root, 'status', '--porcelain')).toBe('');
    expect(gitIn(root, 'show', `${treeOid((await seal(root)).tree)}:a.txt`)).toBe('bbbb');
  });

  it('keeps files outside of a sparse checkout', async () => {
    const root = repositoryWith({ 'in/a.txt': 'a', 'out/b.txt': 'b' });
    gitIn(root, 'sparse-checkout', 'set', 'in');
    expect(filesOf(root, treeOid((await seal(root)).tree))).toEqual(['in/a.txt', 'out/b.txt']);
    writeFiles(root, { 'out/b.txt': 'changed', 'out/c.txt': 'new' });
    const { tree } = await seal(root);
    expect(filesOf(root, treeOid(tree))).toEqual(['in/a.txt', 'out/b.txt', 'out/c.txt']);
    expect(gitIn(root, 'show', `${treeOid(tree)}:out/b.txt`)).toBe('changed');
  });

  it('keeps a file that is ignored but was added by force', async () => {
    const root = repositoryWith({ '.gitignore': '*.log\n' });
    writeFiles(root, { 'x.log': 'x' });
    gitIn(root, 'add', '--force', 'x.log');
    writeFiles(root, { 'x.log': 'y' });
    const { tree } = await seal(root);
    expect(gitIn(root, 'show', `${treeOid(tree)}:x.log`)).toBe('y');
  });

  it('leaves out what it is told to', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    writeFiles(root, { '.baton/runs/x/state.json': '{}', 'b.txt': 'b' });
    expect(filesOf(root, treeOid((await seal(root, { exclude: ['.baton'] })).tree))).toEqual([
      'a.txt',
      'b.txt',
    ]);
  });

  it('leaves out what is ignored as well, as a run directory is', async () => {
    const root = repositoryWith({ 'a.txt': 'a', '.gitignore': '.baton/\n' });
    writeFiles(root, { '.baton/runs/one/prompt.md': 'x', '.baton/runs/.gitignore': '*\n', 'b.txt': 'b' });
    const { tree } = await seal(root, { exclude: ['.baton', 'runs'] });
    expect(filesOf(root, treeOid(tree))).toEqual(['.gitignore', 'a.txt', 'b.txt']);
  });

  it('names repositories inside of the project by their commit, and leaves out those that have none', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const inside = repositoryWith({ 'in.txt': 'in' }, join(root, 'vendor'));
    repositoryWith({}, join(root, 'unborn'));
    writeFiles(root, { 'unborn/project/new.txt': 'n', 'unborn/other.txt': 'o' });
    const { tree } = await seal(root);
    expect(filesOf(root, treeOid(tree))).toEqual(['a.txt', 'unborn/other.txt', 'vendor/project']);
    expect(gitIn(root, 'ls-tree', treeOid(tree), 'vendor/project')).toContain(
      gitIn(inside, 'rev-parse', 'HEAD').trim(),
    );
  });

  it('runs no hook and no file system monitor of the repository', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const evil = join(root, '../evil.sh');
    writeFiles(root, { '../evil.sh': `#!/bin/sh\ntouch ${root}/../evil-ran\n` });
    chmodSync(evil, 0o755);
    gitIn(root, 'config', 'core.fsmonitor', evil);
    gitIn(root, 'config', 'core.hooksPath', join(root, '../hooks'));
    writeFiles(root, {
      '../hooks/post-index-change': `#!/bin/sh\ntouch ${root}/../evil-ran\n`,
      'b.txt': 'b',
    });
    chmodSync(join(root, '../hooks/post-index-change'), 0o755);
    const { repository, tree, scratchDirectory } = await seal(root);
    await checkOutTree(repository, tree, scratchDirectory);
    expect(readdirSync(join(root, '..'))).not.toContain('evil-ran');
  });

  it('refuses a ref that is not its own', async () => {
    const repository = await findRepository(repositoryWith({ 'a.txt': 'a' }));
    for (const ref of ['refs/heads/main', 'refs/baton/../heads/main', 'HEAD', 'refs/baton/', '-d'])
      await expect(sealTree(repository, { scratchDirectory: temporaryFolder(), ref })).rejects.toMatchObject({
        code: 'NAME_INVALID',
      });
  });

  it('says so where there is no repository', async () => {
    await expect(findRepository(temporaryFolder())).rejects.toMatchObject({ code: 'PROJECT_NOT_GIT' });
    await expect(findRepository('/no/such/folder')).rejects.toMatchObject({ code: 'GIT_MISSING' });
  });
});

describe('checkOutTree', () => {
  it('gives exactly the sealed files, in a repository of its own', async () => {
    const root = repositoryWith({ 'a.txt': 'a', 'bin/run.sh': '#!/bin/sh\n' });
    chmodSync(join(root, 'bin/run.sh'), 0o755);
    symlinkSync('a.txt', join(root, 'link'));
    symlinkSync('/etc', join(root, 'absolute'));
    const { repository, tree, scratchDirectory } = await seal(root);
    const before = pictureOf(root);
    const worktree = await checkOutTree(repository, tree, scratchDirectory);
    expect(readdirSync(worktree.tree).sort()).toEqual(['.git', 'a.txt', 'absolute', 'bin', 'link']);
    expect(lstatSync(join(worktree.tree, 'bin/run.sh')).mode & 0o111).not.toBe(0);
    expect(lstatSync(join(worktree.tree, 'link')).isSymbolicLink()).toBe(true);
    expect(gitIn(worktree.tree, 'status', '--porcelain')).toBe('');
    gitIn(worktree.tree, 'branch', 'other');
    gitIn(worktree.tree, 'commit', '--quiet', '--allow-empty', '-m', 'x');
    expect(pictureOf(root)).toEqual(before);
    await removeFolder(worktree.directory);
    expect(readdirSync(scratchDirectory)).toEqual([]);
  });

  it('writes the bytes of the blobs, whatever line ends the user configured', async () => {
    const root = repositoryWith({ 'a.txt': 'one\ntwo\n', '.gitattributes': '*.txt text eol=crlf\n' });
    gitIn(root, 'config', 'core.autocrlf', 'true');
    const { repository, tree, scratchDirectory } = await seal(root);
    const worktree = await checkOutTree(repository, tree, scratchDirectory);
    expect(readFileSync(join(worktree.tree, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it('goes through no filter of the user, neither when it seals nor when it checks out', async () => {
    const root = repositoryWith({ '.gitattributes': '*.up filter=case\n' });
    gitIn(root, 'config', 'filter.case.clean', 'tr A-Z a-z');
    gitIn(root, 'config', 'filter.case.smudge', 'tr a-z A-Z');
    writeFiles(root, { 'a.up': 'Hello' });
    const { repository, tree, scratchDirectory } = await seal(root);
    expect(gitIn(root, 'cat-file', 'blob', `${treeOid(tree)}:a.up`)).toBe('Hello');
    const worktree = await checkOutTree(repository, tree, scratchDirectory);
    expect(readFileSync(join(worktree.tree, 'a.up'), 'utf8')).toBe('Hello');
  });

  it('checks submodules out, and theirs, as the tree names them', async () => {
    const inner = repositoryWith({ 'deep.txt': 'd' });
    const library = repositoryWith({ 'lib.txt': 'l' });
    gitIn(library, 'submodule', '--quiet', 'add', inner, 'inner');
    gitIn(library, 'commit', '--quiet', '-m', 'inner');
    const root = repositoryWith({ 'a.txt': 'a' });
    gitIn(root, 'submodule', '--quiet', 'add', library, 'lib');
    gitIn(root, 'submodule', '--quiet', 'update', '--init', '--recursive');
    const { repository, tree, scratchDirectory } = await seal(root);
    // What changes in the checkout of a submodule is not in the tree.
    writeFiles(root, { 'lib/lib.txt': 'changed' });
    const worktree = await checkOutTree(repository, tree, scratchDirectory);
    expect(readFileSync(join(worktree.tree, 'lib/lib.txt'), 'utf8')).toBe('l');
    expect(readFileSync(join(worktree.tree, 'lib/inner/deep.txt'), 'utf8')).toBe('d');
    expect(worktree.files.map(({ entry }) => entry.path)).toContain('lib/inner/deep.txt');
  });

  it('leaves the folder of a submodule that is not there empty', async () => {
    const library = repositoryWith({ 'lib.txt': 'l' });
    const root = repositoryWith({ 'a.txt': 'a' });
    gitIn(root, 'submodule', '--quiet', 'add', library, 'lib');
    gitIn(root, 'submodule', '--quiet', 'deinit', '--force', 'lib');
    const { repository, tree, scratchDirectory } = await seal(root);
    const worktree = await checkOutTree(repository, tree, scratchDirectory);
    expect(readdirSync(join(worktree.tree, 'lib'))).toEqual([]);
  });

  it('works on a sha256 repository', async () => {
    const root = join(temporaryFolder(), 'project');
    mkdirSync(root);
    gitIn(root, 'init', '--quiet', '--object-format=sha256');
    writeFiles(root, { 'a.txt': 'a' });
    const { repository, tree, scratchDirectory } = await seal(root);
    expect(treeOid(tree)).toHaveLength(64);
    const worktree = await checkOutTree(repository, tree, scratchDirectory);
    expect(readdirSync(worktree.tree)).toContain('a.txt');
  });
});

describe('sweepWorktrees', () => {
  it('removes what dead owners left, and nothing else', async () => {
    const { repository, tree, scratchDirectory } = await seal(repositoryWith({ 'a.txt': 'a' }));
    const mine = await checkOutTree(repository, tree, scratchDirectory);
    writeFiles(scratchDirectory, {
      '999999999-5-0a0a0a0a/tree/x': 'x',
      '999999999-5-0b0b0b0b-0000-4000-8000-000000000000.index': 'x',
      'keep-me/x': 'x',
    });
    chmodSync(join(scratchDirectory, '999999999-5-0a0a0a0a/tree'), 0o500);
    expect(await sweepWorktrees(scratchDirectory)).toHaveLength(2);
    expect(readdirSync(scratchDirectory).sort()).toEqual(
      [mine.directory.split('/').at(-1), 'keep-me'].sort(),
    );
    expect(await sweepWorktrees('/no/such/folder')).toEqual([]);
  });
});
