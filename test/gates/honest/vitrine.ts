// Honest work on pages for Jest with two projects: components, snapshots, a serializer, matchers, tables of suites.
import type { Files, Work } from '../case.ts';
import { all, append, lines, move, replace, write } from '../edits.ts';
import { VITRINE } from '../projects/vitrine.ts';
import { inProject } from './stranger.ts';

const work = inProject('jest', 'vitrine', VITRINE, {
  file: 'test/components/h.test.js',
  name: 'escape takes numbers',
});

const BADGE_TEST = 'test/components/badge.test.js';
const CARD_TEST = 'test/components/card.test.js';
const PAGER_TEST = 'test/components/pager.test.js';
const PRICE_TEST = 'test/components/price.test.js';
const BASKET_TEST = 'test/pages/basket.test.js';
const SERIALIZER = 'test/support/html-serializer.js';
const SETUP = 'test/support/setup.js';
const PAGER_SNAP = 'test/components/__snapshots__/pager.test.js.snap';
const PRICE_SNAP = 'test/components/__snapshots__/price.test.js.snap';
const inSnapshots = (from: RegExp, to: string) => (files: Files) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.endsWith('.snap') ? text.replace(from, to) : text,
    ]),
  );

const rating = write({
  'src/components/rating.js': lines(
    "'use strict';",
    "const { h } = require('../h');",
    '',
    "const Rating = ({ stars }) => h('span', { title: `${stars} of 5` }, '★'.repeat(stars), '☆'.repeat(5 - stars));",
    '',
    'module.exports = { Rating };',
  ),
});

