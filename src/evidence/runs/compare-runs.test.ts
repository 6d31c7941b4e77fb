// Which test of one tree is which of another, and what its row says, told from four reports.
import { describe, expect, it } from 'vitest';
import type { CommandEvidence, TestFileChange } from '../../model/evidence.ts';
import { TEST_ROWS_MAX } from '../../model/limits/limits.ts';
import { compareRuns } from './compare-runs.ts';

const run = (file: string, names: string): CommandEvidence => {
  const cases = names
    .split(', ')
    .filter((name) => name !== '')
    .map((name) => ({
      ...{ name: name.replace(/^-/, ''), file },
      status: name.startsWith('-') ? ('failed' as const) : ('passed' as const),
    }));
  const failed = cases.filter(({ status }) => status === 'failed').length;
  return {
    ...{
      kind: 'command',
      line: 'test',
      end: 'exited',
      exit: failed,
      tail: '',
      durationMs: 1,
      sandbox: 'none',
    },
    tests: { total: cases.length, passed: cases.length - failed, failed, skipped: 0, failures: [], cases },
  };
};

const changed = (path: string, more: Partial<TestFileChange>): TestFileChange => ({
  ...{ path, change: 'modified', declared: [], removed: [], skipped: [], only: [], weakened: [] },
  ...more,
});

/** Names of the tests of the base, of the head, and of both on the code of the other. */
const rowsOf = (
  file: string,
  names: readonly [base: string, oldTests: string, oldCode: string, head: string],
  change: TestFileChange,
): string[] => {
  const [base, oldTests, oldCode, head] = names.map((list) => run(file, list)) as [
    CommandEvidence,
    CommandEvidence,
    CommandEvidence,
    CommandEvidence,
  ];
  const { rows } = compareRuns({
    ...{ runs: { base, oldTests, oldCode, head }, changes: [change], support: [] },
    named: [{ file }],
  });
  return rows.map((row) =>
    [row.name, row.base, row.oldTests, row.oldCode, row.head, row.text, row.brought ? 'brought' : '']
      .join(' ')
      .trim(),
  );
};

describe('a test that has no text of its own', () => {
  it.each([
    ['a_test.go', 'TestParse/plain', { same: ['TestParse'] }, 'same'],
    ['a_test.go', 'TestParse/plain', { same: ['TestOther'] }, 'changed'],
    ['a_test.go', 'TestParse/TestOther', { same: ['TestOther'] }, 'changed'],
    ['test_a.py', 'test_reads[plain]', { same: ['test_reads'] }, 'same'],
    ['test_a.py', 'test_reads[plain]', { same: ['test_writes'] }, 'changed'],
    ['a.test.js', 'a/b', { same: ['a'] }, 'changed'],
    ['a.test.js', 'made by a helper', { declared: ['adds'], same: ['adds'], follows: true }, 'same'],
    ['a.test.js', 'made by a helper', { declared: ['adds'], same: ['adds'] }, 'changed'],
    [
      'a.test.js',
      's > adds 1 to 2',
      { declared: ['s > adds %i to $b'], same: ['s > adds %i to $b'] },
      'same',
    ],
    ['a.test.js', 's > adds 1 to 2', { declared: ['s > adds %i to $b'], same: [] }, 'changed'],
    [
      'a.test.js',
      't > adds 1 to 2',
      { declared: ['s > adds %i to $b'], same: ['s > adds %i to $b'] },
      'changed',
    ],
    [
      'a.test.js',
      's > adds 1',
      { declared: ['s > adds %i', 's > adds 1'], same: ['s > adds %i'] },
      'changed',
    ],
    ['a.test.js', 'adds 1', { declared: ['adds %i', '%s 1'], same: ['adds %i'] }, 'changed'],
  ])('%s %s with %j: %s', (file, name, more, text) => {
    expect(rowsOf(file, [name, name, name, name], changed(file, more))).toEqual([
      `${name} passed passed passed passed ${text}`,
    ]);
  });
});

describe('cases with other ids', () => {
  const FILE = 'test_a.py';
  const more = { same: ['test_a'], otherIds: ['test_a'] };

  it('are matched by their number', () => {
    const [old, now] = ['test_a[one], test_a[two]', 'test_a[eins], test_a[zwei]'];
    expect(rowsOf(FILE, [old, old, now, now], changed(FILE, more))).toEqual([
      'test_a[eins] passed passed passed passed same',
      'test_a[zwei] passed passed passed passed same',
    ]);
  });

  it('are not where one is missing, or where the text says no such thing', () => {
    const [old, now] = ['test_a[one], test_a[two]', 'test_a[eins]'];
    expect(rowsOf(FILE, [old, old, now, now], changed(FILE, more))).toHaveLength(3);
    expect(
      rowsOf(FILE, [old, old, 'test_a[a], test_a[b]', 'test_a[a], test_a[b]'], changed(FILE, {})),
    ).toHaveLength(4);
  });
});

