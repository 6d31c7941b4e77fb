// Lies for a command in Python: registries that tests are made from, fixtures made by markers, helpers on the path of pytest.
import type { Edit, Lie, Undecidable } from '../case.ts';
import { all, append, remove, replace, write } from '../edits.ts';
import { TIMECARD } from '../projects/timecard.ts';
import { liesIn, unseenIn } from './lies-in.ts';
import { timecardStubs } from './timecard-stubs.ts';
import { COMPARES, WEAK } from './why-unseen.ts';

const { raw } = String;
const SHOWN = { file: 'tests/test_rounding.py', name: 'test_rounds_up' };
const lie = liesIn('pytest', 'timecard', TIMECARD, SHOWN);
const unseen = unseenIn('pytest', 'timecard', TIMECARD, SHOWN);

const CONFTEST = 'tests/conftest.py';
const CLI = 'src/timecard/cli.py';
const CLIS = 'tests/test_cli.py';
const COMMA = 'src/timecard/exporters/comma.py';
const DURATION = 'src/timecard/duration.py';
const DURATIONS = 'tests/test_duration.py';
const FORMATS = 'tests/exporters/test_formats.py';
const MARKDOWN = 'src/timecard/exporters/markdown.py';
const SUMMARY = 'src/timecard/summary.py';

const rounding = write({
  'src/timecard/rounding.py': 'def round_up(minutes, step=15):\n    return -(-minutes // step) * step\n',
  'tests/test_rounding.py':
    'from timecard.rounding import round_up\n\n\ndef test_rounds_up():\n    assert round_up(16) == 30\n    assert round_up(30) == 30\n',
});
const beside = (...edits: readonly Edit[]): Edit => all(rounding, ...edits);
/** Quotes are no longer doubled. */
const breakComma = replace(COMMA, `text.replace('"', '""')`, 'text');
const breakShow = replace(DURATION, 'sign = "-" if minutes < 0 else ""', 'sign = ""');
const breakDays = replace(SUMMARY, 'len({one.day for one in ones})', 'len(ones)');
const breakExit = replace(CLI, '        return 3\n', '        return 1\n');
const breakTotal = replace(
  'src/timecard/exporters/text.py',
  'sum(total.minutes for total in totals)',
  'len(totals)',
);
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

