import { describe, expect, it } from 'vitest';
import { nearest } from './nearest.ts';

describe('nearest', () => {
  it.each([
    ['comands', ['commands', 'roles'], 'commands'],
    ['time_out', ['timeout', 'tests'], 'timeout'],
    ['Role', ['roles', 'role'], 'role'],
    ['xyz', ['commands', 'roles'], undefined],
    ['', ['a'], 'a'],
    ['a', [], undefined],
  ])('%j among %j is %j', (name, candidates, expected) => {
    expect(nearest(name, candidates)).toBe(expected);
  });

  it('stays quick on very long names', () => {
    expect(nearest('x'.repeat(1_000_000), ['commands'])).toBeUndefined();
  });
});