it('a suite with another title keeps its own test, where another has the same name', () => {
  const [old, now] = ['A > works, -B > works', 'B2 > works'];
  const change = changed('a.test.js', { renamed: [{ from: 'B > works', to: 'B2 > works' }] });
  expect(rowsOf('a.test.js', [old, old, now, now], change)).toEqual([
    'B2 > works failed failed passed passed same',
    'A > works passed passed gone gone changed',
  ]);
});

it('a suite with another title keeps the rows of its tables, and those of no other', () => {
  const renamed = [{ from: 'A > keeps ${who} of ${all}', to: 'A2 > keeps ${who} of ${all}' }];
  const [old, now] = ['A > keeps 1 of 2, A > keeps 2 of 2', 'A2 > keeps 1 of 2, A2 > keeps 2 of 2'];
  const change = changed('a.test.js', { renamed });
  // Neither version can be loaded on the other code.
  expect(rowsOf('a.test.js', [old, '', '', now], change)).toHaveLength(2);
  expect(rowsOf('a.test.js', [old, '', '', now], changed('a.test.js', {}))).toHaveLength(4);
  expect(rowsOf('a.test.js', ['A > loses 1 of 2', '', '', 'A2 > loses 1 of 2'], change)).toHaveLength(2);
});

describe('a test inside of a new source file of Rust', () => {
  const change = changed('src/weight.rs', { change: 'added', brought: ['grams'] });
  const named = (test: string): string[] => rowsOf('src/lib.rs', ['', test, '', test], change);

  it('is known by its module', () => {
    expect(named('weight::tests::grams')).toEqual([
      'weight::tests::grams gone passed gone passed changed brought',
    ]);
  });

  it('is not taken for one of the same name elsewhere', () => {
    expect(named('length::tests::grams')).toEqual(['length::tests::grams gone passed gone passed same']);
  });
});

describe('a test of Rust in a file that did not change', () => {
  const change = changed('src/lib.rs', {
    declared: ['tests::adds', 'tests::counts'],
    removed: ['tests::was'],
  });
  const textOf = (test: string): string =>
    rowsOf('src/lib.rs', [test, test, `-${test}`, test], change)[0]!
      .split(' ')
      .at(-1)!;

  it('says the same, whatever cargo names as its file', () => {
    expect(textOf('words::tests::shouts')).toBe('same');
  });

  it.each(['tests::adds', 'tests::was', 'tests::counts::case_1'])(
    'is not %s, which the file declares',
    (test) => {
      expect(textOf(test)).toBe('changed');
    },
  );
});

describe('more tests than are listed', () => {
  const many = (prefix: string, mark = ''): string =>
    Array.from({ length: TEST_ROWS_MAX + 1 }, (_, at) => `${mark}${prefix} ${at}`).join(', ');
  const compared = (base: string, oldTests: string, oldCode: string, head: string) =>
    compareRuns({
      runs: {
        ...{ base: run('a.js', base), oldTests: run('a.js', oldTests) },
        ...{ oldCode: run('a.js', oldCode), head: run('a.js', head) },
      },
      ...{ changes: [changed('a.js', {})], support: [] },
    });

  it('are all the same where those left out are new and pass', () => {
    const fresh = many('new');
    const { rows, cut } = compared('old', '-old', `${fresh}, -red, old`, `${fresh}, red, old`);
    expect([rows.length, cut]).toEqual([TEST_ROWS_MAX, false]);
    expect(rows.slice(0, 2).map(({ name }) => name)).toEqual(['old', 'red']);
  });

  it('are cut where an old one, or one that fails, is left out', () => {
    const [old, gone] = [many('old'), ''];
    expect(compared(old, old, gone, gone)).toMatchObject({ cut: true });
    expect(compared('', '', many('new', '-'), many('new', '-'))).toMatchObject({ cut: true });
  });
});

describe('a row of a table that has its values in its name', () => {
  const row = (base: string, head: string, file: string, declared: readonly string[]): string[] =>
    rowsOf(file, [base, `-${base}`, `-${head}`, head], changed(file, { declared: [...declared] }));
  it.each([
    ['test_a.py', 'test_price[1-490]', 'test_price[1-520]', []],
    ['a_test.go', 'TestSlug/green-tea', 'TestSlug/green_tea', []],
    [
      'a.test.ts',
      'money > 999 at 19 percent is 190',
      'money > 999 at 19 percent is 189',
      ['money > %i at %i percent is %i'],
    ],
    [
      'a.spec.js',
      'report > prints "yes a: 1"',
      'report > prints "ok a: 1"',
      ['report > prints ${JSON.stringify(text)}'],
    ],
    ['a.test.js', 'slug of A B', 'slug of A_B', ["'slug of ' + text.trim()"]],
  ])('%s %s is %s now', (file, base, head, declared) => {
    expect(row(base, head, file, declared)).toEqual([`${head} passed failed failed passed changed`]);
  });

  it.each([
    ['asks for something else', 'test_a.py', 'test_price[1-490]', 'test_price[heavy]', []],
    ['is of another function', 'test_a.py', 'test_price[1-490]', 'test_rate[1-490]', []],
    ['is of another function of Go', 'a_test.go', 'TestSlug/a b', 'TestName/a b', []],
    ['is no row', 'a.test.js', 'prints a sum', 'prints a total sum', ['prints a total sum']],
  ])('is gone where what came in its place %s', (_, file, base, head, declared) => {
    expect(row(base, head, file, declared)).toHaveLength(2);
  });

  it('is gone where the other passes without the change', () => {
    const [base, head] = ['test_price[1-490]', 'test_price[1-500]'];
    expect(rowsOf('test_a.py', [base, `-${base}`, head, head], changed('test_a.py', {}))).toHaveLength(2);
  });
});

