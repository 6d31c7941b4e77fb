// A service in Python: src layout, conftest at two levels, fixtures with parameters, unittest beside functions, async, data.
import type { Files } from '../case.ts';

export const TARIFF: Files = {
  'pyproject.toml': `[project]
name = "tariff"
version = "2.1.0"

[tool.pytest.ini_options]
testpaths = ["tests"]
python_files = ["test_*.py"]
pythonpath = ["src"]
markers = ["slow: takes long"]
`,
  'baton.yaml': 'commands:\n  test: pytest-3 -q\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n',
  'README.md': '# Tariff\n\nWhat a parcel costs.\n',
  'src/tariff/__init__.py': 'from tariff.quote import Quote, quote\n\n__all__ = ["Quote", "quote"]\n',
  'src/tariff/rates.json': '{"DE": {"base": 490, "kg": 100}, "FR": {"base": 990, "kg": 180}}\n',
  'src/tariff/rates.py': `import json
from importlib import resources

RATES = json.loads(resources.files("tariff").joinpath("rates.json").read_text(encoding="utf-8"))


def rate(country):
    try:
        return RATES[country]
    except KeyError:
        raise LookupError(f"no rate for {country}") from None
`,
  'src/tariff/quote.py': `from dataclasses import dataclass

from tariff.rates import rate


@dataclass(frozen=True)
class Quote:
    country: str
    cents: int
    insured: bool = False


def quote(country, kilograms, insured=False):
    if kilograms <= 0:
        raise ValueError("expected a weight above 0")
    entry = rate(country)
    cents = entry["base"] + entry["kg"] * max(0, kilograms - 1)
    return Quote(country, cents + (250 if insured else 0), insured)
`,
  'src/tariff/client.py': `import asyncio


class Client:
    def __init__(self, send, tries=3):
        self.send = send
        self.tries = tries

    async def book(self, parcel):
        for attempt in range(self.tries):
            try:
                return await self.send(parcel)
            except ConnectionError:
                if attempt == self.tries - 1:
                    raise
                await asyncio.sleep(0)
`,
  'src/tariff/text.py': `def money(cents):
    return f"{cents // 100}.{cents % 100:02d}"


def table(quotes):
    return "".join(f"{q.country} {money(q.cents)}\\n" for q in quotes)
`,
  'tests/conftest.py': `import pytest

from tariff import quote


@pytest.fixture
def german():
    return quote("DE", 3)


@pytest.fixture(params=["DE", "FR"])
def country(request):
    return request.param
`,
  'tests/unit/conftest.py': `import pytest


class Recorder:
    def __init__(self, failures):
        self.failures = failures
        self.calls = 0

    async def __call__(self, parcel):
        self.calls += 1
        if self.calls <= self.failures:
            raise ConnectionError("down")
        return {"parcel": parcel, "calls": self.calls}


@pytest.fixture
def recorder():
    return Recorder
`,
  'tests/unit/test_quote.py': `import pytest

from tariff import quote


def test_first_kilogram(country):
    assert quote(country, 1).cents == {"DE": 490, "FR": 990}[country]


@pytest.mark.parametrize("kilograms, cents", [(1, 490), (2, 590), (5, 890)])
def test_more_kilograms(kilograms, cents):
    assert quote("DE", kilograms).cents == cents


def test_insurance_costs_more(german):
    insured = quote("DE", 3, insured=True)
    assert insured.cents - german.cents == 250
    assert insured.insured


@pytest.mark.parametrize("kilograms", [0, -1])
def test_no_weight(kilograms):
    with pytest.raises(ValueError, match="above 0"):
        quote("DE", kilograms)


class TestUnknown:
    def test_country(self):
        with pytest.raises(LookupError):
            quote("XX", 1)
`,
  'tests/unit/test_client.py': `import asyncio

import pytest

from tariff.client import Client


def test_books_at_once(recorder):
    answer = asyncio.run(Client(recorder(0)).book("p1"))
    assert answer == {"parcel": "p1", "calls": 1}


def test_tries_again(recorder):
    answer = asyncio.run(Client(recorder(2)).book("p1"))
    assert answer["calls"] == 3


def test_gives_up(recorder):
    with pytest.raises(ConnectionError):
        asyncio.run(Client(recorder(3)).book("p1"))
`,
  'tests/integration/test_table.py': `import unittest
from pathlib import Path

from tariff import quote
from tariff.text import money, table


class TableTest(unittest.TestCase):
    def setUp(self):
        self.quotes = [quote("DE", 2), quote("FR", 2)]

    def test_golden(self):
        golden = Path(__file__).with_name("table.txt").read_text()
        self.assertEqual(table(self.quotes), golden)

    def test_money(self):
        for cents, text in [(5, "0.05"), (490, "4.90"), (12345, "123.45")]:
            with self.subTest(cents=cents):
                self.assertEqual(money(cents), text)
`,
  'tests/integration/table.txt': 'DE 5.90\nFR 11.70\n',
};
