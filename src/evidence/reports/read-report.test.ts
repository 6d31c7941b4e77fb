// Reports that the real tools wrote (tools/make-reports.mjs) on a project whose right numbers can be counted by hand.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestCounts } from '../../model/evidence.ts';
import type { Coverage } from '../../model/measured.ts';
import { type Report, readReport } from './read-report.ts';

const REPORTS = fileURLToPath(new URL('../../../test/fixtures/reports', import.meta.url));
const seen = new Set<string>();

const textOf = (path: string): string => {
  seen.add(path);
  return readFileSync(join(REPORTS, path), 'utf8');
};

const reportOf = (path: string): Report => {
  const { value, problems } = readReport(textOf(path), { file: path, root: '/project' });
  expect(problems).toEqual([]);
  return value!;
};
const testsOf = (path: string): TestCounts => {
  const report = reportOf(path);
  if (report.kind !== 'tests') throw new Error(`a report of ${report.kind}`);
  return report.tests;
};
const coverageOf = (path: string): Coverage => {
  const report = reportOf(path);
  if (report.kind !== 'coverage') throw new Error(`a report of ${report.kind}`);
  return report.coverage;
};

const MARKS = { passed: '+', failed: '-', skipped: '~' } as const;
const casesOf = ({ cases = [] }: TestCounts): string[] =>
  cases.map(({ name, file, status }) => `${MARKS[status]} ${file === undefined ? '' : `${file}: `}${name}`);
const failuresOf = ({ failures }: TestCounts): string[] =>
  failures.map(
    ({ name, file, line, message }) => `${file}:${line ?? '?'} ${name}: ${message.split('\n')[0]}`,
  );
const numbersOf = ({ total, passed, failed, skipped }: TestCounts): string =>
  `${total} = ${passed} passed + ${failed} failed + ${skipped} skipped`;

/** The suite of the little project, as each runner names its tests. */
const suite = (file: string): string[] => {
  const at = file === '' ? '' : `${file}: `;
  return [
    `+ ${at}sum > is right`,
    `- ${at}sum > is wrong`,
    `~ ${at}sum > is skipped`,
    `+ ${at}sum > deep <down> & "quoted" > is deep`,
    `+ ${at}adds`,
    `- ${at}throws`,
    `~ ${at}comes later`,
    `+ ${at}is last`,
  ];
};
const NINE = '9 = 4 passed + 3 failed + 2 skipped';

