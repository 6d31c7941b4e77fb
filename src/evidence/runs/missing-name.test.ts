import { expect, it } from 'vitest';
import { lacksName, mayLackName } from './missing-name.ts';

it.each([
  'TypeError: shipping is not a function',
  'ReferenceError: shipping is not defined',
  "AttributeError: module 'shop' has no attribute 'shipping'",
  "ImportError: cannot import name 'shipping' from 'shop'",
  "ModuleNotFoundError: No module named 'shop.shipping'",
  "Error: Cannot find module '../src/shipping'",
  "SyntaxError: The requested module './a.js' does not provide an export named 'shipping'",
  './shop_test.go:9:9: undefined: Shipping',
  'error[E0425]: cannot find function `shipping` in this scope',
  'error[E0433]: failed to resolve: could not find `shipping` in `shop`',
  'error[E0432]: unresolved import `shop::shipping`',
  "FileNotFoundError: [Errno 2] No such file or directory: 'shop/shipping.py'",
])('a name is not there: %s', (message) => {
  expect(lacksName(message)).toBe(true);
});

it.each([
  "AssertionError: expected undefined to be 'tea'",
  'expected 5, got 0',
  'Error: cannot find the item tea',
  'TypeError: expected a number',
  undefined,
])('a name is there: %s', (message) => {
  expect(lacksName(message)).toBe(false);
});

it('a part of a module that is not there may be undefined', () => {
  const message = "TypeError: Cannot read properties of undefined (reading 'load')";
  expect([lacksName(message), mayLackName(message), mayLackName('expected undefined to be 1')]).toEqual([
    false,
    true,
    false,
  ]);
});
