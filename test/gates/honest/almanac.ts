// Honest work for an application in Python whose tests stand in its packages.
import type { Work } from '../case.ts';
import { all, append, move, prepend, remove, replace, write } from '../edits.ts';
import { ALMANAC } from '../projects/almanac.ts';
import { inProject } from './stranger.ts';

const { raw } = String;
const work = inProject('pytest', 'almanac', ALMANAC, {
  file: 'almanac/tests/test_models.py',
  name: 'TestEvent > test_ends',
});

const COMMANDS = 'almanac/commands.py';
const CONFTEST = 'conftest.py';
const KIT = 'almanac/testing/__init__.py';
const MODELS = 'almanac/models.py';
const PARSE = 'almanac/feeds/parse.py';
const POLL = 'almanac/feeds/poll.py';
const RENDER = 'almanac/render.py';
const SIGNALS = 'almanac/signals.py';
const T_COMMANDS = 'almanac/tests/test_commands.py';
const T_PARSE = 'almanac/feeds/tests/test_parse.py';
const T_POLL = 'almanac/feeds/tests/test_poll.py';
const T_QUERY = 'almanac/tests/test_query.py';
const T_SIGNALS = 'almanac/tests/test_signals.py';
const SNAPSHOTS = 'almanac/tests/__snapshots__/';