describe('reports of tests', () => {
  it('reads the JUnit XML of node --test', () => {
    const tests = testsOf('node/junit.xml');
    expect(numbersOf(tests)).toBe(NINE);
    expect(casesOf(tests)).toEqual(['- node/broken.test.mjs: node/broken.test.mjs', ...suite('')]);
    expect(failuresOf(tests)).toEqual([
      'node/broken.test.mjs:? node/broken.test.mjs: test failed',
      'node/sum.test.mjs:5 sum > is wrong: Expected values to be strictly equal:2 !== 3',
      'node/sum.test.mjs:13 throws: twolines ]]> of it',
    ]);
    expect(casesOf(testsOf('node/junit-green.xml'))).toEqual(['+ gives', '+ takes']);
  });

  it('reads the TAP of node --test', () => {
    const tests = testsOf('node/tap.txt');
    expect(numbersOf(tests)).toBe(NINE);
    expect(casesOf(tests).map((line) => line.replace('node/sum.test.mjs: ', ''))).toEqual([
      '- node/broken.test.mjs: node/broken.test.mjs',
      ...suite(''),
    ]);
    expect(failuresOf(tests)).toEqual([
      'node/broken.test.mjs:1 node/broken.test.mjs: test failed',
      'node/sum.test.mjs:5 sum > is wrong: Expected values to be strictly equal:',
      'node/sum.test.mjs:12 throws: two',
    ]);
  });

  it('reads the JUnit XML of Vitest, whose paths are relative to its root', () => {
    const tests = testsOf('vitest/junit.xml');
    expect(numbersOf(tests)).toBe(NINE);
    expect(casesOf(tests)).toEqual(['- broken.test.mjs: broken.test.mjs', ...suite('sum.test.mjs')]);
    expect(failuresOf(tests).slice(1)).toEqual([
      'sum.test.mjs:5 sum > is wrong: Expected values to be strictly equal:  2 !== 3',
      'sum.test.mjs:13 throws: two lines ]]> of it',
    ]);
  });

  it.each([
    ['vitest/report.json', 'vitest', 'mjs'],
    ['jest/report.json', 'jest', 'cjs'],
  ])('reads %s', (path, folder, ending) => {
    const tests = testsOf(path);
    expect(numbersOf(tests)).toBe(NINE);
    const broken = `- ${folder}/broken.test.${ending}: ${folder}/broken.test.${ending}`;
    expect(casesOf(tests).filter((line) => line !== broken)).toEqual(suite(`${folder}/sum.test.${ending}`));
    expect(casesOf(tests)).toContain(broken);
    expect(failuresOf(tests)).toContainEqual(
      expect.stringMatching(new RegExp(`^${folder}/sum\\.test\\.${ending}:1[23] throws: Error: two$`)),
    );
  });

  it('takes a file without tests for a failure, as Vitest does', () => {
    expect(casesOf(testsOf('vitest/report-none.json'))).toEqual([
      '- none/empty.test.mjs: none/empty.test.mjs',
    ]);
    expect(numbersOf(testsOf('vitest/report-green.json'))).toBe('2 = 2 passed + 0 failed + 0 skipped');
  });

  it('reads jest-junit, where no test is a todo', () => {
    const tests = testsOf('jest/junit.xml');
    expect(numbersOf(tests)).toBe('7 = 4 passed + 2 failed + 1 skipped');
    // It joins the names of suites and test with spaces.
    expect(casesOf(tests)).toEqual(
      suite('')
        .filter((line) => !line.includes('later'))
        .map((line) => line.replaceAll(' > ', ' ')),
    );
    expect(numbersOf(testsOf('jest/report-plain.json'))).toBe(numbersOf(tests));
  });

  it('refuses jest-junit where a todo test looks like one that passed', () => {
    const { problems } = readReport(textOf('jest/junit-todo.xml'), { file: 'j.xml', root: '/project' });
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'REPORT_INCONSISTENT "sum" says 7 tests, and has 8',
      'REPORT_INCONSISTENT "jest tests" says 7 tests, and has 8',
    ]);
  });

  it.each(['pytest/junit.xml', 'pytest/junit-xunit1.xml'])('reads %s', (path) => {
    const tests = testsOf(path);
    expect(numbersOf(tests)).toBe('10 = 4 passed + 4 failed + 2 skipped');
    expect(casesOf(tests)).toEqual(
      [
        '+ test_ok',
        '- test_bad',
        '+ TestDeep > test_in',
        '+ test_words[a b]',
        '+ test_words[c::d]',
        '~ test_skipped',
        '~ test_expected',
        '- test_before',
        '- test_after',
        '- test_double',
      ].map((line) => `${line.slice(0, 2)}tests/test_sum.py: ${line.slice(2)}`),
    );
    expect(failuresOf(tests)).toEqual([
      'tests/test_sum.py:20 test_bad: AssertionError: a <b> & c',
      'tests/test_sum.py:6 test_before: failed on setup with "RuntimeError: before"',
      'tests/test_sum.py:12 test_after: failed on teardown with "RuntimeError: after"',
      'tests/test_sum.py:52 test_double: assert False',
    ]);
  });

  it('knows how pytest counts subtests', () => {
    expect(numbersOf(testsOf('pytest/junit-subtests.xml'))).toBe('4 = 1 passed + 2 failed + 1 skipped');
  });

  it('finds a report of pytest that counts fewer tests than it has', () => {
    const text = textOf('pytest/junit-subtests.xml').replace('tests="15"', 'tests="3"');
    const { problems } = readReport(text, { file: 'j.xml', root: '/project' });
    expect(problems.map(({ code }) => code)).toContain('REPORT_INCONSISTENT');
  });

  it('knows how pytest counts tests that fail after they ran', () => {
    // It says 3 tests where there are 2 elements, and 2 where there are 3.
    expect(numbersOf(testsOf('pytest/junit-after.xml'))).toBe('2 = 1 passed + 1 failed + 0 skipped');
    expect(numbersOf(testsOf('pytest/junit-double.xml'))).toBe('2 = 1 passed + 1 failed + 0 skipped');
  });

  it('does not take a report of no tests for a pass', () => {
    const { problems } = readReport(textOf('pytest/junit-none.xml'), { file: 'j.xml', root: '/project' });
    expect(problems).toMatchObject([{ code: 'TESTS_NOT_RUN', severity: 'error', line: 1, column: 39 }]);
  });
});

