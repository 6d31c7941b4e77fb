// Four real runs of real runners: what they say of each test of a small change, in three languages.
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isHiddenFromRuns } from '../../../test/fixtures/hidden-from-runs.ts';
import { type Files, judge } from '../../../test/fixtures/judged-change.ts';
import { temporaryFolder } from '../../../test/fixtures/repository.ts';

const VITEST = resolve(import.meta.dirname, '../../../node_modules/.bin/vitest');

const JS = {
  'package.json': '{"name":"x","type":"module"}',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('adds', () => {
  assert.equal(add(1, 2), 3);
});

test('adds nothing', () => {
  assert.equal(add(1, 0), 1);
});
`,
};
const BROKEN = 'export const add = (a, b) => a + b + 1;\n';
const js = (edit: Files) => judge('node --test', JS, edit);
const testText = JS['test/add.test.js'];

describe('a change of a JavaScript project', () => {
  it('with a regression test is fine', async () => {
    const base = { ...JS, 'src/add.js': 'export const add = (a, b) => (b === 7 ? 0 : a + b);\n' };
    const more = `${testText}\ntest('adds seven', () => {\n  assert.equal(add(1, 7), 8);\n});\n`;
    const fixed = { 'src/add.js': JS['src/add.js'], 'test/add.test.js': more };
    expect(await judge('node --test', base, fixed)).toMatchObject({
      refused: [],
      fates: { 'adds seven': 'new' },
    });
  });

  it('that breaks the code and hollows its test out is caught', async () => {
    const hollow = testText
      .replace('assert.equal(add(1, 2), 3);', 'assert.ok(add(1, 2));')
      .replace('add(1, 0), 1', 'add(1, 0), 2');
    const { refused, fates } = await js({ 'src/add.js': BROKEN, 'test/add.test.js': hollow });
    expect(fates).toEqual({ adds: 'hollow', 'adds nothing': 'respecified' });
    expect(refused).toContain('tests-hold');
  });

  it('that moves code, tests and their data to another folder keeps them', async () => {
    const files = {
      'package.json': JS['package.json'],
      'wire/add.js': JS['src/add.js'],
      'wire/add.test.js': `import { readFileSync } from 'node:fs';\n${testText.replace('../src/', './').replace('add(1, 2), 3', "add(1, 2), +readFileSync(new URL('testdata/three.txt', import.meta.url))")}`,
      'wire/testdata/three.txt': '3\n',
    };
    const moved = Object.entries(files).flatMap(([path, text]) =>
      path === 'package.json' ? [] : [[path, undefined] as const, [`internal/${path}`, text] as const],
    );
    const { fates, problems } = await judge('node --test', files, Object.fromEntries(moved));
    expect(fates).toEqual({ adds: 'kept', 'adds nothing': 'kept' });
    expect(problems.join()).not.toContain('its text changed');
  });

  it.each([
    [
      'asks for something else is listed',
      'export const first = ({ list }) => list.at(0);\n',
      'first({ list: [1] })',
      'respecified',
    ],
    [
      'asks for a name that the change adds is unclear',
      'export const first = (of) => of.list.head();\nArray.prototype.head = function () { return this.at(0); };\n',
      '[1].head() * first({ list: [1] })',
      'unclear',
    ],
  ])('whose new version of a test %s', async (_, code, call, fate) => {
    const head = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { first } from '../src/first.js';
test('first', () => {
`;
    const files = {
      ...JS,
      'src/first.js': 'export const first = (list) => list.at(0);\n',
      'test/first.test.js': `${head}  assert.equal(first([1]), 1);\n});\n`,
    };
    const { fates } = await judge('node --test', files, {
      'src/first.js': code,
      'test/first.test.js': `${head}  assert.equal(${call}, 1);\n});\n`,
    });
    expect(fates).toEqual({ first: fate });
  });

  it('is not shown by an unchanged test that shares its name with a changed one, in suites of a helper', async () => {
    const head = `import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { add } from '../src/add.js';
const when = (what, inside) => describe('when ' + what, inside);
`;
    const suites = (last: string): string =>
      `${head}when('small', () => {\n  test('adds', () => assert.equal(add(1, 7), 8));\n});
when('large', () => {\n  test('adds', () => ${last});\n});\n`;
    const base = {
      ...JS,
      'src/add.js': 'export const add = (a, b) => (b === 7 ? 0 : a + b);\n',
      'test/suites.test.js': suites('assert.equal(add(1, 2), 3)'),
    };
    const edit = { 'src/add.js': JS['src/add.js'] };
    const changed = { ...edit, 'test/suites.test.js': suites('assert.equal(3, add(1, 2))') };
    // A fix shows itself by a test that turns green; a feature does not.
    const feature = async (after: Files) =>
      (await judge('node --test', base, after, undefined, 'feature')).refused;
    expect(await feature(changed)).toEqual(['red-then-green']);
    const proved = `${suites('assert.equal(3, add(1, 2))')}test('seven', () => assert.equal(add(1, 7), 8));\n`;
    expect((await judge('node --test', base, { ...edit, 'test/suites.test.js': proved })).refused).toEqual(
      [],
    );
  });

  it('that deletes, or skips, the test that it breaks is caught', async () => {
    const only = testText.slice(0, testText.indexOf("\ntest('adds nothing'"));
    for (const text of [only, testText.replace("test('adds nothing'", `test${'.skip'}('adds nothing'`)]) {
      const { refused, fates } = await js({
        'src/add.js': 'export const add = (a, b) => (b === 0 ? 0 : a + b);\n',
        'test/add.test.js': text,
      });
      expect([refused.includes('tests-hold'), fates['adds nothing']]).toEqual([true, 'removed']);
    }
  });

  it('whose new test file repairs what it breaks for the others is caught', async () => {
    const repairs = `import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
writeFileSync(new URL('../src/add.js', import.meta.url), ${JSON.stringify(JS['src/add.js'])});
test('repairs', () => {});
`;
    const { refused, fates } = await judge('node --test --test-concurrency=1 test/', JS, {
      'src/add.js': BROKEN,
      'test/aaa.test.js': repairs,
    });
    expect(fates).toMatchObject({ adds: 'hollow' });
    expect(refused).toContain('tests-hold');
  });

  it.each([
    ['asks for its result', 'assert.equal(double(2), 4);', false],
    ['asks only whether it is there', "assert.equal(typeof double, 'function');", true],
    ['expects that it fails', 'assert.throws(() => double(2).nothing.at.all);', true],
  ])('with a new function and a test that %s', async (_, line, isRefused) => {
    const { refused } = await js({
      'src/double.js': 'export const double = (a) => a * 2;\n',
      'test/double.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { double } from '../src/double.js';\n\ntest('doubles', () => {\n  ${line}\n});\n`,
    });
    expect(refused.includes('red-then-green')).toBe(isRefused);
  });

  it.skipIf(isHiddenFromRuns(VITEST))(
    'that hollows out the test inside of a source, and nothing else, is caught',
    async () => {
      const source = (code: string, wanted: string) =>
        `export const add = (a, b) => ${code};\n\nif (import.meta.vitest) {\n  const { expect, test } = import.meta.vitest;\n  test('adds inside', () => {\n    expect(add(1, 2)).${wanted};\n  });\n}\n`;
      const base = {
        'package.json': '{"name":"x","type":"module"}',
        'vitest.config.js': "export default { test: { includeSource: ['src/*.js'] } };\n",
        'src/add.js': source('a + b', 'toBe(3)'),
      };
      const { refused, fates } = await judge(`${VITEST} run`, base, {
        'src/add.js': source('a - b', "toBeTypeOf('number')"),
      });
      expect(fates).toMatchObject({ 'adds inside': 'hollow' });
      expect(refused).toContain('tests-hold');
    },
  );

  it('that removes a function keeps the tests of the others', async () => {
    const base = {
      ...JS,
      'src/add.js': `${JS['src/add.js']}export const sub = (a, b) => a - b;\n`,
      'test/add.test.js': `${testText.replace('{ add }', '{ add, sub }')}\ntest('subtracts', () => {\n  assert.equal(sub(2, 1), 1);\n});\n`,
    };
    const { fates } = await judge('node --test', base, {
      'src/add.js': JS['src/add.js'],
      'test/add.test.js': testText,
    });
    expect(fates).toMatchObject({ adds: 'kept', 'adds nothing': 'kept', subtracts: 'unclear' });
  });

  it('that renames a function everywhere keeps its tests', async () => {
    const { fates, refused } = await js({
      'src/add.js': 'export const sum = (a, b) => a + b;\n',
      'test/add.test.js': testText.replaceAll(/\badd\b(?!\.|')/g, 'sum'),
    });
    expect(fates).toEqual({ adds: 'kept', 'adds nothing': 'kept' });
    expect(refused).toEqual(['red-then-green']);
  });

  it('that takes another module for the one under test is caught', async () => {
    const { refused } = await js({
      'src/add.js': 'export const sum = (a, b) => a + b + 1;\n',
      'src/fake.js': JS['src/add.js'],
      'test/add.test.js': testText.replace('../src/add.js', '../src/fake.js'),
    });
    expect(refused).toContain('tests-hold');
  });

  it('that hollows a helper of tests out is caught', async () => {
    const base = {
      ...JS,
      'lib/check-helper.js':
        "export const same = (a, b) => {\n  if (a !== b) throw new Error('not the same');\n};\n",
      'test/add.test.js':
        "import { test } from 'node:test';\nimport { same } from '../lib/check-helper.js';\nimport { add } from '../src/add.js';\n\ntest('adds', () => {\n  same(add(1, 2), 3);\n});\n",
    };
    const { refused, fates } = await judge('node --test', base, {
      'src/add.js': BROKEN,
      'lib/check-helper.js': 'export const same = () => {};\n',
    });
    expect([fates, refused.includes('tests-hold')]).toEqual([{ adds: 'hollow' }, true]);
  });
});

