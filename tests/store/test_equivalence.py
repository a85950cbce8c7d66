"""The SQLite store gives what the in-memory one gives, and a day gives what a store gave that ended on it."""

import datetime as dt
import tempfile
from contextlib import contextmanager
from pathlib import Path

import store_strategies as some
from hypothesis import given, settings
from hypothesis import strategies as st
from storekit.memory import MemoryStore
from storekit.samples import make_addition, make_removal
from storekit.testkit_world import seen

from timeweave.store.sqlite import SqliteStore

DAYS = [None, *(dt.date(2024, 1, day) for day in range(1, 9))]


@contextmanager
def both():
    with tempfile.TemporaryDirectory() as folder, MemoryStore() as memory, SqliteStore.open(Path(folder)) as sqlite:
        yield memory, sqlite


def add(store, *documents):
    for prepared in documents:
        with store.transaction() as transaction:
            transaction.apply(make_addition(transaction, prepared))


def at(store, day):
    with store.view(day) as view:
        return seen(view)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(some.prepared_documents(), min_size=1, max_size=5),
    st.lists(st.sampled_from("abcd"), max_size=2),
)
def test_both_stores_tell_the_same(documents, removed):
    """Whatever is added, corrected and removed, every day looks the same in both, and SQLite's check is clean."""
    with both() as stores:
        for store in stores:
            add(store, *documents)
            for id_ in removed:
                with store.transaction() as transaction:
                    transaction.apply(make_removal(transaction, id_))
        memory, sqlite = stores
        for day in DAYS:
            assert at(sqlite, day) == at(memory, day)
        assert sqlite.check() == []


@settings(max_examples=25, deadline=None)
@given(st.data(), st.lists(some.prepared_documents(), min_size=1, max_size=4, unique_by=lambda p: p.document.id))
def test_a_day_equals_a_store_that_ended_on_it(data, documents):
    """As of d, a full store tells what one tells that saw only what was observed by d, in another order (TK-05)."""
    day = data.draw(st.sampled_from(DAYS[1:]))
    shuffled = data.draw(st.permutations(documents))
    with both() as (_, full), both() as (_, partial):
        add(full, *documents)
        add(partial, *(p for p in shuffled if p.document.date <= day))
        assert at(full, day) == at(partial, day)
