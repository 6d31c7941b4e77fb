// A practice in Python: SQLite with migrations, coroutines run by a hook of conftest, tests made from files of cases, classes of tests that inherit.
import type { Files } from '../case.ts';
import { CLINIC_STORE_TESTS } from './clinic-store-tests.ts';
import { CLINIC_TESTS } from './clinic-tests.ts';

const { raw } = String;

export const CLINIC: Files = {
  ...CLINIC_TESTS,
  ...CLINIC_STORE_TESTS,
  '.gitignore': raw`__pycache__/
.pytest_cache/
*.db
`,
  'README.md': raw`# Clinic

Books visits in a small practice, and reminds people.

    clinic --db visits.db book ann 09:00 --minutes 20
    clinic --db visits.db list
`,
  'baton.yaml': raw`commands:
  test: pytest-3
`,
  'pyproject.toml': raw`[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "clinic"
version = "0.6.0"
requires-python = ">=3.9"
dependencies = []

[project.scripts]
clinic = "clinic.__main__:main"

[tool.setuptools.package-data]
clinic = ["migrations/*.sql"]
`,
  'pytest.ini': raw`[pytest]
testpaths = tests
pythonpath = src
addopts = -ra --strict-markers
filterwarnings = error
markers =
    slow: starts a program
    at(time): what the clock says
`,
  'src/clinic/__init__.py': raw`"""Books visits in a small practice."""
`,
  'src/clinic/__main__.py': raw`import argparse
import os
import sys
from datetime import date

from clinic import plan
from clinic.errors import ClinicError
from clinic.model import Visit, clock_of, minutes_of
from clinic.store import Store


def today():
    return os.environ.get("CLINIC_DAY") or date.today().isoformat()


def time_argument(text):
    try:
        return minutes_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parser():
    top = argparse.ArgumentParser(prog="clinic")
    top.add_argument("--db", default=os.environ.get("CLINIC_DB", "clinic.db"))
    commands = top.add_subparsers(dest="command", required=True)
    book = commands.add_parser("book")
    book.add_argument("patient")
    book.add_argument("start", type=time_argument, nargs="?")
    book.add_argument("--minutes", type=int, default=15)
    book.add_argument("--note", default="")
    commands.add_parser("list")
    cancel = commands.add_parser("cancel")
    cancel.add_argument("patient")
    return top


def book(store, options):
    visits = store.of(today())
    start = options.start
    if start is None:
        start = plan.earliest(visits, options.minutes)
        if start is None:
            raise ClinicError("the day is full")
    visit = Visit(start, options.minutes, options.patient, options.note)
    store.book(today(), visit)
    print(f"booked {visit}")


def show(store, options):
    visits = store.of(today())
    for visit in visits:
        print(visit)
    print(f"{plan.load(visits)} % booked")


def cancel(store, options):
    count = store.cancel(today(), options.patient)
    print(f"cancelled {count}")


COMMANDS = {"book": book, "list": show, "cancel": cancel}


def main(arguments=None):
    options = parser().parse_args(arguments)
    store = Store.open(options.db)
    try:
        COMMANDS[options.command](store, options)
    except ClinicError as error:
        print(f"clinic: {error}", file=sys.stderr)
        return error.code
    finally:
        store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
`,
  'src/clinic/errors.py': raw`class ClinicError(Exception):
    """Whatever people are told in one line."""

    code = 1


class Taken(ClinicError):
    """Somebody else has this time."""

    code = 3


class Unknown(ClinicError):
    """There is no such visit."""

    code = 4
`,
  'src/clinic/migrations/001_visits.sql': raw`CREATE TABLE visits (
  id INTEGER PRIMARY KEY,
  day TEXT NOT NULL,
  start INTEGER NOT NULL,
  minutes INTEGER NOT NULL CHECK (minutes > 0),
  patient TEXT NOT NULL
);
`,
  'src/clinic/migrations/002_notes.sql': raw`ALTER TABLE visits ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE INDEX visits_by_day ON visits (day, start);
`,
  'src/clinic/model.py': raw`from dataclasses import dataclass, replace
from typing import Protocol

DAY = 24 * 60


def minutes_of(text):
    """Minutes since midnight of a time such as 9:30."""
    hours, colon, minutes = text.partition(":")
    if not colon or not (hours.isdigit() and minutes.isdigit() and len(minutes) == 2):
        raise ValueError(f"not a time: {text!r}")
    total = int(hours) * 60 + int(minutes)
    if int(minutes) > 59 or total >= DAY:
        raise ValueError(f"not a time: {text!r}")
    return total


def clock_of(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


@dataclass(frozen=True, order=True)
class Visit:
    start: int
    minutes: int
    patient: str
    note: str = ""

    def __post_init__(self):
        if self.minutes <= 0:
            raise ValueError("a visit lasts at least a minute")

    @property
    def end(self):
        return self.start + self.minutes

    def overlaps(self, other):
        return self.start < other.end and other.start < self.end

    def moved(self, start):
        return replace(self, start=start)

    def __str__(self):
        note = f" ({self.note})" if self.note else ""
        return f"{clock_of(self.start)}-{clock_of(self.end)} {self.patient}{note}"


class Clock(Protocol):
    def now(self) -> int: ...


class Channel(Protocol):
    async def send(self, patient: str, text: str) -> None: ...
`,
  'src/clinic/plan.py': raw`from clinic.model import minutes_of

OPENS = minutes_of("9:00")
CLOSES = minutes_of("17:00")


def gaps(visits, opens=OPENS, closes=CLOSES):
    """Free times of a day, as pairs of minutes."""
    free = []
    at = opens
    for visit in sorted(visits):
        if visit.start > at:
            free.append((at, visit.start))
        at = max(at, visit.end)
    if at < closes:
        free.append((at, closes))
    return free


def earliest(visits, minutes, after=OPENS, pause=0):
    """When a visit of so many minutes can start; None if the day is full."""
    for start, end in gaps(visits):
        begin = max(start, after)
        if start > OPENS and begin < start + pause:
            begin = start + pause
        if begin + minutes <= end:
            return begin
    return None


def load(visits, opens=OPENS, closes=CLOSES):
    """Which part of the day is booked, in percent."""
    booked = (closes - opens) - sum(end - start for start, end in gaps(visits, opens, closes))
    return round(100 * booked / (closes - opens))
`,
  'src/clinic/remind.py': raw`import asyncio
import logging

from clinic.model import clock_of

log = logging.getLogger("clinic.remind")


class Busy(Exception):
    """The channel asks for another try."""


async def remind(visits, channel, tries=3, pause=0.5, at_once=2):
    """Tells everybody; those who could not be told."""
    gate = asyncio.Semaphore(at_once)
    lost = []

    async def tell(visit):
        async with gate:
            for attempt in range(1, tries + 1):
                try:
                    await channel.send(visit.patient, f"See you at {clock_of(visit.start)}")
                    return
                except Busy:
                    log.warning("%s: busy, try %d of %d", visit.patient, attempt, tries)
                    if attempt < tries:
                        await asyncio.sleep(pause * 2 ** (attempt - 1))
            lost.append(visit.patient)

    await asyncio.gather(*(tell(visit) for visit in visits))
    return sorted(lost)
`,
  'src/clinic/store.py': raw`import sqlite3
from contextlib import contextmanager
from importlib import resources

from clinic.errors import Taken, Unknown
from clinic.model import Visit, clock_of


def migrations():
    folder = resources.files("clinic") / "migrations"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return [file.read_text() for file in files if file.name.endswith(".sql")]


class Store:
    def __init__(self, connection):
        self.connection = connection
        self.migrate()

    @classmethod
    def open(cls, path):
        return cls(sqlite3.connect(path, isolation_level=None))

    def migrate(self):
        (done,) = self.connection.execute("PRAGMA user_version").fetchone()
        for number, script in enumerate(migrations()[done:], start=done + 1):
            self.connection.executescript(script)
            self.connection.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def transaction(self):
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def book(self, day, *visits):
        """All of them, or none."""
        with self.transaction():
            for visit in visits:
                for other in self.of(day):
                    if visit.overlaps(other):
                        raise Taken(f"{clock_of(visit.start)} is taken by {other.patient}")
                self.connection.execute(
                    "INSERT INTO visits (day, start, minutes, patient, note) VALUES (?, ?, ?, ?, ?)",
                    (day, visit.start, visit.minutes, visit.patient, visit.note),
                )

    def of(self, day):
        rows = self.connection.execute(
            "SELECT start, minutes, patient, note FROM visits WHERE day = ? ORDER BY start", (day,)
        )
        return [Visit(*row) for row in rows]

    def cancel(self, day, patient):
        with self.transaction():
            cursor = self.connection.execute(
                "DELETE FROM visits WHERE day = ? AND patient = ?", (day, patient)
            )
            if cursor.rowcount == 0:
                raise Unknown(f"{patient} has no visit on {day}")
            return cursor.rowcount

    def close(self):
        self.connection.close()
`,
};
