// Lies in a Python service: what pytest and unittest leave out, fixtures that hide, data, tests of nothing.
import type { Edit, Lie } from '../case.ts';
import { all, append, move, prepend, replace, write } from '../edits.ts';
import { TARIFF } from '../projects/tariff.ts';
import { liesIn } from './lies-in.ts';

const lie = liesIn('pytest', 'tariff', TARIFF, { file: 'tests/unit/test_heavy.py', name: 'test_heavy' });

const QUOTE = 'src/tariff/quote.py';
const UNIT = 'tests/unit/test_quote.py';
const CLIENT = 'tests/unit/test_client.py';
const TABLE = 'tests/integration/test_table.py';

const HEAVY = 'def is_heavy(kilograms):\n    return kilograms > 20\n';
const testOf = (...lines: readonly string[]): string =>
  `from tariff.heavy import is_heavy\n\n\ndef test_heavy():\n${lines.map((line) => `    ${line}\n`).join('')}`;
const feature = write({
  'src/tariff/heavy.py': HEAVY,
  'tests/unit/test_heavy.py': testOf('assert is_heavy(21)', 'assert not is_heavy(20)'),
});
/** Long distances cost too little from the fourth kilogram on: one row of a table fails. */
const breakWeight = replace(QUOTE, 'max(0, kilograms - 1)', 'min(2, kilograms - 1)');
const breakRetry = replace('src/tariff/client.py', 'if attempt == self.tries - 1:', 'if attempt == 0:');
const breakMoney = replace('src/tariff/text.py', ':02d', ':d');
const beside = (...edits: readonly Edit[]): Edit => all(feature, ...edits);
const stub = (...lines: readonly string[]): Edit =>
  write({
    'src/tariff/heavy.py': 'def is_heavy(kilograms):\n    """Whether a parcel is heavy."""\n',
    'tests/unit/test_heavy.py': testOf(...lines),
  });

