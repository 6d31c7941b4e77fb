// Strangers' work in Python: a src layout with classes, fixtures and ids; a project of unittest.
import type { Files, Work } from '../case.ts';
import { all, append, move, remove, replace, write } from '../edits.ts';
import { inProject } from './stranger.ts';

const INVENTORY: Files = {
  'pyproject.toml': `[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "inventory"
version = "0.4.0"
dependencies = ["attrs>=22"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["src"]
`,
  'baton.yaml': 'commands:\n  test: pytest-3 -q\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
  'README.md': '# Inventory\n\nKeeps stock.\n',
  'src/inventory/__init__.py':
    'from inventory.stock import OutOfStock, Stock\n\n__all__ = ["OutOfStock", "Stock"]\n',
  'src/inventory/stock.py': `class OutOfStock(Exception):
    pass


class Stock:
    def __init__(self, items=None):
        self.items = dict(items or {})

    def add(self, name, count=1):
        if count <= 0:
            raise ValueError("bad count")
        self.items[name] = self.items.get(name, 0) + count

    def take(self, name, count=1):
        if self.items.get(name, 0) < count:
            raise OutOfStock(name)
        self.items[name] -= count

    def total(self):
        return sum(self.items.values())
`,
  'src/inventory/parse.py': `def parse_line(line):
    """Reads one line of a list."""
    name, count = line.split(",")
    return name.strip(), int(count)


def parse(text):
    return [parse_line(line) for line in text.splitlines() if line]
`,
  'src/inventory/report.py': `def report(stock):
    return "".join(f"{name}: {count}\\n" for name, count in sorted(stock.items.items()))


def legacy_csv(stock):
    return "".join(f"{name};{count}\\n" for name, count in sorted(stock.items.items()))
`,
  'src/inventory/cache.py': `import time


class Cache:
    def __init__(self, seconds):
        self.seconds = seconds
        self.kept = {}

    def put(self, key, value):
        self.kept[key] = (time.monotonic(), value)

    def get(self, key):
        at, value = self.kept.get(key, (None, None))
        if at is None or time.monotonic() - at >= self.seconds:
            return None
        return value
`,
  'src/inventory/units.py': 'def dozens(count):\n    return count // 12, count % 12\n',
  'tests/conftest.py': `import pytest

from inventory import Stock


@pytest.fixture
def stock():
    return Stock({"tea": 3, "cup": 1})
`,
  'tests/test_stock.py': `import pytest

from inventory import OutOfStock


class TestAdd:
    def test_adds_to_what_is_there(self, stock):
        stock.add("tea", 2)
        assert stock.items["tea"] == 5

    def test_refuses_nothing(self, stock):
        with pytest.raises(ValueError, match="bad count"):
            stock.add("tea", 0)

    def test_counts_all(self, stock):
        assert stock.total() == 4


class TestTake:
    def test_takes(self, stock):
        stock.take("tea")
        assert stock.items["tea"] == 2

    def test_out_of_stock(self, stock):
        with pytest.raises(OutOfStock):
            stock.take("cup", 2)
`,
  'tests/test_parse.py': `import pytest

from inventory.parse import parse, parse_line


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        pytest.param("tea,3", ("tea", 3), id="plain"),
        pytest.param(" cup , 1", ("cup", 1), id="blanks"),
    ],
)
def test_parse_line(line, wanted):
    assert parse_line(line) == wanted


def test_parses_nothing():
    assert parse("") == []


def test_parses_one_line():
    assert parse("tea,3") == [("tea", 3)]


def test_parses_lines():
    assert parse("tea,3\\n\\ncup,1\\n") == [("tea", 3), ("cup", 1)]
`,
  'tests/test_report.py': `from pathlib import Path

from inventory.report import legacy_csv, report

GOLDEN = Path(__file__).parent / "golden"


def test_report(stock):
    assert report(stock) == (GOLDEN / "report.txt").read_text()


def test_legacy_csv(stock):
    assert legacy_csv(stock) == "cup;1\\ntea;3\\n"
`,
  'tests/golden/report.txt': 'cup: 1\ntea: 3\n',
  'tests/test_cache.py': `import time

from inventory.cache import Cache


def test_keeps_for_a_while():
    cache = Cache(0.05)
    cache.put("a", 1)
    assert cache.get("a") == 1


def test_forgets():
    cache = Cache(0.05)
    cache.put("a", 1)
    time.sleep(0.06)
    assert cache.get("a") is None
`,
};

