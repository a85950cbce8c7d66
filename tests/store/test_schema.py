"""The store's tables have a version, and an older one is brought up to it whole or not at all."""

import datetime as dt
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from storekit.samples import Sentence, make_addition, make_fact, make_prepared, make_report
from storekit.testkit_world import FIRST, SECOND, THIRD, add, at, remove

from timeweave.errors import SchemaVersionError, StoreDamagedError
from timeweave.records import Cost, Event, FactEvent, Usage
from timeweave.store import schema
from timeweave.store.salvage import salvage
from timeweave.store.sqlite import SqliteStore

VERSION_1 = Path(__file__).with_name("version_1.sql")  # a store with FIRST and SECOND as version 1 wrote it


@pytest.fixture
def database(tmp_path):
    with SqliteStore.open(tmp_path) as store:
        add(store, FIRST)
    return tmp_path / "store.db"


def raw(database):
    return sqlite3.connect(database, isolation_level=None)


def test_a_new_store_has_the_present_version(database):
    """The file says what it is and which version its tables have."""
    connection = raw(database)
    assert connection.execute("PRAGMA application_id").fetchone() == (schema.APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_newer_store_is_refused(database):
    """A store of a later version is left alone, and the message says what to do."""
    connection = raw(database)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    with pytest.raises(SchemaVersionError, match="install a newer Timeweave"):
        SqliteStore.open(database.parent)


def test_another_database_is_not_taken_for_a_store(tmp_path):
    """An SQLite file of some other program is named as such."""
    connection = raw(tmp_path / "store.db")
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(StoreDamagedError, match="no Timeweave store"):
        SqliteStore.open(tmp_path)


def test_an_older_store_is_migrated_step_by_step(database):
    """Each step is taken once and in order, and what was stored is still there."""
    connection = raw(database)
    connection.execute("PRAGMA user_version = 0")
    taken = []

    def rename(connection):
        taken.append("0 to 1")
        connection.execute("CREATE TABLE extra (note TEXT)")

    def fill(connection):
        taken.append("1 to 2")
        connection.execute("INSERT INTO extra VALUES ('kept')")

    schema.migrate(connection, "x", migrations={0: rename, 1: fill}, target=2)
    assert taken == ["0 to 1", "1 to 2"]
    assert connection.execute("SELECT note FROM extra").fetchall() == [("kept",)]
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    assert connection.execute("SELECT id FROM documents").fetchall() == [("first",)]
    connection.close()


def test_a_migration_that_fails_changes_nothing(database):
    """Half-migrated stores do not exist: the first step is taken back when the second fails."""
    connection = raw(database)
    connection.execute("PRAGMA user_version = 0")

    def good(connection):
        connection.execute("CREATE TABLE extra (note TEXT)")

    def bad(connection):
        connection.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(connection, "x", migrations={0: good, 1: bad}, target=2)
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'").fetchone() == (0,)
    connection.close()


def test_a_version_without_a_way_is_refused(database):
    """There is nothing before version 1: such a store says so instead of being guessed at."""
    connection = raw(database)
    connection.execute("PRAGMA user_version = 0")
    connection.close()
    with pytest.raises(SchemaVersionError, match="no way to"):
        SqliteStore.open(database.parent)


@pytest.fixture
def version_1(tmp_path):
    (tmp_path / "old").mkdir()
    connection = raw(tmp_path / "old" / "store.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(VERSION_1.read_text())
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    return tmp_path / "old"


def test_a_store_of_version_1_is_read_as_one_of_today(version_1, tmp_path):
    """After migration it tells what a new store tells of the same documents, costs included, and takes new ones."""
    with SqliteStore.open(version_1) as old, SqliteStore.open(tmp_path / "new") as new:
        add(new, FIRST, SECOND)
        assert at(old, None) == at(new, None)
        assert old.check() == []
        with old.view() as view:
            assert dict(view.ledger()) == {"extract": Usage(calls=2), "write": Usage(seconds=0.25)}
            assert list(view.costs()) == [
                Cost("", "extract", "", Usage(calls=2)),
                Cost("", "write", "", Usage(seconds=0.25)),
            ]
        for store in (old, new):
            add(store, THIRD)
        assert at(old, None) == at(new, None)
        assert old.check() == []


def test_a_migrated_store_has_the_tables_of_a_new_one(version_1, database):
    """The same tables, columns and indexes in the same order: what salvage and every query build on."""
    SqliteStore.open(version_1).close()

    def tables(path):
        connection = raw(path)
        laid_out = connection.execute("SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")
        names = sorted(laid_out.fetchall())
        columns = {name: connection.execute(f"PRAGMA table_xinfo({name})").fetchall() for _, name, _ in names}
        connection.close()
        return names, columns

    assert tables(version_1 / "store.db") == tables(database)


def test_a_migrated_store_with_a_destroyed_header_is_salvaged(tmp_path):
    """Its first page is that of a new store, as the tables of version 1 come first in both."""
    (tmp_path / "old").mkdir()
    connection = raw(tmp_path / "old" / "store.db")
    schema.create(connection, 1)
    connection.execute("PRAGMA journal_mode = WAL")
    schema.migrate(connection, "x")
    connection.close()
    with SqliteStore.open(tmp_path / "old") as store:
        add(store, FIRST, SECOND)
    with (tmp_path / "old" / "store.db").open("r+b") as file:
        file.write(b"\xff" * 4096)
    assert list(salvage(tmp_path / "old")) == [FIRST.document, SECOND.document]


def test_a_version_1_store_that_cannot_be_written_says_what_to_do(version_1):
    """It is not read half: it asks to be opened once where it can be migrated."""
    with pytest.raises(SchemaVersionError, match="open it once where it can be written"):
        SqliteStore.open(version_1, read_only=True)


def test_every_registered_migration_leads_on():
    """The registered steps form an unbroken way to the present version."""
    assert sorted(schema.MIGRATIONS) == list(range(schema.VERSION - len(schema.MIGRATIONS), schema.VERSION))


def test_opening_again_changes_nothing(database):
    """What was stored reads the same after closing and opening."""
    with SqliteStore.open(database.parent) as store:
        before = at(store, None)
    with SqliteStore.open(database.parent) as store:
        assert at(store, None) == before


TOGETHER = make_fact("Acme Corp", "related to", "Ann Lee", "2023-05")
TOLD = make_fact("Acme Corp", "related to", "Beta Inc", "2023-06-01")  # as a source's own triple says
LEADS = make_fact("Ann Lee", "led", "Acme Corp", "2022")
NAMES = ("Acme Corp", "Ann Lee", "Beta Inc")


def as_version_4(store, document, *facts, day):
    """Adds a document as that version did, which gave to names that stand together a fact of confidence 0.4."""
    words = f"{document}: Acme, Ann and Beta."
    prepared = make_prepared(document, Sentence(words, "2022", NAMES, facts), date=day)
    supports = tuple(replace(s, confidence=0.4) if s.fact == TOGETHER.id else s for s in prepared.extraction.supports)
    prepared = replace(prepared, digest=document)
    with store.transaction() as transaction:
        change = make_addition(
            transaction, replace(prepared, extraction=replace(prepared.extraction, supports=supports))
        )
        events = tuple(FactEvent(Event.ADDED, f.id, f.text, "stated for the first time") for f in facts)
        transaction.apply(replace(change, events=events))


def filled(folder, *together):
    with SqliteStore.open(folder) as store:
        as_version_4(store, "a", LEADS, TOLD, *together, day=dt.date(2023, 1, 1))
        as_version_4(store, "b", *together, day=dt.date(2023, 2, 1))
        as_version_4(store, "b", LEADS, *together, day=dt.date(2023, 3, 1))
        with store.transaction() as transaction:
            transaction.keep_report(make_report("2022", "Ann Lee led.", LEADS), read_at=3)
    connection = raw(folder / "store.db")
    connection.execute("DROP INDEX facts_lasting_by_relation")
    connection.execute("PRAGMA user_version = 4")
    connection.close()


def test_names_that_stand_together_are_facts_no_more(tmp_path):
    """A store of version 4 becomes one that never held them, on every day: facts, nodes, names and the log; its seals
    hold, its reports are made anew, and what a source itself calls related stays.
    """
    filled(tmp_path / "old", TOGETHER)
    filled(tmp_path / "new")
    with SqliteStore.open(tmp_path / "old") as old, SqliteStore.open(tmp_path / "new") as new:
        assert old.check() == []
        for day in (None, dt.date(2023, 1, 1), dt.date(2023, 2, 1)):
            assert at(old, day) == at(new, day)
        with old.view() as view:
            assert set(view.facts([TOGETHER.id, TOLD.id, LEADS.id])) == {TOLD.id, LEADS.id}
            assert {node.label for node in view.time_nodes()} == {"2022", "2023", "2023-Q2", "2023-06", "2023-06-01"}
            assert [e.fact for c in view.changes() for e in c.events] == [LEADS.id, TOLD.id, LEADS.id]
            assert view.fresh_report("2022", "openai:some-model report/1") is None
        for store in (old, new):
            remove(store, "a")
            remove(store, "b")
        assert old.check() == []
        assert at(old, None) == at(new, None)


def test_a_damaged_version_is_not_sealed_as_it_is(tmp_path):
    """What was changed behind the store's back is told after the migration as before."""
    filled(tmp_path, TOGETHER)
    connection = raw(tmp_path / "store.db")
    connection.execute("UPDATE statements SET valid_from = valid_from + 1 WHERE ordinal = 0")
    connection.close()
    with SqliteStore.open(tmp_path) as store:
        assert "document's rows are not as they were written" in {p.what for p in store.check()}
