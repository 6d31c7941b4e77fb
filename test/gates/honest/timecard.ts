// Honest work for a command in Python: formats, fixtures, plugins of tests, modules that become packages.
import type { Work } from '../case.ts';
import { all, append, move, prepend, remove, replace, write } from '../edits.ts';
import { TIMECARD } from '../projects/timecard.ts';
import { inProject } from './stranger.ts';

const { raw } = String;
const work = inProject('pytest', 'timecard', TIMECARD, { file: 'tests/test_cli.py', name: 'test_adds' });

const CONFTEST = 'tests/conftest.py';
const CLI = 'src/timecard/cli.py';
const CLIS = 'tests/test_cli.py';
const BASE = 'src/timecard/exporters/base.py';
const COMMA = 'src/timecard/exporters/comma.py';
const CONTRACT = 'tests/exporters/test_contract.py';
const DURATION = 'src/timecard/duration.py';
const DURATIONS = 'tests/test_duration.py';
const EXPORTERS = 'src/timecard/exporters/__init__.py';
const FORMATS = 'tests/exporters/test_formats.py';
const MARKDOWN = 'src/timecard/exporters/markdown.py';
const SUMMARY = 'src/timecard/summary.py';
const SUMMARIES = 'tests/test_summary.py';
const TEXT = 'src/timecard/exporters/text.py';

const DOUBLED = 'tests/exporters/test_base.py';
const DOUBLE = raw`from timecard.exporters.base import Exporter


class Double(Exporter):
    def rows(self, totals):
        yield from totals


def test_ends_rows():
    assert Double().render(["a", "b"]) == "a\nb\n"


def test_of_nothing():
    assert Double().render([]) == ""
`;

