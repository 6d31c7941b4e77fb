// The same little shop in Python: a package, conftest, parametrised tests, a doctest, a golden file, a helper.
import type { Files } from '../case.ts';

export const PYTHON: Files = {
  'pyproject.toml':
    '[project]\nname = "shop"\nversion = "1.0.0"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests", "shop"]\npythonpath = ["."]\naddopts = "--doctest-modules"\n',
  'baton.yaml': 'commands:\n  test: pytest-3\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
  'README.md': '# Shop\n\nCarts, slugs and receipts.\n',
  'shop/__init__.py': '',
  'shop/cart.py': `def total(items):
    return sum(price * count for _, price, count in items)


def discount(amount, percent):
    if percent < 0 or percent > 100:
        raise ValueError("expected 0 to 100")
    return amount - amount * percent / 100
`,
  'shop/slug.py': `import re


def slug(text):
    """A name for addresses.

    >>> slug("Green Tea")
    'green-tea'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.strip().lower())
`,
  'shop/receipt.py': `from shop.cart import total


def receipt(items):
    lines = [f"{name} x{count}" for name, _, count in items]
    return "\\n".join([*lines, f"total {total(items)}"]) + "\\n"
`,
  'shop/tax.py': 'def tax(amount):\n    return amount * 0.19\n',
  'devtools/__init__.py': '',
  'devtools/money.py':
    'def same_money(actual, wanted):\n    assert round(actual, 2) == round(wanted, 2), f"expected {wanted}, got {actual}"\n',
  'tests/conftest.py': `import pytest


@pytest.fixture
def cart():
    return [("tea", 5, 3), ("cup", 10, 1)]
`,
  'tests/test_cart.py': `import pytest

from shop.cart import discount, total


def test_adds_up_a_cart(cart):
    assert total(cart) == 25


def test_takes_a_discount_off():
    assert discount(200, 10) == 180
    assert discount(50, 50) == 25


def test_refuses_a_discount_over_100():
    with pytest.raises(ValueError):
        discount(10, 101)
`,
  'tests/test_slug.py': `import pytest

from shop.slug import slug

CASES = [
    ("Green Tea", "green-tea"),
    ("  Cup  ", "cup"),
    ("A & B", "a-b"),
]


@pytest.mark.parametrize(("text", "wanted"), CASES)
def test_slug(text, wanted):
    assert slug(text) == wanted
`,
  'tests/test_receipt.py': `from pathlib import Path

from shop.receipt import receipt

GOLDEN = Path(__file__).parent / "data" / "receipt.txt"


def test_prints_a_receipt(cart):
    assert receipt(cart) == GOLDEN.read_text()
`,
  'tests/data/receipt.txt': 'tea x3\ncup x1\ntotal 25\n',
  'tests/test_money.py': `from devtools.money import same_money
from shop.tax import tax


def test_takes_19_percent():
    same_money(tax(10), 1.9)
    same_money(tax(100), 19)
`,
};

export const pyShippingCode = (body = 'return 0 if amount >= 50 else 5'): Files => ({
  'shop/shipping.py': `def shipping(amount):\n    ${body}\n`,
});

export const pyShippingTest = (...lines: readonly string[]): Files => ({
  'tests/test_shipping.py': `from shop.shipping import shipping


def test_ships_for_free_from_50():
${(lines.length > 0 ? lines : ['assert shipping(50) == 0', 'assert shipping(49) == 5']).map((line) => `    ${line}\n`).join('')}`,
});
