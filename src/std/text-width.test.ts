import { describe, expect, test } from 'vitest';
import { fitText, padText, textWidth } from './text-width.ts';

describe('text width', () => {
  test('counts cells, not characters', () => {
    expect(textWidth('abc')).toBe(3);
    expect(textWidth('日本')).toBe(4);
    expect(textWidth('é')).toBe(1);
    expect(textWidth('✅')).toBe(2);
    expect(textWidth('✓')).toBe(1);
  });

  test('a text that fits is left alone, another is cut and shows it', () => {
    expect(fitText('abcdef', 6)).toBe('abcdef');
    expect(fitText('abcdefg', 6)).toBe('abcde…');
    expect(fitText('日本語', 5)).toBe('日本…');
    expect(fitText('日本語', 4)).toBe('日…');
    expect(fitText('abc', 0)).toBe('');
  });

  test('padding counts cells', () => {
    expect(padText('日', 4)).toBe('日  ');
    expect(padText('abcd', 2)).toBe('abcd');
  });
});
