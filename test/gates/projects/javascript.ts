// A little shop in JavaScript, for three runners: code, tests, golden files, a helper that only tests import.
import type { Files } from '../case.ts';

/** How one runner writes what all of them say. */
export interface JsDialect {
  readonly runner: 'node' | 'vitest' | 'jest';
  readonly ext: 'js' | 'ts';
  readonly commonjs: boolean;
  readonly script: string;
  readonly equal: (actual: string, wanted: string) => string;
  readonly throws: (call: string, error: string) => string;
  readonly library: string;
  readonly more: Files;
}

export const src = (js: JsDialect, name: string): string => `src/${name}.${js.ext}`;
export const testFile = (js: JsDialect, name: string): string => `test/${name}.test.${js.ext}`;

export const exports = (js: JsDialect, names: string): string =>
  js.commonjs ? `module.exports = { ${names} };\n` : `export { ${names} };\n`;

export const imports = (js: JsDialect, names: string, from: string): string =>
  js.commonjs
    ? `const { ${names} } = require('${from}');\n`
    : `import { ${names} } from '${from}.${js.ext}';\n`;

export const test = (name: string, ...lines: readonly string[]): string =>
  `test('${name}', () => {\n${lines.map((line) => `  ${line}\n`).join('')}});\n`;

const builtin = (js: JsDialect, names: string, from: string): string =>
  js.commonjs ? `const { ${names} } = require('${from}');\n` : `import { ${names} } from '${from}';\n`;

const here = (js: JsDialect): string => (js.commonjs ? '__dirname' : 'import.meta.dirname');

const code = (js: JsDialect): Files => ({
  [src(js, 'cart')]: `function total(items) {
  return items.reduce((sum, item) => sum + item.price * item.count, 0);
}

function discount(amount, percent) {
  if (percent < 0 || percent > 100) throw new RangeError('expected 0 to 100');
  return amount - (amount * percent) / 100;
}

${exports(js, 'total, discount')}`,
  [src(js, 'slug')]: `function slug(text) {
  return text.trim().toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

${exports(js, 'slug')}`,
  [src(js, 'receipt')]: `${imports(js, 'total', './cart')}
function receipt(items) {
  const lines = items.map((item) => item.name + ' x' + item.count);
  return lines.concat('total ' + total(items)).join('\\n') + '\\n';
}

${exports(js, 'receipt')}`,
  [src(js, 'tax')]: `function tax(amount) {
  return amount * 0.19;
}

${exports(js, 'tax')}`,
  [`dev/money.${js.ext}`]: `function sameMoney(actual, wanted) {
  if (Math.round(actual * 100) !== Math.round(wanted * 100)) throw new Error('expected ' + wanted + ', got ' + actual);
}

${exports(js, 'sameMoney')}`,
});

const CART = "[{ name: 'tea', price: 5, count: 3 }, { name: 'cup', price: 10, count: 1 }]";

const tests = (js: JsDialect): Files => ({
  [testFile(js, 'cart')]: `${js.library}${imports(js, 'total, discount', '../src/cart')}
${test('adds up a cart', js.equal(`total(${CART})`, '25'))}
${test('takes a discount off', js.equal('discount(200, 10)', '180'), js.equal('discount(50, 50)', '25'))}
${test('refuses a discount over 100', js.throws('discount(10, 101)', 'RangeError'))}`,
  [testFile(js, 'slug')]: `${js.library}${imports(js, 'slug', '../src/slug')}
const CASES = [
  ['Green Tea', 'green-tea'],
  ['  Cup  ', 'cup'],
  ['A & B', 'a-b'],
];

for (const [text, wanted] of CASES) {
  test('slug of ' + text.trim(), () => {
    ${js.equal('slug(text)', 'wanted')}
  });
}
`,
  [testFile(js, 'receipt')]:
    `${builtin(js, 'readFileSync', 'node:fs')}${builtin(js, 'join', 'node:path')}${js.library}${imports(js, 'receipt', '../src/receipt')}
const golden = readFileSync(join(${here(js)}, 'fixtures', 'receipt.txt'), 'utf8');

${test('prints a receipt', js.equal(`receipt(${CART})`, 'golden'))}`,
  [testFile(js, 'money')]:
    `${js.library.replace(/import assert.*\n/, '')}${imports(js, 'tax', '../src/tax')}${imports(js, 'sameMoney', '../dev/money')}
${test('takes 19 percent', 'sameMoney(tax(10), 1.9);', 'sameMoney(tax(0.5), 0.095);')}`,
  'test/fixtures/receipt.txt': 'tea x3\ncup x1\ntotal 25\n',
});

