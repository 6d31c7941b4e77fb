// The tests of timecard.
import type { Files } from '../case.ts';

const { raw } = String;

export const TIMECARD_TESTS: Files = {
  'tests/conftest.py': raw`from dataclasses import dataclass
from datetime import date

import pytest

from timecard import cli
from timecard.exporters import REGISTRY, exporter


@dataclass
class Ended:
    code: int
    out: str
    err: str


def pytest_collection_modifyitems(items):
    for item in items:
        if "timecard" in item.fixturenames:
            item.add_marker(pytest.mark.command)


@pytest.fixture(params=sorted(REGISTRY))
def every_exporter(request):
    return exporter(request.param)


@pytest.fixture
def wanted_exporter(request):
    marker = request.node.get_closest_marker("renders")
    return exporter(marker.args[0])


@pytest.fixture
def card(tmp_path):
    file = tmp_path / "card.txt"
    file.write_text("")
    return file


@pytest.fixture
def timecard(card, monkeypatch, capsys):
    monkeypatch.setenv("TIMECARD_FILE", str(card))
    monkeypatch.delenv("TIMECARD_FORMAT", raising=False)
    monkeypatch.setattr(cli, "today", lambda: date(2024, 3, 8))

    def run(*args):
        code = cli.main(list(args))
        out, err = capsys.readouterr()
        return Ended(code, out, err)

    return run
`,
  'tests/lib/cards.py': raw`from textwrap import dedent

from timecard.entry import read_entries


def entries_of(text):
    return read_entries(dedent(text).splitlines())


def assert_rows(text, *rows):
    """What a text has in its lines, whatever stands between the words."""
    assert text.endswith("\n")
    assert [line.split() for line in text.splitlines()] == [row.split() for row in rows]
`,
  'tests/test_duration.py': raw`import pytest

from timecard.duration import parse_minutes, show


@pytest.mark.parametrize(
    "text, minutes",
    [
        pytest.param("1h30", 90, id="both"),
        pytest.param("2h", 120, id="hours"),
        pytest.param("45m", 45, id="minutes"),
        pytest.param(" 5 ", 5, id="bare"),
    ],
)
def test_parses(text, minutes):
    assert parse_minutes(text) == minutes


@pytest.mark.parametrize("text", ["", "h", "1d", "-5"])
def test_refuses(text):
    with pytest.raises(ValueError, match="not a duration"):
        parse_minutes(text)


@pytest.mark.parametrize("minutes, text", [(0, "0:00"), (61, "1:01"), (600, "10:00"), (-90, "-1:30")])
def test_shows(minutes, text):
    assert show(minutes) == text
`,
  'tests/test_entry.py': raw`from datetime import date

import pytest
from cards import entries_of

from timecard.entry import Entry, EntryError


def test_parses_a_line():
    entry = Entry.parse("2024-03-01 baton 1h30 wrote tests")
    assert entry == Entry(date(2024, 3, 1), "baton", 90)
    assert entry.note == "wrote tests"


def test_reads_sorted_without_comments():
    entries = entries_of(
        """
        # march
        2024-03-02 b 5
        2024-03-01 c 5
        2024-03-01 a 5
        """
    )
    assert [entry.project for entry in entries] == ["a", "c", "b"]


def test_names_the_line():
    with pytest.raises(EntryError, match="line 2: not a duration") as caught:
        entries_of("2024-03-01 a 5\n2024-03-01 a soon")
    assert caught.value.line == 2
`,
  'tests/test_summary.py': raw`from cards import entries_of

from timecard.summary import Total, by_project, overtime

CARD = """
2024-03-01 b 8h
2024-03-01 a 1h
2024-03-02 a 30
2024-03-02 a 30
"""


def test_by_project():
    assert by_project(entries_of(CARD)) == [Total("a", 120, 2), Total("b", 480, 1)]


def test_overtime():
    assert overtime(entries_of(CARD)) == 60 - 420
`,
  'tests/test_settings.py': raw`from pathlib import Path

from timecard.settings import Settings, load


def test_defaults(monkeypatch):
    monkeypatch.delenv("TIMECARD_FILE", raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    assert load() == Settings(Path("/home/ann/.timecard"))


def test_environment():
    assert load({"TIMECARD_FILE": "x", "TIMECARD_FORMAT": "comma"}) == Settings(Path("x"), "comma")
`,
  'tests/test_cli.py': raw`import pytest
from cards import assert_rows

MARCH = "2024-03-01 baton 1h30\n2024-03-02 home 45\n2024-03-02 baton 30\n"


class TestReport:
    @pytest.fixture(autouse=True)
    def filled(self, card):
        card.write_text(MARCH)

    def test_prints_text(self, timecard):
        ended = timecard("report")
        assert ended.code == 0
        assert_rows(ended.out, "baton 2:00", "home 0:45", "total 2:45")

    def test_prints_another_format(self, timecard, monkeypatch):
        monkeypatch.setenv("TIMECARD_FORMAT", "comma")
        assert timecard("report").out == "project,minutes,days\nbaton,120,2\nhome,45,1\n"

    def test_knows_its_formats(self, timecard):
        ended = timecard("report", "--format", "xml")
        assert (ended.code, ended.out) == (1, "")
        assert ended.err == "timecard: no format xml, only comma, markdown, text\n"


def test_adds(timecard, card):
    assert timecard("add", "baton", "15m").code == 0
    assert card.read_text() == "2024-03-08 baton 15m\n"


def test_adds_nothing_wrong(timecard, card):
    ended = timecard("add", "baton", "soon")
    assert ended.code == 1
    assert "not a duration" in ended.err
    assert card.read_text() == ""


def test_says_what_is_missing(timecard, card):
    card.unlink()
    ended = timecard("report")
    assert ended.code == 3
    assert str(card) in ended.err


def test_usage(timecard):
    with pytest.raises(SystemExit) as caught:
        timecard()
    assert caught.value.code == 2
`,
  'tests/exporters/test_contract.py': raw`from timecard.exporters import Exporter
from timecard.summary import Total

TOTALS = [Total("say hi", 61, 1), Total("long, name", 0, 1)]


def test_is_an_exporter(every_exporter):
    assert isinstance(every_exporter, Exporter)


def test_names_every_project(every_exporter):
    text = every_exporter.render(TOTALS)
    for total in TOTALS:
        assert total.project in text


def test_ends_every_line(every_exporter):
    text = every_exporter.render(TOTALS)
    assert text.endswith("\n") and "\n\n" not in text


def test_takes_nothing(every_exporter):
    assert "None" not in every_exporter.render([])
`,
  'tests/exporters/test_formats.py': raw`import pytest

from timecard.summary import Total

TOTALS = [Total("a", 90, 2), Total('b, "c"', 5, 1)]


@pytest.mark.renders("comma")
def test_comma(wanted_exporter):
    assert wanted_exporter.render(TOTALS) == 'project,minutes,days\na,90,2\n"b, ""c""",5,1\n'


@pytest.mark.renders("markdown")
def test_markdown(wanted_exporter):
    assert wanted_exporter.render(TOTALS[:1]) == "| project | time |\n|---|---:|\n| a | 1:30 |\n"


@pytest.mark.renders("text")
def test_text(wanted_exporter):
    assert wanted_exporter.render(TOTALS[:1]) == "a        1:30\ntotal    1:30\n"
`,
};
