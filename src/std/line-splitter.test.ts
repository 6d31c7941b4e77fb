import { describe, expect, it } from 'vitest';
import { lineSplitter } from './line-splitter.ts';

const split = (chunks: readonly Uint8Array[], lineBytesMax = 1000) => {
  const lines: (string | number)[] = [];
  const splitter = lineSplitter(
    lineBytesMax,
    (line) => lines.push(line),
    (bytes) => lines.push(bytes),
  );
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
};

describe('lines out of bytes', () => {
  it('are the same however the bytes are cut, also inside of a character', () => {
    const bytes = Buffer.from('eins\n\nzwölf €\r\n🚀 end');
    for (let at = 0; at <= bytes.length; at++)
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(['eins', '', 'zwölf €', '🚀 end']);
    expect(split([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(['eins', '', 'zwölf €', '🚀 end']);
  });

  it('that are too long are counted and left out; those around them stay', () => {
    const long = Buffer.from(`a\n${'x'.repeat(50)}\nb\n${'y'.repeat(11)}`);
    expect(split([long.subarray(0, 20), long.subarray(20)], 10)).toEqual(['a', 50, 'b', 11]);
  });
});
