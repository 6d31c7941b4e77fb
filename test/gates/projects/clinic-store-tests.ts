// The tests of the store of visits.
import type { Files } from '../case.ts';

const { raw } = String;

export const CLINIC_STORE_TESTS: Files = {
  'tests/store/conftest.py': raw`import sqlite3

import pytest

from clinic.store import Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / "clinic.db"


@pytest.fixture
def old_store(path):
    """A file as version 0.1 left it."""
    connection = sqlite3.connect(path)
    connection.executescript(
        "CREATE TABLE visits (id INTEGER PRIMARY KEY, day TEXT NOT NULL, start INTEGER NOT NULL,"
        " minutes INTEGER NOT NULL CHECK (minutes > 0), patient TEXT NOT NULL);"
        "INSERT INTO visits (day, start, minutes, patient) VALUES ('2024-05-06', 540, 20, 'old');"
        "PRAGMA user_version = 1;"
    )
    connection.close()
    return path


@pytest.fixture
def opened(path):
    stores = []

    def open_it(where=path):
        stores.append(Store.open(where))
        return stores[-1]

    yield open_it
    for store in stores:
        store.close()
`,
  'tests/store/test_store.py': raw`import pytest

from clinic.errors import Taken, Unknown


class StoreContract:
    """What every store keeps."""

    @pytest.fixture
    def store(self):
        raise NotImplementedError

    def test_empty(self, store, day):
        assert store.of(day) == []

    def test_keeps_in_order(self, store, day, visit):
        store.book(day, visit("10:00", patient="bob"), visit("9:00", note="knee"))
        assert store.of(day) == [visit("9:00", note="knee"), visit("10:00", patient="bob")]

    def test_days_are_apart(self, store, day, visit):
        store.book(day, visit("9:00"))
        store.book("2024-05-07", visit("9:00"))
        assert len(store.of(day)) == 1

    def test_taken(self, store, day, visit):
        store.book(day, visit("9:00", 30, "bob"))
        with pytest.raises(Taken, match="09:15 is taken by bob"):
            store.book(day, visit("9:15"))

    def test_all_or_none(self, store, day, visit):
        with pytest.raises(Taken):
            store.book(day, visit("9:00"), visit("9:05", patient="bob"))
        assert store.of(day) == []

    def test_cancels(self, store, day, visit):
        store.book(day, visit("9:00"), visit("10:00"), visit("11:00", patient="bob"))
        assert store.cancel(day, "ann") == 2
        assert [kept.patient for kept in store.of(day)] == ["bob"]

    def test_cancels_what_is_there(self, store, day):
        with pytest.raises(Unknown, match="ann has no visit"):
            store.cancel(day, "ann")


class TestMemory(StoreContract):
    @pytest.fixture
    def store(self, opened):
        return opened(":memory:")


class TestFile(StoreContract):
    @pytest.fixture
    def store(self, opened):
        return opened()

    @pytest.mark.at("2024-02-29")
    def test_survives(self, store, opened, day, visit):
        store.book(day, visit("9:00"))
        assert opened().of(day) == [visit("9:00")]


class TestMigration:
    def test_old_visits_stay(self, old_store, opened, day):
        (visit,) = opened(old_store).of(day)
        assert (visit.patient, visit.minutes, visit.note) == ("old", 20, "")

    def test_once(self, old_store, opened):
        opened(old_store)
        again = opened(old_store)
        assert again.connection.execute("PRAGMA user_version").fetchone() == (2,)
`,
};
