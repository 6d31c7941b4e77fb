// A command in Python: src layout, a registry behind an abstract class, dataclasses, fixtures that are made by markers, helpers on the path.
import type { Files } from '../case.ts';
import { TIMECARD_TESTS } from './timecard-tests.ts';

const { raw } = String;

export const TIMECARD: Files = {
  'pyproject.toml': raw`[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "timecard"
version = "1.4.0"
requires-python = ">=3.9"
dependencies = []

[project.scripts]
timecard = "timecard.cli:main"

[tool.setuptools.packages.find]
where = ["src"]

[tool.pytest.ini_options]
minversion = "7.0"
addopts = "-ra --strict-markers --import-mode=importlib"
testpaths = ["tests"]
pythonpath = ["src", "tests/lib"]
filterwarnings = ["error"]
markers = ["renders(name): the exporter that a test wants", "command: starts the command"]
`,
  'baton.yaml': 'commands:\n  test: pytest-3\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n*.egg-info/\n',
  'README.md': '# Timecard\n\nCounts hours.\n\n    timecard report --format text\n',
  'src/timecard/__init__.py': '"""Counts hours."""\n\n__version__ = "1.4.0"\n',
  'src/timecard/duration.py': raw`import re

_PATTERN = re.compile(r"(?:(?P<hours>\d+)h)?(?:(?P<minutes>\d+)m?)?$")


def parse_minutes(text):
    """How many minutes a text such as 1h30 means."""
    match = _PATTERN.match(text.strip())
    if match is None or not any(match.groups()):
        raise ValueError(f"not a duration: {text!r}")
    return int(match["hours"] or 0) * 60 + int(match["minutes"] or 0)


def show(minutes):
    sign = "-" if minutes < 0 else ""
    hours, rest = divmod(abs(minutes), 60)
    return f"{sign}{hours}:{rest:02d}"
`,
  'src/timecard/entry.py': raw`from dataclasses import dataclass, field
from datetime import date

from timecard.duration import parse_minutes


class EntryError(ValueError):
    def __init__(self, line, reason):
        super().__init__(f"line {line}: {reason}")
        self.line = line


@dataclass(frozen=True, order=True)
class Entry:
    day: date
    project: str
    minutes: int
    note: str = field(default="", compare=False)

    @classmethod
    def parse(cls, text):
        day, project, spent, *note = text.split(maxsplit=3)
        return cls(date.fromisoformat(day), project, parse_minutes(spent), "".join(note))


def read_entries(lines):
    entries = []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            entries.append(Entry.parse(line))
        except ValueError as error:
            raise EntryError(number, error) from error
    return sorted(entries)
`,
  'src/timecard/summary.py': raw`from collections import defaultdict
from dataclasses import dataclass


@dataclass
class Total:
    project: str
    minutes: int = 0
    days: int = 0


def by_project(entries):
    found = defaultdict(list)
    for entry in entries:
        found[entry.project].append(entry)
    return [
        Total(project, sum(one.minutes for one in ones), len({one.day for one in ones}))
        for project, ones in sorted(found.items())
    ]


def overtime(entries, daily=480):
    spent = defaultdict(int)
    for entry in entries:
        spent[entry.day] += entry.minutes
    return sum(minutes - daily for minutes in spent.values())
`,
  'src/timecard/exporters/__init__.py': raw`import importlib

from timecard.exporters.base import REGISTRY, Exporter

BUILT_IN = ("text", "comma", "markdown")

for _name in BUILT_IN:
    importlib.import_module(f"timecard.exporters.{_name}")


def exporter(name):
    try:
        return REGISTRY[name]()
    except KeyError:
        raise LookupError(f"no format {name}, only {', '.join(sorted(REGISTRY))}") from None


__all__ = ["REGISTRY", "Exporter", "exporter"]
`,
  'src/timecard/exporters/base.py': raw`from abc import ABC, abstractmethod

REGISTRY = {}


class Exporter(ABC):
    name = None

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if cls.name is not None:
            REGISTRY[cls.name] = cls

    @abstractmethod
    def rows(self, totals):
        """Lines without their ends."""

    def render(self, totals):
        return "".join(f"{row}\n" for row in self.rows(totals))
`,
  'src/timecard/exporters/text.py': raw`from timecard.duration import show
from timecard.exporters.base import Exporter


class Text(Exporter):
    name = "text"

    def rows(self, totals):
        width = max(5, *(len(total.project) for total in totals)) if totals else 5
        for total in totals:
            yield f"{total.project.ljust(width)}  {show(total.minutes):>6}"
        yield f"{'total'.ljust(width)}  {show(sum(total.minutes for total in totals)):>6}"
`,
  'src/timecard/exporters/comma.py': raw`from timecard.exporters.base import Exporter


def quoted(text):
    return '"' + text.replace('"', '""') + '"' if '"' in text or "," in text else text


class Comma(Exporter):
    name = "comma"

    def rows(self, totals):
        yield "project,minutes,days"
        for total in totals:
            yield f"{quoted(total.project)},{total.minutes},{total.days}"
`,
  'src/timecard/exporters/markdown.py': raw`from timecard.duration import show
from timecard.exporters.base import Exporter


class Markdown(Exporter):
    name = "markdown"

    def rows(self, totals):
        yield "| project | time |"
        yield "|---|---:|"
        for total in totals:
            yield f"| {total.project} | {show(total.minutes)} |"
`,
  'src/timecard/settings.py': raw`import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    file: Path
    format: str = "text"


def load(env=None):
    env = os.environ if env is None else env
    file = env.get("TIMECARD_FILE") or Path(env.get("HOME", ".")) / ".timecard"
    return Settings(Path(file), env.get("TIMECARD_FORMAT", "text"))
`,
  'src/timecard/cli.py': raw`import argparse
import sys
from datetime import date

from timecard import __version__
from timecard.entry import Entry, read_entries
from timecard.exporters import exporter
from timecard.settings import load
from timecard.summary import by_project


def today():
    return date.today()


def _parser(settings):
    parser = argparse.ArgumentParser(prog="timecard")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    report = commands.add_parser("report")
    report.add_argument("--format", default=settings.format)
    add = commands.add_parser("add")
    add.add_argument("project")
    add.add_argument("spent")
    return parser


def report(settings, options):
    entries = read_entries(settings.file.read_text(encoding="utf-8").splitlines())
    sys.stdout.write(exporter(options.format).render(by_project(entries)))


def add(settings, options):
    line = f"{today().isoformat()} {options.project} {options.spent}"
    Entry.parse(line)
    with settings.file.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def main(argv=None):
    settings = load()
    options = _parser(settings).parse_args(argv)
    try:
        {"report": report, "add": add}[options.command](settings, options)
    except (LookupError, ValueError) as error:
        print(f"timecard: {error}", file=sys.stderr)
        return 1
    except FileNotFoundError as error:
        print(f"timecard: no file {error.filename}", file=sys.stderr)
        return 3
    return 0
`,
  ...TIMECARD_TESTS,
};
