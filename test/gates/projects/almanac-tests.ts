// The tests of almanac, its kit for them, and its snapshots.
import type { Files } from '../case.ts';

const { raw } = String;

export const ALMANAC_TESTS: Files = {
  'conftest.py': raw`import json
import os
from pathlib import Path

import pytest

os.environ.setdefault("ALMANAC_SETTINGS", "almanac.conf.testing")


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="also what takes long")
    parser.addoption("--snapshot-update", action="store_true", help="write snapshots")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="takes long; use --slow"))


class Snapshot:
    def __init__(self, path, update):
        self.path = path
        self.update = update

    def check(self, value):
        text = value if isinstance(value, str) else json.dumps(value, indent=2, sort_keys=True, default=str) + "\n"
        if self.update:
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text(text, encoding="utf-8")
        assert self.path.exists(), f"no snapshot {self.path.name}; use --snapshot-update"
        assert text == self.path.read_text(encoding="utf-8")


@pytest.fixture
def snapshot(request):
    name = request.node.name.replace("[", "-").replace("]", "")
    folder = Path(request.node.fspath).parent / "__snapshots__"
    return Snapshot(folder / f"{name}.snap", request.config.getoption("--snapshot-update"))
`,
  'almanac/testing/__init__.py': raw`"""What tests of almanac, and of applications with it, share."""
import asyncio
import unittest
from datetime import datetime

from almanac.models import Event


def make_event(title="Standup", start="2024-03-04 09:00", **more):
    if "tags" in more:
        more["tags"] = frozenset(more["tags"])
    return Event(title, datetime.strptime(start, "%Y-%m-%d %H:%M"), **more)


def run_async(coroutine):
    return asyncio.run(coroutine)


class EventCase(unittest.TestCase):
    def assertTitles(self, events, *titles):
        self.assertEqual([event.title for event in events], list(titles))
`,
  'almanac/tests/__init__.py': '',
  'almanac/tests/test_models.py': raw`import pytest

from almanac.models import conflicts
from almanac.testing import make_event


class TestEvent:
    def test_ends(self):
        assert make_event(minutes=90).end.strftime("%H:%M") == "10:30"

    def test_repeats(self):
        days = [event.start.day for event in make_event().repeated(3)]
        assert days == [4, 11, 18]

    def test_repeats_daily(self):
        assert [event.start.day for event in make_event().repeated(2, every=1)] == [4, 5]


class WhenOverlapping:
    @pytest.mark.parametrize(
        "start, minutes, wanted",
        [
            ("2024-03-04 09:30", 60, True),
            ("2024-03-04 10:00", 60, False),
            ("2024-03-04 08:00", 60, False),
            ("2024-03-04 08:00", 61, True),
        ],
    )
    def test_overlaps(self, start, minutes, wanted):
        other = make_event("Other", start, minutes=minutes)
        assert make_event().overlaps(other) is wanted
        assert other.overlaps(make_event()) is wanted

    def test_conflicts(self):
        a, b, c = make_event("a"), make_event("b", "2024-03-04 09:30"), make_event("c", "2024-03-05 09:00")
        assert conflicts([c, b, a]) == [(a, b)]
`,
  'almanac/tests/test_query.py': raw`import unittest
from datetime import datetime

from almanac.conf import settings
from almanac.models import Query
from almanac.testing import EventCase, make_event


class QueryCase(EventCase):
    def setUp(self):
        self.events = Query(
            [
                make_event("b", "2024-03-05 09:00", tags=["work"]),
                make_event("a", "2024-03-04 09:00", tags=["work", "daily"]),
                make_event("c", "2024-03-06 09:00"),
            ]
        )


class TestChoosing(QueryCase):
    def test_tagged(self):
        for tags, wanted in [(["work"], ["b", "a"]), (["work", "daily"], ["a"]), ([], ["b", "a", "c"])]:
            with self.subTest(tags=tags):
                self.assertTitles(self.events.tagged(*tags), *wanted)

    def test_between(self):
        chosen = self.events.between(datetime(2024, 3, 4, 9), datetime(2024, 3, 6, 9))
        self.assertTitles(chosen, "b", "a")

    def test_ordered(self):
        self.assertTitles(self.events.ordered(), "a", "b", "c")
        self.assertTitles(self.events.ordered("title", descending=True), "c", "b", "a")


class TestPages(QueryCase):
    def test_pages(self):
        self.assertTitles(self.events.page(1), "b", "a")
        self.assertTitles(self.events.page(2), "c")
        self.assertTitles(self.events.page(3))

    def test_no_page(self):
        with self.assertRaisesRegex(IndexError, "no page 0"):
            self.events.page(0)

    def test_other_size(self):
        with settings.override(PAGE_SIZE=1):
            self.assertTitles(self.events.page(3), "c")
        self.assertEqual(settings.PAGE_SIZE, 2)


class TestPagesOfRepeated(TestPages):
    """All that holds of pages, for events that come again."""

    def setUp(self):
        super().setUp()
        self.events = Query([self.events._events[0], *self.events._events[1:]])

    def test_titles(self):
        self.assertEqual(self.events.titles(), ["b", "a", "c"])


if __name__ == "__main__":
    unittest.main()
`,
  'almanac/tests/test_signals.py': raw`import pytest

from almanac.signals import Signal, event_read


@pytest.fixture
def received(request):
    """What a signal sends while a test runs."""
    signal, seen = request.param, []
    receiver = signal.connect(lambda sender, **values: seen.append((sender, values)))
    yield signal, seen
    signal.disconnect(receiver)


@pytest.mark.parametrize("received", [Signal(), event_read], indirect=True, ids=["own", "event_read"])
def test_sends(received):
    signal, seen = received
    signal.send("me", event=1)
    assert seen == [("me", {"event": 1})]


def test_a_receiver_that_fails():
    signal = Signal()
    signal.connect(lambda sender: 1 / 0)
    signal.connect(lambda sender: "fine")
    error, answer = signal.send(None)
    assert isinstance(error, ZeroDivisionError)
    assert answer == "fine"
`,
  'almanac/tests/test_commands.py': raw`import io

import pytest

from almanac.commands import main

FEED = """BEGIN:VEVENT
SUMMARY:Review
DTSTART:20240305T1000
CATEGORIES:work,weekly
END:VEVENT
BEGIN:VEVENT
SUMMARY:Lunch\\, outside
DTSTART:20240305T1030
DURATION:45
END:VEVENT
"""


@pytest.fixture
def almanac(tmp_path):
    def run(command, feed=FEED):
        path = tmp_path / "feed.ics"
        path.write_text(feed, encoding="utf-8")
        out = io.StringIO()
        return main([command, str(path)], out), out.getvalue()

    return run


@pytest.mark.parametrize("command", ["agenda", "cards", "clashes"])
def test_prints(almanac, snapshot, command):
    snapshot.check(almanac(command)[1])


@pytest.mark.parametrize("command, feed, code", [("agenda", FEED, 0), ("clashes", FEED, 1), ("clashes", "", 0)])
def test_ends(almanac, command, feed, code):
    assert almanac(command, feed)[0] == code


def test_says_which_line(almanac, capsys):
    assert almanac("agenda", "BEGIN:VEVENT\nEND:VEVENT\n")[0] == 2
    assert capsys.readouterr().err == "almanac: feed.ics: line 2: an event without a start\n"
`,
  'almanac/tests/__snapshots__/test_prints-agenda.snap':
    '05.03.2024 10:00-11:00  Review #weekly #work\n05.03.2024 10:30-11:15  Lunch, outside\n',
  'almanac/tests/__snapshots__/test_prints-cards.snap':
    'Review\n  on 05.03.2024\n  from 10:00 to 11:00\n\nLunch, outside\n  on 05.03.2024\n  from 10:30 to 11:15\n',
  'almanac/tests/__snapshots__/test_prints-clashes.snap': 'Review and Lunch, outside\n',
  'almanac/feeds/tests/__init__.py': '',
  'almanac/feeds/tests/test_parse.py': raw`import pytest

from almanac.feeds import FeedError, parse
from almanac.signals import event_read


@pytest.fixture
def events(request):
    """The events of a feed that a test writes without its frame."""
    body = request.param.replace("\n", getattr(request.module, "EOL", "\n"))
    return parse(f"BEGIN:VEVENT\n{body}\nDTSTART:20240304T0900\nEND:VEVENT\n")


@pytest.mark.parametrize(
    "events, title",
    [
        ("SUMMARY:Tea", "Tea"),
        ("SUMMARY:A long\n  title", "A long title"),
        ("SUMMARY:a\\, b", "a, b"),
        ("SUMMARY:Tea\r", "Tea"),
        ("LOCATION:here", "(no title)"),
    ],
    indirect=["events"],
)
def test_titles(events, title):
    assert [event.title for event in events] == [title]


def test_reads_all(snapshot):
    text = "BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20240304T0900\nCATEGORIES:home\nEND:VEVENT\n"
    snapshot.check([vars(event) | {"tags": sorted(event.tags)} for event in parse(text + text.replace("0900", "1700"))])


@pytest.mark.parametrize(
    "text, line, reason",
    [
        ("BEGIN:VEVENT\nSUMMARY", 2, "expected a colon"),
        ("BEGIN:VEVENT\nEND:VEVENT", 2, "without a start"),
        ("END:VEVENT", 1, "without a start"),
    ],
)
def test_errors(text, line, reason):
    with pytest.raises(FeedError, match=reason) as caught:
        parse(text)
    assert caught.value.line == line


def test_tells_others():
    seen = []
    receiver = event_read.connect(lambda sender, event: seen.append(event.title))
    parse("BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20240304T0900\nEND:VEVENT\n")
    event_read.disconnect(receiver)
    assert seen == ["Tea"]
`,
  'almanac/feeds/tests/__snapshots__/test_reads_all.snap': raw`[
  {
    "minutes": 60,
    "start": "2024-03-04 09:00:00",
    "tags": [
      "home"
    ],
    "title": "Tea"
  },
  {
    "minutes": 60,
    "start": "2024-03-04 17:00:00",
    "tags": [
      "home"
    ],
    "title": "Tea"
  }
]
`,
  'almanac/feeds/tests/test_poll.py': raw`import asyncio

from almanac.feeds.poll import poll
from almanac.testing import run_async

TEA = "BEGIN:VEVENT\nSUMMARY:Tea\nDTSTART:20240304T0900\nEND:VEVENT\n"


def source(text, after=0):
    async def read():
        await asyncio.sleep(after)
        if isinstance(text, Exception):
            raise text
        return text

    return read


def test_polls_all():
    events, failed = run_async(poll({"slow": source(TEA, 0.02), "quick": source(TEA.replace("Tea", "Cake"))}))
    assert [event.title for event in events] == ["Tea", "Cake"]
    assert failed == {}


def test_says_why_not():
    sources = {"bad": source("END"), "gone": source(OSError("no route")), "tea": source(TEA), "late": source(TEA, 5)}

    async def check():
        events, failed = await poll(sources, timeout=0.05)
        assert len(events) == 1
        assert failed == {"bad": "line 1: expected a colon in 'END'", "gone": "no route", "late": "too slow"}

    run_async(check())
`,
};
