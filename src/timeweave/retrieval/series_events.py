"""What came out, by all facts that a view knows: events of publication, in the order of their days or numbers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.extraction.relations.publications import is_publication
from timeweave.language.numbering import Number, read_number
from timeweave.records import PlacedSupport, SupportedFact
from timeweave.store.base import View
from timeweave.temporal.interval import Interval


@dataclass(frozen=True, slots=True)
class Event:
    """Something that came out, with the places that say so, the first one first; release notes may not tell the day."""

    name: str
    family: str
    number: Number | None
    day: dt.date | None
    supports: tuple[PlacedSupport, ...]

    @property
    def order(self) -> tuple[dt.date, tuple[int, ...], str]:
        """By day, then by number."""
        return (self.day or dt.date.min, self.number.key if self.number is not None else (), self.name)


def numbered(view: View) -> list[SupportedFact]:
    """All events of publication that ``view`` knows of things numbered in a series."""
    return [f for f in view.facts_during(Interval(dt.date(1, 1, 1), dt.date(9999, 1, 1))) if _is_numbered(f)]


def bears(fact: SupportedFact, number: Number) -> bool:
    """Whether an event of publication is of what has ``number`` in its series."""
    borne = _number_of(dict(fact.fact.qualifiers))
    return borne is not None and same_number(number, borne)


def _is_numbered(fact: SupportedFact) -> bool:
    return is_publication(fact.fact) and fact.fact.object_is_entity and "number" in dict(fact.fact.qualifiers)


def events_of(facts: Iterable[SupportedFact]) -> tuple[Event, ...]:
    """The events that facts state, each thing once: on the day that is surest and most often told, if any is."""
    groups: dict[tuple[str, str], list[SupportedFact]] = {}
    for fact in facts:
        marks = dict(fact.fact.qualifiers)
        number = _number_of(marks)
        if number is None and (fact.fact.valid is None or fact.fact.valid.start is None):
            continue
        ours = str((number.scheme, number.key)) if number is not None else marks.get("name", fact.fact.subject)
        groups.setdefault((fact.fact.object if fact.fact.object_is_entity else "", ours), []).append(fact)
    return in_order(list(map(_event, groups.values())))


def in_order(events: Sequence[Event]) -> tuple[Event, ...]:
    """Events by their days; by their numbers where one has no day."""
    if all(e.day is not None for e in events):
        return tuple(sorted(events, key=lambda e: e.order))
    return tuple(sorted(events, key=lambda e: (e.number.key if e.number is not None else (), e.order)))


def _event(facts: Sequence[SupportedFact]) -> Event:
    days: dict[dt.date | None, list[SupportedFact]] = {}
    for fact in facts:
        days.setdefault(fact.fact.valid.start if fact.fact.valid is not None else None, []).append(fact)
    told = [day for day in days if day is not None]
    day = min(told, key=lambda d: (-max(s.confidence for f in days[d] for s in f.supports), d)) if told else None
    supports = sorted(
        (s for f in days[day] for s in f.supports),
        key=lambda s: (-s.confidence, s.observed, s.document_id, s.span.start),
    )
    marks = max((dict(f.fact.qualifiers) for f in days[day]), key=lambda m: (len(m.get("name", "")), m.get("name", "")))
    first = facts[0].fact
    family = first.object if first.object_is_entity else ""
    return Event(marks.get("name", str(first.subject)), family, _number_of(marks), day, tuple(supports))


def _number_of(marks: Mapping[str, str]) -> Number | None:
    number = read_number(marks["number"]) if "number" in marks else None
    return number.at_stage(marks["stage"]) if number is not None and "stage" in marks and not number.early else number


def same_number(asked: Number, borne: Number) -> bool:
    """Whether both write one place in a series, whatever the stage says."""
    return asked.scheme is borne.scheme and asked.key == borne.key


def may_fall(event: Event, events: Sequence[Event], period: Interval) -> bool:
    """Whether something without a day may be of a period, by the days of what its number lies between."""
    others = [(o.number.key, o.day) for o in events if o.number is not None and o.day is not None]
    key = event.number.key if event.number is not None else ()
    before = max((day for other, day in others if other < key), default=None)
    behind = min((day for other, day in others if other > key), default=None)
    too_early = behind is not None and period.start is not None and behind < period.start
    too_late = before is not None and period.end is not None and before >= period.end
    return not too_early and not too_late
