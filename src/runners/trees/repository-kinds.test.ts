// Repositories that are not plain clones: each is sealed and run, or it is said why not.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  gitIn,
  pictureOf,
  repositoryWith,
  temporaryFolder,
  writeFiles,
} from '../../../test/fixtures/repository.ts';
import { seal } from '../../../test/fixtures/sealed.ts';
import { treeDigest, treeOid } from '../../model/run/sealed.ts';
import { ignoredNewTests } from '../side/ignored-tests.ts';
import { sharedGitDirectory } from './own-git.ts';
import { findRepository } from './repository.ts';
import { listTree } from './tree-files.ts';
import { checkOutTree } from './worktree.ts';

const sealed = async (root: string): Promise<string[]> => {
  const { repository, tree } = await seal(root);
  return [...(await listTree(repository, tree)).keys()];
};

/** A clone of another repository, which is there only as a remote. */
const cloneOf = (origin: string, ...options: string[]): string => {
  const root = join(temporaryFolder(), 'clone');
  gitIn(origin, 'config', 'uploadpack.allowFilter', 'true');
  gitIn(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  gitIn(origin, 'clone', '--quiet', ...options, `file://${origin}`, root);
  return root;
};

const withHistory = (): string => {
  const origin = repositoryWith({ 'a.txt': 'one', 'b.txt': 'same' });
  writeFiles(origin, { 'a.txt': 'two' });
  gitIn(origin, 'commit', '--quiet', '-am', 'two');
  return origin;
};

describe('a repository inside of the project', () => {
  it('counts as its commit; one without a commit counts as nothing', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    for (const name of ['empty', 'deep/empty', 'with']) {
      writeFiles(root, { [`${name}/x.txt`]: 'x' });
      gitIn(join(root, name), 'init', '--quiet');
    }
    gitIn(join(root, 'with'), 'add', '--all');
    gitIn(join(root, 'with'), 'commit', '--quiet', '-m', 'x');
    const before = pictureOf(root);
    expect(await sealed(root)).toEqual(['a.txt', 'with']);
    expect(pictureOf(root)).toEqual(before);
  });

  it('does not hide files that are tracked, nor new ones beside them', async () => {
    const root = repositoryWith({ 'src/a.txt': 'a' });
    gitIn(join(root, 'src'), 'init', '--quiet');
    writeFiles(root, { 'src/a.txt': 'changed', 'src/new.txt': 'n' });
    const { repository, tree } = await seal(root);
    expect([...(await listTree(repository, tree)).keys()]).toEqual(['src/a.txt', 'src/new.txt']);
    expect(gitIn(root, 'show', `${treeOid(tree)}:src/a.txt`)).toBe('changed');
  });

  it('is found as the project’s own where Baton is started in it', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const inner = repositoryWith({ 'b.txt': 'b' }, root);
    expect(await sealed(inner)).toEqual(['b.txt']);
  });
});

describe('a submodule', () => {
  it('is its commit, whatever lies in its checkout', async () => {
    const library = repositoryWith({ 'lib.txt': 'l' });
    const root = repositoryWith({ 'a.txt': 'a' });
    gitIn(root, 'submodule', '--quiet', 'add', library, 'lib');
    gitIn(root, 'commit', '--quiet', '-m', 'lib');
    writeFiles(root, { 'lib/lib.txt': 'changed', 'lib/new.txt': 'n' });
    const { repository, tree, scratch } = await seal(root);
    expect(treeOid(tree)).toBe(gitIn(root, 'rev-parse', 'HEAD^{tree}').trim());
    const worktree = await checkOutTree(repository, tree, scratch);
    expect(readFileSync(join(worktree.tree, 'lib/lib.txt'), 'utf8')).toBe('l');
    expect(readdirSync(join(worktree.tree, 'lib')).sort()).toEqual(['.git', 'lib.txt']);
    // A project that is a submodule has its git directory elsewhere.
    expect(await sealed(join(root, 'lib'))).toEqual(['lib.txt', 'new.txt']);
  });
});

