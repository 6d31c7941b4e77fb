// What an agent with a shell can set in a repository, one by one. What is run must be what is sealed, and what is sealed
// must be what lies on disk.
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { gitIn, repositoryWith, temporaryFolder, writeFiles } from '../../../test/fixtures/repository.ts';
import { placeOf, seal } from '../../../test/fixtures/sealed.ts';
import { treeDigest, treeOid } from '../../model/run/sealed.ts';
import { git } from '../../std/processes/git.ts';
import { scratchDirectory } from '../commands/place.ts';
import { reexecute } from '../commands/reexecute.ts';
import { findRepository } from './repository.ts';
import { sealTree } from './sealed-tree.ts';
import { diffTrees } from './tree-diff.ts';
import { listTree, objectsOf, readBlob } from './tree-files.ts';
import { checkOutTree } from './worktree.ts';

const PYTHON = {
  'calc.py': 'def add(a, b):\n    return a - b\n',
  'test_calc.py': 'from calc import add\n\ndef test_add():\n    assert add(1, 2) == 3\n',
};
/** What a liar would like to have run in the place of the broken module. */
const GOOD = 'def add(a, b):\n    return a + b\n';
const LINE = 'python3 -c "import calc; assert calc.add(1, 2) == 3"';

const stored = (root: string, path: string): string =>
  execFileSync('git', ['--no-replace-objects', 'cat-file', 'blob', path], { cwd: root, encoding: 'utf8' });

/** The module is broken, on disk, in the sealed tree and where it is run. */
const expectBroken = async (root: string, line = LINE): Promise<void> => {
  const place = placeOf(root);
  const repository = await findRepository(root);
  const tree = await sealTree(repository, {
    scratchDirectory: scratchDirectory(place),
    ref: 'refs/baton/test/one',
  });
  expect(stored(root, `${treeOid(tree)}:calc.py`)).toBe(readFileSync(join(root, 'calc.py'), 'utf8'));
  const evidence = await reexecute({ place, tree, line, sandbox: 'none' });
  expect(evidence).toMatchObject({ kind: 'command', exit: 1 });
};

const blobOf = (root: string, text: string): string =>
  execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: root, input: text, encoding: 'utf8' }).trim();

const program = (text: string): string => {
  const path = join(temporaryFolder(), 'program.sh');
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
};

const good = (): string => program(`cat >/dev/null; printf '${GOOD.replaceAll('\n', '\\n')}'`);

const before = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});

