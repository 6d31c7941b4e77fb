import { expect, it } from 'vitest';
import { passedText } from './passed-text.ts';

it.each([
  [{ total: 3, passed: 3, failed: 0, skipped: 0 }, '3 of 3 tests passed'],
  [{ total: 256, passed: 253, failed: 0, skipped: 3 }, '253 of 256 tests passed, 3 skipped'],
])('%j is told as %j', (counts, text) => {
  expect(passedText({ ...counts, failures: [] })).toBe(text);
});
