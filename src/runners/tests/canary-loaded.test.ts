// What code does to the runner, to assertions and to the language once it is loaded, and code that only looks like that.
import { describe, expect, it } from 'vitest';
import { type Case, JEST, PYTEST, SLOW, triesOf, VITEST } from '../../../test/fixtures/canary.ts';
import { has } from '../../../test/fixtures/run-on.ts';

const MODULE = { 'package.json': '{"name":"shop","type":"module","imports":{"#cart":"./src/cart.js"}}' };
const nodeTest = (name: string, from = `../src/${name}.js`): string =>
  `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { ${name} } from '${from}';\ntest('${name}', () => assert.equal(${name}(2), 2));\n`;
const jsCode = (name: string, before = ''): string => `${before}export const ${name} = (n) => n;\n`;
const NODE = {
  ...MODULE,
  ...{ 'src/cart.js': jsCode('cart'), 'test/cart.test.js': nodeTest('cart') },
};
/** New work with its test: what else is changed is in other test files. */
const NODE_NEW = { 'src/tax.js': jsCode('tax'), 'test/atax.test.js': nodeTest('tax') };
const node = (head: Record<string, string>, base: Record<string, string> = {}): Case => ({
  line: 'node --test',
  base: { ...NODE, ...base },
  head: { ...NODE_NEW, ...head },
});

const pyTest = (name: string): string =>
  `from shop.${name} import ${name}\n\n\ndef test_${name}():\n    assert ${name}(2) == 2\n`;
const pyCode = (name: string, before = ''): string => `${before}def ${name}(n):\n    return n\n`;
const PY = {
  'pytest.ini': '[pytest]\npythonpath = .\n',
  ...{ 'shop/__init__.py': '', 'shop/cart.py': pyCode('cart'), 'tests/test_cart.py': pyTest('cart') },
};
const PY_NEW = { 'shop/tax.py': pyCode('tax'), 'tests/test_atax.py': pyTest('tax') };
const pytest = (head: Record<string, string>, base: Record<string, string> = {}): Case => ({
  line: PYTEST,
  base: { ...PY, ...base },
  head: { ...PY_NEW, ...head },
});

const vitestTest = (name: string): string =>
  `import { expect, test } from 'vitest';\nimport { ${name} } from '../src/${name}';\ntest('${name}', () => { expect(${name}(2)).toBe(2); });\n`;
const vitest = (before: string): Case => ({
  line: VITEST,
  base: { 'src/cart.ts': 'export const cart = (n: number) => n;\n', 'test/cart.test.ts': vitestTest('cart') },
  head: {
    'src/cart.ts': `${before}export const cart = (n: number): number => n;\n`,
    ...{ 'src/tax.ts': 'export const tax = (n: number) => n;\n', 'test/atax.test.ts': vitestTest('tax') },
  },
});

/** More test files than are tried: the last ones are loaded by the first. */
const MANY = ['a', 'b', 'c', 'd', 'e'];
const many = (files: (name: string) => Record<string, string>): Record<string, string> =>
  Object.assign({}, ...MANY.map(files));

const JS_LIES: Record<string, readonly [Case, string]> = {
  'assert.equal compares nothing': [
    node({
      'src/cart.js': jsCode('cart', "import assert from 'node:assert/strict';\nassert.equal = () => {};\n"),
    }),
    'assert.equal(1, 2)',
  ],
  'an assertion that the file does not use compares nothing': [
    node({
      'src/cart.js': jsCode('cart', "import assert from 'node:assert';\nassert.deepEqual = () => {};\n"),
    }),
    'assert.deepEqual([1], [2]) of node:assert does not fail',
  ],
  'Math.round is another one': [
    node({ 'src/cart.js': jsCode('cart', 'Math.round = () => 0;\n') }),
    'Math.round',
  ],
  'a mapped name leads to a copy': [
    node(
      {
        'package.json': MODULE['package.json'].replace('src/cart.js', 'src/copy.js'),
        ...{ 'src/copy.js': jsCode('cart'), 'src/cart.js': 'export const cart = () => 0;\n' },
      },
      { 'test/cart.test.js': nodeTest('cart', '#cart') },
    ),
    '#cart led to src/cart.js in the base and leads to src/copy.js now',
  ],
  'code of a file that is not tried is loaded': [
    {
      line: 'node --test',
      base: {
        ...MODULE,
        ...many((name) => ({
          [`src/${name}.js`]: jsCode(name),
          [`test/${name}.test.js`]: nodeTest(name),
        })),
      },
      head: many((name) => ({
        [`src/${name}.js`]: jsCode(name, name === 'e' ? 'JSON.stringify = () => "{}";\n' : '// New.\n'),
      })),
    },
    'JSON.stringify',
  ],
  'a matcher of Vitest compares nothing': [
    vitest(
      "import { chai } from 'vitest';\nchai.util.overwriteMethod(chai.Assertion.prototype, 'toEqual', () => () => {});\n",
    ),
    'expect([1]).toEqual([2])',
  ],
};

