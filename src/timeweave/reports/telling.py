"""Facts as people write them, one at a time: under the names that documents use, with measures and periods in words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.overviews import Called
from timeweave.records import EntityId, Fact, FactEvent, FactId, RecordedChange, key_in_words
from timeweave.reports.wording import amount, measure_in_words, outcome, period_in_words, unusual
from timeweave.store.base import View
from timeweave.temporal.interval import Interval

_CLOSED = re.compile(r"^closed to (\S+) by: ")
_TOLD = frozenset({"basis", "modality", "kind", "change", "approx"})  # qualifiers that a measure tells in its words


class FactWords:
    """The words of facts, under the names by which entities are most often called in what ``view`` shows."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._names: dict[EntityId, str] = {}

    def name(self, entity: EntityId) -> str:
        """What an entity is called; one that no visible document mentions by its key."""
        if entity not in self._names:
            known = self._view.entity(entity)
            self._names[entity] = key_in_words(entity) if known is None else known.name
        return self._names[entity]

    def __call__(self, fact: Fact) -> str:
        """A fact in words: "Quillon Instruments: revenue of $51.6 million, Q1 2024"."""
        when = "" if fact.valid is None or fact.valid == _EVER else f", {period_in_words(fact.valid)}"
        return f"{self.name(fact.subject)}: {self._told(fact)}{when}"

    def called(self, facts: Iterable[Fact]) -> Called:
        """What facts and their ends are called."""
        known = list(facts)
        ends = [e for f in known for e in (f.subject, *([EntityId(f.object)] if f.object_is_entity else []))]
        return Called({end: self.name(end) for end in ends}, {fact.id: self(fact) for fact in known})

    def _told(self, fact: Fact) -> str:
        if fact.quantity is None:
            value = self.name(EntityId(fact.object)) if fact.object_is_entity else fact.object
            return f"{fact.relation} {value}{unusual(fact)}"
        name, kind = measure_in_words(fact, fact.relation), dict(fact.qualifiers).get("kind", "value")
        aside = unusual(fact, _TOLD)
        if kind not in ("value", "change"):
            return f"{name} {amount(fact)}{aside}"
        return f"{outcome(name, fact, None) if kind == 'value' else outcome(name, None, fact)}{aside}"


_EVER = Interval(None, None)


@dataclass(frozen=True, slots=True)
class Wording:
    """What the facts that events name are called in words, and by their stored text, which reasons quote. Facts that
    the store holds no more are in neither.
    """

    words: Mapping[FactId, str]
    texts: Mapping[FactId, str]

    @classmethod
    def of(cls, changes: Iterable[RecordedChange], view: View) -> Wording:
        """Of the events of changes."""
        return cls.of_events(((change.day, change.events) for change in changes), view)

    @classmethod
    def of_events(cls, happened: Iterable[tuple[dt.date, Sequence[FactEvent]]], view: View) -> Wording:
        """Of events, with the day of their change. What a later version of its document took back is read as of that
        day, or the one before.
        """
        in_words, words, texts = FactWords(view), dict[FactId, str](), dict[FactId, str]()
        for day, events in happened:
            named = {fact for event in events for fact in (event.fact, *event.by)} - words.keys()
            for shown in _views(view, day) if named else ():
                found = shown.facts(named - words.keys())
                texts |= {id_: supported.fact.text for id_, supported in found.items()}
                words |= {id_: in_words(supported.fact) for id_, supported in found.items()}
                if not named - words.keys():
                    break
        return cls(words, texts)

    def fact(self, event: FactEvent) -> str:
        """The fact that an event is about."""
        return self.words.get(event.fact, event.text)

    def why(self, event: FactEvent) -> str:
        """Why it came about."""
        why = event.why
        for cause in sorted(self.texts.keys() & set(event.by), key=lambda id_: -len(self.texts[id_])):
            why = why.replace(self.texts[cause], self.words[cause])
        closed = _CLOSED.match(why)
        return why if closed is None else f"held {_held(closed[1])}; closed by: {why[closed.end() :]}"


def _held(period: str) -> str:
    try:
        return period_in_words(Interval.parse(period))
    except TemporalError:
        return period


def _views(view: View, day: dt.date) -> Iterable[View]:
    yield view
    last = day if view.as_of is None else min(day, view.as_of)
    yield view.on(last)
    if last > dt.date.min:
        yield view.on(last - dt.timedelta(days=1))
