"""A view in which relations that are one by several names are told by one of them (EK-07).

What is stored stays as its documents have it. A fact is told by the relation that is asked for, else by the head of its
synonyms; from the other end where that is its inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from timeweave.evolution.synonyms.linking import Synonym
from timeweave.records import EntityId, SupportedFact
from timeweave.store.base import View
from timeweave.store.canonical import fact_order
from timeweave.temporal.interval import Interval


class RelatedView:
    """A `View` of relations in place of their names. What it does not define is read from the view below it."""

    def __init__(self, view: View, find: Callable[[View], Mapping[str, Synonym]]) -> None:
        self.below = view
        self._find = find
        self._links: Mapping[str, Synonym] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.below, name)

    @property
    def as_view(self) -> View:
        """The same as a view, which it is by what it hands on to the view below."""
        return cast(View, self)

    @property
    def synonyms(self) -> Mapping[str, Synonym]:
        """Each relation that goes by another's name, to the link to it."""
        if self._links is None:
            self._links = self._find(self.below)
        return self._links

    def relations_about(self, entities: Iterable[EntityId]) -> Sequence[str]:
        """The relations of the visible facts with one of ``entities`` as subject or object, by all their names."""
        told = self.below.relations_about(entities)
        heads = {self._head(name)[0] for name in told}
        alike = (link.relation for link in self.synonyms.values() if link.head in heads)
        return tuple(sorted({*told, *heads, *alike}))

    def facts_about(
        self, entities: Iterable[EntityId], *, relation: str | None = None, within: Interval | None = None
    ) -> Sequence[SupportedFact]:
        """Facts with one of ``entities`` as subject or object, overlapping ``within``; by (valid start, id)."""
        wanted = tuple(entities)
        if relation is None:
            found = self.below.facts_about(wanted, within=within)
            return self._in_order(self._told(s, *self._head(s.fact.relation)) for s in found)
        head, turned = self._head(relation)
        names = [head, *(link.relation for link in self.synonyms.values() if link.head == head)]
        if names == [relation]:
            return self.below.facts_about(wanted, relation=relation, within=within)
        found = [s for name in names for s in self.below.facts_about(wanted, relation=name, within=within)]
        told = (self._told(s, relation, self._head(s.fact.relation)[1] != turned) for s in found)
        return self._in_order(s for s in told if s.fact.relation == relation)  # a literal is the subject of nothing

    def _head(self, name: str) -> tuple[str, bool]:
        link = self.synonyms.get(name)
        return (name, False) if link is None else (link.head, link.turned)

    @staticmethod
    def _told(supported: SupportedFact, relation: str, turned: bool) -> SupportedFact:
        fact = supported.fact
        if relation == fact.relation or (turned and not fact.object_is_entity):
            return supported
        ends = (EntityId(fact.object), str(fact.subject)) if turned else (fact.subject, fact.object)
        return replace(supported, fact=replace(fact, relation=relation, subject=ends[0], object=ends[1]))

    @staticmethod
    def _in_order(facts: Iterable[SupportedFact]) -> Sequence[SupportedFact]:
        return tuple(sorted(facts, key=fact_order))
