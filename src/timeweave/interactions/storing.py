"""Interactions that a model found, as facts of the documents that they stand in: kept beside what rules found there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from timeweave.embedding.base import Embedder
from timeweave.evolution import decide_addition
from timeweave.extraction.by_model.enriching import enriched
from timeweave.extraction.by_model.grounding import GroundedFact
from timeweave.extraction.facts import make_fact
from timeweave.indexes import Indexes
from timeweave.interactions.gathering import Interaction
from timeweave.language.names import canonical_key
from timeweave.preparation import prepare
from timeweave.records import EntityId, Fact, Prepared
from timeweave.store.base import Store, View
from timeweave.temporal.interval import Interval

CONFIDENCE = 0.6
"""Of an interaction in a model's words."""
SLOT = "…"
"""Stands in a relation for its object, where words follow it."""
_METHOD = "interaction"


def keep(
    interactions: Sequence[Interaction], store: Store, indexes: Indexes, embedder: Embedder, recorded: dt.datetime
) -> int:
    """Store interactions as facts, a transaction a document; returns how many were new.

    Each is a fact of its day, supported by a sentence of its chunk, and counts from the day on which it was known.
    """
    by_document: dict[int, list[Interaction]] = {}
    for one in interactions:
        by_document.setdefault(one.place.info.ordinal, []).append(one)
    new = 0
    for ordinal, own in sorted(by_document.items()):
        with store.view() as view:
            prepared, added = _prepared(ordinal, own, view, embedder)
        if not added:
            continue
        with store.transaction() as transaction:
            change = decide_addition(prepared, transaction, recorded, reread=True)
            if change is not None:
                transaction.apply(indexes.added(transaction, change))
                new += added
    return new


def fact_of(one: Interaction, view: View) -> Fact | None:
    """The fact that an interaction is: its subject, the words between, its object, on its day; ``None`` where the words
    do not name both.
    """
    names = [info.name if (info := view.entity(e)) is not None else str(e) for e in (one.subject, one.object)]
    text = one.text.strip().rstrip(".")
    folded = text.casefold()
    start, place = folded.find(names[0].casefold()), folded.find(names[1].casefold())
    if start != 0 or place < len(names[0]):
        return None
    between, after = text[len(names[0]) : place].strip(" ,"), text[place + len(names[1]) :].strip(" ,")
    relation = f"{between} {SLOT} {after}" if after else between
    if not canonical_key(relation):
        return None
    marks = ((_METHOD, one.variant),)
    day = Interval.day(one.day)
    return make_fact(one.subject, relation, one.object, object_is_entity=True, valid=day, qualifiers=marks)


def _prepared(ordinal: int, own: Sequence[Interaction], view: View, embedder: Embedder) -> tuple[Prepared, int]:
    """A document as it is stored, with further facts; and how many these are."""
    document, statements = view.original(ordinal), view.statements_of(ordinal)
    (info,) = view.info([ordinal]).values()
    stored = view.facts(view.facts_of([ordinal]))
    prepared = prepare(document, embedder, statements=statements)
    ruled = {fact.id for fact in prepared.extraction.facts}
    found = [
        GroundedFact(s.fact, statements[p.key.index].span, p.span, p.confidence, ())
        for s in stored.values()
        if s.fact.id not in ruled
        for p in s.supports
        if p.key.ordinal == ordinal
    ]
    seen = {
        s.fact.id: p.observed
        for s in stored.values()
        if s.fact.id not in ruled
        for p in s.supports
        if p.key.ordinal == ordinal
    }
    added = 0
    for one in own:
        fact = fact_of(one, view)
        sentence = next((s for s in statements if s.span.start <= one.span.start < s.span.end), None)
        if fact is None or sentence is None or fact.id in stored:
            continue
        entities: tuple[tuple[EntityId, str, str], ...] = ()
        found.append(GroundedFact(fact, sentence.span, sentence.span, CONFIDENCE, entities))
        if fact.id not in seen:
            added += 1
        seen[fact.id] = max(one.known, seen.get(fact.id, dt.date.min))
    extraction = enriched(document, prepared.extraction, found, lambda _: None)
    supports = tuple(
        replace(s, observed=seen[s.fact]) if s.fact in seen and s.fact not in ruled else s for s in extraction.supports
    )
    return replace(prepared, extraction=replace(extraction, supports=supports, read_by=info.read_by)), added
