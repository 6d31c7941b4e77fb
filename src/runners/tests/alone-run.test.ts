// New tests in a file that something beside them keeps from loading on the old code.
import { describe, expect, it } from 'vitest';
import { type Files, judge } from '../../../test/fixtures/judged-change.ts';
import { command } from '../../checks/evidence.fixture.ts';
import { temporaryRepository } from '../../effects/git/temporary-repository.fixture.ts';
import type { TestRow } from '../../model/evidence.ts';
import { ALONE_RUNS_MAX } from '../../model/limits/limits.ts';
import { testsSideOf } from '../side/tests-side.ts';
import { listTree, readBlob } from '../trees/tree-files.ts';
import { type AloneOptions, type Choice, choiceOf, markLoadedAlone, settleAlone } from './alone-run.ts';

const GO = {
  'go.mod': 'module example.com/calc\n\ngo 1.19\n',
  'calc.go': 'package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n',
  'calc_test.go':
    'package calc\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};
const goTest = (name: string, condition: string): string =>
  `func ${name}(t *testing.T) {\n\tif ${condition} {\n\t\tt.Fatal("no")\n\t}\n}\n`;
const goFile = (...parts: readonly string[]): string =>
  ['package calc\n', 'import (\n\t"testing"\n\t"time"\n)\n', ...parts].join('\n');
const BENCHMARK =
  'func BenchmarkLimit(b *testing.B) {\n\tfor start := time.Now(); time.Since(start) < 1; {\n\t\t_ = Limit\n\t}\n}\n';

const JS = {
  'package.json': '{"name":"x","type":"module"}',
  'src/add.js': 'export const add = (a, b) => a + b;\n',
  'test/add.test.js':
    "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add } from '../src/add.js';\n\ntest('adds', () => {\n  assert.equal(add(1, 2), 3);\n});\n",
};
const jsFile = (condition: string): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add, LIMIT } from '../src/add.js';\n\nconst twice = () => LIMIT * 2;\n\ntest('has a limit', () => {\n  assert.equal(${condition});\n});\n`;

const PYTHON = {
  'calc/__init__.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_add.py': 'from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n',
};
const pythonFile = (condition: string): string =>
  `import pytest\n\nfrom calc import (\n    LIMIT,\n    add,\n)\n\n\n@pytest.fixture\ndef limit():\n    return LIMIT\n\n\nclass TestLimit:\n    def test_limit(self):\n        assert ${condition}\n`;

describe('a new test in a file that does not load on the old code', () => {
  it.each<[string, string, Readonly<Record<string, string>>, Files, boolean]>([
    [
      'of Go, that uses what is new',
      'go test ./...',
      GO,
      {
        'calc.go': `${GO['calc.go']}\nconst Limit = 7\n`,
        'limit_test.go': goFile(goTest('TestLimit', 'Limit != 7'), BENCHMARK),
      },
      false,
    ],
    [
      'of Go, that is constant beside a benchmark',
      'go test ./...',
      GO,
      {
        'calc.go': `${GO['calc.go']}\nconst Limit = 7\n`,
        'limit_test.go': goFile(goTest('TestLimit', '1+1 != 2'), goTest('TestMore', '2+1 != 3'), BENCHMARK),
      },
      true,
    ],
    [
      'of Go, that is constant where an old test calls a new function',
      'go test ./...',
      GO,
      {
        'calc.go': `package calc\n\nfunc Add(a, b int) int {\n\treturn sum(a, b)\n}\n\nfunc sum(a, b int) int {\n\treturn a + b\n}\n`,
        'limit_test.go': goFile(goTest('TestSum', 'f := sum; f == nil'), 'var start = time.Now()\n'),
      },
      true,
    ],
    [
      'of JavaScript, that uses what is new',
      'node --test',
      JS,
      {
        'src/add.js': `${JS['src/add.js']}export const LIMIT = 7;\n`,
        'test/limit.test.js': jsFile('LIMIT, 7'),
      },
      false,
    ],
    [
      'of JavaScript, that is constant',
      'node --test',
      JS,
      {
        'src/add.js': `${JS['src/add.js']}export const LIMIT = 7;\n`,
        'test/limit.test.js': jsFile('add(1, 1), 2'),
      },
      true,
    ],
    [
      'of Python, that uses what is new',
      'python3 -m pytest -q',
      PYTHON,
      {
        'calc/__init__.py': `${PYTHON['calc/__init__.py']}\n\nLIMIT = 7\n`,
        'tests/test_limit.py': pythonFile('LIMIT == 7'),
      },
      false,
    ],
    [
      'of Python, that is constant',
      'python3 -m pytest -q',
      PYTHON,
      {
        'calc/__init__.py': `${PYTHON['calc/__init__.py']}\n\nLIMIT = 7\n`,
        'tests/test_limit.py': pythonFile('add(1, 1) == 2'),
      },
      true,
    ],
  ])('%s', async (_, line, base, edit, isRefused) => {
    const { refused } = await judge(line, base, edit);
    expect(refused).toEqual(isRefused ? ['red-then-green'] : []);
  });
});

describe('an old test that changed beside one that does not load on the old code', () => {
  const ERRORS =
    'package calc\n\nimport "errors"\n\nfunc Half(n int) (int, error) {\n\tif n%2 != 0 {\n\t\treturn 0, errors.New("odd")\n\t}\n\treturn n / 2, nil\n}\n';
  const half = (...more: readonly string[]): string =>
    ['package calc\n', 'import "testing"\n', ...more].join('\n');
  const asks = (text: string): string =>
    `func TestOdd(t *testing.T) {\n\tif _, err := Half(3); err.Error() != ${text} {\n\t\tt.Fatal(err)\n\t}\n}\n`;
  const base = { 'go.mod': GO['go.mod'], 'half.go': ERRORS, 'half_test.go': half(asks('"odd"')) };
  const code = `${ERRORS.replace('"odd"', '"an odd number"')}\nconst Least = 2\n`;
  const fresh = goTest('TestLeast', 'Least != 2');

  it('is compared by itself', async () => {
    const edit = { 'half.go': code, 'half_test.go': half(asks('"an odd number"'), fresh) };
    expect((await judge('go test ./...', base, edit)).refused).toEqual([]);
  });

  it('is hollow where it passes there', async () => {
    const edit = { 'half.go': code, 'half_test.go': half(asks('err.Error()'), fresh) };
    expect((await judge('go test ./...', base, edit)).refused).toEqual(['tests-hold']);
  });

  it('stays unclear where it needs what is new itself', async () => {
    const edit = {
      'half.go': code,
      'half_test.go': half(asks('[]string{Least: "an odd number"}[Least]'), fresh),
    };
    expect((await judge('go test ./...', base, edit)).refused).toEqual(['tests-hold']);
  });
});

const row = (name: string, more: Partial<TestRow> = {}): TestRow => ({
  ...{ name, file: 'test/a.test.js', base: 'gone', oldTests: 'gone', oldCode: 'unloaded' },
  ...{ head: 'passed', text: 'changed', ...more },
});

/** A file with a test that uses `fresh` does not load; all other tests pass. */
const tried = async (
  names: readonly string[],
  fresh: readonly string[],
  more: Partial<AloneOptions> = {},
) => {
  const made = await temporaryRepository();
  const test = (name: string): string =>
    `test('${name}', () => ${fresh.includes(name) ? 'fresh()' : '1'});\n`;
  const text = `import { fresh } from '../a.js';\n${names.map(test).join('')}`;
  const [base, head] = [
    await made.tree({ 'a.js': '1\n' }),
    await made.tree({ 'a.js': '2\n', 'test/a.test.js': text }),
  ];
  const runs: (readonly [string, Choice])[] = [];
  const marked = await markLoadedAlone(
    {
      ...{ repository: made.repository, side: await testsSideOf(made.repository, base, head, []), head },
      ...{ scratchDirectory: made.scratch, isNamed: false },
      runOnOldCode: async (tree, choice) => {
        const files = await listTree(made.repository, tree);
        const kept = (await readBlob(made.repository, files.get('test/a.test.js')!.oid, 100_000))!;
        runs.push([kept, choice]);
        const cases = kept.includes('fresh')
          ? []
          : names
              .filter((name) => kept.includes(`'${name}'`))
              .map((name) => ({ name, file: 'test/a.test.js', status: 'passed' as const }));
        return command({
          tests: { total: cases.length, passed: cases.length, failed: 0, skipped: 0, failures: [], cases },
        });
      },
      ...more,
    },
    names.map((name) => row(name)),
    () => true,
  );
  return { silent: marked.flatMap(({ name, silent }) => (silent === true ? [name] : [])), runs };
};

describe('the search for a test that does not load by itself', () => {
  it('needs one run where none of them keeps the others from loading', async () => {
    const { silent, runs } = await tried(['a', 'b', 'c'], []);
    expect([silent, runs.length]).toEqual([['a', 'b', 'c'], 1]);
    expect(runs[0]![0]).not.toContain('import');
  });

  it('ends at the first one that is found, unless each of them is named', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const first = await tried(names, ['c', 'h']);
    expect(first.silent).toEqual(['a', 'b']);
    expect((await tried(names, ['c', 'h'], { isNamed: true })).silent).toEqual([
      'a',
      'b',
      'd',
      'e',
      'f',
      'g',
    ]);
  });

  it('has a limit', async () => {
    const names = Array.from({ length: 64 }, (_, at) => `test ${at}`);
    expect((await tried(names, names, { isNamed: true })).runs.length).toBeLessThanOrEqual(ALONE_RUNS_MAX);
  });

  it('asks Go for the functions of the tests alone', () => {
    const rows = [row('TestA/one', { file: 'a_test.go' }), row('TestA/two', { file: 'a_test.go' })];
    expect(choiceOf(rows)).toEqual({ only: ['a_test.go'], functions: ['TestA'] });
    expect(choiceOf([row('a')]).functions).toEqual([]);
  });
});

describe('an old test that is compared by itself', () => {
  const settled = async (head: 'passed' | 'failed') => {
    const made = await temporaryRepository();
    const text = "import { fresh } from '../a.js';\ntest('a', () => 1);\ntest('b', () => fresh());\n";
    const [base, tree] = [
      await made.tree({ 'a.js': '1\n' }),
      await made.tree({ 'a.js': '2\n', 'test/a.test.js': text }),
    ];
    const run = (status: 'passed' | 'failed') => async () => {
      const failures = status === 'failed' ? [{ name: 'a', message: 'expected 1 to be 2' }] : [];
      const cases = [{ name: 'a', file: 'test/a.test.js', status }];
      const [passed, failed] = status === 'passed' ? [1, 0] : [0, 1];
      return command({ tests: { total: 1, passed, failed, skipped: 0, failures, cases } });
    };
    const [found] = await settleAlone(
      {
        ...{
          repository: made.repository,
          side: await testsSideOf(made.repository, base, tree, []),
          head: tree,
        },
        ...{ scratchDirectory: made.scratch, isNamed: false },
        ...{ runOnOldCode: run('failed'), runOnNewCode: run(head) },
      },
      [row('a', { base: 'passed', oldTests: 'failed' })],
    );
    return found;
  };

  it('says what it says on the old code', async () => {
    expect(await settled('passed')).toMatchObject({ oldCode: 'failed', message: 'expected 1 to be 2' });
  });

  it('says nothing where it fails alone on the new code, too', async () => {
    expect(await settled('failed')).toMatchObject({ oldCode: 'unloaded' });
  });
});
