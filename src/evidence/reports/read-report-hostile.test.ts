// Reports of tests that lie, break off, or attack. Each must be refused by name, or read as what it is.
import { describe, expect, it } from 'vitest';
import { REPORT_BYTES_MAX, TEST_CASES_MAX } from '../../model/limits/limits.ts';
import { codes, json, read, told } from './read-report.fixture.ts';

describe('what is no report', () => {
  it.each([
    ['', 'FILE_EMPTY'],
    ['  \n\ufeff', 'FILE_EMPTY'],
    ['47 passing\n', 'REPORT_UNKNOWN'],
    ['<html><body/></html>', 'REPORT_UNKNOWN'],
    ['{}', 'REPORT_UNKNOWN'],
    ['[]', 'REPORT_UNKNOWN'],
    ['{"tests": 47, "passed": 47}', 'REPORT_UNKNOWN'],
    ['{"a": ', 'JSON_SYNTAX'],
    ['<testsuite', 'XML_SYNTAX'],
    ['<', 'XML_SYNTAX'],
  ])('%j is refused', (text, code) => {
    const { value, problems } = read(text);
    expect(value).toBeUndefined();
    expect(problems).toMatchObject([{ code, severity: 'error', file: 'report' }]);
  });

  it('is told which formats there are', () => {
    expect(told('hello')[0]).toMatch(/JUnit XML.*TAP.*LCOV.*Cobertura.*SARIF 2\.1\.0.*got other text$/);
  });

  it('is refused when it is too large', () => {
    expect(codes(`TAP version 13\n${'#'.repeat(REPORT_BYTES_MAX)}`)).toEqual(['FILE_TOO_LARGE']);
  });
});

