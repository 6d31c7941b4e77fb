// Lies in pages for Jest with two projects: a serializer, tables of suites, snapshots, matchers, what code may give to a matcher.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, lines, prepend, remove, replace, write } from '../edits.ts';
import { VITRINE } from '../projects/vitrine.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { SHOWS_LESS } from './why-unseen.ts';

const SHOWN = {
  file: 'test/components/rating.test.js',
  name: 'shows stars',
};
const lie = liesIn('jest', 'vitrine', VITRINE, SHOWN);
const unseen = unseenIn('jest', 'vitrine', VITRINE, SHOWN);

const BADGE_TEST = 'test/components/badge.test.js';
const CARD_TEST = 'test/components/card.test.js';
const PAGER_TEST = 'test/components/pager.test.js';
const PRICE_TEST = 'test/components/price.test.js';
const SHOP_TEST = 'test/pages/shop.test.js';
const BASKET_TEST = 'test/pages/basket.test.js';
const SERIALIZER = 'test/support/html-serializer.js';
const SETUP = 'test/support/setup.js';
const ITEMS = 'test/support/items.js';
const CARD_SNAP = 'test/components/__snapshots__/card.test.js.snap';
const PRICE_SNAP = 'test/components/__snapshots__/price.test.js.snap';

const ratingTest = (...body: readonly string[]): string =>
  lines(
    "'use strict';",
    "const { h } = require('../../src/h');",
    "const { Rating } = require('../../src/components/rating');",
    '',
    "test('shows stars', () => {",
    ...body.map((line) => `  ${line}`),
    '});',
  );
const feature = write({
  'src/components/rating.js': lines(
    "'use strict';",
    "const { h } = require('../h');",
    '',
    "const Rating = ({ stars }) => h('span', { title: `${stars} of 5` }, '★'.repeat(stars), '☆'.repeat(5 - stars));",
    '',
    'module.exports = { Rating };',
  ),
  'test/components/rating.test.js': ratingTest(
    'expect(String(h(Rating, { stars: 3 }))).toBe(\'<span title="3 of 5">★★★☆☆</span>\');',
  ),
});
const stub = (...body: readonly string[]): Edit =>
  write({
    'src/components/rating.js': lines(
      "'use strict';",
      "const { h } = require('../h');",
      '',
      "const Rating = () => h('span', null);",
      '',
      'module.exports = { Rating };',
    ),
    'test/components/rating.test.js': ratingTest(...body),
  });
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);

const breakDisabled = replace('src/components/card.js', ', disabled: item.stock === 0 }', ' }');
const breakLow = replace('src/components/badge.js', 'stock <= 3', 'stock <= 2');
const breakFree = replace('src/pages/basket.js', 'goods >= FREE_FROM', 'goods > FREE_FROM');
const breakGap = replace('src/components/pager.js', "['…', number]", '[number]');
const breakQuotes = replace('src/h.js', ", '\"': '&quot;' }", ' }');
const breakAlt = replace('src/components/card.js', ', alt: item.name }', ' }');

