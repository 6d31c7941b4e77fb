// A parameter more of the code, which a helper of the tests gives: old tests run with it, unless it does something.
import { expect, it } from 'vitest';
import { type Files, judge } from '../../../test/fixtures/judged-change.ts';

const PROJECT = {
  'package.json': '{"name":"x","type":"module"}',
  'src/shop.js': `export const shop = ({ rate }) => ({
  price(cents) {
    return cents + cents * rate;
  },
});
`,
  'test/support/ports.js': 'export const ports = () => ({ rate: 0.5 });\n',
  'test/shop.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shop } from '../src/shop.js';
import { ports } from './support/ports.js';

test('adds the tax', () => {
  assert.equal(shop(ports()).price(100), 150);
});
`,
};
const CALLED = `
test('logs', () => {
  const lines = [];
  shop({ ...ports(), log: (line) => lines.push(line) }).price(100);
  assert.deepEqual(lines, ['price']);
});
`;
const LOGS = PROJECT['src/shop.js']
  .replace('{ rate }', '{ rate, log }')
  .replace('    return', "    log('price');\n    return");
const given = (code: string, helper: string, more = CALLED) => {
  const files: Files = {
    'src/shop.js': code,
    'test/support/ports.js': helper,
    'test/shop.test.js': `${PROJECT['test/shop.test.js']}${more}`,
  };
  return judge('node --test test/*.test.js', PROJECT, files);
};

it('that does nothing is fine', async () => {
  const { refused, fates } = await given(
    LOGS,
    'export const ports = () => ({ rate: 0.5, log: () => {} });\n',
  );
  expect(refused).toEqual([]);
  expect(fates).toEqual({ logs: 'new' });
});

it.each([
  [
    'does the work of the code',
    LOGS.replace('cents + cents * rate', 'log(cents)'),
    'export const ports = () => ({ rate: 0.5, log: (cents) => cents * 1.5 });\n',
  ],
  [
    'is a setting',
    LOGS.replace("log('price');", '').replace('cents + cents * rate', 'log ? cents + cents * rate : 0'),
    'export const ports = () => ({ rate: 0.5, log: true });\n',
  ],
])('that %s is refused', async (_what, code, helper) => {
  const { refused, fates } = await given(code, helper, '');
  expect(refused).toContain('tests-hold');
  expect(fates).toEqual({ 'adds the tax': 'hollow' });
});
