import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTestOutput } from '../parse-test-output.ts';
import { pythonPlaces } from './unittest.ts';

const report = (name: string): string =>
  readFileSync(new URL(`../../../../test/fixtures/reports/${name}.txt`, import.meta.url), 'utf8');
const FILES = new Set(['tests/__init__.py', 'tests/test_a.py', 'tests/test_broken.py', 'tests/test_good.py']);
const read = (text: string, files = FILES) => parseTestOutput(text, pythonPlaces(files));
const numbers = (text: string): string => {
  const counts = read(text);
  return counts === null ? 'no report' : `${counts.passed} ${counts.failed} ${counts.skipped}`;
};

describe('what unittest prints', () => {
  it('names tests, with their files, where -v is given', () => {
    const counts = read(report('unittest-verbose'));
    expect(counts?.cases?.map(({ name, file, status }) => `${status} ${name} (${file})`)).toEqual([
      'failed ATest > test_bad (tests/test_a.py)',
      'passed ATest > test_doc (tests/test_a.py)',
      'failed ATest > test_err (tests/test_a.py)',
      'passed ATest > test_ok (tests/test_a.py)',
      'passed ATest > test_prints (tests/test_a.py)',
      'skipped ATest > test_sk (tests/test_a.py)',
      'failed ATest > test_sub (tests/test_a.py)',
      'skipped ATest > test_xf (tests/test_a.py)',
      'failed ATest > test_xp (tests/test_a.py)',
      'failed tests/test_broken.py (tests/test_broken.py)',
      'passed Good > test_one (tests/test_good.py)',
      'skipped Good > test_two (tests/test_good.py)',
      'failed Setup > setUpClass (tests/test_a.py)',
    ]);
    expect(counts?.unloaded).toEqual([
      { file: 'tests/test_broken.py', message: "ModuleNotFoundError: No module named 'nope'" },
    ]);
    expect(counts?.failures.find(({ name }) => name === 'ATest > test_bad')).toEqual({
      ...{ name: 'ATest > test_bad', file: 'tests/test_a.py', line: 7 },
      message: 'AssertionError: 1 != 2 : boom',
    });
  });

  it('counts alike without -v, and names what failed', () => {
    expect(numbers(report('unittest'))).toBe(numbers(report('unittest-verbose')));
    const counts = read(report('unittest'));
    expect(counts?.cases).toBeUndefined();
    expect(counts?.failures.map(({ name }) => name)).toEqual([
      ...['ATest > test_err', 'Setup > setUpClass', 'tests/test_broken.py', 'ATest > test_bad'],
      ...['ATest > test_sub', 'ATest > test_xp'],
    ]);
    expect(numbers(report('unittest-passed'))).toBe('1 0 1');
    expect(numbers(report('unittest-none'))).toBe('0 0 0');
  });

  it('reads the names of older versions', () => {
    const old = report('unittest-passed').replace(/\.test_(?:one|two)\)/g, ')');
    expect(read(old)?.cases).toEqual(read(report('unittest-passed'))?.cases);
  });

  it.each([
    ['below another folder', new Set(['py/tests/test_good.py']), 'py/tests/test_good.py'],
    ['in two folders', new Set(['a/tests/test_good.py', 'b/tests/test_good.py']), undefined],
    ['nowhere', new Set<string>(), undefined],
  ])('says the file of a module only where it is known: %s', (_, files, file) => {
    expect(read(report('unittest-passed'), files)?.cases?.[0]).toEqual({
      ...(file === undefined ? {} : { file }),
      ...{ name: 'Good > test_one', status: 'passed' },
    });
  });

  it('names none where a test prints what looks like one', () => {
    const forged = 'test_three (tests.test_good.Good.test_three) ... ok\n';
    expect(read(forged + report('unittest-passed'))).toMatchObject({ total: 2 });
    expect(read(forged + report('unittest-passed'))?.cases).toBeUndefined();
  });

  it('takes no line for a pass of a test that is printed as failed', () => {
    const own = 'test_bad (tests.test_a.ATest.test_bad)';
    const forged = `${own} ... \n${own} ... ok\nxFAIL`;
    const counts = read(report('unittest-verbose').replace(`${own}\nSays something. ... FAIL`, forged));
    expect(counts?.cases?.find(({ name }) => name === 'ATest > test_bad')?.status).toBe('failed');
  });

  it.each([
    ['ended before its summary', (text: string) => text.replace(/^Ran[\s\S]*$/m, '')],
    ['ended before its result', (text: string) => text.replace(/^OK.*$/m, '')],
    ['printed something else behind the number', (text: string) => text.replace(/^OK.*$/m, 'bye\nOK')],
  ])('sees no report in a run that %s', (_, cut) => {
    expect(numbers(cut(report('unittest-passed')))).toBe('no report');
  });
});
