import { expect, it } from 'vitest';
import { lacksName, lacksParameter, mayLackName } from './missing-name.ts';

it.each([
  'TypeError: shipping is not a function',
  'ReferenceError: shipping is not defined',
  'ReferenceError: shipping is not defined at Object.<anonymous>',
  "NameError: name 'shipping' is not defined. Did you mean: 'shop'?",
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
  'left: `"/ is not defined there"`, right: `"/: outside of its domain"`',
  "AssertionError: expected 'the rate is not defined for 0' to be 'no rate'",
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

it.each([
  '/tmp/depot/test/stock.bats: line 26: stock_take: command not found',
  "`stock_take nails 2' failed with status 127",
  '`[ "$status" -eq 1 ]\' failed',
])('a shell may lack a name: %s', (message) => {
  expect(mayLackName(message)).toBe(true);
  expect(mayLackName('`[ "$output" = 5 ]\' failed')).toBe(false);
});

it.each([
  ["TypeError: show() got an unexpected keyword argument 'sep'", true],
  ['TypeError: show() takes 1 positional argument but 2 were given', true],
  ['TypeError: Stock.take() takes from 2 to 3 positional arguments but 4 were given', true],
  ['TypeError: show() missing 1 required positional argument: sep', false],
  ['AssertionError: the command takes 2 arguments', false],
])('a parameter is not there: %s', (message, is) => {
  expect(lacksParameter(message)).toBe(is);
});
