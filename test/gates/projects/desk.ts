// A small web application in Python, tested by unittest alone: a client, a base case, load_tests, a test of the command.
import type { Files } from '../case.ts';

export const DESK: Files = {
  'pyproject.toml': '[project]\nname = "desk"\nversion = "1.2.0"\n',
  'baton.yaml': 'commands:\n  test: python3 -m unittest discover -v\n',
  '.gitignore': '__pycache__/\n',
  'README.md': '# Desk\n\nTickets over HTTP.\n',
  'desk/__init__.py': '',
  'desk/tickets.py': `import itertools

STATES = ("open", "waiting", "closed")
MOVES = {("open", "waiting"), ("waiting", "open"), ("open", "closed"), ("waiting", "closed")}


class Unknown(LookupError):
    pass


class Refused(ValueError):
    pass


class Desk:
    def __init__(self):
        self._ids = itertools.count(1)
        self._tickets = {}

    def add(self, title, priority=3):
        title = title.strip()
        if not title:
            raise Refused("expected a title")
        if priority not in range(1, 6):
            raise Refused("expected a priority from 1 to 5")
        ticket = {"id": next(self._ids), "title": title, "priority": priority, "state": "open"}
        self._tickets[ticket["id"]] = ticket
        return ticket

    def get(self, number):
        try:
            return self._tickets[number]
        except KeyError:
            raise Unknown(number) from None

    def move(self, number, state):
        ticket = self.get(number)
        if (ticket["state"], state) not in MOVES:
            raise Refused(f"a ticket that is {ticket['state']} cannot be {state}")
        ticket["state"] = state
        return ticket

    def listed(self, state=None):
        found = [t for t in self._tickets.values() if state is None or t["state"] == state]
        return sorted(found, key=lambda t: (t["priority"], t["id"]))
`,
  'desk/app.py': `import json
from urllib.parse import parse_qs

from desk.tickets import Desk, Refused, Unknown


class App:
    def __init__(self, desk=None, tokens=()):
        self.desk = desk or Desk()
        self.tokens = set(tokens)

    def __call__(self, environ, start_response):
        status, body = self.answer(environ)
        start_response(status, [("Content-Type", "application/json")])
        return [json.dumps(body).encode()]

    def answer(self, environ):
        method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "/").strip("/").split("/")
        if method != "GET" and environ.get("HTTP_AUTHORIZATION") not in {f"Bearer {t}" for t in self.tokens}:
            return "401 Unauthorized", {"error": "expected a token"}
        try:
            return self.route(method, path, environ)
        except Unknown as unknown:
            return "404 Not Found", {"error": f"no ticket {unknown}"}
        except (Refused, json.JSONDecodeError) as refused:
            return "400 Bad Request", {"error": str(refused)}

    def route(self, method, path, environ):
        if path[0] != "tickets":
            return "404 Not Found", {"error": "no such page"}
        if method == "GET" and len(path) == 1:
            state = parse_qs(environ.get("QUERY_STRING", "")).get("state", [None])[0]
            return "200 OK", self.desk.listed(state)
        if method == "GET":
            return "200 OK", self.desk.get(int(path[1]))
        size = int(environ.get("CONTENT_LENGTH") or 0)
        body = json.loads(environ["wsgi.input"].read(size))
        if method == "POST":
            return "201 Created", self.desk.add(body["title"], body.get("priority", 3))
        return "200 OK", self.desk.move(int(path[1]), body["state"])
`,
  'desk/__main__.py': `import argparse

from desk.tickets import Desk


def main(args=None):
    parser = argparse.ArgumentParser(prog="desk")
    parser.add_argument("title", nargs="+")
    parser.add_argument("--priority", type=int, default=3)
    asked = parser.parse_args(args)
    ticket = Desk().add(" ".join(asked.title), asked.priority)
    print(f"#{ticket['id']} {ticket['title']} ({ticket['priority']})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
`,
  'tests/__init__.py': '',
  'tests/base.py': `import io
import json
import unittest

from desk.app import App
from desk.tickets import Desk


class AppTestCase(unittest.TestCase):
    token = "secret"

    def setUp(self):
        self.desk = Desk()
        self.app = App(self.desk, tokens=[self.token])

    def call(self, method, path, body=None, query="", token=None):
        data = b"" if body is None else json.dumps(body).encode()
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_LENGTH": str(len(data)),
            "wsgi.input": io.BytesIO(data),
        }
        if token is not None:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        seen = {}
        chunks = self.app(environ, lambda status, headers: seen.update(status=status))
        return int(seen["status"][:3]), json.loads(b"".join(chunks))

    def assertStatus(self, expected, answer):
        status, body = answer
        self.assertEqual(status, expected, body)
        return body
`,
  'tests/test_app.py': `from tests.base import AppTestCase


class ReadTest(AppTestCase):
    def test_empty(self):
        self.assertEqual(self.assertStatus(200, self.call("GET", "/tickets")), [])

    def test_one(self):
        self.desk.add("Printer")
        body = self.assertStatus(200, self.call("GET", "/tickets/1"))
        self.assertEqual(body["title"], "Printer")

    def test_unknown(self):
        self.assertStatus(404, self.call("GET", "/tickets/9"))
        self.assertStatus(404, self.call("GET", "/nothing"))

    def test_by_state(self):
        self.desk.add("One")
        self.desk.add("Two")
        self.desk.move(1, "closed")
        body = self.assertStatus(200, self.call("GET", "/tickets", query="state=open"))
        self.assertEqual([ticket["title"] for ticket in body], ["Two"])


class WriteTest(AppTestCase):
    def test_needs_a_token(self):
        for token in (None, "", "wrong"):
            with self.subTest(token=token):
                self.assertStatus(401, self.call("POST", "/tickets", {"title": "x"}, token=token))
        self.assertEqual(self.desk.listed(), [])

    def test_creates(self):
        body = self.assertStatus(201, self.call("POST", "/tickets", {"title": " Mouse "}, token=self.token))
        self.assertEqual(body, {"id": 1, "title": "Mouse", "priority": 3, "state": "open"})

    def test_refuses(self):
        for title, priority in (("", 3), ("  ", 3), ("x", 0), ("x", 6)):
            with self.subTest(title=title, priority=priority):
                body = {"title": title, "priority": priority}
                self.assertStatus(400, self.call("POST", "/tickets", body, token=self.token))

    def test_moves(self):
        self.desk.add("One")
        body = self.assertStatus(200, self.call("PATCH", "/tickets/1", {"state": "closed"}, token=self.token))
        self.assertEqual(body["state"], "closed")
`,
  'tests/test_tickets.py': `import unittest

from desk.tickets import MOVES, STATES, Desk, Refused, Unknown


class OrderTest(unittest.TestCase):
    def test_by_priority_then_age(self):
        desk = Desk()
        for title, priority in (("a", 3), ("b", 1), ("c", 3)):
            desk.add(title, priority)
        self.assertEqual([t["title"] for t in desk.listed()], ["b", "a", "c"])

    def test_numbers_go_up(self):
        desk = Desk()
        self.assertEqual([desk.add("x")["id"] for _ in range(3)], [1, 2, 3])


class MoveTest(unittest.TestCase):
    def test_closed_stays_closed(self):
        desk = Desk()
        desk.add("x")
        desk.move(1, "closed")
        for state in STATES:
            with self.assertRaises(Refused):
                desk.move(1, state)

    def test_moves_are_between_states(self):
        self.assertLessEqual({s for move in MOVES for s in move}, set(STATES))

    def test_unknown(self):
        with self.assertRaises(Unknown):
            Desk().move(1, "closed")
`,
  'tests/test_command.py': `import contextlib
import io
import unittest

from desk.__main__ import main


class CommandTest(unittest.TestCase):
    def said(self, *args):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(main(list(args)), 0)
        return out.getvalue()

    def test_adds(self):
        self.assertEqual(self.said("Fix", "it", "--priority", "1"), "#1 Fix it (1)\\n")

    def test_needs_a_title(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            main([])
`,
};
