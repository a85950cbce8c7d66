"""The property map of a node: its values of each exclusive relation side by side, grouped by context (EK-01, EK-08).

EvoKG, section 3: "We model exclusive relations as entity-level properties via the map pi: V -> P", with
pi(v)[r] = {(o_1, C(o_1), ctx_1), ...}; section 4.1: the values "may later be aggregated or filtered via context-aware
property grouping", a context being "document span, region, or temporal window". The property map of an edge, with
"valid from" and "valid until", is the fact itself: its interval, figure and qualifiers.
"""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave.evolution.candidates import Candidate, candidates
from timeweave.evolution.explaining import sources_of
from timeweave.evolution.identity.names import KINDS
from timeweave.evolution.relations import relations_of, same_seat
from timeweave.evolution.reliability import publisher
from timeweave.evolution.resolution import resolve
from timeweave.lexicon.relations import Values
from timeweave.records import EntityId, PlacedSupport, ResolvedFact
from timeweave.store.base import View

_WINDOWS = 100
"""Years of a value that are windows of their own, the last of them."""

Key = Callable[[ResolvedFact, PlacedSupport], Iterable[str]]
"""The contexts, of one kind, in which a place tells a fact; none where nothing says."""


class By(enum.StrEnum):
    """The kinds of contexts."""

    DOCUMENT = "document"
    SOURCE = "source"
    REGION = "region"
    WINDOW = "window"


@dataclass(frozen=True, slots=True)
class Property:
    """pi(v)[r]: how many ``values`` the relation has, and those that were told, the surest first; in ``groups`` those
    of each context alone, with what else is told there for their share. The group called "" has no such context.
    """

    relation: str
    values: Values
    candidates: tuple[Candidate, ...]
    groups: Mapping[str, tuple[Candidate, ...]]


def properties(entity: EntityId, view: View, by: By | None = None) -> tuple[Property, ...]:
    """The property map of an entity, by relation; names of one office are one property."""
    model = relations_of(view)
    told: dict[str, list[ResolvedFact]] = defaultdict(list)
    for found in resolve(view.facts_about([entity]), model):
        if found.fact.subject == entity and found.fact.quantity is None and model.is_exclusive(found.fact.relation):
            told[same_seat(found.fact.relation)[0]].append(found)
    made = []
    for relation, facts in sorted(told.items()):
        values, seat = model.values(relation), set(same_seat(relation))
        sources = sources_of(facts, seat, model, view)
        day = view.as_of or max(s.observed for r in facts for s in r.supports)

        groups = {} if by is None else grouped(facts, _key(by, facts, view))
        valued = {name: tuple(candidates(groups[name], values, sources, day)) for name in sorted(groups)}
        made.append(Property(relation, values, tuple(candidates(facts, values, sources, day)), valued))
    return tuple(made)


def grouped(facts: Iterable[ResolvedFact], key: Key) -> Mapping[str, Sequence[ResolvedFact]]:
    """The facts as each context tells them: with the supports of this context alone."""
    groups: dict[str, list[ResolvedFact]] = defaultdict(list)
    for fact in facts:
        told: dict[str, list[PlacedSupport]] = defaultdict(list)
        for support in fact.supports:
            for name in set(key(fact, support)) or {""}:
                told[name].append(support)
        for name, supports in told.items():
            groups[name].append(replace(fact, supports=tuple(supports)))
    return groups


def _key(by: By, facts: Sequence[ResolvedFact], view: View) -> Key:
    if by is By.DOCUMENT:
        return lambda _, support: [support.document_id]
    if by is By.SOURCE:
        return lambda _, support: [publisher(support.source)]
    if by is By.REGION:
        return _regions(facts, view)
    last = max(s.observed.year for r in facts for s in r.supports)
    return lambda fact, _: _years(fact, last)


def _regions(facts: Sequence[ResolvedFact], view: View) -> Key:
    """The places that a statement names besides what it tells a fact of."""
    statements = view.statements({s.key for r in facts for s in r.supports})
    infos = {e: view.entity(e) for e in {e for s in statements.values() for e in s.entities}}
    places = {e: info.name for e, info in infos.items() if info is not None and KINDS.get(info.type) == "place"}

    def named(fact: ResolvedFact, support: PlacedSupport) -> Iterable[str]:
        entities = statements[support.key].entities if support.key in statements else ()
        return [places[e] for e in entities if e in places and e not in (fact.fact.subject, fact.fact.object)]

    return named


def _years(fact: ResolvedFact, last: int) -> Sequence[str]:
    """The years in which a value held, as far as it is known: of an open state up to the last telling."""
    valid = fact.valid
    if valid is None or valid.start is None:
        return ()
    until = max(last if (day := valid.last_day) is None else day.year, valid.start.year)
    return [f"{year:04}" for year in range(max(valid.start.year, until - _WINDOWS + 1), until + 1)]
