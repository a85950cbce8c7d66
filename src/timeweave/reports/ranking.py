"""Which facts of a period are worth a sentence: a few named weights, summed; ties are broken by time and id."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from timeweave.evolution.relations import is_functional
from timeweave.extraction.relations.offices import is_office
from timeweave.records import EntityId, FactId, FactStatus, ResolvedFact


class RankWeights:
    """What a fact is worth by its kind, and what is added or taken off.

    An ``office`` has one holder at a time, a ``position`` may have many. ``common`` counts for each doubling of the
    number of subjects of which the same measure is told: what is told of many is a measure, what is told of one may be
    a misread phrase. ``source`` counts for each doubling of sources, ``crowded`` for each doubling of values told of
    one measure for one time, ``word`` for each word of its name beyond ``words``; ``own`` is for facts of the node
    itself where others lie below it.
    """

    value: float = 3.0
    change: float = 2.4
    guidance: float = 1.6
    contribution: float = 0.6
    office: float = 1.6
    position: float = 1.0
    relation: float = 1.4
    common: float = 0.5
    source: float = 0.5
    contested: float = 0.8
    crowded: float = 0.8
    segment: float = 0.8
    word: float = 0.25
    words: int = 3
    own: float = 1.0


def weigh(facts: Mapping[FactId, ResolvedFact], own: Collection[FactId]) -> dict[FactId, float]:
    """The worth of each of ``facts``, of which ``own`` are the node's own."""
    subjects: dict[str, set[EntityId]] = defaultdict(set)
    told: Counter[tuple[object, ...]] = Counter()
    for resolved in facts.values():
        if resolved.fact.quantity is not None:
            subjects[resolved.fact.relation].add(resolved.fact.subject)
            told[_place(resolved)] += 1
    worth = {}
    for id_, resolved in facts.items():
        score = _kind(resolved) + RankWeights.source * math.log2(len(_sources(resolved)))
        if resolved.fact.quantity is not None:
            score += RankWeights.common * math.log2(len(subjects[resolved.fact.relation]))
            score -= RankWeights.crowded * math.log2(told[_place(resolved)])
            score -= RankWeights.segment * ("segment" in dict(resolved.fact.qualifiers))
        score -= RankWeights.word * max(0, len(resolved.fact.relation.split()) - RankWeights.words)
        score += RankWeights.contested * (resolved.status in (FactStatus.RESTATED, FactStatus.DISPUTED))
        worth[id_] = score + RankWeights.own * (id_ in own)
    return worth


def best_first(facts: Iterable[ResolvedFact], worth: Mapping[FactId, float]) -> list[ResolvedFact]:
    """By falling worth, then in order of time, then by id."""
    return sorted(facts, key=lambda r: (-round(worth[r.fact.id], 6), _day(r), r.fact.id))


def is_held(resolved: ResolvedFact) -> bool:
    """Whether a fact names who holds an office, or another relation with one object at a time."""
    fact = resolved.fact
    return fact.object_is_entity and _has_holders(fact.relation)


@lru_cache(maxsize=4096)
def _has_holders(relation: str) -> bool:
    return is_functional(relation) or is_office(relation)


def _kind(resolved: ResolvedFact) -> float:
    fact = resolved.fact
    if fact.quantity is None:
        if is_held(resolved):
            return RankWeights.office if is_functional(fact.relation) else RankWeights.position
        return RankWeights.relation
    qualifiers = dict(fact.qualifiers)
    if qualifiers.get("modality") == "guidance":
        return RankWeights.guidance
    return {"change": RankWeights.change, "contribution": RankWeights.contribution}.get(
        qualifiers.get("kind", "value"), RankWeights.value
    )


def _place(resolved: ResolvedFact) -> tuple[object, ...]:
    fact = resolved.fact
    marks = tuple(q for q in fact.qualifiers if q[0] not in ("approx", "bound"))
    return (fact.subject, fact.relation, marks, fact.valid)


def _sources(resolved: ResolvedFact) -> set[str]:
    return {s.source or s.document_id for s in resolved.supports}


def _day(resolved: ResolvedFact) -> str:
    valid = resolved.fact.valid
    return str(valid.start) if valid is not None and valid.start is not None else ""
