import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../test/fixtures/running-time.ts';
import { clip, clipStart, plainLine, plainText, visibleText } from './terminal-text.ts';

describe('plainText', () => {
  it.each([
    ['colours', '\x1b[31mred\x1b[0m', 'red'],
    ['cursor moves', 'a\x1b[2J\x1b[1;1Hb', 'ab'],
    ['a title ended by BEL', '\x1b]0;title\x07x', 'x'],
    ['a link ended by ESC \\', '\x1b]8;;http://a\x1b\\x\x1b]8;;\x1b\\', 'x'],
    ['a lone escape', 'a\x1b', 'a'],
    ['control characters', 'a\x00\x08\x7f\x85b', 'ab'],
    ['a carriage return that overwrites', 'FAILED\rpassed', 'FAILED\npassed'],
    ['reversed text', 'a\u202eb', 'ab'],
    ['tabs and lines, kept', 'a\tb\nc', 'a\tb\nc'],
    ['other languages, kept', 'naïve 日本 🙂', 'naïve 日本 🙂'],
  ])('takes out %s', (_what, text, expected) => {
    expect(plainText(text)).toBe(expected);
  });

  it.each(['\x1b]', '\x1b[', '\x1b[1;', '\x1bP', '\x9b1'])('is quick on %j repeated', (part) => {
    const text = part.repeat(300_000);
    expect(leastRunningMs(2_000, () => plainText(text))).toBeLessThan(2_000);
  });
});

describe('visibleText', () => {
  it('shows as a sign what a terminal would obey, and leaves the rest', () => {
    expect(visibleText('a\x1b[31mb\x07\r\x7f\x9b')).toBe('a^[[31mb^G^M^?<U+009B>');
    expect(visibleText('a\u202eb\u200bc\tnaïve 日本\n')).toBe('a<U+202E>b<U+200B>c\tnaïve 日本\n');
  });

  it('leaves nothing to obey, and hides no letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = visibleText(text);
        expect(plainText(shown)).toBe(shown);
        expect(shown.length).toBeGreaterThanOrEqual(text.length);
      }),
    );
  });
});

describe('clipping', () => {
  it('keeps the beginning, or the end from a whole line on', () => {
    expect(clip('abcdef', 4)).toBe('abc…');
    expect(clip('abcd', 4)).toBe('abcd');
    expect(clipStart('one\ntwo\nthree', 11)).toBe('…\ntwo\nthree'.slice(0, 11));
    expect(clipStart('abcdef', 4)).toBe('…def');
    expect(plainLine(' a\n\tb ')).toBe('a b');
  });
});