describe('clones', () => {
  it.each(['shallow', 'borrowing'])('that are %s are whole where it matters', async (kind) => {
    const origin = withHistory();
    const root = kind === 'shallow' ? cloneOf(origin, '--depth=1') : join(temporaryFolder(), 'clone');
    if (kind === 'borrowing') gitIn(origin, 'clone', '--quiet', '--shared', origin, root);
    writeFiles(root, { 'c.txt': 'c' });
    const { repository, tree, scratch } = await seal(root);
    const worktree = await checkOutTree(repository, tree, scratch);
    expect(readFileSync(join(worktree.tree, 'a.txt'), 'utf8')).toBe('two');
    expect(gitIn(worktree.tree, 'status', '--porcelain')).toBe('');
  });

  it('that are partial bring what a tree needs, by its id', async () => {
    const origin = withHistory();
    const root = cloneOf(origin, '--filter=blob:none');
    const old = treeDigest(gitIn(root, 'rev-parse', 'HEAD~1^{tree}').trim());
    const repository = await findRepository(root);
    const before = pictureOf(root);
    const worktree = await checkOutTree(repository, old, temporaryFolder());
    expect(readFileSync(join(worktree.tree, 'a.txt'), 'utf8')).toBe('one');
    expect(pictureOf(root)).toEqual(before);
  });

  it('that are partial say so where the remote does not answer', async () => {
    const origin = withHistory();
    const root = cloneOf(origin, '--filter=blob:none');
    const old = treeDigest(gitIn(root, 'rev-parse', 'HEAD~1^{tree}').trim());
    rmSync(origin, { recursive: true });
    const scratch = temporaryFolder();
    await expect(checkOutTree(await findRepository(root), old, scratch)).rejects.toMatchObject({
      code: 'OBJECT_MISSING',
      message: expect.stringContaining('a.txt'),
      hint: expect.stringContaining('partial clone'),
    });
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('say so where an object was lost', async () => {
    const root = withHistory();
    const { repository, tree, scratch } = await seal(root);
    const oid = gitIn(root, 'rev-parse', 'HEAD:a.txt').trim();
    rmSync(join(root, '.git/objects', oid.slice(0, 2), oid.slice(2)));
    await expect(checkOutTree(repository, tree, scratch)).rejects.toMatchObject({
      code: 'OBJECT_MISSING',
      message: expect.stringContaining('a.txt'),
    });
  });
});

describe('refs of Baton', () => {
  it('name the sealed tree though it is replaced, or the ref was made a symbolic one', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    const main = gitIn(root, 'rev-parse', 'main').trim();
    gitIn(root, 'symbolic-ref', 'refs/baton/test/one', 'refs/heads/main');
    writeFiles(root, { 'b.txt': 'b' });
    const { tree } = await seal(root);
    expect(gitIn(root, 'rev-parse', 'main').trim()).toBe(main);
    gitIn(root, 'replace', treeOid(tree), gitIn(root, 'rev-parse', 'HEAD^{tree}').trim());
    const again = await seal(root);
    expect(again.tree).toBe(tree);
    expect(gitIn(root, 'rev-parse', 'refs/baton/test/one').trim()).toBe(treeOid(tree));
    const worktree = await checkOutTree(again.repository, tree, again.scratch);
    expect(readdirSync(worktree.tree).sort()).toEqual(['.git', 'a.txt', 'b.txt']);
  });
});

describe('what is ignored', () => {
  it('is not sealed, whoever says so, and tests among it are named with the rule', async () => {
    const root = repositoryWith({ 'a.test.js': 'a', '.gitignore': 'dist\nnode_modules\n*.log\n' });
    writeFileSync(join(root, '../ignore'), 'test_hidden.py\n');
    gitIn(root, 'config', 'core.excludesFile', join(root, '../ignore'));
    writeFiles(root, {
      '.git/info/exclude': 'b.test.js\n/more/\n',
      'b.test.js': 'b',
      'more/tests/c.js': 'c',
      'more/plain.js': 'p',
      'test_hidden.py': 'h',
      'dist/a.test.js': 'd',
      'node_modules/x/x.test.js': 'x',
      'test/x.log': 'l',
      'inner/d.test.js': 'i',
    });
    gitIn(join(root, 'inner'), 'init', '--quiet');
    expect(await sealed(root)).toEqual(['.gitignore', 'a.test.js']);
    const found = await ignoredNewTests(await findRepository(root));
    expect(found.map(({ path, pattern }) => `${path} ${pattern}`)).toEqual([
      'b.test.js b.test.js',
      'inner/d.test.js ',
      'more/tests/c.js /more/',
      'test/x.log *.log',
      'test_hidden.py test_hidden.py',
    ]);
    expect(found[0]!.source).toContain('info/exclude');
    expect(found[1]!.source).toBe('inner/');
  });

  it('is walked where a rule from outside hides a folder that is usually a product', async () => {
    const root = repositoryWith({ 'a.txt': 'a' });
    writeFiles(root, { '.git/info/exclude': 'build\n', 'build/a.test.js': 'a' });
    expect(await ignoredNewTests(await findRepository(root))).toMatchObject([{ path: 'build/a.test.js' }]);
  });

  it('does not hold a test that is tracked, and is counted from the project', async () => {
    const root = repositoryWith({ 'app/a.test.js': 'a' });
    writeFiles(root, {
      '.git/info/exclude': '*.test.js\n',
      'app/a.test.js': 'changed',
      'app/b.test.js': 'b',
    });
    const repository = await findRepository(join(root, 'app'));
    expect((await ignoredNewTests(repository)).map(({ path }) => path)).toEqual(['b.test.js']);
    const { tree } = await seal(root);
    expect(gitIn(root, 'show', `${treeOid(tree)}:app/a.test.js`)).toBe('changed');
  });
});

describe('the git directory of this process', () => {
  it('is made again where it is gone', () => {
    const directory = sharedGitDirectory('sha1');
    expect(
      execFileSync('git', ['rev-parse', '--is-bare-repository'], { cwd: directory, encoding: 'utf8' }),
    ).toBe('true\n');
    // Folders for temporary files are tidied by others, too.
    rmSync(directory, { recursive: true });
    expect(sharedGitDirectory('sha1')).not.toBe(directory);
  });
});
