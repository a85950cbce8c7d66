"""What the facade tells about a store at large: the timeline of an entity, sizes and costs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from timeweave.records import EntityId, EntityInfo, FactId, ResolvedFact, Usage


@dataclass(frozen=True, slots=True)
class Called:
    """What facts and their ends are called, as documents write it: ``names`` by entity, ``words`` of whole facts. What
    is in neither is called by its key.
    """

    names: Mapping[EntityId, str] = field(default_factory=dict)
    words: Mapping[FactId, str] = field(default_factory=dict)

    def subject(self, resolved: ResolvedFact) -> str:
        """Whose fact it is."""
        return self.names.get(resolved.fact.subject, str(resolved.fact.subject))

    def object(self, resolved: ResolvedFact) -> str:
        """A fact's object: the entity's name, or the literal as it stands."""
        fact = resolved.fact
        return self.names.get(EntityId(fact.object), fact.object) if fact.object_is_entity else fact.object

    def fact(self, resolved: ResolvedFact) -> str:
        """The whole of it: "Quillon: chief executive officer Ada Brook, from 2 March 2024 on"."""
        return self.words.get(resolved.fact.id, resolved.fact.text)


@dataclass(frozen=True, slots=True)
class Timeline:
    """The facts of an entity in order of time, each with its standing: holding, closed, restated or disputed.

    ``names`` holds what the entities among the facts' subjects and objects are called, ``others`` who else bears the
    name that was asked for, the most mentioned first.
    """

    entity: EntityInfo
    relation: str | None
    as_of: dt.date | None
    facts: tuple[ResolvedFact, ...]
    names: Mapping[EntityId, str] = field(default_factory=dict)
    others: tuple[EntityInfo, ...] = ()

    def object_name(self, resolved: ResolvedFact) -> str:
        """A fact's object as people write it: the entity's name, or the literal as it stands."""
        return Called(self.names).object(resolved)

    def other_name(self, resolved: ResolvedFact) -> str:
        """The other end of a fact about the entity: the object, or the subject where the entity is the object."""
        fact = resolved.fact
        if fact.subject == self.entity.id:
            return self.object_name(resolved)
        written = dict(fact.qualifiers).get("name", "")
        return written or self.names.get(fact.subject, str(fact.subject))


@dataclass(frozen=True, slots=True)
class SynonymInfo:
    """That a relation is another one by another name, which it goes by; ``inverse`` where its subject is the object
    there. With a score in [0, 1], who says so ("you", "table", "form", "meaning") and why.
    """

    of: str
    inverse: bool
    score: float
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class RelationInfo:
    """A relation of the visible facts: how many facts have it, how many ``values`` a subject has of it ("ever" one for
    ever, "one" one at a time, "many" side by side), who says so and ``why``; what it is called from its object, whether
    it is the same from there, the names of the same office, and the relation that it is by another name.
    """

    name: str
    facts: int
    values: str
    by: str
    why: str
    inverse: str = ""
    symmetric: bool = False
    same_as: tuple[str, ...] = ()
    synonym: SynonymInfo | None = None


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """A source of the visible documents: how many these are, how many of its tellings others bear out and contradict
    where a relation has one value, how reliable it is by that or as ``said``, from 0 to 1, and on which relations it is
    ``doubted``: what it alone tells closes nothing there.
    """

    name: str
    documents: int
    borne_out: int
    contradicted: int
    reliability: float
    said: float | None
    doubted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stats:
    """Sizes of what is visible, what it takes on disk, the days it speaks of, and what each stage has cost (TK-07)."""

    counts: Mapping[str, int]
    bytes: int
    time_range: tuple[dt.date, dt.date] | None
    ledger: Mapping[str, Usage]
    embedder: str | None
