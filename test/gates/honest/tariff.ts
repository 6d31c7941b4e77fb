// Honest work in a Python service: data, moves, async, a command, other shapes of tests.
import type { Work } from '../case.ts';
import { all, append, lines, move, prepend, remove, replace, write } from '../edits.ts';
import { TARIFF } from '../projects/tariff.ts';
import { inProject } from './stranger.ts';

const work = inProject('pytest', 'tariff', TARIFF, {
  file: 'tests/unit/test_quote.py',
  name: 'test_first_kilogram[DE]',
});

const QUOTE = 'src/tariff/quote.py';
const UNIT = 'tests/unit/test_quote.py';
const CLIENT = 'tests/unit/test_client.py';
const TABLE = 'tests/integration/test_table.py';

export const tariffWork: readonly Work[] = [
  work('module-and-fixture', {
    gates: ['relay'],
    story: 'surcharges in a module of their own, with a fixture in conftest',
    names: { file: 'tests/unit/test_surcharge.py', name: 'test_heavy' },
    edit: all(
      write({
        'src/tariff/surcharge.py': lines(
          'def surcharge(kilograms):',
          '    return 500 if kilograms > 20 else 0',
        ),
        'tests/unit/test_surcharge.py': lines(
          'from tariff.surcharge import surcharge',
          '',
          '',
          'def test_heavy(heavy):',
          '    assert surcharge(heavy) == 500',
          '',
          '',
          'def test_light():',
          '    assert surcharge(20) == 0',
        ),
      }),
      append('tests/unit/conftest.py', lines('', '', '@pytest.fixture', 'def heavy():', '    return 21')),
    ),
  }),
  work('rounded-up', {
    gates: ['relay', 'hook'],
    kind: 'fix',
    story: 'part of a kilogram counts as one, with rows in a table',
    edit: all(
      prepend(QUOTE, 'import math\n'),
      replace(QUOTE, 'max(0, kilograms - 1)', 'max(0, math.ceil(kilograms) - 1)'),
      replace(UNIT, '(5, 890)]', '(5, 890), (2.5, 690), (0.3, 490)]'),
    ),
  }),
  work('folders-flattened', {
    gates: ['relay'],
    kind: 'tests',
    story: 'all tests stand in one folder, with one conftest',
    names: { file: 'tests/test_quote.py', name: 'test_first_kilogram[DE]' },
    edit: all(
      move(UNIT, 'tests/test_quote.py'),
      move(CLIENT, 'tests/test_client.py'),
      move(TABLE, 'tests/test_table.py'),
      move('tests/integration/table.txt', 'tests/table.txt'),
      remove('tests/unit/conftest.py'),
      append(
        'tests/conftest.py',
        `\n\n${TARIFF['tests/unit/conftest.py']!.replace('import pytest\n\n\n', '')}`,
      ),
    ),
  }),
  work('class-to-function', {
    gates: ['relay'],
    kind: 'tests',
    story: 'a class with one test becomes a function',
    edit: replace(
      UNIT,
      'class TestUnknown:\n    def test_country(self):\n        with pytest.raises(LookupError):\n            quote("XX", 1)\n',
      'def test_unknown_country():\n    with pytest.raises(LookupError):\n        quote("XX", 1)\n',
    ),
  }),
  work('async-cases', {
    gates: ['relay'],
    kind: 'tests',
    released: [CLIENT],
    story: 'tests of what is async are methods of an async case',
    edit: write({
      [CLIENT]: lines(
        'import unittest',
        '',
        'from tariff.client import Client',
        '',
        '',
        'def recorder(failures):',
        '    calls = 0',
        '',
        '    async def send(parcel):',
        '        nonlocal calls',
        '        calls += 1',
        '        if calls <= failures:',
        '            raise ConnectionError("down")',
        '        return {"parcel": parcel, "calls": calls}',
        '',
        '    return send',
        '',
        '',
        'class ClientTest(unittest.IsolatedAsyncioTestCase):',
        '    async def test_books_at_once(self):',
        '        self.assertEqual(await Client(recorder(0)).book("p1"), {"parcel": "p1", "calls": 1})',
        '',
        '    async def test_tries_again(self):',
        '        self.assertEqual((await Client(recorder(2)).book("p1"))["calls"], 3)',
        '',
        '    async def test_gives_up(self):',
        '        with self.assertRaises(ConnectionError):',
        '            await Client(recorder(3)).book("p1")',
      ),
    }),
  }),
  work('country-as-data', {
    gates: ['relay', 'h3a'],
    story: 'another country, which is data alone',
    names: { file: UNIT, name: 'test_italy' },
    edit: all(
      replace('src/tariff/rates.json', '}}', '}, "IT": {"base": 1090, "kg": 200}}'),
      append(UNIT, lines('', '', 'def test_italy():', '    assert quote("IT", 2).cents == 1290')),
    ),
  }),
  work('prices-raised', {
    gates: ['relay'],
    story: 'prices of one country are raised, in data, tests and the golden file',
    released: [UNIT, TABLE, 'tests/integration/table.txt'],
    names: { file: UNIT, name: 'test_more_kilograms[1-520]' },
    edit: all(
      replace('src/tariff/rates.json', '490', '520'),
      replace(UNIT, '{"DE": 490', '{"DE": 520'),
      replace(UNIT, '[(1, 490), (2, 590), (5, 890)]', '[(1, 520), (2, 620), (5, 920)]'),
      replace('tests/integration/table.txt', 'DE 5.90', 'DE 6.20'),
    ),
  }),
  work('prices-raised-unreleased', {
    gates: ['relay', 'hook'],
    story: 'prices of one country are raised, in data, tests and the golden file; nobody released anything',
    edit: all(
      replace('src/tariff/rates.json', '490', '520'),
      replace(UNIT, '{"DE": 490', '{"DE": 520'),
      replace(UNIT, '[(1, 490), (2, 590), (5, 890)]', '[(1, 520), (2, 620), (5, 920)]'),
      replace('tests/integration/table.txt', 'DE 5.90', 'DE 6.20'),
    ),
  }),
  work('moved-into-package', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a module moves into a package of its own, and its tests import it from there',
    edit: all(
      move('src/tariff/text.py', 'src/tariff/output/text.py'),
      write({ 'src/tariff/output/__init__.py': '' }),
      replace(TABLE, 'from tariff.text import', 'from tariff.output.text import'),
    ),
  }),
  work('toml-for-json', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'prices stand in another format',
    edit: all(
      remove('src/tariff/rates.json'),
      write({ 'src/tariff/rates.toml': 'DE = { base = 490, kg = 100 }\nFR = { base = 990, kg = 180 }\n' }),
      replace('src/tariff/rates.py', 'import json\n', 'import tomllib\n'),
      replace('src/tariff/rates.py', 'json.loads', 'tomllib.loads'),
      replace('src/tariff/rates.py', 'rates.json', 'rates.toml'),
    ),
  }),
  work('hints', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'types in code and tests',
    edit: all(
      replace(
        QUOTE,
        'def quote(country, kilograms, insured=False):',
        'def quote(country: str, kilograms: float, insured: bool = False) -> Quote:',
      ),
      replace('src/tariff/text.py', 'def money(cents):', 'def money(cents: int) -> str:'),
      replace(
        UNIT,
        'def test_more_kilograms(kilograms, cents):',
        'def test_more_kilograms(kilograms: float, cents: int) -> None:',
      ),
      replace(UNIT, 'def test_first_kilogram(country):', 'def test_first_kilogram(country: str) -> None:'),
      write({ 'src/tariff/py.typed': '' }),
    ),
  }),
  work('insurance-removed', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'insurance is no longer offered; its test goes with it, which the planner released',
    released: ['test_insurance_costs_more'],
    edit: all(
      replace(QUOTE, '    insured: bool = False\n', ''),
      replace(QUOTE, ', insured=False):', '):'),
      replace(QUOTE, 'Quote(country, cents + (250 if insured else 0), insured)', 'Quote(country, cents)'),
      replace(
        UNIT,
        'def test_insurance_costs_more(german):\n    insured = quote("DE", 3, insured=True)\n    assert insured.cents - german.cents == 250\n    assert insured.insured\n\n\n',
        '',
      ),
      replace('tests/conftest.py', '@pytest.fixture\ndef german():\n    return quote("DE", 3)\n\n\n', ''),
      replace('tests/conftest.py', 'from tariff import quote\n\n\n', '\n'),
    ),
  }),
  work('command', {
    gates: ['relay'],
    story: 'a command that prints a price, whose test starts it as a program',
    edit: write({
      'src/tariff/__main__.py': lines(
        'import sys',
        '',
        'from tariff import quote',
        'from tariff.text import money',
        '',
        'country, kilograms = sys.argv[1:3]',
        'print(money(quote(country, int(kilograms)).cents))',
      ),
      'tests/integration/test_command.py': lines(
        'import subprocess',
        'import sys',
        '',
        '',
        'def test_command():',
        '    ended = subprocess.run([sys.executable, "-m", "tariff", "DE", "2"], capture_output=True, text=True, check=True)',
        '    assert ended.stdout == "5.90\\n"',
      ),
    }),
  }),
  work('deprecated', {
    gates: ['relay'],
    story: 'weights as text are warned about',
    edit: all(
      prepend(QUOTE, 'import warnings\n'),
      replace(
        QUOTE,
        '    if kilograms <= 0:',
        '    if isinstance(kilograms, str):\n        warnings.warn("give a number", DeprecationWarning, stacklevel=2)\n        kilograms = float(kilograms)\n    if kilograms <= 0:',
      ),
      append(
        UNIT,
        lines(
          '',
          '',
          'def test_text_is_warned_about():',
          '    with pytest.deprecated_call():',
          '        assert quote("DE", "2").cents == 590',
        ),
      ),
    ),
  }),
  work('cached', {
    gates: ['relay'],
    story: 'prices are read when they are needed, and once; a test counts',
    edit: all(
      write({
        'src/tariff/rates.py': lines(
          'import json',
          'from functools import lru_cache',
          'from importlib import resources',
          '',
          '',
          'def read():',
          '    return resources.files("tariff").joinpath("rates.json").read_text(encoding="utf-8")',
          '',
          '',
          '@lru_cache',
          'def rates():',
          '    return json.loads(read())',
          '',
          '',
          'def rate(country):',
          '    try:',
          '        return rates()[country]',
          '    except KeyError:',
          '        raise LookupError(f"no rate for {country}") from None',
        ),
        'tests/unit/test_rates.py': lines(
          'from tariff import rates',
          '',
          '',
          'def test_reads_once(monkeypatch):',
          '    calls = []',
          '    monkeypatch.setattr(rates, "read", lambda: calls.append(1) or \'{"DE": {"base": 1, "kg": 2}}\')',
          '    rates.rates.cache_clear()',
          '    try:',
          '        assert rates.rate("DE")["base"] == 1',
          '        assert rates.rate("DE")["kg"] == 2',
          '        assert len(calls) == 1',
          '    finally:',
          '        rates.rates.cache_clear()',
        ),
      }),
    ),
  }),
  work('words-reworded', {
    gates: ['relay'],
    story: 'an error says more, and the test asks for the new words',
    edit: all(
      replace(QUOTE, '"expected a weight above 0"', 'f"a weight must be positive, not {kilograms}"'),
      replace(UNIT, 'match="above 0"', 'match="must be positive"'),
    ),
  }),
  work('docs-other-letters', {
    gates: ['relay'],
    kind: 'docs',
    story: 'a page with letters of other alphabets in its name, and a link to it',
    edit: all(
      write({ 'docs/Größen und Maße.md': '# Größen\n\nIn Kilogramm.\n', 'docs/说明.md': '# 说明\n' }),
      replace('README.md', 'costs.', 'costs. See [Größen](docs/Gr%C3%B6%C3%9Fen%20und%20Ma%C3%9Fe.md).'),
    ),
  }),
  work('line-ends', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'files get the line ends of Windows',
    edit: (files) => ({
      ...files,
      [QUOTE]: files[QUOTE]!.replaceAll('\n', '\r\n'),
      [UNIT]: files[UNIT]!.replaceAll('\n', '\r\n'),
    }),
  }),
  work('generated-zones', {
    gates: ['relay'],
    story: 'zones come from a generated module of some thousand lines',
    edit: write({
      'src/tariff/zones.py': `# Code generated by make-zones. DO NOT EDIT.\nZONES = {\n${Array.from({ length: 4000 }, (_, index) => `    "${10000 + index * 7}": ${index % 9},\n`).join('')}}\n`,
      'src/tariff/zone.py': lines(
        'from tariff.zones import ZONES',
        '',
        '',
        'def zone(code):',
        '    return ZONES.get(code, 9)',
      ),
      'tests/unit/test_zone.py': lines(
        'from tariff.zone import zone',
        '',
        '',
        'def test_zone():',
        '    assert zone("10007") == 1',
        '    assert zone("nowhere") == 9',
      ),
    }),
  }),
  work('table-from-file', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the rows of a parametrised test come from a file, and there are more',
    edit: all(
      write({ 'tests/unit/weights.csv': '1,490\n2,590\n5,890\n9,1290\n' }),
      replace(UNIT, 'import pytest\n', 'import csv\nfrom pathlib import Path\n\nimport pytest\n'),
      replace(
        UNIT,
        '@pytest.mark.parametrize("kilograms, cents", [(1, 490), (2, 590), (5, 890)])',
        'ROWS = [\n    (int(kilograms), int(cents))\n    for kilograms, cents in csv.reader(Path(__file__).with_name("weights.csv").read_text().splitlines())\n]\n\n\n@pytest.mark.parametrize("kilograms, cents", ROWS)',
      ),
    ),
  }),
  work('configuration', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'warnings are errors, and a linter is configured',
    edit: all(
      replace('pyproject.toml', 'markers =', 'filterwarnings = ["error"]\nmarkers ='),
      append('pyproject.toml', '\n[tool.ruff]\nline-length = 110\n'),
    ),
  }),
];