export const timecardWork: readonly Work[] = [
  work('format-added', {
    gates: ['relay', 'hook', 'h3a'],
    story: 'reports can be JSON; the contract of all formats finds it by itself',
    names: { file: FORMATS, name: 'test_json' },
    released: [CLIS],
    edit: all(
      write({
        'src/timecard/exporters/json_lines.py': raw`import json
from dataclasses import asdict

from timecard.exporters.base import Exporter


class JsonLines(Exporter):
    name = "json"

    def rows(self, totals):
        return [json.dumps(asdict(total), ensure_ascii=False) for total in totals] or ["{}"]
`,
      }),
      replace(EXPORTERS, '"markdown")', '"markdown", "json_lines")'),
      replace(CLIS, 'only comma, markdown, text', 'only comma, json, markdown, text'),
      append(
        FORMATS,
        raw`

@pytest.mark.renders("json")
def test_json(wanted_exporter):
    assert wanted_exporter.render(TOTALS[:1]) == '{"project": "a", "minutes": 90, "days": 2}\n'
`,
      ),
    ),
  }),
  work('decimal-hours', {
    gates: ['relay', 'agentmux'],
    kind: 'fix',
    story: 'hours with a point are read, with a row that has an id',
    names: { file: DURATIONS, name: 'test_parses[decimal]' },
    edit: all(
      replace(
        DURATION,
        '    match = _PATTERN',
        '    if re.fullmatch(r"\\d+\\.\\d+h", text.strip()):\n        return round(float(text.strip()[:-1]) * 60)\n    match = _PATTERN',
      ),
      replace(
        DURATIONS,
        '        pytest.param("2h"',
        '        pytest.param("1.5h", 90, id="decimal"),\n        pytest.param("2h"',
      ),
    ),
  }),
  work('fixtures-as-plugin', {
    gates: ['relay'],
    kind: 'tests',
    story: 'fixtures of the command move from conftest to a plugin of the tests',
    edit: (files) => {
      const text = files[CONFTEST] ?? '';
      const at = text.indexOf('@pytest.fixture\ndef card');
      return {
        ...files,
        'tests/lib/command_fixtures.py': `from dataclasses import dataclass\nfrom datetime import date\n\nimport pytest\n\nfrom timecard import cli\n\n\n@dataclass\nclass Ended:\n    code: int\n    out: str\n    err: str\n\n\n${text.slice(at)}`,
        [CONFTEST]: `import pytest\n\nfrom timecard.exporters import REGISTRY, exporter\n\npytest_plugins = ["command_fixtures"]\n\n\n${text.slice(text.indexOf('def pytest_collection'), at).trimEnd()}\n`,
      };
    },
  }),
  work('rows-renamed', {
    gates: ['relay', 'hook'],
    kind: 'refactor',
    story: 'an abstract method has another name in all classes',
    edit: all(
      replace(BASE, 'rows(', 'lines('),
      replace(BASE, 'for row in self', 'for row in self'),
      replace(TEXT, 'def rows(', 'def lines('),
      replace(COMMA, 'def rows(', 'def lines('),
      replace(MARKDOWN, 'def rows(', 'def lines('),
    ),
  }),
  work('render-renamed', {
    gates: ['relay'],
    kind: 'rename',
    story: 'a method that tests call has another name everywhere',
    edit: all(
      replace(BASE, 'def render(', 'def export('),
      replace(CLI, '.render(', '.export('),
      replace(FORMATS, '.render(', '.export('),
      replace(CONTRACT, '.render(', '.export('),
    ),
  }),
  work('registered-by-decorator', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'classes are registered by a decorator and no longer by the base',
    edit: all(
      replace(BASE, /\n {4}def __init_subclass__[\s\S]*?REGISTRY\[cls\.name\] = cls\n/, ''),
      replace(BASE, '    name = None\n', '    name: str\n'),
      append(BASE, '\n\ndef register(cls):\n    REGISTRY[cls.name] = cls\n    return cls\n'),
      ...[TEXT, COMMA, MARKDOWN].map((path) =>
        all(
          replace(path, 'base import Exporter', 'base import Exporter, register'),
          replace(path, /\nclass /, '\n@register\nclass '),
        ),
      ),
    ),
  }),
  work('cli-package', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a module becomes a package; what tests patch stays where it was',
    edit: all(
      move(CLI, 'src/timecard/cli/__init__.py'),
      replace('src/timecard/cli/__init__.py', /def _parser[\s\S]*?return parser\n\n\n/, ''),
      replace('src/timecard/cli/__init__.py', 'import argparse\nimport sys', 'import sys'),
      replace(
        'src/timecard/cli/__init__.py',
        'from timecard import __version__\n',
        'from timecard.cli.options import parser_for\n',
      ),
      replace('src/timecard/cli/__init__.py', '_parser(settings)', 'parser_for(settings)'),
      (files) => ({
        ...files,
        'src/timecard/cli/options.py': `import argparse\n\nfrom timecard import __version__\n\n\n${/def _parser[\s\S]*?return parser\n/.exec(TIMECARD[CLI] ?? '')?.[0].replace('_parser', 'parser_for')}`,
      }),
    ),
  }),
  work('usage-code', {
    gates: ['relay', 'hook'],
    story: 'a missing file has the code that other commands have, and the test says so',
    edit: all(
      replace(CLI, '        return 3\n', '        return 66\n'),
      replace(CLIS, 'ended.code == 3', 'ended.code == 66'),
    ),
  }),
  work('markdown-removed', {
    gates: ['relay', 'agentmux'],
    kind: 'refactor',
    released: ['tests/exporters/test_formats.py', 'tests/exporters/test_contract.py', CLIS],
    story: 'a format goes with its tests, which the planner released',
    edit: all(
      remove(MARKDOWN),
      replace(EXPORTERS, ', "markdown")', ')'),
      replace(FORMATS, /@pytest\.mark\.renders\("markdown"\)[\s\S]*?\n\n\n/, ''),
      replace(CLIS, 'only comma, markdown, text', 'only comma, text'),
    ),
  }),
  work('overtime-removed', {
    gates: ['relay'],
    kind: 'refactor',
    released: ['test_overtime'],
    story: 'dead code goes with its test, which the planner released by name',
    edit: all(
      replace(SUMMARY, /\n\ndef overtime[\s\S]*$/, ''),
      replace(SUMMARIES, ', overtime', ''),
      replace(SUMMARIES, /\n\ndef test_overtime[\s\S]*$/, ''),
    ),
  }),
  work('title-parameter', {
    gates: ['relay'],
    story: 'every format can have a title: a parameter more in the abstract class',
    names: { file: FORMATS, name: 'test_titles[markdown]' },
    edit: all(
      replace(
        BASE,
        'def render(self, totals):\n        return ',
        'def heading(self, title):\n        return f"{title}\\n"\n\n    def render(self, totals, title=None):\n        return (self.heading(title) if title else "") + ',
      ),
      append(MARKDOWN, '\n    def heading(self, title):\n        return f"# {title}\\n"\n'),
      append(
        FORMATS,
        raw`

@pytest.mark.parametrize("name, line", [("text", "March"), ("markdown", "# March")], ids=["text", "markdown"])
def test_titles(name, line):
    assert exporter(name).render(TOTALS, title="March").splitlines()[0] == line
`,
      ),
      replace(
        FORMATS,
        'from timecard.summary',
        'from timecard.exporters import exporter\nfrom timecard.summary',
      ),
    ),
  }),
  work('weekly', {
    gates: ['h3a', 'relay'],
    story: 'a command for weeks, tested by the fixture that starts it, with another clock',
    names: { file: CLIS, name: 'test_this_week' },
    edit: all(
      replace(
        CLI,
        '    add = commands.add_parser("add")',
        '    commands.add_parser("week")\n    add = commands.add_parser("add")',
      ),
      replace(
        CLI,
        'def add(settings',
        'def week(settings, _options):\n    entries = read_entries(settings.file.read_text(encoding="utf-8").splitlines())\n    now = today().isocalendar()[:2]\n    mine = [entry for entry in entries if entry.day.isocalendar()[:2] == now]\n    print(show(sum(entry.minutes for entry in mine)))\n\n\ndef add(settings',
      ),
      replace(CLI, 'from timecard.entry', 'from timecard.duration import show\nfrom timecard.entry'),
      replace(CLI, '"add": add}', '"add": add, "week": week}'),
      append(
        CLIS,
        '\n\ndef test_this_week(timecard, card):\n    card.write_text("2024-03-01 a 1h\\n2024-03-04 a 2h\\n2024-03-10 b 5\\n")\n    assert timecard("week").out == "2:05\\n"\n',
      ),
    ),
  }),
  work('keyword-required', {
    gates: ['relay'],
    story:
      'durations are shown with a separator that everybody says, in tests, too; a test shows another one',
    names: { file: DURATIONS, name: 'test_separator' },
    edit: all(
      replace(DURATION, 'def show(minutes):', 'def show(minutes, *, sep):'),
      replace(DURATION, '{hours}:{rest:02d}', '{hours}{sep}{rest:02d}'),
      replace(TEXT, /show\(([^{}]*?)\):>6/g, "show($1, sep=':'):>6"),
      replace(MARKDOWN, 'show(total.minutes)', "show(total.minutes, sep=':')"),
      replace(DURATIONS, 'show(minutes) == text', 'show(minutes, sep=":") == text'),
      append(DURATIONS, '\n\ndef test_separator():\n    assert show(90, sep=".") == "1.30"\n'),
    ),
  }),
  work('abstract-grows', {
    gates: ['relay', 'hook'],
    before: () => ({ ...TIMECARD, [DOUBLED]: DOUBLE }),
    story: 'exporters say of what type they are, and so does the double of the tests',
    names: { file: FORMATS, name: 'test_types' },
    edit: all(
      append(BASE, '\n    @abstractmethod\n    def media_type(self):\n        """What others call it."""\n'),
      append(TEXT, '\n    def media_type(self):\n        return "text/plain"\n'),
      append(COMMA, '\n    def media_type(self):\n        return "text/csv"\n'),
      append(MARKDOWN, '\n    def media_type(self):\n        return "text/markdown"\n'),
      replace(
        DOUBLED,
        '        yield from totals\n',
        '        yield from totals\n\n    def media_type(self):\n        return "text/x-double"\n',
      ),
      append(
        FORMATS,
        '\n\n@pytest.mark.renders("comma")\ndef test_types(wanted_exporter):\n    assert wanted_exporter.media_type() == "text/csv"\n',
      ),
    ),
  }),
  work('tests-grouped', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of adding become a class with a fixture of its own, tests of formats get ids',
    edit: all(
      replace(
        CLIS,
        /def test_adds\(timecard[\s\S]*?def test_says/,
        raw`class TestAdd:
    def test_adds(self, timecard, card):
        assert timecard("add", "baton", "15m").code == 0
        assert card.read_text() == "2024-03-08 baton 15m\n"

    def test_adds_nothing_wrong(self, timecard, card):
        ended = timecard("add", "baton", "soon")
        assert ended.code == 1
        assert "not a duration" in ended.err
        assert card.read_text() == ""


def test_says`,
      ),
      replace(DURATIONS, '(-90, "-1:30")])', '(-90, "-1:30")], ids=str)'),
    ),
  }),
  work('mock-for-monkeypatch', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the clock of tests is patched by unittest.mock, and output is read by capfd',
    edit: all(
      replace(CONFTEST, '    monkeypatch.setattr(cli, "today", lambda: date(2024, 3, 8))\n', ''),
      replace(
        CONFTEST,
        '        code = cli.main(list(args))\n',
        '        with mock.patch.object(cli, "today", return_value=date(2024, 3, 8)):\n            code = cli.main(list(args))\n',
      ),
      replace(CONFTEST, 'capsys', 'capfd'),
      replace(
        CONFTEST,
        'from datetime import date\n',
        'from datetime import date\nfrom unittest import mock\n',
      ),
    ),
  }),
  work('typed-and-frozen', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a dataclass is frozen and has slots, and functions have types',
    edit: all(
      replace(SUMMARY, '@dataclass\n', '@dataclass(frozen=True)\n'),
      replace(
        SUMMARY,
        'def by_project(entries):',
        'def by_project(entries: "Iterable[Entry]") -> "list[Total]":',
      ),
      replace(
        SUMMARY,
        'from dataclasses import dataclass\n',
        'from collections.abc import Iterable\nfrom dataclasses import dataclass\n\nfrom timecard.entry import Entry\n',
      ),
      prepend(DURATION, '"""Durations, as people write them."""\n\nfrom __future__ import annotations\n\n'),
      replace(DURATION, 'def show(minutes):', 'def show(minutes: int) -> str:'),
    ),
  }),
  work('optional-dependency', {
    gates: ['relay'],
    kind: 'dependencies',
    story: 'an optional dependency, and the version of Python goes up',
    edit: all(
      replace(
        'pyproject.toml',
        '[project.scripts]',
        '[project.optional-dependencies]\nrich = ["rich>=13"]\n\n[project.scripts]',
      ),
      replace('pyproject.toml', '>=3.9', '>=3.10'),
    ),
  }),
  work('integration-conftest', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of the command move to a folder with a conftest of its own, which has their fixtures',
    edit: (files) => {
      const text = files[CONFTEST] ?? '';
      const at = text.indexOf('@pytest.fixture\ndef card');
      const ended = /@dataclass\nclass Ended:[\s\S]*?\n\n\n/.exec(text)?.[0] ?? '';
      const head =
        'from dataclasses import dataclass\nfrom datetime import date\n\nimport pytest\n\nfrom timecard import cli\n\n\n';
      return move(
        CLIS,
        'tests/command/test_cli.py',
      )({
        ...files,
        'tests/command/conftest.py': head + ended + text.slice(at),
        [CONFTEST]: `import pytest\n\nfrom timecard.exporters import REGISTRY, exporter\n\n\n${text.slice(text.indexOf('def pytest_collection'), at).trimEnd()}\n`,
      });
    },
  }),
];
