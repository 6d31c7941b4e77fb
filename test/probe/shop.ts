// One small shop in four languages. Each feature can be there or not, and have a test or not.
export const FEATURES = ['double', 'half', 'guard', 'unclamped', 'euro', 'refill'] as const;
export type Feature = (typeof FEATURES)[number];

export interface Shop {
  readonly has: readonly Feature[];
  readonly tests: readonly Feature[];
}

type Files = Readonly<Record<string, string>>;

export interface ShopLanguage {
  readonly name: 'javascript' | 'python' | 'go' | 'rust';
  readonly line: string;
  files(shop: Shop): Files;
  /** Where a feature stands in the files: a file, and words of the first line of its hunk. */
  readonly places: Readonly<Record<Feature, readonly [string, string]>>;
}

/** The parts that are wanted, one after the other. */
const text = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join('');

const javascript: ShopLanguage = {
  name: 'javascript',
  line: 'node --test',
  places: {
    double: ['cart.js', 'double'],
    half: ['cart.js', 'half'],
    guard: ['cart.js', 'amount < 0'],
    unclamped: ['stock.js', 'n > LIMIT'],
    euro: ['cart.js', '€'],
    refill: ['stock.js', 'refill'],
  },
  files: ({ has, tests }) => ({
    'package.json': '{ "name": "shop", "type": "module" }\n',
    'cart.js': text(
      'export function total(prices) {\n  return prices.reduce((sum, one) => sum + one, 0);\n}\n\n',
      'export function discount(amount) {\n',
      has.includes('guard') && "  if (amount < 0) throw new Error('no');\n",
      '  return amount > 100 ? amount - 10 : amount;\n}\n\n',
      'export function label(amount) {\n',
      has.includes('euro') ? '  return `€ ${amount}`;\n' : '  return `EUR ${amount}`;\n',
      '}\n',
      has.includes('double') && '\nexport function double(amount) {\n  return amount * 2;\n}\n',
      has.includes('half') && '\nexport function half(amount) {\n  return amount / 2;\n}\n',
    ),
    'stock.js': text(
      'const LIMIT = 5;\n\nexport function room(n) {\n',
      !has.includes('unclamped') && '  if (n > LIMIT) return 0;\n',
      '  return LIMIT - n;\n}\n',
      has.includes('refill') && '\n// Fills it up again.\nexport const refill = () => LIMIT;\n',
    ),
    'test/shop.test.js': text(
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n",
      "import * as cart from '../cart.js';\nimport * as stock from '../stock.js';\n",
      "test('total', () => assert.equal(cart.total([1, 2]), 3));\n",
      "test('discount', () => assert.equal(cart.discount(50), 50));\n",
      "test('room', () => assert.equal(stock.room(2), 3));\n",
      tests.includes('double') && "test('double', () => assert.equal(cart.double(2), 4));\n",
      tests.includes('half') && "test('half', () => assert.equal(cart.half(2), 1));\n",
      tests.includes('guard') && "test('guard', () => assert.throws(() => cart.discount(-1)));\n",
      tests.includes('unclamped') && "test('debt', () => assert.equal(stock.room(7), -2));\n",
      tests.includes('euro') && "test('label', () => assert.equal(cart.label(1), '€ 1'));\n",
      tests.includes('refill') && "test('refill', () => assert.equal(stock.refill(), 5));\n",
    ),
  }),
};