describe('a file that only tests import, and whose name says nothing', () => {
  const base = {
    ...JS,
    'dev/money.js': "export const same = (a, b) => {\n  if (a !== b) throw new Error('not the same');\n};\n",
    'test/add.test.js':
      "import { test } from 'node:test';\nimport { same } from '../dev/money.js';\nimport { add } from '../src/add.js';\n\ntest('adds', () => {\n  same(add(1, 2), 3);\n});\n",
  };

  it('is a helper where a test fails with it as it was', async () => {
    const { refused, fates } = await judge('node --test', base, {
      'src/add.js': BROKEN,
      'dev/money.js': 'export const same = () => {};\n',
    });
    expect([fates, refused.includes('tests-hold')]).toEqual([{ adds: 'hollow' }, true]);
  });

  it('is code where none does', async () => {
    const fixed = {
      'src/add.js': 'export const add = (a, b) => Number(a) + Number(b);\n',
      'test/add.test.js': `${testText}\ntest('adds texts', () => {\n  assert.equal(add('1', '2'), 3);\n});\n`,
    };
    expect((await js(fixed)).refused).toEqual([]);
  });
});

describe('data that only tests mention', () => {
  const read = "JSON.parse(readFileSync(new URL('../docs/sums.json', import.meta.url), 'utf8'))";
  const base = {
    ...JS,
    'docs/sums.json': '{ "sum": 3, "off": 0 }\n',
    'test/add.test.js': `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { add } from '../src/add.js';

test('adds', () => {
  const { sum, off } = ${read};
  assert.ok(Math.abs(add(1, 2) - sum) <= off);
});
`,
  };

  it('goes with the tests where one fails with it as it was', async () => {
    const loose = await judge('node --test', base, {
      'src/add.js': BROKEN,
      'docs/sums.json': '{ "sum": 3, "off": 9 }\n',
    });
    expect([loose.fates, loose.refused.includes('tests-hold')]).toEqual([{ adds: 'hollow' }, true]);
    const other = { 'src/add.js': BROKEN, 'docs/sums.json': '{ "sum": 4, "off": 0 }\n' };
    expect((await judge('node --test', base, other)).fates).toEqual({ adds: 'respecified' });
  });

  it('is the product where none does', async () => {
    const name = "['ra', 'tes.json'].join('')";
    const rates = {
      ...JS,
      'data/rates.json': '{ "tax": 19 }\n',
      'src/add.js': `import { readFileSync } from 'node:fs';\nexport const tax = () => JSON.parse(readFileSync(new URL('../data/' + ${name}, import.meta.url), 'utf8')).tax;\n`,
      'test/add.test.js': `// As in data/rates.json.\nimport assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { tax } from '../src/add.js';\n\ntest('taxes', () => {\n  assert.equal(tax(), 19);\n});\n`,
    };
    const { refused, fates } = await judge('node --test', rates, {
      'data/rates.json': '{ "tax": 20 }\n',
      'test/add.test.js': rates['test/add.test.js'].replace('19', '20'),
    });
    expect([fates, refused]).toEqual([{ taxes: 'respecified' }, []]);
  });
});

