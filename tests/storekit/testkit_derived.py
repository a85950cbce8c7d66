"""What every store promises about what is derived and costs money: reports, responses, the ledger (TG-07, TK-07)."""

from __future__ import annotations

import contextlib
import datetime as dt
import threading
from collections.abc import Sequence
from dataclasses import replace

from storekit.samples import Sentence, make_addition, make_fact, make_prepared, make_removal, make_report
from storekit.testkit_world import (
    FEBRUARY,
    FIRST,
    JANUARY,
    LEADS,
    MARCH,
    OLDER,
    REVENUE,
    SECOND,
    THIRD,
    add,
    ids,
    remove,
)
from timeweave.errors import TemporalError
from timeweave.llm.base import Purpose
from timeweave.records import REREAD, RULES, Cost, DocumentId, Report, Usage
from timeweave.store.base import Store
from timeweave.temporal.interval import Interval

EARLY = make_report("2023-Q1", "Acme had sold for 2.1 billion.", OLDER)
YEAR = make_report("2023", "A year of Acme.", OLDER, LEADS)
QUARTER = make_report("2024-Q1", "Acme sold for $2.8 billion.", REVENUE)
ONCE = Usage(calls=1, prompt_tokens=70, completion_tokens=8, seconds=0.5, usd=0.25)


def keep(store: Store, *reports: Report, read_at: int, as_of: dt.date | None = None) -> None:
    """Keep reports that were made from the state of sequence ``read_at``."""
    with store.transaction() as transaction:
        for report in reports:
            transaction.keep_report(report, read_at=read_at, as_of=as_of)


def change(store: Store, stale_nodes: Sequence[str], number: int = 0) -> int:
    """Add some document that makes ``stale_nodes`` stale; returns the sequence number."""
    with store.transaction() as transaction:
        document = make_prepared(f"change {number}", Sentence("It changes.", None), date=MARCH)
        return transaction.apply(replace(make_addition(transaction, document), stale_nodes=tuple(stale_nodes)))


def is_fresh(store: Store, report: Report) -> bool:
    """Whether it is the fresh report of its node and maker."""
    with store.view() as view:
        found = view.fresh_report(report.node, report.maker)
    assert found is None or (found.node, found.maker) == (report.node, report.maker)
    return found == report


def is_kept(store: Store, report: Report) -> bool:
    """Whether it is read by its inputs."""
    with store.view() as view:
        return view.report(report.node, report.maker, report.inputs) == report


