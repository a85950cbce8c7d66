"""Nothing in the database can change without `check` saying so: every column of every table is altered."""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
from dataclasses import replace

import pytest
from storekit.samples import Sentence, make_addition, make_prepared, make_report
from storekit.testkit_world import FIRST, JANUARY, MARCH, OLDER, SECOND, add, remove

from timeweave.llm.base import Purpose
from timeweave.records import Block, BlockKind, Edit, Layout, SegmentRef, Span, Usage
from timeweave.store import schema
from timeweave.store.row_digests import COVERED
from timeweave.store.sqlite import SqliteStore

HARMLESS = {
    ("sqlite_sequence", "name"): "SQLite takes the greatest key that there is instead",
    ("sqlite_sequence", "seq"): "keys may be left out; one that is there is never given out again",
    ("responses", "number"): "a response is read by its key",
}
"""What need not be found, and why."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A store with a row in every table."""
    folder = tmp_path_factory.mktemp("sound")
    spent = Usage(1, 70, 8, 1, 0.5, 0.25, 1, 1)
    with SqliteStore.open(folder) as store:
        add(store, FIRST, SECOND)
        marked = make_prepared("marked", Sentence("It is **so**.", None), date=JANUARY)
        layout = Layout((Block(BlockKind.PARAGRAPH, Span(0, 12)),), (Edit(6, 8), Edit(10, 12)))
        add(store, replace(marked, extraction=replace(marked.extraction, layout=layout)))
        add(store, make_prepared("gone", Sentence("It is gone.", None), date=JANUARY))
        with store.transaction() as transaction:
            again = make_addition(transaction, make_prepared("gone", Sentence("It was.", None), date=MARCH))
            transaction.apply(again, operation="2024-03-10T12:00:00Z add")
            transaction.charge("report", spent, about="node:2024", operation="2024-03-10T12:00:00Z report")
            transaction.set_setting("embedder", "some")
            transaction.replace_segments("dense", [SegmentRef("one", "dense", 1, 2, "abc")])
            transaction.keep_report(make_report("2023-Q1", "Acme had sold for 2.1 billion.", OLDER), read_at=0)
        remove(store, "gone")
        responses = store.responses("2024-03-10T12:00:00Z add")
        responses.keep_response("key", "said", Purpose("align", "document:first"), spent)
        with store.transaction() as transaction:
            transaction.keep_report(make_report("2023-Q1", "Acme had sold for 2.1 billion.", OLDER), read_at=5)
        assert store.check() == []
    return folder


def columns():
    """Every column of every table that a new store has."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(connection)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return [(table, row[1]) for table in tables for row in connection.execute(f"PRAGMA table_info({table})")]


def altered(value):
    """Another value of the same kind."""
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:] if value else b"\0"
    if isinstance(value, str):
        return chr(ord(value[0]) ^ 1) + value[1:] if value else "x"
    return 1 if value is None else value + 1


@pytest.mark.parametrize(("table", "column"), columns(), ids=lambda name: name)
def test_an_altered_value_is_found(sound, tmp_path, table, column):
    """TK-06: whichever value of whichever table is another than it was written, `check` finds it."""
    folder = shutil.copytree(sound, tmp_path / "kb")
    connection = sqlite3.connect(folder / "store.db")
    (value,) = connection.execute(f"SELECT {column} FROM {table} LIMIT 1").fetchone() or (None,)
    if (table, column) == ("state", "one"):
        pytest.skip("the table itself refuses another value")
    try:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS ?", (altered(value), value))
    except sqlite3.IntegrityError:  # the next value is in use: the row gets one that no row has
        connection.execute(f"UPDATE OR REPLACE {table} SET {column} = 987654 WHERE {column} IS ?", (value,))
    connection.commit()
    connection.close()
    with SqliteStore.open(folder) as store:
        found = store.check()
    assert (found == []) is ((table, column) in HARMLESS)


@pytest.mark.parametrize("table", sorted({table for table, _ in columns()}))
def test_a_missing_row_is_found(sound, tmp_path, table):
    """TK-06: a row that is gone leaves a gap that `check` finds, or one that is filled anew."""
    if table in ("sqlite_sequence", "reports", "responses", "settings", "segments"):
        pytest.skip("what is not there is made anew, or was not there yet")
    folder = shutil.copytree(sound, tmp_path / "kb")
    connection = sqlite3.connect(folder / "store.db")
    key = connection.execute(f"PRAGMA table_info({table})").fetchone()[1]
    connection.execute(f"DELETE FROM {table} WHERE {key} = (SELECT max({key}) FROM {table})")
    connection.commit()
    connection.close()
    with SqliteStore.open(folder) as store:
        assert store.check() != []


def test_what_was_written_before_is_signed_when_it_is_opened(sound, tmp_path):
    """A store of a version without digests is signed as it stands, and from then on held against it."""
    folder = shutil.copytree(sound, tmp_path / "kb")
    with SqliteStore.open(folder) as store:
        remove(store, "marked")
    connection = sqlite3.connect(folder / "store.db")
    for table in (*COVERED, "symbols"):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN row_digest")
    connection.execute("DROP TABLE layouts")
    connection.execute("DROP INDEX facts_lasting_by_relation")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()
    with SqliteStore.open(folder) as store:
        assert store.check() == []
        add(store, make_prepared("new", Sentence("It is new.", None), date=MARCH + dt.timedelta(days=1)))
        assert store.check() == []
    connection = sqlite3.connect(folder / "store.db")
    connection.execute("UPDATE changes SET document = 'forged' WHERE sequence = 1")
    connection.commit()
    connection.close()
    with SqliteStore.open(folder) as store:
        assert store.check()[0].where == "changes:1"
