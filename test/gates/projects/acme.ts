// Packages in TypeScript side by side, for Vitest: names that vite.config.ts leads to, and a package of helpers for tests.
import type { Files } from '../case.ts';

export const ACME: Files = {
  'package.json': `${JSON.stringify({ name: 'acme', private: true, type: 'module', workspaces: ['packages/*'], scripts: { test: 'vitest run' } }, null, 2)}\n`,
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {vitest}/vitest node_modules/vitest && ln -s {vitest}/typescript node_modules/typescript && ln -s ../vitest/vitest.mjs node_modules/.bin/vitest && ln -s ../typescript/bin/tsc node_modules/.bin/tsc'\n",
  '.gitignore': 'node_modules/\ndist/\n',
  'README.md': '# Acme\n',
  'tsconfig.json': `${JSON.stringify(
    {
      compilerOptions: {
        strict: true,
        target: 'es2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        noEmit: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        types: [],
        paths: { '@acme/*': ['./packages/*/src/index.ts'] },
      },
      include: ['packages/*/src'],
    },
    null,
    2,
  )}\n`,
  'vite.config.ts': `import { fileURLToPath } from 'node:url';

const source = (name: string) => fileURLToPath(new URL(\`./packages/\${name}/src/index.ts\`, import.meta.url));

export default {
  resolve: { alias: { '@acme/money': source('money'), '@acme/orders': source('orders'), '@acme/testing': source('testing') } },
  test: { include: ['packages/*/test/**/*.test.ts'] },
};
`,
  'packages/money/package.json':
    '{ "name": "@acme/money", "version": "1.0.0", "type": "module", "main": "src/index.ts" }\n',
  'packages/money/src/index.ts':
    "export { add, type Money, money, percent } from './money.ts';\nexport { format } from './format.ts';\n",
  'packages/money/src/money.ts': `export interface Money {
  readonly cents: number;
  readonly currency: string;
}

export const money = (cents: number, currency = 'EUR'): Money => ({ cents, currency });

export const add = (a: Money, b: Money): Money => {
  if (a.currency !== b.currency) throw new TypeError(\`expected \${a.currency}, got \${b.currency}\`);
  return money(a.cents + b.cents, a.currency);
};

export const percent = (a: Money, rate: number): Money => money(Math.round((a.cents * rate) / 100), a.currency);
`,
  'packages/money/src/format.ts': `import type { Money } from './money.ts';

export const format = ({ cents, currency }: Money): string => \`\${(cents / 100).toFixed(2)} \${currency}\`;
`,
  'packages/money/test/money.test.ts': `import { add, format, money, percent } from '@acme/money';
import { expectMoney } from '@acme/testing';
import { describe, expect, it } from 'vitest';

describe('money', () => {
  it('adds', () => expectMoney(add(money(100), money(250)), 350));

  it('adds no other currency', () => {
    expect(() => add(money(1), money(1, 'USD'))).toThrow(TypeError);
  });

  it.each([
    [1000, 19, 190],
    [999, 19, 190],
    [50, 1, 1],
  ])('%i at %i percent is %i', (cents, rate, wanted) => {
    expectMoney(percent(money(cents), rate), wanted);
  });

  it('formats', () => {
    expect([money(5), money(12345, 'USD')].map(format)).toMatchInlineSnapshot(\`
      [
        "0.05 EUR",
        "123.45 USD",
      ]
    \`);
  });
});
`,
  'packages/orders/package.json':
    '{ "name": "@acme/orders", "version": "1.0.0", "type": "module", "main": "src/index.ts", "dependencies": { "@acme/money": "1.0.0" } }\n',
  'packages/orders/src/index.ts': "export { type Line, Order } from './order.ts';\n",
  'packages/orders/src/order.ts': `import { add, type Money, money } from '@acme/money';

export interface Line {
  readonly sku: string;
  readonly price: Money;
  readonly count: number;
}

export class Order {
  readonly #lines: Line[] = [];

  add(line: Line): this {
    if (line.count < 1) throw new RangeError('expected a count above 0');
    this.#lines.push(line);
    return this;
  }

  get total(): Money {
    return this.#lines.map(({ price, count }) => money(price.cents * count, price.currency)).reduce(add, money(0));
  }

  toJSON(): object {
    return { lines: this.#lines, total: this.total };
  }
}
`,
  'packages/orders/test/order.test.ts': `import { money } from '@acme/money';
import { Order } from '@acme/orders';
import { anOrder, expectMoney } from '@acme/testing';
import { beforeEach, describe, expect, it } from 'vitest';

describe('an order', () => {
  let order: Order;

  beforeEach(() => {
    order = anOrder();
  });

  it('has a total', () => expectMoney(order.total, 1100));

  it('takes no empty line', () => {
    expect(() => order.add({ sku: 'x', price: money(1), count: 0 })).toThrow('above 0');
  });

  it('is written as JSON', () => {
    expect(JSON.parse(JSON.stringify(order))).toMatchObject({ lines: [{ sku: 'tea' }, { sku: 'cup' }], total: { cents: 1100 } });
  });
});
`,
  'packages/testing/package.json':
    '{ "name": "@acme/testing", "version": "1.0.0", "private": true, "type": "module", "main": "src/index.ts" }\n',
  'packages/testing/src/index.ts': `import { type Money, money } from '@acme/money';
import { Order } from '@acme/orders';
import { expect } from 'vitest';

export const expectMoney = (actual: Money, cents: number): void => {
  expect(actual).toEqual({ cents, currency: 'EUR' });
};

export const anOrder = (): Order =>
  new Order().add({ sku: 'tea', price: money(300), count: 2 }).add({ sku: 'cup', price: money(500), count: 1 });
`,
};
