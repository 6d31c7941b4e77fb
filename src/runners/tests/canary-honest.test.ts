// Honest projects of many kinds, and those in which nothing can be tried.
import { describe, expect, it } from 'vitest';
import {
  JEST,
  type Needing,
  NODE_CODE,
  NODE_TEST,
  PY_PATH,
  PYTEST,
  pyProject,
  SLOW,
  tryCase,
  VITEST,
} from '../../../test/fixtures/canary.ts';
import { has } from '../../../test/fixtures/run-on.ts';

const HONEST: Record<string, Needing> = {
  'pytest with fixtures, parameters and classes': {
    line: PYTEST,
    needs: `${PYTEST} --version`,
    base: {
      ...pyProject,
      ...PY_PATH,
      'conftest.py':
        'import pytest\n\n@pytest.fixture(autouse=True)\ndef here(tmp_path, monkeypatch):\n    monkeypatch.chdir(tmp_path)\n',
      'tests/test_core.py':
        'import pytest\n\nfrom pkg.core import add\n\n\n@pytest.fixture\ndef one():\n    return 1\n\n\n@pytest.mark.parametrize("n", [1, 2])\ndef test_n(n, one):\n    assert add(n, one) == n + 1\n\n\nclass TestAdd:\n    def test_in(self):\n        with pytest.raises(TypeError):\n            add(1, None)\n',
    },
    head: { 'src/pkg/core.py': 'def add(a, b):\n    return b + a\n' },
  },
  'pytest with cases of unittest': {
    line: PYTEST,
    needs: `${PYTEST} --version`,
    base: {
      'pkg/__init__.py': 'from .core import add\n',
      'pkg/core.py': pyProject['src/pkg/core.py'],
      'conftest.py': '',
      'tests/test_core.py':
        'import unittest\nfrom pkg import add\n\n\nclass CoreCase(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 1), 2)\n\n\nif __name__ == "__main__":\n    unittest.main()\n',
    },
    head: { 'pkg/core.py': 'def add(a, b):\n    return b + a\n' },
  },
  'node with CommonJS, through npm': {
    line: 'npm test',
    base: {
      'package.json': '{"name":"pkg","scripts":{"test":"node --test test"}}',
      ...NODE_CODE,
      'test/add.test.js': NODE_TEST,
    },
    head: { 'src/add.js': 'exports.add = (a, b) => b + a;\n' },
  },
  'node with modules, suites and waiting tests': {
    line: 'node --test',
    base: {
      'package.json': '{"name":"pkg","type":"module","exports":"./src/add.js"}',
      'src/add.js': 'export const add = (a, b) => a + b;\n',
      'test/add.test.js':
        "import { describe, it } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { add } from 'pkg';\nimport * as all from '../src/add.js';\n\ndescribe('add', () => {\n  it('adds', async () => {\n    await new Promise((r) => setTimeout(r, 5));\n    assert.equal(add(1, 1), 2);\n    assert.deepEqual(Object.keys(all), ['add']);\n  });\n});\n",
    },
    head: { 'src/add.js': 'export const add = (a, b) => b + a;\n' },
  },
  'TypeScript through Vitest': {
    line: VITEST,
    base: {
      'src/add.ts': 'export const add = (a: number, b: number): number => a + b;\n',
      'src/add.test.ts':
        "import { describe, expect, it, vi } from 'vitest';\nimport { add } from './add.ts';\n\ndescribe('add', () => {\n  it.each([[1, 1, 2]])('%i + %i', (a, b, sum) => {\n    const spy = vi.fn(add);\n    expect(spy(a, b)).toBe(sum);\n    expect(spy).toHaveBeenCalled();\n  });\n});\n",
    },
    head: { 'src/add.ts': 'export const add = (a: number, b: number): number => b + a;\n' },
  },
};

describe('a canary lives in', () => {
  for (const [name, one] of Object.entries(HONEST))
    it.runIf(one.needs === undefined || has(one.needs))(name, SLOW, async () => {
      expect(await tryCase(one)).toMatchObject({ status: 'sound' });
    });

  it.runIf(has(`${JEST} --version`))('Jest with mocks', SLOW, async () => {
    const files = {
      'package.json': '{}',
      'src/add.js': NODE_CODE['src/add.js'],
      'src/use.js': "const { add } = require('./add.js');\nexports.two = () => add(1, 1);\n",
      'use.test.js':
        "jest.mock('./src/add.js', () => ({ add: () => 2 }));\nconst { two } = require('./src/use.js');\ndescribe('s', () => { test('two', async () => { expect(two()).toBe(2); }); });\n",
    };
    expect(
      await tryCase({ line: JEST, base: files, head: { 'src/use.js': `${files['src/use.js']}\n` } }),
    ).toMatchObject({
      status: 'sound',
    });
  });
});

describe('a canary is not tried', () => {
  it.each([
    ['where the runner is not known', 'make test', { 'a.test.js': NODE_TEST }, 'does not come to one call'],
    ['where there is no test file', 'node --test', { 'a.txt': '' }, 'no test file'],
    [
      'where tests are chosen by name',
      'node --test --test-name-pattern=adds',
      { ...NODE_CODE, 'test/a.test.js': NODE_TEST },
      'chooses tests',
    ],
    [
      'where all tests of the file are skipped',
      PYTEST,
      { 'test_a.py': 'import pytest\npytestmark = pytest.mark.skip\n\ndef test_a():\n    pass\n' },
      'skipped',
    ],
  ])('%s', SLOW, async (_where, line, base, why) => {
    const tried = await tryCase({ line, base: base as Record<string, string>, head: { 'x.txt': 'x' } });
    expect(tried).toMatchObject({ status: 'untried', why: expect.stringContaining(why) });
  });
});