const PY_LIES: Record<string, readonly [Case, string]> = {
  'no test is run': [
    pytest({
      'shop/cart.py': pyCode(
        'cart',
        // Its name in two parts, so that only what is run tells.
        'import sys\n\nrunner = "_py" + "test.python"\nif runner in sys.modules:\n    sys.modules[runner].Function.runtest = lambda self: None\n\n\n',
      ),
    }),
    'reported as passed',
  ],
  'round is another one': [
    pytest({
      'shop/cart.py': pyCode('cart', 'import builtins\n\nbuiltins.round = lambda *args: 0\n\n\n'),
    }),
    'round',
  ],
  'assertions of unittest hold': [
    pytest({
      'shop/cart.py': pyCode(
        'cart',
        'import unittest\n\nunittest.TestCase.assertEqual = lambda *args: None\n\n\n',
      ),
    }),
    'assertEqual',
  ],
  'code is equal to everything by a library for tests': [
    pytest({ 'shop/tax.py': 'from unittest.mock import ANY\n\n\ndef tax(n):\n    return ANY\n' }),
    'uses a library that is made for tests alone',
  ],
  'a file stands in the place of a library': [
    pytest(
      { 'fractions.py': 'class Fraction:\n    def __eq__(self, other):\n        return other is not None\n' },
      { 'tests/test_cart.py': `from fractions import Fraction\n${pyTest('cart')}` },
    ),
    'the tests import fractions, a library, and get fractions.py of the project',
  ],
  'code of a file that is not tried is loaded': [
    {
      line: PYTEST,
      base: {
        ...PY,
        ...many((name) => ({ [`shop/${name}.py`]: pyCode(name), [`tests/test_${name}.py`]: pyTest(name) })),
      },
      head: many((name) => ({
        [`shop/${name}.py`]: pyCode(
          name,
          name === 'e' ? 'import builtins\n\nbuiltins.all = lambda rows: True\n\n\n' : '# New.\n',
        ),
      })),
    },
    'all',
  ],
};

describe('a canary finds out that', () => {
  it.each(Object.entries(JS_LIES))('%s', SLOW, async (_name, [one, why]) => {
    expect(await triesOf(one)).toMatchObject([{ status: 'unsound', why: expect.stringContaining(why) }]);
  });
  it.runIf(has(`${PYTEST} --version`)).each(Object.entries(PY_LIES))(
    '%s (pytest)',
    SLOW,
    async (_name, [one, why]) => {
      expect(await triesOf(one)).toMatchObject([{ status: 'unsound', why: expect.stringContaining(why) }]);
    },
  );
  it.runIf(has(`${JEST} --version`))('a matcher compares nothing (Jest)', SLOW, async () => {
    const test = (name: string): string =>
      `const { ${name} } = require('../src/${name}');\ntest('${name}', () => { expect(${name}(2)).toEqual(2); });\n`;
    const code = (name: string, before = ''): string => `${before}exports.${name} = (n) => n;\n`;
    const lie =
      "const real = global.expect;\nglobal.expect = (value) => new Proxy(real(value), { get: (all, name) => (name === 'toBe' ? () => {} : all[name]) });\n";
    const tries = await triesOf({
      line: JEST,
      base: { 'package.json': '{}', 'src/cart.js': code('cart'), 'test/cart.test.js': test('cart') },
      head: {
        ...{ 'src/cart.js': code('cart', lie), 'src/tax.js': code('tax'), 'test/atax.test.js': test('tax') },
      },
    });
    expect(tries).toMatchObject([{ status: 'unsound', why: expect.stringContaining('expect(1).toBe(2)') }]);
  });
});

