"""What a store gives back: facts with their places and standing, documents, entities and time nodes as of a day."""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from timeweave.records.knowledge import RULES, ChunkId, DateSource, DocumentId, EntityId, Fact, FactId
from timeweave.records.layout import Span
from timeweave.temporal.interval import Granularity, Interval


class StatementKey(NamedTuple):
    """A statement in a store: the ordinal of its document version, and its index inside."""

    ordinal: int
    index: int  # type: ignore[assignment]  # tuple.index, which a key has no use for, is shadowed


class ChunkKey(NamedTuple):
    """A chunk in a store: the ordinal of its document version, and its index inside."""

    ordinal: int
    index: int  # type: ignore[assignment]  # as in `StatementKey`


@dataclass(frozen=True, slots=True)
class PlacedSupport:
    """A support with its place in the store."""

    document_id: DocumentId
    key: StatementKey
    chunk_id: ChunkId
    span: Span
    confidence: float
    observed: dt.date
    source: str


@dataclass(frozen=True, slots=True)
class SupportedFact:
    """A fact with the supports that are visible, in order of (observed, document, span); never without one."""

    fact: Fact
    supports: tuple[PlacedSupport, ...]

    @property
    def observed(self) -> dt.date:
        """The day on which a visible source first published it."""
        return min(s.observed for s in self.supports)

    @property
    def sources(self) -> frozenset[str]:
        """The distinct sources (documents, where a document names none)."""
        return frozenset(s.source or s.document_id for s in self.supports)


class FactStatus(enum.StrEnum):
    """What became of a fact in the light of the others that are visible."""

    HOLDS = "holds"
    CLOSED = "closed"  # a later value of a relation that has one value at a time ended it
    DISPUTED = "disputed"  # sources give different values for the same time
    RESTATED = "restated"  # a later publication gives another value for the same time


@dataclass(frozen=True, slots=True)
class ResolvedFact:
    """A fact with its standing among the visible ones: derived at reading, never stored.

    ``valid`` is the interval after closing; ``by`` are the facts that closed, restated or dispute it.
    """

    fact: Fact
    supports: tuple[PlacedSupport, ...]
    valid: Interval | None
    status: FactStatus
    confidence: float
    by: tuple[FactId, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document version without its text. ``observed`` is its date, else the day on which it was added; ``read_by``
    as of an `Extraction`.
    """

    ordinal: int
    id: DocumentId
    title: str
    observed: dt.date
    date_source: DateSource
    period: Interval | None
    entities: tuple[EntityId, ...]
    source: str
    metadata: Mapping[str, Any]
    length: int
    statements: int
    digest: str
    read_by: str = RULES

    @property
    def published(self) -> dt.date | None:
        """Its date; ``None`` where it bears none."""
        return None if self.date_source is DateSource.ADDED else self.observed

    def reports_on(self, period: Interval) -> bool:
        """Whether it reports on ``period``, a part of it, or a longer one that holds it."""
        return self.period is not None and (period.contains(self.period) or self.period.contains(period))


@dataclass(frozen=True, slots=True)
class EntityInfo:
    """An entity as the visible documents know it: its most frequent name and type, and how often it is mentioned."""

    id: EntityId
    name: str
    type: str
    mentions: int
    documents: int


@dataclass(frozen=True, slots=True)
class TimeNode:
    """A node of the time hierarchy G_T (TG-04): its label, its parent's, and how many facts are stamped with it."""

    label: str
    granularity: Granularity
    parent: str | None
    facts: int


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that `check` found: ``what`` is wrong, ``where``, and whether ``--repair`` mends it."""

    what: str
    where: str
    repairable: bool
