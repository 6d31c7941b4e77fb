import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { giveFolder } from '../../std/disk/give-folder.ts';
import { git, gitLine } from '../../std/processes/git.ts';
import {
  readFiles,
  type TemporaryRepository,
  temporaryDirectory,
  temporaryRepository,
  writeFiles,
} from './temporary-repository.fixture.ts';
import { gitWorkspaces, type Workspaces, type WorkspacesOptions } from './workspaces.ts';

const FILES = { 'src/a.js': 'a\n', 'README.md': 'read me\n', '.gitignore': 'node_modules/\n' };

const workspacesOf = (
  made: TemporaryRepository,
  more: Partial<WorkspacesOptions> = {},
): Promise<Workspaces> =>
  gitWorkspaces({
    repository: made.repository,
    run: 'demo',
    directory: made.scratch,
    refs: 'refs/baton/demo',
    ...more,
  });

/** Leaves nothing of the run: no folder, and nothing that git knows of. */
const expectNothingLeft = async (made: TemporaryRepository): Promise<void> => {
  expect(await readdir(made.scratch)).toEqual([]);
  expect((await made.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)).toHaveLength(1);
  expect(await readdir(join(made.root, '.git'))).not.toContain('worktrees');
};

describe('gitWorkspaces', () => {
  it('opens, seals and closes without touching a dirty checkout of the user', async () => {
    const made = await temporaryRepository({ files: FILES });
    await made.git('stash', 'list');
    await writeFiles(made.root, { 'src/a.js': 'staged\n', 'untracked.txt': 'mine\n' });
    await made.git('add', 'src/a.js');
    await writeFiles(made.root, { 'src/a.js': 'not staged\n', 'README.md': 'stashed\n' });
    await made.git('stash', 'push', '--quiet', 'README.md');
    await writeFiles(made.root, { 'README.md': 'dirty\n' });
    const before = await made.fingerprint();
    const workspaces = await workspacesOf(made);
    const directory = await workspaces.open('coding.coder.1.1', await made.tree({ ...FILES, 'b.js': 'b\n' }));
    expect(await readFiles(directory)).toEqual({ ...FILES, 'b.js': 'b\n' });
    expect(await git(['status', '--porcelain'], { cwd: directory })).toBe('');
    await writeFiles(directory, { 'b.js': 'better\n', 'new/c.js': 'c\n', 'node_modules/x/index.js': 'x' });
    await rm(join(directory, 'README.md'));
    const { digest, bytes } = await workspaces.seal(directory);
    expect(await made.show(digest)).toEqual({
      '.gitignore': FILES['.gitignore'],
      'src/a.js': 'a\n',
      'b.js': 'better\n',
      'new/c.js': 'c\n',
    });
    expect(bytes).toBeGreaterThan(0);
    expect(await made.git('for-each-ref', '--format=%(refname)', 'refs/baton')).toBe(
      `refs/baton/demo/trees/${digest.slice('git-tree:'.length)}\n`,
    );
    await workspaces.close('coding.coder.1.1');
    await workspaces.close('coding.coder.1.1');
    expect(await made.fingerprint()).toBe(before);
    await expectNothingLeft(made);
  });

  it('works in a repository without a commit, and on the history of one with', async () => {
    const empty = await temporaryRepository();
    const first = await (await workspacesOf(empty)).open('a.1', await empty.tree({ x: 'x\n' }));
    expect(await readFiles(first)).toEqual({ x: 'x\n' });
    const made = await temporaryRepository({ files: FILES });
    const base = (await made.git('rev-parse', 'HEAD')).trim();
    const tree = await made.tree(FILES);
    const directory = await (await workspacesOf(made, { base })).open('a.1', tree);
    const log = (await git(['log', '--format=%H %s'], { cwd: directory })).trim().split('\n');
    expect(log[0]).toMatch(/What this work starts from$/);
    expect(log[1]).toBe(`${base} user`);
  });

  it('seals files as they are, whatever the agent committed, checked out or staged', async () => {
    const made = await temporaryRepository({ files: FILES });
    const workspaces = await workspacesOf(made);
    const directory = await workspaces.open('a.1', await made.tree(FILES));
    const as = {
      cwd: directory,
      env: {
        GIT_AUTHOR_NAME: 'A',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@b',
      },
    };
    await writeFiles(directory, { 'committed.txt': '1\n' });
    await git(['add', '-A'], as);
    await git(['commit', '-qm', 'agent'], as);
    await writeFiles(directory, { 'committed.txt': '2\n', 'loose.txt': '3\n' });
    await git(['update-index', '--assume-unchanged', 'committed.txt'], as);
    const { digest } = await workspaces.seal(directory);
    expect(await made.show(digest)).toEqual({ ...FILES, 'committed.txt': '2\n', 'loose.txt': '3\n' });
    expect((await made.git('log', '--oneline', 'HEAD')).trim().split('\n')).toHaveLength(1);
  });

  it('takes no word from the .git file of a working tree', async () => {
    const made = await temporaryRepository({ files: FILES });
    const before = await made.fingerprint();
    const workspaces = await workspacesOf(made);
    const directory = await workspaces.open('a.1', await made.tree(FILES));
    const evil = await temporaryDirectory();
    await git(['init', '-q', evil], { cwd: evil });
    await git(['config', 'filter.evil.clean', `touch ${evil}/ran; cat`], { cwd: evil });
    await writeFiles(directory, { '.gitattributes': '* filter=evil\n', 'x.txt': 'x\n' });
    await writeFile(join(directory, '.git'), `gitdir: ${evil}/.git\n`);
    const { digest } = await workspaces.seal(directory);
    expect(Object.keys(await made.show(digest))).toContain('x.txt');
    expect(await readdir(evil)).toEqual(['.git']);
    await writeFile(join(directory, '.git'), `gitdir: ${made.root}/.git\n`);
    await workspaces.update(directory, await made.tree({ 'only.txt': 'only\n' }));
    expect(await readFiles(directory)).toEqual({ 'only.txt': 'only\n' });
    await workspaces.close('a.1');
    expect(await made.fingerprint()).toBe(before);
    await expectNothingLeft(made);
  });

  it('updates the files to another tree exactly, and keeps what is ignored', async () => {
    const made = await temporaryRepository({ files: FILES });
    const workspaces = await workspacesOf(made);
    const tree = await made.tree(FILES);
    const [directory, neighbour] = [await workspaces.open('a.1', tree), await workspaces.open('b.1', tree)];
    await writeFiles(directory, {
      'src/a.js': 'mine\n',
      'junk/x': 'x',
      'node_modules/m': 'm',
      'src/b.js': 'b',
    });
    await git(['add', 'src/b.js'], { cwd: directory });
    await git(['init', '-q', 'nested'], { cwd: directory });
    const index = await gitLine(['rev-parse', '--absolute-git-dir'], { cwd: directory });
    await writeFile(join(index, 'index.lock'), 'left by a killed git');
    const others = await made.tree({ ...FILES, 'src/o.js': 'theirs\n' });
    const marked = await made.tree({ ...FILES, 'src/o.js': 'theirs\n', 'src/a.js': '<<<<<<<\n' });
    await workspaces.update(directory, marked, others);
    await rm(join(index, 'index.lock'));
    expect(await readFiles(directory)).toEqual({
      ...FILES,
      'src/o.js': 'theirs\n',
      'src/a.js': '<<<<<<<\n',
      'node_modules/m': 'm',
    });
    expect(await readdir(directory)).not.toContain('nested');
    expect(await git(['diff', '--name-only', 'HEAD'], { cwd: directory })).toBe('src/a.js\n');
    expect(await git(['diff', '--name-only'], { cwd: directory })).toBe('');
    expect(await readFiles(neighbour)).toEqual(FILES);
    await writeFile(join(index, 'index'), 'spoiled');
    await workspaces.update(directory, tree);
    expect(await git(['status', '--porcelain'], { cwd: directory })).toBe('');
    expect((await workspaces.seal(directory)).digest).toBe(tree);
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'leaves a tree with the user who has it, with all that it writes there',
    async () => {
      const made = await temporaryRepository({ files: FILES });
      const workspaces = await workspacesOf(made);
      const directory = await workspaces.open('a.1', await made.tree(FILES));
      const other = { uid: 61_184, gid: 61_184 };
      await giveFolder(directory, other);
      await workspaces.update(directory, await made.tree({ ...FILES, 'new/b.js': 'b\n' }));
      for (const path of ['.', 'new', 'new/b.js', 'src/a.js', '.git'])
        expect(await lstat(join(directory, path)), path).toMatchObject(other);
      expect(await lstat(made.root)).toMatchObject({ uid: 0 });
      await workspaces.close('a.1');
      await expectNothingLeft(made);
    },
  );

  it('gives the project inside the repository, and sees what is outside of it too', async () => {
    const files = { 'top.txt': 'top\n', 'packages/app/a.js': 'a\n' };
    const made = await temporaryRepository({ project: 'packages/app', files });
    const workspaces = await workspacesOf(made);
    const directory = await workspaces.open('a.1', await made.tree(files));
    expect(directory).toBe(join(made.scratch, 'baton.demo.a.1', 'packages', 'app'));
    await writeFiles(directory, { 'b.js': 'b\n', '../../top.txt': 'changed\n' });
    expect(await made.show((await workspaces.seal(directory)).digest)).toEqual({
      'top.txt': 'changed\n',
      'packages/app/a.js': 'a\n',
      'packages/app/b.js': 'b\n',
    });
    const without = await workspaces.open('b.1', await made.tree({ 'top.txt': 'top\n' }));
    expect(await readdir(without)).toEqual([]);
    const outside = await temporaryDirectory();
    const trap = await made.tree({ packages: { link: outside } });
    await expect(workspaces.open('c.1', trap)).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
    expect(await readdir(outside)).toEqual([]);
  });

  it('leaves out what is excluded', async () => {
    const made = await temporaryRepository({ files: FILES });
    const workspaces = await workspacesOf(made, { exclude: ['.baton/runs'] });
    const directory = await workspaces.open('a.1', await made.tree(FILES));
    await writeFiles(directory, { '.baton/runs/demo/plan.md': 'x', '.baton/kept': 'y' });
    expect(await made.show((await workspaces.seal(directory)).digest)).toEqual({
      ...FILES,
      '.baton/kept': 'y',
    });
  });

  it('opens many at once', async () => {
    const made = await temporaryRepository({ files: FILES });
    const tree = await made.tree(FILES);
    const both = [
      await workspacesOf(made),
      await workspacesOf(made, { run: 'second', refs: 'refs/baton/second' }),
    ];
    const keys = Array.from({ length: 6 }, (_, index) => `coding.coder.item${index}.1`);
    const opened = await Promise.all(
      both.flatMap((workspaces) => keys.map((key) => workspaces.open(key, tree))),
    );
    expect(new Set(opened).size).toBe(12);
    for (const directory of opened) expect(await readFiles(directory)).toEqual(FILES);
    const digests = await Promise.all(opened.map((directory, n) => both[n < 6 ? 0 : 1]!.seal(directory)));
    expect(new Set(digests.map(({ digest }) => digest))).toEqual(new Set([tree]));
    await both[0]!.sweep([]);
    expect((await readdir(made.scratch)).every((name) => name.startsWith('baton.second.'))).toBe(true);
    await Promise.all(keys.map((key) => both[1]!.close(key)));
    await expectNothingLeft(made);
  });

  it('opens a key again clean, whatever a crash left of it', async () => {
    const made = await temporaryRepository({ files: FILES });
    const workspaces = await workspacesOf(made);
    const tree = await made.tree(FILES);
    const directory = await workspaces.open('a.1', tree);
    await writeFiles(directory, { 'half.txt': 'half' });
    await rm(join(directory, '.git'));
    await mkdir(join(directory, 'locked'));
    await writeFiles(directory, { 'locked/file': 'x' });
    await chmod(join(directory, 'locked'), 0o500);
    const later = await workspacesOf(made);
    expect(await later.find('a.1')).toBe(directory);
    expect(await later.find('a.2')).toBeUndefined();
    expect(await later.open('a.1', tree)).toBe(directory);
    expect(await readFiles(directory)).toEqual(FILES);
    await rm(directory, { recursive: true });
    expect(await later.find('a.1')).toBeUndefined();
    await symlink(made.root, directory);
    await expect(later.update(directory, tree)).rejects.toMatchObject({ code: 'GIT_FAILED' });
    expect(await readFiles(await later.open('a.1', tree))).toEqual(FILES);
  });

  it('sweeps what crashes left, and nothing that is not of this run', async () => {
    const made = await temporaryRepository({ files: FILES });
    const tree = await made.tree(FILES);
    const mine = join(await temporaryDirectory(), 'baton.demo.mine');
    await made.git('worktree', 'add', '--quiet', '--detach', mine);
    const before = await made.fingerprint();
    const workspaces = await workspacesOf(made);
    const longer = await workspacesOf(made, { run: 'demo-2', refs: 'refs/baton/demo-2' });
    const kept = await workspaces.open('kept.1', tree);
    const other = await longer.open('a.1', tree);
    const gone = await workspaces.open('gone.1', tree);
    const vanished = await workspaces.open('vanished.1', tree);
    await rm(vanished, { recursive: true });
    await mkdir(join(made.scratch, 'baton.demo.half.1'));
    await mkdir(join(made.root, '.git/worktrees/baton.demo.begun.1'));
    await made.git('worktree', 'lock', gone);
    const removed = await (await workspacesOf(made)).sweep(['kept.1', 'never.1']);
    expect(removed).toEqual([gone, join(made.scratch, 'baton.demo.half.1'), vanished].sort());
    expect((await readdir(made.scratch)).sort()).toEqual(['baton.demo-2.a.1', 'baton.demo.kept.1']);
    expect((await readdir(join(made.root, '.git/worktrees'))).sort()).toHaveLength(3);
    for (const directory of [kept, other, mine]) expect(await readFiles(directory)).toEqual(FILES);
    await workspaces.sweep([]);
    await longer.sweep([]);
    await made.git('worktree', 'remove', mine);
    expect(await made.fingerprint()).toBe(before);
    await expectNothingLeft(made);
  });

  it('sweeps the empty directory that a kill left after the last working tree', async () => {
    const made = await temporaryRepository({ files: FILES });
    await mkdir(join(made.root, '.git/worktrees'));
    expect(await (await workspacesOf(made)).sweep([])).toEqual([]);
    await expectNothingLeft(made);
  });

  it('refuses hostile names and places', async () => {
    const made = await temporaryRepository({ files: FILES });
    const workspaces = await workspacesOf(made);
    const tree = await made.tree(FILES);
    for (const key of ['..', '../x', 'a/b', '', '-f', 'a..b', '.git', 'a\0b', 'ü', 'a'.repeat(300)]) {
      await expect(workspaces.open(key, tree)).rejects.toMatchObject({ code: 'NAME_INVALID' });
      await expect(workspaces.close(key)).rejects.toMatchObject({ code: 'NAME_INVALID' });
    }
    for (const run of ['..', 'a/b', 'a.b', '-f'])
      await expect(workspacesOf(made, { run })).rejects.toMatchObject({ code: 'NAME_INVALID' });
    for (const directory of [made.root, join(made.root, 'x')])
      await expect(workspacesOf(made, { directory })).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
    for (const directory of [made.root, made.scratch, '/', join(made.scratch, 'baton.other.a.1')])
      await expect(workspaces.seal(directory)).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
    await expect(workspaces.update(join(made.scratch, 'baton.demo.a.1'), tree)).rejects.toMatchObject({
      code: 'GIT_FAILED',
    });
    await expect(workspaces.open('a.1', 'git-tree:HEAD')).rejects.toMatchObject({ code: 'FIELD_INVALID' });
    const planted = join(made.scratch, 'baton.demo.planted.1');
    await symlink(made.root, planted);
    await workspaces.sweep([]);
    expect(await readFile(join(made.root, 'README.md'), 'utf8')).toBe('read me\n');
    await expectNothingLeft(made);
  });

  it('gives all files where the user has a sparse checkout', async () => {
    const made = await temporaryRepository({ files: { 'in/a': 'a\n', 'out/b': 'b\n', top: 't\n' } });
    await made.git('sparse-checkout', 'set', 'in');
    const workspaces = await workspacesOf(made);
    const tree = await made.tree({ 'in/a': 'a\n', 'out/b': 'b\n', top: 't\n' });
    const directory = await workspaces.open('a.1', tree);
    expect(Object.keys(await readFiles(directory)).sort()).toEqual(['in/a', 'out/b', 'top']);
    await writeFiles(directory, { 'out/b': 'changed\n', 'out/c': 'new\n' });
    expect(await made.show((await workspaces.seal(directory)).digest)).toEqual({
      'in/a': 'a\n',
      'out/b': 'changed\n',
      'out/c': 'new\n',
      top: 't\n',
    });
  });

  it('gives files as they are in the tree, and seals them as they lie there, without the filters of the user', async () => {
    const files = {
      'a.up': 'Hello\n',
      '.gitattributes': '*.up filter=case\n*.bat text eol=crlf\n',
      'a.bat': 'x\n',
    };
    const made = await temporaryRepository({ files });
    await made.git('config', 'filter.case.clean', 'tr A-Z a-z');
    await made.git('config', 'filter.case.smudge', 'tr a-z A-Z');
    await made.git('config', 'core.autocrlf', 'true');
    const workspaces = await workspacesOf(made);
    const tree = await made.tree(files);
    const directory = await workspaces.open('a.1', tree);
    expect(await readFiles(directory)).toEqual(files);
    expect((await workspaces.seal(directory)).digest).toBe(tree);
    await writeFiles(directory, { 'a.up': 'Other\n' });
    expect(await made.show((await workspaces.seal(directory)).digest)).toMatchObject({ 'a.up': 'Other\n' });
  });
});
