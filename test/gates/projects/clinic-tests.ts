// The tests of the practice, but those of its store.
import type { Files } from '../case.ts';

const { raw } = String;

export const CLINIC_TESTS: Files = {
  'tests/cases/gaps.json': raw`[
  { "name": "free day", "visits": [], "free": ["09:00-17:00"] },
  { "name": "in the middle", "visits": ["10:00-10:30"], "free": ["09:00-10:00", "10:30-17:00"] },
  { "name": "back to back", "visits": ["09:00-09:15", "09:15-09:30"], "free": ["09:30-17:00"] },
  { "name": "one in another", "visits": ["10:00-12:00", "10:30-11:00"], "free": ["09:00-10:00", "12:00-17:00"] },
  { "name": "to the end", "visits": ["16:00-17:00"], "free": ["09:00-16:00"] }
]
`,
  'tests/cases/load.json': raw`[
  { "name": "nobody", "visits": [], "percent": 0 },
  { "name": "half", "visits": ["09:00-13:00"], "percent": 50 },
  { "name": "overlapping", "visits": ["09:00-11:00", "10:00-11:00"], "percent": 25 }
]
`,
  'tests/conftest.py': raw`import asyncio
import inspect
import json
from pathlib import Path

import pytest

from clinic.model import Visit, minutes_of

CASES = Path(__file__).parent / "cases"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Runs tests that are coroutines."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


def pytest_generate_tests(metafunc):
    """One test for each case in a file of cases, for tests that ask for a case."""
    if "case" in metafunc.fixturenames:
        name = metafunc.function.__name__.removeprefix("test_")
        cases = json.loads((CASES / f"{name}.json").read_text())
        metafunc.parametrize("case", cases, ids=[case["name"] for case in cases])


@pytest.fixture
def visit():
    def make(start, minutes=15, patient="ann", note=""):
        return Visit(minutes_of(start), minutes, patient, note)

    return make


@pytest.fixture
def day(request):
    marker = request.node.get_closest_marker("at")
    return marker.args[0] if marker else "2024-05-06"
`,
  'tests/test_command.py': raw`import os
import subprocess
import sys
from pathlib import Path

import pytest

from clinic.__main__ import main

SOURCES = Path(__file__).parent.parent / "src"


@pytest.fixture(autouse=True)
def on_this_day(monkeypatch, day):
    monkeypatch.setenv("CLINIC_DAY", day)


@pytest.fixture
def clinic(tmp_path, capsys):
    def run(*arguments):
        code = main(["--db", str(tmp_path / "a.db"), *arguments])
        return code, *capsys.readouterr()

    return run


def test_books(clinic):
    assert clinic("book", "ann", "9:00", "--note", "knee") == (0, "booked 09:00-09:15 ann (knee)\n", "")


def test_books_the_earliest(clinic):
    clinic("book", "ann", "9:00", "--minutes", "40")
    assert clinic("book", "bob")[1] == "booked 09:40-09:55 bob\n"


def test_full_day(clinic):
    clinic("book", "ann", "9:00", "--minutes", "475")
    assert clinic("book", "bob") == (1, "", "clinic: the day is full\n")


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["book", "bob", "9:10"], 3, "clinic: 09:10 is taken by ann\n"),
        (["cancel", "bob"], 4, "clinic: bob has no visit on 2024-05-06\n"),
    ],
    ids=["taken", "unknown"],
)
def test_errors(clinic, arguments, code, words):
    clinic("book", "ann", "9:00")
    assert clinic(*arguments) == (code, "", words)


def test_wrong_time(clinic, capsys):
    with pytest.raises(SystemExit) as ended:
        clinic("book", "ann", "25:00")
    assert ended.value.code == 2
    assert "not a time: '25:00'" in capsys.readouterr().err


@pytest.mark.slow
class TestProgram:
    @pytest.fixture
    def program(self, tmp_path):
        def run(*arguments, **more):
            environment = {**os.environ, "PYTHONPATH": str(SOURCES), **more}
            return subprocess.run(
                [sys.executable, "-m", "clinic", *arguments],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
            )

        return run

    def test_keeps_between_runs(self, program):
        program("book", "ann", "9:00", CLINIC_DB="b.db")
        ended = program("list", CLINIC_DB="b.db")
        assert (ended.returncode, ended.stdout) == (0, "09:00-09:15 ann\n3 % booked\n")

    def test_exit_code(self, program):
        assert program("cancel", "nobody").returncode == 4
`,
  'tests/test_model.py': raw`import pytest

from clinic.model import Visit, clock_of, minutes_of


@pytest.mark.parametrize("text, minutes", [("0:00", 0), ("9:05", 545), ("09:30", 570), ("23:59", 1439)])
def test_reads_times(text, minutes):
    assert minutes_of(text) == minutes


@pytest.mark.parametrize("text", ["", "9", "9:5", "9:60", "24:00", "a:00", "-1:00"])
def test_refuses_times(text):
    with pytest.raises(ValueError, match="not a time"):
        minutes_of(text)


def test_times_and_back():
    assert all(minutes_of(clock_of(minutes)) == minutes for minutes in range(0, 1440, 7))


class TestVisit:
    def test_overlaps(self, visit):
        assert visit("9:00", 30).overlaps(visit("9:15"))
        assert visit("9:15").overlaps(visit("9:00", 30))

    def test_neighbours_do_not_overlap(self, visit):
        assert not visit("9:00", 15).overlaps(visit("9:15"))
        assert not visit("9:15").overlaps(visit("9:00", 15))

    def test_moves(self, visit):
        moved = visit("9:00", 20, "bob", "tooth").moved(600)
        assert moved == Visit(600, 20, "bob", "tooth")

    def test_sorts_by_time(self, visit):
        assert sorted([visit("10:00"), visit("9:00")])[0].start == 540

    @pytest.mark.parametrize("minutes", [0, -5])
    def test_lasts(self, minutes):
        with pytest.raises(ValueError, match="at least a minute"):
            Visit(540, minutes, "ann")

    def test_says_itself(self, visit):
        assert str(visit("9:00", 75)) == "09:00-10:15 ann"
        assert str(visit("9:00", note="knee")) == "09:00-09:15 ann (knee)"
`,
  'tests/test_plan.py': raw`import pytest

from clinic.model import Visit, clock_of, minutes_of
from clinic.plan import earliest, gaps, load


def visits_of(texts):
    times = [[minutes_of(time) for time in text.split("-")] for text in texts]
    return [Visit(start, end - start, "ann") for start, end in times]


def test_gaps(case):
    free = [f"{clock_of(start)}-{clock_of(end)}" for start, end in gaps(visits_of(case["visits"]))]
    assert free == case["free"]


def test_load(case):
    assert load(visits_of(case["visits"])) == case["percent"]


@pytest.fixture(params=[15, 60], ids=["short", "long"])
def minutes(request):
    return request.param


class TestEarliest:
    def test_free_day(self, minutes):
        assert earliest([], minutes) == minutes_of("9:00")

    def test_after(self, minutes):
        assert earliest([], minutes, after=minutes_of("11:00")) == minutes_of("11:00")

    def test_behind_others(self, minutes):
        busy = visits_of(["09:00-10:00", "10:20-11:00"])
        expected = {15: "10:00", 60: "11:00"}[minutes]
        assert clock_of(earliest(busy, minutes)) == expected

    def test_pause(self, minutes):
        busy = visits_of(["09:00-10:00"])
        assert clock_of(earliest(busy, minutes, pause=10)) == "10:10"

    def test_no_pause_in_the_morning(self, minutes):
        assert earliest([], minutes, pause=10) == minutes_of("9:00")

    def test_full(self, minutes):
        assert earliest(visits_of(["09:00-16:50"]), minutes) is None
`,
  'tests/test_remind.py': raw`import asyncio
import logging

import pytest

from clinic import remind as module
from clinic.remind import Busy, remind


class FakeChannel:
    def __init__(self, busy=0):
        self.busy = busy
        self.sent = []
        self.running = self.most = 0

    async def send(self, patient, text):
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(0)
        self.running -= 1
        if self.busy > 0:
            self.busy -= 1
            raise Busy
        self.sent.append((patient, text))


@pytest.fixture
def pauses(monkeypatch):
    waited = []
    sleep = asyncio.sleep

    async def nap(seconds):
        if seconds:
            waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr(module.asyncio, "sleep", nap)
    return waited


async def test_tells_everybody(visit, pauses):
    channel = FakeChannel()
    assert await remind([visit("9:00"), visit("9:30", patient="bob")], channel) == []
    assert channel.sent == [("ann", "See you at 09:00"), ("bob", "See you at 09:30")]
    assert pauses == []


async def test_tries_again(visit, pauses, caplog):
    caplog.set_level(logging.WARNING)
    channel = FakeChannel(busy=2)
    assert await remind([visit("9:00")], channel) == []
    assert pauses == [0.5, 1.0]
    assert caplog.messages == ["ann: busy, try 1 of 3", "ann: busy, try 2 of 3"]


async def test_gives_up(visit, pauses):
    channel = FakeChannel(busy=9)
    assert await remind([visit("9:00")], channel, tries=2) == ["ann"]
    assert pauses == [0.5]


async def test_few_at_once(visit, pauses):
    channel = FakeChannel()
    await remind([visit(f"{hour}:00") for hour in range(9, 15)], channel, at_once=3)
    assert channel.most == 3
`,
};
