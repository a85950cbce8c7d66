"""An extraction with further facts: statements, supports and mentions stay consistent, what rules found stays first."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from timeweave.extraction.by_model.grounding import GroundedFact
from timeweave.language.gazetteer import Gazetteer
from timeweave.records import (
    Document,
    EntityId,
    Extraction,
    Fact,
    FactId,
    Mention,
    Span,
    Statement,
    Support,
)
from timeweave.temporal.interval import Interval


def enriched(
    document: Document,
    extraction: Extraction,
    found: Sequence[GroundedFact],
    valid: Callable[[Span], Interval | None],
) -> Extraction:
    """``extraction`` with the facts ``found``; ``valid`` is the time of a sentence of which rules made no statement."""
    if not found:
        return extraction
    statements, moved = _with_sentences(extraction, found, valid)
    supports: dict[tuple[FactId, int, Span], Support] = {}
    for known in extraction.supports:
        support = replace(known, statement=moved[known.statement])
        supports[support.fact, support.statement, support.span] = support
    index = {s.span: s.index for s in reversed(statements)}
    for one in found:
        support = Support(one.fact.id, index[one.sentence], one.span, one.confidence)
        supports.setdefault((support.fact, support.statement, support.span), support)
    ordered = sorted(supports.values(), key=lambda s: s.statement)
    return replace(
        extraction,
        statements=statements,
        mentions=_with_names(document, extraction.mentions, found),
        facts=_in_order(ordered, [*extraction.facts, *(one.fact for one in found)]),
        supports=tuple(ordered),
    )


def _with_sentences(
    extraction: Extraction, found: Iterable[GroundedFact], valid: Callable[[Span], Interval | None]
) -> tuple[tuple[Statement, ...], list[int]]:
    """The statements, those new that rules had made none of, with the entities of new facts; and where each went."""
    named: dict[Span, dict[EntityId, None]] = {}
    for one in found:
        named.setdefault(one.sentence, {}).update(dict.fromkeys(entity for entity, _, _ in one.entities))
    missing = named.keys() - {s.span for s in extraction.statements}
    ends = [c.span.end for c in extraction.chunks]
    last = len(ends) - 1
    new = [Statement(-1, min(bisect.bisect_right(ends, s.start), last), s, valid(s)) for s in missing]
    in_order = sorted([*extraction.statements, *new], key=lambda s: (s.span.start, s.span.end, s.index))
    moved = [0] * len(extraction.statements)
    for place, statement in enumerate(in_order):
        if statement.index >= 0:
            moved[statement.index] = place
    numbered = (
        replace(s, index=i, entities=tuple(dict.fromkeys((*s.entities, *named.get(s.span, ())))))
        for i, s in enumerate(in_order)
    )
    return tuple(numbered), moved


def _in_order(supports: Iterable[Support], facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Each fact once, by its first support."""
    by_id: dict[FactId, Fact] = {}
    for fact in facts:
        by_id.setdefault(fact.id, fact)
    return tuple(by_id[id_] for id_ in dict.fromkeys(s.fact for s in supports))


def _with_names(document: Document, mentions: Sequence[Mention], found: Iterable[GroundedFact]) -> tuple[Mention, ...]:
    """The mentions, with those of entities that rules did not know, counted in the text."""
    known = {m.entity for m in mentions}
    new: dict[EntityId, tuple[str, str]] = {}
    for one in found:
        for entity, surface, kind in one.entities:
            if entity not in known and (entity not in new or kind > new[entity][1]):
                new[entity] = (surface, kind)
    counts = dict.fromkeys(new, 0)
    for _, entity in Gazetteer({surface: entity for entity, (surface, _) in new.items()}).find(document.text):
        counts[entity] += 1
    added = [Mention(entity, surface, kind, max(1, counts[entity])) for entity, (surface, kind) in new.items()]
    return tuple(sorted([*mentions, *added], key=lambda m: (m.entity, m.surface, m.type)))