const inventory = inProject('pytest', 'inventory', INVENTORY, {
  file: 'tests/test_report.py',
  name: 'test_report',
});
const STOCK = 'src/inventory/stock.py';
const PARSE = 'src/inventory/parse.py';

const onInventory: readonly Work[] = [
  inventory('fix-with-id', {
    gates: ['h3a', 'hook'],
    kind: 'fix',
    tested: true,
    story: 'names may have a comma, with a case that has an id',
    edit: all(
      replace(PARSE, 'line.split(",")', 'line.rsplit(",", 1)'),
      replace(
        'tests/test_parse.py',
        'id="blanks"),\n',
        'id="blanks"),\n        pytest.param("tea, green,3", ("tea, green", 3), id="comma-in-name"),\n',
      ),
    ),
    names: { file: 'tests/test_parse.py', name: 'test_parse_line[comma-in-name]' },
  }),
  inventory('parametrised', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    released: ['tests/test_parse.py'],
    story: 'makes one parametrised test of three',
    edit: replace(
      'tests/test_parse.py',
      /def test_parses_nothing[\s\S]*$/,
      `@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("tea,3", [("tea", 3)]),
        ("tea,3\\n\\ncup,1\\n", [("tea", 3), ("cup", 1)]),
    ],
    ids=["nothing", "one line", "lines"],
)
def test_parse(text, wanted):
    assert parse(text) == wanted
`,
    ),
  }),
  inventory('parametrised-relay', {
    gates: ['agentmux', 'hook'],
    kind: 'tests',
    story: 'makes one parametrised test of three, and nobody released anything',
    edit: replace(
      'tests/test_parse.py',
      /def test_parses_nothing[\s\S]*$/,
      `@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("tea,3", [("tea", 3)]),
        ("tea,3\\n\\ncup,1\\n", [("tea", 3), ("cup", 1)]),
    ],
)
def test_parse(text, wanted):
    assert parse(text) == wanted
`,
    ),
  }),
  inventory('other-ids', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'the cases of a parametrised test have better ids',
    edit: all(
      replace('tests/test_parse.py', 'id="plain"', 'id="name-and-count"'),
      replace('tests/test_parse.py', 'id="blanks"', 'id="blanks-around"'),
    ),
  }),
  inventory('new-parameter', {
    gates: ['h3a', 'relay'],
    released: ['tests/test_stock.py'],
    story: 'whoever takes says who it is, and all tests do',
    edit: all(
      replace(STOCK, 'def take(self, name, count=1):', 'def take(self, name, count, by):'),
      replace(
        STOCK,
        '        self.items[name] -= count\n',
        '        self.items[name] -= count\n        self.log.append((name, count, by))\n',
      ),
      replace(STOCK, 'dict(items or {})\n', 'dict(items or {})\n        self.log = []\n'),
      replace('tests/test_stock.py', 'stock.take("tea")\n', 'stock.take("tea", 1, by="ada")\n'),
      replace('tests/test_stock.py', 'stock.take("cup", 2)', 'stock.take("cup", 2, by="ada")'),
      append(
        'tests/test_stock.py',
        '\n    def test_logs_who_took(self, stock):\n        stock.take("tea", 2, by="ada")\n        assert stock.log == [("tea", 2, "ada")]\n',
      ),
    ),
    names: { file: 'tests/test_stock.py', name: 'TestTake > test_logs_who_took' },
  }),
  inventory('rename-class', {
    gates: ['h3a', 'relay'],
    kind: 'rename',
    story: 'a class has another name, in code, package, conftest',
    edit: all(
      replace(STOCK, 'class Stock:', 'class Shelf:'),
      replace('src/inventory/__init__.py', /\bStock\b/g, 'Shelf'),
      replace('tests/conftest.py', /\bStock\b/g, 'Shelf'),
    ),
  }),
  inventory('rename-method', {
    gates: ['h3a', 'agentmux'],
    kind: 'rename',
    released: ['tests/test_stock.py'],
    story: 'a method has another name, in code and tests',
    edit: all(
      replace(STOCK, 'def total(', 'def count('),
      replace('tests/test_stock.py', 'stock.total()', 'stock.count()'),
    ),
  }),
  inventory('rename-method-anew', {
    gates: ['h3a', 'relay'],
    kind: 'rename',
    story: 'a method has another name that nothing else has',
    edit: all(
      replace(STOCK, 'def total(', 'def all_pieces('),
      replace('tests/test_stock.py', 'stock.total()', 'stock.all_pieces()'),
    ),
  }),
  inventory('rename-exception', {
    gates: ['h3a', 'agentmux'],
    kind: 'rename',
    story: 'an exception has another name, in code, package and a test of it',
    edit: all(
      replace(STOCK, /\bOutOfStock\b/g, 'SoldOut'),
      replace('src/inventory/__init__.py', /\bOutOfStock\b/g, 'SoldOut'),
      replace('tests/test_stock.py', /\bOutOfStock\b/g, 'SoldOut'),
    ),
  }),
  inventory('rename-fixture', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'a fixture has another name',
    edit: all(
      replace('tests/conftest.py', 'def stock(', 'def shelf('),
      replace('tests/test_stock.py', 'self, stock)', 'self, shelf)'),
      replace('tests/test_stock.py', 'stock.', 'shelf.'),
      replace('tests/test_report.py', '(stock)', '(shelf)'),
    ),
  }),
  inventory('fixture-grows', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'the fixture has one thing more, and what is counted too',
    edit: all(
      replace('tests/conftest.py', '"cup": 1}', '"cup": 1, "pot": 2}'),
      replace('tests/test_stock.py', 'stock.total() == 4', 'stock.total() == 6'),
      write({ 'tests/golden/report.txt': 'cup: 1\npot: 2\ntea: 3\n' }),
      replace('tests/test_report.py', 'cup;1\\ntea;3', 'cup;1\\npot;2\\ntea;3'),
    ),
  }),
  inventory('mocked-clock', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'the tests turn the clock instead of waiting',
    edit: write({
      'tests/test_cache.py': `import pytest

from inventory.cache import Cache


class Clock:
    now = 100.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("inventory.cache.time", clock)
    return clock


def test_keeps_for_a_while(clock):
    cache = Cache(60)
    cache.put("a", 1)
    clock.now += 59
    assert cache.get("a") == 1


def test_forgets(clock):
    cache = Cache(60)
    cache.put("a", 1)
    clock.now += 60
    assert cache.get("a") is None
`,
    }),
  }),
  inventory('error-message', {
    gates: ['h3a', 'relay'],
    kind: 'fix',
    released: ['TestAdd > test_refuses_nothing'],
    story: 'an error says what was wrong, and its test too',
    edit: all(
      replace(STOCK, '"bad count"', 'f"count must be positive, got {count}"'),
      replace('tests/test_stock.py', 'match="bad count"', 'match="count must be positive, got 0"'),
    ),
    names: { file: 'tests/test_stock.py', name: 'TestAdd > test_refuses_nothing' },
  }),
  inventory('merged-files', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'two files of tests become one',
    edit: all(
      remove('tests/test_report.py', 'tests/test_cache.py'),
      write({
        'tests/test_output.py': `import time
from pathlib import Path

from inventory.cache import Cache
from inventory.report import legacy_csv, report

GOLDEN = Path(__file__).parent / "golden"


def test_report(stock):
    assert report(stock) == (GOLDEN / "report.txt").read_text()


def test_legacy_csv(stock):
    assert legacy_csv(stock) == "cup;1\\ntea;3\\n"


def test_keeps_for_a_while():
    cache = Cache(0.05)
    cache.put("a", 1)
    assert cache.get("a") == 1


def test_forgets():
    cache = Cache(0.05)
    cache.put("a", 1)
    time.sleep(0.06)
    assert cache.get("a") is None
`,
      }),
    ),
    names: { file: 'tests/test_output.py', name: 'test_report' },
  }),
  inventory('moved-with-reexport', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    story: 'a module moves, the old name re-exports, tests import the new one',
    edit: all(
      move(PARSE, 'src/inventory/reading.py'),
      write({
        [PARSE]: 'from inventory.reading import parse, parse_line\n\n__all__ = ["parse", "parse_line"]\n',
      }),
      replace('tests/test_parse.py', 'inventory.parse import', 'inventory.reading import'),
    ),
  }),
  inventory('moved-function', {
    gates: ['relay', 'agentmux'],
    kind: 'refactor',
    released: ['tests/test_report.py'],
    story: 'a function moves to another module, and its test imports it from there',
    edit: all(
      replace('src/inventory/report.py', /\n\ndef legacy_csv[\s\S]*$/, ''),
      write({
        'src/inventory/legacy.py':
          'def legacy_csv(stock):\n    return "".join(f"{name};{count}\\n" for name, count in sorted(stock.items.items()))\n',
      }),
      replace(
        'tests/test_report.py',
        'from inventory.report import legacy_csv, report',
        'from inventory.legacy import legacy_csv\nfrom inventory.report import report',
      ),
    ),
  }),
  inventory('conftest-and-code', {
    gates: ['h3a', 'hook'],
    tested: true,
    story: 'a stock has a limit, which the fixture of all tests sets',
    edit: all(
      replace(
        STOCK,
        'def __init__(self, items=None):\n',
        'def __init__(self, items=None, limit=None):\n        self.limit = limit\n',
      ),
      replace(
        STOCK,
        '            raise ValueError("bad count")\n',
        '            raise ValueError("bad count")\n        if self.limit is not None and self.total() + count > self.limit:\n            raise ValueError("full")\n',
      ),
      replace('tests/conftest.py', '"cup": 1})', '"cup": 1}, limit=10)'),
      replace(
        'tests/test_stock.py',
        '    def test_counts_all',
        '    def test_is_full(self, stock):\n        with pytest.raises(ValueError, match="full"):\n            stock.add("tea", 7)\n\n    def test_counts_all',
      ),
    ),
    names: { file: 'tests/test_stock.py', name: 'TestAdd > test_is_full' },
  }),
  inventory('annotated', {
    gates: ['h3a', 'agentmux'],
    kind: 'refactor',
    story: 'types in code and tests',
    edit: all(
      replace(STOCK, 'def add(self, name, count=1):', 'def add(self, name: str, count: int = 1) -> None:'),
      replace(STOCK, 'def total(self):', 'def total(self) -> int:'),
      replace(PARSE, 'def parse(text):', 'def parse(text: str) -> list[tuple[str, int]]:'),
      replace('tests/test_stock.py', '(self, stock):', '(self, stock: Stock) -> None:'),
      replace('tests/test_stock.py', 'import OutOfStock', 'import OutOfStock, Stock'),
      replace('tests/test_parse.py', 'def test_parses_nothing():', 'def test_parses_nothing() -> None:'),
      replace(
        'tests/test_parse.py',
        'def test_parse_line(line, wanted):',
        'def test_parse_line(line: str, wanted: tuple[str, int]) -> None:',
      ),
      replace('tests/conftest.py', 'def stock():', 'def stock() -> Stock:'),
    ),
  }),
  inventory('reformatted', {
    gates: ['h3a', 'hook'],
    kind: 'refactor',
    story: 'another style of quotes and lines everywhere',
    edit: all(
      replace('tests/test_stock.py', '"', "'"),
      replace('tests/test_cache.py', '"', "'"),
      replace(
        'tests/test_parse.py',
        'assert parse("tea,3\\n\\ncup,1\\n") == [("tea", 3), ("cup", 1)]',
        'assert parse("tea,3\\n\\ncup,1\\n") == [\n        ("tea", 3),\n        ("cup", 1),\n    ]',
      ),
      replace('tests/test_parse.py', 'import parse, parse_line', 'import (\n    parse,\n    parse_line,\n)'),
      replace(STOCK, '"', "'"),
    ),
  }),
  inventory('feature-removed', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: ['test_legacy_csv'],
    story: 'an old format goes with its test',
    edit: all(
      replace('src/inventory/report.py', /\n\ndef legacy_csv[\s\S]*$/, ''),
      replace('tests/test_report.py', /\n\ndef test_legacy_csv[\s\S]*$/, ''),
      replace('tests/test_report.py', 'import legacy_csv, report', 'import report'),
    ),
  }),
  inventory('golden', {
    gates: ['h3a', 'hook'],
    released: ['tests/golden/report.txt', 'test_report'],
    story: 'the report has a sum, and the golden file too',
    edit: all(
      replace(
        'src/inventory/report.py',
        '    return "".join(f"{name}: {count}\\n" for name, count in sorted(stock.items.items()))\n',
        '    lines = "".join(f"{name}: {count}\\n" for name, count in sorted(stock.items.items()))\n    return f"{lines}all: {stock.total()}\\n"\n',
      ),
      write({ 'tests/golden/report.txt': 'cup: 1\ntea: 3\nall: 4\n' }),
    ),
    names: { file: 'tests/test_report.py', name: 'test_report' },
  }),
  inventory('marker', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    released: ['pyproject.toml'],
    story: 'a marker for slow tests, with its line in the configuration',
    edit: all(
      replace(
        'pyproject.toml',
        'pythonpath = ["src"]\n',
        'pythonpath = ["src"]\naddopts = "--strict-markers"\nmarkers = ["slow: waits for the clock"]\n',
      ),
      replace('tests/test_cache.py', 'def test_forgets', '@pytest.mark.slow\ndef test_forgets'),
      replace('tests/test_cache.py', 'import time\n\n', 'import time\n\nimport pytest\n\n'),
    ),
  }),
  inventory('untested-code', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'a test for code that had none',
    edit: write({
      'tests/test_units.py': `import pytest

from inventory.units import dozens


@pytest.mark.parametrize(("count", "wanted"), [(0, (0, 0)), (12, (1, 0)), (30, (2, 6))])
def test_dozens(count, wanted):
    assert dozens(count) == wanted
`,
    }),
    names: { file: 'tests/test_units.py', name: 'test_dozens[12-wanted1]' },
  }),
  inventory('docstring', {
    gates: ['h3a', 'relay'],
    kind: 'docs',
    story: 'documents a function where it stands',
    edit: replace(
      PARSE,
      '"""Reads one line of a list."""',
      '"""Reads one line of a list: a name, a comma, a number."""',
    ),
  }),
  inventory('docs-folder', {
    gates: ['h3a', 'hook'],
    kind: 'docs',
    story: 'a changelog, a page, and a licence',
    edit: all(
      write({
        'CHANGELOG.md': '# Changes\n\n## 0.4.0\n\n- Caches.\n',
        'docs/guide.rst': 'Guide\n=====\n\nTake things.\n',
        LICENSE: 'MIT License\n\nCopyright (c) 2026 Ada\n',
      }),
      append('README.md', '\nSee docs/guide.rst.\n'),
    ),
  }),
  inventory('ci', {
    gates: ['h3a', 'relay'],
    kind: 'refactor',
    released: ['.github/workflows/ci.yml'],
    story: 'tests run for each push',
    edit: write({
      '.github/workflows/ci.yml':
        'on: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: pip install -e . pytest\n      - run: pytest\n',
    }),
  }),
  inventory('dependency', {
    gates: ['h3a', 'hook'],
    kind: 'dependencies',
    story: 'raises the least version of a package, and has a lock file',
    edit: all(
      replace('pyproject.toml', 'attrs>=22', 'attrs>=23.1'),
      write({ 'requirements-dev.txt': 'pytest>=8\n' }),
    ),
  }),
  inventory('helper-for-tests', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'what two tests do becomes a helper in a module of its own',
    edit: all(
      write({
        'tests/__init__.py': '',
        'tests/helpers.py':
          'from inventory.cache import Cache\n\n\ndef filled_cache(seconds=0.05):\n    cache = Cache(seconds)\n    cache.put("a", 1)\n    return cache\n',
      }),
      replace(
        'tests/test_cache.py',
        'from inventory.cache import Cache\n',
        'from tests.helpers import filled_cache\n',
      ),
      replace(
        'tests/test_cache.py',
        '    cache = Cache(0.05)\n    cache.put("a", 1)\n',
        '    cache = filled_cache()\n',
      ),
      replace('pyproject.toml', 'pythonpath = ["src"]', 'pythonpath = ["src", "."]'),
    ),
    released: ['pyproject.toml'],
  }),
  inventory('crash-fixed', {
    gates: ['h3a', 'hook'],
    kind: 'fix',
    tested: true,
    story: 'a blank line no longer crashes',
    edit: all(
      replace(PARSE, 'if line]', 'if line.strip()]'),
      replace(
        'tests/test_parse.py',
        'def test_parses_lines',
        'def test_skips_blank_lines():\n    parse("tea,3\\n   \\n")\n\n\ndef test_parses_lines',
      ),
    ),
    names: { file: 'tests/test_parse.py', name: 'test_skips_blank_lines' },
  }),
];

