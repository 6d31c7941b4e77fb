import { expect, it } from 'vitest';
import type { CommandEvidence } from '../../model/evidence.ts';
import { isRed, steadier } from './steadier-run.ts';

const run = (...failed: string[]): CommandEvidence => ({
  ...{ kind: 'command', line: 'test', end: 'exited', tail: '', durationMs: 1, sandbox: 'none' },
  exit: failed.length === 0 ? 0 : 1,
  tests: {
    ...{ total: 3, passed: 3 - failed.length, failed: failed.length, skipped: 0, failures: [] },
    cases: ['a', 'b', 'c'].map((name) => ({ name, status: failed.includes(name) ? 'failed' : 'passed' })),
  },
});

it.each([
  [['a'], [], { flaky: ['a'], exit: 0 }],
  [['a'], ['a'], { flaky: [], exit: 1 }],
  [['a', 'b'], ['b', 'c'], { flaky: ['a', 'c'], exit: 1 }],
  [['a'], ['b', 'c'], { flaky: ['a', 'b', 'c'], exit: 1 }],
])('of runs in which %j and %j fail', (one, two, expected) => {
  expect(steadier(run(...one), run(...two))).toMatchObject(expected);
});

it('takes a run that read its tests rather than one that read none', () => {
  const broken: CommandEvidence = { ...run('a'), tests: null };
  expect(steadier(broken, run('a')).tests).not.toBeNull();
  expect([isRed(broken), isRed(run()), isRed({ ...broken, end: 'timed-out', exit: null })]).toEqual([
    true,
    false,
    false,
  ]);
});
