import { describe, expect, it } from 'vitest';
import type { CommandEvidence } from '../../../model/evidence.ts';
import { forgiven } from './known-failures.ts';

const run = (failing: readonly string[], more: Partial<CommandEvidence> = {}): CommandEvidence => ({
  ...{
    kind: 'command',
    line: 'npm test',
    end: 'exited',
    exit: failing.length === 0 ? 0 : 1,
    tail: '',
    durationMs: 1,
  },
  sandbox: 'none',
  tests: {
    ...{ total: 2 + failing.length, passed: 2, failed: failing.length, skipped: 0 },
    failures: failing.map((name) => ({ name, message: 'no' })),
    cases: [{ name: 'a', status: 'passed' }, ...failing.map((name) => ({ name, status: 'failed' as const }))],
  },
  ...more,
});

describe('a run without the failures that are known', () => {
  it('passes when nothing else failed', () => {
    expect(forgiven(run(['old']), ['old'])).toMatchObject({
      exit: 0,
      tests: { total: 2, passed: 2, failed: 0, failures: [], cases: [{ name: 'a' }] },
    });
  });

  it('fails with what else failed, and by that alone', () => {
    expect(forgiven(run(['old', 'new']), ['old'])).toMatchObject({
      exit: 1,
      tests: { failed: 1, failures: [{ name: 'new' }] },
    });
    expect(forgiven(run(['new']), ['old'])).toEqual(run(['new']));
  });

  it('excuses no run that broke, none whose failures have no names, and none that passed', () => {
    expect(forgiven(run(['old'], { end: 'timed-out', exit: null }), ['old'])).toMatchObject({ exit: null });
    const unnamed = { ...run([]), exit: 1, tests: { ...run([]).tests!, failed: 1 } };
    expect(forgiven(unnamed, ['old'])).toEqual(unnamed);
    expect(forgiven(run([]), ['old'])).toEqual(run([]));
    expect(forgiven({ ...run([]), tests: null, exit: 1 }, ['old'])).toMatchObject({ exit: 1 });
  });
});
