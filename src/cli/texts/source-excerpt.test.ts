import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../../test/fixtures/running-time.ts';
import { textWidth } from '../../std/text-width.ts';
import { sourceExcerpts } from './source-excerpt.ts';

const excerpt = (text: string, line: number, column?: number) => sourceExcerpts(text)(line, column);

describe('an excerpt', () => {
  it('is the line, and a caret below the place', () => {
    expect(excerpt('a\nSTATUS: done | not\nb\n', 2, 9)).toBe(
      ['    2 | STATUS: done | not', '      |         ^'].join('\n'),
    );
  });

  it('keeps the indentation, on which the caret stands', () => {
    expect(excerpt('groups:\n    mode: x\n', 2, 11)).toBe(
      ['    2 |     mode: x', '      |           ^'].join('\n'),
    );
  });

  it('has no caret where no column is known', () => {
    expect(excerpt('a\nb', 2)).toBe('    2 | b');
  });

  it('takes a tab for one blank, above and below', () => {
    expect(excerpt('\tmode:\tx', 1, 8)).toBe(['    1 |  mode: x', '      |        ^'].join('\n'));
  });

  it('counts cells, not units: wide characters take two, marks none', () => {
    expect(excerpt('日本: x', 1, 5)).toBe(['    1 | 日本: x', '      |       ^'].join('\n'));
    expect(excerpt('e\u0301: x', 1, 5)).toBe(['    1 | e\u0301: x', '      |    ^'].join('\n'));
    expect(excerpt('👍 x', 1, 4)).toBe(['    1 | 👍 x', '      |    ^'].join('\n'));
  });

  it('shows the surroundings of the place in a long line', () => {
    const text = `${'a'.repeat(300)}!${'b'.repeat(300)}`;
    const [line, caret] = excerpt(text, 1, 301)!.split('\n');
    expect(line).toBe(`    1 | …${'a'.repeat(40)}!${'b'.repeat(59)}…`);
    expect(caret!.indexOf('^')).toBe(line!.indexOf('!'));
    expect(excerpt(`${'a'.repeat(300)}!`, 1, 301)).toBe(
      [`    1 | …${'a'.repeat(99)}!`, `      | ${' '.repeat(100)}^`].join('\n'),
    );
  });

  it('cuts no character in two', () => {
    const text = `${'👍'.repeat(60)}!${'👍'.repeat(60)}`;
    for (let column = 1; column <= text.length; column += 1)
      expect(excerpt(text, 1, column)).not.toMatch(/[\ud800-\udfff](?![\udc00-\udfff])|\ufffd/u);
  });

  it('of the last line needs no line end, and CRLF is none of its characters', () => {
    expect(excerpt('a\r\nlast', 2, 1)).toBe(['    2 | last', '      | ^'].join('\n'));
    expect(excerpt('one\r\ntwo', 1, 9)).toBe(['    1 | one', '      |    ^'].join('\n'));
  });

  it('of a column behind the end points right behind it', () => {
    expect(excerpt('abc', 1, 99)).toBe(['    1 | abc', '      |    ^'].join('\n'));
    expect(excerpt('', 1, 1)).toBe(['    1 |', '      | ^'].join('\n'));
  });

  it('of a line that is not there is none', () => {
    expect(excerpt('a\nb', 3, 1)).toBeUndefined();
    expect(excerpt('a\n', 2, 1)).toBe(['    2 |', '      | ^'].join('\n'));
  });

  it('finds earlier lines after later ones', () => {
    const at = sourceExcerpts('a\nb\nc');
    expect([at(3, undefined), at(1, undefined), at(2, undefined)]).toEqual([
      '    3 | c',
      '    1 | a',
      '    2 | b',
    ]);
  });

  it('lets nothing through that a terminal obeys, and keeps the caret below the line', () => {
    const chars = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(chars, fc.nat(320), (text, column) => {
        const [whole] = text.split('\n');
        const [line, caret] = excerpt(text, 1, column + 1)!.split('\n');
        expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
        expect(caret).toMatch(/^ {6}\| *\^$/);
        expect(textWidth(caret!)).toBeLessThanOrEqual(Math.max(9, 12 + 2 * Math.min(whole!.length, 102)));
      }),
    );
  });

  it('of many problems in many lines is one pass', () => {
    const at = sourceExcerpts('\n'.repeat(2_000_000));
    const ms = leastRunningMs(5_000, () => {
      for (let line = 1_999_000; line < 2_000_000; line += 1) at(line, 1);
    });
    expect(ms).toBeLessThan(5_000);
  });
});
