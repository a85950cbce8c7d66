"""The few documents that the conformance suite adds, and how it looks at a store."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

from storekit.samples import Sentence, make_addition, make_fact, make_prepared, make_removal
from timeweave.records import (
    DocumentId,
    EntityId,
    Fact,
    FactId,
    Mention,
    Prepared,
    Quantity,
    StatementKey,
)
from timeweave.store.base import Store, View
from timeweave.temporal.interval import Interval

JANUARY, FEBRUARY, MARCH, APRIL = (dt.date(2024, month, 10) for month in (1, 2, 3, 4))

LEADS = make_fact("Acme Corp", "led by", "Ann Lee", "2023-05/..")
LEAVES = make_fact("Acme Corp", "led by", "Bo Chen", "2024-02-01/..")
REVENUE = make_fact(
    "Acme Corp",
    "revenue",
    "2.8 billion",
    "2024-Q1",
    literal=True,
    quantity=Quantity(2.8e9, "USD", "$2.8 billion"),
    qualifiers=(("basis", "gaap"), ("modality", "actual")),
)
OLDER = make_fact("Acme Corp", "revenue", "2.1 billion", "2023-Q1", literal=True)
ELSEWHERE = make_fact("Zenith", "based in", "Oslo", "2024")

FIRST = make_prepared(
    "first",
    Sentence("Ann Lee leads Acme Corp.", "2024-01", ("Acme Corp", "Ann Lee"), (LEADS,)),
    Sentence("Nothing is said.", None),
    Sentence("Acme had sold for 2.1 billion in early 2023.", "2023-Q1", ("Acme",), (OLDER,)),
    date=JANUARY,
    title="On Acme",
    source="Wire",
    entities=("Acme Corp",),
    aliases=(("ACM", "Acme Corp"),),
)
SECOND = make_prepared(
    "second",
    Sentence("Acme Corp is led by Ann Lee, and sold for $2.8 billion.", "2024-Q1", ("Acme Corp",), (LEADS, REVENUE)),
    date=MARCH,
)
THIRD = make_prepared(
    "a third",
    Sentence("Zenith sits in Oslo.", "2024", ("Zenith", "Oslo"), (ELSEWHERE,)),
    date=FEBRUARY,
    aliases=(("ACM", "Zenith"),),
    kind="PLACE",
)


def add(store: Store, *documents: Prepared, observed: dt.date | None = None) -> list[int]:
    """Add documents, one transaction each; returns the sequence numbers."""
    numbers = []
    for prepared in documents:
        with store.transaction() as transaction:
            numbers.append(transaction.apply(make_addition(transaction, prepared, observed=observed)))
    return numbers


def remove(store: Store, document_id: str) -> None:
    """Remove all versions of a document."""
    with store.transaction() as transaction:
        transaction.apply(make_removal(transaction, document_id))


def seen(view: View) -> dict[str, object]:
    """All that a view tells, without ordinals and sequence numbers: equal for equal content."""
    infos = list(view.documents())
    facts = view.facts_about([e.id for e in view.entities()])
    return {
        "documents": [replace(info, ordinal=0) for info in infos],
        "texts": [view.text(info.ordinal) for info in infos],
        "originals": [view.original(info.ordinal) for info in infos],
        "chunks": [view.chunks(info.ordinal) for info in infos],
        "statements": [view.statements_of(info.ordinal) for info in infos],
        "facts": [(f.fact, [replace(s, key=StatementKey(0, s.key.index)) for s in f.supports]) for f in facts],
        "during": [f.fact.id for f in view.facts_during(Interval.parse("../.."))],
        "entities": list(view.entities()),
        "mentions": _mentions(view),
        "named": view.named([EntityId("acme"), EntityId("acm"), EntityId("zenith"), EntityId("nobody")]),
        "nodes": view.time_nodes(),
        "stamped": {
            n.label: ids(s.fact for s in view.facts_stamped(Interval.parse(n.label))) for n in view.time_nodes()
        },
        "counts": view.counts(),
        "range": view.time_range(),
    }


def _mentions(view: View) -> dict[EntityId, list[tuple[DocumentId, Mention]]]:
    names = {info.ordinal: info.id for info in view.documents()}
    found = view.mentions(e.id for e in view.entities())
    return {entity: [(names[ordinal], m) for ordinal, m in found[entity]] for entity in found}


def ids(facts: Iterable[Fact]) -> list[FactId]:
    """Their ids."""
    return [fact.id for fact in facts]


def at(store: Store, day: dt.date | None) -> dict[str, object]:
    """All that a store tells about a day."""
    with store.view(day) as view:
        return seen(view)
