// Which changed files go with the tests, told from the trees: by who imports them, and by what configuration says.
import { describe, expect, it } from 'vitest';
import { type Files, temporaryRepository } from '../../effects/git/temporary-repository.fixture.ts';
import { testsSideOf } from './tests-side.ts';
import { usersSide } from './users-side.ts';

const sideOf = async (
  before: Files,
  changed: Files,
  declared: readonly string[] = [],
  reported: readonly string[] = [],
) => {
  const made = await temporaryRepository();
  const [base, head] = [await made.tree(before), await made.tree({ ...before, ...changed })];
  return testsSideOf(made.repository, base, head, declared, new Set(reported));
};

/** What those who use a file make it, as a kind of work is judged by. */
const usedBy = async (before: Files, changed: Files) => {
  const made = await temporaryRepository();
  const [base, head] = [await made.tree(before), await made.tree({ ...before, ...changed })];
  return usersSide(made.repository, base, head);
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
const KIT = {
  'packages/test-kit/package.json': '{ "name": "@acme/test-kit", "main": "src/index.ts" }\n',
  'packages/test-kit/src/index.ts': "export { same } from './same.ts';\n",
  'packages/test-kit/src/same.ts': "import { expect } from 'vitest';\nexport const same = expect;\n",
  'packages/cart/package.json': '{ "name": "@acme/cart" }\n',
  'packages/cart/test/cart.test.ts': "import { same } from '@acme/test-kit';\n",
};

const PY = {
  'shop/cart.py': 'def total():\n    return 1\n',
  'shop/conf/testing.py': 'FIRST = 1\n',
  'conftest.py': 'import os\n\nos.environ.setdefault("SHOP_SETTINGS", "shop.conf.testing")\n',
};

describe('a helper', () => {
  it.each([
    ['in a package that tests import by its name', KIT, 'packages/test-kit/src/index.ts'],
    ['which such a package shows', KIT, 'packages/test-kit/src/same.ts'],
    ['in a package of Go that tests import on a line of its own', GO, 'internal/money/money.go'],
    ['that looks like one, in JavaScript', JS, 'dev/expect-same.js'],
    ['that is named as text alone, in Python', PY, 'shop/conf/testing.py'],
  ])('%s goes with the tests', async (_, files, path) => {
    const side = await sideOf(files, { [path]: `${files[path as keyof typeof files]}\n` });
    expect(side.isTests(path)).toBe(true);
  });

  it('that code names as text, too, is code', async () => {
    const used = { ...PY, 'shop/main.py': 'SETTINGS = {"dev": "shop.conf.testing"}\n' };
    const side = await sideOf(used, { 'shop/conf/testing.py': 'FIRST = 2\n' });
    expect(side.isTests('shop/conf/testing.py')).toBe(false);
  });

  it('that code imports, too, is code', async () => {
    const used = { ...GO, 'cart.go': 'package shop\n\nimport (\n\t"shop/internal/money"\n)\n' };
    const side = await sideOf(used, { 'internal/money/money.go': `${GO['internal/money/money.go']}\n` });
    expect(side.isTests('internal/money/money.go')).toBe(false);
  });
});

describe('a source file, as a kind of work is judged by', () => {
  const HELD =
    "export const a = 1;\n\nif (import.meta.vitest) {\n  import.meta.vitest.it('a', () => {});\n}\n";

  it('goes with the tests where only tests use it, and it is new, apart from code, or looks like a helper', async () => {
    const side = await usedBy(JS, {
      'dev/sum.js': 'export const sum = 1;\n',
      'src/shipping.js': 'export const shipping = 1;\n',
      'src/cart-stubs.js': 'export const cart = 1;\n',
      'dev/expect-same.js': '// other\n',
      'src/cart.js': 'export const total = 2;\n',
      'src/tax.js': 'export const tax = 1;\n',
      'test/sum.test.js':
        "import { sum } from '../dev/sum.js';\nimport { shipping } from '../src/shipping.js';\nimport { cart } from '../src/cart-stubs.js';\n",
    });
    const theirs = ['dev/sum.js', 'dev/expect-same.js', 'src/cart-stubs.js'];
    const code = ['src/cart.js', 'src/tax.js', 'src/shipping.js'];
    expect(theirs.map(side.sideOf)).toEqual(['tests', 'tests', 'tests']);
    expect(code.map(side.sideOf)).toEqual([undefined, undefined, undefined]);
  });

  it('does not take the code with it that was changed to import it', async () => {
    const side = await usedBy(JS, {
      'dev/sum.js': 'export const sum = 1;\n',
      'src/cart.js': "export { sum } from '../dev/sum.js';\n",
      'test/sum.test.js': "import { sum } from '../dev/sum.js';\n",
    });
    expect(side.sideOf('src/cart.js')).toBeUndefined();
  });

  it('goes with the tests where nothing but tests inside of it changed', async () => {
    const before = { 'src/a.ts': HELD, 'src/b.ts': HELD, 'src/c.ts': HELD, 'src/d.rs': 'fn a() {}\n' };
    const side = await usedBy(before, {
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': HELD.replace("'a'", "'b'"),
      'src/c.ts': HELD.replace('= 1', '= 2').replace("'a'", "'b'"),
      'src/d.rs': 'fn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n}\n',
    });
    expect(Object.keys(before).map(side.sideOf)).toEqual(['tests', 'tests', undefined, 'tests']);
  });
});

describe('a file of data', () => {
  const PY = {
    'shop/receipt.py': 'def receipt():\n    return "total 25"\n',
    'tests/test_receipt.py':
      'from pathlib import Path\n\nGOLDEN = Path(__file__).parent.parent / "docs" / "examples" / "receipt.txt"\n',
    'docs/examples/receipt.txt': 'total 25\n',
    'docs/guide.md': 'See examples/receipt.txt.\n',
    'package.json': '{ "files": ["docs/examples/receipt.txt"] }\n',
  };
  const CHANGED = { 'docs/examples/receipt.txt': 'sum 25\n' };
  it('that only tests mention goes with them, whatever documents and manifests say', async () => {
    expect((await usedBy(PY, CHANGED)).sideOf('docs/examples/receipt.txt')).toBe('tests');
  });

  it('that is new goes with the tests and helpers that alone mention it, unless code reads its folder', async () => {
    const helper = "import { test } from 'vitest';\nimport board from './board.json';\n";
    const files = { 'src/testing/fixtures.ts': "import { test } from 'vitest';\n" };
    const user = { 'src/a.test.ts': "import './testing/fixtures.ts';\n" };
    const added = { 'src/testing/board.json': '{}\n', 'src/testing/fixtures.ts': helper };
    const of = async (code: string) =>
      (await usedBy({ ...files, ...user, 'src/a.ts': code }, added)).sideOf('src/testing/board.json');
    expect(await of('export const a = 1;\n')).toBe('tests');
    expect(await of("export { default } from './testing/board.json';\n")).toBe('code');
    expect(await of("for (const one of readdirSync('src/testing')) load(one);\n")).toBeUndefined();
  });

  it.each([
    ['mentions it', 'open("docs/examples/receipt.txt")\n', 'code'],
    ['reads its whole folder', 'for one in Path("docs/examples").glob("*"):\n    pass\n', 'code'],
    ['mentions another one of that name', 'open("templates/receipt.txt")\n', 'tests'],
  ])('where code %s', async (_, text, wanted) => {
    const side = await usedBy({ ...PY, 'shop/shelf.py': text }, CHANGED);
    expect(side.sideOf('docs/examples/receipt.txt')).toBe(wanted);
  });

  it.each([
    ['README.md', 'open("README.md")\n'],
    ['package.json', 'open("package.json")\n'],
    ['schema.sql', 'open("schema.sql")\n'],
    ['public/index.html', 'get("/index.html")\n'],
  ])('is none: %s', async (path, text) => {
    const side = await sideOf({ 'tests/test_it.py': text, [path]: 'one\n' }, { [path]: 'two\n' });
    expect(side.isTests(path)).toBe(false);
  });
});

describe('a file that a run names tests of', () => {
  const TEST =
    "import { test } from 'node:test';\nimport { total } from '../src/cart.js';\ntest('adds', () => {});\n";
  const FILES = {
    'src/cart.js': 'export const total = 1;\n',
    'src/till.js': "import { total } from './cart.js';\n",
    'checks/cart.js': TEST,
  };
  const CHANGED = { 'checks/cart.js': `${TEST}\n` };

  it('and that declares them is a test, under whatever name', async () => {
    const side = await sideOf(FILES, CHANGED, [], ['checks/cart.js']);
    expect([side.isTests('checks/cart.js'), side.isTestSource('checks/cart.js')]).toEqual([true, true]);
    expect((await sideOf(FILES, CHANGED)).isTests('checks/cart.js')).toBe(false);
  });

  it.each([
    [
      'has examples in its documentation alone',
      'shop.py',
      'def slug():\n    """\n    >>> 1\n    1\n    """\n',
    ],
    [
      'holds code as well',
      'src/books.ts',
      "export const a = 1;\nif (import.meta.vitest) {\n  test('a', () => {});\n}\n",
    ],
    ['is a program of Rust', 'src/lib.rs', '#[test]\nfn adds() {}\n'],
    ['is imported by code', 'src/cart.js', "export const total = 1;\ntest('adds', () => {});\n"],
  ])('is code where it %s', async (_, path, text) => {
    const side = await sideOf({ ...FILES, [path]: text }, { [path]: `${text}\n` }, [], [path]);
    expect(side.isTests(path)).toBe(false);
  });
});

describe('code in a folder whose name is one of tests', () => {
  const SPEC = {
    'shop/spec/weights.py': 'WEIGHTS = {}\n',
    'shop/parcel.py': 'from shop.spec.weights import WEIGHTS\n',
    'tests/test_weights.py': 'from shop.spec.weights import WEIGHTS\n',
  };
  const CHANGED = { 'shop/spec/weights.py': 'WEIGHTS = {1: 2}\n' };
  it('is code where code imports it', async () => {
    expect((await sideOf(SPEC, CHANGED)).isTests('shop/spec/weights.py')).toBe(false);
  });

  it.each([
    ['no code imports it', { 'shop/parcel.py': 'from shop.other.weights import WEIGHTS\n' }],
    ['only a script does', { 'shop/parcel.py': '', 'scripts/print.py': 'from shop.spec.weights import A\n' }],
  ])('goes with the tests where %s', async (_, others) => {
    const side = await sideOf({ ...SPEC, ...others }, CHANGED);
    expect(side.isTests('shop/spec/weights.py')).toBe(true);
  });
});

describe('a file that only tests use', () => {
  const doubtful = async (before: Files, changed: Files): Promise<string[][]> =>
    (await sideOf(before, changed)).doubtful.map((files) => [...files].sort());
  const CLOSE = 'from shop.currency import DIGITS\n\n\ndef close(a, b):\n    return a == b\n';
  const LOOSE = CLOSE.replace('a == b', 'True');
  const FILES = {
    'shop/currency.py': 'DIGITS = 2\n',
    'shop/closeness.py': CLOSE,
    'src/nearness.js': 'export const isNear = (a, b) => a === b;\n',
    'tests/test_money.py': 'from shop.closeness import close\n',
    'tests/money.test.js': "import { isNear } from '../src/nearness.js';\n",
  };
  it('is in doubt, also among code and where it imports what stays as it is', async () => {
    expect(await doubtful(FILES, { 'shop/closeness.py': LOOSE })).toEqual([['shop/closeness.py']]);
    const near = { 'src/nearness.js': 'export const isNear = () => true;\n' };
    expect(await doubtful(FILES, near)).toEqual([['src/nearness.js']]);
  });

  it.each([
    ['it uses changed as well', {}, { 'shop/currency.py': 'DIGITS = 3\n' }],
    ['uses it is code', { 'shop/till.py': 'from .closeness import close\n' }, {}],
  ])('is code where what %s', async (_, more, changed) => {
    expect(await doubtful({ ...FILES, ...more }, { 'shop/closeness.py': LOOSE, ...changed })).toEqual([]);
  });

  it('is in doubt in a package of Go, where nobody imports it', async () => {
    const files = {
      'tax.go': 'package shop\n\nfunc Tax(a int) int {\n\treturn a\n}\n',
      'equal.go': 'package shop\n\nfunc sameInt(a, b int) bool {\n\treturn a == b\n}\n',
      'tax_test.go': 'package shop\n\nfunc TestTax(t *testing.T) {\n\tsameInt(Tax(1), 1)\n}\n',
    };
    const changed = { 'equal.go': files['equal.go'].replace('a == b', 'true') };
    expect(await doubtful(files, changed)).toEqual([['equal.go']]);
    const used = { ...files, 'till.go': 'package shop\n\nvar ok = sameInt(1, 1)\n' };
    expect(await doubtful(used, changed)).toEqual([]);
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
