// New tests that only call what the change adds, and honest ones that look alike.
import { describe, expect, it } from 'vitest';
import { silentTests } from './silent-tests.ts';
import { readTestSource } from './test-source.ts';

const silentIn = (path: string, text: string): string[] =>
  silentTests({ path, text, tests: readTestSource(path, text) }, (source) => /ship/.test(source));

const js = (body: string, more = ''): string =>
  `import { test, expect } from 'vitest';\nimport { shipping } from '../src/shipping.js';\n${more}\ntest('ships', async () => {\n  ${body}\n});\n`;
const py = (body: string, more = ''): string =>
  `from shop.shipping import shipping\n${more}\n\ndef test_ships():\n    ${body}\n`;
const go = (body: string): string =>
  `package shop\n\nimport "testing"\n\nfunc TestShips(t *testing.T) {\n\t${body}\n}\n`;
const rust = (body: string, more = ''): string =>
  `use shop::shipping::shipping;\n${more}\n#[test]\nfn ships() {\n    ${body}\n}\n`;

describe('a new test that asserts nothing of what it calls', () => {
  it.each([
    ['a.test.js', js('shipping(50);')],
    ['a.test.ts', js('const cost = await shipping(50);\n  console.log(cost.toFixed(2));')],
    ['a.test.js', js('// expect(shipping(50)).toBe(0)\n  shipping(50);')],
    [
      'a.test.js',
      "test('ships', async () => {\n  const { shipping } = await import('../src/shipping.js');\n  shipping(50);\n});\n",
    ],
    ['tests/test_a.py', py('shipping(50)')],
    ['tests/test_a.py', py('cost = shipping(50)\n    print(cost)  # assert cost == 0')],
    ['a_test.go', go('_ = Shipping(50)')],
    ['a_test.go', go('cost := Shipping(50)\n\tfmt.Println(cost)')],
    ['a_test.go', go('t.Parallel()\n\tt.Logf("costs %d", Shipping(50))')],
    ['tests/a.rs', rust('let _ = shipping(50);')],
    ['tests/a.rs', rust('let cost = shipping(50);\n    println!("{}", cost);')],
  ])('is seen in %s: %s', (path, text) => {
    expect(silentIn(path, text)).toHaveLength(1);
  });

  it.each([
    ['a.test.js', js('expect(shipping(50)).toBe(0);')],
    ['a.test.js', js('if (shipping(50) !== 0) fail();')],
    ['a.test.js', js('holds(shipping(50));', "import { holds } from './support.js';")],
    ['a.test.js', js('await page.click(shipping(50));')],
    ['a.test.js', js("if (shipping(50) !== 0) throw new Error('not free');")],
    ['a.test.js', js('shipping(50).should.be.zero();')],
    ['tests/test_a.py', py('assert shipping(50) == 0')],
    ['tests/test_a.py', py('client.get(shipping(50))')],
    ['tests/test_a.py', py('same(shipping(50), 0)', 'from tests.compare import same')],
    ['tests/test_a.py', py("if shipping(50):\n        raise AssertionError('not free')")],
    ['a_test.go', go('if Shipping(50) != 0 {\n\t\tt.Fatal("not free")\n\t}')],
    ['a_test.go', go('equal(t, Shipping(50), 0)')],
    ['a_test.go', go('t.Log("x")\n\tif Shipping(50) != 0 {\n\t\tt.Fail()\n\t}')],
    ['a_test.go', go('if Shipping(50) != 0 {\n\t\tpanic("not free")\n\t}')],
    [
      'a_test.go',
      'package shop\n\nfunc ExampleShipping() {\n\tfmt.Println(Shipping(50))\n\t// Output: 0\n}\n',
    ],
    ['tests/a.rs', rust('assert_eq!(shipping(50), 0);')],
    ['tests/a.rs', rust('shipping(50).unwrap();')],
    ['tests/a.rs', rust('free(shipping(50));', 'fn free(cost: u32) { if cost > 0 { panic!() } }')],
    ['tests/a.rs', '#[test]\n#[should_panic]\nfn ships() {\n    shipping(50);\n}\n'],
    ['tests/a.rs', '#[test]\nfn ships() -> Result<(), String> {\n    shipping(50)?;\n    Ok(())\n}\n'],
  ])('is not seen where it may assert: %s: %s', (path, text) => {
    expect(silentIn(path, text)).toEqual([]);
  });
});
