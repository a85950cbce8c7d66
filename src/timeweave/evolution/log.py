"""The log of changes narrowed to what is asked for: events of an entity, of a relation, of a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from timeweave.errors import UsageError
from timeweave.evolution.identity.decisions import addressed_by, name_of
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
        """From what somebody writes. The log names entities by their words: who bears one name is one there.

        Raises:
            UsageError: there is no such kind of event.
        """
        try:
            event = None if kind is None else Event(kind.strip().casefold())
        except ValueError:
            raise UsageError(f"kind {kind!r} is none of {', '.join(Event)}") from None
        addressed = addressed_by(entity or "")
        key = canonical_key(entity or "") if addressed is None else name_of(addressed)
        return cls(key, " ".join((relation or "").casefold().split()), event)

    def has(self, event: FactEvent) -> bool:
        """Whether an event is wanted. It is read from its words, as what was removed is no fact any more."""
        if self.kind is not None and event.event is not self.kind:
            return False
        subject, _, told = _TIME.sub("", event.text).partition(": ")
        about = f" {canonical_key(subject)} | {canonical_key(told)} "
        named = not self.entity or f" {self.entity} " in about
        return named and told.casefold().startswith(self.relation)

    def narrowed(self, change: RecordedChange) -> RecordedChange | None:
        """A change with the events that are wanted alone; ``None`` where it has none of them."""
        if self == Wanted():
            return change
        events = tuple(event for event in change.events if self.has(event))
        return replace(change, events=events) if events else None


B = TypeVar("B")
B_contra = TypeVar("B_contra", contravariant=True)


class Log(Protocol[B_contra]):
    """Where changes are read, in an order in which each has a place."""

    def __call__(self, *, before: B_contra | None, newest: int | None) -> Iterable[RecordedChange]:
        """The newest so many before a place, in their order."""


def newest(
    read: Log[B],
    place: Callable[[RecordedChange], B],
    told: Callable[[RecordedChange], RecordedChange | None],
    before: B | None,
    limit: int | None,
    *,
    few: bool = False,
) -> list[RecordedChange]:
    """The newest ``limit`` changes before a place as they are ``told``, in their order, without those that are not.

    No more of the log is read than holds them; where only ``few`` may be told, more of it at a time.
    """
    if limit is None:
        return _all(read(before=before, newest=None), told)
    found: list[RecordedChange] = []
    least = max(limit, _AT_LEAST) if few else limit
    while len(found) < limit and (part := list(read(before=before, newest=least))):
        found[:0] = _all(part, told)
        before = place(part[0])
    return found[max(0, len(found) - limit) :]


def _all(
    changes: Iterable[RecordedChange], told: Callable[[RecordedChange], RecordedChange | None]
) -> list[RecordedChange]:
    return [one for one in map(told, changes) if one is not None]
