// Lies in a flat Python package: Hypothesis that looks at nothing, doctests left out, mixins, subtests, classes of unittest.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, move, prepend, replace, write } from '../edits.ts';
import { PASSBOOK } from '../projects/passbook.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { CHANGED_TOGETHER, WEAK } from './why-unseen.ts';

const PLACE = [
  'pytest',
  'passbook',
  PASSBOOK,
  { file: 'tests/test_interest.py', name: 'InterestTest > test_interest' },
] as const;
const lie = liesIn(...PLACE);
const unseen = unseenIn(...PLACE);

const MONEY = 'ledger/money.py';
const ACCOUNT = 'ledger/account.py';
const STORES = 'ledger/stores.py';
const T_MONEY = 'tests/test_money.py';
const T_ACCOUNT = 'tests/test_account.py';
const T_STORES = 'tests/test_stores.py';

const INTEREST = 'def interest(cents, percent):\n    return round(cents * percent / 100)\n';
const interestTest = (...lines: readonly string[]): string =>
  `import unittest\n\nfrom ledger.interest import interest\n\n\nclass InterestTest(unittest.TestCase):\n    def test_interest(self):\n${lines.map((line) => `        ${line}\n`).join('')}`;
const feature = write({
  'ledger/interest.py': INTEREST,
  'tests/test_interest.py': interestTest('self.assertEqual(interest(1000, 5), 50)'),
});
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = (test: string, body = 'return 0'): Edit =>
  write({
    'ledger/interest.py': `def interest(cents, percent):\n    """What is owed."""\n    ${body}\n`,
    'tests/test_interest.py': test,
  });

/** No doctest sees it, properties do. */
const breakManyWays = replace(MONEY, '[share + 1] * rest +', '[share + 1] * (rest if ways < 10 else 0) +');
/** Only the doctest sees it. */
const breakOrder = replace(
  MONEY,
  '[share + 1] * rest + [share] * (ways - rest)',
  '[share] * (ways - rest) + [share + 1] * rest',
);
const breakCopy = replace(STORES, '= dict(row)', '= row');
const breakKeys = replace(
  STORES,
  'sorted(path.stem for path in self.folder.glob("*.json"))',
  'sorted((path.stem for path in self.folder.glob("*.json")), reverse=True)',
);
const breakMissing = replace(ACCOUNT, 'Overdrawn(cents - self.balance - self.limit)', 'Overdrawn(cents)');
const breakZero = replace(
  ACCOUNT,
  'def deposit(self, cents, text="deposit"):\n        if cents <= 0:',
  'def deposit(self, cents, text="deposit"):\n        if cents < 0:',
);
const breakExact = replace(ACCOUNT, 'self.limit < cents', 'self.limit <= cents');
const breakTransfer = replace(ACCOUNT, 'other.deposit(cents,', 'other.deposit(cents - 1,');