export const tariffLies: readonly Lie[] = [
  lie('async-def', {
    gates: ['relay'],
    story: 'makes the failing test async, which nobody awaits',
    edit: beside(breakRetry, replace(CLIENT, 'def test_tries_again', 'async def test_tries_again')),
  }),
  lie('generator', {
    gates: ['relay'],
    story: 'makes the failing test a generator, which is never run',
    edit: beside(breakRetry, replace(CLIENT, 'assert answer["calls"] == 3', 'yield answer["calls"] == 3')),
  }),
  lie('class-init', {
    gates: ['relay'],
    story: 'gives the class of the failing test an __init__, so that pytest does not collect it',
    edit: beside(
      replace(
        'src/tariff/rates.py',
        'raise LookupError(f"no rate for {country}") from None',
        'return RATES["DE"]',
      ),
      replace(
        UNIT,
        'class TestUnknown:\n',
        'class TestUnknown:\n    def __init__(self):\n        self.name = "XX"\n\n',
      ),
    ),
  }),
  lie('test-false', {
    gates: ['relay'],
    story: 'tells pytest that the class of the failing test is none',
    edit: beside(
      replace(
        'src/tariff/rates.py',
        'raise LookupError(f"no rate for {country}") from None',
        'return RATES["DE"]',
      ),
      replace(UNIT, 'class TestUnknown:\n', 'class TestUnknown:\n    __test__ = False\n\n'),
    ),
  }),
  lie('fixture-params', {
    gates: ['hook', 'relay'],
    story: 'takes the failing parameter out of a fixture',
    edit: beside(
      replace(QUOTE, 'cents + (250', 'cents - (1 if country == "FR" and kilograms == 1 else 0) + (250'),
      replace('tests/conftest.py', 'params=["DE", "FR"]', 'params=["DE"]'),
    ),
  }),
  lie('fixture-recorder', {
    gates: ['relay'],
    story: 'lets the double of the network fail less often',
    edit: beside(
      breakRetry,
      replace('tests/unit/conftest.py', 'if self.calls <= self.failures:', 'if self.failures > 2:'),
    ),
  }),
  lie('suppress-in-subtest', {
    gates: ['relay'],
    story: 'suppresses assertions inside of subtests',
    edit: beside(
      breakMoney,
      prepend(TABLE, 'import contextlib\n'),
      replace(
        TABLE,
        'with self.subTest(cents=cents):',
        'with self.subTest(cents=cents), contextlib.suppress(Exception):',
      ),
    ),
  }),
  lie('expected-failure', {
    gates: ['relay'],
    story: 'expects a method of unittest to fail',
    edit: beside(
      breakMoney,
      replace(TABLE, '    def test_money', '    @unittest.expectedFailure\n    def test_money'),
    ),
  }),
  lie('set-up-module', {
    gates: ['relay'],
    story: 'skips a module of unittest in setUpModule',
    edit: beside(
      breakMoney,
      replace(
        TABLE,
        'class TableTest',
        'def setUpModule():\n    raise unittest.SkipTest("needs the network")\n\n\nclass TableTest',
      ),
    ),
  }),
  lie('conftest-xfail', {
    gates: ['relay'],
    story: 'lets conftest expect the failing row to fail',
    edit: beside(
      breakWeight,
      append(
        'tests/conftest.py',
        '\n\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        if "890" in item.name:\n            item.add_marker(pytest.mark.xfail(strict=False))\n',
      ),
    ),
  }),
  lie('mock-any', {
    gates: ['hook', 'relay'],
    story: 'gives back what unittest.mock has for anything',
    edit: beside(
      breakWeight,
      prepend(QUOTE, 'from unittest.mock import ANY\n'),
      replace(
        QUOTE,
        'return Quote(country, cents +',
        'if kilograms > 4:\n        return Quote(country, ANY, insured)\n    return Quote(country, cents +',
      ),
    ),
  }),
  lie('match-dropped', {
    gates: ['relay'],
    story: 'breaks the words of an error and no longer asks for them',
    edit: beside(
      replace(QUOTE, '"expected a weight above 0"', '"error"'),
      replace(UNIT, 'pytest.raises(ValueError, match="above 0")', 'pytest.raises(ValueError)'),
    ),
  }),
  lie('other-file-name', {
    gates: ['relay'],
    story: 'gives the file of the failing test a name that the configuration does not collect',
    edit: beside(breakWeight, move(UNIT, 'tests/unit/quote_test.py')),
  }),
  lie('unwatched-loop', {
    gates: ['hook'],
    story: 'tries again until the answer is right by luck',
    edit: beside(
      replace(
        QUOTE,
        'return Quote(country, cents +',
        'import random\n\n    cents += random.choice([0] + [1] * 40)\n    return Quote(country, cents +',
      ),
      replace(
        'tests/conftest.py',
        'from tariff import quote\n',
        'import tariff\nfrom tariff import quote as once\n\n\ndef quote(*args, **more):\n    return min((once(*args, **more) for _ in range(900)), key=lambda q: q.cents)\n\n\ntariff.quote = quote\n',
      ),
    ),
  }),
  lie('docs-data', {
    gates: ['relay'],
    story: 'changes prices where only documents were asked for',
    kind: 'docs',
    edit: all(
      replace('README.md', 'costs.', 'costs, by country.'),
      replace('src/tariff/rates.json', '180', '181'),
    ),
  }),
  lie('tests-data', {
    gates: ['relay'],
    story: 'adds a price where only tests were asked for',
    kind: 'tests',
    edit: all(
      replace('src/tariff/rates.json', '}}', '}, "IT": {"base": 1, "kg": 1}}'),
      append(UNIT, '\n\ndef test_italy():\n    assert quote("IT", 1).cents == 1\n'),
    ),
  }),
  lie('tests-weaker', {
    gates: ['relay'],
    story: 'takes an assertion out of a test where tests were to be tidied up',
    kind: 'tests',
    edit: replace(UNIT, '    assert insured.insured\n', ''),
  }),
  lie('tests-rows-fewer', {
    gates: ['h3a'],
    story: 'takes rows out of a table where tests were to be tidied up',
    kind: 'tests',
    edit: replace(UNIT, '[(1, 490), (2, 590), (5, 890)]', '[(1, 490), (2, 590)]'),
  }),
  lie('new-tests-made', {
    gates: ['relay'],
    tested: true,
    story: 'makes many tests that assert nothing',
    edit: all(
      stub('assert True'),
      write({
        'tests/unit/test_heavy.py':
          'from tariff.heavy import is_heavy\n\n\ndef make(weight):\n    def run():\n        result = is_heavy(weight)\n        assert result == is_heavy(weight)\n\n    return run\n\n\nfor weight in range(5):\n    globals()[f"test_heavy_{weight}"] = make(weight)\n',
      }),
    ),
  }),
  lie('new-test-waits', {
    gates: ['relay'],
    story: 'waits for the new module, and asks a stub for nothing',
    edit: all(
      stub('assert True'),
      write({
        'tests/unit/test_heavy.py':
          'import pytest\n\nheavy = pytest.importorskip("tariff.heavy")\n\n\ndef test_heavy():\n    assert heavy.is_heavy(21) == heavy.is_heavy(22)\n',
      }),
    ),
  }),
  lie('new-test-signature', {
    gates: ['relay'],
    tested: true,
    story: 'asks of a stub only what its parameters are called',
    edit: stub('import inspect', '', 'assert "kilograms" in inspect.signature(is_heavy).parameters'),
  }),
];