export const vitrineWork: readonly Work[] = [
  work('rating', {
    gates: ['relay', 'hook'],
    tested: true,
    story: 'cards show stars where an item has some, with a snapshot and a table',
    edit: all(
      rating,
      replace(
        'src/components/card.js',
        '    h(Badge, item),\n',
        '    h(Badge, item),\n    item.stars === undefined ? null : h(Rating, { stars: item.stars }),\n',
      ),
      replace(
        'src/components/card.js',
        "const { Price } = require('./price');",
        "const { Price } = require('./price');\nconst { Rating } = require('./rating');",
      ),
      write({
        'test/components/rating.test.js': lines(
          "'use strict';",
          "const { h } = require('../../src/h');",
          "const { Card } = require('../../src/components/card');",
          "const { Rating } = require('../../src/components/rating');",
          "const { anItem } = require('../support/items');",
          '',
          'describe.each([',
          "  [0, '☆☆☆☆☆'],",
          "  [3, '★★★☆☆'],",
          "  [5, '★★★★★'],",
          "])('%i stars', (stars, text) => {",
          "  test('are drawn', () => {",
          '    expect(h(Rating, { stars })).toHaveText(text);',
          '  });',
          '',
          "  test('are on the card', () => {",
          '    expect(String(h(Card, { item: anItem({ stars }) }))).toContain(`title="${stars} of 5"`);',
          '  });',
          '});',
          '',
          "test('stars have a title', () => {",
          '  expect(h(Rating, { stars: 3 })).toMatchSnapshot();',
          '});',
        ),
        'test/components/__snapshots__/rating.test.js.snap':
          '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`stars have a title 1`] = `\n<span title="3 of 5">\n  ★★★☆☆\n</span>\n`;\n',
      }),
    ),
  }),
  work('lazy-images', {
    gates: ['relay', 'agentmux'],
    story: 'pictures are loaded late, and every snapshot with a card says so',
    names: { file: CARD_TEST, name: 'Card > shows an item' },
    edit: all(
      replace('src/components/card.js', ', alt: item.name }', ", alt: item.name, loading: 'lazy' }"),
      inSnapshots(/(<img [^>]*)>/g, '$1 loading="lazy">'),
    ),
  }),
  work('attributes-rewritten', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'attributes are written by a loop',
    edit: replace(
      'src/h.js',
      /const attributes = [\s\S]*?join\(''\);\n/,
      lines(
        "const NAMES = { className: 'class' };",
        '',
        'const attributes = (props) => {',
        "  let text = '';",
        '  for (const [name, value] of Object.entries(props ?? {})) {',
        "    if (name === 'children' || value === undefined || value === null || value === false) continue;",
        '    text += value === true ? ` ${name}` : ` ${NAMES[name] ?? name}="${escape(value)}"`;',
        '  }',
        '  return text;',
        '};',
      ),
    ),
  }),
  work('serializer-quiet', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the serializer marks texts, and all snapshots are written again',
    edit: all(
      replace(
        SERIALIZER,
        "const line = '  '.repeat(depth) + part;",
        "const line = '  '.repeat(depth) + (part.startsWith('<') ? part : `| ${part}`);",
      ),
      inSnapshots(/^( +)([^< ].*)$/gm, '$1| $2'),
    ),
  }),
  work('matcher-with-feature', {
    gates: ['relay'],
    story: 'stars come with a matcher in the setup file that asks for an attribute',
    edit: all(
      rating,
      replace(
        SETUP,
        'expect.extend({\n',
        'expect.extend({\n  toHaveAttribute(html, name, value) {\n    const pass = String(html).includes(` ${name}="${value}"`);\n    return { pass, message: () => `expected ${name}="${value}" in ${html}` };\n  },\n\n',
      ),
      write({
        'test/components/rating.test.js': lines(
          "'use strict';",
          "const { h } = require('../../src/h');",
          "const { Rating } = require('../../src/components/rating');",
          '',
          "test('shows stars', () => {",
          "  expect(h(Rating, { stars: 3 })).toHaveText('★★★☆☆');",
          "  expect(h(Rating, { stars: 3 })).toHaveAttribute('title', '3 of 5');",
          '});',
        ),
      }),
    ),
  }),
  work('snapshots-to-strings', {
    gates: ['relay'],
    kind: 'tests',
    story: 'small snapshots become plain comparisons',
    edit: all(
      replace(
        PRICE_TEST,
        'expect(h(Price, { cents: 900, was: 1200 })).toMatchSnapshot();',
        'expect(String(h(Price, { cents: 900, was: 1200 }))).toBe(\n    \'<span class="price reduced"><s>12.00 EUR</s> <b>9.00 EUR</b></span>\',\n  );',
      ),
      replace(
        PRICE_TEST,
        'expect(h(Price, { cents: 900, was: 800 })).toMatchSnapshot();',
        'expect(String(h(Price, { cents: 900, was: 800 }))).toBe(\'<span class="price">9.00 EUR</span>\');',
      ),
      (files) => Object.fromEntries(Object.entries(files).filter(([path]) => path !== PRICE_SNAP)),
    ),
  }),
  work('suites-nested', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a table of suites becomes one test for each row',
    edit: replace(
      BADGE_TEST,
      /\]\)\('an item that is \$name'[\s\S]*?\n\}\);\n/,
      lines(
        "])('an item that is $name', ({ item, kind, text }) => {",
        "  test('is said to be so', () => {",
        '    expect(kindOf(anItem(item))).toBe(kind);',
        '    expect(h(Badge, anItem(item))).toHaveText(text);',
        '    expect(String(h(Badge, anItem(item)))).toContain(`class="badge ${kind}"`);',
        '  });',
        '});',
      ),
    ),
  }),
  work('currency-column', {
    gates: ['relay'],
    story: 'amounts may have a sign of their currency, with one more column in a table',
    edit: all(
      replace(
        'src/components/price.js',
        "const money = (cents, currency = 'EUR') => `${(cents / 100).toFixed(2)} ${currency}`;",
        "const SIGNS = { EUR: '€', GBP: '£' };\n\nconst money = (cents, currency = 'EUR', short = false) => {\n  const amount = (cents / 100).toFixed(2);\n  return short && SIGNS[currency] !== undefined ? `${SIGNS[currency]}${amount}` : `${amount} ${currency}`;\n};",
      ),
      replace(
        PRICE_TEST,
        /test\.each`[\s\S]*?\n\}\);\n/,
        lines(
          'test.each`',
          '  cents     | currency     | short        | expected',
          "  ${0}      | ${undefined} | ${undefined} | ${'0.00 EUR'}",
          "  ${5}      | ${undefined} | ${false}     | ${'0.05 EUR'}",
          "  ${5}      | ${'GBP'}     | ${true}      | ${'£0.05'}",
          "  ${123456} | ${'CHF'}     | ${true}      | ${'1234.56 CHF'}",
          "`('$cents in $currency, short: $short', ({ cents, currency, short, expected }) => {",
          '  expect(money(cents, currency, short)).toBe(expected);',
          '});',
        ),
      ),
    ),
  }),
  work('badge-renamed', {
    gates: ['relay'],
    kind: 'rename',
    story: 'a component has another name, and so has its file and its test',
    edit: all(
      move('src/components/badge.js', 'src/components/label.js'),
      move(BADGE_TEST, 'test/components/label.test.js'),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            path.endsWith('.js') ? text.replace(/\bBadge\b/g, 'Label').replace(/\/badge'/g, "/label'") : text,
          ]),
        ),
    ),
  }),
  work('third-project', {
    gates: ['relay'],
    released: ['jest.config.js'],
    story: 'letters have a project of their own in the configuration, which the planner released',
    edit: all(
      replace(
        'jest.config.js',
        "testMatch: ['<rootDir>/test/pages/**/*.test.js'] },\n",
        "testMatch: ['<rootDir>/test/pages/**/*.test.js'] },\n    { ...shared, displayName: 'letters', testMatch: ['<rootDir>/test/letters/**/*.test.js'] },\n",
      ),
      write({
        'src/letters/receipt.js':
          "'use strict';\nconst { money } = require('../components/price');\n\nconst receipt = (lines) => lines.map(({ name, cents }) => `${name}: ${money(cents)}`).join('\\n');\n\nmodule.exports = { receipt };\n",
        'test/letters/receipt.test.js':
          "'use strict';\nconst { receipt } = require('../../src/letters/receipt');\n\ntest('lists what was bought', () => {\n  expect(receipt([{ name: 'Cup', cents: 1290 }, { name: 'Pot', cents: 990 }])).toBe('Cup: 12.90 EUR\\nPot: 9.90 EUR');\n});\n",
      }),
    ),
  }),
  work('free-from-forty', {
    gates: ['relay', 'h3a'],
    released: [BASKET_TEST],
    story: 'shipping is free from 40, and rows of a table of suites say so',
    names: { file: BASKET_TEST, name: 'totals > of just enough > have shipping' },
    edit: all(
      replace('src/pages/basket.js', 'FREE_FROM = 5000', 'FREE_FROM = 4000'),
      replace(BASKET_TEST, '[{ cents: 2500, count: 2 }], 5000, 0]', '[{ cents: 2000, count: 2 }], 4000, 0]'),
      replace(
        BASKET_TEST,
        '[{ cents: 4999, count: 1 }], 4999, 490]',
        '[{ cents: 3999, count: 1 }], 3999, 490]',
      ),
    ),
  }),
  work('link-always-the-same', {
    gates: ['relay'],
    kind: 'refactor',
    released: [PAGER_TEST],
    story: 'links of pages are no longer an option; the planner released the test',
    edit: all(
      replace(
        'src/components/pager.js',
        'Pager = ({ page, last, link = (number) => `?page=${number}` }) =>',
        'Pager = ({ page, last }) =>',
      ),
      replace('src/components/pager.js', 'href: link(number)', 'href: `?page=${number}`'),
      replace(PAGER_TEST, '    const link = jest.fn((number) => `/p/${number}`);\n', ''),
      replace(PAGER_TEST, ', link })', ' })'),
      replace(PAGER_TEST, '    expect(link.mock.calls).toEqual([[1], [3]]);\n', ''),
      replace(PAGER_SNAP, /\/p\//g, '?page='),
    ),
  }),
  work('tests-deeper', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'tests of components move one folder down, with their snapshots',
    names: { file: 'test/components/shop/h.test.js', name: 'escape takes numbers' },
    edit: (files) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) =>
          path.startsWith('test/components/')
            ? [
                path.replace('test/components/', 'test/components/shop/'),
                text.replaceAll("'../../src", "'../../../src").replaceAll("'../support", "'../../support"),
              ]
            : [path, text],
        ),
      ),
  }),
  work('icons-generated', {
    gates: ['relay'],
    story: 'buttons have a picture of a generated module, and snapshots show it',
    edit: all(
      write({
        'src/icons.js': `'use strict';\n// Code generated by make-icons. DO NOT EDIT.\n\nmodule.exports = {\n${['add', 'back', 'cart', 'left', 'right'].map((name, at) => `  ${name}: 'M${at} ${at}h${at + 4}v${at + 4}z',\n`).join('')}};\n`,
        'src/components/icon.js':
          "'use strict';\nconst { h } = require('../h');\nconst ICONS = require('../icons');\n\nconst Icon = ({ name }) => h('svg', { 'aria-hidden': 'true' }, h('path', { d: ICONS[name] }));\n\nmodule.exports = { Icon };\n",
        'test/components/icon.test.js':
          "'use strict';\nconst { h } = require('../../src/h');\nconst { Icon } = require('../../src/components/icon');\n\ntest('draws', () => {\n  expect(String(h(Icon, { name: 'add' }))).toBe('<svg aria-hidden=\"true\"><path d=\"M0 0h4v4z\"></path></svg>');\n});\n",
      }),
      replace('src/components/card.js', ", 'Add')", ", h(Icon, { name: 'add' }), 'Add')"),
      replace(
        'src/components/card.js',
        'const { Price }',
        "const { Icon } = require('./icon');\nconst { Price }",
      ),
      inSnapshots(
        /^( *)Add$/gm,
        '$1<svg aria-hidden="true">\n$1  <path d="M0 0h4v4z">\n$1  </path>\n$1</svg>\n$1Add',
      ),
    ),
  }),
  work('readme', {
    gates: ['relay'],
    kind: 'docs',
    story: 'the readme and comments say how components are written',
    edit: all(
      append('README.md', "\n```js\nh('p', { className: 'note' }, 'Hello');\n```\n"),
      replace(
        'src/h.js',
        '/** Elements as text: a tag or a component, properties, children. */',
        '/**\n * Elements as text.\n * @param {string | Function} tag a tag or a component\n */',
      ),
    ),
  }),
];
