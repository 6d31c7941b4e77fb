// What is left of items that have ended: out of the way of the others, and found by whoever asks.
import { describe, expect, it } from 'vitest';
import { LinesBench } from '../../../test/fixtures/lines-bench.ts';
import { linesWith } from '../../../test/fixtures/workflows/lines.ts';
import { closedBecause } from '../rules/closed.ts';
import { allWorks, knownWork } from './past.ts';

const plain = linesWith([], []);
const code = (item: string, round = 1) => `implement.coder.${item}.${round}`;
const test = (item: string, round = 1) => `test.tester.${item}.${round}`;

const endedItem = () => {
  const bench = new LinesBench(plain, 'a b');
  bench.change(code('a'), { a: '1' });
  bench.observeAll();
  bench.report(test('a'), 'pass');
  bench.observeAll();
  return bench;
};

const end = (bench: LinesBench, assignment: string): void => {
  bench.give({ kind: 'attempt-end', assignment, attempt: 1, end: 'finished' });
};

describe('an item that has ended', () => {
  it('is set aside when nobody is at work on it any more', () => {
    const bench = endedItem();
    expect(Object.keys(bench.state.works)).toContain(code('a'));
    end(bench, code('a'));
    expect(Object.keys(bench.state.works)).toContain(test('a'));
    end(bench, test('a'));
    expect(Object.keys(bench.state.works).filter((id) => id.includes('.a.'))).toEqual([]);
    expect(bench.state.rounds['tasks/a']).toBeUndefined();
  });

  it('is still known, in the order in which work was opened', () => {
    const bench = endedItem();
    const before = allWorks(bench.state).map(({ assignment, outcome }) => [assignment.id, outcome]);
    end(bench, code('a'));
    end(bench, test('a'));
    expect(allWorks(bench.state).map(({ assignment, outcome }) => [assignment.id, outcome])).toEqual(before);
    expect(knownWork(bench.state, test('a'))?.outcome).toBe('pass');
    expect(knownWork(bench.state, 'test.tester.z.1')).toBeUndefined();
  });

  it('tells a caller who comes late what became of its work', () => {
    const bench = endedItem();
    const before = closedBecause(bench.state, code('a'), 1);
    end(bench, code('a'));
    end(bench, test('a'));
    expect(before?.message).toBeDefined();
    expect(closedBecause(bench.state, code('a'), 1)).toEqual(before);
  });

  it('comes back with its rounds when it is tried again', () => {
    const bench = endedItem();
    const rounds = bench.state.rounds['tasks/a'];
    const works = Object.keys(bench.state.works);
    end(bench, code('a'));
    end(bench, test('a'));
    bench.take({ kind: 'scope-retried', scope: 'tasks', items: ['a'] });
    expect(Object.keys(bench.state.works).toSorted()).toEqual(works.toSorted());
    expect(bench.state.rounds['tasks/a']).toEqual(rounds);
    expect(bench.state.past?.items).toEqual({});
  });
});