const python: ShopLanguage = {
  name: 'python',
  line: '/usr/bin/python3 -m pytest -p no:cacheprovider',
  places: {
    double: ['cart.py', 'double'],
    half: ['cart.py', 'half'],
    guard: ['cart.py', 'amount < 0'],
    unclamped: ['stock.py', 'n > LIMIT'],
    euro: ['cart.py', '€'],
    refill: ['stock.py', 'refill'],
  },
  files: ({ has, tests }) => ({
    'conftest.py': '',
    'cart.py': text(
      'def total(prices):\n    return sum(prices)\n\n\n',
      'def discount(amount):\n',
      has.includes('guard') && '    if amount < 0:\n        raise ValueError(amount)\n',
      '    return amount - 10 if amount > 100 else amount\n\n\n',
      'def label(amount):\n',
      has.includes('euro') ? '    return f"€ {amount}"\n' : '    return f"EUR {amount}"\n',
      has.includes('double') && '\n\ndef double(amount):\n    return amount * 2\n',
      has.includes('half') && '\n\ndef half(amount):\n    return amount / 2\n',
    ),
    'stock.py': text(
      'LIMIT = 5\n\n\ndef room(n):\n',
      !has.includes('unclamped') && '    if n > LIMIT:\n        return 0\n',
      '    return LIMIT - n\n',
      has.includes('refill') && '\n\n# Fills it up again.\ndef refill():\n    return LIMIT\n',
    ),
    'tests/test_shop.py': text(
      'import cart\nimport stock\nimport pytest\n\n',
      '\ndef test_total():\n    assert cart.total([1, 2]) == 3\n\n',
      '\ndef test_discount():\n    assert cart.discount(50) == 50\n\n',
      '\ndef test_room():\n    assert stock.room(2) == 3\n',
      tests.includes('double') && '\n\ndef test_double():\n    assert cart.double(2) == 4\n',
      tests.includes('half') && '\n\ndef test_half():\n    assert cart.half(2) == 1\n',
      tests.includes('guard') &&
        '\n\ndef test_guard():\n    with pytest.raises(ValueError):\n        cart.discount(-1)\n',
      tests.includes('unclamped') && '\n\ndef test_debt():\n    assert stock.room(7) == -2\n',
      tests.includes('euro') && '\n\ndef test_label():\n    assert cart.label(1) == "€ 1"\n',
      tests.includes('refill') && '\n\ndef test_refill():\n    assert stock.refill() == 5\n',
    ),
  }),
};

const goTest = (name: string, says: string): string =>
  `\nfunc ${name}(t *testing.T) {\n\tif ${says} {\n\t\tt.Fatal("no")\n\t}\n}\n`;

const go: ShopLanguage = {
  name: 'go',
  line: 'go test ./...',
  places: {
    double: ['cart.go', 'Double'],
    half: ['cart.go', 'Half'],
    guard: ['cart.go', 'amount < 0'],
    unclamped: ['stock.go', 'n > limit'],
    euro: ['cart.go', '€'],
    refill: ['stock.go', 'Refill'],
  },
  files: ({ has, tests }) => ({
    'go.mod': 'module example.test/shop\n\ngo 1.19\n',
    'cart.go': text(
      'package shop\n\nimport "strconv"\n\n',
      'func Total(prices []int) int {\n\tsum := 0\n\tfor _, one := range prices {\n\t\tsum += one\n\t}\n\treturn sum\n}\n\n',
      'func Discount(amount int) int {\n',
      has.includes('guard') && '\tif amount < 0 {\n\t\treturn 0\n\t}\n',
      '\tif amount > 100 {\n\t\treturn amount - 10\n\t}\n\treturn amount\n}\n\n',
      'func Label(amount int) string {\n',
      has.includes('euro')
        ? '\treturn "€ " + strconv.Itoa(amount)\n'
        : '\treturn "EUR " + strconv.Itoa(amount)\n',
      '}\n',
      has.includes('double') && '\nfunc Double(amount int) int {\n\treturn amount * 2\n}\n',
      has.includes('half') && '\nfunc Half(amount int) int {\n\treturn amount / 2\n}\n',
    ),
    'stock.go': text(
      'package shop\n\nvar limit = 5\n\nfunc Room(n int) int {\n',
      !has.includes('unclamped') && '\tif n > limit {\n\t\treturn 0\n\t}\n',
      '\treturn limit - n\n}\n',
      has.includes('refill') && '\n// Refill fills it up again.\nfunc Refill() int {\n\treturn limit\n}\n',
    ),
    'shop_test.go': text(
      'package shop\n\nimport "testing"\n',
      goTest('TestTotal', 'Total([]int{1, 2}) != 3'),
      goTest('TestDiscount', 'Discount(50) != 50'),
      goTest('TestRoom', 'Room(2) != 3'),
      tests.includes('double') && goTest('TestDouble', 'Double(2) != 4'),
      tests.includes('half') && goTest('TestHalf', 'Half(2) != 1'),
      tests.includes('guard') && goTest('TestGuard', 'Discount(-1) != 0'),
      tests.includes('unclamped') && goTest('TestDebt', 'Room(7) != -2'),
      tests.includes('euro') && goTest('TestLabel', 'Label(1) != "€ 1"'),
      tests.includes('refill') && goTest('TestRefill', 'Refill() != 5'),
    ),
  }),
};

