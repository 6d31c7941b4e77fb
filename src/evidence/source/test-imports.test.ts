import { describe, expect, it } from 'vitest';
import { pythonModules, testImports } from './test-imports.ts';

const FILES = new Set([
  ...['src/add.ts', 'src/all/index.js', 'lib/x.cjs', 'test/helper.js'],
  ...['src/pkg/__init__.py', 'src/pkg/core.py', 'flat.py', 'tests/helper.py'],
]);

describe('what a test file imports', () => {
  it.each([
    ["import { add } from '../src/add.js';", [['../src/add.js', 'src/add.ts']]],
    ["import add, {\n  other,\n} from '../src/add';\n", [['../src/add', 'src/add.ts']]],
    ["const all = require('../src/all');", [['../src/all', 'src/all/index.js']]],
    ["const x = await import('../lib/x.cjs');", [['../lib/x.cjs', 'lib/x.cjs']]],
    ["import './helper';\nimport './helper';", [['./helper', 'test/helper.js']]],
    ["import fs from 'node:fs';\nimport x from '../gone.js';", []],
    [
      "import mine from 'mine';\nimport deep from 'mine/deep';",
      [
        ['mine', 'package.json'],
        ['mine/deep', 'package.json'],
      ],
    ],
  ])('%j', (text, expected) => {
    expect(testImports('test/a.test.ts', text, FILES, 'mine').map(({ name, file }) => [name, file])).toEqual(
      expected,
    );
  });

  it.each([
    ['from pkg.core import add\n', [['pkg.core', 'src/pkg/core.py']]],
    [
      'from pkg import (\n    core,\n    other as o,\n)\n',
      [
        ['pkg', 'src/pkg/__init__.py'],
        ['pkg.core', 'src/pkg/core.py'],
      ],
    ],
    ['import flat, os as system\n', [['flat', 'flat.py']]],
    ['def test_a():\n    import flat\n', []],
    ['from . import helper\nfrom .pkg import core\n', []],
  ])('%j', (text, expected) => {
    expect(testImports('tests/test_a.py', text, FILES).map(({ name, file }) => [name, file])).toEqual(
      expected,
    );
  });

  it('has names that Python may know it by', () => {
    expect(pythonModules('src/pkg/core.py')).toEqual(['pkg.core', 'src.pkg.core']);
    expect(pythonModules('pkg/__init__.py')).toEqual(['pkg']);
    expect(pythonModules('my-script.py')).toEqual([]);
    expect(pythonModules('a.txt')).toEqual([]);
  });
});
