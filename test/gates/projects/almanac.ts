// An application in Python with its tests inside its packages: settings by the environment, signals, templates, commands, coroutines, a kit of tests in the package.
import type { Files } from '../case.ts';
import { ALMANAC_TESTS } from './almanac-tests.ts';

const { raw } = String;

export const ALMANAC: Files = {
  'setup.cfg': raw`[metadata]
name = almanac
version = 2.3.0

[options]
packages = find:
python_requires = >=3.8
install_requires =

[options.package_data]
almanac = templates/*.txt

[options.entry_points]
console_scripts =
    almanac = almanac.commands:main

[tool:pytest]
addopts = -ra --strict-markers
testpaths = almanac
python_classes = Test When
markers =
    slow: takes long, and is left out without --slow

[flake8]
max-line-length = 110
`,
  'baton.yaml': 'commands:\n  test: pytest-3\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n*.egg-info/\n',
  'README.md': '# Almanac\n\nReads feeds of events.\n\n    almanac agenda feed.ics\n',
  'almanac/__init__.py': '"""Reads feeds of events."""\n\n__version__ = "2.3.0"\n',
  'almanac/conf/__init__.py': raw`import contextlib
import importlib
import os


class Settings:
    """What the module that ALMANAC_SETTINGS names says, once somebody asks."""

    def __init__(self):
        self._module = None
        self._overrides = {}

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._overrides:
            return self._overrides[name]
        if self._module is None:
            self._module = importlib.import_module(os.environ.get("ALMANAC_SETTINGS", "almanac.conf.base"))
        return getattr(self._module, name)

    @contextlib.contextmanager
    def override(self, **values):
        before = dict(self._overrides)
        self._overrides.update(values)
        try:
            yield self
        finally:
            self._overrides = before


settings = Settings()
`,
  'almanac/conf/base.py':
    'PAGE_SIZE = 20\nFIRST_PAGE = 1\nDATE_FORMAT = "%d.%m.%Y"\nSOURCES = ()\nDEBUG = False\n',
  'almanac/conf/testing.py': 'from almanac.conf.base import *  # noqa: F401,F403\n\nPAGE_SIZE = 2\n',
  'almanac/signals.py': raw`class Signal:
    def __init__(self):
        self._receivers = []

    def connect(self, receiver):
        self._receivers.append(receiver)
        return receiver

    def disconnect(self, receiver):
        self._receivers.remove(receiver)

    def send(self, sender, **values):
        """What each receiver answers; one that fails answers its error."""
        answers = []
        for receiver in list(self._receivers):
            try:
                answers.append(receiver(sender, **values))
            except Exception as error:
                answers.append(error)
        return answers


event_read = Signal()
`,
  'almanac/models.py': raw`from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from almanac.conf import settings


@dataclass(frozen=True)
class Event:
    title: str
    start: datetime
    minutes: int = 60
    tags: frozenset = field(default_factory=frozenset)

    @property
    def end(self):
        return self.start + timedelta(minutes=self.minutes)

    def overlaps(self, other):
        return self.start < other.end and other.start < self.end

    def moved(self, **by):
        return replace(self, start=self.start + timedelta(**by))

    def repeated(self, times, every=7):
        return [self.moved(days=every * index) for index in range(times)]


class Query:
    """Events, chosen step by step."""

    def __init__(self, events):
        self._events = tuple(events)

    def __iter__(self):
        return iter(self._events)

    def __len__(self):
        return len(self._events)

    def tagged(self, *tags):
        return Query(event for event in self if event.tags.issuperset(tags))

    def between(self, since, until):
        return Query(event for event in self if since <= event.start < until)

    def ordered(self, by="start", descending=False):
        return Query(sorted(self, key=lambda event: getattr(event, by), reverse=descending))

    def page(self, number):
        at = (number - settings.FIRST_PAGE) * settings.PAGE_SIZE
        if at < 0:
            raise IndexError(f"no page {number}")
        return Query(self._events[at : at + settings.PAGE_SIZE])

    def titles(self):
        """Deprecated: ask the events."""
        return [event.title for event in self]


def conflicts(events):
    ordered = sorted(events, key=lambda event: event.start)
    return [
        (one, other)
        for index, one in enumerate(ordered)
        for other in ordered[index + 1 :]
        if one.overlaps(other)
    ]
`,
  'almanac/feeds/__init__.py':
    'from almanac.feeds.parse import FeedError, parse\n\n__all__ = ["FeedError", "parse"]\n',
  'almanac/feeds/parse.py': raw`from datetime import datetime

from almanac.models import Event
from almanac.signals import event_read


class FeedError(ValueError):
    def __init__(self, line, reason):
        super().__init__(f"line {line}: {reason}")
        self.line = line


def unfold(text):
    """Lines with their numbers; one that begins with a blank belongs to the one before."""
    lines = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if line.startswith(" ") and lines:
            lines[-1] = (lines[-1][0], lines[-1][1] + line[1:])
        elif line:
            lines.append((number, line))
    return lines


def unescape(text):
    return text.replace("\\,", ",").replace("\\n", "\n")


def parse(text):
    events, fields = [], None
    for number, line in unfold(text):
        name, colon, value = line.partition(":")
        if not colon:
            raise FeedError(number, f"expected a colon in {line!r}")
        if (name, value) == ("BEGIN", "VEVENT"):
            fields = {}
        elif (name, value) == ("END", "VEVENT"):
            if fields is None or "DTSTART" not in fields:
                raise FeedError(number, "an event without a start")
            event = Event(
                unescape(fields.get("SUMMARY", "(no title)")),
                datetime.strptime(fields["DTSTART"], "%Y%m%dT%H%M"),
                int(fields.get("DURATION", "60")),
                frozenset(filter(None, fields.get("CATEGORIES", "").split(","))),
            )
            event_read.send(parse, event=event)
            events.append(event)
            fields = None
        elif fields is not None:
            fields[name] = value
    return events
`,
  'almanac/feeds/poll.py': raw`import asyncio

from almanac.feeds.parse import FeedError, parse


async def poll(sources, timeout=1.0):
    """The events of all sources, in their order, and why others have none."""

    async def read(name, source):
        try:
            return name, parse(await asyncio.wait_for(source(), timeout)), None
        except asyncio.TimeoutError:
            return name, [], "too slow"
        except (FeedError, OSError) as error:
            return name, [], str(error)

    found = await asyncio.gather(*(read(name, source) for name, source in sources.items()))
    events = [event for _, some, _ in found for event in some]
    return events, {name: why for name, _, why in found if why is not None}
`,
  'almanac/render.py': raw`from functools import lru_cache
from pathlib import Path
from string import Template

from almanac.conf import settings

FOLDER = Path(__file__).parent / "templates"


@lru_cache(maxsize=None)
def template(name):
    return Template((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def render(name, event):
    return template(name).substitute(
        title=event.title,
        day=event.start.strftime(settings.DATE_FORMAT),
        start=event.start.strftime("%H:%M"),
        end=event.end.strftime("%H:%M"),
        tags=" ".join(f"#{tag}" for tag in sorted(event.tags)),
    )
`,
  'almanac/templates/agenda.txt': '$day $start-$end  $title $tags\n',
  'almanac/templates/card.txt': '$title\n  on $day\n  from $start to $end\n',
  'almanac/commands.py': raw`import argparse
import sys
from pathlib import Path

from almanac.feeds import FeedError, parse
from almanac.models import Query, conflicts
from almanac.render import render

COMMANDS = {}


def command(function):
    COMMANDS[function.__name__] = function
    return function


@command
def agenda(events, out):
    for event in Query(events).ordered():
        out.write(render("agenda", event).rstrip() + "\n")


@command
def cards(events, out):
    out.write("\n".join(render("card", event) for event in Query(events).ordered()))


@command
def clashes(events, out):
    found = conflicts(events)
    for one, other in found:
        out.write(f"{one.title} and {other.title}\n")
    return 1 if found else 0


def main(argv=None, out=None):
    out = sys.stdout if out is None else out
    parser = argparse.ArgumentParser(prog="almanac")
    parser.add_argument("command", choices=sorted(COMMANDS))
    parser.add_argument("feed", type=Path)
    options = parser.parse_args(argv)
    try:
        events = parse(options.feed.read_text(encoding="utf-8"))
    except FeedError as error:
        print(f"almanac: {options.feed.name}: {error}", file=sys.stderr)
        return 2
    return COMMANDS[options.command](events, out) or 0


if __name__ == "__main__":
    sys.exit(main())
`,
  ...ALMANAC_TESTS,
};