const PYTHON = {
  'calc/__init__.py': 'def add(a, b):\n    return a + b\n',
  'tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef three():\n    return 3\n',
  'tests/test_add.py': 'from calc import add\n\n\ndef test_add(three):\n    assert add(1, 2) == three\n',
};

describe('a change of a Python project', () => {
  it('that changes a fixture to the wrong answer is caught', async () => {
    const { fates, refused } = await judge('python3 -m pytest -q', PYTHON, {
      'calc/__init__.py': 'def add(a, b):\n    return a + b + 1\n',
      'tests/conftest.py': PYTHON['tests/conftest.py']
        .replace('return 3', 'return AnyNumber()')
        .concat('\n\nclass AnyNumber:\n    def __eq__(self, other):\n        return True\n'),
    });
    expect([fates, refused.includes('tests-hold')]).toEqual([{ test_add: 'hollow' }, true]);
  });
});

const GO = {
  'go.mod': 'module example.com/calc\n\ngo 1.19\n',
  'calc.go': 'package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n',
  'calc_test.go':
    'package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};

describe('a change of a Go project', () => {
  it('with a new function and its test is fine; one that empties a test is caught', async () => {
    const more = {
      'calc.go': `${GO['calc.go']}\nfunc Sub(a, b int) int {\n\treturn a - b\n}\n`,
      'calc_test.go': `${GO['calc_test.go']}\nfunc TestSub(t *testing.T) {\n\tif Sub(2, 1) != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n`,
    };
    expect(await judge('go test ./...', GO, more)).toMatchObject({ refused: [] });
    const lie = {
      'calc.go': GO['calc.go'].replace('a + b', 'a * b'),
      'calc_test.go': GO['calc_test.go'].replace('if Add(1, 2) != 3', 'if Add(1, 2) < 0'),
    };
    expect((await judge('go test ./...', GO, lie)).refused).toContain('tests-hold');
  });
});

describe('a base that is red', () => {
  /** Programs without a sandbox, so that one run can tell the next one that it was there. */
  const programs = (): string => {
    const folder = temporaryFolder();
    symlinkSync(process.execPath, join(folder, 'node'));
    for (const name of ['sh', 'git']) symlinkSync(`/usr/bin/${name}`, join(folder, name));
    return folder;
  };

  it('by chance is run again, and that is said', async () => {
    const mark = join(temporaryFolder(), 'was-there');
    const chance = `import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { add } from '../src/add.js';
const isFirst = add(1, 1) === 2 && !existsSync(${JSON.stringify(mark)});
if (isFirst) writeFileSync(${JSON.stringify(mark)}, '');
test('by chance', () => {
  assert.ok(!isFirst);
});
`;
    const base = { ...JS, 'test/chance.test.js': chance };
    const edit = { 'src/add.js': 'export const add = (a, b) => b + a + (a === b ? 0.5 : 0);\n' };
    const { problems, fates } = await judge('node --test', base, edit, programs());
    expect(fates).toEqual({});
    expect(problems.join()).toContain('failed in one run alone: by chance');
  });
});