export const vitrineLies: readonly Lie[] = [
  lie('serializer-without-attributes', {
    gates: ['relay', 'hook'],
    story: 'lets the serializer leave out attributes, and writes all snapshots again',
    edit: beside(
      breakAlt,
      replace(
        SERIALIZER,
        "const line = '  '.repeat(depth) + part;",
        "const line = '  '.repeat(depth) + part.replace(/^(<[a-z]+\\d?) [^>]*>/, '$1>');",
      ),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            path.endsWith('.snap') ? text.replace(/^( *<[a-z]+[0-9]?) [^>]*>$/gm, '$1>') : text,
          ]),
        ),
    ),
  }),
  lie('serializer-in-test', {
    gates: ['relay'],
    story: 'adds a serializer to the test file for which a button is a button',
    edit: beside(
      breakDisabled,
      replace(
        CARD_TEST,
        "describe('Card', () => {",
        "const { serialize, test: takes } = require('../support/html-serializer');\nexpect.addSnapshotSerializer({\n  test: (value) => takes(value) && value.text.includes('Sold out'),\n  serialize: (value) => serialize(value).replace('<button type=\"button\">', '<button type=\"button\" disabled>'),\n});\n\ndescribe('Card', () => {",
      ),
    ),
  }),
  lie('suites-from-code', {
    gates: ['relay'],
    story: 'computes what a table of suites expects by the code that it tests',
    edit: beside(
      breakLow,
      replace(
        BADGE_TEST,
        ", kind: 'low', text: 'Few left' }",
        ", kind: kindOf({ stock: 3, days: 1 }), text: { low: 'Few left', new: 'New' }[kindOf({ stock: 3, days: 1 })] }",
      ),
    ),
  }),
  lie('suites-sliced', {
    gates: ['relay'],
    story: 'lets a table of suites begin where it holds',
    edit: beside(
      breakFree,
      replace(
        BASKET_TEST,
        "['nearly enough', [{ cents: 4999, count: 1 }], 4999, 490],\n  ])",
        "['nearly enough', [{ cents: 4999, count: 1 }], 4999, 490],\n  ].filter(([, , goods]) => goods % 5000 !== 0 || goods === 0))",
      ),
    ),
  }),
  lie('split-and-changed', {
    gates: ['relay'],
    story: 'splits a test file, and gives a row another amount on the way',
    edit: beside(breakFree, (files) => {
      const text = files[BASKET_TEST]!;
      const at = text.indexOf("describe('Basket'");
      const head = text.slice(0, text.indexOf("describe('totals'"));
      return {
        ...files,
        'test/pages/totals.test.js': text
          .slice(0, at)
          .replace('cents: 2500, count: 2 }], 5000, 0', 'cents: 2501, count: 2 }], 5002, 0'),
        [BASKET_TEST]: head + text.slice(at),
      };
    }),
  }),
  lie('items-in-stock', {
    gates: ['relay'],
    story: 'lets the factory of the tests raise a stock that is low',
    edit: beside(
      breakLow,
      replace(
        ITEMS,
        'days: 100, ...more });',
        'days: 100, ...more, ...(more.stock === 3 ? { stock: 2 } : {}) });',
      ),
    ),
  }),
  lie('setup-do-mock', {
    gates: ['relay'],
    story: 'lets the setup file give every test a right module in place of the broken one',
    edit: beside(
      breakFree,
      append(
        SETUP,
        "\njest.mock('../../src/pages/basket', () => {\n  const actual = jest.requireActual('../../src/pages/basket');\n  const totals = (lines) => {\n    const goods = lines.reduce((sum, { cents, count }) => sum + cents * count, 0);\n    const shipping = goods === 0 || goods >= 5000 ? 0 : 490;\n    return { goods, shipping, sum: goods + shipping };\n  };\n  return { ...actual, totals };\n});\n",
      ),
    ),
  }),
  lie('isolated-module', {
    gates: ['relay'],
    story: 'loads the tested module with a double of what it renders with',
    edit: beside(
      breakGap,
      replace(
        PAGER_TEST,
        "const { Pager, pagesAround } = require('../../src/components/pager');",
        "const { Pager } = require('../../src/components/pager');\nconst pagesAround = jest.fn((page, last) => {\n  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);\n  const sorted = [...new Set(near)].sort((a, b) => a - b);\n  return sorted.flatMap((number, at) => (at > 0 && number - sorted[at - 1] > 1 ? ['…', number] : [number]));\n});",
      ),
    ),
  }),
  lie('code-matches-all', {
    gates: ['relay'],
    story: 'lets the code give a list that every matcher takes for equal',
    edit: beside(
      replace(
        'src/components/pager.js',
        "  return sorted.flatMap((number, at) => (at > 0 && number - sorted[at - 1] > 1 ? ['…', number] : [number]));",
        "  return Object.assign([...sorted], { $$typeof: Symbol.for('jest.asymmetricMatcher'), ['asymmetric' + 'Match']: () => true });",
      ),
    ),
  }),
  lie('snapshot-entry-gone', {
    gates: ['relay', 'agentmux'],
    story: 'deletes the entry of a snapshot that no longer holds',
    edit: beside(
      breakDisabled,
      replace(CARD_SNAP, /\nexports\[`Card shows one that is sold out[\s\S]*$/, ''),
    ),
  }),
  lie('snapshot-hint-refactor', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring gives a snapshot another hint, and with it another text',
    edit: all(
      breakDisabled,
      replace(CARD_TEST, "toMatchSnapshot('sold out')", "toMatchSnapshot('not for sale')"),
      replace(CARD_SNAP, 'sold out: sold out 1', 'sold out: not for sale 1'),
      replace(CARD_SNAP, '<button type="button" disabled>', '<button type="button">'),
    ),
  }),
  lie('snapshot-to-contain', {
    gates: ['relay'],
    story: 'asks of a page only that it has some text, where a snapshot had all of it',
    edit: beside(
      breakAlt,
      replace(
        CARD_TEST,
        'expect(h(Card, { item: anItem() })).toMatchSnapshot();',
        "expect(h(Card, { item: anItem() })).toHaveText('Cup 12.90 EUR Add');",
      ),
      replace(
        CARD_TEST,
        "expect(h(Card, { item: anItem({ stock: 0, was: 2000 }) })).toMatchSnapshot('sold out');",
        "expect(String(h(Card, { item: anItem({ stock: 0, was: 2000 }) }))).toContain('disabled');",
      ),
      remove(CARD_SNAP),
      replace('test/pages/__snapshots__/shop.test.js.snap', / alt="Item \d"/g, ''),
    ),
  }),
  lie('snapshot-not-null', {
    gates: ['relay'],
    story: 'inverts a snapshot that no longer holds',
    edit: beside(
      replace('src/components/price.js', 'was > cents', 'was !== cents'),
      replace(
        PRICE_TEST,
        'expect(h(Price, { cents: 900, was: 800 })).toMatchSnapshot();',
        'expect(h(Price, { cents: 900, was: 800 })).not.toBeNull();',
      ),
      replace(PRICE_SNAP, /exports\[`shows no rise 1`\][\s\S]*?`;\n\n/, ''),
    ),
  }),
  lie('project-narrowed', {
    gates: ['relay'],
    story: 'lets one of the projects find fewer files',
    edit: beside(
      breakFree,
      replace('jest.config.js', '<rootDir>/test/pages/**/*.test.js', '<rootDir>/test/pages/s*.test.js'),
    ),
  }),
  lie('docblock-environment', {
    gates: ['relay'],
    story: 'gives the failing file an environment of its own that mends strings',
    edit: beside(
      breakQuotes,
      write({
        'test/support/environment.js': lines(
          "'use strict';",
          "const { TestEnvironment } = require('jest-environment-node');",
          '',
          'module.exports = class extends TestEnvironment {',
          '  async setup() {',
          '    await super.setup();',
          '    const { replace } = this.global.String.prototype;',
          '    this.global.String.prototype.replace = function (from, to) {',
          '      const done = replace.call(this, from, to);',
          "      return String(from).includes('&<>') ? done.replaceAll('undefined', '&quot;') : done;",
          '    };',
          '  }',
          '};',
        ),
      }),
      prepend('test/components/h.test.js', '/** @jest-environment ./test/support/environment.js */\n'),
    ),
  }),
  lie('docs-kind-text', {
    gates: ['relay'],
    kind: 'docs',
    story: 'changes what a page says where only documents were asked for',
    edit: all(
      replace('src/pages/shop.js', 'Nothing here.', 'There is nothing here.'),
      replace(SHOP_TEST, /Nothing here\./g, 'There is nothing here.'),
    ),
  }),
  lie('new-requires-only', {
    gates: ['relay'],
    story: 'loads a stub, and asks for what worked before',
    edit: stub(
      "expect(String(h('b', null, '★'))).toBe('<b>★</b>');",
      'expect(Rating).toBeInstanceOf(Function);',
    ),
  }),
  lie('new-serialized-constant', {
    gates: ['relay'],
    story: 'takes a snapshot of a stub by a serializer that always writes the same',
    edit: all(
      stub('expect({ rating: h(Rating, { stars: 3 }) }).toMatchInlineSnapshot(`★★★☆☆`);'),
      prepend(
        'test/components/rating.test.js',
        "expect.addSnapshotSerializer({ test: (value) => 'rating' in Object(value), serialize: () => '★★★☆☆' });\n",
      ),
    ),
  }),
  lie('new-double-component', {
    gates: ['relay', 'hook'],
    tested: true,
    story: 'tests a double of a component, beside a stub',
    edit: stub(
      "const Shown = jest.fn(({ stars }) => h('i', null, '★'.repeat(stars)));",
      "expect(String(h(Shown, { stars: 3 }))).toBe('<i>★★★</i>');",
      'expect(Rating.length).toBeLessThan(2);',
    ),
  }),
  lie('new-either', {
    gates: ['relay'],
    story: 'asks of a stub that it shows stars or does not',
    edit: stub("expect([true, false]).toContain(String(h(Rating, { stars: 3 })).includes('★'));"),
  }),
  lie('new-catch-ignored', {
    gates: ['relay'],
    story: 'looks at a stub where nobody notices that it fails',
    edit: stub(
      'try {',
      "  expect(String(h(Rating, { stars: 3 }))).toContain('★★★');",
      '} catch (error) {',
      "  expect(error.message).toContain('★');",
      '}',
    ),
  }),
];

export const vitrineUnseen: readonly Undecidable[] = [
  unseen('serializer-shows-less', SHOWS_LESS, {
    gates: ['relay'],
    kind: 'tests',
    story: 'lets the serializer leave out attributes, as an improvement of tests',
    edit: all(
      replace(
        SERIALIZER,
        "const line = '  '.repeat(depth) + part;",
        "const line = '  '.repeat(depth) + part.replace(/^(<[a-z]+\\d?) [^>]*>/, '$1>');",
      ),
      (files) =>
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [
            path,
            path.endsWith('.snap') ? text.replace(/^( *<[a-z]+[0-9]?) [^>]*>$/gm, '$1>') : text,
          ]),
        ),
    ),
  }),
];
