"""What came to be known on which day of publication: the log as it reads had each document been added on its own day.

The log tells what each document did to what the store held when it was added: where an earlier document was added
after a later one, it files what the later one says under the earlier. Here each day is decided anew on what was
visible on the day before (TK-05), so that neither the order of adding nor anything that was published later is seen.
"""

from __future__ import annotations

import bisect
import datetime as dt
import functools
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from timeweave.evolution.deciding import events_between, in_words
from timeweave.records import (
    DocumentInfo,
    Event,
    FactEvent,
    FactId,
    PublishedLine,
    RecordedChange,
    SupportedFact,
)
from timeweave.store.base import View

Place = tuple[dt.date, int]
"""Where a change stands among all, in order of publication: its day and its sequence."""

_ONE_DAY = dt.timedelta(days=1)
_FIRST, _LAST = dt.date.min + _ONE_DAY, dt.date.max - _ONE_DAY  # that have a day before and after them
_STATED = frozenset({Event.ADDED, Event.MERGED})
_TAKEN = frozenset({Event.REMOVED, Event.UNSUPPORTED})


def place_of(change: RecordedChange) -> Place:
    """Where a change stands."""
    return (change.day, change.sequence)


class Published:
    """The changes that ``view`` sees, with what they did on the day of their publication."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._lines = view.kept("lines of the log by day", view.published)
        self._days: dict[dt.date, Mapping[int, tuple[FactEvent, ...]]] = {}

    def between(
        self, since: dt.date | None, until: dt.date | None, *, before: Place | None, newest: int | None
    ) -> list[RecordedChange]:
        """The changes of ``since`` to ``until``, ``before`` a place, in order of publication; of these ``newest``."""
        first = 0 if since is None else self._index((since, -1))
        end = len(self._lines) if until is None or until == dt.date.max else self._index((until + _ONE_DAY, -1))
        end = end if before is None else min(end, self._index(before))
        chosen = self._lines[first if newest is None else max(first, end - newest) : max(first, end)]
        told = self._view.lines(line.sequence for line in chosen)
        return [self._told(line, told[line.sequence]) for line in chosen]

    def on_days(self, days: Collection[dt.date]) -> list[RecordedChange]:
        """The changes of some days, in order of publication."""
        return [change for day in sorted(days) for change in self.between(day, day, before=None, newest=None)]

    def as_told(self, change: RecordedChange) -> RecordedChange | None:
        """A change of the log with what it did on its days; ``None`` where another line stands for it, or no version
        is left of it.
        """
        own = self._by_sequence.get(change.sequence, ())
        events = (event for line in own for event in self._told(line, change).events)
        return replace(change, events=tuple(events)) if own else None

    @functools.cached_property
    def _by_sequence(self) -> Mapping[int, Sequence[PublishedLine]]:
        found: dict[int, list[PublishedLine]] = defaultdict(list)
        for line in self._lines:
            found[line.sequence].append(line)
        return found

    def _index(self, place: Place) -> int:
        return bisect.bisect_left(self._lines, place, key=lambda line: (line.day, line.sequence))

    def _told(self, line: PublishedLine, change: RecordedChange) -> RecordedChange:
        if line.ordinal is None:
            return replace(change, events=self._known(change.events))
        if line.day not in self._days:
            decide = functools.partial(self._decided, line.day)
            self._days[line.day] = self._view.on(line.day).kept("decided", decide, weight=_events)
        return replace(change, observed=line.day, events=self._days[line.day].get(line.ordinal, ()))

    def _known(self, events: Sequence[FactEvent]) -> tuple[FactEvent, ...]:
        """What the line of a removal took away, without what was published after the day. How facts stand without it
        is told on the days of what remains, as is what a correction by hand means for them.
        """
        gone = [event for event in events if event.event in _TAKEN]
        if self._view.as_of is None:
            return tuple(gone)
        named = {event.fact for event in gone}
        later = self._view.on(dt.date.max).facts(named).keys() - self._view.facts(named).keys()
        return tuple(event for event in gone if event.fact not in later)

    def _decided(self, day: dt.date) -> Mapping[int, tuple[FactEvent, ...]]:
        """What each version did that came to be known on a day, by its ordinal."""
        first, end = (self._index((at, -1)) for at in (day, min(day, _LAST) + _ONE_DAY))
        arrived = [line.ordinal for line in self._lines[first:end] if line.ordinal is not None]
        among = frozenset(arrived)
        before, after = self._view.on(max(day, _FIRST) - _ONE_DAY), self._view.on(day)
        left = before.info(np.flatnonzero(before.visible & ~after.visible).tolist())
        arriving = {
            id_: SupportedFact(supported.fact, new)
            for id_, supported in after.facts(after.facts_of(arrived)).items()
            if (new := tuple(s for s in supported.supports if s.key.ordinal in among and s.observed == day))
        }
        stated = set(before.facts_of(left))
        events = events_between(before, stated, leaving=list(left.values()), arriving=arriving)
        return _Day(arrived, arriving, left, before.facts(stated), after).filed(events)


def _events(decided: Mapping[int, tuple[FactEvent, ...]]) -> int:
    return 1 + sum(map(len, decided.values()))


class _Day:
    """The versions that came to be known on a day in the order of the log, what they state, and those that left."""

    def __init__(
        self,
        arrived: Sequence[int],
        arriving: Mapping[FactId, SupportedFact],
        left: Mapping[int, DocumentInfo],
        stated: Mapping[FactId, SupportedFact],
        view: View,
    ) -> None:
        self._arriving = arriving
        self._view = view
        places = {ordinal: n for n, ordinal in enumerate(arrived)}
        new = {info.id: ordinal for ordinal, info in view.info(arrived).items()}
        self._first = arrived[0]
        self._by = {
            id_: sorted({s.key.ordinal for s in supported.supports}, key=places.__getitem__)
            for id_, supported in arriving.items()
        }
        for id_, supported in stated.items():
            gone = (new.get(s.document_id) for s in supported.supports if s.key.ordinal in left)
            self._by.setdefault(id_, [ordinal for ordinal in gone if ordinal is not None])

    def filed(self, events: Sequence[FactEvent]) -> Mapping[int, tuple[FactEvent, ...]]:
        """Each event under the version that brought it about: what states a cause of it, else the fact itself."""
        found: dict[int, list[FactEvent]] = defaultdict(list)
        for event in events:
            causes = (self._by.get(fact) for fact in (*event.by, event.fact))
            found[next((by[0] for by in causes if by), self._first)].append(event)
            if event.event in _STATED:
                for ordinal, again in self._again(event):
                    found[ordinal].append(again)
        return {ordinal: tuple(told) for ordinal, told in found.items()}

    def _again(self, event: FactEvent) -> Iterator[tuple[int, FactEvent]]:
        """That versions of the same day state a fact, too, which another of them is told to state."""
        _, *others = self._by[event.fact]
        if not others:
            return
        stating = dict.fromkeys(others, frozenset[str]())
        known: set[str] = set()
        for support in self._view.facts([event.fact])[event.fact].supports:
            name, ordinal = support.source or support.document_id, support.key.ordinal
            if ordinal in stating:
                stating[ordinal] |= {name}
            else:
                known.add(name)
        names = sorted(known)
        for ordinal, own in stating.items():
            yield ordinal, replace(event, event=Event.MERGED, why=f"also stated by {in_words(names)}")
            for name in own - known:
                bisect.insort(names, name)
            known |= own
