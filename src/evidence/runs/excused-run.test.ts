// Only tests that the change does not touch are doubted, and only a second run excuses them.
import { describe, expect, it } from 'vitest';
import type { CommandEvidence, TestRow } from '../../model/evidence.ts';
import { DOUBTED_FAILURES_MAX } from '../../model/limits/limits.ts';
import { doubtedFailures, endedAs, excusedBy, hasDoubted, isRedByExit } from './excused-run.ts';

const row = (name: string, more: Partial<TestRow> = {}): TestRow => ({
  ...{ name, file: 'a.js', base: 'passed', oldTests: 'failed', oldCode: 'passed', head: 'failed' },
  text: 'same',
  ...more,
});
const doubted = (...rows: readonly TestRow[]): number => doubtedFailures(rows).size;

describe('doubted is', () => {
  it('a failure of a test that was there, passed, and says the same', () => {
    expect(doubted(row('a'))).toBe(1);
    expect(doubted(row('a', { head: 'passed' }))).toBe(1);
    expect(doubted(row('a'), row('red before', { base: 'failed' }))).toBe(1);
  });

  it.each([
    ['changed', row('b', { text: 'changed' })],
    ['of unknown text', row('b', { text: 'unknown' })],
    ['new', row('b', { base: 'gone', text: 'changed' })],
    ['not loaded', row('b', { head: 'unloaded' })],
  ])('nothing where a test fails that is %s', (_, other) => {
    expect(doubted(row('a'), other)).toBe(0);
  });

  it('nothing where many fail', () => {
    const many = Array.from({ length: DOUBTED_FAILURES_MAX + 1 }, (_, at) => row(`${at}`));
    expect(doubted(...many)).toBe(0);
    expect(doubted(...many.slice(1))).toBe(DOUBTED_FAILURES_MAX);
  });
});

const run = (
  ...cases: readonly (readonly [name: string, status: 'passed' | 'failed'])[]
): CommandEvidence => {
  const failed = cases.filter(([, status]) => status === 'failed');
  return {
    ...{ kind: 'command', line: 'test', end: 'exited', tail: '', durationMs: 1, sandbox: 'none' },
    exit: failed.length === 0 ? 0 : 1,
    tests: {
      ...{ total: cases.length, passed: cases.length - failed.length, failed: failed.length, skipped: 0 },
      failures: failed.map(([name]) => ({ name, message: 'no' })),
      cases: cases.map(([name, status]) => ({ name, status, file: 'a.js' })),
    },
  };
};

describe('a second run', () => {
  const names = doubtedFailures([row('a')]);

  it('excuses a doubted test that passes there', () => {
    const first = run(['a', 'failed'], ['b', 'passed']);
    expect(hasDoubted(first, names)).toBe(true);
    expect(excusedBy(first, run(['a', 'passed'], ['b', 'passed']), names)).toMatchObject({
      exit: 0,
      flaky: ['a'],
      tests: { passed: 2, failed: 0, failures: [] },
    });
  });

  it('excuses none that fails again, none that is gone, and no other', () => {
    const first = run(['a', 'failed'], ['b', 'passed']);
    for (const second of [run(['a', 'failed'], ['b', 'passed']), run(['b', 'passed'])])
      expect(excusedBy(first, second, names)).toMatchObject({ exit: 1, flaky: [], tests: { failed: 1 } });
    const both = run(['a', 'failed'], ['b', 'failed']);
    expect(excusedBy(both, run(['a', 'passed'], ['b', 'passed']), names)).toMatchObject({
      exit: 1,
      flaky: ['a'],
      tests: { failed: 1, failures: [{ name: 'b' }] },
    });
    const twins = run(['a', 'failed'], ['a', 'passed']);
    expect(excusedBy(twins, run(['a', 'passed'], ['a', 'passed']), names).exit).toBe(1);
  });

  it('is made once', () => {
    expect(hasDoubted({ ...run(['a', 'failed']), flaky: [] }, names)).toBe(false);
    expect(hasDoubted(run(['b', 'failed']), names)).toBe(false);
  });
});

describe('a second run in which another test fails by chance', () => {
  const names = doubtedFailures([row('a')]);
  const first = run(['a', 'failed'], ['b', 'passed']);
  const second = run(['a', 'passed'], ['b', 'failed']);
  const excused = excusedBy(first, second, names);

  it('leaves an exit code that a third run has to explain', () => {
    expect(excused).toMatchObject({ exit: 1, tests: { failed: 0 } });
    expect(isRedByExit(excused, second)).toBe(true);
    const green = run(['a', 'passed'], ['b', 'passed']);
    expect(endedAs(excused, second, green)).toMatchObject({ exit: 0, flaky: ['a', 'b'] });
    // Something else than a test is wrong, or nobody can say.
    for (const third of [{ ...green, exit: 1 }, first, { ...green, end: 'timed-out' as const }])
      expect(endedAs(excused, second, third)).toMatchObject({ exit: 1, flaky: ['a', 'b'] });
  });

  it('needs no third run where the second is green, or red for another reason', () => {
    const green = run(['a', 'passed'], ['b', 'passed']);
    expect(isRedByExit(excusedBy(first, green, names), green)).toBe(false);
    const linted = { ...green, exit: 1 };
    expect(isRedByExit(excusedBy(first, linted, names), linted)).toBe(false);
    const more = run(['a', 'passed'], ['b', 'passed'], ['c', 'failed']);
    expect(isRedByExit(excusedBy(first, more, names), more)).toBe(false);
    const still = run(['a', 'failed'], ['b', 'failed']);
    expect(isRedByExit(excusedBy(first, still, names), still)).toBe(false);
  });
});