describe('reports of coverage', () => {
  const c8 = {
    'src/price.mjs': { covered: 7, total: 9, missed: [6, 7] },
    'src/unused.mjs': { covered: 0, total: 3, missed: [1, 2, 3] },
  };
  const istanbul = {
    'src/price.mjs': { covered: 5, total: 6, missed: [6] },
    'src/unused.mjs': { covered: 0, total: 2, missed: [1, 2] },
  };
  const python = {
    'shop/__init__.py': { covered: 0, total: 0, missed: [] },
    'shop/pricing.py': { covered: 5, total: 6, missed: [5] },
    'shop/unused.py': { covered: 0, total: 1, missed: [1] },
  };

  it.each([
    ['c8/lcov.info', 'lcov', c8],
    ['c8/coverage-final.json', 'istanbul', c8],
    ['c8/cobertura-coverage.xml', 'cobertura', c8],
    ['vitest-coverage/lcov.info', 'lcov', istanbul],
    ['vitest-coverage/coverage-final.json', 'istanbul', istanbul],
    ['vitest-coverage/cobertura-coverage.xml', 'cobertura', istanbul],
    ['coverage-py/coverage.json', 'coverage.py', python],
    ['coverage-py/coverage.xml', 'cobertura', python],
    ['coverage-py/coverage.lcov', 'lcov', python],
  ])('reads %s', (path, format, files) => {
    const numbers = Object.values(files);
    expect(coverageOf(path)).toEqual({
      format,
      lines: {
        covered: numbers.reduce((sum, { covered }) => sum + covered, 0),
        total: numbers.reduce((sum, { total }) => sum + total, 0),
      },
      files,
    });
  });

  it.each([
    ['c8/coverage-summary.json', { covered: 7, total: 12 }, { covered: 7, total: 9, missed: [] }],
    ['vitest-coverage/coverage-summary.json', { covered: 5, total: 8 }, { covered: 5, total: 6, missed: [] }],
  ])('reads the numbers of %s, which names no lines', (path, lines, price) => {
    expect(coverageOf(path)).toMatchObject({
      format: 'istanbul-summary',
      lines,
      files: { 'src/price.mjs': price },
    });
  });
});

describe('other reports', () => {
  it('reads the SARIF of ESLint, without what a comment switches off', () => {
    expect(reportOf('eslint/report.sarif')).toEqual({
      kind: 'findings',
      findings: {
        format: 'sarif',
        tools: ['ESLint'],
        counts: { critical: 0, high: 1, medium: 1, low: 0, note: 0 },
        results: [
          {
            rule: 'no-unused-vars',
            severity: 'high',
            message: "'unused' is assigned a value but never used.",
            file: 'linted/linted.mjs',
            line: 1,
          },
          {
            rule: 'eqeqeq',
            severity: 'medium',
            message: "Expected '===' and instead saw '=='.",
            file: 'linted/linted.mjs',
            line: 3,
          },
        ],
      },
    });
    expect(reportOf('eslint/report-clean.sarif')).toMatchObject({ findings: { results: [] } });
  });

  it('reads the mutants of Stryker', () => {
    expect(reportOf('stryker/mutation.json')).toEqual({
      kind: 'mutation',
      mutation: {
        format: 'mutation-testing-report',
        killed: 8,
        timeout: 1,
        survived: 2,
        noCoverage: 1,
        invalid: 2,
        files: { 'mutants/src/age.mjs': { detected: 9, undetected: 3 } },
        survivors: [
          { file: 'mutants/src/age.mjs', line: 7, mutator: 'BooleanLiteral' },
          { file: 'mutants/src/age.mjs', line: 1, mutator: 'EqualityOperator' },
          { file: 'mutants/src/age.mjs', line: 7, mutator: 'ArrowFunction' },
        ],
      },
    });
  });
});

describe('the fixtures', () => {
  it('are all read by a test, and each tool says what it is', () => {
    const folders = readdirSync(REPORTS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const OF_OUTPUT = [
      ...['node/spec.txt', 'pytest/verbose.txt', 'cargo/test.txt', 'cargo/broken.txt', 'go/verbose.txt'],
      'go/report.jsonl',
    ];
    // Read in scanner-reports.test.ts.
    const SCANNERS = ['bandit/', 'npm-audit/'];
    const kept = folders.flatMap(({ name }) => {
      const origin = JSON.parse(readFileSync(join(REPORTS, name, 'origin.json'), 'utf8')) as {
        version: string;
      };
      expect(origin.version).toMatch(/\d+\.\d+/);
      return readdirSync(join(REPORTS, name)).map((file) => `${name}/${file}`);
    });
    const unread = kept.filter(
      (path) =>
        !path.endsWith('/origin.json') &&
        !OF_OUTPUT.includes(path) &&
        !SCANNERS.some((tool) => path.startsWith(tool)) &&
        !seen.has(path),
    );
    expect(unread).toEqual([]);
  });
});