describe('JUnit XML', () => {
  const suite = (attributes: string, cases: string): string =>
    `<testsuites><testsuite name="s" ${attributes}>${cases}</testsuite></testsuites>`;
  const PASSED = '<testcase name="a" classname="c"/>';
  const FAILED = '<testcase name="b" classname="c"><failure message="no"/></testcase>';

  it.each([
    ['tests="47"', PASSED, '"s" says 47 tests, and has 1'],
    ['tests="1"', PASSED + FAILED, '"s" says 1 tests, and has 2'],
    ['tests="2" failures="0"', PASSED + FAILED, '"s" says 0 failures and errors, and has 1'],
    ['tests="1" failures="1"', PASSED, '"s" says 1 failures and errors, and has 0'],
    ['tests="1" skipped="1"', PASSED, '"s" says 1 skipped, and has 0'],
    ['tests="0"', PASSED, '"s" says 0 tests, and has 1'],
  ])('with %s that is not true is refused', (attributes, cases, message) => {
    expect(told(suite(attributes, cases))).toEqual([`error REPORT_INCONSISTENT ${message}`]);
  });

  it.each(['-1', '1.5', 'many', '1e3', '99999999999'])('with %s tests is refused', (tests) => {
    expect(codes(suite(`tests="${tests}"`, PASSED))).toEqual(['FIELD_INVALID']);
  });

  it('counts errors as failures, and may count suites as their children', () => {
    const error = '<testcase name="b"><error>boom\nat x</error></testcase>';
    expect(read(suite('tests="2" failures="0" errors="1"', PASSED + error))).toMatchObject({
      problems: [],
      value: { tests: { total: 2, failed: 1, failures: [{ name: 'b', message: 'boom\nat x' }] } },
    });
    const inner = `<testsuite name="t" tests="2" failures="1">${PASSED}${FAILED}</testsuite>`;
    expect(told(suite('tests="2" failures="1"', PASSED + inner))).toEqual([]);
    expect(told(suite('tests="3" failures="1"', PASSED + inner))).toEqual([]);
  });

  it('names a module of pytest that could not be loaded by its file', () => {
    const { value } = read(
      '<testsuites><testsuite name="pytest" tests="1" errors="1" failures="0" skipped="0"><testcase classname="" name="tests.test_a"><error message="collection failure">No module named x</error></testcase></testsuite></testsuites>',
    );
    expect(value).toMatchObject({
      tests: { failed: 1, cases: [{ name: 'tests/test_a.py', file: 'tests/test_a.py', status: 'failed' }] },
    });
  });

  it('does not take a test that was not run for one that passed', () => {
    const cases = '<testcase name="a" status="notrun"/><testcase name="b" result="skipped"/>';
    expect(read(suite('', cases))).toMatchObject({ value: { tests: { passed: 0, skipped: 2 } } });
  });

  it('keeps a failure a failure when it says that it is skipped as well, unless it is a todo', () => {
    const both = (type: string) => `<testcase name="a"><skipped type="${type}"/><failure/></testcase>`;
    expect(read(suite('', both('skipped')))).toMatchObject({ value: { tests: { failed: 1 } } });
    expect(read(suite('', both('todo')))).toMatchObject({ value: { tests: { failed: 0, skipped: 1 } } });
  });

  it('counts no test that hides inside of another or in a property', () => {
    const hidden = `<testcase name="a"><system-out>${PASSED}</system-out></testcase>`;
    const { value, problems } = read(suite('', hidden));
    expect(value).toMatchObject({ tests: { total: 1 } });
    expect(problems).toMatchObject([{ code: 'FIELD_INVALID' }]);
    expect(codes(suite('', `<testcase name="a">${PASSED}</testcase>`))).toEqual(['FIELD_INVALID']);
  });

  it.each([
    '<!DOCTYPE x [<!ENTITY a "b">]><testsuite tests="1"><testcase name="&a;"/></testsuite>',
    '<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuite tests="1"><testcase name="a"/></testsuite>',
    '<testsuite tests="1"><testcase name="&a;"/></testsuite>',
    '<testsuite tests="1"><testcase name="a" name="b"/></testsuite>',
    '<testsuite tests="1"><testcase name="a"/>',
    '<testsuite tests="1"><testcase name="a"/></testsuite><testsuite/>',
    '<testsuite tests="1"><testcase name="a"></testsuite></testcase>',
    '<testsuite><testcase name="\0"/></testsuite>',
  ])('%j is refused', (text) => {
    expect(codes(text)).toEqual(['XML_SYNTAX']);
  });

  it('is not expanded by an entity bomb', () => {
    const bomb = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
      '',
    );
    const text = `<!DOCTYPE lolz [<!ENTITY e0 "lol">${bomb}]><testsuite><testcase name="&e20;"/></testsuite>`;
    expect(told(text)).toEqual([
      'error XML_SYNTAX not readable as XML: a document type with declarations of its own is refused',
    ]);
  });

  it('is refused when it is nested too deeply', () => {
    expect(codes('<testsuite>'.repeat(100_000))).toEqual(['YAML_TOO_DEEP']);
  });

  it('says where it breaks off', () => {
    expect(read('<testsuite>\n  <testcase name="a"').problems).toMatchObject([{ line: 2, column: 20 }]);
  });

  it('keeps the names of a limited number of tests, and all numbers', () => {
    const { value, problems } = read(`<testsuite>${PASSED.repeat(TEST_CASES_MAX + 1)}</testsuite>`);
    expect(value).toMatchObject({ tests: { total: TEST_CASES_MAX + 1 } });
    expect(problems).toMatchObject([{ code: 'LIMIT_REACHED', severity: 'warning' }]);
    if (value?.kind === 'tests') expect(value.tests.cases).toHaveLength(TEST_CASES_MAX);
  });

  it('shows neither escapes nor long names', () => {
    const name = `\u202e&#x9b;31m${'x'.repeat(5_000)}`;
    const { value } = read(
      suite('', `<testcase name="${name}"><failure message="&#x85;a\u202eb"/></testcase>`),
    );
    if (value?.kind !== 'tests') throw new Error('no tests');
    const [failure] = value.tests.failures;
    expect(failure?.name.length).toBe(300);
    expect(`${failure?.name}${failure?.message}`).not.toMatch(/[\u202e\x80-\x9f]/);
  });
});