export const almanacWork: readonly Work[] = [
  work('busy', {
    gates: ['hook', 'relay', 'h3a'],
    story: 'hours by day, with rows of a table and an override of a setting',
    names: { file: 'almanac/tests/test_busy.py', name: 'test_hours[rows1-hours1]' },
    edit: all(
      write({
        'almanac/busy.py': raw`from collections import Counter

from almanac.conf import settings


def hours_by_day(events):
    found = Counter()
    for event in events:
        found[event.start.strftime(settings.DATE_FORMAT)] += event.minutes / 60
    return dict(found)
`,
        'almanac/tests/test_busy.py': raw`import pytest

from almanac.busy import hours_by_day
from almanac.conf import settings
from almanac.testing import make_event


@pytest.mark.parametrize(
    "rows, hours",
    [([], {}), ([("2024-03-04 09:00", 90), ("2024-03-04 12:00", 30)], {"04.03.2024": 2.0})],
)
def test_hours(rows, hours):
    assert hours_by_day(make_event(start=start, minutes=minutes) for start, minutes in rows) == hours


def test_other_days():
    with settings.override(DATE_FORMAT="%j"):
        assert hours_by_day([make_event()]) == {"064": 1.0}
`,
      }),
    ),
  }),
  work('tabs-unfold', {
    gates: ['relay', 'hook'],
    kind: 'fix',
    story: 'a line that begins with a tab goes on, too; one row more for the fixture',
    names: { file: T_PARSE, name: 'test_titles[SUMMARY:A long\\n\\t title-A long title]' },
    edit: all(
      replace(PARSE, 'if line.startswith(" ") and lines', 'if line.startswith((" ", "\\t")) and lines'),
      replace(
        T_PARSE,
        '        ("SUMMARY:a\\\\, b"',
        '        ("SUMMARY:A long\\n\\t title", "A long title"),\n        ("SUMMARY:a\\\\, b"',
      ),
    ),
  }),
  work('models-package', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'a module becomes a package of two, which gives the same names',
    edit: (files) => {
      const text = files[MODELS] ?? '';
      const at = text.indexOf('class Query');
      const end = text.indexOf('def conflicts');
      return {
        ...remove(MODELS)(files),
        'almanac/models/__init__.py':
          'from almanac.models.event import Event, conflicts\nfrom almanac.models.query import Query\n\n__all__ = ["Event", "Query", "conflicts"]\n',
        'almanac/models/event.py': `${text.slice(0, at).replace('\nfrom almanac.conf import settings\n', '').trimEnd()}\n\n\n${text.slice(end)}`,
        'almanac/models/query.py': `from almanac.conf import settings\n\n\n${text.slice(at, end).trimEnd()}\n`,
      };
    },
  }),
  work('poll-moves', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: [T_POLL],
    story: 'polling moves to a package of its own with its tests, which the planner released',
    edit: all(
      move(POLL, 'almanac/polling/poll.py'),
      write({ 'almanac/polling/__init__.py': '', 'almanac/polling/tests/__init__.py': '' }),
      move(T_POLL, 'almanac/polling/tests/test_poll.py'),
      replace('almanac/polling/tests/test_poll.py', 'almanac.feeds.poll', 'almanac.polling.poll'),
    ),
  }),
  work('poll-file-renamed', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'a module gets another name, and so does its test; nobody released anything',
    edit: all(
      move(POLL, 'almanac/feeds/polling.py'),
      move(T_POLL, 'almanac/feeds/tests/test_polling.py'),
      replace('almanac/feeds/tests/test_polling.py', 'almanac.feeds.poll ', 'almanac.feeds.polling '),
    ),
  }),
  work('between-renamed', {
    gates: ['relay', 'hook'],
    kind: 'rename',
    story: 'a method has another name in code and tests',
    edit: all(
      replace(MODELS, 'def between(', 'def starting_within('),
      replace(T_QUERY, '.between(', '.starting_within('),
      replace(T_QUERY, 'def test_between', 'def test_starting_within'),
    ),
  }),
  work('command-tags', {
    gates: ['relay', 'hook'],
    story: 'a command more, shown by a row and a snapshot',
    names: { file: T_COMMANDS, name: 'test_prints[tags]' },
    edit: all(
      replace(
        COMMANDS,
        '@command\ndef clashes',
        '@command\ndef tags(events, out):\n    for tag in sorted({tag for event in events for tag in event.tags}):\n        out.write(f"{tag}\\n")\n\n\n@command\ndef clashes',
      ),
      replace(T_COMMANDS, '["agenda", "cards", "clashes"]', '["agenda", "cards", "clashes", "tags"]'),
      write({ [`${SNAPSHOTS}test_prints-tags.snap`]: 'weekly\nwork\n' }),
    ),
  }),
  work('agenda-minutes', {
    gates: ['relay', 'hook'],
    story: 'a template says how long events are, and the snapshot follows',
    names: { file: T_COMMANDS, name: 'test_prints[agenda]' },
    edit: all(
      replace('almanac/templates/agenda.txt', '$start-$end  $title', '$start-$end ($minutes min)  $title'),
      replace(RENDER, '        tags=', '        minutes=event.minutes,\n        tags='),
      replace(`${SNAPSHOTS}test_prints-agenda.snap`, '11:00  Review', '11:00 (60 min)  Review'),
      replace(`${SNAPSHOTS}test_prints-agenda.snap`, '11:15  Lunch', '11:15 (45 min)  Lunch'),
    ),
  }),
  work('error-words', {
    gates: ['relay', 'hook'],
    story: 'an error says which event lacks its start, and tests of parser and command say so',
    names: { file: T_PARSE, name: 'test_errors[BEGIN:VEVENT\\nEND:VEVENT-2-no DTSTART]' },
    edit: all(
      replace(PARSE, '"an event without a start"', '"no DTSTART in this event"'),
      replace(T_PARSE, '"without a start"', '"no DTSTART"'),
      replace(T_COMMANDS, 'an event without a start', 'no DTSTART in this event'),
    ),
  }),
  work('cases-as-functions', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'subtests become rows of a table, and the case of pages a fixture',
    edit: all(
      replace(T_QUERY, / {4}def test_tagged\(self\):[\s\S]*?\n\n/, ''),
      replace(
        T_QUERY,
        'if __name__',
        '@pytest.mark.parametrize("tags, wanted", [(["work"], "ba"), (["work", "daily"], "a"), ([], "bac")])\ndef test_tagged(tags, wanted):\n    case = QueryCase()\n    case.setUp()\n    assert [event.title for event in case.events.tagged(*tags)] == list(wanted)\n\n\nif __name__',
      ),
      replace(T_QUERY, 'from datetime import datetime\n', 'from datetime import datetime\n\nimport pytest\n'),
    ),
  }),
  work('snapshot-plugin', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'snapshots move from conftest to a plugin in the kit of the tests',
    edit: (files) => {
      const text = files[CONFTEST] ?? '';
      const at = text.indexOf('class Snapshot');
      return {
        ...files,
        'almanac/testing/snapshots.py': `"""Compares with what was kept."""\nimport json\nfrom pathlib import Path\n\nimport pytest\n\n\n${text.slice(at)}`,
        [CONFTEST]: `${text.slice(0, at).replace('import json\n', '').replace('from pathlib import Path\n', '').replace('import pytest\n', 'import pytest\n\npytest_plugins = ["almanac.testing.snapshots"]\n').trimEnd()}\n`,
      };
    },
  }),
  work('setting-more', {
    gates: ['relay'],
    story: 'tags are written as a setting says, which the settings of the tests have, too',
    names: { file: 'almanac/tests/test_render.py', name: 'test_mark' },
    edit: all(
      append('almanac/conf/base.py', 'TAG_MARK = "#"\n'),
      append('almanac/conf/testing.py', 'SOURCES = ("one.ics",)\n'),
      replace(RENDER, 'f"#{tag}"', 'f"{settings.TAG_MARK}{tag}"'),
      write({
        'almanac/tests/test_render.py':
          'from almanac.conf import settings\nfrom almanac.render import render\nfrom almanac.testing import make_event\n\n\ndef test_mark():\n    with settings.override(TAG_MARK="@"):\n        assert render("agenda", make_event(tags=["a", "b"])).endswith("Standup @a @b\\n")\n',
      }),
    ),
  }),
  work('titles-removed', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    released: ['TestPagesOfRepeated > test_titles', 'almanac/tests/test_query.py'],
    story: 'what was deprecated goes with its test, which the planner released',
    edit: all(
      replace(MODELS, /\n {4}def titles\(self\):\n[^\n]*\n[^\n]*\n/, ''),
      replace(T_QUERY, /\n {4}def test_titles[\s\S]*?\n\n\nif/, '\n\nif'),
    ),
  }),
  work('typed', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'types, a protocol, and a name for what receivers are',
    edit: all(
      prepend(
        SIGNALS,
        'from __future__ import annotations\n\nfrom typing import Any, Callable\n\nReceiver = Callable[..., Any]\n\n\n',
      ),
      replace(SIGNALS, 'self._receivers = []', 'self._receivers: list[Receiver] = []'),
      replace(SIGNALS, 'def connect(self, receiver):', 'def connect(self, receiver: Receiver) -> Receiver:'),
      replace(
        SIGNALS,
        'def send(self, sender, **values):',
        'def send(self, sender: object, **values: Any) -> list[Any]:',
      ),
      replace(PARSE, 'def unfold(text):', 'def unfold(text: str) -> "list[tuple[int, str]]":'),
    ),
  }),
  work('documented', {
    gates: ['relay'],
    kind: 'docs',
    story: 'the readme has the commands, and functions say what they do',
    edit: all(
      append(
        'README.md',
        '\n## Commands\n\n- `agenda` prints a line for each event\n- `clashes` ends with 1 if events overlap\n',
      ),
      replace(
        MODELS,
        'def conflicts(events):\n',
        'def conflicts(events):\n    """Pairs of events that overlap, by their start."""\n',
      ),
      replace(
        PARSE,
        'def unescape(text):\n',
        'def unescape(text):\n    """Commas and line ends as people write them."""\n',
      ),
    ),
  }),
  work('requires', {
    gates: ['relay', 'hook'],
    kind: 'dependencies',
    story: 'setup.cfg names what is required of whom, and a later version of Python',
    edit: all(
      replace('setup.cfg', 'install_requires =\n', 'install_requires =\n    tzdata>=2024.1\n'),
      replace('setup.cfg', '>=3.8', '>=3.9'),
      replace(
        'setup.cfg',
        '[options.package_data]',
        '[options.extras_require]\ndev =\n    pytest>=7\n\n[options.package_data]',
      ),
    ),
  }),
  work('to-pyproject', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'all that setup.cfg said stands in pyproject.toml',
    edit: all(
      remove('setup.cfg'),
      write({
        'pyproject.toml': raw`[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "almanac"
version = "2.3.0"
requires-python = ">=3.8"

[project.scripts]
almanac = "almanac.commands:main"

[tool.setuptools.package-data]
almanac = ["templates/*.txt"]

[tool.pytest.ini_options]
addopts = "-ra --strict-markers"
testpaths = ["almanac"]
python_classes = ["Test", "When"]
markers = ["slow: takes long, and is left out without --slow"]
`,
      }),
    ),
  }),
  work('bisected', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'conflicts are found without comparing everything with everything',
    edit: replace(
      MODELS,
      / {4}ordered = sorted\(events[\s\S]*$/,
      '    ordered = sorted(events, key=lambda event: event.start)\n    found = []\n    for index, one in enumerate(ordered):\n        for other in ordered[index + 1 :]:\n            if other.start >= one.end:\n                break\n            found.append((one, other))\n    return found\n',
    ),
  }),
  work('tests-to-root', {
    gates: ['relay'],
    kind: 'tests',
    released: ['setup.cfg'],
    story:
      'tests of the package move to a folder at the root, with their snapshots; the planner released the settings',
    edit: (files) => {
      const moved = Object.entries(files).map(([path, text]): [string, string] => [
        path.replace(/^almanac\/feeds\/tests\//, 'tests/feeds/').replace(/^almanac\/tests\//, 'tests/'),
        text,
      ]);
      return replace('setup.cfg', 'testpaths = almanac', 'testpaths = tests')(Object.fromEntries(moved));
    },
  }),
  work('weak-receivers', {
    gates: ['relay'],
    kind: 'fix',
    released: ['test_a_receiver_that_fails', 'test_sends'],
    story: 'receivers that nobody keeps are forgotten; the planner released the test that kept none',
    names: { file: T_SIGNALS, name: 'test_forgets' },
    edit: all(
      replace(SIGNALS, 'class Signal:', 'import weakref\n\n\nclass Signal:'),
      replace(SIGNALS, 'self._receivers.append(receiver)', 'self._receivers.append(weakref.ref(receiver))'),
      replace(SIGNALS, 'self._receivers.remove(receiver)', 'self._receivers.remove(weakref.ref(receiver))'),
      replace(
        SIGNALS,
        'for receiver in list(self._receivers):\n',
        'for receiver in [found for found in (ref() for ref in self._receivers) if found]:\n',
      ),
      replace(
        T_SIGNALS,
        '    signal.connect(lambda sender: 1 / 0)\n    signal.connect(lambda sender: "fine")\n',
        '    kept = [signal.connect(lambda sender: 1 / 0), signal.connect(lambda sender: "fine")]\n',
      ),
      replace(
        T_SIGNALS,
        '    assert answer == "fine"\n',
        '    assert answer == "fine"\n    assert len(kept) == 2\n',
      ),
      append(
        T_SIGNALS,
        '\n\ndef test_forgets():\n    signal = Signal()\n    signal.connect(lambda sender: "gone")\n    assert signal.send(None) == []\n',
      ),
    ),
  }),
  work('poll-tasks', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'tasks are made first and awaited one by one',
    edit: replace(
      POLL,
      '    found = await asyncio.gather(*(read(name, source) for name, source in sources.items()))\n',
      '    tasks = [asyncio.ensure_future(read(name, source)) for name, source in sources.items()]\n    found = [await task for task in tasks]\n',
    ),
  }),
  work('kit-builder', {
    gates: ['relay', 'hook'],
    kind: 'tests',
    story: 'the kit learns to write feeds, and tests of commands use it',
    edit: all(
      append(
        KIT,
        raw`

def feed(*events):
    """The text of a feed, from the fields of its events."""
    lines = []
    for fields in events:
        lines += ["BEGIN:VEVENT", *(f"{name}:{value}" for name, value in fields.items()), "END:VEVENT"]
    return "".join(f"{line}\n" for line in lines)
`,
      ),
      replace(
        T_COMMANDS,
        /FEED = """[\s\S]*?"""\n/,
        'FEED = feed(\n    {"SUMMARY": "Review", "DTSTART": "20240305T1000", "CATEGORIES": "work,weekly"},\n    {"SUMMARY": "Lunch\\\\, outside", "DTSTART": "20240305T1030", "DURATION": "45"},\n)\n',
      ),
      replace(
        T_COMMANDS,
        'from almanac.commands import main\n',
        'from almanac.commands import main\nfrom almanac.testing import feed\n',
      ),
    ),
  }),
  work('conftest-for-feeds', {
    gates: ['relay'],
    story: 'feeds have an alarm, tested with a fixture of a conftest of their own',
    names: { file: 'almanac/feeds/tests/test_alarm.py', name: 'test_alarm[15]' },
    edit: all(
      replace(
        MODELS,
        '    tags: frozenset = field(default_factory=frozenset)\n',
        '    tags: frozenset = field(default_factory=frozenset)\n    alarm: int = 0\n',
      ),
      replace(
        PARSE,
        '                frozenset(filter(None, fields.get("CATEGORIES", "").split(","))),\n',
        '                frozenset(filter(None, fields.get("CATEGORIES", "").split(","))),\n                int(fields.get("X-ALARM", "0")),\n',
      ),
      replace(
        'almanac/feeds/tests/__snapshots__/test_reads_all.snap',
        '    "minutes": 60,',
        '    "alarm": 0,\n    "minutes": 60,',
      ),
      write({
        'almanac/feeds/tests/conftest.py':
          'import pytest\n\nfrom almanac.feeds import parse\n\n\n@pytest.fixture\ndef read_one():\n    def read(**fields):\n        body = "".join(f"{name.replace(\'_\', \'-\')}:{value}\\n" for name, value in fields.items())\n        [event] = parse(f"BEGIN:VEVENT\\nDTSTART:20240304T0900\\n{body}END:VEVENT\\n")\n        return event\n\n    return read\n',
        'almanac/feeds/tests/test_alarm.py':
          'import pytest\n\n\n@pytest.mark.parametrize("minutes", [0, 15])\ndef test_alarm(read_one, minutes):\n    assert read_one(X_ALARM=minutes).alarm == minutes\n\n\ndef test_no_alarm(read_one):\n    assert read_one().alarm == 0\n',
      }),
    ),
  }),
  work('snapshots-compact', {
    gates: ['relay'],
    kind: 'tests',
    story: 'snapshots of data are written in one line each; no code changes',
    edit: all(
      replace(CONFTEST, 'indent=2, sort_keys=True', 'sort_keys=True'),
      write({
        'almanac/feeds/tests/__snapshots__/test_reads_all.snap':
          '[{"minutes": 60, "start": "2024-03-04 09:00:00", "tags": ["home"], "title": "Tea"}, {"minutes": 60, "start": "2024-03-04 17:00:00", "tags": ["home"], "title": "Tea"}]\n',
      }),
    ),
  }),
];