class DerivedConformance:
    """What a store promises about reports, responses and costs."""

    def test_facts_are_read_by_the_node_that_they_are_stamped_with(self, store: Store) -> None:
        """A unit's facts are stamped with it, a span's with the units of its ends, at their own level only (TG-04)."""
        span = make_fact("Acme Corp", "builds", "a plant", "2023-Q3/2024-Q1")
        day = make_fact("Acme Corp", "opens", "a plant", "2024-01-01")
        said = Sentence("Acme builds.", "2024", ("Acme Corp",), (span, day))
        add(store, FIRST, SECOND, THIRD, make_prepared("plants", said, date=MARCH))
        expected = {
            "2023": [],
            "2023-Q1": [OLDER.id],
            "2023-05": [LEADS.id],
            "2023-Q3": [span.id],
            "2023-Q4": [],
            "2024-Q1": sorted([REVENUE.id, span.id], key=[span.id, REVENUE.id].index),
            "2024-01": [],
            "2024-01-01": [day.id],
        }
        with store.view() as view:
            found = {node: ids(s.fact for s in view.facts_stamped(Interval.parse(node))) for node in expected}
            assert found == expected
            assert all(len(view.facts_stamped(Interval.parse(n.label))) == n.facts for n in view.time_nodes())
            (revenue,) = [s for s in view.facts_stamped(Interval.parse("2024-Q1")) if s.fact == REVENUE]
            assert revenue == view.facts([REVENUE.id])[REVENUE.id]
            with contextlib.suppress(TemporalError):
                view.facts_stamped(Interval.parse("2023-Q1/2023-Q3"))
                raise AssertionError("a run of units was taken for a time node")
        with store.view(FEBRUARY) as view:
            assert view.facts_stamped(Interval.parse("2024-Q1")) == ()
            (older,) = view.facts_stamped(Interval.parse("2023-Q1"))
            assert older.fact == OLDER

    def test_a_report_comes_back_as_it_was_kept(self, store: Store) -> None:
        """By node and maker while it is fresh, by its inputs on any day; makers and inputs are kept apart (TG-06)."""
        add(store, FIRST)
        digest = replace(YEAR, made_by="extractive", prompt="")
        keep(store, YEAR, digest, read_at=1)
        with store.view() as view:
            assert view.fresh_report("2023", "openai:some-model report/1") == YEAR
            assert view.fresh_report("2023", "extractive") == digest
            assert view.fresh_report("2024", "extractive") is None
            assert view.report("2023", "extractive", YEAR.inputs) == digest
            assert view.report("2023", "extractive", "other") is None
        with store.view(JANUARY) as view:
            assert view.fresh_report("2023", "extractive") is None
            assert view.report("2023", "extractive", YEAR.inputs) == digest

    def test_a_change_makes_just_its_stale_nodes_stale(self, store: Store) -> None:
        """Reports of other nodes stay fresh, byte for byte; the stale one is still found by its inputs (TG-07)."""
        add(store, FIRST)
        keep(store, EARLY, YEAR, QUARTER, read_at=1)
        change(store, ["2024-Q1", "2024"])
        assert [is_fresh(store, r) for r in (EARLY, YEAR, QUARTER)] == [True, True, False]
        assert is_kept(store, QUARTER)
        with store.view() as view:
            held = view.fresh_report("2023", YEAR.maker)
        assert held is not None
        assert held.digest == YEAR.digest

    def test_a_newer_report_takes_the_place_of_the_fresh_one(self, store: Store) -> None:
        """Of a maker one report is fresh at a time; the same inputs make the older one fresh again."""
        add(store, FIRST)
        newer = replace(QUARTER, inputs="others")
        keep(store, QUARTER, newer, read_at=1)
        assert (is_fresh(store, QUARTER), is_fresh(store, newer)) == (False, True)
        keep(store, QUARTER, read_at=1)
        assert (is_fresh(store, QUARTER), is_fresh(store, newer)) == (True, False)
        assert is_kept(store, newer)

    def test_a_report_made_meanwhile_is_not_fresh(self, store: Store) -> None:
        """A change after the state that was read, of the report's node, leaves it kept and stale; of another, fresh."""
        add(store, FIRST)
        change(store, ["2024-Q1"], 1)
        change(store, ["2024-Q2"], 2)
        keep(store, QUARTER, read_at=1)
        assert (is_fresh(store, QUARTER), is_kept(store, QUARTER)) == (False, True)
        keep(store, QUARTER, read_at=2)
        assert is_fresh(store, QUARTER)

    def test_a_report_of_an_earlier_day_is_never_fresh(self, store: Store) -> None:
        """It is found by its inputs alone, and leaves the fresh one of the current state where it is (TK-05)."""
        add(store, FIRST)
        keep(store, QUARTER, read_at=1)
        earlier = replace(QUARTER, inputs="as it stood then")
        keep(store, earlier, read_at=1, as_of=JANUARY)
        assert (is_fresh(store, earlier), is_kept(store, earlier), is_fresh(store, QUARTER)) == (False, True, True)
        keep(store, QUARTER, read_at=1, as_of=JANUARY)
        assert is_fresh(store, QUARTER)

    def test_a_report_is_part_of_its_transaction(self, store: Store) -> None:
        """Inside it is read, and gone when the transaction fails; a view keeps what it saw."""
        add(store, FIRST)
        with store.view() as before:
            with contextlib.suppress(KeyboardInterrupt), store.transaction() as transaction:
                transaction.keep_report(YEAR, read_at=1)
                assert transaction.fresh_report("2023", YEAR.maker) == YEAR
                raise KeyboardInterrupt
            assert not is_kept(store, YEAR)
            keep(store, YEAR, read_at=1)
            assert before.report("2023", YEAR.maker, YEAR.inputs) is None

    def test_erasing_a_version_erases_the_reports_that_read_it(self, store: Store) -> None:
        """Fresh or not, of the nodes that its facts are stamped with and of those above; other nodes keep theirs."""
        add(store, FIRST, SECOND, THIRD)
        month = make_report("2023-05", "Ann Lee leads Acme.", LEADS)
        half = make_report("2023-Q2", "Acme has a new head.", LEADS)
        stale = replace(EARLY, inputs="older")
        keep(store, stale, EARLY, month, half, YEAR, QUARTER, read_at=3)
        remove(store, "first")
        assert not any(is_kept(store, r) for r in (stale, EARLY, month, half, YEAR))
        assert is_fresh(store, QUARTER)
        assert store.check() == []

    def test_erasing_a_version_erases_the_reports_of_facts_that_it_closed(self, store: Store) -> None:
        """Those of the nodes that the change names, too: they may say by what a fact of theirs was ended."""
        add(store, FIRST, SECOND)
        keep(store, QUARTER, read_at=2)
        responses = store.responses("op")
        responses.keep_response("k", "said", Purpose("report", "node:2024-Q1"), ONCE)
        with store.transaction() as transaction:
            transaction.apply(replace(make_removal(transaction, "first"), stale_nodes=("2024", "2024-Q1")))
        assert not is_kept(store, QUARTER)
        assert responses.response("k") is None

    def test_reading_a_document_anew_keeps_what_repeats_its_words(self, store: Store) -> None:
        """Responses, and reports of nodes where nothing changed; who read it, and its day, are told (TG-07, TK-08)."""
        add(store, FIRST, SECOND)
        keep(store, EARLY, YEAR, QUARTER, read_at=2)
        responses = store.responses("op")
        abouts = ("document:first", "question", "node:2023-Q1", "node:2024-Q1")
        for about in abouts:
            responses.keep_response(about, "said", Purpose("s", about), ONCE)
        again = replace(FIRST, extraction=replace(FIRST.extraction, read_by="some:model extract/1"))
        with store.transaction() as transaction:
            (known,) = transaction.versions(DocumentId("first"))
            change = make_addition(transaction, again, observed=known.observed)
            transaction.apply(replace(change, kind=REREAD, stale_nodes=("2023", "2023-Q1")))
        assert [is_kept(store, r) for r in (EARLY, YEAR, QUARTER)] == [False, False, True]
        assert is_fresh(store, QUARTER)
        assert [about for about in abouts if responses.response(about)] == [abouts[0], abouts[1], abouts[3]]
        with store.view() as view:
            infos = list(view.documents())
        assert [(i.id, i.observed, i.read_by) for i in infos] == [
            ("first", JANUARY, "some:model extract/1"),
            ("second", MARCH, RULES),
        ]
        assert store.check() == []

    def test_superseding_a_version_keeps_its_reports(self, store: Store) -> None:
        """An earlier day still shows the version, so what was made from it is right there."""
        add(store, FIRST)
        keep(store, EARLY, read_at=1)
        add(store, make_prepared("first", Sentence("Nothing.", None), date=MARCH))
        assert is_kept(store, EARLY)
        add(store, make_prepared("first", Sentence("Nothing at all.", None), date=JANUARY))  # erases both
        assert not is_kept(store, EARLY)

    def test_erasing_an_earlier_version_keeps_reports_of_what_is_current(self, store: Store) -> None:
        """A fresh report of a node that no current fact leaves is right, and need not be made again (TG-07)."""
        add(store, FIRST, THIRD, make_prepared("first", Sentence("Nothing is told of it now.", None), date=MARCH))
        then = replace(EARLY, inputs="of the first version")
        keep(store, then, read_at=1, as_of=JANUARY)
        keep(store, EARLY, read_at=3)
        remove(store, "first")
        assert is_fresh(store, EARLY)
        assert not is_kept(store, then)

    def test_a_report_made_before_an_erasure_is_not_kept(self, store: Store) -> None:
        """It may repeat what must be gone."""
        add(store, FIRST, SECOND)
        remove(store, "first")
        keep(store, EARLY, QUARTER, read_at=2)
        assert not is_kept(store, EARLY)
        assert not is_kept(store, QUARTER)
        keep(store, QUARTER, read_at=3)
        assert is_fresh(store, QUARTER)

    def test_a_response_is_kept_with_what_it_cost(self, store: Store) -> None:
        """At once, outside of any transaction; the ledger has it by stage and by what it was about (TK-07)."""
        add(store, FIRST)
        responses = store.responses("2024-06-01T12:00:00Z add")
        assert responses.response("k1") is None
        purpose = Purpose("align", "document:first")
        responses.keep_response("k1", '{"said": "\U0001f600 \\u0000"}', purpose, ONCE)
        responses.keep_response("k2", "", purpose, ONCE)
        responses.charge(purpose, Usage(cache_hits=1, retries=2, fallbacks=3))
        assert responses.response("k1") == '{"said": "\U0001f600 \\u0000"}'
        assert store.responses("another").response("k2") == ""
        spent = Usage(2, 140, 16, 1, 1.0, 0.5, 2, 3)
        with store.view() as view:
            assert dict(view.ledger()) == {"align": spent, "extract": Usage(calls=1)}
            assert list(view.costs()) == [
                Cost("", "extract", "document:first", Usage(calls=1)),
                Cost("2024-06-01T12:00:00Z add", "align", "document:first", spent),
            ]
            assert view.sequence == 1
        responses.keep_response("k1", "better", purpose, Usage())
        assert responses.response("k1") == "better"

    def test_charges_are_kept_by_operation_stage_and_subject(self, store: Store) -> None:
        """What a change cost a model is its document's; mere time is nobody's; both are part of the transaction."""
        document = replace(FIRST, usage={"embed": Usage(calls=2, prompt_tokens=9), "extract": Usage(seconds=0.5)})
        with store.transaction() as transaction:
            transaction.apply(make_addition(transaction, document), operation="now add")
            for _ in range(2):
                transaction.charge("report", ONCE, about="node:2024-Q1", operation="now add")
            transaction.charge("report", ONCE)
        with contextlib.suppress(KeyboardInterrupt), store.transaction() as transaction:
            transaction.charge("report", ONCE)
            raise KeyboardInterrupt
        with store.view() as view:
            assert list(view.costs()) == [
                Cost("", "report", "", ONCE),
                Cost("now add", "embed", "document:first", Usage(calls=2, prompt_tokens=9)),
                Cost("now add", "extract", "", Usage(seconds=0.5)),
                Cost("now add", "report", "node:2024-Q1", ONCE + ONCE),
            ]
            assert view.ledger()["report"] == ONCE + ONCE + ONCE
        assert store.check() == []

    def test_the_ledger_of_a_day_shows_nothing_later(self, store: Store) -> None:
        """TK-05, TK-07: neither a document that was published later or is gone, nor what was spent later."""
        add(store, FIRST)
        add(store, make_prepared("later", Sentence("It is later.", None), date=MARCH), observed=MARCH)
        add(store, make_prepared("gone", Sentence("It is gone.", None), date=JANUARY), observed=JANUARY)
        remove(store, "gone")
        early, late = (f"{day}T12:00:00Z ask" for day in (JANUARY, MARCH))
        with store.transaction() as transaction:
            for about in ("document:first", "document:later", "document:gone", "node:1871-Q1", "question"):
                for operation in (early, late):
                    transaction.charge("answer", ONCE, about=about, operation=operation)
        with store.view(FEBRUARY) as view:
            told = [(c.operation, c.about) for c in view.costs() if c.stage == "answer"]
            assert told == [(early, "document:first"), (early, "question"), (late, "document:first")]
            assert view.ledger()["answer"] == ONCE + ONCE + ONCE
        with store.view() as view:
            assert view.ledger()["answer"].calls == 10 * ONCE.calls

    def test_a_view_keeps_the_ledger_that_it_saw(self, store: Store) -> None:
        """What is spent while it is open is for the next view."""
        responses = store.responses("op")
        responses.charge(Purpose("answer", "question"), ONCE)
        with store.view() as view:
            responses.charge(Purpose("answer", "question"), ONCE)
            assert view.ledger() == {"answer": ONCE}
            assert [c.usage for c in view.costs()] == [ONCE]
        with store.view() as view:
            assert view.ledger() == {"answer": ONCE + ONCE}

    def test_responses_are_kept_from_many_threads_at_once(self, store: Store) -> None:
        """While a document is written, too: none is lost and each is charged once."""
        responses = store.responses("op")

        def work(name: int) -> None:
            for number in range(10):
                responses.keep_response(f"{name}:{number}", str(number), Purpose("extract", "document:x"), ONCE)

        threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
        for thread in threads:
            thread.start()
        add(store, FIRST, SECOND, THIRD)
        for thread in threads:
            thread.join()
        assert all(responses.response(f"{name}:{number}") == str(number) for name in range(4) for number in range(10))
        with store.view() as view:
            (cost,) = [c for c in view.costs() if c.operation == "op"]
        assert (cost.usage.calls, cost.usage.prompt_tokens) == (40, 2800)
        assert store.check() == []

    def test_responses_outlive_a_transaction_that_fails(self, store: Store) -> None:
        """What was answered before is not asked again: a response has a commit of its own."""
        responses = store.responses("op")
        responses.keep_response("before", "text", Purpose("extract", "document:first"), ONCE)
        with contextlib.suppress(KeyboardInterrupt), store.transaction() as transaction:
            transaction.apply(make_addition(transaction, FIRST))
            raise KeyboardInterrupt
        assert responses.response("before") == "text"

    def test_erasing_a_version_erases_the_responses_that_may_repeat_it(self, store: Store) -> None:
        """Those about its document, about nodes at or above its facts, about questions; nothing else (TK-08)."""
        add(store, FIRST, SECOND)
        gone = ("document:first", "node:2023-Q1", "node:2023-Q2", "node:2023", "question", "question: who?", "", "zeal")
        left = ("document:second", "document:first of all", "node:2024-Q1", "node:2023-Q4")
        with store.transaction() as transaction:
            removal = make_removal(transaction, "first")
        responses = store.responses("op")
        for about in (*gone, *left):
            responses.keep_response(f"key of {about}", "said", Purpose("some", about), ONCE)
        with store.transaction() as transaction:
            transaction.apply(removal)
        assert [about for about in (*gone, *left) if responses.response(f"key of {about}") is not None] == list(left)
        with store.view() as view:
            assert view.ledger()["some"].calls == len(gone) + len(left)

    def test_a_response_that_may_repeat_what_was_erased_is_not_kept(self, store: Store) -> None:
        """An operation that began before an erasure keeps its responses about documents only, and pays for all."""
        add(store, FIRST, SECOND)
        begun = store.responses("begun before")
        remove(store, "first")
        for responses in (begun, store.responses("begun after")):
            for about in ("document:second", "node:2024", "question"):
                responses.keep_response(f"{about} {responses is begun}", "said", Purpose("some", about), ONCE)
        held = {about: begun.response(f"{about} True") for about in ("document:second", "node:2024", "question")}
        assert held == {"document:second": "said", "node:2024": None, "question": None}
        assert begun.response("node:2024 False") == begun.response("question False") == "said"
        with store.view() as view:
            assert view.ledger()["some"].calls == 6

    def test_repairing_a_sound_store_changes_nothing(self, store: Store) -> None:
        """Only what is damaged is dropped."""
        add(store, FIRST)
        keep(store, YEAR, read_at=1)
        responses = store.responses("op")
        responses.keep_response("k", "said", Purpose("report", "node:2023"), ONCE)
        store.repair()
        assert is_fresh(store, YEAR)
        assert responses.response("k") == "said"
