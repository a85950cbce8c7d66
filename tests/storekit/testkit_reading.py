"""What every view of every store promises: exact content, canonical order, no look-ahead."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from storekit.samples import Sentence, make_fact, make_prepared
from storekit.testkit_world import (
    APRIL,
    ELSEWHERE,
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
    ids,
    remove,
    seen,
)
from timeweave.errors import NotFoundError
from timeweave.records import (
    DocumentId,
    EntityId,
    FactId,
    Span,
    StatementKey,
)
from timeweave.store.base import Store
from timeweave.temporal.interval import Interval


class ReadingConformance:
    """What a view promises."""

    def test_an_empty_store_answers_everything_with_nothing(self, store: Store) -> None:
        """A view of a new store has no documents, facts, entities, nodes or days."""
        with store.view() as view:
            assert seen(view)["documents"] == []
            assert dict(view.counts()) == dict.fromkeys(("documents", "chunks", "statements", "facts", "entities"), 0)
            assert view.time_range() is None
            assert view.sequence == 0
            assert view.visible.tolist() == []
            assert view.entity(EntityId("acme")) is None
            assert view.document(DocumentId("first")) is None

    def test_a_document_comes_back_as_it_went_in(self, store: Store) -> None:
        """Text, spans, chunks, statements and the whole original are what was added (TK-06)."""
        add(store, FIRST)
        with store.view() as view:
            info = view.document(DocumentId("first"))
            assert info is not None
            assert (info.title, info.source, info.observed, info.entities) == ("On Acme", "Wire", JANUARY, ("acme",))
            assert info.digest == FIRST.digest
            assert view.text(info.ordinal) == FIRST.document.text
            assert view.text(info.ordinal, Span(4, 7)) == "Lee"
            assert view.text(info.ordinal, Span(3, 3)) == ""
            assert view.original(info.ordinal) == FIRST.document
            assert tuple(view.chunks(info.ordinal)) == FIRST.extraction.chunks
            assert tuple(view.statements_of(info.ordinal)) == FIRST.extraction.statements
            second = FIRST.extraction.statements[1]
            assert tuple(view.statements_of(info.ordinal, second.span)) == (second,)
            wider = Span(second.span.start - 1, second.span.end + 1)
            assert tuple(view.statements_of(info.ordinal, wider)) == (second,)
            assert tuple(view.statements_of(info.ordinal, Span(second.span.start + 1, second.span.end))) == ()

    def test_statements_and_facts_are_found_by_key(self, store: Store) -> None:
        """Statements lead to their facts and facts back to their statements; unknown keys are left out (TK-06)."""
        add(store, FIRST, SECOND)
        with store.view() as view:
            keys = [StatementKey(1, 0), StatementKey(0, 1), StatementKey(7, 0), StatementKey(0, 99)]
            assert dict(view.statements(keys)) == {
                StatementKey(0, 1): FIRST.extraction.statements[1],
                StatementKey(1, 0): SECOND.extraction.statements[0],
            }
            assert dict(view.facts_stated_in(keys)) == {StatementKey(1, 0): tuple(sorted([LEADS.id, REVENUE.id]))}
            assert list(view.facts_of([1, 7])) == sorted([LEADS.id, REVENUE.id])
            found = view.facts([REVENUE.id, FactId("unknown")])
            assert list(found) == [REVENUE.id]
            assert found[REVENUE.id].fact == REVENUE
            (support,) = found[REVENUE.id].supports
            assert (support.document_id, support.key, support.chunk_id) == ("second", StatementKey(1, 0), "second#0")
            assert (support.span, support.confidence, support.observed) == (Span(0, 55), 0.9, MARCH)

    def test_facts_are_found_by_either_end_relation_and_time(self, store: Store) -> None:
        """Facts about an entity come by (valid start, id), its objects count as its own (TG-03)."""
        add(store, SECOND, FIRST, THIRD)
        acme, ann = EntityId("acme"), LEADS.object
        with store.view() as view:
            assert ids(s.fact for s in view.facts_about([acme])) == ids([OLDER, LEADS, REVENUE])
            assert ids(s.fact for s in view.facts_about([EntityId(ann)])) == [LEADS.id]
            assert ids(s.fact for s in view.facts_about([acme], relation="revenue")) == ids([OLDER, REVENUE])
            assert view.facts_about([acme], relation="unknown") == ()
            assert view.relations_about([acme]) == tuple(sorted({OLDER.relation, LEADS.relation, REVENUE.relation}))
            assert view.relations_about([EntityId(ann)]) == (LEADS.relation,)
            spring = Interval.parse("2023-03/2023-04")
            assert ids(s.fact for s in view.facts_about([acme], within=spring)) == [OLDER.id]
            assert ids(s.fact for s in view.facts_during(Interval.parse("2024-Q2"))) == ids([LEADS, ELSEWHERE])
            assert ids(s.fact for s in view.facts_during(Interval.parse("../2023-04"))) == [OLDER.id]

    def test_what_lasts_is_found_by_its_relation(self, store: Store) -> None:
        """What holds for over a year or with an open bound comes by its relation, the smallest ids first (EK-05)."""
        lasting = [make_fact("Acme", "mayor", name, f"{year}/..") for name, year in (("Ann", 2020), ("Ben", 2022))]
        short = make_fact("Acme", "mayor", "Cyd", "2019-05")
        facts = (*lasting, short)
        add(store, make_prepared("x", Sentence("Acme, Ann, Ben, Cyd.", None, ("Acme",), facts), date=MARCH))
        with store.view() as view:
            assert view.lasting("mayor", 9) == tuple(sorted((f.id, f.subject) for f in lasting))
            assert view.lasting("mayor", 1) == (min((f.id, f.subject) for f in lasting),)
            assert view.lasting("unknown", 9) == ()
            assert view.relations() == {"mayor": 3}
            by_id = tuple(sorted(facts, key=lambda fact: fact.id))
            assert view.sampled(["mayor", "unknown"], 9) == {"mayor": by_id}
            assert view.sampled(["mayor"], 2) == {"mayor": by_id[:2]}
            assert view.kept("a sum", lambda: 2) == view.kept("a sum", lambda: 2) == 2
        with store.view(JANUARY) as view:
            assert view.lasting("mayor", 9) == ()
            assert view.relations() == {}
            assert view.sampled(["mayor"], 9) == {}

    def test_a_literal_is_not_an_entity(self, store: Store) -> None:
        """A literal that reads like an entity's id is not found as one (TK-01)."""
        named = make_fact("Zenith", "motto", "acme", "2024", literal=True)
        add(store, make_prepared("x", Sentence("Zenith says acme.", None, ("Zenith",), (named,)), date=JANUARY))
        with store.view() as view:
            assert view.facts_about([EntityId("acme")]) == ()

    def test_nothing_is_seen_before_it_was_observed(self, store: Store) -> None:
        """A view bound to a day sees what was observed by it, the day itself included (TK-05)."""
        add(store, SECOND, FIRST)
        with store.view(JANUARY - dt.timedelta(days=1)) as view:
            assert seen(view)["documents"] == []
            assert view.relations_about([REVENUE.subject]) == ()
            assert view.visible.tolist() == [False, False]
        with store.view(JANUARY) as view:
            assert [d.id for d in view.documents()] == ["first"]
            assert view.visible.tolist() == [False, True]
            assert len(view.facts([LEADS.id])[LEADS.id].supports) == 1
            assert view.facts([REVENUE.id]) == {}
            assert view.info([0, 1]).keys() == {1}
            assert view.statements([StatementKey(0, 0)]) == {}
            assert view.facts_stated_in([StatementKey(0, 0)]) == {}
            for read in (view.text, view.original, view.chunks, view.statements_of):
                _refuses(read, 0)
        with store.view(MARCH) as view:
            assert [d.id for d in view.documents()] == ["first", "second"]

    def test_a_day_shows_what_a_store_held_that_only_saw_what_was_observed_by_then(self, store: Store) -> None:
        """Everything in a view as of a day equals what was current before later documents came (TK-05)."""
        add(store, THIRD)
        with store.view() as view:
            before = seen(view)
        add(store, SECOND, make_prepared("late", Sentence("Oslo, Oslo!", "2031", ("OSLO",)), date=APRIL))
        with store.view(FEBRUARY) as view:
            assert seen(view) == before

    def test_a_support_may_be_observed_later_than_its_document(self, store: Store) -> None:
        """A fact shows when its support's own observation day has come, and says so (TK-01, TK-05)."""
        late = make_prepared(
            "list", Sentence("Zenith | based in | Oslo", "2024", ("Zenith",), (ELSEWHERE,), APRIL), date=JANUARY
        )
        add(store, late)
        with store.view(MARCH) as view:
            assert [d.id for d in view.documents()] == ["list"]
            assert view.facts([ELSEWHERE.id]) == {}
            assert view.facts_stated_in([StatementKey(0, 0)]) == {}
            assert (view.counts()["facts"], view.time_nodes()) == (0, ())
        with store.view(APRIL) as view:
            assert view.facts([ELSEWHERE.id])[ELSEWHERE.id].observed == APRIL
            assert [n.label for n in view.time_nodes()] == ["2024"]

    def test_a_correction_shows_from_its_own_day_on(self, store: Store) -> None:
        """The earlier version is seen on days before the later one was observed, and never with it (TK-05, TK-08)."""
        add(store, FIRST)
        corrected = make_prepared("first", Sentence("Bo Chen leads Acme.", "2024-02", ("Acme",), (LEAVES,)), date=MARCH)
        add(store, corrected)
        for day, text, fact in ((MARCH - dt.timedelta(days=1), FIRST, LEADS), (MARCH, corrected, LEAVES)):
            with store.view(day) as view:
                (info,) = view.documents()
                assert view.text(info.ordinal) == text.document.text
                assert ids(s.fact for s in view.facts_about([EntityId("acme")], relation="led by")) == [fact.id]
        with store.view() as view:
            assert view.visible.tolist() == [False, True]
            assert view.counts()["facts"] == 1
        with store.transaction() as transaction:
            assert [v.digest for v in transaction.versions(DocumentId("first"))] == [FIRST.digest, corrected.digest]
            assert transaction.original(0) == FIRST.document
            assert tuple(transaction.statements_of(0)) == FIRST.extraction.statements

    def test_the_order_of_adding_is_not_seen(self, store: Store) -> None:
        """All answers are in an order of their own, whatever came first."""
        firsts: dict[dt.date | None, dict[str, object]] = {}
        for documents in ((FIRST, SECOND, THIRD), (THIRD, SECOND, FIRST), (SECOND, THIRD, FIRST)):
            add(store, *documents)
            for day in (None, JANUARY, FEBRUARY, MARCH):
                with store.view(day) as view:
                    got = seen(view)
                expected = firsts.setdefault(day, got)
                assert got == expected
            for document in documents:
                remove(store, document.document.id)

    def test_a_shared_fact_lives_as_long_as_one_document_states_it(self, store: Store) -> None:
        """Removal takes one support; the last one takes the fact, its entities and its nodes along (TK-08)."""
        add(store, FIRST, SECOND)
        with store.view() as view:
            assert [s.document_id for s in view.facts([LEADS.id])[LEADS.id].supports] == ["first", "second"]
            assert view.facts([LEADS.id])[LEADS.id].sources == {"Wire", "second"}
        remove(store, "first")
        with store.view() as view:
            assert [s.document_id for s in view.facts([LEADS.id])[LEADS.id].supports] == ["second"]
            assert view.facts([OLDER.id]) == {}
        remove(store, "second")
        with store.view() as view:
            assert view.facts([LEADS.id]) == {}
            assert dict(view.counts()) == dict.fromkeys(("documents", "chunks", "statements", "facts", "entities"), 0)
            assert (view.time_nodes(), view.time_range()) == ((), None)

    def test_removal_takes_back_exactly_what_was_added(self, store: Store) -> None:
        """Adding and removing a document leaves every answer as it was, for every day (TK-08)."""
        add(store, FIRST, THIRD)
        days = (None, JANUARY, FEBRUARY, MARCH)
        before = [at(store, day) for day in days]
        add(store, SECOND)
        assert at(store, None) != before[0]
        remove(store, "second")
        assert [at(store, day) for day in days] == before

    def test_a_fact_is_worded_as_the_first_visible_source_words_it(self, store: Store) -> None:
        """Documents that share a fact may word it differently; the choice does not depend on the order of adding."""
        early = replace(LEADS, text="Ann Lee runs Acme")
        documents = [
            make_prepared("p", Sentence("Ann Lee, chief of Acme.", None, ("Acme",), (LEADS,)), date=MARCH),
            make_prepared("q", Sentence("Ann Lee runs Acme.", None, ("Acme",), (early,)), date=JANUARY),
        ]
        for order in (documents, documents[::-1]):
            add(store, *order)
            with store.view() as view:
                assert [s.fact for s in view.facts_about([EntityId("acme")])] == [early]
                assert view.counts()["facts"] == 1
            remove(store, "q")
            with store.view() as view:
                assert view.facts([LEADS.id])[LEADS.id].fact == LEADS
            remove(store, "p")

    def test_an_entity_bears_its_most_frequent_visible_name(self, store: Store) -> None:
        """Name, type and counts come from visible documents; ties go to the first in the alphabet (TK-05)."""
        add(store, FIRST)
        add(store, make_prepared("x", *[Sentence("ACME is up.", None, ("ACME",))] * 3, date=MARCH, kind="FIRM"))
        with store.view(JANUARY) as view:
            info = view.entity(EntityId("acme"))
            assert info is not None
            # "Acme" once and "Acme Corp" once
            assert (info.name, info.type, info.mentions, info.documents) == ("Acme", "ORG", 2, 1)
        with store.view() as view:
            info = view.entity(EntityId("acme"))
            assert info is not None
            assert (info.name, info.type, info.mentions, info.documents) == ("ACME", "FIRM", 5, 2)
            assert [e.id for e in view.entities()] == ["acme", "ann lee"]

    def test_a_name_stands_for_all_that_visible_documents_claim(self, store: Store) -> None:
        """An alias leads to every entity claimed for it, most mentioned first, as of the day (TK-05)."""
        add(store, FIRST, THIRD)
        alias = EntityId("acm")
        with store.view(JANUARY) as view:
            assert [e.id for e in view.named([alias, EntityId("unknown")])[alias]] == ["acme"]
        with store.view() as view:
            found = view.named([alias, EntityId("acme"), EntityId("unknown")])
            assert {key: [e.id for e in infos] for key, infos in found.items()} == {
                alias: ["acme", "zenith"],
                EntityId("acme"): ["acme"],
            }
        remove(store, "first")
        with store.view() as view:
            assert [e.id for e in view.named([alias])[alias]] == ["zenith"]

    def test_time_nodes_come_and_go_with_their_facts(self, store: Store) -> None:
        """A node exists at or above a visible fact, linked to its parent, and not otherwise (TG-04)."""
        dated = make_fact("Acme", "bought", "Zenith", "2024-03-05")
        add(store, make_prepared("deal", Sentence("Acme bought Zenith.", None, ("Acme",), (dated,)), date=APRIL))
        expected = [
            ("2024", None, 0),
            ("2024-Q1", "2024", 0),
            ("2024-03", "2024-Q1", 0),
            ("2024-03-05", "2024-03", 1),
        ]
        with store.view() as view:
            assert [(n.label, n.parent, n.facts) for n in view.time_nodes()] == expected
        add(store, SECOND)
        with store.view() as view:
            assert [(n.label, n.facts) for n in view.time_nodes()] == [
                ("2023", 0),
                ("2023-Q2", 0),
                ("2023-05", 1),  # where what holds from May 2023 on begins
                ("2024", 0),
                ("2024-Q1", 1),
                ("2024-03", 0),
                ("2024-03-05", 1),
            ]
        with store.view(MARCH) as view:
            assert [n.label for n in view.time_nodes()] == ["2023", "2023-Q2", "2023-05", "2024", "2024-Q1"]
        remove(store, "second")
        with store.view() as view:
            assert [(n.label, n.parent, n.facts) for n in view.time_nodes()] == expected

    def test_the_time_range_spans_what_is_spoken_of(self, store: Store) -> None:
        """First and last day of visible facts and statements; an open end adds no day."""
        add(store, FIRST, SECOND)
        with store.view(JANUARY) as view:
            assert view.time_range() == (dt.date(2023, 1, 1), dt.date(2024, 1, 31))
        with store.view() as view:
            assert view.time_range() == (dt.date(2023, 1, 1), dt.date(2024, 3, 31))


def _refuses(read: object, ordinal: int) -> None:
    assert callable(read)
    try:
        read(ordinal)
    except NotFoundError:
        return
    raise AssertionError(f"{read} gave what is not visible")
