"""What a document's arrival, correction or removal does, as a change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from storekit.memory import MemoryStore

from timeweave.errors import NotFoundError
from timeweave.evolution import decide_addition, decide_removal
from timeweave.records import (
    Change,
    Chunk,
    ChunkId,
    Document,
    DocumentId,
    EntityId,
    Event,
    Extraction,
    Fact,
    FactId,
    Mention,
    Prepared,
    Quantity,
    Span,
    Statement,
    Support,
)
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2024, 6, 1, 12, tzinfo=dt.UTC)


def mayor(holder: str, valid: str) -> Fact:
    return Fact(
        FactId(f"mayor-{holder}-{valid}"), EntityId("port alden"), "mayor", holder, True, Interval.parse(valid), holder
    )


def belongs(relation: str, valid: str, club: str = "rovers") -> Fact:
    return Fact(
        FactId(f"{relation}-{club}-{valid}"), EntityId("ana"), relation, club, True, Interval.parse(valid), relation
    )


def revenue(value: float, valid: str = "2023-Q1") -> Fact:
    quantity = Quantity(value, "USD", f"${value:g}")
    interval = Interval.parse(valid)
    return Fact(
        FactId(f"rev-{value}-{valid}"), EntityId("acme"), "revenue", f"${value:g}", False, interval, "rev", quantity
    )


def prepared(id_: str, date: str | None, *facts: Fact, source: str = "") -> Prepared:
    """A document of one statement that states ``facts``."""
    day = dt.date.fromisoformat(date) if date else None
    document = Document(id_, "A sentence.", date=day, source=source)
    span = Span(0, 11)
    extraction = Extraction(
        chunks=(Chunk(ChunkId(f"{id_}:0"), 0, span, 3),),
        statements=(Statement(0, 0, span, None),),
        mentions=tuple(Mention(f.subject, f.subject, "ORG", 1) for f in facts),
        aliases=(),
        facts=facts,
        supports=tuple(Support(f.id, 0, span, 0.8) for f in facts),
    )
    digest = "|".join((id_, str(date), *(f.id for f in facts)))
    rows = np.zeros((1, 4), dtype=np.float32)
    return Prepared(document, digest, extraction, rows, np.zeros((len(extraction.mentions), 4), np.float32), ({},), {})


@pytest.fixture
def store() -> Iterator[MemoryStore]:
    with MemoryStore() as memory:
        yield memory


def add(store: MemoryStore, arriving: Prepared) -> Change | None:
    with store.transaction() as transaction:
        change = decide_addition(arriving, transaction, RECORDED)
        if change is not None:
            transaction.apply(change)
    return change


def reread(store: MemoryStore, known: Prepared, *facts: Fact) -> Change:
    """Read ``known`` again, a year later, and find ``facts`` in it."""
    date = known.document.date.isoformat() if known.document.date else None
    found = replace(prepared(known.document.id, date, *facts), digest=known.digest)
    with store.transaction() as transaction:
        change = decide_addition(found, transaction, RECORDED.replace(year=2025), reread=True)
        assert change is not None
        transaction.apply(change)
    return change


def remove(store: MemoryStore, id_: str) -> Change:
    with store.transaction() as transaction:
        change = decide_removal(DocumentId(id_), transaction, RECORDED)
        transaction.apply(change)
    return change


def events(change: Change | None) -> set[tuple[Event, str]]:
    assert change is not None
    return {(e.event, e.fact) for e in change.events}


def test_the_same_content_again_is_no_change(store: MemoryStore) -> None:
    """TK-08: adding a document twice changes nothing."""
    assert add(store, prepared("a", "2020-01-01", revenue(1))) is not None
    assert add(store, prepared("a", "2020-01-01", revenue(1))) is None


def test_what_is_read_anew_takes_the_place_of_what_was_read(store: MemoryStore) -> None:
    """TK-08: the same content, observed on the same day; facts of the former reading go, and the log says why."""
    undated = prepared("a", None, revenue(1), revenue(7, "2021-Q2"))
    add(store, undated)
    change = reread(store, undated, revenue(1), revenue(2, "2022"))
    assert (change.kind, change.observed, change.removed) == ("reread", RECORDED.date(), (0,))
    assert events(change) == {(Event.REMOVED, "rev-7-2021-Q2"), (Event.ADDED, "rev-2-2022")}
    assert {e.why.rpartition(" (")[2] for e in change.events} == {"read anew by rules)"}
    assert change.stale_nodes == ("2021", "2021-Q2", "2022")  # not 2023-Q1: that fact stands as it stood
    with store.view() as view:
        assert {f.fact.id for f in view.facts_about([EntityId("acme")])} == {"rev-1-2023-Q1", "rev-2-2022"}
        assert [d.observed for d in view.documents()] == [RECORDED.date()]


def test_reading_the_same_makes_nothing_stale(store: MemoryStore) -> None:
    """TG-07: where both readings find the same no report is made again; an earlier version stays as it was."""
    add(store, prepared("a", "2020-01-01", mayor("ann", "2019/..")))
    known = prepared("a", "2021-01-01", revenue(1))
    add(store, known)
    change = reread(store, known, revenue(1))
    assert (change.events, change.stale_nodes, change.superseded, change.removed) == ((), (), (), (1,))
    with store.view(dt.date(2020, 6, 1)) as view:
        assert [f.fact.id for f in view.facts_about([EntityId("port alden")])] == ["mayor-ann-2019/.."]
    with store.view(dt.date(2021, 1, 1)) as view:
        assert view.facts_about([EntityId("port alden")]) == ()


def test_a_fact_read_from_another_place_makes_its_node_stale(store: MemoryStore) -> None:
    """TG-07: it has no event, but a report may cite it."""
    known = prepared("a", "2021-01-01", revenue(1))
    add(store, known)
    moved = replace(known.extraction, supports=tuple(replace(s, span=Span(2, 11)) for s in known.extraction.supports))
    with store.transaction() as transaction:
        change = decide_addition(replace(known, extraction=moved), transaction, RECORDED, reread=True)
    assert change is not None
    assert (change.events, change.stale_nodes) == ((), ("2023", "2023-Q1"))


def test_a_fact_stated_again_gains_a_support(store: MemoryStore) -> None:
    """TK-01, TK-06: two documents that say the same support one fact, and the log names the first."""
    assert events(add(store, prepared("a", "2020-01-01", revenue(1)))) == {(Event.ADDED, "rev-1-2023-Q1")}
    change = add(store, prepared("b", "2020-02-01", revenue(1)))
    assert events(change) == {(Event.MERGED, "rev-1-2023-Q1")}
    assert change is not None
    assert change.events[0].why == "also stated by a"


def test_a_successor_closes_and_its_removal_reopens(store: MemoryStore) -> None:
    """EK-06, TK-08: a new mayor closes the tenure of the old one; taking that news back reopens it."""
    add(store, prepared("a", "2015-01-01", mayor("ana", "2015/..")))
    change = add(store, prepared("b", "2019-05-01", mayor("ben", "2019-05/..")))
    assert events(change) == {(Event.ADDED, "mayor-ben-2019-05/.."), (Event.CLOSED, "mayor-ana-2015/..")}
    closed = next(e for e in change.events if e.event is Event.CLOSED) if change else None
    assert closed is not None
    assert closed.by == (FactId("mayor-ben-2019-05/.."),)
    assert "2015-01/2019-04" in closed.why
    undone = remove(store, "b")
    assert events(undone) == {(Event.REMOVED, "mayor-ben-2019-05/.."), (Event.REOPENED, "mayor-ana-2015/..")}


def test_a_departure_closes_in_any_order_and_its_removal_reopens(store: MemoryStore) -> None:
    """EK-06, TK-08: a departure of another relation is read with the memberships that it ends, whichever came first."""
    joined, left = belongs("joined", "2019-07-01/.."), belongs("left", "2023-05-31")
    add(store, prepared("a", "2019-07-02", joined, belongs("joined", "2019-07-01/..", "union")))
    assert events(add(store, prepared("b", "2023-06-01", left))) == {(Event.ADDED, left.id), (Event.CLOSED, joined.id)}
    assert events(remove(store, "b")) == {(Event.REMOVED, left.id), (Event.REOPENED, joined.id)}
    add(store, prepared("b", "2023-06-01", left))
    member = belongs("member of", "2020/..")
    assert events(add(store, prepared("c", "2020-03-01", member))) == {
        (Event.ADDED, member.id),
        (Event.CLOSED, member.id),
    }


def test_a_restated_figure_is_settled_when_the_restatement_goes(store: MemoryStore) -> None:
    """TK-08: a later figure for the same quarter restates; removing it settles the first one."""
    add(store, prepared("a", "2023-05-01", revenue(100)))
    assert (Event.RESTATED, "rev-100-2023-Q1") in events(add(store, prepared("b", "2023-08-01", revenue(104))))
    assert (Event.SETTLED, "rev-100-2023-Q1") in events(remove(store, "b"))


def test_named_sources_that_differ_are_in_dispute(store: MemoryStore) -> None:
    """EK-04: both figures are marked, neither is lost."""
    add(store, prepared("a", "2023-05-01", revenue(100), source="a.example"))
    change = add(store, prepared("b", "2023-05-02", revenue(104), source="b.example"))
    assert {(Event.DISPUTED, "rev-100-2023-Q1"), (Event.DISPUTED, "rev-104-2023-Q1")} <= events(change)


def test_another_quarter_is_left_alone(store: MemoryStore) -> None:
    """TG-03: figures of different quarters are parallel edges, not a contradiction."""
    add(store, prepared("a", "2023-05-01", revenue(100)))
    assert events(add(store, prepared("b", "2023-08-01", revenue(104, "2023-Q2")))) == {
        (Event.ADDED, "rev-104-2023-Q2")
    }


def test_a_correction_replaces_what_only_the_old_version_stated(store: MemoryStore) -> None:
    """TK-08: of a corrected document the facts it dropped are unsupported or removed, those it kept untouched."""
    add(store, prepared("a", "2023-05-01", revenue(100), mayor("ana", "2015/.."), mayor("ben", "2003/2008")))
    add(store, prepared("other", "2023-05-02", mayor("ben", "2003/2008")))
    change = add(store, prepared("a", "2023-06-01", revenue(101), mayor("ana", "2015/..")))
    assert change is not None
    assert change.kind == "replace"
    assert events(change) == {
        (Event.ADDED, "rev-101-2023-Q1"),
        (Event.REMOVED, "rev-100-2023-Q1"),
        (Event.UNSUPPORTED, "mayor-ben-2003/2008"),
    }


def test_versions_are_visible_one_after_the_other(store: MemoryStore) -> None:
    """TK-05: each of three versions is visible from its own day to the next one's, in whatever gap they come."""
    for date, value in (("2023-01-01", 1), ("2023-05-01", 2), ("2023-09-01", 3)):
        add(store, prepared("a", date, revenue(value)))
    for day, fact in (("2023-01-01", "rev-1"), ("2023-06-30", "rev-2"), ("2023-12-31", "rev-3")):
        with store.view(dt.date.fromisoformat(day)) as view:
            found = [s.fact.id for s in view.facts_about([EntityId("acme")])]
        assert found == [f"{fact}-2023-Q1"]


def test_a_version_that_could_never_be_seen_is_erased(store: MemoryStore) -> None:
    """TK-05: a correction dated no later than the first version takes its place for every day."""
    add(store, prepared("a", "2023-05-01", revenue(1)))
    change = add(store, prepared("a", "2023-05-01", revenue(2)))
    assert change is not None
    assert (change.removed, change.superseded) == ((0,), ())


def test_stale_nodes_are_those_touched_and_their_ancestors(store: MemoryStore) -> None:
    """TG-07, TG-24: a new quarter touches itself and its year, nothing else."""
    add(store, prepared("a", "2023-05-01", revenue(1, "2022-Q4")))
    change = add(store, prepared("b", "2023-05-01", revenue(1, "2023-03")))
    assert change is not None
    assert change.stale_nodes == ("2023", "2023-03", "2023-Q1")
    assert add(store, prepared("c", None, revenue(1, "2023-03"))).stale_nodes == ("2023", "2023-03", "2023-Q1")  # type: ignore[union-attr]


def test_removing_what_is_not_there_says_so(store: MemoryStore) -> None:
    """TK-08: an unknown id is quoted."""
    with pytest.raises(NotFoundError, match="'nope'"):
        remove(store, "nope")