describe('a broken module stays broken', () => {
  it('though its blob is replaced', async () => {
    const root = repositoryWith(PYTHON);
    gitIn(root, 'replace', blobOf(root, PYTHON['calc.py']), blobOf(root, GOOD));
    expect(gitIn(root, 'show', 'HEAD:calc.py')).toBe(GOOD);
    await expectBroken(root);
    const { repository, tree } = await seal(root);
    const file = (await listTree(repository, tree)).get('calc.py');
    expect(await readBlob(repository, file!.oid, 1_000)).toBe(PYTHON['calc.py']);
  });

  it('though its tree is replaced, also in what is compared', async () => {
    const root = repositoryWith(PYTHON);
    const base = gitIn(root, 'rev-parse', 'HEAD^{tree}').trim();
    writeFiles(root, { 'test_calc.py': '' });
    const { repository, tree } = await seal(root);
    gitIn(root, 'replace', base, treeOid(tree));
    const { files } = await diffTrees(repository, treeDigest(base), tree);
    expect(files.map(({ path }) => path)).toEqual(['test_calc.py']);
    const listed = await listTree(repository, treeDigest(base));
    expect(listed.get('test_calc.py')!.oid).not.toBe(
      (await listTree(repository, tree)).get('test_calc.py')!.oid,
    );
    await expectBroken(root);
  });

  it('though an object was written over with other bytes', async () => {
    const root = repositoryWith(PYTHON);
    const { repository, tree, scratch } = await seal(root);
    const pathOf = (oid: string) => join(root, '.git/objects', oid.slice(0, 2), oid.slice(2));
    const [bad, fine] = [pathOf(blobOf(root, PYTHON['calc.py'])), pathOf(blobOf(root, GOOD))];
    chmodSync(bad, 0o644);
    writeFileSync(bad, readFileSync(fine));
    await expect(checkOutTree(repository, tree, scratch)).rejects.toMatchObject({
      code: 'OBJECT_CORRUPT',
      message: expect.stringContaining('calc.py'),
    });
    await expect(readBlob(repository, blobOf(root, PYTHON['calc.py']), 1_000)).rejects.toMatchObject({
      code: 'OBJECT_CORRUPT',
    });
  });

  it('though a folder’s tree object was written over with that of another', async () => {
    const root = repositoryWith({ 'a/calc.py': PYTHON['calc.py'], 'b/calc.py': GOOD });
    const { repository, tree, scratch } = await seal(root);
    const pathOf = (name: string) => {
      const oid = gitIn(root, 'rev-parse', `${treeOid(tree)}:${name}`).trim();
      return join(root, '.git/objects', oid.slice(0, 2), oid.slice(2));
    };
    chmodSync(pathOf('a'), 0o644);
    writeFileSync(pathOf('a'), readFileSync(pathOf('b')));
    await expect(checkOutTree(repository, tree, scratch)).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
    await expect(listTree(repository, tree)).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
    await expect(diffTrees(repository, tree, tree)).rejects.toMatchObject({ code: 'OBJECT_CORRUPT' });
  });

  it.each([
    [
      'the attributes of the tree',
      (root: string) => writeFiles(root, { '.gitattributes': '*.py filter=x\n' }),
    ],
    ['info/attributes', (root: string) => writeFiles(root, { '.git/info/attributes': '*.py filter=x\n' })],
    [
      'core.attributesFile',
      (root: string) => {
        writeFiles(root, { '../attributes': '*.py filter=x\n' });
        gitIn(root, 'config', 'core.attributesFile', join(root, '../attributes'));
      },
    ],
  ])('though a filter is set for it in %s', async (_, setAttribute) => {
    const root = repositoryWith(PYTHON);
    setAttribute(root);
    gitIn(root, 'config', 'filter.x.smudge', good());
    gitIn(root, 'config', 'filter.x.clean', good());
    gitIn(root, 'config', 'filter.x.required', 'true');
    await expectBroken(root);
  });

  it('though a filter is set in the global configuration, or by the environment', async () => {
    const root = repositoryWith({ ...PYTHON, '.gitattributes': '*.py filter=x\n' });
    const home = temporaryFolder();
    writeFileSync(join(home, '.gitconfig'), `[filter "x"]\n\tsmudge = ${good()}\n\tclean = ${good()}\n`);
    Object.assign(process.env, {
      HOME: home,
      GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'filter.x.smudge',
      GIT_CONFIG_VALUE_0: good(),
      GIT_REPLACE_REF_BASE: 'refs/evil/',
      GIT_ALTERNATE_OBJECT_DIRECTORIES: '/no/such',
    });
    await expectBroken(root);
  });

  it('though GIT_DIR, GIT_WORK_TREE and GIT_INDEX_FILE name another repository', async () => {
    const root = repositoryWith(PYTHON);
    const other = repositoryWith({ 'calc.py': GOOD });
    Object.assign(process.env, {
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, '.git/index'),
      GIT_OBJECT_DIRECTORY: join(other, '.git/objects'),
    });
    const place = placeOf(root);
    const { tree } = await seal(root);
    for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name];
    expect(stored(root, `${treeOid(tree)}:calc.py`)).toBe(PYTHON['calc.py']);
    expect(await reexecute({ place, tree, line: LINE, sandbox: 'none' })).toMatchObject({ exit: 1 });
  });

  it('though core.worktree names another folder', async () => {
    const root = repositoryWith(PYTHON);
    const repository = await findRepository(root);
    const other = temporaryFolder();
    writeFiles(other, { 'calc.py': GOOD });
    gitIn(root, 'config', 'core.worktree', other);
    // Whoever starts now is told that this folder is not the repository's.
    await expect(findRepository(root)).rejects.toMatchObject({ code: 'PROJECT_NOT_GIT' });
    const scratch = temporaryFolder();
    const tree = await sealTree(repository, { scratchDirectory: scratch, ref: 'refs/baton/test/one' });
    const { tree: files } = await checkOutTree(repository, tree, scratch);
    expect(readFileSync(join(files, 'calc.py'), 'utf8')).toBe(PYTHON['calc.py']);
  });

  it('though keywords or an encoding would say something else in git', async () => {
    const hidden = '# $Id: \\\nimport os; os._exit(0) # $\n';
    const root = repositoryWith({ ...PYTHON, '.gitattributes': '*.py ident working-tree-encoding=UTF-7\n' });
    writeFiles(root, { 'one.py': `# $Id: 1 $ x\n`, 'two.py': 'x = 1 #+AAo-x = 2\n', 'three.py': hidden });
    const { repository, tree, scratch } = await seal(root);
    const { tree: files } = await checkOutTree(repository, tree, scratch);
    for (const name of ['calc.py', 'one.py', 'two.py', 'three.py'])
      expect(readFileSync(join(files, name), 'utf8')).toBe(readFileSync(join(root, name), 'utf8'));
  });

  it('though its entry in the index may be overlooked, or claims to be checked out elsewhere', async () => {
    const root = repositoryWith({ ...PYTHON, 'calc.py': GOOD });
    gitIn(root, 'config', 'core.sparseCheckout', 'true');
    writeFiles(root, { '.git/info/sparse-checkout': '/test_calc.py\n' });
    gitIn(root, 'update-index', '--skip-worktree', 'calc.py');
    writeFiles(root, { 'calc.py': PYTHON['calc.py'] });
    await expectBroken(root);
    gitIn(root, 'update-index', '--no-skip-worktree', '--assume-unchanged', 'calc.py');
    await expectBroken(root);
  });

  it('though a hook would repair it after a checkout', async () => {
    const root = repositoryWith(PYTHON);
    const hook = program(`printf '${GOOD.replaceAll('\n', '\\n')}' > calc.py; touch ${root}/../hook-ran`);
    for (const name of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-commit'])
      writeFiles(root, { [`.git/hooks/${name}`]: readFileSync(hook, 'utf8') });
    for (const name of readdirSync(join(root, '.git/hooks')))
      chmodSync(join(root, '.git/hooks', name), 0o755);
    await expectBroken(root);
    expect(readdirSync(join(root, '..'))).not.toContain('hook-ran');
  });

  it('though an include of the configuration switches all of it', async () => {
    const root = repositoryWith({ ...PYTHON, '.gitattributes': '*.py filter=x text\n' });
    writeFiles(root, {
      '.git/more': `[filter "x"]\n\tclean = ${good()}\n\tsmudge = ${good()}\n[core]\n\tfsmonitor = ${good()}\n\tbigFileThreshold = 1\n\tsafecrlf = true\n`,
    });
    gitIn(root, 'config', 'include.path', 'more');
    await expectBroken(root);
  });

  it('in Go as well', async () => {
    const root = repositoryWith({
      'go.mod': 'module x\n\ngo 1.19\n',
      'calc.py': '',
      'calc.go': 'package x\n\nfunc Add(a, b int) int { return a - b }\n',
      'calc_test.go':
        'package x\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    });
    gitIn(
      root,
      'replace',
      blobOf(root, 'package x\n\nfunc Add(a, b int) int { return a - b }\n'),
      blobOf(root, 'package x\n\nfunc Add(a, b int) int { return a + b }\n'),
    );
    await expectBroken(root, 'GOFLAGS=-mod=mod GOCACHE="$HOME/c" go test ./...');
  });
});

describe('what git can be told to overlook is sealed', () => {
  it('a mode, a link that became a file, and letters of another case', async () => {
    const root = repositoryWith({ 'run.sh': '#!/bin/sh\n', 'a.test.js': 'a' });
    symlinkSync('run.sh', join(root, 'link'));
    gitIn(root, 'add', 'link');
    gitIn(root, 'commit', '--quiet', '-m', 'link');
    for (const [name, value] of [
      ['fileMode', 'false'],
      ['symlinks', 'false'],
      ['ignoreCase', 'true'],
    ] as const)
      gitIn(root, 'config', `core.${name}`, value);
    chmodSync(join(root, 'run.sh'), 0o755);
    rmSync(join(root, 'link'));
    writeFiles(root, { link: 'run.sh', 'A.test.js': 'A' });
    const { repository, tree, scratch } = await seal(root);
    const rows = gitIn(root, 'ls-tree', '-r', treeOid(tree)).split('\n').filter(Boolean);
    expect(rows.map((row) => `${row.slice(0, 6)} ${row.split('\t')[1]}`)).toEqual([
      ...['100644 A.test.js', '100644 a.test.js', '100644 link', '100755 run.sh'],
    ]);
    const worktree = await checkOutTree(repository, tree, scratch);
    expect(lstatSync(join(worktree.tree, 'run.sh')).mode & 0o111).not.toBe(0);
    expect(lstatSync(join(worktree.tree, 'link')).isSymbolicLink()).toBe(false);
  });

  it('a graft and a shallow file say nothing about a commit', async () => {
    const root = repositoryWith(PYTHON);
    gitIn(root, 'commit', '--quiet', '--allow-empty', '-m', 'two');
    const head = gitIn(root, 'rev-parse', 'HEAD').trim();
    const repository = await findRepository(root);
    writeFiles(root, { '.git/info/grafts': `${head}\n`, '.git/shallow': `${head}\n` });
    const parents = await git(['rev-list', '--parents', '-1', head], objectsOf(repository));
    expect(parents.trim().split(' ')).toHaveLength(2);
  });
});

describe('an honest checkout', () => {
  it('with line ends of Windows is no change, and a changed line is one line', async () => {
    const root = repositoryWith({ 'a.txt': 'one\ntwo\n', 'b.txt': 'x\n', 'bin.dat': 'a\r\nb\0' });
    gitIn(root, 'config', 'core.autocrlf', 'true');
    const base = gitIn(root, 'rev-parse', 'HEAD^{tree}').trim();
    writeFiles(root, { 'a.txt': 'one\r\ntwo\r\n', 'b.txt': 'x\r\n' });
    expect(treeOid((await seal(root)).tree)).toBe(base);
    writeFiles(root, { 'a.txt': 'one\r\n2\r\n' });
    const { repository, tree } = await seal(root);
    const { files } = await diffTrees(repository, treeDigest(base), tree);
    expect(files).toMatchObject([{ path: 'a.txt', added: 1, removed: 1 }]);
  });

  it('with eol=crlf in its attributes is no change', async () => {
    const root = repositoryWith({ 'a.bat': 'one\n', '.gitattributes': '*.bat text eol=crlf\n' });
    const base = gitIn(root, 'rev-parse', 'HEAD^{tree}').trim();
    rmSync(join(root, 'a.bat'));
    gitIn(root, 'checkout', '--quiet', '--', 'a.bat');
    expect(readFileSync(join(root, 'a.bat'), 'utf8')).toBe('one\r\n');
    expect(treeOid((await seal(root)).tree)).toBe(base);
  });
});
