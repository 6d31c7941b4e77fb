// Honest work among packages in TypeScript.
import type { Work } from '../case.ts';
import { all, append, move, replace, write } from '../edits.ts';
import { ACME } from '../projects/acme.ts';
import { inProject } from './stranger.ts';

const work = inProject('vitest', 'acme', ACME, {
  file: 'packages/money/test/money.test.ts',
  name: 'money > adds',
});

const MONEY = 'packages/money/src/money.ts';
const TEST = 'packages/money/test/money.test.ts';
const ORDER = 'packages/orders/src/order.ts';
const ORDER_TEST = 'packages/orders/test/order.test.ts';
const HELPERS = 'packages/testing/src/index.ts';
const TYPES = { types: 'npx tsc' };

const newPackage = write({
  'packages/stock/package.json':
    '{ "name": "@acme/stock", "version": "1.0.0", "type": "module", "main": "src/index.ts" }\n',
  'packages/stock/src/index.ts':
    'export const left = (has: number, sold: number): number => Math.max(0, has - sold);\n',
  'packages/stock/test/stock.test.ts':
    "import { expect, it } from 'vitest';\nimport { left } from '../src/index.ts';\n\nit('is never below 0', () => {\n  expect(left(3, 1)).toBe(2);\n  expect(left(1, 3)).toBe(0);\n});\n",
});

export const acmeWork: readonly Work[] = [
  work('new-package', {
    gates: ['relay', 'h3a'],
    story: 'a package with its tests',
    names: { file: 'packages/stock/test/stock.test.ts', name: 'is never below 0' },
    edit: newPackage,
  }),
  work('new-package-by-name', {
    gates: ['relay'],
    story: 'a package whose test imports it by its name, which the configuration leads to it',
    edit: all(
      newPackage,
      replace('vite.config.ts', "'@acme/testing'", "'@acme/stock': source('stock'), '@acme/testing'"),
      replace('packages/stock/test/stock.test.ts', '../src/index.ts', '@acme/stock'),
    ),
  }),
  work('new-package-by-name-released', {
    gates: ['relay'],
    story: 'a package whose test imports it by its name; the planner released the configuration',
    released: ['vite.config.ts'],
    edit: all(
      newPackage,
      replace('vite.config.ts', "'@acme/testing'", "'@acme/stock': source('stock'), '@acme/testing'"),
      replace('packages/stock/test/stock.test.ts', '../src/index.ts', '@acme/stock'),
    ),
  }),
  work('helper-grows', {
    gates: ['relay'],
    story: 'discounts in orders, with a builder in the package of helpers',
    edit: all(
      replace(
        ORDER,
        'get total(): Money {',
        'discounted(rate: number): Money {\n    return money(this.total.cents - Math.round((this.total.cents * rate) / 100), this.total.currency);\n  }\n\n  get total(): Money {',
      ),
      append(
        HELPERS,
        "\nexport const aLargeOrder = (): Order => anOrder().add({ sku: 'pot', price: money(9000), count: 1 });\n",
      ),
      replace(ORDER_TEST, 'import { anOrder, expectMoney }', 'import { aLargeOrder, anOrder, expectMoney }'),
      replace(
        ORDER_TEST,
        "  it('takes no empty line'",
        "  it('is discounted', () => expectMoney(aLargeOrder().discounted(10), 9090));\n\n  it('takes no empty line'",
      ),
    ),
  }),
  work('type-renamed', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a type has another name in three packages',
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          path.endsWith('.ts') ? text.replace(/\bMoney\b/g, 'Amount') : text,
        ]),
      ),
  }),
  work('money-as-class', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a helper moves from one package to a new file, with the same names',
    edit: all(
      write({
        'packages/money/src/percent.ts':
          "import { type Money, money } from './money.ts';\n\nexport const percent = (a: Money, rate: number): Money => money(Math.round((a.cents * rate) / 100), a.currency);\n",
      }),
      replace(MONEY, /\nexport const percent =[^\n]*\n/, ''),
      replace(
        'packages/money/src/index.ts',
        "money, percent } from './money.ts';",
        "money } from './money.ts';\nexport { percent } from './percent.ts';",
      ),
    ),
  }),
  work('currency-required', {
    gates: ['relay'],
    story: 'the currency is no longer optional: code, helpers and tests say it',
    released: [TEST, ORDER_TEST, HELPERS],
    edit: all(
      replace(MONEY, "currency = 'EUR'", 'currency: string'),
      replace(ORDER, 'money(0)', "money(0, this.#lines[0]?.price.currency ?? 'EUR')"),
      replace(HELPERS, /money\((\d+)\)/g, "money($1, 'USD')"),
      replace(HELPERS, "currency: 'EUR'", "currency: 'USD'"),
      replace(TEST, /money\((\w+)\)/g, "money($1, 'USD')"),
      replace(TEST, "add(money(1, 'USD'), money(1, 'USD'))", "add(money(1, 'EUR'), money(1, 'USD'))"),
      replace(TEST, '0.05 EUR', '0.05 USD'),
      replace(ORDER_TEST, 'money(1)', "money(1, 'USD')"),
    ),
  }),
  work('inline-snapshot', {
    gates: ['relay'],
    story: 'amounts have their currency in front, and the inline snapshot says so',
    edit: all(
      replace(
        'packages/money/src/format.ts',
        '`${(cents / 100).toFixed(2)} ${currency}`',
        '`${currency} ${(cents / 100).toFixed(2)}`',
      ),
      replace(TEST, '0.05 EUR', 'EUR 0.05'),
      replace(TEST, '123.45 USD', 'USD 123.45'),
    ),
  }),
  work('tests-beside', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests are named after what they test, in a folder more',
    edit: all(
      move(TEST, 'packages/money/test/unit/arithmetic.test.ts'),
      move(ORDER_TEST, 'packages/orders/test/unit/order.test.ts'),
    ),
  }),
  work('types-fixed', {
    gates: ['relay'],
    commands: TYPES,
    story: 'a function with its test, in a project whose types are checked',
    edit: all(
      replace(
        MONEY,
        'export const percent',
        'export const negate = (a: Money): Money => money(-a.cents, a.currency);\n\nexport const percent',
      ),
      replace('packages/money/src/index.ts', 'money, percent', 'money, negate, percent'),
      replace(TEST, '{ add, format, money, percent }', '{ add, format, money, negate, percent }'),
      replace(
        TEST,
        "  it('adds no other",
        "  it('negates', () => expectMoney(negate(money(3)), -3));\n\n  it('adds no other",
      ),
    ),
  }),
  work('stricter-types', {
    gates: ['relay'],
    commands: TYPES,
    kind: 'refactor',
    story: 'the type checker is stricter, and code is fixed for it',
    edit: all(
      replace(
        'tsconfig.json',
        '"strict": true',
        '"strict": true,\n    "noUncheckedIndexedAccess": true,\n    "exactOptionalPropertyTypes": true',
      ),
      replace(
        MONEY,
        "money = (cents: number, currency = 'EUR')",
        "money = (cents: number, currency: string = 'EUR')",
      ),
    ),
  }),
];
