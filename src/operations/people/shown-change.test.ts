import { describe, expect, it } from 'vitest';
import { RelayInMemory, treeOf } from '../../../test/fixtures/relay-in-memory.ts';
import type { Evidence, TestRow } from '../../model/evidence.ts';
import { testsSeen, unprovedIn, untestedSeen } from './shown-change.ts';

const row = (name: string, cells: Partial<TestRow>): TestRow => ({
  ...{ name, base: 'passed', oldTests: 'passed', oldCode: 'passed', head: 'passed', text: 'changed' },
  ...cells,
});

const runsOf = (rows: readonly TestRow[]): Evidence =>
  ({ kind: 'test-runs', rows, cut: false, plain: 0, byNumbers: false, support: [] }) as unknown as Evidence;

const from = treeOf(1);
const to = treeOf(2);
const key = (base: string): string => `test-runs:test@${base}>${to}`;

describe('tests that a person is shown', () => {
  it('are those that hold no longer as they were, released or not', () => {
    const rows = [
      row('kept', {}),
      row('new', { base: 'gone', oldTests: 'gone', oldCode: 'failed' }),
      row('other', { file: 'a.test.js', oldTests: 'failed', oldCode: 'failed' }),
      row('gone', { head: 'gone', oldCode: 'gone' }),
      row('off', { head: 'skipped', oldTests: 'failed' }),
      row('empty', { oldTests: 'failed' }),
    ];
    expect(testsSeen([{ key: key(from), evidence: runsOf(rows) }], { from, to })).toEqual([
      { name: 'other', file: 'a.test.js', fate: 'respecified' },
      { name: 'gone', fate: 'dropped' },
      { name: 'off', fate: 'removed', skipped: true },
      { name: 'empty', fate: 'hollow' },
    ]);
  });

  it('are of the runs against the base that is shown, where there are such', () => {
    const own = { key: key(from), evidence: runsOf([]) };
    const later = { key: key(treeOf(3)), evidence: runsOf([row('gone', { head: 'gone' })]) };
    expect(testsSeen([own, later], { from, to })).toEqual([]);
    expect(testsSeen([later], { from, to })).toHaveLength(1);
    expect(testsSeen([], { from, to })).toBeNull();
  });
});

describe('untested parts', () => {
  it('are those that the last probe lists; without one nothing is said', () => {
    const probe = (line: number) => ({
      key: 'probe',
      evidence: {
        kind: 'probe',
        hunks: [
          { path: 'a.js', line, lines: 1, status: 'untested', text: 'x' },
          { path: 'b.js', line, lines: 1, status: 'tested', text: 'y' },
        ],
      } as unknown as Evidence,
    });
    expect(untestedSeen([probe(1), { key: key(from), evidence: runsOf([]) }, probe(7)])).toEqual([
      { path: 'a.js', line: 7, lines: 1, text: 'x' },
    ]);
    expect(untestedSeen([{ key: key(from), evidence: runsOf([]) }])).toBeUndefined();
  });
});

it('what nobody measured is listed once, with everybody who was judged by it', () => {
  const run = new RelayInMemory();
  run.plan();
  run.code();
  const found = unprovedIn(run.state, 'approving.human.1');
  expect(found.find(({ clause }) => clause === 'lint-green')).toEqual({
    clause: 'lint-green',
    basis: 'stated',
    assignments: ['coding.coder.alpha.1', 'coding.coder.beta.1', 'reviewing.reviewer.1'],
  });
  expect(found.map(({ clause }) => clause)).not.toContain('form');
});
