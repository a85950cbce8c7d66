"""A fact on its way into or out of a graph of another format."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from timeweave.records import Quantity
from timeweave.temporal.interval import ALWAYS, Interval, unit_label

_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact is stated: characters ``start`` to ``end`` of a document, read on day ``observed`` at the earliest.

    All of it may be missing. ``observed`` is as it is written: a date, date-time, month or year.
    """

    document: str = ""
    source: str = ""
    observed: str = ""
    confidence: float = 1.0
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class GraphFact:
    """A fact with the names of its ends.

    ``valid`` is when it held as it is stated; ``None`` where it is said to have no time. ``when`` are the words for
    that, where the file has others than `words_for` makes, ``note`` is the fact in the words of its graph.
    ``subject_key`` and ``object_key`` tell apart nodes that may bear the same name; those of a literal and of facts
    that were read are empty. ``status`` and ``ended``, the first day on which it held no more, follow from the other
    facts of the graph: they are written, and worked out anew where the facts are read.
    """

    subject: str
    relation: str
    object: str
    valid: Interval | None = ALWAYS
    is_literal: bool | None = None
    subject_type: str = ""
    object_type: str = ""
    quantity: Quantity | None = None
    qualifiers: tuple[tuple[str, str], ...] = ()
    places: tuple[Place, ...] = (Place(),)
    subject_key: str = ""
    object_key: str = ""
    id: str = ""
    status: str = ""
    ended: dt.date | None = None
    confidence: float = 1.0
    when: str | None = None
    note: str = ""

    @property
    def words(self) -> str:
        """The fact as a line of text."""
        marks = ", ".join(value for _, value in self.qualifiers)
        relation = f"{self.relation} ({marks})" if marks else self.relation
        when = words_for(self.valid) if self.when is None else self.when
        note = f" — {self.note}" if self.note else ""
        return f"{self.subject}: {relation}: {' '.join(self.object.split())}{when}{note}"


@dataclass(frozen=True, slots=True)
class BadEntry:
    """A line, or another part of a file, that holds no fact which can be read, and why."""

    line: int | None
    error: str


Read = Iterator[tuple[int | None, GraphFact] | BadEntry]
"""Facts in the order of a file, each with its line where the format has lines, and what could not be read."""


def bounds_of(valid: Interval | None) -> tuple[str, str]:
    """The first and the last unit of time, which is included; empty where a bound is open or not known."""
    if valid is None:
        return "", ""
    first = "" if valid.start is None else unit_label(valid.start, valid.granularity)
    last = "" if valid.end is None else unit_label(valid.end - _DAY, valid.granularity)
    return first, last


def words_for(valid: Interval | None) -> str:
    """The validity as it stands behind a fact in words."""
    first, last = bounds_of(valid)
    return between(first, last)


def between(first: str, last: str) -> str:
    """The words for a validity by its bounds, of which either may be empty."""
    if not first:
        return f" (until {last})" if last else ""
    if not last:
        return f" (from {first})"
    return f" ({first})" if first == last else f" ({first} to {last})"


def entity_type(name: str, kind: str) -> str:
    """The type of an entity of a graph without types of its own: one whose name looks like a figure must have one."""
    return kind or ("entity" if name[:1].isdigit() or name[:1] in "+-" else "")
