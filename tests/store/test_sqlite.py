"""What the SQLite store promises beyond the port: reading spans, many threads, long documents, odd text."""

import datetime as dt
import threading

import pytest
from storekit.samples import Sentence, make_addition, make_fact, make_prepared, make_removal
from storekit.testkit_world import FIRST, SECOND, THIRD, add, at, remove, seen

from timeweave.errors import InputError, NotFoundError, StoreDamagedError, StoreFullError
from timeweave.records import EntityId, Span, StatementKey
from timeweave.store import checking
from timeweave.store.rows import BLOCK
from timeweave.store.sqlite import SqliteStore


@pytest.fixture
def store(tmp_path):
    with SqliteStore.open(tmp_path / "kb") as store:
        yield store


def test_spans_of_a_long_text_are_exact(store):
    """A span is the same characters as of the whole text, at, before and across the bounds of blocks (TK-06)."""
    words = "".join(f"{number} Größe 😀 " for number in range(5000))
    add(store, make_prepared("long", Sentence(words, "2024"), date=dt.date(2024, 1, 1)))
    ends = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5 * BLOCK + 7, len(words) - 1, len(words), len(words) + 50]
    with store.view() as view:
        assert view.text(0) == words
        for start in ends:
            for end in ends:
                assert view.text(0, Span(start, end)) == words[start:end]


def test_a_missing_part_of_a_text_is_not_passed_over(store):
    """A block that is gone is a damage, not a shorter text."""
    add(store, make_prepared("long", Sentence("word " * 5000, "2024"), date=dt.date(2024, 1, 1)))
    with store.transaction() as transaction:
        transaction._connection.execute("DELETE FROM texts WHERE number = 3")
    with store.view() as view:
        assert view.text(0, Span(0, 4)) == "word"
        with pytest.raises(StoreDamagedError, match="are missing"):
            view.text(0, Span(2 * BLOCK, 2 * BLOCK + 5))
        with pytest.raises(StoreDamagedError, match="are missing"):
            view.text(0)


def test_words_that_follow_from_a_fact_are_not_kept_beside_it(store):
    """They are a third of its row. A row of an earlier version, which holds them, is that of the same fact still."""
    words = "acme: ceo ann lee [2024]"
    fact = make_fact("Acme", "ceo", "Ann Lee", "2024", text=words)
    for document in ("a", "b"):
        with store.transaction() as transaction:
            kept = [text for (text,) in transaction._connection.execute("SELECT text FROM facts")]
            assert kept == ([] if document == "a" else [b""])
            transaction._connection.execute("UPDATE facts SET text = ?", (words,))
        add(store, make_prepared(document, Sentence("Ann Lee runs Acme.", "2024", ("Acme", "Ann Lee"), (fact,))))
    with store.view() as view:
        assert [held.fact for held in view.facts([fact.id]).values()] == [fact]
    with store.transaction() as transaction:
        assert transaction._connection.execute("SELECT text FROM facts").fetchall() == [(words,)]


def test_text_that_is_no_unicode_is_refused_where_it_cannot_be_kept(store):
    """A name with a lone surrogate is a named input error; nothing of its document is kept."""
    with pytest.raises(InputError, match="not valid Unicode"):
        add(store, make_prepared("x", Sentence("odd", None, ("\udcff",))))
    with store.view() as view:
        assert view.counts()["documents"] == 0
        with pytest.raises(InputError, match="not valid Unicode"):
            view.entity(EntityId("\udcff"))


def test_threads_read_while_one_writes(store):
    """Each thread has its own snapshot, and views opened at once do not disturb one another."""
    add(store, FIRST)
    before = at(store, None)
    errors = []
    with store.view() as old:

        def read():
            try:
                for _ in range(20):
                    with store.view(dt.date(2024, 1, 10)) as view:
                        assert [d.id for d in view.documents()] == ["first"]
                        assert view.visible.sum() == 1
            except AssertionError as error:
                errors.append(error)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        add(store, SECOND, THIRD)
        for thread in threads:
            thread.join()
        assert [d.id for d in old.documents()] == ["first"]
    assert errors == []
    assert at(store, dt.date(2024, 1, 10)) == before


