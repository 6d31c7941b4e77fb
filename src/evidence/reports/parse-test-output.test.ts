import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../../test/fixtures/running-time.ts';
import { TEST_FAILURES_MAX } from '../../model/limits/limits.ts';
import { parseTestOutput } from './parse-test-output.ts';

const report = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/reports/${name}.txt`, import.meta.url), 'utf8').replaceAll(
    '/project/',
    '',
  );

const summary = (text: string): string[] => {
  const counts = parseTestOutput(text);
  if (counts === null) return ['no report'];
  const { total, passed, failed, skipped, failures } = counts;
  return [
    `${total} = ${passed} passed + ${failed} failed + ${skipped} skipped`,
    ...failures.map((f) => `${f.file ?? '?'}:${f.line ?? '?'} ${f.name}: ${f.message}`),
  ];
};

describe('parseTestOutput on reports', () => {
  it('reads the TAP of node --test', () => {
    expect(summary(report('node-tap'))).toEqual([
      '9 = 2 passed + 5 failed + 2 skipped',
      't/a.test.js:3 inner # bad: 1 == 2',
      't/a.test.js:6 throws: multi\nline',
      't/b.test.js:1 t/b.test.js: test failed',
      't/c.test.js:1 t/c.test.js: test failed',
    ]);
  });

  it('reads the readable style of node --test', () => {
    expect(summary(report('node-spec'))).toEqual([
      '9 = 2 passed + 5 failed + 2 skipped',
      't/a.test.js:3 inner # bad: AssertionError [ERR_ASSERTION]: 1 == 2',
      't/a.test.js:6 throws: Error: multi\nline',
      "t/b.test.js:1 t/b.test.js: 'test failed'",
      "t/c.test.js:1 t/c.test.js: 'test failed'",
    ]);
  });

  it('reads vitest, with files that could not be loaded', () => {
    expect(summary(report('vitest'))).toEqual([
      '8 = 2 passed + 4 failed + 2 skipped',
      'b.test.ts:1 b.test.ts: Error: Transform failed with 1 error:',
      'c.test.ts:? c.test.ts: Error: No test suite found in file c.test.ts',
      'a.test.ts:3 sum > is wrong: AssertionError: expected 1 to be 2 // Object.is equality',
      'a.test.ts:4 throws: Error: boom',
    ]);
    expect(summary(report('vitest-passed'))).toEqual(['1 = 1 passed + 0 failed + 0 skipped']);
  });

  it('reads jest', () => {
    expect(summary(report('jest'))).toEqual([
      '6 = 1 passed + 3 failed + 2 skipped',
      'jt/a.test.js:1 sum › is wrong: expect(received).toBe(expected) // Object.is equality',
      'jt/a.test.js:2 throws: boom',
      'jt/b.test.js:? jt/b.test.js: Test suite failed to run: Jest encountered an unexpected token',
    ]);
  });

  it('reads mocha', () => {
    expect(summary(report('mocha'))).toEqual([
      '4 = 1 passed + 2 failed + 1 skipped',
      'mt/a.js:2 sum > is wrong: AssertionError [ERR_ASSERTION]: 1 == 2\n+ expected - actual',
      'mt/a.js:2 sum > deep > deeper: Error: boom',
    ]);
  });

  it.each(['pytest', 'pytest-quiet'])('reads %s', (name) => {
    expect(summary(report(name))).toEqual([
      '6 = 1 passed + 3 failed + 2 skipped',
      'py/test_a.py:5 test_bad: assert 1 == 2',
      'py/test_a.py:12 TestC::test_in: ValueError: boom',
      'py/test_a.py:14 test_err: RuntimeError: fixture',
    ]);
  });

  it.each(['node-tap-none', 'vitest-none', 'jest-none', 'mocha-none', 'pytest-none'])(
    'sees that %s ran no test',
    (name) => {
      expect(summary(report(name))).toEqual(['0 = 0 passed + 0 failed + 0 skipped']);
    },
  );

  it('reads cargo test', () => {
    const text = [
      'running 3 tests',
      'test tests::adds ... ok',
      'test tests::wrong ... FAILED',
      'test tests::later ... ignored',
      '',
      '---- tests::wrong stdout ----',
      "thread 'tests::wrong' panicked at src/lib.rs:12:9:",
      'assertion `left == right` failed',
      '  left: 1',
      ' right: 2',
      'note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace',
      '',
      'test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    ].join('\n');
    expect(summary(text)).toEqual([
      '3 = 1 passed + 1 failed + 1 skipped',
      expect.stringMatching(/^src\/lib\.rs:12 tests::wrong: assertion `left == right` failed\nleft: 1/),
    ]);
  });

  it('reads what cargo prints, program by program', () => {
    const counts = parseTestOutput(report('cargo/test'));
    expect(counts?.cases?.map(({ name, file, status }) => `${file}: ${name} ${status}`)).toEqual([
      'src/lib.rs: tests::is_wrong failed',
      'src/lib.rs: tests::later skipped',
      'src/lib.rs: tests::adds passed',
      'tests/it.rs: works passed',
      'src/lib.rs: src/lib.rs - add passed',
    ]);
    expect(counts?.failures).toEqual([
      {
        ...{ name: 'tests::is_wrong', file: 'src/lib.rs', line: 19 },
        message: 'assertion failed: `(left == right)`\n  left: `2`,\n right: `3`',
      },
    ]);
    expect(parseTestOutput(report('cargo/broken'))).toMatchObject({
      ...{ total: 1, failed: 1 },
      unloaded: [{ file: '*', message: expect.stringContaining('cannot find function `gone`') }],
    });
  });

  it('reads what go prints of a package that does not build', () => {
    const counts = parseTestOutput(report('go/verbose'));
    expect(counts).toMatchObject({ total: 6, passed: 2, failed: 3, skipped: 1 });
    expect(counts?.failures.at(-1)).toMatchObject({ name: 'example.com/little/broken' });
  });

  it('says which files could not be loaded', () => {
    const files = (name: string) => parseTestOutput(report(name))?.unloaded?.map(({ file }) => file);
    expect(files('vitest')).toEqual(['b.test.ts', 'c.test.ts']);
    expect(files('jest')).toEqual(['jt/b.test.js']);
    expect(files('pytest')).toBeUndefined();
    const broken = 'ERROR tests/test_a.py - ImportError: no\n=== 1 error in 0.1s ===\n';
    expect(parseTestOutput(broken)?.unloaded).toEqual([
      { file: 'tests/test_a.py', message: 'ImportError: no' },
    ]);
  });

  it('reads go test, with and without -v', () => {
    const failed =
      '--- FAIL: TestWrong (0.00s)\n    a_test.go:9: expected 2, got 1\nFAIL\nFAIL\texample/a\t0.002s\n';
    expect(summary(`${failed}ok  \texample/b\t0.001s\n?   \texample/c\t[no test files]\n`)).toEqual([
      '2 = 1 passed + 1 failed + 0 skipped',
      'a_test.go:9 TestWrong: a_test.go:9: expected 2, got 1',
    ]);
    const all = '--- PASS: TestA (0.00s)\n--- SKIP: TestB (0.00s)\nPASS\nok  \texample/a\t0.1s\n';
    expect(summary(all)).toEqual(['2 = 1 passed + 0 failed + 1 skipped']);
    expect(summary('?   \texample/c\t[no test files]\n')).toEqual(['0 = 0 passed + 0 failed + 0 skipped']);
  });

  it('adds up runners that ran one after another', () => {
    expect(parseTestOutput(report('vitest-passed') + report('pytest') + report('vitest-passed'))?.total).toBe(
      8,
    );
  });
});

describe('parseTestOutput by name', () => {
  const MARKS = { passed: '+', failed: '-', skipped: '~' } as const;
  const named = (text: string): string[] | undefined =>
    parseTestOutput(text)?.cases?.map(
      ({ name, file, status }) => `${MARKS[status]} ${file === undefined ? '' : `${file}: `}${name}`,
    );
  const NODE = [
    '- node/broken.test.mjs',
    '+ sum > is right',
    '- sum > is wrong',
    '~ sum > is skipped',
    '+ sum > deep <down> & "quoted" > is deep',
    '+ adds',
    '- throws',
    '~ comes later',
    '+ is last',
  ];

  it('names the tests of node --test, with their suites', () => {
    expect(named(report('node/spec'))).toEqual(NODE);
    expect(named(report('node/tap'))?.map((line) => line.replace(/^(. )node\/\S+: /, '$1'))).toEqual(NODE);
  });

  it('names the tests of pytest -v', () => {
    const tests = named(report('pytest/verbose'));
    expect(tests).toHaveLength(12);
    expect(tests).toEqual(
      expect.arrayContaining([
        '+ tests/test_sum.py: TestDeep > test_in',
        '+ tests/test_sum.py: test_words[a b]',
        '+ tests/test_sum.py: test_words[c::d]',
        '~ tests/test_sum.py: test_skipped',
        // It passed, and could not be taken down.
        '+ tests/test_sum.py: test_after',
        '- tests/test_sum.py: test_after',
      ]),
    );
    const parallel =
      '[gw0] [ 50%] PASSED a.py::test_a\n[gw1] [100%] FAILED a.py::T::test_b\n== 1 failed, 1 passed in 0.1s ==';
    expect(named(parallel)).toEqual(['+ a.py: test_a', '- a.py: T > test_b']);
  });

  it('names the tests of TAP, go test -v and cargo test', () => {
    expect(named('1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP\n')).toEqual(['+ a', '- b', '~ c']);
    expect(named('--- PASS: TestA (0.00s)\n--- SKIP: TestB (0.00s)\nok  \texample/a\t0.1s\n')).toEqual([
      '+ TestA',
      '~ TestB',
    ]);
    const cargo =
      'test a ... ok\ntest b ... FAILED\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured\n';
    expect(named(cargo)).toEqual(['+ a', '- b']);
  });

  it('names none where some would be missing', () => {
    expect(named(report('vitest'))).toBeUndefined();
    expect(named(report('pytest'))).toBeUndefined();
    expect(named(report('node/spec') + report('pytest'))).toBeUndefined();
    expect(named('1..2\nok 1 - a\n')).toBeUndefined();
    // One block is a suite, the other one a test with a test inside: which is which is not said.
    expect(named(report('node-spec'))).toBeUndefined();
    expect(named(report('node/spec') + report('vitest-none'))).toEqual(NODE);
  });

  it('names none where a test prints what looks like one', () => {
    const forged = report('node/spec').replace('✔ adds', '✔ a test that never ran (1ms)\n✔ adds');
    expect(parseTestOutput(forged)?.total).toBe(9);
    expect(named(forged)).toBeUndefined();
    expect(named(report('node/spec').replace('✔ adds (', '✖ adds ('))).toBeUndefined();
    expect(named(report('node/spec').replace('✔ adds', '﹣ never ran (1ms) # SKIP\n✔ adds'))).toBeUndefined();
    expect(
      named(report('node/spec').replace('﹣ is skipped', '✖ is skipped').replace('# SKIP', '')),
    ).toBeUndefined();
  });

  it('names a test with tests inside where there are no suites', () => {
    const text = '▶ parent\n  ✔ child (1ms)\n✔ parent (2ms)\nℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\n';
    expect(named(text)).toEqual(['+ parent > child', '+ parent']);
    const suite = text
      .replace('tests 2', 'tests 1')
      .replace('suites 0', 'suites 1')
      .replace('pass 2', 'pass 1');
    expect(named(suite)).toEqual(['+ parent > child']);
  });
});

describe('parseTestOutput on TAP', () => {
  it.each([
    ['TAP version 14\n1..2\nok 1 - a\nnot ok 2 - b\n', '2 = 1 passed + 1 failed + 0 skipped'],
    ['1..3\nok 1\nok 2 # skip no database\nnot ok 3 # TODO later\n', '3 = 1 passed + 0 failed + 2 skipped'],
    ['1..4\nok 1\n', '4 = 1 passed + 3 failed + 0 skipped'],
    ['TAP version 13\nok 1\nBail out! no disk\n', '2 = 1 passed + 1 failed + 0 skipped'],
    [
      'TAP version 13\n    ok 1 - x\n    not ok 2 - y\n    1..2\nnot ok 1 - suite\n1..1\n',
      '1 = 0 passed + 1 failed + 0 skipped',
    ],
    ['1..0 # SKIP nothing here\n', '0 = 0 passed + 0 failed + 0 skipped'],
  ])('%j', (text, expected) => {
    expect(summary(text)[0]).toBe(expected);
  });

  it('names the inner failure, not the suite around it', () => {
    const text = 'TAP version 14\n    not ok 1 - inner\n    1..1\nnot ok 1 - suite\nnot ok 2 - other\n1..2\n';
    expect(parseTestOutput(text)?.failures.map((f) => f.name)).toEqual(['inner', 'other']);
  });
});

describe('parseTestOutput on other text', () => {
  it.each([
    '',
    'hello\nworld\n',
    'ok computer\nnot ok computer\n',
    'Tests: none\n',
    '# tests 3\n',
    '3 passing thoughts\n',
  ])('finds no report in %j', (text) => {
    expect(parseTestOutput(text)).toBeNull();
  });

  it('reads through colours and carriage returns', () => {
    expect(
      parseTestOutput(
        '\x1b[1m      Tests \x1b[22m \x1b[31m1 failed\x1b[39m | \x1b[32m2 passed\x1b[39m (3)\r\n',
      ),
    ).toMatchObject({
      total: 3,
      failed: 1,
    });
  });

  it('keeps a limited number of failures, and their count', () => {
    const text = `TAP version 13\n${Array.from({ length: 500 }, (_, i) => `not ok ${i + 1} - t${i}`).join('\n')}\n1..500\n`;
    const counts = parseTestOutput(text);
    expect(counts?.failed).toBe(500);
    expect(counts?.failures).toHaveLength(TEST_FAILURES_MAX);
  });

  it.each([
    ['not ok\n---\n'],
    ['not ok 1 - a # '],
    ['TAP version 13\n'],
    [' FAIL  a.ts > b\n'],
    [' ❯ '],
    ['    at a.b.c:1:1:1'],
    ['FAILED a::b - '],
    ['___ a '],
    ['= 1 passed, '],
    ['  1) a\n       b\n'],
    ['✖ a (1'],
    ['  ● a\n'],
    ['FAIL a.b.'],
    ['a.a:1'],
  ])('takes linear time on %j repeated', (part) => {
    const text = `1..1\n  1 failing\n${part.repeat(Math.floor(2_000_000 / part.length))}`;
    expect(leastRunningMs(4_000, () => parseTestOutput(text))).toBeLessThan(4_000);
  });
});

it('keeps what TAP says below a test that failed', () => {
  const text = [
    '1..2',
    'not ok 1 takes out',
    '# (in test file test/stock.bats, line 26)',
    "#   `stock_take nails 2' failed with status 127",
    'ok 2 lists',
    '# a remark on nothing',
  ].join('\n');
  expect(parseTestOutput(text)?.failures).toEqual([
    {
      name: 'takes out',
      message: "(in test file test/stock.bats, line 26)\n`stock_take nails 2' failed with status 127",
    },
  ]);
});
