"""Which entity a name means in a document: a partition of (name key, document), by links and by what people decided
(EK-03).

A link says that two bearers are one; an entity is a connected component over them. It depends on the set of links
alone, not on the order in which they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from timeweave.evolution.identity.decisions import Decision, Deed
from timeweave.language.names import canonical_key
from timeweave.records import DocumentId, EntityId

DECIDED = ("decided by hand",)


@dataclass(frozen=True, slots=True)
class Link:
    """That the bearers of two names are one (``is_same``) or two; of one name where ``a == b``, in some documents.

    ``by`` is the number of the decision, or 0 where it was worked out.
    """

    a: EntityId
    b: EntityId
    is_same: bool
    s: float
    why: tuple[str, ...]
    documents: tuple[DocumentId, ...] = ()
    by: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A name as some documents mean it: in ``documents`` only, or, where that is ``None``, in all but ``without``."""

    key: EntityId
    documents: frozenset[DocumentId] | None = None
    without: frozenset[DocumentId] = frozenset()

    def holds(self, document: DocumentId) -> bool:
        """Whether it is meant in a document."""
        return document in self.documents if self.documents is not None else document not in self.without


@dataclass(slots=True)
class Bearers:
    """The partition. ``of`` gives the entity that a name means in a document, ``parts`` what an entity is made of.

    An entity is called by the key that most decided for, else by the smallest of its keys; a name that no link
    concerns stands for itself.
    """

    _elsewhere: dict[EntityId, dict[DocumentId, EntityId]] = field(default_factory=dict)
    _root: dict[EntityId, EntityId] = field(default_factory=dict)
    _names: dict[EntityId, str] = field(default_factory=dict)
    _part_names: dict[EntityId, str] = field(default_factory=dict)
    _apart: set[frozenset[EntityId]] = field(default_factory=set)
    links: list[Link] = field(default_factory=list)

    @classmethod
    def decided(cls, made: Iterable[Decision]) -> Bearers:
        """What decisions that are in force come to."""
        bearers = cls()
        for decision in made:
            bearers._take(decision)
        return bearers

    def _take(self, decision: Decision) -> None:
        a, b, number = decision.entity, decision.other, decision.number
        if decision.deed is Deed.MERGE:
            self._apart.discard(frozenset((a, b)))
            self.join(a, b, Link(a, b, True, 1.0, DECIDED, by=number))
        elif decision.deed is Deed.SPLIT and b:
            self._apart.add(frozenset((a, b)))
            self.links.append(Link(a, b, False, 0.0, DECIDED, by=number))
        elif decision.deed is Deed.SPLIT:
            self.part(a, decision.part, decision.documents, decision.name)
            self.links.append(Link(a, a, False, 0.0, DECIDED, decision.documents, number))
        elif decision.deed is Deed.RENAME:
            self._names.pop(a, None)
            self._names[a] = decision.name

    def join(self, kept: EntityId, other: EntityId, link: Link | None = None) -> None:
        """Make two entities one, called by the id of ``kept``, because of ``link``; not where people told parts of
        them apart.
        """
        a, b = self.root(kept), self.root(other)
        if any({a, b} == set(map(self.root, pair)) for pair in self._apart):
            return
        if a != b:
            self._root[b] = a
        self.links += [] if link is None or link in self.links else [link]

    def part(self, key: EntityId, entity: EntityId, documents: Iterable[DocumentId], name: str) -> None:
        """Let some documents mean ``entity`` by ``key``, which is called ``name`` to tell it from others."""
        self._elsewhere.setdefault(key, {}).update(dict.fromkeys(documents, entity))
        self._part_names[entity] = name

    def are_apart(self, a: EntityId, b: EntityId) -> bool:
        """Whether people decided that two are not one."""
        return frozenset((a, b)) in self._apart

    def root(self, entity: EntityId) -> EntityId:
        """What the entity is called that this id belongs to."""
        while entity in self._root:
            entity = self._root[entity]
        return entity

    def of(self, key: EntityId, document: DocumentId | None = None) -> EntityId:
        """Whom a document means by a name; without a document whom most mean."""
        meant = self._elsewhere.get(key, {}).get(document, key) if document is not None else key
        return self.root(meant)

    def meant_by(self, key: EntityId) -> tuple[EntityId, ...]:
        """All whom some document may mean by a name, and who are called so by decision."""
        names = (*self._names.items(), *self._part_names.items())
        called = (e for e, name in names if canonical_key(name) == key)
        meant = (key, *sorted(set(self._elsewhere.get(key, {}).values())), *called)
        return tuple(dict.fromkeys(map(self.root, meant)))

    def parts(self, entity: EntityId) -> tuple[Part, ...]:
        """The names, in their documents, that mean ``entity``."""
        ids = [e for e in (entity, *self._root) if self.root(e) == entity]
        found = []
        for one in dict.fromkeys(ids):
            if one not in self._part_names:  # what is no name
                found.append(Part(one, without=frozenset(self._elsewhere.get(one, {}))))
            for key, by_document in self._elsewhere.items():
                own = frozenset(d for d, meant in by_document.items() if meant == one)
                found += [Part(key, own)] if own else []
        return tuple(found)

    def name(self, entity: EntityId) -> str:
        """What people decided to call it, the last word holding; else empty."""
        renamed = [name for e, name in self._names.items() if self.root(e) == entity]
        return renamed[-1] if renamed else self._part_names.get(entity, "")

    def concerns(self, keys: Iterable[str]) -> bool:
        """Whether any of these names means another than itself, or is called otherwise."""
        concerned = {*self._root, *self._root.values(), *self._elsewhere, *self._names, *self._part_names}
        return not concerned.isdisjoint(keys)

    @property
    def is_trivial(self) -> bool:
        """Whether every name stands for itself."""
        return not (self._root or self._elsewhere or self._names)

    @property
    def divided(self) -> Mapping[EntityId, Mapping[DocumentId, EntityId]]:
        """The names that do not mean the same in all documents."""
        return self._elsewhere

    def links_of(self, entity: EntityId) -> Sequence[Link]:
        """The links that make the entity what it is, or keep others from it."""
        keys = {part.key for part in self.parts(entity)}
        return tuple(link for link in self.links if {link.a, link.b} & keys)