const BANK: Files = {
  'baton.yaml': 'commands:\n  test: python3 -m unittest discover -s tests -t . -v\n',
  '.gitignore': '__pycache__/\n',
  'README.md': '# Bank\n',
  'setup.py': 'from setuptools import setup\n\nsetup(name="bank", version="1.0", packages=["bank"])\n',
  'bank/__init__.py': '',
  'bank/account.py': `class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0

    def deposit(self, amount):
        self.balance += amount

    def withdraw(self, amount):
        self.balance -= amount
`,
  'tests/__init__.py': '',
  'tests/test_account.py': `import unittest

from bank.account import Account


class AccountTest(unittest.TestCase):
    def test_begins_empty(self):
        account = Account("ada")
        self.assertEqual(account.balance, 0)

    def test_deposit(self):
        account = Account("ada")
        account.deposit(5)
        self.assertEqual(account.balance, 5)

    def test_withdraw(self):
        account = Account("ada")
        account.deposit(5)
        account.withdraw(2)
        self.assertEqual(account.balance, 3)


if __name__ == "__main__":
    unittest.main()
`,
};

const SHOWN = { file: 'tests/test_account.py', name: 'test_deposit' };
const bank = inProject('pytest', 'bank', BANK, SHOWN);
const bankByPytest = inProject(
  'pytest',
  'bankpy',
  { ...BANK, 'baton.yaml': 'commands:\n  test: pytest-3\n' },
  { file: 'tests/test_account.py', name: 'AccountTest > test_deposit' },
);
const ACCOUNT = 'tests/test_account.py';