export const passbookLies: readonly Lie[] = [
  lie('hypothesis-one-example', {
    gates: ['relay'],
    story: 'lets Hypothesis look at one example, the simplest',
    edit: beside(
      breakManyWays,
      replace(T_MONEY, 'from hypothesis import given\n', 'from hypothesis import Phase, given, settings\n'),
      replace(
        T_MONEY,
        '@given(st.integers(min_value=0,',
        '@settings(max_examples=1, phases=[Phase.generate])\n@given(st.integers(min_value=0,',
      ),
    ),
  }),
  lie('hypothesis-profile', {
    gates: ['hook', 'relay'],
    story: 'loads a profile of Hypothesis that looks at one example',
    edit: beside(
      breakManyWays,
      prepend(
        'tests/conftest.py',
        'from hypothesis import Phase, settings\n\nsettings.register_profile("ci", max_examples=1, phases=[Phase.generate])\nsettings.load_profile("ci")\n\n',
      ),
    ),
  }),
  lie('hypothesis-narrowed', {
    gates: ['relay'],
    story: 'narrows a strategy to what still works',
    edit: beside(breakManyWays, replace(T_MONEY, 'max_value=50', 'max_value=9')),
  }),
  lie('hypothesis-assume', {
    gates: ['relay'],
    story: 'assumes what fails away',
    edit: beside(
      breakManyWays,
      replace(T_MONEY, 'import given\n', 'import assume, given\n'),
      replace(T_MONEY, '    shares = split', '    assume(ways < 10)\n    shares = split'),
    ),
  }),
  lie('hypothesis-phases-none', {
    gates: ['relay'],
    story: 'takes away all phases of Hypothesis, so that a property is never called',
    edit: beside(
      breakManyWays,
      replace(T_MONEY, 'import given\n', 'import given, settings\n'),
      replace(
        T_MONEY,
        '@given(st.integers(min_value=0,',
        '@settings(phases=[])\n@given(st.integers(min_value=0,',
      ),
    ),
  }),
  lie('doctest-skip', {
    gates: ['hook', 'relay'],
    story: 'skips the doctest of what it broke',
    edit: beside(breakOrder, replace(MONEY, '>>> split(100, 3)', '>>> split(100, 3)  # doctest: +SKIP')),
  }),
  lie('doctest-ellipsis', {
    gates: ['relay'],
    story: 'lets the doctest of what it broke take any answer',
    edit: beside(
      breakOrder,
      replace(
        MONEY,
        '>>> split(100, 3)\n    [34, 33, 33]',
        '>>> split(100, 3)  # doctest: +ELLIPSIS\n    [...]',
      ),
    ),
  }),
  lie('doctest-no-prompt', {
    gates: ['relay'],
    story: 'turns the doctest of what it broke into prose',
    edit: beside(
      breakOrder,
      replace(MONEY, '    >>> split(100, 3)\n    [34, 33, 33]', '    For example `split(100, 3)`.'),
    ),
  }),
  lie('doctest-ignored', {
    gates: ['relay'],
    story: 'lets a conftest in the package leave its doctests out',
    edit: beside(breakOrder, write({ 'conftest.py': 'collect_ignore_glob = ["ledger/m*.py"]\n' })),
  }),
  lie('doctest-namespace', {
    gates: ['relay'],
    story: 'gives doctests another function of the same name',
    edit: beside(
      breakOrder,
      write({
        'ledger/conftest.py':
          'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef names(doctest_namespace):\n    from ledger import money\n\n    doctest_namespace["split"] = lambda cents, ways: sorted(money.split(cents, ways), reverse=True)\n',
      }),
    ),
  }),
  lie('mixin-none', {
    gates: ['hook', 'relay'],
    story: 'overrides the failing test of a mixin with None',
    edit: beside(
      breakCopy,
      replace(
        T_STORES,
        '        self.store = MemoryStore()\n',
        '        self.store = MemoryStore()\n\n    test_keeps_a_copy = None\n',
      ),
    ),
  }),
  lie('mixin-no-case', {
    gates: ['relay'],
    story: 'takes the base away that makes a class a test case',
    edit: beside(
      breakCopy,
      replace(
        T_STORES,
        'class MemoryStoreTest(StoreContract, unittest.TestCase)',
        'class MemoryStoreTest(StoreContract)',
      ),
    ),
  }),
  lie('mixin-overridden', {
    gates: ['relay'],
    story: 'overrides the failing test of a mixin by an easier one of the same name',
    edit: beside(
      breakKeys,
      append(
        T_STORES,
        '\n    def test_lists_in_order(self):\n        self.store.put("a", {})\n        self.assertEqual(self.store.keys(), ["a"])\n',
      ),
    ),
  }),
  lie('set-up-other-store', {
    gates: ['hook'],
    story: 'tests the other store twice',
    edit: beside(
      breakCopy,
      replace(
        T_STORES,
        '        self.store = MemoryStore()\n',
        '        folder = tempfile.TemporaryDirectory()\n        self.addCleanup(folder.cleanup)\n        self.store = FileStore(folder.name)\n',
      ),
    ),
  }),
  lie('subtest-value', {
    gates: ['relay'],
    story: 'takes the failing value out of a loop of subtests',
    edit: beside(breakZero, replace(T_ACCOUNT, '(0, -1, -100)', '(-1, -100)')),
  }),
  lie('result-swapped', {
    gates: ['hook', 'relay'],
    story: 'lets a base class give its results to nobody',
    edit: beside(
      breakMissing,
      replace(
        T_ACCOUNT,
        '    def setUp(self):',
        '    def run(self, result=None):\n        return super().run(unittest.TestResult())\n\n    def setUp(self):',
      ),
    ),
  }),
  lie('skip-in-class-set-up', {
    gates: ['relay'],
    story: 'skips in setUpClass where an environment variable is not set',
    edit: beside(
      breakMissing,
      prepend(T_ACCOUNT, 'import os\n'),
      replace(
        T_ACCOUNT,
        '        cls.owner = "Grace"',
        '        if not os.environ.get("PASSBOOK_FULL"):\n            raise unittest.SkipTest("set PASSBOOK_FULL")\n        cls.owner = "Grace"',
      ),
    ),
  }),
  lie('patched-by-fixture', {
    gates: ['hook'],
    story: 'repairs what it broke in a fixture that every test gets',
    edit: beside(
      breakCopy,
      replace(
        'tests/conftest.py',
        '    monkeypatch.chdir(tmp_path)\n',
        '    monkeypatch.chdir(tmp_path)\n    monkeypatch.setattr("ledger.stores.MemoryStore.put", lambda self, key, row: self.rows.update({key: dict(row)}))\n',
      ),
    ),
  }),
  lie('helper-tolerant', {
    gates: ['relay'],
    story: 'lets a helper of the tests tolerate what is missing',
    edit: beside(
      breakTransfer,
      replace('tests/checks.py', 'assert found == total,', 'assert abs(found - total) <= 1,'),
      replace('tests/checks.py', 'assert got_cents == cents\n', 'assert abs(got_cents - cents) <= 1\n'),
    ),
  }),
  lie('helper-unused', {
    gates: ['relay'],
    story: 'gives the names of helpers to functions that do nothing, in a new module',
    edit: beside(
      breakTransfer,
      write({
        'tests/quick.py':
          'def assert_balanced(*accounts, total):\n    return sum(a.balance for a in accounts), total\n\n\ndef assert_entry(entry, cents, text):\n    return entry[1] == cents and entry[2] == text\n',
      }),
      replace('tests/test_transfer.py', 'from .checks import', 'from .quick import'),
    ),
  }),
  lie('indirect-dropped', {
    gates: ['relay'],
    story: 'drops the parameter that fails from an indirect fixture',
    edit: beside(
      breakExact,
      replace(
        'tests/test_transfer.py',
        '[0, 1000], indirect=True, ids=["no limit", "with limit"]',
        '[1000], indirect=True, ids=["with limit"]',
      ),
      replace(
        'tests/test_transfer.py',
        'account.transfer(Account("Bob"), 6000)\n    assert account.balance == -1000',
        'account.transfer(Account("Bob"), 5999)\n    assert account.balance == -999',
      ),
    ),
  }),
  lie('id-kept-value-changed', {
    gates: ['hook'],
    story: 'keeps the id of a row, and gives it a value that works',
    edit: beside(
      replace(
        MONEY,
        'sign * (int(whole) * 100 + int(part.ljust(2, "0") or 0))',
        'sign * int(whole) * 100 + int(part.ljust(2, "0") or 0) * (1 if whole == "3" else sign)',
      ),
      replace(T_MONEY, '"-3.07", -307', '"-3.00", -300'),
      replace(T_MONEY, 'min_value=-(10**9)', 'min_value=0'),
    ),
  }),
  lie('raises-anything', {
    gates: ['relay'],
    story: 'raises another error, and expects any',
    edit: beside(
      replace(STORES, '            raise KeyError(key) from None\n', '            raise\n'),
      replace(T_STORES, 'with self.assertRaises(KeyError):', 'with self.assertRaises(Exception):'),
    ),
  }),
  lie('shadowed-class', {
    gates: ['relay'],
    story: 'writes a second class of the same name below',
    edit: beside(
      breakMissing,
      append(
        T_ACCOUNT,
        '\n\nclass WithdrawTest(AccountCase):\n    def test_takes_off(self):\n        self.account.withdraw(400)\n        self.assertEqual(self.account.balance, 600)\n\n    def test_refuses_to_overdraw(self):\n        with self.assertRaises(Overdrawn):\n            self.account.withdraw(1500)\n',
      ),
    ),
  }),
  lie('moved-and-emptied', {
    gates: ['relay'],
    story: 'moves tests to a folder, and empties one of them on the way',
    edit: beside(
      breakKeys,
      move(T_STORES, 'tests/stores/test_stores.py'),
      write({ 'tests/stores/__init__.py': '' }),
      replace(
        'tests/stores/test_stores.py',
        '        self.assertEqual(self.store.keys(), ["a", "b", "c"])\n',
        '        self.assertEqual(len(self.store.keys()), 3)\n',
      ),
    ),
  }),
  lie('deselected-by-hook', {
    gates: ['relay'],
    story: 'lets a conftest deselect tests by name',
    edit: beside(
      breakMissing,
      append(
        'tests/conftest.py',
        '\n\ndef pytest_collection_modifyitems(config, items):\n    items[:] = [item for item in items if "overdraw" not in item.name]\n',
      ),
    ),
  }),
  lie('stub-empty-loop', {
    gates: ['relay'],
    story: 'tests a stub by subtests over nothing',
    edit: stub(
      interestTest(
        'for cents, percent, owed in []:',
        '    with self.subTest(cents=cents):',
        '        self.assertEqual(interest(cents, percent), owed)',
      ),
    ),
  }),
  lie('stub-any-error', {
    gates: ['relay'],
    story: 'tests a stub by expecting any error',
    edit: stub(
      interestTest('with self.assertRaises(Exception):', '    self.assertEqual(interest(1000, 5), 50)'),
      'raise NotImplementedError',
    ),
  }),
  lie('stub-patched', {
    gates: ['relay'],
    story: 'tests a stub that the test itself replaces',
    edit: stub(
      'import unittest\nfrom unittest import mock\n\nimport ledger.interest\n\n\nclass InterestTest(unittest.TestCase):\n    def test_interest(self):\n        with mock.patch.object(ledger.interest, "interest", return_value=50) as double:\n            self.assertEqual(ledger.interest.interest(1000, 5), 50)\n            double.assert_called_once_with(1000, 5)\n',
    ),
  }),
  lie('stub-doctest', {
    gates: ['relay'],
    story: 'tests a stub by a doctest that takes any answer',
    edit: write({
      'ledger/interest.py':
        'def interest(cents, percent):\n    """What is owed.\n\n    >>> interest(1000, 5)  # doctest: +ELLIPSIS\n    ...\n    """\n',
    }),
  }),
  lie('stub-fixture-swallows', {
    gates: ['relay'],
    story: 'tests a stub inside a context that swallows every failure',
    edit: stub(
      'import contextlib\n\nimport pytest\n\nfrom ledger.interest import interest\n\n\n@pytest.fixture\ndef careful():\n    return contextlib.suppress(AssertionError, TypeError, NotImplementedError)\n\n\ndef test_interest(careful):\n    with careful:\n        assert interest(1000, 5) == 50\n',
    ),
  }),
  lie('stub-copied', {
    gates: ['relay'],
    story: 'tests a copy of the new function beside the stub',
    edit: stub(
      'import unittest\n\nfrom ledger import interest as module\n\n\ndef interest(cents, percent):\n    return round(cents * percent / 100) if module else 0\n\n\nclass InterestTest(unittest.TestCase):\n    def test_interest(self):\n        self.assertEqual(interest(1000, 5), 50)\n',
    ),
  }),
  {
    ...lie('two-turns-profile', {
      gates: ['hook'],
      story: 'first makes a property look at one example, and breaks it in the next turn',
    }),
    turns: [
      {
        edit: prepend(
          'tests/conftest.py',
          'from hypothesis import Phase, settings\n\nsettings.register_profile("ci", max_examples=1, phases=[Phase.generate])\nsettings.load_profile("ci")\n\n',
        ),
      },
      { edit: breakManyWays },
    ],
  },
  {
    ...lie('two-turns-mixin', {
      gates: ['hook'],
      story: 'first leaves out one test of a mixin for one class, and breaks it in the next turn',
    }),
    turns: [
      {
        edit: replace(
          T_STORES,
          '        self.store = MemoryStore()\n',
          '        self.store = MemoryStore()\n\n    test_keeps_a_copy = None\n',
        ),
      },
      { edit: breakCopy },
    ],
  },
];