export const javascript = (js: JsDialect): Files => ({
  'package.json': `${JSON.stringify(
    {
      name: 'shop',
      version: '1.0.0',
      private: true,
      ...(js.commonjs ? {} : { type: 'module' }),
      scripts: { test: js.script },
    },
    null,
    2,
  )}\n`,
  '.gitignore': 'node_modules/\ncoverage/\n',
  'README.md': '# Shop\n\nCarts, slugs and receipts.\n',
  ...code(js),
  ...tests(js),
  ...js.more,
});

/** What the plan asks for: shipping is free from 50. */
export const shippingCode = (js: JsDialect, body = 'return amount >= 50 ? 0 : 5;'): Files => ({
  [src(js, 'shipping')]: `function shipping(amount) {
  ${body}
}

${exports(js, 'shipping')}`,
});

export const shippingTest = (js: JsDialect, ...lines: readonly string[]): Files => ({
  [testFile(js, 'shipping')]: `${js.library}${imports(js, 'shipping', '../src/shipping')}
${test('ships for free from 50', ...(lines.length > 0 ? lines : [js.equal('shipping(50)', '0'), js.equal('shipping(49)', '5')]))}`,
});

const expectEqual = (actual: string, wanted: string): string => `expect(${actual}).toBe(${wanted});`;
const expectThrows = (call: string, error: string): string => `expect(() => ${call}).toThrow(${error});`;

const snapshotTest = (js: JsDialect): Files => ({
  [testFile(js, 'label')]: `${js.library}${imports(js, 'label', '../src/label')}
${test('prints a label', "expect(label('Green Tea', 5)).toMatchSnapshot();")}`,
  [`test/__snapshots__/label.test.${js.ext}.snap`]: js.commonjs
    ? '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`prints a label 1`] = `"green-tea: 5.00"`;\n'
    : '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`prints a label 1`] = `"green-tea: 5.00"`;\n',
  [src(js, 'label')]: `${imports(js, 'slug', './slug')}
function label(name, price) {
  return slug(name) + ': ' + price.toFixed(2);
}

${exports(js, 'label')}`,
});

const node: JsDialect = {
  runner: 'node',
  ext: 'js',
  commonjs: false,
  script: 'node --test',
  equal: (actual, wanted) => `assert.equal(${actual}, ${wanted});`,
  throws: (call, error) => `assert.throws(() => ${call}, ${error});`,
  library: "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n",
  more: { 'baton.yaml': 'commands:\n  test: npm test\n' },
};

const vitest: JsDialect = {
  runner: 'vitest',
  ext: 'ts',
  commonjs: false,
  script: 'vitest run',
  equal: expectEqual,
  throws: expectThrows,
  library: "import { expect, test } from 'vitest';\n",
  more: {
    'vitest.config.js':
      "export default { test: { include: ['test/**/*.test.ts'], setupFiles: ['test/setup.ts'] } };\n",
    'test/setup.ts': "process.env.TZ = 'UTC';\n",
    'baton.yaml':
      "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {vitest}/vitest node_modules/vitest && ln -s ../vitest/vitest.mjs node_modules/.bin/vitest'\n",
  },
};

const jest: JsDialect = {
  runner: 'jest',
  ext: 'js',
  commonjs: true,
  script: 'jest',
  equal: expectEqual,
  throws: expectThrows,
  library: '',
  more: {
    'jest.config.js':
      "module.exports = { testMatch: ['**/test/**/*.test.js'], setupFiles: ['./test/setup.js'] };\n",
    'test/setup.js': "process.env.TZ = 'UTC';\n",
    'baton.yaml':
      "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {jest}/jest node_modules/jest && ln -s ../jest/bin/jest.js node_modules/.bin/jest'\n",
  },
};

export const JS_DIALECTS: Readonly<Record<JsDialect['runner'], JsDialect>> = {
  node,
  vitest: { ...vitest, more: { ...vitest.more, ...snapshotTest(vitest) } },
  jest: { ...jest, more: { ...jest.more, ...snapshotTest(jest) } },
};
