"""What every store promises about writing: all or nothing, snapshots, the log, the ledger, index files."""

from __future__ import annotations

import contextlib
import datetime as dt
from dataclasses import replace

import numpy as np

from storekit.samples import RECORDED, Sentence, make_addition, make_prepared, make_removal
from storekit.testkit_world import (
    APRIL,
    FEBRUARY,
    FIRST,
    JANUARY,
    LEADS,
    LEAVES,
    MARCH,
    OLDER,
    REVENUE,
    SECOND,
    THIRD,
    add,
    at,
    remove,
    seen,
)
from timeweave.errors import UsageError
from timeweave.records import (
    Event,
    FactEvent,
    SegmentRef,
    Usage,
)
from timeweave.store.base import Store
from timeweave.temporal.interval import Interval


class WritingConformance:
    """What a transaction promises."""

    def test_a_view_keeps_what_it_saw(self, store: Store) -> None:
        """A view that was opened before a commit does not see it, one opened after does."""
        add(store, FIRST)
        with store.view() as old:
            before = seen(old)
            add(store, SECOND)
            remove(store, "first")
            assert seen(old) == before
            assert (old.sequence, old.visible.tolist()) == (1, [True])
            with store.view() as new:
                assert [d.id for d in new.documents()] == ["second"]
                assert (new.sequence, new.visible.tolist()) == (3, [False, True])
            assert old.visible.tolist() == [True]

    def test_a_transaction_sees_what_it_wrote(self, store: Store) -> None:
        """Inside, the new state is read; outside, not before the end."""
        with store.transaction() as transaction:
            transaction.apply(make_addition(transaction, FIRST))
            assert [d.id for d in transaction.documents()] == ["first"]
            assert transaction.visible.tolist() == [True]
            assert transaction.as_of is None
            with store.view() as view:
                assert list(view.documents()) == []
            transaction.apply(make_addition(transaction, SECOND))
            assert transaction.sequence == 2
        with store.view() as view:
            assert [d.id for d in view.documents()] == ["first", "second"]

    def test_a_failed_transaction_leaves_nothing(self, store: Store) -> None:
        """An error inside takes all of it back: documents, settings, ledger, segments, log."""
        add(store, FIRST)
        before = at(store, None)
        with contextlib.suppress(KeyboardInterrupt), store.transaction() as transaction:
            transaction.apply(make_addition(transaction, SECOND))
            transaction.set_setting("embedder", "x")
            transaction.charge("extract", Usage(calls=5))
            transaction.replace_segments("dense", [SegmentRef("a", "dense", 1, 1, "d")])
            raise KeyboardInterrupt
        assert at(store, None) == before
        assert store.setting("embedder") is None
        with store.view() as view:
            assert (view.sequence, view.visible.tolist()) == (1, [True])
            assert (len(list(view.changes())), view.segments("dense")) == (1, ())
            assert view.ledger() == {"extract": Usage(calls=1)}
        add(store, SECOND)
        with store.view() as view:
            assert view.visible.tolist() == [True, True]

    def test_ordinals_are_never_given_out_twice(self, store: Store) -> None:
        """Index files may still speak of a removed ordinal, so it is not used again."""
        add(store, FIRST)
        remove(store, "first")
        with store.transaction() as transaction:
            assert transaction.next_ordinal == 1
            with contextlib.suppress(UsageError):
                transaction.apply(replace(make_addition(transaction, SECOND), ordinal=0))
                raise AssertionError("an ordinal was given out twice")

    def test_the_log_says_what_happened(self, store: Store) -> None:
        """Changes come back in order with their events, from an instant on, and as of a day (TK-08)."""
        event = FactEvent(Event.ADDED, LEADS.id, LEADS.text, "stated for the first time", (REVENUE.id,))
        later = RECORDED + dt.timedelta(hours=1)
        with store.transaction() as transaction:
            change = make_addition(transaction, FIRST)
            transaction.apply(replace(change, events=(event,), stale_nodes=("2024-Q1", "2024")))
        with store.transaction() as transaction:
            transaction.apply(make_addition(transaction, SECOND, recorded=later))
        with store.view() as view:
            first, second = view.changes()
            assert (first.sequence, first.kind, first.document_id) == (1, "add", "first")
            assert (first.recorded, first.observed) == (RECORDED, JANUARY)
            assert (first.events, first.stale_nodes) == ((event,), ("2024-Q1", "2024"))
            assert list(view.changes(since=later)) == [second]
            assert list(view.changes(since=later + dt.timedelta(microseconds=1))) == []
            assert list(view.changes(until=later)) == [first]
            assert list(view.changes(newest=1)) == [second]
            assert list(view.changes(before=second.sequence, newest=5)) == [first]
            assert list(view.changes(before=first.sequence)) == list(view.changes(newest=0)) == []
        with store.view(JANUARY) as view:
            assert list(view.changes()) == list(view.changes(newest=1)) == [first]

    def test_the_log_by_days_of_publication(self, store: Store) -> None:
        """A line for each version that is held, superseded ones too, on its day; of an erased one none (TK-05)."""
        later = JANUARY + dt.timedelta(days=9)
        corrected = make_prepared("first", Sentence("Acme sold much.", "2023-Q1", (), ()), date=later)
        for prepared in (SECOND, FIRST, corrected):
            with store.transaction() as transaction:
                transaction.apply(make_addition(transaction, prepared))
        with store.transaction() as transaction:
            transaction.apply(make_removal(transaction, "second"))
        with store.view() as view:
            told = [(line.day, line.sequence, line.ordinal) for line in view.published()]
            assert told == [(JANUARY, 2, 1), (later, 3, 2), (RECORDED.date(), 4, None)]
            assert [view.lines([3])[3]] == list(view.changes(before=4, newest=1))
            early = view.on(JANUARY)
            assert [line.sequence for line in early.published()] == [2]
            assert [info.ordinal for info in early.documents()] == [1]
            assert early.sequence == view.sequence

    def test_the_ledger_adds_up(self, store: Store) -> None:
        """What a change cost and what is charged besides are summed by stage (TK-07)."""
        add(store, FIRST, SECOND)
        with store.transaction() as transaction:
            transaction.charge(
                "extract", Usage(calls=2, prompt_tokens=3, completion_tokens=4, cache_hits=5, seconds=0.5)
            )
            transaction.charge("write", Usage(seconds=0.25))
        with store.view() as view:
            assert dict(view.ledger()) == {"extract": Usage(4, 3, 4, 5, 0.5), "write": Usage(seconds=0.25)}

    def test_the_log_forgets_what_only_a_removed_document_said(self, store: Store) -> None:
        """Its facts stay in the log as ids and counts; those that others state keep their words (TK-08)."""
        again = Sentence("Acme had sold for 2.1 billion.", "2023-Q1", (), (OLDER,))
        corrected = make_prepared("first", again, date=JANUARY, source="Wire")
        sold, led = (FactEvent(Event.ADDED, fact.id, fact.text, "told") for fact in (OLDER, LEADS))
        ended = FactEvent(Event.CLOSED, LEADS.id, LEADS.text, f"closed by: {OLDER.text}", (OLDER.id,))
        merged = FactEvent(Event.MERGED, OLDER.id, OLDER.text, "also stated by Wire")
        lost = FactEvent(Event.REMOVED, OLDER.id, OLDER.text, "no document states it any more")
        for prepared, events in ((FIRST, (sold, led)), (SECOND, (ended,)), (corrected, (merged,))):
            with store.transaction() as transaction:
                transaction.apply(replace(make_addition(transaction, prepared), events=events))
        with store.transaction() as transaction:
            transaction.apply(replace(make_removal(transaction, "first"), events=(lost,)))
        with store.view() as view:
            log = [e for change in view.changes() for e in change.events]
        assert [(e.event, e.fact) for e in log] == [(e.event, e.fact) for e in (sold, led, ended, merged, lost)]
        assert [e.text for e in log] == ["removed fact", LEADS.text, LEADS.text, "removed fact", "removed fact"]
        assert [e.why for e in log] == [
            "told",
            "told",
            "closed by: removed fact",
            "also stated by a removed document",
            "no document states it any more",
        ]
        assert store.check() == []

    def test_segments_are_part_of_the_committed_state(self, store: Store) -> None:
        """Index files are listed by kind, oldest first; a change adds some and drops others, a rebuild replaces all."""
        a, b, c, other = (SegmentRef(n, k, 1, 2, "d") for n, k in (("a", "x"), ("b", "x"), ("c", "x"), ("o", "y")))
        with store.transaction() as transaction:
            transaction.apply(replace(make_addition(transaction, FIRST), segments=(b, other)))
        with store.transaction() as transaction:
            transaction.apply(replace(make_addition(transaction, SECOND), segments=(a,)))
        with store.view() as old:
            assert old.segments("x") == (b, a)
            with store.transaction() as transaction:
                change = replace(make_addition(transaction, THIRD), segments=(c,), dropped_segments=("b", "a"))
                transaction.apply(change)
            assert old.segments("x") == (b, a)
        with store.view() as view:
            assert (view.segments("x"), view.segments("y"), view.segments("z")) == ((c,), (other,), ())
        with store.transaction() as transaction:
            transaction.replace_segments("x", [a, b])
        with store.view() as view:
            assert (view.segments("x"), view.segments("y")) == ((a, b), (other,))

    def test_settings_are_remembered(self, store: Store) -> None:
        """The last value of a setting is read, nothing where there is none."""
        for value in ("one", "two"):
            with store.transaction() as transaction:
                transaction.set_setting("embedder", value)
        assert (store.setting("embedder"), store.setting("other")) == ("two", None)

    def test_a_sound_store_has_no_problems(self, store: Store) -> None:
        """`check` finds nothing after adding, correcting and removing."""
        corrected = make_prepared("first", Sentence("Bo Chen leads Acme.", "2024-02", ("Acme",), (LEAVES,)), date=MARCH)
        add(store, FIRST, SECOND, THIRD, corrected)
        remove(store, "second")
        assert store.check() == []

    def test_the_folder_is_there_for_index_files(self, store: Store) -> None:
        """Whoever writes an index finds its folder made."""
        assert store.folder.is_dir()

    def test_visible_agrees_with_documents(self, store: Store) -> None:
        """The mask marks the ordinals of the listed documents and no others, on any day."""
        add(store, SECOND, FIRST, THIRD)
        remove(store, "first")
        add(store, replace(SECOND, digest="other", document=replace(SECOND.document, date=APRIL)))
        for day in (None, JANUARY, FEBRUARY, MARCH, APRIL):
            with store.view(day) as view:
                assert np.flatnonzero(view.visible).tolist() == sorted(d.ordinal for d in view.documents())
                for period in (Interval.parse("2024-02"), Interval.parse("2024-02-01/2024-03-31")):
                    within = [d.ordinal for d in view.documents() if period.overlaps(Interval.day(d.observed))]
                    assert np.flatnonzero(view.observed_within(period)).tolist() == sorted(within)