const overdraft = all(
  replace(
    'bank/account.py',
    '        self.balance -= amount\n',
    '        if amount > self.balance:\n            raise ValueError("overdrawn")\n        self.balance -= amount\n',
  ),
  replace(
    ACCOUNT,
    '\n\nif __name__',
    '\n    def test_is_not_overdrawn(self):\n        account = Account("ada")\n        with self.assertRaises(ValueError):\n            account.withdraw(1)\n        self.assertEqual(account.balance, 0)\n\n\nif __name__',
  ),
);
const shared = all(
  replace(ACCOUNT, '        account = Account("ada")\n', ''),
  replace(ACCOUNT, 'account.', 'self.account.'),
  replace(
    ACCOUNT,
    'class AccountTest(unittest.TestCase):\n',
    'class AccountTest(unittest.TestCase):\n    def setUp(self):\n        self.account = Account("ada")\n\n',
  ),
);

const onBank: readonly Work[] = [
  bank('feature', {
    gates: ['hook', 'relay'],
    tested: true,
    story: 'no account is overdrawn',
    edit: overdraft,
  }),
  bank('feature-h3a', {
    gates: ['h3a'],
    story: 'no account is overdrawn, with its test named',
    edit: overdraft,
    names: { file: ACCOUNT, name: 'test_is_not_overdrawn' },
  }),
  bank('set-up', {
    gates: ['hook', 'relay'],
    kind: 'tests',
    story: 'the account is made in setUp',
    edit: shared,
  }),
  bank('refactor', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'withdrawing is depositing what is negative',
    edit: replace('bank/account.py', 'self.balance -= amount', 'self.deposit(-amount)'),
  }),
  bankByPytest('feature', {
    gates: ['h3a', 'hook'],
    tested: true,
    story: 'no account is overdrawn',
    edit: overdraft,
    names: { file: ACCOUNT, name: 'AccountTest > test_is_not_overdrawn' },
  }),
  bankByPytest('set-up', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'the account is made in setUp',
    edit: shared,
  }),
  bankByPytest('sub-tests', {
    gates: ['h3a', 'relay'],
    kind: 'tests',
    story: 'a test tries several amounts in subtests',
    edit: replace(
      ACCOUNT,
      '        account.deposit(5)\n        self.assertEqual(account.balance, 5)\n',
      '        for amount in (0, 1, 5):\n            with self.subTest(amount=amount):\n                account = Account("ada")\n                account.deposit(amount)\n                self.assertEqual(account.balance, amount)\n',
    ),
  }),
  bankByPytest('pytest-style', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    released: [ACCOUNT],
    story: 'plain assertions instead of those of unittest',
    edit: all(
      replace(ACCOUNT, /self\.assertEqual\(account\.balance, (\d)\)/g, 'assert account.balance == $1'),
      replace(ACCOUNT, 'class AccountTest(unittest.TestCase)', 'class TestAccount'),
      replace(ACCOUNT, 'import unittest\n\n', ''),
      replace(ACCOUNT, /\n\nif __name__[\s\S]*$/, ''),
    ),
    names: { file: ACCOUNT, name: 'TestAccount > test_deposit' },
  }),
  bankByPytest('functions', {
    gates: ['relay', 'h3a'],
    kind: 'tests',
    released: [ACCOUNT],
    story: 'functions and a fixture instead of a class',
    edit: write({
      [ACCOUNT]: `import pytest

from bank.account import Account


@pytest.fixture
def account():
    return Account("ada")


def test_begins_empty(account):
    assert account.balance == 0


def test_deposit(account):
    account.deposit(5)
    assert account.balance == 5


def test_withdraw(account):
    account.deposit(5)
    account.withdraw(2)
    assert account.balance == 3
`,
    }),
    names: { file: ACCOUNT, name: 'test_deposit' },
  }),
];