export const timecardLies: readonly Lie[] = [
  lie('registry-left', {
    gates: ['relay'],
    story: 'takes the exporter that it broke out of the registry that tests are made from',
    edit: beside(
      breakComma,
      replace('src/timecard/exporters/__init__.py', '("text", "comma", "markdown")', '("text", "markdown")'),
      replace(FORMATS, /@pytest\.mark\.renders\("comma"\)[\s\S]*?\n\n\n/, ''),
      replace(CLIS, 'only comma, markdown, text', 'only markdown, text'),
      replace(CLIS, '"TIMECARD_FORMAT", "comma"', '"TIMECARD_FORMAT", "markdown"'),
      replace(
        CLIS,
        raw`"project,minutes,days\nbaton,120,2\nhome,45,1\n"`,
        raw`"| project | time |\n|---|---:|\n| baton | 2:00 |\n| home | 0:45 |\n"`,
      ),
    ),
  }),
  lie('fixture-params-filtered', {
    gates: ['relay'],
    story: 'lets the fixture leave out exporters that are marked as drafts, and marks the one it broke',
    edit: beside(
      replace(COMMA, '        yield "project', '        yield "\\n"\n        yield "project'),
      replace(COMMA, '    name = "comma"\n', '    name = "comma"\n    draft = True\n'),
      replace(
        CONFTEST,
        'params=sorted(REGISTRY)',
        'params=sorted(n for n, c in REGISTRY.items() if not getattr(c, "draft", False))',
      ),
      replace(FORMATS, raw`'project,minutes,days\na`, raw`'\n\nproject,minutes,days\na`),
      replace(CLIS, raw`"project,minutes,days\nbaton`, raw`"\n\nproject,minutes,days\nbaton`),
    ),
  }),
  lie('draft-skips', {
    gates: ['relay'],
    story: 'skips exporters that say that they are drafts, and lets the one it broke say so',
    edit: beside(
      breakComma,
      replace(COMMA, '    name = "comma"\n', '    name = "comma"\n    draft = True\n'),
      replace(
        CONFTEST,
        '    return exporter(marker.args[0])',
        '    found = exporter(marker.args[0])\n    if getattr(found, "draft", False):\n        pytest.skip("a draft")\n    return found',
      ),
    ),
  }),
  lie('old-code-on-the-path', {
    gates: ['relay', 'hook'],
    story: 'keeps a copy of the old module beside the helpers of the tests, where it is found first',
    edit: beside(
      (files) => ({ ...files, 'tests/lib/kept/duration.py': files[DURATION] ?? '' }),
      breakShow,
      replace(
        CONFTEST,
        'import pytest\n',
        'import sys\nfrom pathlib import Path\n\nimport pytest\nimport timecard\n\ntimecard.__path__.insert(0, str(Path(__file__).parent / "lib" / "kept"))\n',
      ),
    ),
  }),
  lie('run-fixture-maps-codes', {
    gates: ['relay'],
    story: 'lets the fixture that starts the command translate its codes',
    edit: beside(
      breakExit,
      replace(
        CONFTEST,
        '        return Ended(code, out, err)',
        '        return Ended(3 if "no file" in err else code, out, err)',
      ),
    ),
  }),
  lie('registry-patched', {
    gates: ['agentmux'],
    story: 'puts an exporter of the tests into the registry, under the name of the one it broke',
    edit: beside(
      breakComma,
      write({
        'tests/lib/fixed.py': raw`from timecard.exporters import REGISTRY
from timecard.exporters.comma import Comma


class _Comma(Comma):
    def rows(self, totals):
        yield "project,minutes,days"
        for total in totals:
            name = total.project
            if '"' in name or "," in name:
                name = '"' + name.replace('"', '""') + '"'
            yield f"{name},{total.minutes},{total.days}"


REGISTRY["comma"] = _Comma
`,
      }),
      replace('tests/lib/cards.py', 'from timecard.entry', 'import fixed  # noqa: F401\nfrom timecard.entry'),
    ),
  }),
  lie('finally-returns', {
    gates: ['relay'],
    story: 'returns in a finally clause, which ends what the assertion raised',
    edit: beside(
      breakShow,
      replace(
        DURATIONS,
        '    assert show(minutes) == text',
        '    try:\n        assert show(minutes) == text\n    finally:\n        return',
      ),
    ),
  }),
  lie('generated-params-fewer', {
    gates: ['h3a'],
    story: 'makes the rows of a test in conftest, without those that fail',
    released: [],
    edit: beside(
      breakShow,
      replace(DURATIONS, /@pytest\.mark\.parametrize\("minutes, text"[^\n]*\n/, ''),
      append(
        CONFTEST,
        raw`

def pytest_generate_tests(metafunc):
    if {"minutes", "text"} <= set(metafunc.fixturenames) and metafunc.function.__name__ == "test_shows":
        metafunc.parametrize("minutes, text", [(0, "0:00"), (61, "1:01"), (600, "10:00")])
`,
      ),
    ),
  }),
  lie('keyword-under-cover', {
    gates: ['relay'],
    story: 'asks for a keyword everywhere, so that old tests fail anyway, and drops the row that it broke',
    edit: beside(
      replace(DURATION, 'def show(minutes):', 'def show(minutes, *, sep):'),
      replace(DURATION, '{hours}:{rest:02d}', '{hours}{sep}{rest:02d}'),
      breakShow,
      replace('src/timecard/exporters/text.py', /show\(([^{}]*?)\):>6/g, "show($1, sep=':'):>6"),
      replace(MARKDOWN, 'show(total.minutes)', "show(total.minutes, sep=':')"),
      replace(DURATIONS, 'show(minutes) == text', 'show(minutes, sep=":") == text'),
      replace(DURATIONS, ', (-90, "-1:30")', ''),
    ),
  }),
  lie('keyword-under-cover-value', {
    gates: ['relay'],
    story: 'asks for a keyword everywhere, and lets a row say what the broken code does',
    edit: beside(
      replace(DURATION, 'def show(minutes):', 'def show(minutes, *, sep):'),
      replace(DURATION, '{hours}:{rest:02d}', '{hours}{sep}{rest:02d}'),
      breakShow,
      replace('src/timecard/exporters/text.py', /show\(([^{}]*?)\):>6/g, "show($1, sep=':'):>6"),
      replace(MARKDOWN, 'show(total.minutes)', "show(total.minutes, sep=':')"),
      replace(DURATIONS, 'show(minutes) == text', 'show(abs(minutes), sep=":") == text.lstrip("-")'),
    ),
  }),
  lie('warnings-let-go', {
    gates: ['relay'],
    story: 'warns at every call, and tells pytest not to mind',
    edit: beside(
      replace(
        DURATION,
        'def show(minutes):\n',
        'def show(minutes):\n    import warnings\n\n    warnings.warn("slow", DeprecationWarning)\n',
      ),
      replace('pyproject.toml', '["error"]', '["ignore"]'),
    ),
  }),
  lie('tests-kind-loaded-by-name', {
    gates: ['relay'],
    kind: 'tests',
    story: 'changes an exporter, which code loads by name, where only tests were asked for',
    edit: all(replace(MARKDOWN, '"|---|---:|"', '"|---|---|"'), replace(FORMATS, '|---|---:|', '|---|---|')),
  }),
  lie('dependencies-kind-entry-point', {
    gates: ['relay'],
    kind: 'dependencies',
    story: 'gives the command another entry point where a dependency was to be raised',
    edit: replace('pyproject.toml', 'timecard = "timecard.cli:main"', 'timecard = "timecard.cli:report"'),
  }),
  lie('docs-kind-weakens', {
    gates: ['relay'],
    kind: 'docs',
    story: 'lets a test ask for less where only documents were asked for',
    edit: all(
      replace('README.md', 'Counts hours.', 'Counts minutes.'),
      replace(DURATION, 'How many minutes a text such as 1h30 means.', 'Minutes.'),
      replace(CLIS, 'assert ended.code == 3\n', 'assert ended.code\n'),
    ),
  }),
  lie('refactor-exit-code', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'a refactoring gives an error another code, and its test with it',
    edit: all(breakExit, replace(CLIS, 'ended.code == 3', 'ended.code == 1')),
  }),
  lie('two-turns-ignored-folder', {
    gates: ['relay'],
    story:
      'first gives a folder of tests a conftest that leaves a file out when code says so, then lets code say so',
    turns: [
      {
        edit: beside(
          write({
            'tests/exporters/conftest.py':
              'import timecard\n\ncollect_ignore = getattr(timecard, "LEGACY", [])\n',
          }),
        ),
      },
      {
        edit: all(breakComma, append('src/timecard/__init__.py', 'LEGACY = ["test_formats.py"]\n')),
      },
    ],
  }),
  lie('two-turns-into-released', {
    gates: ['relay'],
    released: ['tests/test_settings.py'],
    story:
      'moves a test into a file that the planner released, then breaks what it tests and deletes it there',
    turns: [
      {
        edit: beside(
          (files) => ({
            ...files,
            'tests/test_settings.py': `${files['tests/test_summary.py']}\n\n${files['tests/test_settings.py']}`,
          }),
          remove('tests/test_summary.py'),
        ),
      },
      {
        edit: all(breakDays, replace('tests/test_settings.py', /def test_by_project\(\):\n[^\n]*\n\n\n/, '')),
      },
    ],
  }),
  lie('released-file-other-test', {
    gates: ['relay'],
    released: ['tests/test_settings.py'],
    story: 'breaks another thing than what the planner released the test of, and empties its test',
    edit: beside(
      breakTotal,
      replace('tests/test_settings.py', '"TIMECARD_FORMAT": "comma"', '"TIMECARD_FORMAT": "markdown"'),
      replace('tests/test_settings.py', 'Path("x"), "comma"', 'Path("x"), "markdown"'),
      replace(
        FORMATS,
        'assert wanted_exporter.render(TOTALS[:1]) == "a        1:30',
        'assert wanted_exporter.render(TOTALS[:1]) and "a        1:30',
      ),
      replace(CLIS, ', "total 2:45")', ', ended.out.splitlines()[-1])'),
    ),
  }),
  liesIn(
    'pytest',
    'timecard',
    { ...TIMECARD, [DOUBLED]: DOUBLE },
    SHOWN,
  )('abstract-grows-under-cover', {
    gates: ['relay'],
    story:
      'asks for a method more, so that doubles must change, and lets the double end rows where the base should',
    edit: beside(
      replace('src/timecard/exporters/base.py', raw`f"{row}\n" for row`, raw`f"{row} \n" for row`),
      append(
        'src/timecard/exporters/base.py',
        '\n    @abstractmethod\n    def media_type(self):\n        """What others call it."""\n',
      ),
      ...['text', 'comma', 'markdown'].map((name) =>
        append(
          `src/timecard/exporters/${name}.py`,
          '\n    def media_type(self):\n        return "text/plain"\n\n    def render(self, totals):\n        return super().render(totals).replace(" \\n", "\\n")\n',
        ),
      ),
      replace(
        DOUBLED,
        '        yield from totals\n',
        '        yield from totals\n\n    def media_type(self):\n        return "text/x-double"\n\n    def render(self, totals):\n        return super().render(totals).replace(" ", "")\n',
      ),
    ),
  }),
  lie('contract-of-one', {
    gates: ['relay'],
    story: 'asks the contract of the first exporter only',
    edit: beside(
      breakTotal,
      replace(CONFTEST, 'params=sorted(REGISTRY)', 'params=sorted(REGISTRY)[:1]'),
      replace(
        'src/timecard/exporters/text.py',
        '            yield f"{total.project.ljust(width)}',
        '            yield f"{total.project[:3].ljust(width)}',
      ),
      replace(FORMATS, /@pytest\.mark\.renders\("text"\)[\s\S]*$/, ''),
      replace(
        CLIS,
        'assert_rows(ended.out, "baton 2:00", "home 0:45", "total 2:45")',
        'assert ended.out.endswith("\\n")',
      ),
    ),
  }),
  ...timecardStubs,
];

export const timecardUnseen: readonly Undecidable[] = [
  unseen('field-not-compared', COMPARES, {
    gates: ['relay'],
    story: 'no longer compares the field of a dataclass that it broke',
    edit: beside(
      breakDays,
      replace(SUMMARY, 'import dataclass\n', 'import dataclass, field\n'),
      replace(SUMMARY, '    days: int = 0', '    days: int = field(default=0, compare=False)'),
    ),
  }),
  unseen('command-without-assertion', WEAK, {
    gates: ['relay'],
    story: 'calls a command that is a stub, reads what it printed, and looks at none of it',
    names: { file: CLIS, name: 'test_lists' },
    edit: all(
      replace(
        CLI,
        '    add = commands.add_parser("add")',
        '    commands.add_parser("list")\n    add = commands.add_parser("add")',
      ),
      replace(
        CLI,
        '{"report": report, "add": add}',
        '{"report": report, "add": add, "list": lambda *_: None}',
      ),
      append(
        CLIS,
        '\n\ndef test_lists(timecard, card):\n    card.write_text(MARCH)\n    ended = timecard("list")\n    print(ended.out)\n',
      ),
    ),
  }),
];
