// The tests of the pages.
import type { Files } from '../case.ts';
import { VITRINE_SNAPSHOTS } from './vitrine-snapshots.ts';

export const VITRINE_TESTS: Files = {
  ...VITRINE_SNAPSHOTS,
  'test/components/badge.test.js': `'use strict';
const { h } = require('../../src/h');
const { Badge, kindOf } = require('../../src/components/badge');
const { anItem } = require('../support/items');

describe.each([
  { name: 'sold out', item: { stock: 0, days: 1 }, kind: 'gone', text: 'Sold out' },
  { name: 'nearly sold out', item: { stock: 3, days: 1 }, kind: 'low', text: 'Few left' },
  { name: 'new', item: { stock: 4, days: 13 }, kind: 'new', text: 'New' },
])('an item that is $name', ({ item, kind, text }) => {
  test('has its kind', () => {
    expect(kindOf(anItem(item))).toBe(kind);
  });

  test('says so', () => {
    expect(h(Badge, anItem(item))).toHaveText(text);
  });

  test('has a class', () => {
    expect(String(h(Badge, anItem(item)))).toContain(\`class="badge \${kind}"\`);
  });
});

test('an ordinary item has none', () => {
  expect(h(Badge, anItem({ days: 14 }))).toBeNull();
});
`,
  'test/components/card.test.js': `'use strict';
const { h } = require('../../src/h');
const { Card } = require('../../src/components/card');
const { anItem } = require('../support/items');

describe('Card', () => {
  test('shows an item', () => {
    expect(h(Card, { item: anItem() })).toMatchSnapshot();
  });

  test('shows one that is sold out', () => {
    expect(h(Card, { item: anItem({ stock: 0, was: 2000 }) })).toMatchSnapshot('sold out');
  });

  test('names pictures safely', () => {
    expect(String(h(Card, { item: anItem({ id: 'a/b c' }) }))).toContain('src="/img/a%2Fb%20c.jpg"');
  });
});
`,
  'test/components/h.test.js': `'use strict';
const { Fragment, escape, h } = require('../../src/h');

describe('h', () => {
  test('escapes text and attributes', () => {
    expect(String(h('a', { href: '"><script>' }, '<b> & "c"'))).toBe(
      '<a href="&quot;&gt;&lt;script&gt;">&lt;b&gt; &amp; &quot;c&quot;</a>',
    );
  });

  test('does not escape twice', () => {
    expect(String(h('p', null, h('b', null, '&')))).toBe('<p><b>&amp;</b></p>');
  });

  test.each([
    [true, '<input disabled>'],
    [false, '<input>'],
    [null, '<input>'],
    [undefined, '<input>'],
    ['', '<input disabled="">'],
    [0, '<input disabled="0">'],
  ])('an attribute of %p', (disabled, expected) => {
    expect(String(h('input', { disabled }))).toBe(expected);
  });

  test('leaves out nothing but nothing', () => {
    expect(String(h('p', null, 0, null, undefined, false, true, '', [1, [2]]))).toBe('<p>012</p>');
  });

  test('calls components with their children', () => {
    const List = jest.fn(({ children }) => h('ul', null, children));
    expect(String(h(List, { id: 'x' }, h('li', null, 'a')))).toBe('<ul><li>a</li></ul>');
    expect(List).toHaveBeenCalledWith(expect.objectContaining({ id: 'x' }));
  });

  test('joins fragments', () => {
    expect(String(h(Fragment, null, 'a', h('br'), '<'))).toBe('a<br>&lt;');
  });
});

test('escape takes numbers', () => {
  expect(escape(5)).toBe('5');
});
`,
  'test/components/pager.test.js': `'use strict';
const { h } = require('../../src/h');
const { Pager, pagesAround } = require('../../src/components/pager');

describe('pagesAround', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [5, 9, [1, '…', 4, 5, 6, '…', 9]],
    [9, 9, [1, '…', 8, 9]],
    [3, 5, [1, 2, 3, 4, 5]],
  ])('%i of %i', (page, last, expected) => {
    expect(pagesAround(page, last)).toEqual(expected);
  });
});

describe('Pager', () => {
  test('is not there for one page', () => {
    expect(h(Pager, { page: 1, last: 1 })).toBeNull();
  });

  test('links all but the current page', () => {
    const link = jest.fn((number) => \`/p/\${number}\`);
    expect(h(Pager, { page: 2, last: 3, link })).toMatchSnapshot();
    expect(link.mock.calls).toEqual([[1], [3]]);
  });
});
`,
  'test/components/price.test.js': `'use strict';
const { h } = require('../../src/h');
const { Price, money } = require('../../src/components/price');

test.each\`
  cents     | currency     | expected
  \${0}      | \${undefined} | \${'0.00 EUR'}
  \${5}      | \${undefined} | \${'0.05 EUR'}
  \${123456} | \${'CHF'}     | \${'1234.56 CHF'}
\`('$cents in $currency', ({ cents, currency, expected }) => {
  expect(money(cents, currency)).toBe(expected);
});

test('shows what it was', () => {
  expect(h(Price, { cents: 900, was: 1200 })).toMatchSnapshot();
});

test('shows no rise', () => {
  expect(h(Price, { cents: 900, was: 800 })).toMatchSnapshot();
  expect(h(Price, { cents: 900, was: 900 })).toHaveText('9.00 EUR');
});
`,
  'test/pages/basket.test.js': `'use strict';
const { h } = require('../../src/h');
const { Basket, totals } = require('../../src/pages/basket');

describe('totals', () => {
  describe.each([
    ['nothing', [], 0, 0],
    ['a cup', [{ cents: 1290, count: 1 }], 1290, 490],
    ['just enough', [{ cents: 2500, count: 2 }], 5000, 0],
    ['nearly enough', [{ cents: 4999, count: 1 }], 4999, 490],
  ])('of %s', (_name, lines, goods, shipping) => {
    it('are the goods', () => {
      expect(totals(lines).goods).toBe(goods);
    });

    it('have shipping', () => {
      expect(totals(lines)).toMatchObject({ shipping, sum: goods + shipping });
    });
  });
});

describe('Basket', () => {
  const lines = [
    { name: 'Cup', cents: 1290, count: 2 },
    { name: 'Pot & lid', cents: 990, count: 1 },
  ];

  it('is a table', () => {
    expect(h(Basket, { lines })).toMatchSnapshot();
  });

  it('says that shipping is free', () => {
    expect(h(Basket, { lines: [{ name: 'Sofa', cents: 90000, count: 1 }] })).toHaveText(
      'Basket – Vitrine Sofa 1 × 900.00 EUR Shipping free Sum 900.00 EUR',
    );
  });
});
`,
  'test/pages/shop.test.js': `'use strict';
const { h } = require('../../src/h');
const { Shop } = require('../../src/pages/shop');
const { someItems } = require('../support/items');

describe('Shop', () => {
  test('shows a page of items', () => {
    expect(h(Shop, { items: someItems(3) })).toMatchSnapshot();
  });

  test('shows the last page', () => {
    expect(h(Shop, { items: someItems(3), page: 2 })).toHaveText('Shop – Vitrine Item 3 12.90 EUR Add 1 2');
  });

  test.each([0, 3])('is empty with %i items on page 9', (count) => {
    expect(h(Shop, { items: someItems(count), page: 9 })).toHaveText(
      count === 0 ? 'Shop – Vitrine Nothing here.' : 'Shop – Vitrine Nothing here. 1 2',
    );
  });
});
`,
  'test/support/html-serializer.js': `'use strict';
const { Html } = require('../../src/h');

const EMPTY = /^<(?:br|hr|img|input|meta|link)\\b/;

/** One element or text per line, indented. */
const indented = (html) => {
  let depth = 0;
  return (html.match(/<[^>]*>|[^<]+/g) ?? [])
    .filter((part) => part.trim() !== '')
    .map((part) => {
      if (part.startsWith('</')) depth -= 1;
      const line = '  '.repeat(depth) + part;
      if (/^<[a-z]/.test(part) && !EMPTY.test(part)) depth += 1;
      return line;
    })
    .join('\\n');
};

module.exports = {
  test: (value) => value instanceof Html,
  serialize: (value) => indented(value.text),
};
`,
  'test/support/items.js': `'use strict';

const anItem = (more = {}) => ({ id: 'cup', name: 'Cup', cents: 1290, stock: 10, days: 100, ...more });

const someItems = (count) => Array.from({ length: count }, (_, at) => anItem({ id: \`i\${at + 1}\`, name: \`Item \${at + 1}\` }));

module.exports = { anItem, someItems };
`,
  'test/support/setup.js': `'use strict';

const textOf = (html) =>
  String(html)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\\s+/g, ' ')
    .trim();

expect.extend({
  toHaveText(html, text) {
    const got = textOf(html);
    return { pass: got === text, message: () => \`expected the text \${text}, got \${got}\` };
  },
});

afterEach(() => {
  jest.restoreAllMocks();
});
`,
};
