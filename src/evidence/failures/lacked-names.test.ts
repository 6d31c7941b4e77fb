import { expect, it } from 'vitest';
import { lackedNames, mentionsOf } from './lacked-names.ts';

it.each([
  ['TypeError: preferred.indexOf is not a function', ['indexOf']],
  ['TypeError: (0 , __vite_ssr_import_1__.shipping) is not a function', ['shipping']],
  ['ReferenceError: opts is not defined\n    at a.js:1', ['opts']],
  ["AttributeError: 'dict' object has no attribute 'rate'", ['rate']],
  ['./shop_test.go:9:9: undefined: shop.Shipping', ['Shipping']],
  // What does not tell the name may lack anything.
  ["Error: Cannot find module '../src/shipping'", undefined],
  ["TypeError: a.b is not a function\nError: Cannot find module './c'", undefined],
  ['TypeError: shipping_1.default is not a function', undefined],
  ['expected 1, got 2', undefined],
  [undefined, undefined],
])('of %j the names are told: %j', (message, expected) => {
  expect(lackedNames(message)).toEqual(expected);
});

it('a name is a word of its own', () => {
  expect(mentionsOf('a.rate(rate) + rates + $rate', 'rate')).toBe(2);
});
