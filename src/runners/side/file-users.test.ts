import { describe, expect, it } from 'vitest';
import { gitIn, repositoryWith, writeFiles } from '../../../test/fixtures/repository.ts';
import { seal } from '../../../test/fixtures/sealed.ts';
import { GREP_FILES_MAX } from '../../model/limits/limits.ts';
import { treeDigest } from '../../model/run/sealed.ts';
import { folderUsers, importersOf, mentionersOf, wordUsers } from './file-users.ts';

describe('users of a file', () => {
  it('are found by the form of the line, not by the word alone', async () => {
    const { repository, tree } = await seal(
      repositoryWith({
        'data/one.txt': '1',
        'src/calc.js': 'export const add = 1;\n',
        'src/uses.js': "import { add } from './calc.js';\nread('data/one.txt');\n",
        'src/talks.js': '// calc.js was here, and one.txtual, someone.txt too\n',
        'src/folder.js': "glob('data/*');\n",
        '*[a]?/odd name.js': "require('../src/calc');\n",
        'bin.dat': "import '../src/calc.js'\0",
      }),
    );
    expect((await importersOf(repository, tree, 'src/calc.js')).sort()).toEqual([
      '*[a]?/odd name.js',
      'src/uses.js',
    ]);
    const users = await mentionersOf(repository, tree, ['data/one.txt', 'none.txt']);
    expect([...users.get('data/one.txt')!]).toEqual(['src/uses.js']);
    expect([...users.get('none.txt')!]).toEqual([]);
    expect(await folderUsers(repository, tree, 'data')).toEqual(['src/folder.js']);
    expect(await wordUsers(repository, tree, ['calc'], '*.js')).toHaveLength(3);
  });

  it('are those that write the whole name of a module of Python as text', async () => {
    const { repository, tree } = await seal(
      repositoryWith({
        'shop/conf/testing.py': 'DEBUG = True\n',
        'conftest.py': 'os.environ.setdefault("SHOP_SETTINGS", "shop.conf.testing")\n',
        'other.py': 'load("bank.conf.testing")\nsay("testing", "of testing")\n',
        'README.md': 'Set it to "shop.conf.testing".\n',
        'setup.cfg': 'settings = "shop.conf.testing"\n',
      }),
    );
    expect(await importersOf(repository, tree, 'shop/conf/testing.py')).toEqual(['conftest.py']);
  });

  it('are those that import the package which shows it, by its name', async () => {
    const { repository, tree } = await seal(
      repositoryWith({
        'packages/kit/package.json':
          '{ "name": "@acme/test-kit", "exports": { "./money": "./money/all.ts" } }',
        'packages/kit/src/index.ts': "export * from './same.ts';\n",
        'packages/kit/src/same.ts': '',
        'packages/kit/money/all.ts': '',
        'packages/shop/package.json': '{ "name": "@acme/shop" }',
        'packages/shop/test/a.test.ts': "import {\n  same,\n} from '@acme/test-kit';\n",
        'packages/shop/test/b.test.ts': "import { same } from '@other/test-kit';\n",
      }),
    );
    expect(await importersOf(repository, tree, 'packages/kit/src/index.ts')).toEqual([
      'packages/shop/test/a.test.ts',
    ]);
    expect(await importersOf(repository, tree, 'packages/kit/src/same.ts')).toEqual([
      'packages/kit/src/index.ts',
    ]);
  });

  it('are all found where more files have the word than a search can be told', async () => {
    const many = Array.from({ length: GREP_FILES_MAX + 1 }, (_, at) => [
      `u/${at}.js`,
      "require('../calc');\n",
    ]);
    const { repository, tree } = await seal(
      repositoryWith({ 'calc.js': '', 'x.md': 'calc', ...Object.fromEntries(many) }),
    );
    expect(await importersOf(repository, tree, 'calc.js')).toHaveLength(GREP_FILES_MAX + 1);
  });

  it('are those of each tree, though the same was asked of another', async () => {
    const root = repositoryWith({ 'calc.js': '' });
    const repository = (await seal(root)).repository;
    const before = treeDigest(gitIn(root, 'rev-parse', 'HEAD^{tree}').trim());
    expect(await importersOf(repository, before, 'calc.js')).toEqual([]);
    writeFiles(root, { 'a.js': "require('./calc');\n" });
    const { tree } = await seal(root);
    expect(await importersOf(repository, tree, 'calc.js')).toEqual(['a.js']);
    expect(await importersOf(repository, before, 'calc.js')).toEqual([]);
  });
});