describe('the JSON of Vitest and Jest', () => {
  const report = (more: object, ...statuses: readonly string[]): string =>
    json({
      numTotalTests: statuses.length,
      numPassedTests: statuses.filter((status) => status === 'passed').length,
      numFailedTests: statuses.filter((status) => status === 'failed').length,
      numPendingTests: statuses.filter((status) => status === 'skipped').length,
      numTodoTests: 0,
      success: !statuses.includes('failed'),
      testResults: [
        {
          name: '/project/a.test.ts',
          status: statuses.includes('failed') ? 'failed' : 'passed',
          assertionResults: statuses.map((status, index) => ({
            ancestorTitles: [],
            title: `t${index}`,
            status,
          })),
        },
      ],
      ...more,
    });

  it('is read where its numbers are those of its tests', () => {
    expect(told(report({}, 'passed', 'skipped'))).toEqual([]);
    expect(told(report({}, 'passed', 'failed'))).toEqual([]);
  });

  it.each([
    [{ numTotalTests: 47 }, 'numTotalTests says 47, and the report has 2'],
    [{ numPassedTests: 2 }, 'numPassedTests says 2, and the report has 1'],
    [{ numFailedTests: 0 }, 'numFailedTests says 0, and the report has 1'],
    [{ numPendingTests: 1 }, 'numPendingTests says 1, and the report has 0'],
    [{ success: true }, 'success is true, and there are failures'],
  ])('with %j that is not true is refused', (more, message) => {
    expect(told(report(more, 'passed', 'failed'))).toEqual([`error REPORT_INCONSISTENT ${message}`]);
  });

  it('is no pass when it says itself that it is none', () => {
    expect(told(report({ success: false }, 'passed'))).toEqual([
      'error REPORT_INCONSISTENT success is false, and no test failed',
    ]);
    const broken = [{ name: '/project/b.ts', status: 'failed', message: 'no', assertionResults: [] }];
    expect(
      read(report({ numTotalTests: 0, numPassedTests: 0, success: false, testResults: broken }, 'passed')),
    ).toMatchObject({
      problems: [],
      value: { tests: { total: 1, failed: 1, failures: [{ message: 'no' }] } },
    });
  });

  it.each([
    [{ numTotalTests: -1 }, 'numTotalTests'],
    [{ numPassedTests: '1' }, 'numPassedTests'],
    [{ testResults: {} }, 'testResults'],
    [{ success: 'yes' }, 'success'],
  ])('with %j is refused at its place', (more, field) => {
    const { value, problems } = read(report(more, 'passed'));
    expect(value).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'FIELD_INVALID', field, line: 1, column: expect.any(Number) }]);
  });

  it('refuses a status that it does not know, and no tests', () => {
    expect(codes(report({}, 'great'))).toContain('FIELD_INVALID');
    expect(codes(report({}))).toEqual(['TESTS_NOT_RUN']);
  });
});

describe('TAP', () => {
  it.each([
    ['TAP version 13\nok 1 - a\n', 'expected a plan (1..N), the report may be cut off'],
    ['TAP version 13\n1..3\nok 1\nok 2\n', '3 tests are planned, and the report has 2'],
    ['1..1\nok 1\nok 2\n', '1 tests are planned, and the report has 2'],
    ['1..1\nok 1\n1..1\nok 1\n', 'expected one plan, got 2'],
    ['1..1\nok 1\nBail out! no disk\n', 'the tests were given up: "Bail out!"'],
    [
      'TAP version 13\nok 1 - a\n1..1\n# tests 9\n# pass 9\n# fail 0\n',
      'the end says 9 passed, and the report has 1',
    ],
  ])('%j is refused', (text, message) => {
    expect(told(text)).toEqual([`error REPORT_INCONSISTENT ${message}`]);
  });

  it('of no tests is no pass', () => {
    expect(codes('TAP version 13\n1..0 # SKIP nothing\n')).toEqual(['TESTS_NOT_RUN']);
  });

  it('does not take what a test prints for the end of the report', () => {
    const text = 'TAP version 13\n# tests 9\n# pass 9\n# fail 0\nok 1 - a\n1..1\n';
    expect(read(text)).toMatchObject({ problems: [], value: { tests: { total: 1, passed: 1 } } });
  });

  it('names tests inside of others', () => {
    const text = 'TAP version 14\n    ok 1 - x\n    not ok 2 - y\n    1..2\nnot ok 1 - suite\n1..1\n';
    expect(read(text)).toMatchObject({
      problems: [],
      value: { tests: { total: 2, cases: [{ name: 'suite > x' }, { name: 'suite > y', status: 'failed' }] } },
    });
    const alone = 'TAP version 14\n    ok 1 - x\n    1..1\nnot ok 1 - suite\n1..1\n';
    expect(read(alone)).toMatchObject({ value: { tests: { passed: 1, failed: 1 } } });
  });
});
