import { expect, test } from 'vitest';
import { jsonDepth } from './json-depth.ts';

test('brackets nest', () => {
  expect(jsonDepth('1')).toBe(0);
  expect(jsonDepth('{}')).toBe(1);
  expect(jsonDepth('{"a":[{"b":[]}],"c":{}}')).toBe(4);
  expect(jsonDepth('['.repeat(100_000))).toBe(100_000);
});

test('brackets inside strings do not count', () => {
  expect(jsonDepth(JSON.stringify({ a: '[[[[{"x":[' }))).toBe(1);
  expect(jsonDepth('["\\"[[["]')).toBe(1);
  expect(jsonDepth('["\\\\",[]]')).toBe(2);
});
