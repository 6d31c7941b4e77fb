// Honest work in Python, Go and Rust.
import { GATES, type Work } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { goShippingCode } from '../projects/go.ts';
import { PROJECTS } from '../projects/projects.ts';
import { pyShippingCode } from '../projects/python.ts';
import { done } from './work.ts';

const { pytest, go, rust } = PROJECTS;
const PY_CART = 'tests/test_cart.py';
const PY_DISCOUNT = /def test_takes_a_discount_off[\s\S]*?== 25\n/;

const python: readonly Work[] = [
  done('pytest', 'feature', {
    gates: GATES,
    story: 'a feature with its test',
    edit: pytest.feature,
    tested: true,
  }),
  done('pytest', 'fix', {
    kind: 'fix',
    story: 'a fix with a regression test',
    edit: all(
      replace('shop/slug.py', 'text.strip().lower())', 'text.strip().lower()).strip("-")'),
      replace(
        'tests/test_slug.py',
        '    ("A & B", "a-b"),\n',
        '    ("A & B", "a-b"),\n    ("Tea &", "tea"),\n',
      ),
    ),
    names: { file: 'tests/test_slug.py', name: 'test_slug[Tea &-tea]' },
    tested: true,
  }),
  done('pytest', 'rename', {
    kind: 'rename',
    story: 'a function has another name, in code and tests',
    edit: all(
      replace('shop/tax.py', 'tax(', 'levy('),
      replace('tests/test_money.py', 'import tax', 'import levy'),
      replace('tests/test_money.py', '(tax(', '(levy('),
    ),
  }),
  done('pytest', 'rename-module', {
    kind: 'rename',
    story: 'a module has another name',
    edit: all(move('shop/tax.py', 'shop/levy.py'), replace('tests/test_money.py', 'shop.tax', 'shop.levy')),
  }),
  done('pytest', 'respecified', {
    story: 'receipts say sum, and the golden file says so',
    released: ['tests/data/receipt.txt', 'tests/test_receipt.py'],
    edit: all(pytest.breakReceipt, replace('tests/data/receipt.txt', 'total', 'sum')),
    names: { file: 'tests/test_receipt.py', name: 'test_prints_a_receipt' },
  }),
  done('pytest', 'respecified-by-name', {
    released: ['tests/test_money.py'],
    story: 'another rate, and a test whose name says it',
    edit: all(
      replace('shop/tax.py', '0.19', '0.2'),
      replace('tests/test_money.py', 'takes_19', 'takes_20'),
      replace('tests/test_money.py', 'tax(10), 1.9', 'tax(10), 2'),
      replace('tests/test_money.py', 'tax(100), 19', 'tax(100), 20'),
    ),
    names: { file: 'tests/test_money.py', name: 'test_takes_20_percent' },
  }),
  done('pytest', 'red-made-green', {
    kind: 'fix',
    before: pytest.breakDiscount,
    knownFailures: [pytest.discountTest.name],
    story: 'makes a red test green',
    edit: replace('shop/cart.py', 'amount - percent', 'amount - amount * percent / 100'),
    names: pytest.discountTest,
  }),
  done('pytest', 'red-stays-red', {
    gates: ['hook', 'relay', 'agentmux'],
    before: pytest.breakDiscount,
    knownFailures: [pytest.discountTest.name],
    story: 'a feature beside a test that was red before and still is',
    edit: pytest.feature,
  }),
  done('pytest', 'new-fixture', {
    story: 'a feature whose test brings a fixture of its own',
    edit: all(
      write(pyShippingCode()),
      append('tests/conftest.py', '\n\n@pytest.fixture\ndef amounts():\n    return {50: 0, 49: 5}\n'),
      write({
        'tests/test_shipping.py':
          'from shop.shipping import shipping\n\n\ndef test_ships_for_free_from_50(amounts):\n    for amount, wanted in amounts.items():\n        assert shipping(amount) == wanted\n',
      }),
    ),
  }),
  done('pytest', 'split-test', {
    kind: 'tests',
    story: 'splits a file of tests in two',
    edit: all(
      replace(PY_CART, PY_DISCOUNT, ''),
      write({
        'tests/test_discount.py':
          'from shop.cart import discount\n\n\ndef test_takes_a_discount_off():\n    assert discount(200, 10) == 180\n    assert discount(50, 50) == 25\n',
      }),
    ),
  }),
  done('pytest', 'moved-test', {
    kind: 'tests',
    story: 'moves a file of tests into a folder',
    edit: move('tests/test_slug.py', 'tests/unit/test_slug.py'),
  }),
  done('pytest', 'class-of-tests', {
    kind: 'tests',
    released: [PY_CART],
    story: 'gathers tests in a class',
    edit: replace(
      PY_CART,
      PY_DISCOUNT,
      'class TestDiscount:\n    def test_takes_a_discount_off(self):\n        assert discount(200, 10) == 180\n        assert discount(50, 50) == 25\n',
    ),
  }),
  done('pytest', 'tests-only', {
    kind: 'tests',
    story: 'tests more of what is there',
    edit: append(PY_CART, '\n\ndef test_adds_up_nothing():\n    assert total([]) == 0\n'),
  }),
  done('pytest', 'docs', {
    kind: 'docs',
    story: 'documents a function',
    edit: append('README.md', '\n`slug(text)` makes a name for addresses.\n'),
  }),
  done('pytest', 'refactor', {
    kind: 'refactor',
    story: 'writes a function in another way',
    edit: replace('shop/cart.py', 'amount - amount * percent / 100', 'amount * (100 - percent) / 100'),
  }),
  done('pytest', 'dropped-released', {
    gates: ['relay', 'agentmux', 'h3a'],
    kind: 'refactor',
    released: ['test_refuses_a_discount_over_100'],
    story: 'drops a rule and its test, which the planner released',
    edit: all(
      replace('shop/cart.py', / {4}if percent[\s\S]*?100"\)\n/, ''),
      replace(PY_CART, /\n\ndef test_refuses[\s\S]*$/, ''),
    ),
  }),
  done('pytest', 'dependencies', {
    kind: 'dependencies',
    before: write({ 'requirements.txt': 'attrs==23.1.0\n' }),
    story: 'raises a dependency',
    edit: replace('requirements.txt', '23.1.0', '23.2.0'),
  }),
  done('pytest', 'non-ascii-case', {
    kind: 'fix',
    story: 'a fix with a case that is not ASCII',
    edit: all(
      replace('shop/slug.py', 'text.strip().lower()', 'text.strip().lower().replace("é", "e")'),
      replace(
        'tests/test_slug.py',
        '    ("A & B", "a-b"),\n',
        '    ("A & B", "a-b"),\n    ("Thé", "the"),\n',
      ),
    ),
    names: { file: 'tests/test_slug.py', name: 'test_slug[Thé-the]' },
  }),
];

const golang: readonly Work[] = [
  done('go', 'feature', {
    gates: GATES,
    story: 'a feature with its test',
    edit: go.feature,
    tested: true,
  }),
  done('go', 'fix', {
    kind: 'fix',
    story: 'a fix with a new row in the table',
    edit: all(
      replace('slug.go', 'strings.ToLower(text)', 'strings.ToLower(strings.ReplaceAll(text, "&", " "))'),
      replace(
        'slug_test.go',
        '\t\t{"  Cup  ", "cup"},\n',
        '\t\t{"  Cup  ", "cup"},\n\t\t{"A & B", "a-b"},\n',
      ),
    ),
    names: { file: 'slug_test.go', name: 'TestSlug/a-b' },
    tested: true,
  }),
  done('go', 'rename', {
    kind: 'rename',
    story: 'a function has another name, in code and tests',
    edit: all(replace('tax.go', 'Tax(', 'Levy('), replace('tax_test.go', 'Tax(', 'Levy(')),
  }),
  done('go', 'same-file', {
    story: 'a feature in files that are there already',
    edit: all(
      append('tax.go', '\nfunc Net(cents int) int {\n\treturn cents - Tax(cents)\n}\n'),
      append('tax_test.go', '\nfunc TestNet(t *testing.T) {\n\ttestmoney.Same(t, Net(1000), 810)\n}\n'),
    ),
    names: { file: 'tax_test.go', name: 'TestNet' },
  }),
  done('go', 'respecified', {
    story: 'receipts say sum, and the golden file says so',
    released: ['testdata/receipt.golden', 'TestPrintsAReceipt'],
    edit: all(go.breakReceipt, replace('testdata/receipt.golden', 'total', 'sum')),
    names: { file: 'receipt_test.go', name: 'TestPrintsAReceipt' },
  }),
  done('go', 'red-made-green', {
    kind: 'fix',
    before: go.breakDiscount,
    knownFailures: [go.discountTest.name],
    story: 'makes a red test green',
    edit: replace('cart.go', 'amount - percent', 'amount - amount*percent/100'),
    names: go.discountTest,
  }),
  done('go', 'refactor', {
    kind: 'refactor',
    story: 'writes a function in another way',
    edit: replace('cart.go', 'amount - amount*percent/100', 'amount * (100 - percent) / 100'),
  }),
  done('go', 'split-test', {
    kind: 'tests',
    story: 'moves a test to a file of its own',
    edit: all(
      replace('cart_test.go', /func TestRefuses[\s\S]*$/, ''),
      write({
        'refuses_test.go':
          'package shop\n\nimport "testing"\n\nfunc TestRefusesADiscountOver100(t *testing.T) {\n\tif _, err := Discount(10, 101); err == nil {\n\t\tt.Fatal("expected an error")\n\t}\n}\n',
      }),
    ),
  }),
  done('go', 'docs', {
    kind: 'docs',
    story: 'documents a function',
    edit: append('README.md', '\n`Slug` makes a name for addresses.\n'),
  }),
  done('go', 'new-package', {
    story: 'a feature in a package of its own',
    edit: write({
      'shipping/shipping.go': goShippingCode()['shipping.go']!.replace('package shop', 'package shipping'),
      'shipping/shipping_test.go':
        'package shipping\n\nimport "testing"\n\nfunc TestShipsForFreeFrom50(t *testing.T) {\n\tif got := Shipping(50); got != 0 {\n\t\tt.Fatal(got)\n\t}\n}\n',
    }),
    names: { file: 'shipping/shipping_test.go', name: 'TestShipsForFreeFrom50' },
  }),
  done('go', 'removed-released', {
    gates: ['relay', 'agentmux', 'h3a'],
    kind: 'refactor',
    released: ['tax_test.go'],
    story: 'removes dead code with its tests, which the planner released',
    edit: remove('tax.go', 'tax_test.go', 'internal/testmoney/money.go'),
  }),
];

const IN_SOURCE = `    #[test]
    fn ships_for_free_from_50() {
        assert_eq!(shipping(50), 0);
        assert_eq!(shipping(49), 5);
    }
}
`;

const rusty: readonly Work[] = [
  done('rust', 'feature', {
    gates: ['hook', 'relay'],
    story: 'a feature with its test',
    edit: rust.feature,
    tested: true,
  }),
  done('rust', 'in-source', {
    story: 'a feature with a test in the same file',
    edit: all(
      replace(
        'src/lib.rs',
        '\n#[cfg(test)]',
        '\npub fn shipping(amount: i32) -> i32 {\n    if amount >= 50 { 0 } else { 5 }\n}\n\n#[cfg(test)]',
      ),
      replace('src/lib.rs', /\}\n$/, `\n${IN_SOURCE}`),
    ),
    names: { file: 'src/lib.rs', name: 'tests::ships_for_free_from_50' },
    tested: true,
  }),
  done('rust', 'fix', {
    kind: 'fix',
    story: 'a fix with a regression test in the source',
    edit: all(
      replace('src/lib.rs', 'amount - amount * percent / 100', 'amount - (amount * percent + 50) / 100'),
      replace(
        'src/lib.rs',
        'assert_eq!(discount(50, 50), Some(25));',
        'assert_eq!(discount(50, 50), Some(25));\n        assert_eq!(discount(99, 50), Some(49));',
      ),
    ),
    names: { file: 'src/lib.rs', name: 'tests::takes_a_discount_off' },
  }),
  done('rust', 'refactor', {
    kind: 'refactor',
    story: 'writes a function in another way',
    edit: replace('src/lib.rs', 'amount - amount * percent / 100', 'amount * (100 - percent) / 100'),
  }),
  done('rust', 'rename', {
    kind: 'rename',
    story: 'a function has another name, in code and tests',
    edit: replace('src/lib.rs', /\bdiscount\(/g, 'rebate('),
  }),
  done('rust', 'doctest-added', {
    story: 'a feature shown by a doctest and a test',
    edit: all(
      rust.feature,
      replace(
        'src/shipping.rs',
        'pub fn',
        '/// Free from 50.\n///\n/// ```\n/// assert_eq!(shop::shipping::shipping(50), 0);\n/// ```\npub fn',
      ),
    ),
  }),
  done('rust', 'tests-only', {
    kind: 'tests',
    story: 'tests more of what is there',
    edit: append(
      'tests/receipt.rs',
      '\n#[test]\nfn slugs_nothing() {\n    assert_eq!(shop::slug::slug(""), "");\n}\n',
    ),
  }),
];

export const otherWork: readonly Work[] = [...python, ...golang, ...rusty];