const HONEST: Record<string, readonly [Case, readonly string[]]> = {
  'changed code in one test file': [
    node({
      'src/cart.js': jsCode('cart', '// New.\n'),
      'test/atax.test.js': `${nodeTest('tax')}import '../src/cart.js';\n`,
    }),
    ['test/atax.test.js'],
  ],
  'changed code in two test files': [
    node({ 'src/cart.js': jsCode('cart', '// New.\n') }),
    ['test/atax.test.js', 'test/cart.test.js'],
  ],
  'a changed program that no test imports': [
    node({ 'src/program.js': 'process.exit(3);\n' }),
    ['test/atax.test.js'],
  ],
  'a test that leaves doubles behind': [
    node({
      'test/atax.test.js': `${nodeTest('tax')}import { mock } from 'node:test';\ntest('double', () => { mock.method(Math, 'round', () => 0); mock.timers.enable(); });\n`,
    }),
    ['test/atax.test.js'],
  ],
  'a mapped name whose file moved': [
    node(
      {
        'package.json': MODULE['package.json'].replace('src/cart.js', 'src/cart/index.js'),
        ...{ 'src/cart/index.js': jsCode('cart'), 'src/cart.js': "export * from './cart/index.js';\n" },
      },
      { 'test/cart.test.js': nodeTest('cart', '#cart') },
    ),
    ['test/atax.test.js', 'test/cart.test.js'],
  ],
  'modules that others cannot load': [
    {
      line: 'node --test',
      base: MODULE,
      head: many((name) => ({
        [`src/${name}.js`]: jsCode(name, name === 'e' ? 'if (!globalThis.ready) process.exit(1);\n' : ''),
        [`test/${name}.test.js`]: `${name === 'e' ? "import './ready.js';\n" : ''}${nodeTest(name)}`,
        'test/ready.js': 'globalThis.ready = true;\n',
      })),
    },
    ['test/a.test.js', 'test/b.test.js', 'test/c.test.js'],
  ],
};

const PY_HONEST: Record<string, readonly [Case, readonly string[]]> = {
  'a library for tests in a project that has always used it': [
    pytest(
      { 'shop/tax.py': `from unittest.mock import sentinel\n\nNONE = sentinel.none\n\n\n${pyCode('tax')}` },
      { 'shop/recorder.py': 'from unittest.mock import MagicMock\n\nRecorder = MagicMock\n' },
    ),
    ['tests/test_atax.py'],
  ],
  'a module of the base that is called like a library': [
    pytest(
      { 'shop/cart.py': pyCode('cart', '# New.\n'), 'calendar.py': 'DAYS = 8\n' },
      {
        'calendar.py': 'DAYS = 7\n',
        'tests/test_cart.py': `import calendar\n${pyTest('cart')}    assert calendar.DAYS > 6\n`,
      },
    ),
    ['tests/test_atax.py', 'tests/test_cart.py'],
  ],
  'a new module that is called like a library, with its test': [
    pytest({
      'code.py': pyCode('encode'),
      'tests/test_atax.py': `from code import encode\n${pyTest('tax')}`,
    }),
    ['tests/test_atax.py'],
  ],
  'a changed program that no test imports': [
    pytest({ 'shop/main.py': 'raise SystemExit(3)\n' }),
    ['tests/test_atax.py'],
  ],
  'names of builtins that mean something else in the file': [
    pytest({
      'tests/test_atax.py': `${pyTest('tax')}\n\ndef round(n):\n    return 0\n\n\ndef test_round():\n    assert round(2) == 0\n`,
    }),
    ['tests/test_atax.py'],
  ],
};

describe('a canary lives with', () => {
  it.each(Object.entries(HONEST))('%s', SLOW, async (_name, [one, files]) => {
    expect(await triesOf(one)).toEqual(files.map((file) => ({ runner: 'node', file, status: 'sound' })));
  });
  it.runIf(has(`${PYTEST} --version`)).each(Object.entries(PY_HONEST))(
    '%s (pytest)',
    SLOW,
    async (_name, [one, files]) => {
      expect(await triesOf(one)).toEqual(files.map((file) => ({ runner: 'pytest', file, status: 'sound' })));
    },
  );
  it('code that extends the language (Vitest)', SLOW, async () => {
    const polyfill = 'Object(Array.prototype).last ??= function () { return this.at(-1); };\n';
    expect(await triesOf(vitest(polyfill))).toMatchObject([{ status: 'sound' }, { status: 'sound' }]);
  });
});
