"""Files follow the committed state: verified, rebuilt, swept, never written over."""

from __future__ import annotations

import datetime as dt
import os
import time

import numpy as np
import pytest
from index_worlds import ENTITIES, RECORDED, VECTORS, Row, prepared, put, take_back

from timeweave.errors import IndexDamagedError, StoreError
from timeweave.indexes import Indexes, maintenance
from timeweave.indexes.growth import FAN_IN
from timeweave.records import Change, Document, DocumentId
from timeweave.temporal.interval import Interval

DAY = dt.date(2024, 1, 1)
KINDS = ("statements", "entities", "chunks", "shingles", "edges")
HELD = [Row(Interval.parse("2020-Q2"), (ENTITIES[0],), {"a": 1}, VECTORS[i]) for i in range(4)]


def files(store) -> set[str]:
    return {path.name for path in store.folder.iterdir()}


def current(store) -> set[str]:
    with store.view() as view:
        return {ref.name for kind in KINDS for ref in view.segments(kind)}


def problems(store, indexes):
    with store.view() as view:
        return indexes.verify(view)


def age(store, seconds: float) -> None:
    for path in store.folder.iterdir():
        os.utime(path, (time.time() - seconds,) * 2)


@pytest.mark.parametrize("damage", ["missing", "truncated", "flipped"])
def test_damage_is_found_and_rebuilt(store, damage):
    """TK-06: check names the file; a rebuild from the documents gives the same index again."""
    indexes = Indexes(store.folder)
    for i in range(3):
        put(store, indexes, f"d{i}", DAY, HELD)
    with store.view() as view:
        victim = store.folder / view.segments("statements")[1].name
        before = indexes.reader(view).dense(VECTORS[2], 9)
    content = victim.read_bytes()
    if damage == "missing":
        victim.unlink()
    elif damage == "truncated":
        victim.write_bytes(content[:-1])
    else:
        victim.write_bytes(content[:-1] + bytes([content[-1] ^ 4]))
    (problem,) = problems(store, indexes)
    assert victim.name in problem.what
    assert problem.repairable
    fresh = Indexes(store.folder)
    with store.view() as view, pytest.raises(IndexDamagedError, match=victim.name):
        fresh.reader(view).dense(VECTORS[2], 9)
    with store.transaction() as transaction:
        fresh.rebuild(transaction, lambda document, _: prepared(document.id, HELD))
    assert problems(store, fresh) == []
    with store.view() as view:
        assert fresh.reader(view).dense(VECTORS[2], 9) == before
        assert len(view.segments("statements")) == 1


def test_rows_that_a_document_lacks_are_found(store):
    """An index that was taken in for another document is not clean, though its file is."""
    indexes = Indexes(store.folder)
    with store.transaction() as transaction:
        change = Change("add", DocumentId("d"), RECORDED, added=prepared("d", HELD), ordinal=0, observed=DAY)
        transaction.apply(change)  # without the index
    (problem,) = problems(store, indexes)
    assert problem.what == "document 'd' has 4 statements, the index 0 of them"


def test_rebuild_keeps_superseded_versions(store):
    """As-of questions go on working after a repair."""
    indexes = Indexes(store.folder)
    put(store, indexes, "d", DAY, HELD[:1])
    put(store, indexes, "d", DAY + dt.timedelta(5), HELD)
    rows = {0: HELD[:1], 1: HELD}
    seen: list[int] = []

    def anew(document: Document, _: object):
        seen.append(len(seen))
        return prepared(document.id, rows[seen[-1]])

    with store.transaction() as transaction:
        indexes.rebuild(transaction, anew)
    with store.view(DAY) as view:
        assert len(indexes.reader(view).rows()) == 1
    with store.view() as view:
        assert len(indexes.reader(view).rows()) == 4


def test_rebuild_refuses_statements_that_are_not_the_stored_ones(store):
    """Rows that point at other sentences than those stored would be silently wrong."""
    indexes = Indexes(store.folder)
    put(store, indexes, "d", DAY, HELD)
    before = current(store)
    with pytest.raises(StoreError, match="'d' was prepared with other statements"), store.transaction() as transaction:
        indexes.rebuild(transaction, lambda document, _: prepared(document.id, HELD[:2]))
    assert current(store) == before


