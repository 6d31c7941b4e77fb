// Which changed files go with the tests, told from the trees: by who imports them, and by what configuration says.
import { describe, expect, it } from 'vitest';
import { type Files, temporaryRepository } from '../effects/git/temporary-repository.fixture.ts';
import { testsSideOf } from './tests-side.ts';

const sideOf = async (before: Files, changed: Files, declared: readonly string[] = []) => {
  const made = await temporaryRepository();
  const [base, head] = [await made.tree(before), await made.tree({ ...before, ...changed })];
  return testsSideOf(made.repository, base, head, declared);
};

const GO = {
  'cart.go': 'package shop\n',
  'cart_test.go': 'package shop\n\nimport (\n\t"testing"\n\n\t"shop/internal/money"\n)\n',
  'internal/money/money.go': 'package money\n\nimport "testing"\n\nfunc Same(t *testing.T) {}\n',
};
const JS = {
  'src/cart.js': 'export const total = 1;\n',
  'test/cart.test.js':
    "import { same } from '../dev/expect-same.js';\nimport { total } from '../src/cart.js';\n",
  'dev/expect-same.js': "import assert from 'node:assert';\nexport const same = assert.equal;\n",
};

describe('a helper', () => {
  it.each([
    ['in a package of Go that tests import on a line of its own', GO, 'internal/money/money.go'],
    ['that looks like one, in JavaScript', JS, 'dev/expect-same.js'],
  ])('%s goes with the tests', async (_, files, path) => {
    const side = await sideOf(files, { [path]: `${files[path as keyof typeof files]}\n` });
    expect(side.isTests(path)).toBe(true);
  });

  it('that code imports, too, is code', async () => {
    const used = { ...GO, 'cart.go': 'package shop\n\nimport (\n\t"shop/internal/money"\n)\n' };
    const side = await sideOf(used, { 'internal/money/money.go': `${GO['internal/money/money.go']}\n` });
    expect(side.isTests('internal/money/money.go')).toBe(false);
  });
});

describe('examples in the documentation of Python', () => {
  const CODE = { 'shop.py': 'def slug(text):\n    return text\n' };
  const CHANGED = { 'shop.py': 'def slug(text):\n    return text.lower()\n' };
  it.each([
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "--doctest-modules"\n' }, true],
    [{ 'setup.cfg': '[tool:pytest]\naddopts = --doctest-modules -q\n' }, true],
    [{ Makefile: 'test:\n\tpython -m doctest shop.py\n' }, true],
    [{ 'pyproject.toml': '[project]\nname = "shop"\n' }, false],
    [{ 'README.md': 'pytest --doctest-modules\n' }, false],
  ])('are tests where the base says so: %j', async (files, isTest) => {
    expect((await sideOf({ ...CODE, ...files }, CHANGED)).pythonDoctests).toBe(isTest);
  });
});
