// Honest work in a flat Python package: doctests that move and grow, mixins, other styles of tests, properties.
import type { Work } from '../case.ts';
import { all, append, lines, move, partsOf, prepend, remove, replace, write } from '../edits.ts';
import { PASSBOOK } from '../projects/passbook.ts';
import { inProject } from './stranger.ts';

const work = inProject('pytest', 'passbook', PASSBOOK, {
  file: 'tests/test_statement.py',
  name: 'test_statement',
});

const MONEY = 'ledger/money.py';
const ACCOUNT = 'ledger/account.py';
const T_MONEY = 'tests/test_money.py';
const T_ACCOUNT = 'tests/test_account.py';
const T_STORES = 'tests/test_stores.py';
const between = partsOf(PASSBOOK);

export const passbookWork: readonly Work[] = [
  work('interest', {
    gates: ['relay'],
    story: 'interest, with a doctest, a case of unittest with subtests, and a property',
    edit: write({
      'ledger/interest.py': lines(
        'def interest(cents, percent):',
        '    """What is owed for a year.',
        '',
        '    >>> interest(1000, 5)',
        '    50',
        '    """',
        '    return round(cents * percent / 100)',
      ),
      'tests/test_interest.py': lines(
        'import unittest',
        '',
        'from hypothesis import given',
        'from hypothesis import strategies as st',
        '',
        'from ledger.interest import interest',
        '',
        '',
        'class InterestTest(unittest.TestCase):',
        '    def test_known(self):',
        '        for cents, percent, owed in [(1000, 5, 50), (99, 1, 1)]:',
        '            with self.subTest(cents=cents):',
        '                self.assertEqual(interest(cents, percent), owed)',
        '',
        '    @given(st.integers(0, 10**6))',
        '    def test_nothing_for_nothing(self, cents):',
        '        self.assertEqual(interest(cents, 0), 0)',
      ),
    }),
  }),
  work('thousands', {
    gates: ['hook', 'relay'],
    story: 'amounts may have commas: one more example in a doctest, one more row in a table',
    edit: all(
      replace(
        MONEY,
        '    >>> parse("-0.05")\n    -5\n',
        '    >>> parse("-0.05")\n    -5\n    >>> parse("1,250.00")\n    125000\n',
      ),
      replace(
        MONEY,
        'text.removeprefix("-").partition(".")',
        'text.removeprefix("-").replace(",", "").partition(".")',
      ),
      replace(T_MONEY, 'id="large"),\n', 'id="large"),\n    pytest.param("1,000", 100000, id="commas"),\n'),
    ),
  }),
  work('doctest-only', {
    gates: ['hook', 'relay'],
    story: 'a small function whose only test is its doctest',
    edit: append(
      MONEY,
      lines(
        '',
        '',
        'def percent(cents, rate):',
        '    """A part of an amount.',
        '',
        '    >>> percent(1000, 19)',
        '    190',
        '    """',
        '    return cents * rate // 100',
      ),
    ),
  }),
  work('doctest-module-new', {
    gates: ['relay'],
    story: 'a new module whose only tests are its doctests',
    edit: write({
      'ledger/tax.py': lines(
        '"""Taxes."""',
        '',
        '',
        'def net(cents, rate=19):',
        '    """What is left without tax.',
        '',
        '    >>> net(11900)',
        '    10000',
        '    """',
        '    return round(cents * 100 / (100 + rate))',
      ),
    }),
  }),
  work('shares-moved', {
    gates: ['hook', 'relay'],
    kind: 'refactor',
    story: 'a function moves to a module of its own, with its doctest; the old name is imported',
    edit: all(
      replace(MONEY, between(MONEY, '\n\ndef split('), ''),
      write({ 'ledger/shares.py': `"""Shares of an amount."""\n${between(MONEY, '\n\ndef split(')}` }),
      replace(
        MONEY,
        '"""Money is a whole number of cents."""\n',
        '"""Money is a whole number of cents."""\n\nfrom .shares import split\n\n__all__ = ["parse", "show", "split"]\n',
      ),
    ),
  }),
  work('pytest-style', {
    gates: ['relay'],
    kind: 'tests',
    released: [T_ACCOUNT],
    story: 'cases of unittest become functions with a fixture',
    edit: write({
      [T_ACCOUNT]: lines(
        'import pytest',
        '',
        'from ledger import Account, Overdrawn',
        '',
        '',
        '@pytest.fixture',
        'def grace():',
        '    account = Account("Grace")',
        '    account.deposit(1000)',
        '    return account',
        '',
        '',
        'def test_deposit_adds_up(grace):',
        '    grace.deposit(250)',
        '    assert grace.balance == 1250',
        '',
        '',
        '@pytest.mark.parametrize("cents", [0, -1, -100])',
        'def test_deposit_refuses_what_is_not_positive(grace, cents):',
        '    with pytest.raises(ValueError):',
        '        grace.deposit(cents)',
        '',
        '',
        'def test_withdraw_takes_off(grace):',
        '    grace.withdraw(400)',
        '    assert grace.balance == 600',
        '',
        '',
        'def test_withdraw_refuses_to_overdraw(grace):',
        '    with pytest.raises(Overdrawn) as caught:',
        '        grace.withdraw(1500)',
        '    assert caught.value.missing == 500',
        '    assert grace.balance == 1000',
      ),
    }),
  }),
  work('contract-extracted', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the mixin of tests moves to a module of its own, for other stores',
    edit: all(
      write({ 'tests/contracts.py': between(T_STORES, 'class StoreContract', '\n\nclass MemoryStoreTest') }),
      replace(T_STORES, between(T_STORES, 'class StoreContract', 'class MemoryStoreTest'), ''),
      replace(
        T_STORES,
        'import FileStore, MemoryStore\n',
        'import FileStore, MemoryStore\n\nfrom .contracts import StoreContract\n',
      ),
    ),
  }),
  work('base-case-extracted', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the base of cases moves to a module of its own',
    edit: all(
      write({
        'tests/cases.py': `import unittest\n\nfrom ledger import Account\n\n\n${between(T_ACCOUNT, 'class AccountCase', '\n\nclass DepositTest')}`,
      }),
      replace(T_ACCOUNT, between(T_ACCOUNT, 'class AccountCase', 'class DepositTest'), ''),
      replace(
        T_ACCOUNT,
        'import unittest\n\nfrom ledger import Account, Overdrawn\n',
        'from ledger import Overdrawn\n\nfrom .cases import AccountCase\n',
      ),
    ),
  }),
  work('third-store', {
    gates: ['relay'],
    story: 'a store in SQLite, which keeps the contract of the others',
    edit: all(
      write({
        'ledger/sqlite.py': lines(
          'import json',
          'import sqlite3',
          '',
          '',
          'class SqliteStore:',
          '    def __init__(self, path=":memory:"):',
          '        self.db = sqlite3.connect(path)',
          '        self.db.execute("create table if not exists rows (key text primary key, row text)")',
          '',
          '    def put(self, key, row):',
          '        self.db.execute("insert or replace into rows values (?, ?)", (key, json.dumps(row)))',
          '',
          '    def get(self, key):',
          '        found = self.db.execute("select row from rows where key = ?", (key,)).fetchone()',
          '        if found is None:',
          '            raise KeyError(key)',
          '        return json.loads(found[0])',
          '',
          '    def keys(self):',
          '        return [key for key, in self.db.execute("select key from rows order by key")]',
          '',
          '    def close(self):',
          '        self.db.close()',
        ),
      }),
      replace(T_STORES, 'from ledger.stores', 'from ledger.sqlite import SqliteStore\nfrom ledger.stores'),
      append(
        T_STORES,
        lines(
          '',
          '',
          'class SqliteStoreTest(StoreContract, unittest.TestCase):',
          '    def setUp(self):',
          '        self.store = SqliteStore()',
          '        self.addCleanup(self.store.close)',
        ),
      ),
    ),
  }),
  work('file-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a file of tests is split by what it tests',
    edit: all(
      remove(T_MONEY),
      write({
        'tests/test_parse.py': `import pytest\nfrom hypothesis import given\nfrom hypothesis import strategies as st\n\nfrom ledger.money import parse, show\n\n${between(T_MONEY, 'CASES =', '\n\n@given(st.integers(min_value=0')}`,
        'tests/test_split.py': `from hypothesis import given\nfrom hypothesis import strategies as st\n\nfrom ledger.money import split\n\n\n${between(T_MONEY, '@given(st.integers(min_value=0')}`,
      }),
    ),
  }),
  work('profile-without-deadline', {
    gates: ['relay'],
    kind: 'tests',
    story: 'properties have no deadline on slow machines, and print their blobs',
    edit: prepend(
      'tests/conftest.py',
      'from hypothesis import settings\n\nsettings.register_profile("slow", deadline=None, print_blob=True)\nsettings.load_profile("slow")\n\n',
    ),
  }),
  work('statement-footer', {
    gates: ['relay'],
    released: ['tests/golden/statement.txt', 'tests/test_statement.py'],
    story: 'a statement ends with a line of its balance, and the golden file has it',
    edit: all(
      replace(
        'ledger/statement.py',
        'return "\\n".join(lines)',
        'lines.append(f"Balance {show(total)}")\n    return "\\n".join(lines)',
      ),
      append('tests/golden/statement.txt', 'Balance 37.66\n'),
    ),
  }),
  work('file-store-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['FileStoreTest', T_STORES],
    story: 'a store that nobody uses goes with its tests, which the planner released',
    edit: all(
      (files) => ({
        ...files,
        'ledger/stores.py': files['ledger/stores.py']!.slice(
          0,
          files['ledger/stores.py']!.indexOf('\n\nclass FileStore'),
        ).replace('import json\nfrom pathlib import Path\n\n\n', ''),
      }),
      replace(T_STORES, between(T_STORES, '\n\nclass FileStoreTest'), ''),
      replace(T_STORES, 'import tempfile\n', ''),
      replace(T_STORES, 'import FileStore, MemoryStore', 'import MemoryStore'),
    ),
  }),
  work('docstring-prose', {
    gates: ['relay'],
    kind: 'docs',
    story: 'docstrings and changes are worded better; no example changes',
    edit: all(
      replace(
        MONEY,
        '"""Read what people write.',
        '"""Read an amount as people write it, with at most two digits after the point.',
      ),
      replace('CHANGES.rst', '* Statements.', '* Statements of an account.'),
    ),
  }),
  work('show-renamed', {
    gates: ['relay'],
    kind: 'rename',
    story: 'a function gets another name everywhere, in its doctest, too',
    edit: all(
      replace(MONEY, 'def show(', 'def display('),
      replace(MONEY, '>>> show(', '>>> display('),
      replace('ledger/statement.py', /\bshow\b/g, 'display'),
      replace(T_MONEY, /\bshow\b/g, 'display'),
    ),
  }),
  work('named-entries', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'entries of an account are named tuples, with types',
    edit: all(
      replace(
        ACCOUNT,
        'from datetime import date\n',
        'from datetime import date\nfrom typing import NamedTuple\n\n\nclass Entry(NamedTuple):\n    day: date\n    cents: int\n    text: str\n',
      ),
      replace(
        ACCOUNT,
        'sum(cents for _, cents, _ in self.entries)',
        'sum(entry.cents for entry in self.entries)',
      ),
      replace(
        ACCOUNT,
        'self.entries.append((self.today(), cents, text))',
        'self.entries.append(Entry(self.today(), cents, text))',
      ),
      replace(
        ACCOUNT,
        'self.entries.append((self.today(), -cents, text))',
        'self.entries.append(Entry(self.today(), -cents, text))',
      ),
    ),
  }),
  work('self-transfer', {
    gates: ['hook'],
    kind: 'fix',
    story: 'an account moves nothing to itself',
    edit: all(
      replace(
        ACCOUNT,
        '        self.withdraw(cents, f"to {other.owner}")',
        '        if other is self:\n            raise ValueError("expected another account")\n        self.withdraw(cents, f"to {other.owner}")',
      ),
      append(
        T_ACCOUNT,
        lines(
          '',
          '',
          'class TransferTest(AccountCase):',
          '    def test_refuses_itself(self):',
          '        with self.assertRaisesRegex(ValueError, "another account"):',
          '            self.account.transfer(self.account, 1)',
          '        self.assertEqual(len(self.account.entries), 1)',
        ),
      ),
    ),
  }),
  work('integration-folder', {
    gates: ['relay'],
    released: ['setup.cfg'],
    story: 'an end-to-end test in a new folder, which the configuration gets to know',
    edit: all(
      replace('setup.cfg', 'testpaths = ledger tests', 'testpaths = ledger tests integration'),
      write({
        'ledger/transfer_file.py': lines(
          'from .money import parse',
          '',
          '',
          'def read_orders(text):',
          '    return [(a, b, parse(amount)) for a, b, amount in (line.split(";") for line in text.splitlines())]',
        ),
        'integration/conftest.py': lines(
          'import pytest',
          '',
          '',
          '@pytest.fixture',
          'def orders():',
          '    return "Ada;Bob;12.50\\n"',
        ),
        'integration/test_orders.py': lines(
          'from ledger.transfer_file import read_orders',
          '',
          '',
          'def test_reads_orders(orders):',
          '    assert read_orders(orders) == [("Ada", "Bob", 1250)]',
        ),
      }),
    ),
  }),
  work('subtests-to-rows', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a loop of subtests becomes three methods; nobody released anything',
    edit: replace(
      T_ACCOUNT,
      between(T_ACCOUNT, '    def test_refuses_what_is_not_positive', '\n\nclass WithdrawTest'),
      lines(
        '    def refuses(self, cents):',
        '        with self.assertRaises(ValueError):',
        '            self.account.deposit(cents)',
        '',
        '    def test_refuses_nothing(self):',
        '        self.refuses(0)',
        '',
        '    def test_refuses_what_is_negative(self):',
        '        self.refuses(-1)',
        '        self.refuses(-100)',
      ),
    ),
  }),
  work('tests-beside', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a file of tests moves into a folder with its golden file',
    edit: all(
      move('tests/test_statement.py', 'tests/statement/test_statement.py'),
      move('tests/golden/statement.txt', 'tests/statement/golden/statement.txt'),
      write({ 'tests/statement/__init__.py': '' }),
    ),
    names: { file: 'tests/statement/test_statement.py', name: 'test_statement' },
  }),
  work('version-bumped', {
    gates: ['relay'],
    kind: 'dependencies',
    story: 'a dependency is named, and the version is raised',
    edit: replace(
      'setup.cfg',
      'packages = find:',
      'packages = find:\npython_requires = >=3.9\ninstall_requires =\n    sortedcontainers>=2',
    ),
  }),
];
