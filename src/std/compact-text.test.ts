import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compactText } from './compact-text.ts';

it('is the same text, whatever it holds', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => compactText(text) === text));
  expect(compactText('half \ud83d of a pair')).toBe('half \ud83d of a pair');
});
