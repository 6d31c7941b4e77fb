// Honest work in a practice: contracts of tests, cases as data, injected clocks, migrations, errors of other types.
import type { Edit, Files, Gate, Work } from '../case.ts';
import { all, append, move, prepend, remove, replace, write } from '../edits.ts';
import { CLINIC } from '../projects/clinic.ts';
import { inProject } from './stranger.ts';

const { raw } = String;
const work = inProject('pytest', 'clinic', CLINIC, { file: 'tests/test_command.py', name: 'test_books' });

const BOTH: readonly Gate[] = ['hook', 'relay'];
const THREE: readonly Gate[] = ['hook', 'relay', 'h3a'];
const COMMAND = 'tests/test_command.py';
const CONFTEST = 'tests/conftest.py';
const MODEL = 'tests/test_model.py';
const PLAN = 'tests/test_plan.py';
const REMIND = 'tests/test_remind.py';
const STORE = 'tests/store/test_store.py';
const MAIN = 'src/clinic/__main__.py';

const everywhere =
  (change: (text: string) => string): Edit =>
  (files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(text)]));

const modelInTwo: Edit = (files) => {
  const text = files['src/clinic/model.py'] ?? '';
  const times = text.slice(text.indexOf('DAY ='), text.indexOf('@dataclass')).trimEnd();
  const visits = text.slice(text.indexOf('@dataclass')).trimEnd();
  const { 'src/clinic/model.py': _, ...rest } = files;
  return {
    ...rest,
    'src/clinic/times.py': `${times}\n`,
    'src/clinic/visits.py': `from dataclasses import dataclass, replace\nfrom typing import Protocol\n\nfrom clinic.times import clock_of\n\n\n${visits}\n`,
  };
};
const oldImports = (text: string): string =>
  text
    .replace(
      'from clinic.model import Visit, clock_of, minutes_of\n',
      'from clinic.times import clock_of, minutes_of\nfrom clinic.visits import Visit\n',
    )
    .replace(
      'from clinic.model import Visit, clock_of\n',
      'from clinic.times import clock_of\nfrom clinic.visits import Visit\n',
    )
    .replace(
      'from clinic.model import Visit, minutes_of\n',
      'from clinic.times import minutes_of\nfrom clinic.visits import Visit\n',
    )
    .replace(/from clinic\.model import (clock_of|minutes_of)\n/, 'from clinic.times import $1\n');

