import { describe, expect, it } from 'vitest';
import type { SizedLeftover } from '../../operations/clean/clean.ts';
import { bytesText, cleanText, failuresText } from './clean-text.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const DAY = 24 * 60 * 60 * 1000;

const item = (more: Partial<SizedLeftover>): SizedLeftover => ({
  ...{ kind: 'run', name: 'fix-login', count: 1, at: NOW - 45 * DAY, bytes: 2_048 },
  ...{ paths: [], refs: [], branches: [] },
  ...more,
});

describe('what baton clean prints', () => {
  it('lists each thing with its age, its size and what goes with it', () => {
    const items = [
      item({ refs: ['refs/baton/fix-login/base'], branches: ['baton/fix-login'] }),
      item({ kind: 'cache', name: 'results of commands', count: 12, bytes: 3 * 1024 * 1024 }),
      item({ kind: 'worktree', name: 'gone', bytes: undefined }),
      item({ kind: 'start', name: 'cut', bytes: 0 }),
    ];
    const kept = [{ kind: 'run' as const, name: 'big\x1b[31m', why: 'it has not ended' }];
    expect(cleanText({ items, kept, more: true }, 'would remove', NOW).split('\n')).toEqual([
      'would remove (3.0 MB):',
      '  run       fix-login                             45d old  2.0 kB  1 ref, branch baton/fix-login',
      '  cache     12 results of commands                45d old  3.0 MB',
      '  worktree  1 working tree of run gone            45d old',
      '  start     cut (cut off before its first entry)  45d old  0 B',
      'there are more runs; run `baton clean` again',
      'kept:',
      expect.stringMatching(/^ {2}run {2}big[^\x1b]* it has not ended$/),
    ]);
  });

  it('says that there is nothing, and what could not be removed', () => {
    expect(cleanText({ items: [], kept: [], more: false }, 'removed', NOW)).toBe('nothing to remove');
    expect(failuresText([{ kind: 'run', name: 'a', message: 'it is held' }])).toBe(
      'not removed: run a: it is held',
    );
  });

  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 kB'],
    [15 * 1024, '15 kB'],
    [5 * 1024 ** 4, '5.0 TB'],
    [5 * 1024 ** 5, '5120 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});
