// What fails on both codes in the same way is not held against the change, and nothing else is forgiven with it.
import { describe, expect, it } from 'vitest';
import type { CommandEvidence, TestCounts } from '../../model/evidence.ts';
import { codes, told } from '../evidence.fixture.ts';
import { changeWith, runs, verdictOf } from './change-cases.fixture.ts';
import { testsGreenClause } from './tests-green.ts';

type Run = Omit<CommandEvidence, 'kind'>;

const run = (more: Partial<Run> = {}): Run => ({
  ...{ line: 'pytest', end: 'exited', exit: 1, tail: '', durationMs: 1, sandbox: 'none', tests: null },
  ...more,
});

const counts = (passed: number, unloaded: Record<string, string>, failing: string[] = []): TestCounts => {
  const names = [...Object.keys(unloaded), ...failing];
  return {
    ...{ total: passed + names.length, passed, failed: names.length, skipped: 0 },
    failures: names.map((name) => ({ name, message: unloaded[name] ?? 'not equal' })),
    unloaded: Object.entries(unloaded).map(([file, message]) => ({ file, message })),
  };
};

const judge = (base: Run, head: Run, knownFailures?: string[]) => {
  const found = runs([]);
  return verdictOf(testsGreenClause(changeWith({ knownFailures })), {
    runs: { ...found, runs: { ...found.runs, base, head } },
  });
};

const LACKS = "ModuleNotFoundError: No module named 'freezegun'";

describe('a file that could not be loaded before either', () => {
  const before = run({ tests: counts(5, { 'test_a.py': LACKS }) });

  it('is told, and not held against the change', () => {
    const verdict = judge(before, run({ tests: counts(6, { 'test_a.py': LACKS }) }));
    expect(verdict.status).toBe('met');
    expect(told(verdict)).toEqual([
      `(warning) TESTS_FAILED test_a.py cannot be loaded, as before the change: ${LACKS}`,
    ]);
  });

  it.each<[string, TestCounts]>([
    ['for another reason', counts(5, { 'test_a.py': 'SyntaxError' })],
    ['and another beside it', counts(5, { 'test_a.py': LACKS, 'test_b.py': LACKS })],
    ['and a test that fails', counts(5, { 'test_a.py': LACKS }, ['adds'])],
    ['and a failure that nobody names', { ...counts(5, { 'test_a.py': LACKS }), failed: 2 }],
  ])('is no excuse %s', (_, tests) => {
    expect(judge(before, run({ tests })).status).toBe('unmet');
  });

  it('is no excuse where the tests that may be red are named', () => {
    expect(judge(before, run({ tests: before.tests }), []).status).toBe('unmet');
  });
});

describe('a command that runs no test on either code', () => {
  const lacks = run({ tail: 'error: no matching package named `serde` found\nlocation: /tmp/1' });

  it('proves nothing, and says what it lacks', () => {
    const verdict = judge(lacks, run({ tail: lacks.tail.replace('/tmp/1', '/tmp/22') }));
    expect([verdict.status, codes(verdict)]).toEqual(['unproven', ['EVIDENCE_UNAVAILABLE']]);
    expect(told(verdict).join()).toContain('no matching package named `serde`');
  });

  it.each<[string, Run, Run]>([
    ['for another reason', lacks, run({ tail: 'error: expected `;`' })],
    ['only since the change', run({ exit: 0, tests: counts(3, {}) }), lacks],
    [
      'while its tests fail',
      run({ tests: counts(0, {}, ['adds']) }),
      run({ tests: counts(0, {}, ['adds']) }),
    ],
  ])('has failed %s', (_, base, head) => {
    expect(judge(base, head).status).toBe('unmet');
  });
});

describe('a command that ends with an error although every test passes', () => {
  const low = run({
    tail: 'ERROR: Coverage for lines (71.2%) does not meet threshold (80%)',
    tests: counts(5, {}),
  });

  it('as before the change is told, and not held against it', () => {
    const verdict = judge(low, run({ tail: low.tail.replace('71.2', '71.9'), tests: counts(6, {}) }));
    expect([verdict.status, codes(verdict)]).toEqual(['met', ['TESTS_FAILED']]);
    expect(told(verdict).join()).toMatch(/^\(warning\) .*as before the change: ERROR: Coverage for lines/);
  });

  it.each<[string, Run, Run]>([
    ['is new', run({ exit: 0, tests: counts(5, {}) }), low],
    [
      'complains about something else',
      low,
      run({ tail: 'Error: Unhandled rejection', tests: counts(6, {}) }),
    ],
    ['ends in another way', low, run({ ...low, exit: 2 })],
    ['has a test that fails, too', low, run({ ...low, tests: counts(5, {}, ['adds']) })],
    ['had a test that failed', run({ ...low, tests: counts(5, {}, ['adds']) }), low],
    [
      'has a file that cannot be loaded',
      low,
      run({ ...low, tests: counts(5, { 'b.test.js': 'SyntaxError' }) }),
    ],
    ['was seen to run no test before', run({ ...low, tests: counts(0, {}) }), low],
  ])('is held against a change where it %s', (_, base, head) => {
    expect(judge(base, head).status).toBe('unmet');
  });

  it('is held against it where the tests that may be red are named', () => {
    expect(judge(low, low, []).status).toBe('unmet');
  });
});
