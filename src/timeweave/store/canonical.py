"""The canonical orders and choices that every store gives, whatever the order in which documents were added."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence

from timeweave.language.names import canonical_key
from timeweave.records import (
    Cost,
    Document,
    DocumentInfo,
    EntityId,
    EntityInfo,
    Fact,
    FactId,
    Mention,
    PlacedSupport,
    SupportedFact,
    TimeNode,
    Usage,
)
from timeweave.temporal.interval import Interval

DOCUMENT = "document:"
NODE = "node:"
"""How `Purpose.about` begins for a document and for a time node; anything else is a question, whose responses may
speak of any document.
"""

NEVER = dt.date.max.toordinal() + 1
"""Day number of what has not happened: the ``superseded`` day of a current version."""

_A_YEAR = 366

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def day_number(as_of: dt.date | None) -> int:
    """The proleptic ordinal of ``as_of``; for the current state the last day on which only current versions show."""
    return NEVER - 1 if as_of is None else as_of.toordinal()


def as_of_words(as_of: dt.date | None) -> str:
    """How a message names the state that was asked for."""
    return "now" if as_of is None else f"on {as_of}"


def fact_order(supported: SupportedFact) -> tuple[dt.date, FactId]:
    """By valid start, unknown first, then by id."""
    valid = supported.fact.valid
    return (valid.start if valid and valid.start else dt.date.min, supported.fact.id)


def support_order(support: PlacedSupport) -> tuple[dt.date, str, int, int, int, float]:
    """By observation day, document and span."""
    span = support.span
    return (support.observed, support.document_id, span.start, span.end, support.key.index, support.confidence)


def supported_fact(stated: Sequence[tuple[Fact, PlacedSupport]]) -> SupportedFact:
    """One fact from the ways in which its visible supports state it; the words are those of the first support."""
    if len(stated) == 1:
        return SupportedFact(stated[0][0], (stated[0][1],))
    ordered = sorted(stated, key=lambda pair: (*support_order(pair[1]), pair[0].text))
    return SupportedFact(ordered[0][0], tuple(support for _, support in ordered))


def entity_info(entity: EntityId, counts: Iterable[tuple[int, str, str, int]]) -> EntityInfo:
    """An entity from (document ordinal, surface, type, count) of its visible mentions, of which there is one at least.

    Name and type are the most frequent ones, ties going to the first in the alphabet; an empty type never wins, nor
    does what it is called for short ("the Parish Council") where it is named in full.
    """
    names: dict[str, int] = {}
    types: dict[str, int] = {}
    documents = set()
    total = 0
    for ordinal, surface, type_, count in counts:
        documents.add(ordinal)
        names[surface] = names.get(surface, 0) + count
        if type_:
            types[type_] = types.get(type_, 0) + count
        total += count
    name = most_frequent(names)
    if canonical_key(name) != entity:
        name = most_frequent({n: count for n, count in names.items() if canonical_key(n) == entity} or names)
    return EntityInfo(entity, name, most_frequent(types), total, len(documents))


def in_order_of_documents(
    mentions: Iterable[tuple[int, Mention]], infos: Mapping[int, DocumentInfo]
) -> Mapping[EntityId, Sequence[tuple[int, Mention]]]:
    """Mentions with the ordinals of their documents by entity, in order of document id, surface and type."""
    grouped: dict[EntityId, list[tuple[int, Mention]]] = {}
    for ordinal, mention in sorted(mentions, key=lambda m: (m[1].entity, infos[m[0]].id, m[1].surface, m[1].type)):
        grouped.setdefault(mention.entity, []).append((ordinal, mention))
    return grouped


def most_mentioned_first(entities: Iterable[EntityInfo]) -> Sequence[EntityInfo]:
    """By falling number of mentions, then by id."""
    return tuple(sorted(entities, key=lambda e: (-e.mentions, e.id)))


def subjects(document: Document) -> tuple[EntityId, ...]:
    """The entities that a document says it is about, as ids, in its order."""
    return tuple(dict.fromkeys(canonical_key(name) for name in document.entities))


def known_days(valid: Interval | None) -> Iterator[dt.date]:
    """The first and the last day of an interval, as far as they are known."""
    if valid:
        yield from (day for day in (valid.start, valid.last_day) if day is not None)


def lasts(valid: Interval | None) -> bool:
    """Whether an interval is longer than a year, or nobody knows from when or until when it is."""
    if valid is None:
        return False
    return valid.start is None or valid.end is None or (valid.end - valid.start).days > _A_YEAR


def known_costs(
    costs: Iterable[Cost], as_of: dt.date | None, documents: Iterable[DocumentInfo], nodes: Iterable[TimeNode]
) -> tuple[Cost, ...]:
    """The lines of the ledger as of a day: what was spent on the ``documents`` and time ``nodes`` visible then, and for
    nothing in particular by operations of before its end. In the current state all, also what went to what is gone.
    """
    if as_of is None:
        return tuple(costs)
    shown = {f"{DOCUMENT}{info.id}" for info in documents} | {f"{NODE}{node.label}" for node in nodes}
    return tuple(
        cost
        for cost in costs
        if (cost.about in shown if cost.about.startswith((DOCUMENT, NODE)) else _began_by(cost.operation, as_of))
    )


def _began_by(operation: str, as_of: dt.date) -> bool:
    day = operation[:10]
    return bool(day) and day <= as_of.isoformat()


def by_stage(costs: Iterable[Cost]) -> dict[str, Usage]:
    """What each stage has cost, by its name."""
    found: dict[str, Usage] = {}
    for cost in costs:
        found[cost.stage] = found.get(cost.stage, Usage()) + cost.usage
    return dict(sorted(found.items()))


def instant(moment: dt.datetime) -> dt.datetime:
    """``moment`` in UTC; without a zone it is taken to be UTC."""
    return moment.replace(tzinfo=dt.UTC) if moment.tzinfo is None else moment.astimezone(dt.UTC)


def instant_number(moment: dt.datetime) -> int:
    """Microseconds since 1970; exact, as a float of seconds would not be."""
    return (instant(moment) - _EPOCH) // dt.timedelta(microseconds=1)


def most_frequent(counts: Mapping[str, int]) -> str:
    """What was counted most, by name where several were as often."""
    return min(counts, key=lambda name: (-counts[name], name), default="")