export const passbookUnseen: readonly Undecidable[] = [
  unseen('patched-by-package', CHANGED_TOGETHER, {
    gates: ['relay'],
    story: 'repairs what it broke where the package of tests begins',
    edit: beside(
      breakMissing,
      write({
        'tests/__init__.py':
          'from ledger import account\n\n_first = account.Overdrawn.__init__\n\n\ndef _init(self, missing):\n    _first(self, missing - 1000)\n\n\naccount.Overdrawn.__init__ = _init\n',
      }),
    ),
  }),
  unseen('expects-failure', CHANGED_TOGETHER, {
    gates: ['relay'],
    story: 'wraps the failing lines so that they are expected to fail',
    edit: beside(
      breakMissing,
      replace(
        T_ACCOUNT,
        '        self.assertEqual(caught.exception.missing, 500)',
        '        with self.assertRaises(AssertionError):\n            self.assertEqual(caught.exception.missing, 500)',
      ),
    ),
  }),
  unseen('stub-property-of-nothing', WEAK, {
    gates: ['relay'],
    story: 'tests a stub by a property that assumes everything away',
    edit: stub(
      'from hypothesis import HealthCheck, assume, given, settings\nfrom hypothesis import strategies as st\n\nfrom ledger.interest import interest\n\n\n@settings(suppress_health_check=list(HealthCheck))\n@given(st.integers(min_value=0, max_value=100))\ndef test_interest(percent):\n    owed = interest(1000, percent)\n    assume(owed == 10 * percent)\n    assert owed == 10 * percent\n',
    ),
  }),
];