def test_a_disk_error_of_the_caller_is_named_too(store):
    """An index file that finds no room inside a transaction is the same error as a database that finds none."""

    def fill_up():
        with store.transaction() as transaction:
            transaction.apply(make_addition(transaction, FIRST))
            raise OSError(28, "No space left on device")

    with pytest.raises(StoreFullError, match="no space left"):
        fill_up()
    with store.view() as view:
        assert view.sequence == 0


def test_names_are_kept_once_and_go_with_their_last_document(store):
    """What only a removed document called its own leaves no trace in the tables of names and facts (TK-08)."""
    add(store, FIRST, SECOND, THIRD)
    with store.transaction() as transaction:
        for id_ in ("first", "second", "a third"):
            transaction.apply(make_removal(transaction, id_))
    with store.view() as view:
        for table in ("symbols", "facts", "supports", "statements", "texts", "seals", "mentions", "time_nodes"):
            assert view._connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_visibility_follows_changes_of_another_process(tmp_path):
    """What one store has learnt of days and versions is brought up to date from the log, not read anew."""
    with SqliteStore.open(tmp_path) as one, SqliteStore.open(tmp_path) as other:
        add(one, FIRST)
        with one.view() as view:
            assert view.visible.tolist() == [True]
        add(other, SECOND, THIRD)
        add(other, make_prepared("first", Sentence("New.", "2024"), date=dt.date(2024, 5, 1)))
        with one.view() as view:
            assert view.visible.tolist() == [False, True, True, True]
        with one.view(dt.date(2024, 2, 10)) as view:
            assert view.visible.tolist() == [True, False, True, False]


def test_what_one_reader_read_is_not_shown_to_another_that_may_not_see_it(store):
    """TK-05, TK-08: rows that were read lately stay hidden before their day and after their document's removal."""
    add(store, FIRST, SECOND, THIRD)
    whole = at(store, None)
    days = [dt.date(2000, 1, 1), *sorted({info.observed for info in _infos(store)}), None]
    cold = {day: _fresh(store, day) for day in days}
    for day in [*days, *reversed(days)]:
        assert at(store, day) == cold[day]
    with store.view() as before:
        keys = [StatementKey(o, 0) for o in range(3)]
        assert len(before.statements(keys)) == len(before.info(range(3))) == 3
        remove(store, FIRST.document.id)
        with store.view() as after:
            assert set(after.info(range(3))) == {1, 2}
            assert {key.ordinal for key in after.statements(keys)} == {1, 2}
            for reading in (after.text, after.chunks, after.statements_of, after.original):
                with pytest.raises(NotFoundError):
                    reading(0)
            assert seen(after) != whole
        assert before.text(0) == FIRST.document.text
        assert seen(before) == whole


def test_what_was_rolled_back_is_not_remembered(store):
    """The ordinal of a document whose transaction failed goes to another one; it is the other's rows that are read."""

    def fail():
        with store.transaction() as transaction:
            transaction.apply(make_addition(transaction, FIRST))
            assert transaction.text(0) == FIRST.document.text
            assert transaction.info([0])[0].id == FIRST.document.id
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    add(store, SECOND)
    with store.view() as view:
        assert view.text(0) == SECOND.document.text
        assert view.info([0])[0].id == SECOND.document.id


def _infos(store):
    with store.view() as view:
        return list(view.documents())


def _fresh(store, day):
    """What a store that remembers nothing sees."""
    with SqliteStore.open(store.path.parent) as other:
        return at(other, day)


def test_check_sees_one_commit(tmp_path, monkeypatch):
    """TK-08: what another process commits while `check` runs is no damage: its steps see one commit."""
    with SqliteStore.open(tmp_path) as one, SqliteStore.open(tmp_path) as other:
        add(one, FIRST)
        steps = checking._references

        def with_a_writer_between(connection):
            held = connection.execute("SELECT count(*) FROM documents").fetchone()
            add(other, SECOND)
            assert connection.execute("SELECT count(*) FROM documents").fetchone() == held
            return steps(connection)

        monkeypatch.setattr(checking, "_references", with_a_writer_between)
        assert one.check() == []
