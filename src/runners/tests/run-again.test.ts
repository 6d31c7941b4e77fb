// How often a head is run again, and what its runs say together.
import { expect, it } from 'vitest';
import type { CommandEvidence, TestRow } from '../../model/evidence.ts';
import { ranAgain } from './run-again.ts';

const run = (...failed: readonly string[]): CommandEvidence => ({
  ...{ kind: 'command', line: 'test', end: 'exited', tail: '', durationMs: 1, sandbox: 'none' },
  exit: failed.length === 0 ? 0 : 1,
  tests: {
    ...{ total: 3, passed: 3 - failed.length, failed: failed.length, skipped: 0 },
    failures: failed.map((name) => ({ name, message: 'no' })),
    cases: ['a', 'b', 'c'].map((name) => ({
      ...{ name, file: 'a.js' },
      status: failed.includes(name) ? 'failed' : 'passed',
    })),
  },
});
const rowOf = (name: string): TestRow => ({
  ...{ name, file: 'a.js', base: 'passed', oldTests: 'passed', oldCode: 'passed', head: 'failed' },
  text: 'same',
});

const headAfter = async (first: CommandEvidence, ...more: readonly CommandEvidence[]) => {
  const asked: unknown[] = [];
  const next = (which: unknown): Promise<CommandEvidence> => {
    asked.push(which);
    const found = more[asked.length - 1];
    if (found === undefined) throw new Error('one run too many');
    return Promise.resolve(found);
  };
  const rows = (first.tests?.failures ?? []).map(({ name }) => rowOf(name));
  const { head } = await ranAgain(
    { head: first, oldTests: run() },
    { rows, cut: false },
    { head: next, oldTests: next },
  );
  return { exit: head.exit, flaky: head.flaky, failed: head.tests?.failed, asked };
};

it('a head that fails by chance is run once more', async () => {
  expect(await headAfter(run())).toEqual({ exit: 0, flaky: undefined, failed: 0, asked: [] });
  expect(await headAfter(run('a'), run())).toEqual({ exit: 0, flaky: ['a'], failed: 0, asked: [true] });
  expect(await headAfter(run('a'), run('a'))).toMatchObject({ exit: 1, failed: 1, asked: [true] });
});

it('a third run decides where another test fails by chance in the second', async () => {
  expect(await headAfter(run('a'), run('b'), run())).toEqual({
    ...{ exit: 0, flaky: ['a', 'b'], failed: 0 },
    asked: [true, 'third'],
  });
  expect(await headAfter(run('a'), run('b'), run('c'))).toMatchObject({ exit: 1, failed: 0 });
  // Where something else than the tests is wrong, no run ends with 0.
  expect(await headAfter(run('a'), run('b'), { ...run(), exit: 1 })).toMatchObject({ exit: 1 });
});
