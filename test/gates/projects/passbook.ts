// A flat package in Python: unittest classes run by pytest, a mixin of tests for two stores, doctests, Hypothesis, subtests.
import type { Files } from '../case.ts';

export const PASSBOOK: Files = {
  'setup.cfg': `[metadata]
name = ledger
version = 0.4.0

[options]
packages = find:

[tool:pytest]
addopts = --doctest-modules -ra
testpaths = ledger tests
`,
  'baton.yaml': 'commands:\n  test: pytest-3\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n.hypothesis/\n',
  'README.rst': 'Ledger\n======\n\nKeeps accounts.\n',
  'CHANGES.rst': 'Changes\n=======\n\n0.4.0\n-----\n\n* Statements.\n',
  'ledger/__init__.py': 'from .account import Account, Overdrawn\n\n__all__ = ["Account", "Overdrawn"]\n',
  'ledger/money.py': `"""Money is a whole number of cents."""


def parse(text):
    """Read what people write.

    >>> parse("12.30")
    1230
    >>> parse("-0.05")
    -5
    """
    sign = -1 if text.startswith("-") else 1
    whole, _, part = text.removeprefix("-").partition(".")
    if not whole.isdigit() or len(part) > 2:
        raise ValueError(f"not an amount: {text!r}")
    return sign * (int(whole) * 100 + int(part.ljust(2, "0") or 0))


def show(cents):
    """Write it as people read it.

    >>> show(1230)
    '12.30'
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def split(cents, ways):
    """Share out an amount so that nothing is lost.

    >>> split(100, 3)
    [34, 33, 33]
    """
    if ways < 1:
        raise ValueError("expected at least one way")
    share, rest = divmod(cents, ways)
    return [share + 1] * rest + [share] * (ways - rest)
`,
  'ledger/account.py': `from datetime import date


class Overdrawn(Exception):
    def __init__(self, missing):
        super().__init__(f"{missing} cents are missing")
        self.missing = missing


class Account:
    def __init__(self, owner, limit=0, today=date.today):
        self.owner = owner
        self.limit = limit
        self.today = today
        self.entries = []

    @property
    def balance(self):
        return sum(cents for _, cents, _ in self.entries)

    def deposit(self, cents, text="deposit"):
        if cents <= 0:
            raise ValueError("expected a positive amount")
        self.entries.append((self.today(), cents, text))

    def withdraw(self, cents, text="withdrawal"):
        if cents <= 0:
            raise ValueError("expected a positive amount")
        if self.balance + self.limit < cents:
            raise Overdrawn(cents - self.balance - self.limit)
        self.entries.append((self.today(), -cents, text))

    def transfer(self, other, cents):
        self.withdraw(cents, f"to {other.owner}")
        other.deposit(cents, f"from {self.owner}")
`,
  'ledger/statement.py': `from .money import show


def statement(account):
    lines = [f"Statement of {account.owner}"]
    total = 0
    for day, cents, text in account.entries:
        total += cents
        lines.append(f"{day.isoformat()} {text:<16}{show(cents):>10}{show(total):>10}")
    return "\\n".join(lines) + "\\n"
`,
  'ledger/stores.py': `import json
from pathlib import Path


class MemoryStore:
    def __init__(self):
        self.rows = {}

    def put(self, key, row):
        self.rows[key] = dict(row)

    def get(self, key):
        return dict(self.rows[key])

    def keys(self):
        return sorted(self.rows)


class FileStore:
    def __init__(self, folder):
        self.folder = Path(folder)

    def put(self, key, row):
        (self.folder / f"{key}.json").write_text(json.dumps(row), encoding="utf-8")

    def get(self, key):
        try:
            return json.loads((self.folder / f"{key}.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise KeyError(key) from None

    def keys(self):
        return sorted(path.stem for path in self.folder.glob("*.json"))
`,
  'tests/__init__.py': '',
  'tests/conftest.py': `from datetime import date

import pytest

from ledger import Account


class Clock:
    def __init__(self):
        self.day = date(2024, 2, 28)

    def __call__(self):
        return self.day


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def account(request, clock):
    account = Account("Ada", limit=getattr(request, "param", 0), today=clock)
    account.deposit(5000)
    return account


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
`,
  'tests/checks.py': `def assert_balanced(*accounts, total):
    found = sum(account.balance for account in accounts)
    assert found == total, f"{found} cents instead of {total}"


def assert_entry(entry, cents, text):
    _, got_cents, got_text = entry
    assert got_cents == cents
    assert got_text == text
`,
  'tests/test_account.py': `import unittest

from ledger import Account, Overdrawn


class AccountCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.owner = "Grace"

    def setUp(self):
        self.account = Account(self.owner)
        self.account.deposit(1000)


class DepositTest(AccountCase):
    def test_adds_up(self):
        self.account.deposit(250)
        self.assertEqual(self.account.balance, 1250)

    def test_refuses_what_is_not_positive(self):
        for cents in (0, -1, -100):
            with self.subTest(cents=cents):
                with self.assertRaises(ValueError):
                    self.account.deposit(cents)


class WithdrawTest(AccountCase):
    def test_takes_off(self):
        self.account.withdraw(400)
        self.assertEqual(self.account.balance, 600)

    def test_refuses_to_overdraw(self):
        with self.assertRaises(Overdrawn) as caught:
            self.account.withdraw(1500)
        self.assertEqual(caught.exception.missing, 500)
        self.assertEqual(self.account.balance, 1000)
`,
  'tests/test_transfer.py': `import pytest

from ledger import Account, Overdrawn

from .checks import assert_balanced, assert_entry


@pytest.mark.parametrize("account", [0, 1000], indirect=True, ids=["no limit", "with limit"])
def test_moves_money(account):
    other = Account("Bob")
    account.transfer(other, 5000)
    assert_balanced(account, other, total=5000)
    assert_entry(other.entries[-1], 5000, "from Ada")


@pytest.mark.parametrize("account", [1000], indirect=True)
def test_uses_the_limit(account):
    account.transfer(Account("Bob"), 6000)
    assert account.balance == -1000


def test_moves_nothing_when_overdrawn(account):
    other = Account("Bob")
    with pytest.raises(Overdrawn):
        account.transfer(other, 5001)
    assert_balanced(account, total=5000)
    assert_balanced(other, total=0)
`,
  'tests/test_money.py': `import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.money import parse, show, split

CASES = [
    pytest.param("1", 100, id="whole"),
    pytest.param("0.5", 50, id="one digit"),
    pytest.param("-3.07", -307, id="negative"),
    pytest.param("1000000.00", 100000000, id="large"),
]


@pytest.mark.parametrize("text, cents", CASES)
def test_parse(text, cents):
    assert parse(text) == cents


@pytest.mark.parametrize("text", ["", "x", "1.234", "--1"])
def test_parse_refuses(text):
    with pytest.raises(ValueError):
        parse(text)


@given(st.integers(min_value=-(10**9), max_value=10**9))
def test_round_trip(cents):
    assert parse(show(cents)) == cents


@given(st.integers(min_value=0, max_value=10**6), st.integers(min_value=1, max_value=50))
def test_split_loses_nothing(cents, ways):
    shares = split(cents, ways)
    assert len(shares) == ways
    assert sum(shares) == cents
    assert max(shares) - min(shares) <= 1
`,
  'tests/test_stores.py': `import tempfile
import unittest

from ledger.stores import FileStore, MemoryStore


class StoreContract:
    def test_gets_what_was_put(self):
        self.store.put("a", {"cents": 1})
        self.assertEqual(self.store.get("a"), {"cents": 1})

    def test_keeps_a_copy(self):
        row = {"cents": 1}
        self.store.put("a", row)
        row["cents"] = 2
        self.assertEqual(self.store.get("a"), {"cents": 1})

    def test_lists_in_order(self):
        for key in ("b", "a", "c"):
            self.store.put(key, {})
        self.assertEqual(self.store.keys(), ["a", "b", "c"])

    def test_knows_what_is_missing(self):
        with self.assertRaises(KeyError):
            self.store.get("nobody")


class MemoryStoreTest(StoreContract, unittest.TestCase):
    def setUp(self):
        self.store = MemoryStore()


class FileStoreTest(StoreContract, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = FileStore(folder.name)
`,
  'tests/test_statement.py': `from pathlib import Path

from ledger.statement import statement

GOLDEN = Path(__file__).parent / "golden"


def test_statement(account):
    account.withdraw(1234, "rent")
    assert statement(account) == (GOLDEN / "statement.txt").read_text()
`,
  'tests/golden/statement.txt':
    'Statement of Ada\n2024-02-28 deposit              50.00     50.00\n2024-02-28 rent                -12.34     37.66\n',
};
