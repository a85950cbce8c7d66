"""The log of changes narrowed to what is asked for: events of an entity, of a relation, of a kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from timeweave.errors import UsageError
from timeweave.language.names import canonical_key
from timeweave.records import Event, FactEvent, RecordedChange

_AT_LEAST = 200  # changes that are read at once where few of them may be wanted
_TIME = re.compile(r" \[[^\]]*\]$")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events are wanted; the empty one wants all, and changes without events too."""

    entity: str = ""
    relation: str = ""
    kind: Event | None = None

    @classmethod
    def of(cls, entity: str | None, relation: str | None, kind: str | None) -> Wanted:
        """From what somebody writes.

        Raises:
            UsageError: there is no such kind of event.
        """
        try:
            event = None if kind is None else Event(kind.strip().casefold())
        except ValueError:
            raise UsageError(f"kind {kind!r} is none of {', '.join(Event)}") from None
        return cls(canonical_key(entity or ""), " ".join((relation or "").casefold().split()), event)

    def has(self, event: FactEvent) -> bool:
        """Whether an event is wanted. It is read from its words, as what was removed is no fact any more."""
        if self.kind is not None and event.event is not self.kind:
            return False
        subject, _, told = _TIME.sub("", event.text).partition(": ")
        about = f" {canonical_key(subject)} | {canonical_key(told)} "
        named = not self.entity or f" {self.entity} " in about
        return named and told.casefold().startswith(self.relation)


class Log(Protocol):
    """Where changes are read."""

    def __call__(self, *, before: int | None, newest: int | None) -> Iterable[RecordedChange]:
        """The newest so many below a sequence, in order of sequence."""


def newest(read: Log, wanted: Wanted, before: int | None, limit: int | None) -> list[RecordedChange]:
    """The newest ``limit`` changes below ``before`` that have wanted events, in order of sequence.

    No more of the log is read than holds them.
    """
    if limit is None:
        return list(narrowed(read(before=before, newest=None), wanted))
    found: list[RecordedChange] = []
    least = limit if wanted == Wanted() else max(limit, _AT_LEAST)
    while len(found) < limit and (part := list(read(before=before, newest=least))):
        found[:0] = narrowed(part, wanted)
        before = part[0].sequence
    return found[max(0, len(found) - limit) :]


def narrowed(changes: Iterable[RecordedChange], wanted: Wanted) -> Iterator[RecordedChange]:
    """The changes that have wanted events, with these alone."""
    for change in changes:
        if wanted == Wanted():
            yield change
        elif events := tuple(event for event in change.events if wanted.has(event)):
            yield replace(change, events=events)