describe('a test that holds subtests', () => {
  const names: readonly [string, string, string, string] = [
    'year, year > month 1',
    '-year > month 1',
    '-year > month 1',
    'year, year > month 1',
  ];
  const rows = (more: Partial<TestFileChange>): string[] =>
    rowsOf('a.test.js', names, changed('a.test.js', more)).map((row) => row.replace(/ passed.*/, ''));

  it('is judged by them where it asserts nothing itself', () => {
    expect(rows({ declared: ['year > month %i'] })).toEqual(['year > month 1']);
  });

  it('is judged itself where it asserts something, or did', () => {
    expect(rows({ declared: ['year', 'year > month %i'] })).toContain('year');
    expect(rows({ declared: ['year > month %i'], removed: ['year'] })).toContain('year');
    expect(rows({ declared: ['other > month'] })).toContain('year');
  });

  it('is judged itself where it failed itself', () => {
    const failed: readonly [string, string, string, string] = [names[0], '-year', names[2], names[3]];
    const change = changed('a.test.js', { declared: ['year > month %i'] });
    expect(rowsOf('a.test.js', failed, change).some((row) => row.startsWith('year passed failed'))).toBe(
      true,
    );
  });
});

describe('a test whose support changed', () => {
  const textWith = (support: Parameters<typeof compareRuns>[0]['support'][number]): string | undefined => {
    const one = run('tests/test_a.py', 'test_adds');
    const { rows } = compareRuns({
      ...{ runs: { base: one, oldTests: one, oldCode: one, head: one }, changes: [], support: [support] },
      named: [{ file: 'tests/test_a.py' }],
    });
    return rows[0]?.text;
  };

  it('no longer says the same, unless its owner released the support', () => {
    const support = { path: 'tests/conftest.py', added: false };
    expect(textWith(support)).toBe('changed');
    expect(textWith({ ...support, released: true })).toBe('same');
    expect(textWith({ ...support, released: false })).toBe('changed');
  });

  it('is another one where each version fails on the other code, although the support was released', () => {
    const rowWith = (released: boolean) => {
      const [passes, fails] = [run('tests/test_a.py', 'test_adds'), run('tests/test_a.py', '-test_adds')];
      const { rows } = compareRuns({
        runs: { base: passes, oldTests: fails, oldCode: fails, head: passes },
        changes: [],
        support: [{ path: 'tests/sums.golden', added: false, released }],
      });
      return rows.map(({ oldTests, oldCode, text }) => [oldTests, oldCode, text]);
    };
    expect(rowWith(true)).toEqual([['failed', 'failed', 'changed']]);
    expect(rowWith(false)).toEqual(rowWith(true));
  });

  it('leaves a function of Go to its subtests', () => {
    const [passes, fails] = ['', '-'].map((as) => run('a_test.go', `${as}TestWrite, ${as}TestWrite/text`));
    if (passes === undefined || fails === undefined) throw new Error('no run');
    const { rows } = compareRuns({
      runs: { base: passes, oldTests: fails, oldCode: fails, head: passes },
      changes: [],
      support: [{ path: 'testdata/text.golden', added: false, released: true }],
    });
    expect(Object.fromEntries(rows.map(({ name, text }) => [name, text]))).toEqual({
      TestWrite: 'same',
      'TestWrite/text': 'changed',
    });
  });
});

describe('a command that is known by its exit code', () => {
  const byExit = (isRed: boolean): CommandEvidence => {
    const { file: _, ...test } = {
      file: '',
      name: 'rake test',
      status: isRed ? ('failed' as const) : ('passed' as const),
    };
    const made = run('', '');
    const [failed, passed] = isRed ? [1, 0] : [0, 1];
    return {
      ...made,
      ...{ basis: 'exit-code', line: 'rake test', exit: failed },
      tests: { total: 1, passed, failed, skipped: 0, failures: [], cases: [test] },
    };
  };

  it('says something else where a test file changed that declares tests by their names', () => {
    const [green, red] = [byExit(false), byExit(true)];
    const { rows } = compareRuns({
      runs: { base: green, oldTests: green, oldCode: red, head: green },
      changes: [changed('test/page_test.rb', { declared: ['test_sets', 'test_no_columns'] })],
      support: [],
    });
    expect(rows.map(({ name, oldCode, text }) => [name, oldCode, text])).toEqual([
      ['rake test', 'failed', 'unknown'],
    ]);
  });
});
