import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuoted, scanMessage, wordFromEnd } from './message.ts';

/** The fence that holds the place of the sign. */
const fenceOf = (text: string) => {
  const fence = scanMessage(text).fenceAt(text.indexOf('§'));
  return fence && { info: fence.info, closed: fence.closed, endsMessage: fence.endsMessage };
};

describe('a fence', () => {
  it.each([
    ['back-ticks', '```\n§\n```'],
    ['tildes', '~~~\n§\n~~~'],
    ['a longer closing mark', '```\n§\n`````'],
    ['a shorter mark inside', '`````\n```\n§\n`````'],
    ['a mark of the other kind inside', '```\n~~~\n§\n```'],
    ['an opening mark inside', '```\n```yaml\n§\n```'],
    ['white space behind the closing mark', '```\n§\n``` \t\n\n'],
    ['an item of a list', '- ```\n  §\n  ```'],
    ['an item of a numbered list', '12. ```\n    §\n    ```'],
    ['indentation', '    ```\n    §\n       ```'],
    ['a byte order mark', '\ufeff```\n§\n```'],
    ['CRLF', '```\r\n§\r\n```\r\n'],
  ])('has %s', (_, text) => expect(fenceOf(text)).toEqual({ info: '', closed: true, endsMessage: true }));

  it.each([
    ['nothing', '```\n§'],
    ['a shorter mark', '````\n§\n```'],
    ['the other mark', '```\n§\n~~~'],
    ['a mark with an info', '```\n§\n```x'],
    ['a mark too far in', '```\n§\n    ```'],
    ['a mark too far in, by a tab', '```\n§\n\t```'],
    ['a mark in a list', '```\n§\n- ```'],
    ['a mark in a quotation', '```\n§\n> ```'],
    ['a mark behind text', '```\n§ ```'],
  ])('is not closed by %s', (_, text) =>
    expect(fenceOf(text)).toEqual({ info: '', closed: false, endsMessage: true }),
  );

  it.each([
    ['two back-ticks', '``\n§\n``'],
    ['code inside of a line', '```x``` and\n§'],
    ['a mark behind text', 'text ```\n§'],
    ['a mark in a quotation', '> ```\n§'],
    ['a mark far from the beginning of its line', `${' '.repeat(300)}\`\`\`\n§`],
  ])('does not begin with %s', (_, text) => expect(fenceOf(text)).toBeUndefined());

  it('may begin anew below one that ended', () => {
    expect(fenceOf('~~~\na\n~~~\n```\nb\n```\n~~~ js\n§\n~~~\nmore')).toEqual({
      info: 'js',
      closed: true,
      endsMessage: false,
    });
    expect(fenceOf('```\na\n```\n§')).toBeUndefined();
  });

  it('says where its body is', () => {
    const text = 'a\n```js\nbody\n```\nb';
    const fence = scanMessage(text).fenceAt(8)!;
    expect(text.slice(fence.start, fence.end)).toBe('```js\nbody\n```\n');
    expect(text.slice(fence.bodyStart, fence.bodyEnd)).toBe('body\n');
  });
});

describe('a quotation', () => {
  it.each(['> a', '>a', '  > a', '- > a', '1. > a', '>> a'])('is %j', (line) =>
    expect(isQuoted(line)).toBe(true),
  );
  it.each(['a > b', '- a', '->', ''])('is not %j', (line) => expect(isQuoted(line)).toBe(false));
});

describe('a place', () => {
  it('has its line and column, whatever the order of asking', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'ö') }),
        fc.array(fc.nat(30)),
        (text, offsets) => {
          const plain = offsets.map((offset) => {
            const before = text.slice(0, Math.min(offset, Math.max(0, text.length - 1))).split('\n');
            return { line: before.length, column: before.at(-1)!.length + 1 };
          });
          expect(scanMessage(text).linesOf(offsets)).toEqual(plain);
          expect(offsets.map((offset) => scanMessage(text).lineOf(offset))).toEqual(plain);
        },
      ),
    );
  });
});

describe('a word', () => {
  it('is found from the end, whatever its case, also where the text is cut for searching', () => {
    for (let pad = 64 * 1024 - 8; pad < 64 * 1024 + 8; pad += 1) {
      const text = `Handoff HANDOFF${'x'.repeat(pad - 7)}`;
      expect([...wordFromEnd(text, 'handoff')]).toEqual([8, 0]);
    }
  });
});
