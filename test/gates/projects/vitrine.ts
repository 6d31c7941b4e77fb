// Pages as text for Jest: two projects, tables of suites, a serializer, snapshots, a matcher of the setup file.
import type { Files } from '../case.ts';
import { VITRINE_TESTS } from './vitrine-tests.ts';

export const VITRINE: Files = {
  'baton.yaml':
    "commands:\n  test: npm test\n  prepare: sh -c 'mkdir -p node_modules/.bin && ln -s {jest}/jest node_modules/jest && ln -s {jest}/jest-environment-node node_modules/jest-environment-node && ln -s ../jest/bin/jest.js node_modules/.bin/jest'\n",
  ...VITRINE_TESTS,
  '.gitignore': 'node_modules/\n',
  'README.md': '# Vitrine\n\nPages of a shop as text.\n',
  'jest.config.js': `'use strict';

const shared = {
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/test/support/setup.js'],
  snapshotSerializers: ['<rootDir>/test/support/html-serializer.js'],
};

module.exports = {
  projects: [
    { ...shared, displayName: 'components', testMatch: ['<rootDir>/test/components/**/*.test.js'] },
    { ...shared, displayName: 'pages', testMatch: ['<rootDir>/test/pages/**/*.test.js'] },
  ],
};
`,
  'package.json': `{
  "name": "vitrine",
  "version": "0.14.0",
  "private": true,
  "main": "src/index.js",
  "scripts": {
    "test": "jest"
  }
}
`,
  'src/components/badge.js': `'use strict';
const { h } = require('../h');

const KINDS = { new: 'New', low: 'Few left', gone: 'Sold out' };

const kindOf = ({ stock, days }) => {
  if (stock === 0) return 'gone';
  if (stock <= 3) return 'low';
  return days < 14 ? 'new' : undefined;
};

const Badge = (item) => {
  const kind = kindOf(item);
  return kind === undefined ? null : h('em', { className: \`badge \${kind}\`, role: 'status' }, KINDS[kind]);
};

module.exports = { Badge, kindOf };
`,
  'src/components/card.js': `'use strict';
const { h } = require('../h');
const { Badge } = require('./badge');
const { Price } = require('./price');

const Card = ({ item }) =>
  h(
    'article',
    { className: 'card', 'data-id': item.id },
    h('img', { src: \`/img/\${encodeURIComponent(item.id)}.jpg\`, alt: item.name }),
    h('h2', null, item.name),
    h(Price, { cents: item.cents, was: item.was }),
    h(Badge, item),
    h('button', { type: 'button', disabled: item.stock === 0 }, 'Add'),
  );

module.exports = { Card };
`,
  'src/components/pager.js': `'use strict';
const { h } = require('../h');

const pagesAround = (page, last) => {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((number, at) => (at > 0 && number - sorted[at - 1] > 1 ? ['…', number] : [number]));
};

const Pager = ({ page, last, link = (number) => \`?page=\${number}\` }) =>
  last <= 1
    ? null
    : h(
        'nav',
        { 'aria-label': 'Pages' },
        pagesAround(page, last).map((number) =>
          number === '…' || number === page
            ? h('span', { 'aria-current': number === page && 'page' }, number)
            : h('a', { href: link(number) }, number),
        ),
      );

module.exports = { Pager, pagesAround };
`,
  'src/components/price.js': `'use strict';
const { h } = require('../h');

const money = (cents, currency = 'EUR') => \`\${(cents / 100).toFixed(2)} \${currency}\`;

const Price = ({ cents, was, currency }) =>
  was !== undefined && was > cents
    ? h('span', { className: 'price reduced' }, h('s', null, money(was, currency)), ' ', h('b', null, money(cents, currency)))
    : h('span', { className: 'price' }, money(cents, currency));

module.exports = { Price, money };
`,
  'src/h.js': `'use strict';

const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link']);
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

class Html {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

const attributes = (props) =>
  Object.entries(props ?? {})
    .filter(([name, value]) => value !== false && value !== null && value !== undefined && name !== 'children')
    .map(([name, value]) => (value === true ? \` \${name}\` : \` \${name === 'className' ? 'class' : name}="\${escape(value)}"\`))
    .join('');

const inner = (child) => {
  if (Array.isArray(child)) return child.map(inner).join('');
  if (child === undefined || child === null || child === false || child === true) return '';
  return child instanceof Html ? child.text : escape(child);
};

/** Elements as text: a tag or a component, properties, children. */
const h = (tag, props, ...children) => {
  if (typeof tag === 'function') return tag({ ...props, children });
  if (VOID.has(tag)) return new Html(\`<\${tag}\${attributes(props)}>\`);
  return new Html(\`<\${tag}\${attributes(props)}>\${inner(children)}</\${tag}>\`);
};

const Fragment = ({ children }) => new Html(inner(children));

module.exports = { Fragment, Html, escape, h };
`,
  'src/index.js': `'use strict';

module.exports = { ...require('./h'), ...require('./pages/shop'), ...require('./pages/basket') };
`,
  'src/pages/basket.js': `'use strict';
const { h } = require('../h');
const { Price } = require('../components/price');
const { Layout } = require('./layout');

const SHIPPING = 490;
const FREE_FROM = 5000;

const totals = (lines) => {
  const goods = lines.reduce((sum, { cents, count }) => sum + cents * count, 0);
  const shipping = goods === 0 || goods >= FREE_FROM ? 0 : SHIPPING;
  return { goods, shipping, sum: goods + shipping };
};

const Basket = ({ lines }) => {
  const { shipping, sum } = totals(lines);
  return h(
    Layout,
    { title: 'Basket' },
    h(
      'table',
      null,
      lines.map(({ name, cents, count }) =>
        h('tr', null, h('td', null, name), h('td', null, \`\${count} ×\`), h('td', null, h(Price, { cents: cents * count }))),
      ),
      h('tr', null, h('td', { colspan: 2 }, 'Shipping'), h('td', null, shipping === 0 ? 'free' : h(Price, { cents: shipping }))),
      h('tr', null, h('th', { colspan: 2 }, 'Sum'), h('th', null, h(Price, { cents: sum }))),
    ),
  );
};

module.exports = { Basket, totals };
`,
  'src/pages/layout.js': `'use strict';
const { Html, h } = require('../h');

const Layout = ({ title, children }) =>
  new Html(
    \`<!doctype html>\${h('html', { lang: 'en' }, h('head', null, h('meta', { charset: 'utf-8' }), h('title', null, \`\${title} – Vitrine\`)), h('body', null, children))}\`,
  );

module.exports = { Layout };
`,
  'src/pages/shop.js': `'use strict';
const { h } = require('../h');
const { Card } = require('../components/card');
const { Pager } = require('../components/pager');
const { Layout } = require('./layout');

const SIZE = 2;

const Shop = ({ items, page = 1 }) => {
  const last = Math.ceil(items.length / SIZE);
  const shown = items.slice((page - 1) * SIZE, page * SIZE);
  return h(
    Layout,
    { title: 'Shop' },
    shown.length === 0 ? h('p', null, 'Nothing here.') : shown.map((item) => h(Card, { item })),
    h(Pager, { page, last }),
  );
};

module.exports = { Shop };
`,
};
