"""A view in which names that mean one entity are one, and names that mean several are several (EK-03).

What is stored stays as it was observed, under the keys of names; whom they mean is put in their place as it is read.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from timeweave.evolution.identity.bearers import Bearers
from timeweave.evolution.identity.decisions import decisions, in_force
from timeweave.evolution.synonyms.related import RelatedView
from timeweave.records import (
    DocumentId,
    DocumentInfo,
    EntityId,
    EntityInfo,
    FactId,
    PlacedSupport,
    Span,
    Statement,
    StatementKey,
    SupportedFact,
)
from timeweave.store.base import View
from timeweave.store.canonical import entity_info, fact_order, most_mentioned_first
from timeweave.temporal.interval import Interval

_MARK = "."  # between the id of a fact and what tells its parts apart

Finder = Callable[[Bearers, EntityId], None]
"""Adds to a partition whom a name means by what documents tell of its bearers."""


def identified(view: View, find: Finder | None = None) -> IdentifiedView:
    """``view`` with names resolved: by what people decided, and of those that are asked for by ``find`` too."""
    return IdentifiedView(view, Bearers.decided(in_force(decisions(view))), find)


class IdentifiedView:
    """A `View` of entities in place of names. What it does not define is read from the view below it."""

    def __init__(self, view: View, bearers: Bearers, find: Finder | None) -> None:
        self._view = view
        self.bearers = bearers
        self._find = find
        self._sought: set[EntityId] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)

    @property
    def as_view(self) -> View:
        """The same as a view, which it is by what it hands on to the view below."""
        return cast(View, self)

    @property
    def below(self) -> View:
        """The view of names, of entities and of relations."""
        return self._view.below if isinstance(self._view, RelatedView) else self._view

    def seek(self, keys: Iterable[EntityId]) -> None:
        """Find out whom names mean that a request asks for, each once; others mean what people decided."""
        if self._find is None:
            return
        bearers = {info.id for infos in self._view.named(keys).values() for info in infos}
        for entity in sorted(bearers - self._sought):
            self._sought.add(entity)
            self._find(self.bearers, entity)

    # -- entities ---------------------------------------------------------------------------------------------------

    def entity(self, entity: EntityId) -> EntityInfo | None:
        """An entity that a visible document mentions, by all its names."""
        root = self.bearers.root(entity)
        return self._info(root) if self.bearers.concerns([root]) else self._view.entity(entity)

    def entities(self) -> Iterator[EntityInfo]:
        """Every entity that a visible document mentions, by id."""
        if self.bearers.is_trivial:
            return self._view.entities()
        return iter(self._every())

    def _every(self) -> list[EntityInfo]:
        found: dict[EntityId, EntityInfo | None] = {}
        for info in self._view.entities():
            for root in self.bearers.meant_by(info.id):
                if root not in found:
                    found[root] = self._info(root) if self.bearers.concerns([root]) else info
        return [known for _, known in sorted(found.items()) if known is not None]

    def named(self, keys: Iterable[EntityId]) -> Mapping[EntityId, Sequence[EntityInfo]]:
        """The entities that each name key stands for; most mentioned first, then by id."""
        wanted = sorted(set(keys))
        known = self._view.named(wanted)
        found = {}
        for key in wanted:
            infos = {info.id: info for info in known.get(key, ())}
            if self.bearers.concerns([key, *infos]) or len(self.bearers.meant_by(key)) > 1 or self._is_called(key):
                roots = dict.fromkeys(r for name in (key, *infos) for r in self.bearers.meant_by(name))
                infos = {r: info for r in roots if (info := self.entity(r)) is not None}
            if infos:
                found[key] = most_mentioned_first(infos.values())
        return found

    def _is_called(self, key: EntityId) -> bool:
        return any(root != key for root in self.bearers.meant_by(key))

    def _info(self, root: EntityId) -> EntityInfo | None:
        """What the visible documents say of an entity of several names, or of one of several of one name."""
        parts = self.bearers.parts(root)
        mentions = self._view.mentions({part.key for part in parts})
        ids = self._documents(o for found in mentions.values() for o, _ in found)
        counts = [
            (part.key, (ordinal, m.surface, m.type, m.count))
            for part in parts
            for ordinal, m in mentions.get(part.key, ())
            if part.holds(ids[ordinal])
        ]
        if not counts:
            return None
        info = entity_info(root, (count for _, count in counts))
        own = [count for key, count in counts if key == root]
        name = entity_info(root, own).name if own else info.name
        return replace(info, name=self.bearers.name(root) or name)

    # -- documents and statements -----------------------------------------------------------------------------------

    def documents(self) -> Iterator[DocumentInfo]:
        """The visible versions, by document id."""
        return (self._about(info) for info in self._view.documents())

    def document(self, document_id: DocumentId) -> DocumentInfo | None:
        """The visible version of a document."""
        found = self._view.document(document_id)
        return None if found is None else self._about(found)

    def info(self, ordinals: Iterable[int]) -> Mapping[int, DocumentInfo]:
        """The visible versions among ``ordinals``."""
        return {ordinal: self._about(info) for ordinal, info in self._view.info(ordinals).items()}

    def statements(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Statement]:
        """The visible statements among ``keys``."""
        found = self._view.statements(keys)
        if self.bearers.is_trivial:
            return found
        ids = self._documents(key.ordinal for key in found)
        return {key: self._meant(statement, ids[key.ordinal]) for key, statement in found.items()}

    def statements_of(self, ordinal: int, within: Span | None = None) -> Sequence[Statement]:
        """A version's statements in order; of a span, those that lie wholly inside."""
        found = self._view.statements_of(ordinal, within)
        if self.bearers.is_trivial:
            return found
        id_ = self._documents([ordinal])[ordinal]
        return tuple(self._meant(statement, id_) for statement in found)

    def _about(self, info: DocumentInfo) -> DocumentInfo:
        if not self.bearers.concerns(info.entities):
            return info
        return replace(info, entities=tuple(dict.fromkeys(self.bearers.of(e, info.id) for e in info.entities)))

    def _meant(self, statement: Statement, document: DocumentId) -> Statement:
        if not self.bearers.concerns(statement.entities):
            return statement
        return replace(
            statement, entities=tuple(dict.fromkeys(self.bearers.of(e, document) for e in statement.entities))
        )

    def _documents(self, ordinals: Iterable[int]) -> Mapping[int, DocumentId]:
        return {ordinal: info.id for ordinal, info in self._view.info(set(ordinals)).items()}

    # -- facts ------------------------------------------------------------------------------------------------------

    def facts(self, ids: Iterable[FactId]) -> Mapping[FactId, SupportedFact]:
        """The visible facts among ``ids``."""
        wanted = set(ids)
        if self.bearers.is_trivial:
            return self._view.facts(wanted)
        stated = self._view.facts({FactId(id_.partition(_MARK)[0]) for id_ in wanted}).values()
        found = {f.fact.id: f for f in self._told(stated)}
        return {id_: found[id_] for id_ in sorted(wanted & found.keys())}

    def facts_stated_in(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Sequence[FactId]]:
        """Which facts each statement states; sorted by id."""
        found = self._view.facts_stated_in(keys)
        if not self.bearers.divided:
            return found
        stated = self._view.facts({id_ for ids in found.values() for id_ in ids}).values()
        by_key: dict[StatementKey, set[FactId]] = defaultdict(set)
        for supported in self._told(stated):
            for support in supported.supports:
                by_key[support.key].add(supported.fact.id)
        return {key: tuple(sorted(by_key[key])) for key in found if by_key[key]}

    def facts_of(self, ordinals: Iterable[int]) -> Sequence[FactId]:
        """The facts that versions of documents state, each once; sorted by id."""
        wanted = set(ordinals)
        found = self._view.facts_of(wanted)
        if not self.bearers.divided:
            return found
        told = self._told(self._view.facts(found).values())
        return tuple(sorted(f.fact.id for f in told if any(s.key.ordinal in wanted for s in f.supports)))

    def facts_about(
        self, entities: Iterable[EntityId], *, relation: str | None = None, within: Interval | None = None
    ) -> Sequence[SupportedFact]:
        """Facts with one of ``entities`` as subject or object, overlapping ``within``; by (valid start, id)."""
        wanted = set(entities)
        roots = set(map(self.bearers.root, wanted))
        if self.bearers.is_trivial or not self.bearers.concerns(roots):
            return self._in_order(self._told(self._view.facts_about(wanted, relation=relation, within=within)))
        keys = {part.key for root in roots for part in self.bearers.parts(root)}
        told = self._told(self._view.facts_about(keys, relation=relation, within=within))
        return self._in_order(f for f in told if not roots.isdisjoint(f.fact.ends))

    def relations_about(self, entities: Iterable[EntityId]) -> Sequence[str]:
        """The relations of the visible facts with one of ``entities`` as subject or object, each once, by name."""
        wanted = set(entities)
        if not self.bearers.concerns(map(self.bearers.root, wanted)):
            return self._view.relations_about(wanted)
        return tuple(sorted({supported.fact.relation for supported in self.facts_about(wanted)}))

    def facts_during(self, within: Interval) -> Sequence[SupportedFact]:
        """Facts active at some day of ``within``; by (valid start, id)."""
        return self._in_order(self._told(self._view.facts_during(within)))

    def facts_stamped(self, node: Interval) -> Sequence[SupportedFact]:
        """Facts stamped with just this time node, none below it; by (valid start, id)."""
        return self._in_order(self._told(self._view.facts_stamped(node)))

    def _in_order(self, facts: Iterable[SupportedFact]) -> Sequence[SupportedFact]:
        return tuple(sorted(facts, key=fact_order))

    def _told(self, facts: Iterable[SupportedFact]) -> Iterator[SupportedFact]:
        """Facts of entities in place of those of names: one for each pair of entities that documents mean."""
        for supported in facts:
            if self.bearers.is_trivial or not self.bearers.concerns(supported.fact.ends):
                yield supported
                continue
            meant: dict[tuple[EntityId, str], list[PlacedSupport]] = defaultdict(list)
            for support in supported.supports:
                meant[self._ends_in(supported, support.document_id)].append(support)
            most = self._ends_in(supported, None)
            for ends, supports in sorted(meant.items()):
                yield _with_ends(supported, ends, tuple(supports), is_most=ends == most)

    def _ends_in(self, supported: SupportedFact, document: DocumentId | None) -> tuple[EntityId, str]:
        fact = supported.fact
        target = self.bearers.of(EntityId(fact.object), document) if fact.object_is_entity else fact.object
        return self.bearers.of(fact.subject, document), target


def _with_ends(
    supported: SupportedFact, ends: tuple[EntityId, str], supports: tuple[PlacedSupport, ...], *, is_most: bool
) -> SupportedFact:
    """The fact between these entities, with what states it; of whom most do not mean under an id of its own."""
    fact = supported.fact
    told = hashlib.blake2b(repr(ends).encode(), digest_size=4).hexdigest()
    id_ = fact.id if is_most else FactId(f"{fact.id}{_MARK}{told}")
    return SupportedFact(replace(fact, id=id_, subject=ends[0], object=ends[1]), supports)
