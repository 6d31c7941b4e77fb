// Projects that lie about their tests, with the real runners.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Case,
  entries,
  JEST,
  NODE_CHANGE,
  NODE_CODE,
  NODE_TEST,
  PY_CHANGE,
  PY_PATH,
  PY_TEST,
  PYTEST,
  pyProject,
  SLOW,
  tryCase,
  tryIn,
  VITEST,
} from '../../../test/fixtures/canary.ts';
import { has, placeWith } from '../../../test/fixtures/run-on.ts';

const PYTHON_LIES: Record<string, Case> = {
  'a hook in conftest.py turns failures into passes': {
    line: PYTEST,
    base: { ...pyProject, ...PY_PATH, 'tests/test_core.py': PY_TEST },
    head: {
      ...PY_CHANGE,
      'tests/conftest.py':
        'import pytest\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    report = outcome.get_result()\n    if report.failed:\n        report.outcome = "passed"\n        report.longrepr = None\n',
    },
  },
  'the session ends with 0 whatever happened': {
    line: PYTEST,
    base: { ...pyProject, ...PY_PATH, 'tests/test_core.py': PY_TEST },
    head: { ...PY_CHANGE, 'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n' },
  },
  'failing tests are taken out of the collection': {
    line: PYTEST,
    base: { ...pyProject, ...PY_PATH, 'tests/test_core.py': PY_TEST },
    head: {
      ...PY_CHANGE,
      'conftest.py':
        'def pytest_collection_modifyitems(items):\n    items[:] = [i for i in items if i.name == "test_add"]\n    for i in items:\n        i.obj = lambda: None\n',
    },
  },
  'every test is expected to fail': {
    line: PYTEST,
    base: { ...pyProject, ...PY_PATH, 'tests/test_core.py': PY_TEST },
    head: {
      ...PY_CHANGE,
      'conftest.py':
        'import pytest\n\ndef pytest_collection_modifyitems(items):\n    for i in items:\n        i.add_marker(pytest.mark.xfail(strict=False))\n',
    },
  },
  'assertions of unittest hold always': {
    line: PYTEST,
    base: { ...pyProject, ...PY_PATH, 'tests/test_core.py': PY_TEST },
    head: {
      ...PY_CHANGE,
      'tests/helper.py': 'import unittest\nunittest.TestCase.assertEqual = lambda *a, **k: None\n',
      'tests/test_core.py':
        'import unittest, sys, os\nsys.path.insert(0, os.path.dirname(__file__))\nimport helper\nfrom pkg.core import add\n\nclass TestAdd(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 1), 2)\n',
    },
  },
  'the report is written again when Python ends': {
    line: PYTEST,
    base: { ...pyProject, ...PY_PATH, 'tests/test_core.py': PY_TEST },
    head: {
      ...PY_CHANGE,
      'conftest.py':
        'import atexit, os, re, sys\n\nPATH = next((a.split("=", 1)[1] for a in sys.argv if a.startswith("--junitxml=")), None)\n\ndef forge():\n    text = open(PATH).read()\n    text = re.sub(r"<failure.*?</failure>", "", text, flags=re.S)\n    text = re.sub(r\'failures="\\d+"\', \'failures="0"\', text)\n    open(PATH, "w").write(text)\n    os._exit(0)\n\natexit.register(forge)\n',
    },
  },
  'the process ends before the report': {
    line: PYTEST,
    base: { ...pyProject, ...PY_PATH, 'tests/test_core.py': PY_TEST },
    head: {
      ...PY_CHANGE,
      'conftest.py':
        'import os\n\ndef pytest_runtest_logreport(report):\n    if report.failed:\n        print("1 passed in 0.01s", flush=True)\n        os._exit(0)\n',
    },
  },
};

