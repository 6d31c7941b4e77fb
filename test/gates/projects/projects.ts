// One project per runner, and the honest piece of work that lies are built around.
import type { Edit, Files, NamedTest, Runner } from '../case.ts';
import { all, replace, write } from '../edits.ts';
import { GO, goShippingCode, goShippingTest } from './go.ts';
import { JS_DIALECTS, javascript, shippingCode, shippingTest, testFile } from './javascript.ts';
import { PYTHON, pyShippingCode, pyShippingTest } from './python.ts';
import { RUST, rustShippingCode, rustShippingTest } from './rust.ts';

export interface Project {
  readonly files: Files;
  /** `shipping`, with a test that discriminates. */
  readonly feature: Edit;
  readonly featureCode: Edit;
  readonly featureTest: NamedTest;
  /** Lies about shipping: it is a stub. */
  readonly stub: Edit;
  /** Makes the test of the discount, and no other, fail. */
  readonly breakDiscount: Edit;
  readonly discountTest: NamedTest;
  /** Makes the test with a golden file, and no other, fail. */
  readonly breakReceipt: Edit;
  readonly receiptTest: NamedTest;
}

const javascriptProject = (runner: 'node' | 'vitest' | 'jest'): Project => {
  const js = JS_DIALECTS[runner];
  return {
    files: javascript(js),
    feature: write({ ...shippingCode(js), ...shippingTest(js) }),
    featureCode: write(shippingCode(js)),
    featureTest: { file: testFile(js, 'shipping'), name: 'ships for free from 50' },
    stub: write(shippingCode(js, 'return amount;')),
    breakDiscount: replace(`src/cart.${js.ext}`, 'amount - (amount * percent) / 100', 'amount - percent'),
    discountTest: { file: testFile(js, 'cart'), name: 'takes a discount off' },
    breakReceipt: replace(`src/receipt.${js.ext}`, "'total ' + total(items)", "'sum ' + total(items)"),
    receiptTest: { file: testFile(js, 'receipt'), name: 'prints a receipt' },
  };
};

const rustModule = replace('src/lib.rs', 'pub mod slug;', 'pub mod shipping;\npub mod slug;');

export const PROJECTS: Readonly<Record<Runner, Project>> = {
  node: javascriptProject('node'),
  vitest: javascriptProject('vitest'),
  jest: javascriptProject('jest'),
  pytest: {
    files: PYTHON,
    feature: write({ ...pyShippingCode(), ...pyShippingTest() }),
    featureCode: write(pyShippingCode()),
    featureTest: { file: 'tests/test_shipping.py', name: 'test_ships_for_free_from_50' },
    stub: write(pyShippingCode('return amount')),
    breakDiscount: replace('shop/cart.py', 'amount - amount * percent / 100', 'amount - percent'),
    discountTest: { file: 'tests/test_cart.py', name: 'test_takes_a_discount_off' },
    breakReceipt: replace('shop/receipt.py', 'f"total {', 'f"sum {'),
    receiptTest: { file: 'tests/test_receipt.py', name: 'test_prints_a_receipt' },
  },
  go: {
    files: GO,
    feature: write({ ...goShippingCode(), ...goShippingTest() }),
    featureCode: write(goShippingCode()),
    featureTest: { file: 'shipping_test.go', name: 'TestShipsForFreeFrom50' },
    stub: write(goShippingCode('return amount')),
    breakDiscount: replace('cart.go', 'amount - amount*percent/100', 'amount - percent'),
    discountTest: { file: 'cart_test.go', name: 'TestTakesADiscountOff' },
    breakReceipt: replace('receipt.go', '"total %d', '"sum %d'),
    receiptTest: { file: 'receipt_test.go', name: 'TestPrintsAReceipt' },
  },
  rust: {
    files: RUST,
    feature: all(rustModule, write({ ...rustShippingCode(), ...rustShippingTest() })),
    featureCode: all(rustModule, write(rustShippingCode())),
    featureTest: { file: 'tests/shipping.rs', name: 'ships_for_free_from_50' },
    stub: all(rustModule, write(rustShippingCode('amount'))),
    breakDiscount: replace('src/lib.rs', 'amount - amount * percent / 100', 'amount - percent'),
    discountTest: { file: 'src/lib.rs', name: 'tests::takes_a_discount_off' },
    breakReceipt: replace('src/lib.rs', 'total {}\\n', 'sum {}\\n'),
    receiptTest: { file: 'tests/receipt.rs', name: 'prints_a_receipt' },
  },
};