def test_an_aborted_change_leaves_the_state_as_it_was(store):
    """Files are written before the commit and count from it on: without it they are orphans, swept later."""
    indexes = Indexes(store.folder)
    for i in range(FAN_IN - 1):
        put(store, indexes, f"d{i}", DAY, HELD)
    before = current(store)
    with store.transaction() as transaction:
        change = Change("add", DocumentId("x"), RECORDED, added=prepared("x", HELD), ordinal=99, observed=DAY)
        merged = indexes.added(transaction, change)
    assert set(merged.dropped_segments) == before
    assert current(store) == before
    assert problems(store, indexes) == []
    age(store, 1000)
    with store.transaction() as transaction:
        assert indexes.sweep(transaction) == len(KINDS)
    assert files(store) == current(store)


def test_sweeping_spares_what_a_reader_may_be_about_to_open(store):
    """A replaced file stays for the grace; a reader that opened it goes on reading after it is gone."""
    indexes = Indexes(store.folder)
    for i in range(FAN_IN - 1):
        put(store, indexes, f"d{i}", DAY, HELD)
    with store.view() as old:
        reader = indexes.reader(old)
        before = reader.dense(VECTORS[1], 50)
        age(store, 1000)
        put(store, indexes, "last", DAY, HELD)
        assert len(current(store)) == len(KINDS)
        with store.transaction() as transaction:
            assert indexes.sweep(transaction) == 0
            assert Indexes(store.folder).reader(old).dense(VECTORS[1], 50) == before
            assert indexes.sweep(transaction, grace=0) == len(KINDS) * (FAN_IN - 1)
        assert reader.dense(VECTORS[1], 50) == before
    assert files(store) == current(store)


def test_additions_look_for_orphans_first_and_then_now_and_then(store, monkeypatch):
    """What a crash or an earlier writer left goes with the first addition; each look costs as much as there are files,
    so that not every addition takes one.
    """
    monkeypatch.setattr(maintenance, "SWEEP_SECONDS", 1e9)
    indexes = Indexes(store.folder)
    orphan = store.folder / "statements-0000000000000000.segment"
    for writer, number, is_swept in ((indexes, 0, True), (indexes, 1, False), (Indexes(store.folder), 2, True)):
        orphan.write_bytes(b"left")
        age(store, 1000)
        put(store, writer, f"d{number}", DAY, HELD)
        assert orphan.exists() is not is_swept
    assert files(store) == current(store)


def rebuild_in_vain(store, indexes) -> None:
    with store.transaction() as transaction:
        indexes.rebuild(transaction, lambda document, _: prepared(document.id, HELD))
        indexes.sweep(transaction)
        raise ZeroDivisionError


def test_a_rebuild_that_is_not_committed_leaves_the_files_of_the_state(store):
    """The state that stays goes on needing what was to be replaced, however old it is."""
    indexes = Indexes(store.folder)
    for i in range(3):
        put(store, indexes, f"d{i}", DAY, HELD)
    age(store, 1000)
    before = current(store)
    with pytest.raises(ZeroDivisionError):
        rebuild_in_vain(store, indexes)
    assert current(store) == before
    assert problems(store, Indexes(store.folder)) == []


def test_a_removed_document_leaves_the_files(store):
    """TK-08: the segments that hold rows of it are written anew, however few they are; the others stay as they are."""
    indexes = Indexes(store.folder, max_rows=32)
    for number in range(9):
        put(store, indexes, f"kept-{number}", DAY, HELD)
    full = current(store)
    put(store, indexes, "gone", DAY, [Row(None, (), {"secret": 1}, VECTORS[0])])
    put(store, indexes, "last", DAY, HELD)
    take_back(store, indexes, "gone")
    with store.quiet() as transaction:
        assert indexes.sweep(transaction, grace=0) > 0
    assert files(store) == current(store)
    assert all(b"secret" not in path.read_bytes() for path in store.folder.iterdir())
    assert full & current(store)
    assert problems(store, indexes) == []


def test_nothing_is_quiet_while_an_earlier_state_is_read(store):
    """Files of the state before are needed by who may be about to open them."""
    indexes = Indexes(store.folder)
    put(store, indexes, "a", DAY, HELD)
    with store.view():
        put(store, indexes, "b", DAY, HELD)
        with store.quiet() as transaction:
            assert transaction is None
    with store.view(), store.quiet() as transaction:
        assert transaction is not None


def test_documents_without_statements_need_no_file(store):
    """A document that states nothing is no reason for an empty segment; its chunk is a row like any other."""
    indexes = Indexes(store.folder)
    put(store, indexes, "d", DAY, [])
    assert current(store) == files(store)
    assert {name.partition("-")[0] for name in files(store)} == {"chunks", "shingles", "edges"}
    with store.view() as view:
        assert np.count_nonzero(view.visible) == 1
        assert indexes.reader(view).rows() == []
