import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastRunningMs } from '../../test/fixtures/running-time.ts';
import { headingOf, markdownText } from './markdown.ts';

const fenced = (text: string): string =>
  markdownText(text)
    .lines.map((line) => (line.fenced ? 'x' : '.'))
    .join('');

describe('markdownText', () => {
  it('loses nothing of a text', () => {
    const text = fc
      .array(fc.constantFrom('a', '\r', '\n', '\r\n', '```', '~~~', ' ', ''))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (source) => {
        const { lines } = markdownText(source);
        expect(lines.map((line) => line.text + line.end).join('')).toBe(source);
        expect(lines.every((line) => !line.text.includes('\n'))).toBe(true);
      }),
    );
  });

  it.each([
    ['a\n```\nb\n```\nc', '.xxx.'],
    ['```js\n``\n~~~\n````\nc', 'xxxx.'],
    ['~~~\n```\n~~~\nc', 'xxx.'],
    ['``` a`b\nc', '..'],
    ['    ```\nc', '..'],
    ['````\n```\n````\nc', 'xxx.'],
    ['```\n``` x\nc', 'xxx'],
    ['```\r\nb\r\n```\r\nc\r\n', 'xxx.'],
  ])('knows which lines of %j are code', (text, expected) => {
    expect(fenced(text)).toBe(expected);
  });

  it('knows how an open fence would be closed', () => {
    expect(markdownText('a\n````sh\nb').open).toBe('````');
    expect(markdownText('```\n```').open).toBeUndefined();
  });

  it('stays quick on one long line', () => {
    const ms = leastRunningMs(1_000, () => {
      markdownText('`'.repeat(1_000_000));
      headingOf(`# ${' '.repeat(500_000)}${'#'.repeat(500_000)}x`);
    });
    expect(ms).toBeLessThan(1_000);
  });
});

describe('headingOf', () => {
  it.each([
    ['# a', 1, 'a'],
    ['  ### a b ##  ', 3, 'a b'],
    ['##', 2, ''],
    ['## ##', 2, ''],
    ['\ufeff## a', 2, 'a'],
    ['# a#', 1, 'a#'],
  ])('reads %j', (line, level, title) => {
    expect(headingOf(line)).toEqual({ level, title });
  });

  it.each(['a', '#a', '####### a', '    # a', ''])('takes %j for no heading', (line) => {
    expect(headingOf(line)).toBeUndefined();
  });
});
