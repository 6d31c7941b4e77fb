// One task is one small change, in files and in lines.
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../model/evidence.ts';
import { change, codes, diff, from, judged, to, told } from '../evidence.fixture.ts';
import { sizeKept } from './size-kept.ts';

const check = (filesMax: number | undefined, linesMax: number | undefined) =>
  sizeKept({
    ...{ base: from, head: to, filesMax: () => filesMax, linesMax: () => linesMax },
    isExcluded: (path) => path.endsWith('.lock'),
  });
const FILES = [
  change('a', { added: 60, removed: 40 }),
  change('b', { added: 100, removed: 0 }),
  change('picture', { added: null, removed: null }),
  change('x.lock', { added: 5_000, removed: 0 }),
];

describe('the size of a change', () => {
  it.each([
    [3, 200, []],
    [3, 199, ['CHANGE_TOO_LARGE']],
    [2, 200, ['CHANGE_TOO_LARGE']],
    [2, 199, ['CHANGE_TOO_LARGE', 'CHANGE_TOO_LARGE']],
    [undefined, 200, []],
    [3, undefined, []],
    [Number.NaN, undefined, ['CHANGE_TOO_LARGE']],
  ])('at most %s files and %s lines', (files, lines, expected) => {
    const verdict = judged(check(files, lines), { diff: diff(...FILES) });
    expect([verdict.status, codes(verdict)]).toEqual([expected.length === 0 ? 'met' : 'unmet', expected]);
  });

  it('counts a long line as several, and no file that says of itself that it is generated', () => {
    const long = change('one-line.js', { added: 1, removed: 0, bytes: 60_000_000 });
    expect(codes(judged(check(3, 200), { diff: diff(long) }))).toEqual(['CHANGE_TOO_LARGE']);
    const short = change('b.js', { added: 2, removed: 0, bytes: 80_000 });
    expect(judged(check(3, 200), { diff: diff(short) }).status).toBe('met');
    const generated = change('api.pb.go', { added: 9_000, removed: 9_000, bytes: 900_000, generated: true });
    expect(judged(check(0, 0), { diff: diff(generated) }).status).toBe('met');
  });

  it('does not take a build product for a picture', () => {
    const picture = (bytes: number) => change('a.png', { added: null, removed: null, bytes });
    expect(judged(check(3, 200), { diff: diff(picture(200_000)) }).status).toBe('met');
    expect(codes(judged(check(3, 200), { diff: diff(picture(60_000_000)) }))).toEqual(['CHANGE_TOO_LARGE']);
  });

  it('is told with both numbers and the largest files', () => {
    expect(told(judged(check(undefined, 10), { diff: diff(...FILES) }))).toEqual([
      'CHANGE_TOO_LARGE expected at most 10 changed lines, got 200: a (100), b (100), picture (0)',
    ]);
  });

  it('is not asked for without a limit', () => {
    expect(
      check(undefined, undefined).needs({ start: 'git-tree:1', digest: () => 'git-tree:2' } as never),
    ).toEqual([]);
    expect(judged(check(undefined, undefined), {}).status).toBe('met');
  });

  it('is unproven without evidence, or when the list is cut below the limit', () => {
    expect(judged(check(3, 200), {}).status).toBe('unproven');
    expect(judged(check(3, 200), { diff: { ...diff('a'), cut: true } as Evidence }).status).toBe('unproven');
    expect(judged(check(0, 200), { diff: { ...diff('a'), cut: true } as Evidence }).status).toBe('unmet');
  });
});