const features: readonly Work[] = [
  work('waiting-list', {
    gates: THREE,
    story: 'people wait for a time, in a module with its tests',
    names: { file: 'tests/test_waiting.py', name: 'test_offers_in_turn' },
    edit: write({
      'src/clinic/waiting.py': raw`from collections import deque
from dataclasses import dataclass, field


@dataclass
class Waiting:
    people: deque = field(default_factory=deque)

    def join(self, patient, minutes):
        if any(patient == other for other, _ in self.people):
            raise ValueError(f"{patient} waits already")
        self.people.append((patient, minutes))

    def offer(self, minutes):
        """The first who needs no more than this; None if nobody fits."""
        for person in self.people:
            if person[1] <= minutes:
                self.people.remove(person)
                return person[0]
        return None
`,
      'tests/test_waiting.py': raw`import pytest

from clinic.waiting import Waiting


@pytest.fixture
def waiting():
    line = Waiting()
    line.join("ann", 30)
    line.join("bob", 15)
    line.join("cyd", 15)
    return line


def test_offers_in_turn(waiting):
    assert [waiting.offer(30) for _ in range(4)] == ["ann", "bob", "cyd", None]


@pytest.mark.parametrize("minutes, who", [(10, None), (15, "bob"), (29, "bob"), (45, "ann")])
def test_fits(waiting, minutes, who):
    assert waiting.offer(minutes) == who


def test_once(waiting):
    with pytest.raises(ValueError, match="bob waits already"):
        waiting.join("bob", 5)
`,
    }),
  }),
  work('move-command', {
    gates: THREE,
    story:
      'visits can be moved: in the store, as its contract asks, and by a command with a row in the table of errors',
    names: { file: STORE, name: 'TestFile > test_moves' },
    edit: all(
      replace(
        'src/clinic/store.py',
        '    def cancel(self',
        raw`    def move(self, day, patient, start):
        with self.transaction():
            found = [visit for visit in self.of(day) if visit.patient == patient]
            if not found:
                raise Unknown(f"{patient} has no visit on {day}")
            moved = found[0].moved(start)
            for other in self.of(day):
                if other != found[0] and moved.overlaps(other):
                    raise Taken(f"{clock_of(start)} is taken by {other.patient}")
            self.connection.execute(
                "UPDATE visits SET start = ? WHERE day = ? AND start = ?", (start, day, found[0].start)
            )
            return moved

    def cancel(self`,
      ),
      replace(
        MAIN,
        '    commands.add_parser("list")\n',
        '    commands.add_parser("list")\n    move = commands.add_parser("move")\n    move.add_argument("patient")\n    move.add_argument("start", type=time_argument)\n',
      ),
      replace(
        MAIN,
        'COMMANDS = {"book": book,',
        'def move(store, options):\n    print(f"moved to {store.move(today(), options.patient, options.start)}")\n\n\nCOMMANDS = {"book": book, "move": move,',
      ),
      replace(
        STORE,
        '    def test_cancels(self',
        raw`    def test_moves(self, store, day, visit):
        store.book(day, visit("9:00", 30), visit("10:00", patient="bob"))
        store.move(day, "ann", 555)
        assert store.of(day) == [visit("9:15", 30), visit("10:00", patient="bob")]

    def test_moves_to_free_time(self, store, day, visit):
        store.book(day, visit("9:00", 30), visit("10:00", patient="bob"))
        with pytest.raises(Taken, match="09:45 is taken by bob"):
            store.move(day, "ann", 585)
        assert store.of(day)[0].start == 540

    def test_cancels(self`,
      ),
      replace(
        COMMAND,
        '        (["cancel", "bob"], 4, "clinic: bob has no visit on 2024-05-06\\n"),\n    ],\n    ids=["taken", "unknown"],',
        '        (["cancel", "bob"], 4, "clinic: bob has no visit on 2024-05-06\\n"),\n        (["move", "bob", "10:00"], 4, "clinic: bob has no visit on 2024-05-06\\n"),\n    ],\n    ids=["taken", "unknown", "unknown to move"],',
      ),
    ),
  }),
  work('cancel-says-whom', {
    gates: THREE,
    story: 'cancelling answers the visits in place of their number, and the command says them',
    names: { file: COMMAND, name: 'test_cancels' },
    released: [STORE],
    edit: all(
      replace(
        'src/clinic/store.py',
        '        with self.transaction():\n            cursor = self.connection.execute(\n                "DELETE FROM visits WHERE day = ? AND patient = ?", (day, patient)\n            )\n            if cursor.rowcount == 0:\n                raise Unknown(f"{patient} has no visit on {day}")\n            return cursor.rowcount',
        '        with self.transaction():\n            gone = [visit for visit in self.of(day) if visit.patient == patient]\n            if not gone:\n                raise Unknown(f"{patient} has no visit on {day}")\n            self.connection.execute(\n                "DELETE FROM visits WHERE day = ? AND patient = ?", (day, patient)\n            )\n            return gone',
      ),
      replace(
        MAIN,
        '    count = store.cancel(today(), options.patient)\n    print(f"cancelled {count}")',
        '    for visit in store.cancel(today(), options.patient):\n        print(f"cancelled {visit}")',
      ),
      replace(
        STORE,
        'assert store.cancel(day, "ann") == 2',
        'assert store.cancel(day, "ann") == [visit("9:00"), visit("10:00")]',
      ),
      replace(
        COMMAND,
        'def test_wrong_time',
        'def test_cancels(clinic):\n    clinic("book", "ann", "9:00")\n    clinic("book", "ann", "10:00")\n    assert clinic("cancel", "ann")[1] == "cancelled 09:00-09:15 ann\\ncancelled 10:00-10:15 ann\\n"\n\n\ndef test_wrong_time',
      ),
    ),
  }),
  work('other-error', {
    gates: ['relay', 'h3a'],
    story: 'a wrong time is an error of its own type, with the text in it, and tests ask for it',
    names: { file: MODEL, name: 'test_refuses_times[9:60]' },
    released: [MODEL, 'test_wrong_time'],
    edit: all(
      append(
        'src/clinic/errors.py',
        '\n\nclass BadTime(ClinicError):\n    """A text is not a time."""\n\n    code = 2\n\n    def __init__(self, text):\n        super().__init__(f"{text!r} is not a time")\n        self.text = text\n',
      ),
      prepend('src/clinic/model.py', ''),
      replace(
        'src/clinic/model.py',
        'from typing import Protocol\n',
        'from typing import Protocol\n\nfrom clinic.errors import BadTime\n',
      ),
      replace('src/clinic/model.py', 'raise ValueError(f"not a time: {text!r}")', 'raise BadTime(text)'),
      replace(MAIN, 'except ValueError as error', 'except BadTime as error'),
      replace(MAIN, 'import ClinicError', 'import BadTime, ClinicError'),
      replace(MODEL, 'import pytest\n\n', 'import pytest\n\nfrom clinic.errors import BadTime\n'),
      replace(
        MODEL,
        '    with pytest.raises(ValueError, match="not a time"):\n        minutes_of(text)\n',
        '    with pytest.raises(BadTime, match="is not a time") as caught:\n        minutes_of(text)\n    assert caught.value.text == text\n',
      ),
      replace(COMMAND, "not a time: '25:00'", "'25:00' is not a time"),
    ),
  }),
  work('phone-migration', {
    gates: THREE,
    story: 'visits have a phone number, by a third migration',
    names: { file: STORE, name: 'TestFile > test_keeps_phones' },
    released: [STORE],
    edit: all(
      write({
        'src/clinic/migrations/003_phones.sql':
          "ALTER TABLE visits ADD COLUMN phone TEXT NOT NULL DEFAULT '';\n",
      }),
      replace('src/clinic/model.py', '    note: str = ""\n', '    note: str = ""\n    phone: str = ""\n'),
      replace(
        'src/clinic/store.py',
        'patient, note) VALUES (?, ?, ?, ?, ?)',
        'patient, note, phone) VALUES (?, ?, ?, ?, ?, ?)',
      ),
      replace('src/clinic/store.py', 'visit.patient, visit.note)', 'visit.patient, visit.note, visit.phone)'),
      replace(
        'src/clinic/store.py',
        'SELECT start, minutes, patient, note FROM',
        'SELECT start, minutes, patient, note, phone FROM',
      ),
      replace(
        CONFTEST,
        'patient="ann", note=""):\n        return Visit(minutes_of(start), minutes, patient, note)',
        'patient="ann", note="", phone=""):\n        return Visit(minutes_of(start), minutes, patient, note, phone)',
      ),
      replace(STORE, '== (2,)', '== (3,)'),
      replace(
        STORE,
        '    def test_days_are_apart',
        '    def test_keeps_phones(self, store, day, visit):\n        store.book(day, visit("9:00", phone="555-0100"))\n        assert store.of(day)[0].phone == "555-0100"\n\n    def test_days_are_apart',
      ),
    ),
  }),
  work('load-gone', {
    gates: ['relay', 'h3a'],
    story:
      'the list no longer says how much is booked; the function goes with its cases, which the planner released',
    names: { file: COMMAND, name: 'TestProgram > test_keeps_between_runs' },
    released: ['test_load', 'tests/cases/load.json', 'TestProgram > test_keeps_between_runs'],
    edit: all(
      remove('tests/cases/load.json'),
      replace('src/clinic/plan.py', /\n\ndef load[\s\S]*$/, ''),
      replace(
        MAIN,
        '    visits = store.of(today())\n    for visit in visits:\n        print(visit)\n    print(f"{plan.load(visits)} % booked")\n',
        '    for visit in store.of(today()):\n        print(visit)\n',
      ),
      replace(PLAN, 'import earliest, gaps, load', 'import earliest, gaps'),
      replace(
        PLAN,
        'def test_load(case):\n    assert load(visits_of(case["visits"])) == case["percent"]\n\n\n',
        '',
      ),
      replace(COMMAND, '09:00-09:15 ann\\n3 % booked\\n', '09:00-09:15 ann\\n'),
    ),
  }),
  work('after-hours', {
    gates: BOTH,
    kind: 'fix',
    story: 'visits after the doors close make no gap, shown by cases alone',
    names: { file: PLAN, name: 'test_gaps[after hours]' },
    edit: all(
      replace(
        'src/clinic/plan.py',
        'free.append((at, visit.start))',
        'free.append((at, min(visit.start, closes)))',
      ),
      replace(
        'src/clinic/plan.py',
        '        if visit.start > at:',
        '        if at < visit.start and at < closes:',
      ),
      replace(
        'tests/cases/gaps.json',
        '"free": ["09:00-16:00"] }\n',
        '"free": ["09:00-16:00"] },\n  { "name": "after hours", "visits": ["18:00-19:00"], "free": ["09:00-17:00"] }\n',
      ),
    ),
  }),
];

