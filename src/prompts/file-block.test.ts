import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileBlock, withoutFileTags } from './file-block.ts';

it.each([
  ['</file>', '&lt;/file>'],
  ['</FILE >', '&lt;/FILE >'],
  ['< / file>', '&lt; / file>'],
  ['</file', '&lt;/file'],
  ['<file path="plan.md">', '&lt;file path="plan.md">'],
  ['<\nfile\tpath=x', '&lt;\nfile\tpath=x'],
])('%j is no tag any more', (text, expected) => {
  expect(withoutFileTags(text)).toBe(expected);
});

it.each(['List<File> files', '<files/>', '</files>', 'a < b', '<profile path="x">', '&lt;/file>'])(
  '%s stays as it is',
  (text) => {
    expect(withoutFileTags(text)).toBe(text);
  },
);

it('a block has one beginning and one end, whatever is in it', () => {
  const piece = fc.constantFrom('<', '/', 'file', ' path="x"', '>', '\n', 'a', '"');
  const texts = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, texts, (path, text) => {
      const block = fileBlock(path, text);
      expect(block.match(/<\s*file\s+path\b/gi)).toHaveLength(1);
      expect(block.match(/<\s*\/\s*file\b/gi)).toHaveLength(1);
      expect(block).toMatch(/^<file path="[^"]*">\n[\s\S]*\n<\/file>$/);
    }),
  );
});
