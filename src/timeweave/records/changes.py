"""What changes a store, and the log of it: the unit of durability, audit and upkeep."""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from timeweave.records.knowledge import DocumentId, FactId, Prepared, Usage

REREAD = "reread"


class Event(enum.StrEnum):
    """What a change did to one fact."""

    ADDED = "added"
    MERGED = "merged"  # known already; gained a support
    UNSUPPORTED = "unsupported"  # lost a support, and has others
    REMOVED = "removed"  # lost its last support
    CLOSED = "closed"
    REOPENED = "reopened"
    DISPUTED = "disputed"
    RESTATED = "restated"
    SETTLED = "settled"  # no longer disputed or restated


@dataclass(frozen=True, slots=True)
class FactEvent:
    """One line of the audit log: what happened to a fact of the current state, and why, in words."""

    event: Event
    fact: FactId
    text: str
    why: str
    by: tuple[FactId, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentRef:
    """An immutable index file that a committed change made part of the store.

    ``kind`` says which index it belongs to, ``name`` its file in the store's folder, ``digest`` (BLAKE2b, hex) what
    the file must hash to, ``rows`` how many rows it holds.
    """

    name: str
    kind: str
    rows: int
    bytes: int
    digest: str


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """All that one document's arrival, correction or removal does: the unit of durability, audit and upkeep.

    ``added`` is stored under the new ordinal ``ordinal`` as observed on ``observed``. ``superseded`` versions stay
    visible to ``as_of`` dates before the day given; ``removed`` versions are erased with all that only they support.
    ``events`` compares the current state before and after. ``stale_nodes`` are the time nodes whose facts changed and
    their ancestors, ``segments`` the index files to take in, ``dropped_segments`` those that they replace. Of kind
    `REREAD` the version added has the content of the one removed: what repeats that content need not go.
    """

    kind: str
    document_id: DocumentId
    recorded: dt.datetime
    added: Prepared | None = None
    ordinal: int | None = None
    observed: dt.date | None = None
    superseded: tuple[tuple[int, dt.date], ...] = ()
    removed: tuple[int, ...] = ()
    events: tuple[FactEvent, ...] = ()
    stale_nodes: tuple[str, ...] = ()
    segments: tuple[SegmentRef, ...] = ()
    dropped_segments: tuple[str, ...] = ()
    usage: Mapping[str, Usage] = field(default_factory=dict)

    @property
    def is_rereading(self) -> bool:
        """Whether it reads anew what is known with the same content."""
        return self.kind == REREAD


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """The day on which a version of a document came to be known, or more of what it states, and the line of the log
    that is about it. A line about no version (a removal, a correction by hand) has no ``ordinal``, and for its ``day``
    the one on which it was recorded.
    """

    day: dt.date
    sequence: int
    ordinal: int | None


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """A line of the log as the store gives it back."""

    sequence: int
    kind: str
    document_id: DocumentId
    recorded: dt.datetime
    observed: dt.date | None
    events: tuple[FactEvent, ...]
    stale_nodes: tuple[str, ...]

    @property
    def day(self) -> dt.date:
        """The day on which what it tells was published; what has none counts from the day on which it was recorded."""
        return self.observed or self.recorded.date()
