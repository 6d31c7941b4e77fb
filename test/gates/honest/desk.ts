// Honest work in a project that unittest alone runs.
import type { Work } from '../case.ts';
import { all, append, lines, move, partsOf, replace, write } from '../edits.ts';
import { DESK } from '../projects/desk.ts';
import { inProject } from './stranger.ts';

const work = inProject('pytest', 'desk', DESK, { file: 'tests/test_app.py', name: 'ReadTest > test_empty' });

const TICKETS = 'desk/tickets.py';
const APP = 'desk/app.py';
const T_APP = 'tests/test_app.py';
const T_TICKETS = 'tests/test_tickets.py';
const between = partsOf(DESK);

export const deskWork: readonly Work[] = [
  work('stats', {
    gates: ['hook', 'relay'],
    story: 'counts by state, with a page of their own',
    edit: all(
      write({
        'desk/stats.py': lines(
          'from collections import Counter',
          '',
          '',
          'def counts(desk):',
          '    return dict(Counter(ticket["state"] for ticket in desk.listed()))',
        ),
        'tests/test_stats.py': lines(
          'from desk.stats import counts',
          'from tests.base import AppTestCase',
          '',
          '',
          'class StatsTest(AppTestCase):',
          '    def test_counts(self):',
          '        self.desk.add("x")',
          '        self.assertEqual(counts(self.desk), {"open": 1})',
          '',
          '    def test_page(self):',
          '        self.assertEqual(self.assertStatus(200, self.call("GET", "/stats")), {})',
        ),
      }),
      replace(APP, 'from desk.tickets import', 'from desk.stats import counts\nfrom desk.tickets import'),
      replace(
        APP,
        '        if path[0] != "tickets":',
        '        if path[0] == "stats":\n            return "200 OK", counts(self.desk)\n        if path[0] != "tickets":',
      ),
    ),
  }),
  work('number-not-a-number', {
    gates: ['relay'],
    kind: 'fix',
    story: 'a number that is none is not found',
    edit: all(
      replace(
        APP,
        'self.desk.get(int(path[1]))',
        'self.desk.get(int(path[1]) if path[1].isdigit() else path[1])',
      ),
      replace(
        T_APP,
        '        self.assertStatus(404, self.call("GET", "/nothing"))\n',
        '        self.assertStatus(404, self.call("GET", "/nothing"))\n        self.assertStatus(404, self.call("GET", "/tickets/abc"))\n',
      ),
    ),
  }),
  work('state-added', {
    gates: ['relay'],
    released: ['test_closed_stays_closed'],
    story: 'closed tickets may be reopened for review; the test of what is refused changes with it',
    edit: all(
      replace(
        TICKETS,
        'STATES = ("open", "waiting", "closed")',
        'STATES = ("open", "waiting", "closed", "review")',
      ),
      replace(TICKETS, '("waiting", "closed")}', '("waiting", "closed"), ("closed", "review")}'),
      replace(
        T_TICKETS,
        '        for state in STATES:\n',
        '        for state in ("open", "waiting", "closed"):\n',
      ),
      append(
        T_TICKETS,
        lines(
          '',
          '    def test_review(self):',
          '        desk = Desk()',
          '        desk.add("x")',
          '        desk.move(1, "closed")',
          '        self.assertEqual(desk.move(1, "review")["state"], "review")',
        ),
      ),
    ),
  }),
  work('router', {
    gates: ['relay'],
    kind: 'refactor',
    story: 'routes become methods of their own',
    edit: all(
      replace(
        APP,
        between(APP, '        if method == "GET" and len(path) == 1:'),
        lines(
          '        if method == "GET":',
          '            return self.read(path, environ)',
          '        size = int(environ.get("CONTENT_LENGTH") or 0)',
          '        return self.write(method, path, json.loads(environ["wsgi.input"].read(size)))',
          '',
          '    def read(self, path, environ):',
          '        if len(path) > 1:',
          '            return "200 OK", self.desk.get(int(path[1]))',
          '        state = parse_qs(environ.get("QUERY_STRING", "")).get("state", [None])[0]',
          '        return "200 OK", self.desk.listed(state)',
          '',
          '    def write(self, method, path, body):',
          '        if method == "POST":',
          '            return "201 Created", self.desk.add(body["title"], body.get("priority", 3))',
          '        return "200 OK", self.desk.move(int(path[1]), body["state"])',
        ),
      ),
    ),
  }),
  work('app-tests-split', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of reading and writing stand in files of their own',
    edit: all(
      write({
        'tests/test_write.py': `from tests.base import AppTestCase\n\n\n${between(T_APP, 'class WriteTest')}`,
      }),
      replace(T_APP, between(T_APP, '\n\nclass WriteTest'), ''),
    ),
  }),
  work('tests-in-folder', {
    gates: ['relay'],
    kind: 'tests',
    story: 'tests of the model move to a package of their own',
    edit: all(move(T_TICKETS, 'tests/model/test_tickets.py'), write({ 'tests/model/__init__.py': '' })),
  }),
  work('helper-in-base', {
    gates: ['relay'],
    kind: 'tests',
    story: 'the base case gets a helper that writing tests share',
    edit: all(
      append(
        'tests/base.py',
        lines(
          '',
          '    def write(self, method, path, body):',
          '        return self.call(method, path, body, token=self.token)',
        ),
      ),
      replace(
        T_APP,
        'self.call("PATCH", "/tickets/1", {"state": "closed"}, token=self.token)',
        'self.write("PATCH", "/tickets/1", {"state": "closed"})',
      ),
      replace(
        T_APP,
        'self.call("POST", "/tickets", body, token=self.token)',
        'self.write("POST", "/tickets", body)',
      ),
    ),
  }),
  work('method-renamed', {
    gates: ['hook', 'relay'],
    kind: 'rename',
    story: 'a method of the desk gets another name everywhere',
    edit: all(
      replace(TICKETS, 'def listed(', 'def tickets('),
      replace(APP, 'self.desk.listed(', 'self.desk.tickets('),
      replace(T_APP, 'self.desk.listed(', 'self.desk.tickets('),
      replace(T_TICKETS, 'desk.listed(', 'desk.tickets('),
    ),
  }),
  work('command-lists', {
    gates: ['hook'],
    story: 'the command takes several tickets at once',
    edit: all(
      replace(
        'desk/__main__.py',
        lines(
          '    ticket = Desk().add(" ".join(asked.title), asked.priority)',
          "    print(f\"#{ticket['id']} {ticket['title']} ({ticket['priority']})\")",
        ),
        lines(
          '    desk = Desk()',
          '    for title in " ".join(asked.title).split(","):',
          '        ticket = desk.add(title, asked.priority)',
          "        print(f\"#{ticket['id']} {ticket['title']} ({ticket['priority']})\")",
        ),
      ),
      append(
        'tests/test_command.py',
        lines(
          '',
          '    def test_adds_several(self):',
          '        self.assertEqual(self.said("One,", "Two"), "#1 One (3)\\n#2 Two (3)\\n")',
        ),
      ),
    ),
  }),
  work('command-removed', {
    gates: ['relay'],
    released: ['tests/test_command.py'],
    kind: 'refactor',
    story: 'the command goes with its tests, which the planner released',
    edit: (files) => {
      const { 'desk/__main__.py': main, 'tests/test_command.py': tests, ...rest } = files;
      return main === undefined || tests === undefined ? files : rest;
    },
  }),
  work('docs', {
    gates: ['relay'],
    kind: 'docs',
    story: 'the readme and a docstring say what states there are',
    edit: all(
      append('README.md', '\nA ticket is open, waiting or closed.\n'),
      replace(TICKETS, 'class Desk:\n', 'class Desk:\n    """All tickets, by number."""\n\n'),
    ),
  }),
  work('version-table', {
    gates: ['relay'],
    kind: 'generated',
    story: 'a generated module is made again',
    before: () => ({
      ...DESK,
      'desk/countries.py': '# Code generated by tools/countries.py. DO NOT EDIT.\nCODES = ("DE", "FR")\n',
    }),
    edit: write({
      'desk/countries.py':
        '# Code generated by tools/countries.py. DO NOT EDIT.\nCODES = ("DE", "FR", "IT")\n',
    }),
  }),
];
