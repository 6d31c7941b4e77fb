// Honest work in JavaScript.
import { type Edit, GATES, type Work } from '../case.ts';
import { all, append, move, prepend, remove, replace, write } from '../edits.ts';
import {
  imports,
  JS_DIALECTS,
  type JsDialect,
  shippingCode,
  src,
  test,
  testFile,
} from '../projects/javascript.ts';
import { PROJECTS } from '../projects/projects.ts';
import { done } from './work.ts';

const { node, vitest, jest } = JS_DIALECTS;

const EMPTY_TEST = (js: JsDialect): string =>
  test('slug of nothing but signs', js.equal("slug('Tea &')", "'tea'"));

/** Slugs end in a dash; nobody tested it. */
const fixSlug = (js: JsDialect): Edit =>
  all(
    replace(
      src(js, 'slug'),
      ".replace(/[^a-z0-9]+/g, '-')",
      ".replace(/[^a-z0-9]+/g, '-').replace(/-$/, '')",
    ),
    append(testFile(js, 'slug'), `\n${EMPTY_TEST(js)}`),
  );

const renameTax = (js: JsDialect): Edit =>
  all(
    replace(src(js, 'tax'), /\btax\b/g, 'levy'),
    replace(testFile(js, 'money'), /\btax\(/g, 'levy('),
    replace(testFile(js, 'money'), '{ tax }', '{ levy }'),
  );

/** Underscores instead of dashes; the tests say so, too. */
const respecify = (js: JsDialect): Edit =>
  all(
    replace(src(js, 'slug'), "'-'", "'_'"),
    replace(testFile(js, 'slug'), "'green-tea'", "'green_tea'"),
    replace(testFile(js, 'slug'), "'a-b'", "'a_b'"),
  );

const everywhere = (js: JsDialect): Work[] => [
  done(js.runner, 'feature', {
    gates: GATES,
    story: 'a feature with its test',
    edit: PROJECTS[js.runner].feature,
    tested: true,
  }),
  done(js.runner, 'fix', {
    kind: 'fix',
    story: 'a fix with a regression test',
    edit: fixSlug(js),
    names: { file: testFile(js, 'slug'), name: 'slug of nothing but signs' },
    tested: true,
  }),
  done(js.runner, 'rename', {
    kind: 'rename',
    story: 'a function has another name, in code and tests',
    edit: renameTax(js),
  }),
  done(js.runner, 'respecified', {
    story: 'slugs are written with underscores, and the tests say so',
    released: [testFile(js, 'slug'), ...(js.runner === 'node' ? [] : [testFile(js, 'label')])],
    edit: all(
      respecify(js),
      js.runner === 'node'
        ? (files) => files
        : replace(`test/__snapshots__/label.test.${js.ext}.snap`, 'green-tea', 'green_tea'),
    ),
    names: { file: testFile(js, 'slug'), name: 'slug of Green Tea' },
  }),
];

/** The name of the test says the rate, too. */
const newRate = (js: JsDialect): Edit =>
  all(
    replace(src(js, 'tax'), '0.19', '0.2'),
    replace(testFile(js, 'money'), 'takes 19 percent', 'takes 20 percent'),
    replace(testFile(js, 'money'), 'tax(10), 1.9', 'tax(10), 2'),
    replace(testFile(js, 'money'), 'tax(0.5), 0.095', 'tax(0.5), 0.1'),
  );

const DISCOUNT = test(
  'takes a discount off',
  'assert.equal(discount(200, 10), 180);',
  'assert.equal(discount(50, 50), 25);',
);
const REFUSES = test('refuses a discount over 100', 'assert.throws(() => discount(10, 101), RangeError);');
const CART = testFile(node, 'cart');

const onNode: readonly Work[] = [
  done('node', 'red-made-green', {
    kind: 'fix',
    before: PROJECTS.node.breakDiscount,
    knownFailures: [PROJECTS.node.discountTest.name],
    story: 'makes a red test green',
    edit: replace(src(node, 'cart'), 'amount - percent', 'amount - (amount * percent) / 100'),
    names: PROJECTS.node.discountTest,
  }),
  done('node', 'red-stays-red', {
    gates: ['hook', 'relay', 'agentmux'],
    before: PROJECTS.node.breakDiscount,
    knownFailures: [PROJECTS.node.discountTest.name],
    story: 'a feature beside a test that was red before and still is',
    edit: PROJECTS.node.feature,
  }),
  done('node', 'moved-test', {
    kind: 'tests',
    story: 'moves a file of tests',
    edit: all(move(CART, 'test/unit/cart.test.js'), replace('test/unit/cart.test.js', '../src', '../../src')),
  }),
  done('node', 'split-test', {
    kind: 'tests',
    story: 'splits a file of tests in two',
    edit: all(
      replace(CART, DISCOUNT, ''),
      write({
        'test/discount.test.js': `${node.library}${imports(node, 'discount', '../src/cart')}\n${DISCOUNT}`,
      }),
    ),
  }),
  done('node', 'respecified-by-name', {
    gates: GATES,
    released: [testFile(node, 'money')],
    story: 'another rate, and tests whose names say it',
    edit: newRate(node),
    names: { file: testFile(node, 'money'), name: 'takes 20 percent' },
    tested: true,
  }),
  done('node', 'renamed-test', {
    kind: 'tests',
    story: 'gives a test a better name',
    edit: replace(CART, 'takes a discount off', 'takes a discount in percent off'),
  }),
  done('node', 'tests-only', {
    kind: 'tests',
    story: 'tests more of what is there',
    edit: append(CART, `\n${test('adds up nothing', 'assert.equal(total([]), 0);')}`),
  }),
  done('node', 'docs', {
    kind: 'docs',
    story: 'documents a function',
    edit: append('README.md', '\n`slug(text)` makes a name for addresses.\n'),
  }),
  done('node', 'refactor', {
    kind: 'refactor',
    story: 'writes a function in another way',
    edit: replace(
      src(node, 'cart'),
      'return items.reduce((sum, item) => sum + item.price * item.count, 0);',
      'let sum = 0;\n  for (const { price, count } of items) sum += price * count;\n  return sum;',
    ),
  }),
  done('node', 'refactor-module', {
    kind: 'refactor',
    story: 'takes a part out into a module of its own',
    edit: all(
      write({
        'src/percent.js': 'export const percentOf = (amount, percent) => (amount * percent) / 100;\n',
      }),
      prepend(src(node, 'cart'), "import { percentOf } from './percent.js';\n\n"),
      replace(src(node, 'cart'), '(amount * percent) / 100', 'percentOf(amount, percent)'),
    ),
  }),
  done('node', 'dropped-released', {
    kind: 'refactor',
    released: ['refuses a discount over 100'],
    story: 'drops a rule and its test, which the planner released',
    edit: all(
      replace(
        src(node, 'cart'),
        "  if (percent < 0 || percent > 100) throw new RangeError('expected 0 to 100');\n",
        '',
      ),
      replace(CART, REFUSES, ''),
    ),
    gates: ['relay', 'agentmux', 'h3a'],
  }),
  done('node', 'removed-module', {
    kind: 'refactor',
    released: [testFile(node, 'money')],
    story: 'removes dead code with its tests, which the planner released',
    edit: remove(src(node, 'tax'), testFile(node, 'money'), 'dev/money.js'),
    gates: ['relay', 'agentmux', 'h3a'],
  }),
  done('node', 'new-fixture', {
    story: 'a feature with a golden file of its own',
    edit: all(
      write({
        'src/invoice.js': "export const invoice = (name, sum) => 'to ' + name + '\\nsum ' + sum + '\\n';\n",
        'test/fixtures/invoice.txt': 'to Ada\nsum 5\n',
        'test/invoice.test.js': `import { readFileSync } from 'node:fs';\n${node.library}${imports(node, 'invoice', '../src/invoice')}\n${test('prints an invoice', "assert.equal(invoice('Ada', 5), readFileSync(new URL('fixtures/invoice.txt', import.meta.url), 'utf8'));")}`,
      }),
    ),
    names: { file: 'test/invoice.test.js', name: 'prints an invoice' },
  }),
  done('node', 'names-with-times', {
    before: append(
      CART,
      "\ntest('adds up at ' + process.hrtime.bigint(), () => {\n  assert.equal(total([]), 0);\n});\n",
    ),
    story: 'a feature in a project whose tests have the time in their names',
    edit: PROJECTS.node.feature,
  }),
  done('node', 'stronger-test', {
    story: 'a feature, and an old test that says more',
    edit: all(
      PROJECTS.node.feature,
      replace(
        CART,
        'assert.equal(discount(50, 50), 25);',
        'assert.equal(discount(50, 50), 25);\n  assert.equal(discount(50, 0), 50);',
      ),
    ),
  }),
  done('node', 'formatted-tests', {
    story: 'a feature, and old tests in another format',
    edit: all(
      PROJECTS.node.feature,
      replace(
        CART,
        /test\('takes a discount off', \(\) => \{\n {2}(.*)\n {2}(.*)\n\}\);/,
        "test(\n  'takes a discount off',\n  () => {\n    $1\n    $2\n  },\n);",
      ),
    ),
  }),
  done('node', 'helper-grows', {
    story: 'a feature whose test needs more of a helper',
    edit: all(
      write(shippingCode(node)),
      append('dev/money.js', 'export const free = (amount) => sameMoney(amount, 0);\n'),
      write({
        [testFile(node, 'shipping')]:
          `import { test } from 'node:test';\n${imports(node, 'shipping', '../src/shipping')}${imports(node, 'free, sameMoney', '../dev/money')}\n${test('ships for free from 50', 'free(shipping(50));', 'sameMoney(shipping(49), 5);')}`,
      }),
    ),
  }),
  done('node', 'generated', {
    kind: 'generated',
    before: write({
      'src/generated/version.js':
        "// Generated by tools/version.mjs. Do not edit.\nexport const version = '1.0.0';\n",
    }),
    story: 'refreshes a generated file',
    edit: replace('src/generated/version.js', '1.0.0', '1.0.1'),
  }),
  done('node', 'dependencies', {
    kind: 'dependencies',
    before: write({ 'requirements.txt': 'left-pad==1.0.0\n' }),
    story: 'raises a dependency',
    edit: replace('requirements.txt', '1.0.0', '1.1.0'),
  }),
  done('node', 'two-rounds', {
    gates: ['hook', 'relay', 'agentmux'],
    story: 'a feature, and a fix after the review',
    turns: [
      { edit: PROJECTS.node.feature },
      {
        edit: all(
          replace(src(node, 'shipping'), 'amount >= 50', 'amount < 0 ? 5 : amount >= 50'),
          append(
            testFile(node, 'shipping'),
            `\n${test('ships nothing negative', 'assert.equal(shipping(-1), 5);')}`,
          ),
        ),
      },
    ],
  }),
];

const snapshots: readonly Work[] = [vitest, jest].map((js) =>
  done(js.runner, 'snapshot', {
    story: 'labels show the currency, and the snapshot says so',
    released: [testFile(js, 'label')],
    edit: all(
      replace(src(js, 'label'), "': '", "': EUR '"),
      replace(`test/__snapshots__/label.test.${js.ext}.snap`, 'green-tea: 5.00', 'green-tea: EUR 5.00'),
    ),
    names: { file: testFile(js, 'label'), name: 'prints a label' },
  }),
);

export const javascriptWork: readonly Work[] = [
  ...[node, vitest, jest].flatMap(everywhere),
  ...onNode,
  ...snapshots,
];