const JS_LIES: Record<string, Case> = {
  'a helper replaces assert.equal': {
    line: 'node --test',
    base: { ...NODE_CODE, 'test/add.test.js': NODE_TEST, 'test/zz/helper.js': '' },
    head: {
      ...NODE_CHANGE,
      'test/zz/helper.js': "require('node:assert').equal = () => {};\n",
      'test/add.test.js': `require('./zz/helper.js');\n${NODE_TEST}`,
    },
  },
  'a helper has a test function that catches everything': {
    line: 'node --test',
    base: { ...NODE_CODE, 'test/add.test.js': NODE_TEST },
    head: {
      ...NODE_CHANGE,
      'test/zz/helper.js':
        "const real = require('node:test');\nexports.test = (name, run) => real(name, async () => { try { await run(); } catch {} });\n",
      'test/add.test.js': NODE_TEST.replace(
        "const test = require('node:test')",
        "const { test } = require('./zz/helper.js')",
      ),
    },
  },
  'an exit ends the file before the tests': {
    line: 'node --test',
    base: { ...NODE_CODE, 'test/add.test.js': NODE_TEST },
    head: {
      ...NODE_CHANGE,
      'test/add.test.js': `${NODE_TEST}console.log('ok 1 - adds');\nprocess.exit(0);\n`,
    },
  },
  'a copy of the package is installed': {
    line: 'node --test',
    base: {
      'package.json': '{"name":"pkg","main":"src/add.js"}',
      ...NODE_CODE,
      'test/node_modules/pkg/index.js': 'exports.add = (a, b) => a + b;\n',
      'test/add.test.js': NODE_TEST.replace('../src/add.js', 'pkg'),
    },
    head: NODE_CHANGE,
  },
  'a setup file that code uses, too, replaces expect in Vitest': {
    line: `${VITEST} --globals`,
    base: {
      'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n',
      'src/add.test.ts': "import { add } from './add';\nit('adds', () => { expect(add(1, 1)).toBe(2); });\n",
      'vitest.config.mjs': "export default { test: { setupFiles: ['./setup.mjs'] } };\n",
      'setup.mjs': '',
      'src/start.ts': "import '../setup.mjs';\nexport {};\n",
    },
    head: {
      'src/add.ts': 'export const add = (a: number, b: number) => a - b;\n',
      // Otherwise it would be part of the command, and stand as in the base.
      'src/start.ts': "import '../setup.mjs';\n",
      'setup.mjs':
        'const real = globalThis.expect;\nglobalThis.expect = Object.assign((...a) => new Proxy(real(...a), { get: () => () => {} }), real);\n',
    },
  },
  'a plugin rewrites test files in Vitest': {
    line: `${VITEST} --globals`,
    base: {
      'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n',
      'src/add.test.ts': "import { add } from './add';\nit('adds', () => { expect(add(1, 1)).toBe(2); });\n",
    },
    head: {
      'src/add.ts': 'export const add = (a: number, b: number) => a - b;\n',
      'vite.config.mjs':
        "export default { plugins: [{ name: 'x', enforce: 'pre', transform: (code, id) => id.includes('.test.') ? \"it('adds', () => {});\" : undefined }] };\n",
    },
  },
};

describe('a canary finds out that', () => {
  it.runIf(has(`${PYTEST} --version`)).each(entries(PYTHON_LIES))('%s (pytest)', SLOW, async (_name, one) => {
    expect(await tryCase(one)).toMatchObject({
      runner: 'pytest',
      status: 'unsound',
      why: expect.any(String),
    });
  });
  it.each(entries(JS_LIES))('%s', SLOW, async (_name, one) => {
    expect(await tryCase(one)).toMatchObject({ status: 'unsound' });
  });
  it.runIf(has('/usr/bin/python3 -m venv --help'))(
    'an installed copy of a src layout is imported',
    SLOW,
    async () => {
      const one = {
        line: '',
        base: { ...pyProject, 'tests/test_core.py': PY_TEST },
        head: PY_CHANGE,
      };
      const place = placeWith(one.base);
      // Like an installation of the project: a folder that Python finds by itself, outside of the tree.
      const installed = join(place.stateRoot, '../installed');
      mkdirSync(join(installed, 'pkg'), { recursive: true });
      writeFileSync(join(installed, 'pkg/__init__.py'), '');
      writeFileSync(join(installed, 'pkg/core.py'), pyProject['src/pkg/core.py']);
      const tried = await tryIn(place, { ...one, line: `PYTHONPATH=${installed} ${PYTEST}` });
      expect(tried).toMatchObject({ runner: 'pytest', file: 'tests/test_core.py', status: 'unsound' });
      expect(tried.why).toContain(
        `pytest imported ${installed}/pkg/core.py instead of src/pkg/core.py of the sealed tree`,
      );
    },
  );

  it.runIf(has(`${JEST} --version`)).each([
    [
      'a setup file replaces expect',
      { setupFilesAfterEnv: ['./setup.js'] },
      'const real = expect;\nglobalThis.expect = Object.assign((...a) => new Proxy(real(...a), { get: () => () => {} }), real);\n',
    ],
    [
      'the results are processed',
      { testResultsProcessor: './setup.js' },
      'module.exports = (results) => { for (const f of results.testResults) { f.numPassingTests += f.numFailingTests; f.numFailingTests = 0; f.failureMessage = null; for (const t of f.testResults) { t.status = "passed"; t.failureMessages = []; } } results.numPassedTests += results.numFailedTests; results.numFailedTests = 0; results.numFailedTestSuites = 0; results.success = true; return results; };\n',
    ],
  ])('%s (Jest)', SLOW, async (_name, jest, setup) => {
    const files = {
      'package.json': JSON.stringify({ jest }),
      'src/add.js': NODE_CODE['src/add.js'],
      'add.test.js':
        "const { add } = require('./src/add.js');\ntest('adds', () => { expect(add(1, 1)).toBe(2); });\n",
      'setup.js': 'module.exports = (results) => results;\n',
    };
    expect(
      await tryCase({ line: JEST, base: files, head: { ...NODE_CHANGE, 'setup.js': setup } }),
    ).toMatchObject({
      runner: 'jest',
      status: 'unsound',
    });
  });
});