const rustTest = (name: string, says: string): string => `\n#[test]\nfn ${name}() {\n    ${says};\n}\n`;

const rust: ShopLanguage = {
  name: 'rust',
  line: 'cargo test',
  places: {
    double: ['src/lib.rs', 'double'],
    half: ['src/lib.rs', 'half'],
    guard: ['src/lib.rs', 'amount < 0'],
    unclamped: ['src/stock.rs', 'n > LIMIT'],
    euro: ['src/lib.rs', '€'],
    refill: ['src/stock.rs', 'refill'],
  },
  files: ({ has, tests }) => ({
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    'Cargo.lock':
      '# This file is automatically @generated by Cargo.\n# It is not intended for manual editing.\nversion = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
    '.gitignore': 'target\n',
    'src/lib.rs': text(
      'pub mod stock;\n\npub fn total(prices: &[i32]) -> i32 {\n    prices.iter().sum()\n}\n\n',
      'pub fn discount(amount: i32) -> i32 {\n',
      has.includes('guard') && '    if amount < 0 {\n        return 0;\n    }\n',
      '    if amount > 100 {\n        return amount - 10;\n    }\n    amount\n}\n\n',
      'pub fn label(amount: i32) -> String {\n',
      has.includes('euro') ? '    format!("€ {}", amount)\n' : '    format!("EUR {}", amount)\n',
      '}\n',
      has.includes('double') && '\npub fn double(amount: i32) -> i32 {\n    amount * 2\n}\n',
      has.includes('half') && '\npub fn half(amount: i32) -> i32 {\n    amount / 2\n}\n',
    ),
    'src/stock.rs': text(
      'const LIMIT: i32 = 5;\n\npub fn room(n: i32) -> i32 {\n',
      !has.includes('unclamped') && '    if n > LIMIT {\n        return 0;\n    }\n',
      '    LIMIT - n\n}\n',
      has.includes('refill') && '\n/// Fills it up again.\npub fn refill() -> i32 {\n    LIMIT\n}\n',
      '\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn rooms() {\n        assert_eq!(room(2), 3);\n    }\n',
      tests.includes('refill') &&
        '\n    #[test]\n    fn refills() {\n        assert_eq!(refill(), 5);\n    }\n',
      '}\n',
    ),
    'tests/shop.rs': text(
      'use shop::*;\n',
      rustTest('totals', 'assert_eq!(total(&[1, 2]), 3)'),
      rustTest('discounts', 'assert_eq!(discount(50), 50)'),
      tests.includes('double') && rustTest('doubles', 'assert_eq!(double(2), 4)'),
      tests.includes('half') && rustTest('halves', 'assert_eq!(half(2), 1)'),
      tests.includes('guard') && rustTest('guards', 'assert_eq!(discount(-1), 0)'),
      tests.includes('unclamped') && rustTest('owes', 'assert_eq!(stock::room(7), -2)'),
      tests.includes('euro') && rustTest('labels', 'assert_eq!(label(1), "€ 1")'),
    ),
  }),
};

export const LANGUAGES: readonly ShopLanguage[] = [javascript, python, go, rust];