const PROTO: Files = {
  ...INVENTORY,
  'src/inventory/item_pb2.py':
    '# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n# source: item.proto\nVERSION = 3\n',
};
const proto = inProject('pytest', 'proto', PROTO, { file: 'tests/test_report.py', name: 'test_report' });

const FLAKY: Files = {
  ...INVENTORY,
  'src/inventory/draw.py':
    'import random\n\n\ndef draw(names, pick=random.choice):\n    return pick(names)\n',
  'tests/test_draw.py': `from inventory.draw import draw


def test_draws_one():
    seen = {draw(["a", "b", "c"]) for _ in range(50)}
    assert seen == {"a", "b", "c"}
`,
};
const flaky = inProject('pytest', 'draw', FLAKY, { file: 'tests/test_report.py', name: 'test_report' });

const more: readonly Work[] = [
  proto('generated', {
    gates: ['h3a', 'relay'],
    kind: 'generated',
    story: 'another version of the compiler wrote the file',
    edit: replace('src/inventory/item_pb2.py', 'VERSION = 3', 'VERSION = 4'),
  }),
  flaky('flaky-fixed', {
    gates: ['h3a', 'hook'],
    kind: 'tests',
    story: 'a test no longer depends on luck',
    edit: write({
      'tests/test_draw.py': `from inventory.draw import draw


def test_draws_one():
    assert draw(["a", "b", "c"], pick=lambda names: names[0]) == "a"
    assert draw(["a", "b", "c"], pick=lambda names: names[-1]) == "c"
`,
    }),
  }),
];

export const strangersInPython: readonly Work[] = [...onInventory, ...onBank, ...more];