const kept: readonly Work[] = [
  work('model-package', {
    gates: BOTH,
    kind: 'refactor',
    story: 'the model becomes a package that gives the same names',
    edit: all(
      modelInTwo,
      move('src/clinic/times.py', 'src/clinic/model/times.py'),
      move('src/clinic/visits.py', 'src/clinic/model/visits.py'),
      replace('src/clinic/model/visits.py', 'from clinic.times', 'from clinic.model.times'),
      write({
        'src/clinic/model/__init__.py':
          'from clinic.model.times import DAY, clock_of, minutes_of\nfrom clinic.model.visits import Channel, Clock, Visit\n\n__all__ = ["DAY", "Channel", "Clock", "Visit", "clock_of", "minutes_of"]\n',
      }),
    ),
  }),
  work('model-in-two', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'the model becomes two modules, without the old name; tests and conftest import the new ones',
    released: [MODEL, PLAN, CONFTEST],
    edit: all(modelInTwo, everywhere(oldImports)),
  }),
  work('sleep-given', {
    gates: ['relay', 'h3a'],
    kind: 'refactor',
    story: 'reminders are given what sleeps, and tests give it in place of patching',
    released: [REMIND],
    edit: all(
      replace(
        'src/clinic/remind.py',
        'pause=0.5, at_once=2):',
        'pause=0.5, at_once=2, sleep=asyncio.sleep):',
      ),
      replace('src/clinic/remind.py', 'await asyncio.sleep(pause', 'await sleep(pause'),
      replace(REMIND, 'from clinic import remind as module\n', ''),
      replace(
        REMIND,
        /@pytest\.fixture\ndef pauses[\s\S]*?return waited\n/,
        'class Naps:\n    def __init__(self):\n        self.waited = []\n\n    async def __call__(self, seconds):\n        self.waited.append(seconds)\n\n\n@pytest.fixture\ndef naps():\n    return Naps()\n',
      ),
      replace(REMIND, /\(visit, pauses/g, '(visit, naps'),
      replace(REMIND, /assert pauses == /g, 'assert naps.waited == '),
      replace(REMIND, 'patient="bob")], channel)', 'patient="bob")], channel, sleep=naps)'),
      replace(
        REMIND,
        'assert await remind([visit("9:00")], channel) == []',
        'assert await remind([visit("9:00")], channel, sleep=naps) == []',
      ),
      replace(REMIND, 'tries=2)', 'tries=2, sleep=naps)'),
      replace(REMIND, 'at_once=3)', 'at_once=3, sleep=naps)'),
    ),
  }),
  work('renamed', {
    gates: BOTH,
    kind: 'rename',
    story: 'two functions and a method have other names, in code and tests',
    edit: everywhere((text) =>
      text
        .replaceAll('earliest', 'first_free')
        .replace(/\bmoved\(/g, 'moved_to(')
        .replaceAll('minutes_of', 'read_time'),
    ),
  }),
  work('docs', {
    gates: ['relay'],
    kind: 'docs',
    story: 'documents the program and the store',
    edit: all(
      append('README.md', '\nWithout a time, `book` takes the earliest that is free.\n'),
      replace(
        'src/clinic/store.py',
        'class Store:\n',
        'class Store:\n    """Visits in a file of SQLite, which is migrated when it is opened."""\n\n',
      ),
      replace(
        'src/clinic/plan.py',
        '"""Free times of a day, as pairs of minutes."""',
        '"""Free times of a day, as pairs of minutes since midnight."""',
      ),
    ),
  }),
  work('extras', {
    gates: ['relay', 'h3a'],
    kind: 'dependencies',
    story: 'names what developers need, and another version',
    edit: all(
      replace(
        'pyproject.toml',
        'dependencies = []\n',
        'dependencies = []\n\n[project.optional-dependencies]\ndev = ["pytest>=7"]\n',
      ),
      replace('pyproject.toml', '0.6.0', '0.6.1'),
    ),
  }),
  work('contract-as-fixture', {
    gates: THREE,
    kind: 'tests',
    story: 'the class that both stores inherited becomes one class with a fixture of two parameters',
    released: [STORE],
    edit: all(
      replace(
        STORE,
        'class StoreContract:\n    """What every store keeps."""\n\n    @pytest.fixture\n    def store(self):\n        raise NotImplementedError\n',
        'class TestStore:\n    """What every store keeps."""\n\n    @pytest.fixture(params=["memory", "file"])\n    def store(self, request, opened, path):\n        return opened(":memory:" if request.param == "memory" else path)\n',
      ),
      replace(
        STORE,
        'class TestMemory(StoreContract):\n    @pytest.fixture\n    def store(self, opened):\n        return opened(":memory:")\n\n\n',
        '',
      ),
      replace(
        STORE,
        'class TestFile(StoreContract):\n    @pytest.fixture\n    def store(self, opened):\n        return opened()\n\n',
        'class TestFile:\n',
      ),
      replace(
        STORE,
        '    def test_survives(self, store, opened, day, visit):\n        store.book(',
        '    def test_survives(self, opened, day, visit):\n        opened().book(',
      ),
    ),
  }),
  work('plugin-apart', {
    gates: BOTH,
    kind: 'tests',
    story:
      'the hooks of conftest become a plugin, the builder of visits a helper, the tests of visits a file of their own',
    edit: all((files) => {
      const conftest = files[CONFTEST] ?? '';
      const model = files[MODEL] ?? '';
      const at = model.indexOf('class TestVisit');
      const hooks = conftest.slice(conftest.indexOf('@pytest.hookimpl'), conftest.indexOf('@pytest.fixture'));
      return {
        ...files,
        'tests/plugins/__init__.py': '',
        'tests/plugins/clinic_cases.py': `import asyncio\nimport inspect\nimport json\nfrom pathlib import Path\n\nimport pytest\n\nCASES = Path(__file__).parent.parent / "cases"\n\n\n${hooks.trimEnd()}\n`,
        'tests/helpers.py':
          'from clinic.model import Visit, minutes_of\n\n\ndef a_visit(start, minutes=15, patient="ann", note=""):\n    return Visit(minutes_of(start), minutes, patient, note)\n',
        [CONFTEST]: `import sys\nfrom pathlib import Path\n\nimport pytest\n\nsys.path.insert(0, str(Path(__file__).parent))\n\nfrom helpers import a_visit\n\npytest_plugins = ["plugins.clinic_cases"]\n\n\n@pytest.fixture\ndef visit():\n    return a_visit\n\n\n${conftest.slice(conftest.indexOf('@pytest.fixture\ndef day'))}`,
        [MODEL]: `${model.slice(0, at).replace('import Visit, clock_of', 'import clock_of').trimEnd()}\n`,
        'tests/test_visit.py': `import pytest\n\nfrom clinic.model import Visit\n\n\n${model.slice(at)}`,
      };
    }),
  }),
];

export const clinicWork: readonly Work[] = [...features, ...kept];
