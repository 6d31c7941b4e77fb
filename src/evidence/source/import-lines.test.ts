// Whether a line that has a file's word imports that file.
import { expect, it } from 'vitest';
import { mayImport, mayMention } from './import-lines.ts';

it.each([
  ['src/till.js', "import { total } from './cart.js';", 'src/cart.js', true],
  ['src/till.js', "import { total } from './cart.js';", 'checks/cart.js', false],
  ['src/till.js', "} from '../checks/cart';", 'checks/cart.js', true],
  ['src/till.js', "import './cart';", 'src/cart/index.ts', true],
  ['src/till.ts', "import { total } from '@/cart.service';", 'src/cart.service.ts', true],
  ['src/till.ts', "import { total } from '#cart';", 'src/cart.ts', true],
  ['src/till.ts', "import { env } from 'node:process';", 'scripts/env.js', false],
  ['src/till.ts', "import dotenv from 'dotenv';", 'scripts/env.js', false],
  ['src/till.ts', 'const one = await import(cart);', 'src/cart.ts', true],
  ['src/till.ts', ['require(`./', '{cart}.js`)'].join('$'), 'src/cart.ts', true],
  ['shop/till.py', 'from shop.cart import total', 'shop/cart.py', true],
  ['shop/till.py', 'from shop import cart, tax', 'shop/cart.py', true],
  ['shop/till.py', 'from .cart import total', 'shop/cart.py', true],
  ['shop/sub/till.py', 'from ..cart import total', 'shop/cart.py', true],
  ['shop/till.py', 'from .cart import total', 'checks/cart.py', false],
  ['shop/till.py', 'import bank.cart as cart', 'shop/cart.py', false],
  ['api/api_test.go', '\t"example.com/shop/internal/check"', 'internal/check/equal.go', true],
  [
    'api/api_test.go',
    'import kit "example.com/shop/internal/check" // for tests',
    'internal/check/equal.go',
    true,
  ],
  ['api/api_test.go', 'import ("fmt"; "example.com/shop/internal/check")', 'internal/check/equal.go', true],
  ['api/api_test.go', '\t"example.com/shop/spell/check"', 'internal/check/equal.go', false],
  ['cmd/main.go', '\tcase "check":', 'internal/check/equal.go', false],
  ['cmd/main.go', '\tname := "check"', 'internal/check/equal.go', false],
  ['tests/conftest.py', 'pytest_plugins = ["plugins.order"]', 'plugins/order.py', true],
])('%s: %s means %s: %s', (importer, line, target, isMeant) => {
  expect(mayImport(importer, line, target)).toBe(isMeant);
});

it.each([
  ['receipt.txt', true],
  ['../docs/examples/receipt.txt', true],
  ['shop/docs/examples/receipt.txt', true],
  ['templates/receipt.txt', false],
  ['./', false],
])('%s may be docs/examples/receipt.txt: %s', (written, isMeant) => {
  expect(mayMention(written, 'docs/examples/receipt.txt')).toBe(isMeant);
});
