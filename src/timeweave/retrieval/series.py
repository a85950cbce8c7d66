"""The events of publication that answer a question over a series: all that the view knows, not what was ranked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from timeweave.extraction.relations.publications import RELEASED, is_publication
from timeweave.language.names import canonical_key
from timeweave.language.numbering import Number, Scheme, family_key, read_number
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon.lazy import lazily
from timeweave.question import Question
from timeweave.question.series import Ask, SeriesQuestion, Word, phrases
from timeweave.records import EntityId, PlacedSupport, SupportedFact
from timeweave.retrieval.series_events import Event, bears, events_of, in_order, may_fall, numbered, same_number
from timeweave.store.base import View

_WORD = lazily(r"[^\W_]+")
_MONTH = 31  # days, in which something may be the latest that came out before


@dataclass(frozen=True, slots=True)
class SeriesFound:
    """What answers a question over a series, in order of time: ``chosen`` of the ``events`` of the series.

    ``unknown`` is a number that the question names and no event of the series bears; what is next to it by its value
    may be known all the same.
    """

    asked: SeriesQuestion
    chosen: tuple[Event, ...]
    events: tuple[Event, ...] = ()
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class _Series:
    """The events under one name, and which words of the question name it."""

    named: frozenset[int]
    events: tuple[Event, ...]
    is_family: bool


def find_series(question: Question, view: View) -> SeriesFound | None:
    """The events that answer ``question``; ``None`` where it is no question over a series that ``view`` knows."""
    asked = question.series
    if asked is None:
        return None
    named = _named(asked, view)
    series = named[0] if named else _only_series(asked, view)
    if asked.ask is Ask.ORDER:
        return _first_of_two(asked, named or ([series] if series else []))
    if series is None:
        return None
    events = _of_publisher(asked, series, view)
    if not events:
        return None
    return _chosen(question, asked, series, _in_stage(asked, events))


def _named(asked: SeriesQuestion, view: View) -> list[_Series]:
    """The series and the things that the question names, the longest name first; none inside another."""
    keys: dict[EntityId, list[tuple[int, int]]] = {}
    for first, end, text in phrases(asked):
        if asked.words[end - 1].text.casefold() in STOP_WORDS and end - first > 1:
            continue
        if any(w.text.casefold() not in STOP_WORDS for w in asked.words[first:end]):
            for key in {canonical_key(text), family_key(text)}:
                keys.setdefault(key, []).append((first, end))
    facts = view.facts_about([key for key in keys if key], relation=RELEASED)
    by_key: dict[EntityId, list[SupportedFact]] = {}
    for fact in facts:
        if not is_publication(fact.fact):
            continue
        if fact.fact.object_is_entity and fact.fact.object in keys:
            by_key.setdefault(EntityId(fact.fact.object), []).append(fact)
        if fact.fact.subject in keys and any(asked.words[end - 1].number is None for _, end in keys[fact.fact.subject]):
            by_key.setdefault(fact.fact.subject, []).append(fact)
    spans = sorted(((s, key) for key in by_key for s in keys[key]), key=lambda x: (x[0][0] - x[0][1], x[0][0], x[1]))
    taken: set[int] = set()
    found = []
    for (first, end), key in spans:
        if taken.isdisjoint(range(first, end)):
            taken.update(range(first, end))
            of_family = [f for f in by_key[key] if f.fact.object_is_entity and f.fact.object == key]
            events = events_of(of_family or by_key[key])
            found.append(_Series(frozenset(range(first, end)), events, bool(of_family)))
    return found


def _only_series(asked: SeriesQuestion, view: View) -> _Series | None:
    """The numbered series that is meant where a question names none ("newest version?", "when was 2.1 out"): the only
    one that has the number, else the one to which most belongs.
    """
    versions = [w for w in asked.words if w.number is not None and "." in w.number.text]
    if asked.free or not (asked.releases or versions) or (asked.ask is Ask.WHEN and not versions):
        return None
    facts = numbered(view)
    asked_for = [w.number for w in versions if w.number is not None]
    bearing = {f.fact.object for f in facts if any(bears(f, number) for number in asked_for)}
    families = Counter(f.fact.object for f in facts if f.fact.object in bearing or not bearing).most_common()
    if not families or (len(families) > 1 and 2 * families[0][1] <= len(facts)):
        return None
    return _Series(frozenset(), events_of(f for f in facts if f.fact.object == families[0][0]), is_family=True)


def _in_stage(asked: SeriesQuestion, events: Sequence[Event]) -> tuple[Event, ...]:
    """Without what was not out yet, unless that is asked for, or most of the series is."""
    early = [e for e in events if e.number is not None and e.number.early]
    if 2 * len(early) > len(events) or any(w.number is not None and w.number.early for w in asked.words):
        return tuple(events)
    return tuple(e for e in events if (e in early) == asked.early)


def _of_publisher(asked: SeriesQuestion, series: _Series, view: View) -> tuple[Event, ...]:
    """The events that what else the question names is told of: their publisher, or words of their announcement."""
    left = [asked.words[i].text for i in sorted(asked.free - series.named)]
    if not left:
        return series.events
    infos = view.info({s.key.ordinal for e in series.events for s in e.supports})
    kept = []
    for event in series.events:
        known = set(_words(event.name))
        for support in event.supports:
            info = infos[support.key.ordinal]
            known.update(_words(" ".join((info.source, *info.entities))))
            if not (event.number is not None and series.is_family and event.name.casefold().startswith(event.family)):
                known.update(w for w in _capitalised(view.text(support.key.ordinal, support.span)))
        if all(set(_words(word)) <= known for word in left):
            kept.append(event)
    return tuple(kept)


def _words(text: str) -> list[str]:
    return [w for w in _WORD.findall(re.sub(r"['’]s\b", "", text.casefold())) if w != "s"]


def _capitalised(text: str) -> list[str]:
    return [w.casefold() for w in _WORD.findall(text) if w[0].isupper()]


def _chosen(
    question: Question, asked: SeriesQuestion, series: _Series, events: tuple[Event, ...]
) -> SeriesFound | None:
    numbers = _numbers(asked, series, events)
    if asked.ask is Ask.WHETHER and len(numbers) != 1:
        return None
    if asked.ask in (Ask.WHEN, Ask.WHETHER):
        return _when(asked, series, events, numbers)
    if not series.is_family:
        return None
    events = _of_scheme(asked, events, numbers)
    if asked.ask is Ask.SPAN:
        return _both(asked, events, numbers)
    if asked.whole:
        events = tuple(e for e in events if e.number is not None and not e.number.is_point)
    if asked.ask in (Ask.NEXT, Ask.BEFORE):
        return _beside(asked, events, numbers)
    if asked.points and numbers:
        points = tuple(e for e in events if e.number and e.number.is_point_of(numbers[0]))
        return SeriesFound(asked, points, events) if points else None
    if asked.inside and len(numbers) == 2:
        low, high = sorted(n.key for n in numbers)
        return SeriesFound(asked, tuple(e for e in events if e.number and low <= e.number.key <= high), events)
    if numbers:
        return None
    within = _within(question, asked, events)
    if not within or (asked.ask is Ask.LIST and not question.periods):
        return None
    return SeriesFound(asked, tuple(within), events)


def _within(question: Question, asked: SeriesQuestion, events: Sequence[Event]) -> Sequence[Event]:
    """The events in the scope of the question, or the first or last of them.

    The latest at a time in which none came out is the last before; so is the last one on a day or in a month. Empty
    where one of which no day is told may be among them.
    """
    if asked.points:
        events = [e for e in events if e.number is not None and e.number.is_point]
    unsure = (e for e in events if e.day is None and not _falls(e, question))
    if any(may_fall(e, events, p) for e in unsure for p in question.periods):
        return ()
    within = [e for e in events if _falls(e, question)]
    ends = [p.end for p in question.periods if p.end and (asked.newest or (p.days is not None and p.days <= _MONTH))]
    if asked.ask is Ask.LAST and ends and not within:
        within = [e for e in events if e.day is not None and e.day < max(ends)]
    return {Ask.FIRST: within[:1], Ask.LAST: within[-1:]}.get(asked.ask, within)


def _numbers(asked: SeriesQuestion, series: _Series, events: Sequence[Event]) -> list[Number]:
    """The numbers of the series that the question names; a year is one where the series is numbered by years and no
    count or end of a series is asked for.
    """
    schemes = {e.number.scheme for e in events if e.number is not None}
    single = asked.ask in (Ask.WHEN, Ask.WHETHER, Ask.NEXT, Ask.BEFORE, Ask.ORDER, Ask.SPAN)
    found = []
    for i, word in enumerate(asked.words):
        number = _number_at(word, i, asked)
        if number is None or i in series.named or number.scheme not in schemes:
            continue
        if number.scheme is Scheme.PERIOD and not single:
            continue
        if asked.ask is Ask.FIRST and word.text.casefold() == "first":
            continue
        found.append(number)
    return found


def _number_at(word: Word, place: int, asked: SeriesQuestion) -> Number | None:
    """The number that a word writes, with the quarter beside it: "Q2 2024"."""
    if word.number is not None and word.number.scheme is Scheme.PERIOD and place:
        before = asked.words[place - 1].text
        whole = read_number(f"{before} {word.text}")
        return whole if whole is not None and whole.scheme is Scheme.PERIOD else word.number
    return word.number


def _when(
    asked: SeriesQuestion, series: _Series, events: Sequence[Event], numbers: Sequence[Number]
) -> SeriesFound | None:
    if not numbers:
        return SeriesFound(asked, tuple(events), tuple(events)) if len(events) == 1 else None
    number = numbers[-1]
    found = [e for e in events if e.number is not None and same_number(number, e.number)]
    if len(found) == 1 or (found and not series.is_family):
        return SeriesFound(asked, tuple(found), tuple(events))
    if not found and number.scheme is Scheme.NUMBER and series.is_family:
        return SeriesFound(asked, (), tuple(events), unknown=number.text)
    return None


def _of_scheme(asked: SeriesQuestion, events: Sequence[Event], numbers: Sequence[Number]) -> tuple[Event, ...]:
    """Of a series with versions and editions by year those that are asked for, versions where nothing says."""
    schemes = {e.number.scheme for e in events if e.number is not None}
    if len(schemes) < 2:
        return tuple(events)
    wanted = Scheme.PERIOD if asked.editions else Scheme.NUMBER
    if numbers:
        wanted = numbers[0].scheme
    return tuple(e for e in events if e.number is not None and e.number.scheme is wanted)


def _both(asked: SeriesQuestion, events: Sequence[Event], numbers: Sequence[Number]) -> SeriesFound | None:
    """The two events whose numbers the question names, in order of time."""
    if len(numbers) != 2:
        return None
    found = [e for e in events if e.number is not None and any(same_number(n, e.number) for n in numbers)]
    borne = [e.number for e in found if e.number is not None]
    missing = next((n for n in numbers if not any(same_number(n, number) for number in borne)), None)
    if missing is not None:
        return SeriesFound(asked, (), tuple(events), unknown=missing.text)
    return SeriesFound(asked, tuple(found), tuple(events)) if len(found) == 2 else None


def _beside(asked: SeriesQuestion, events: Sequence[Event], numbers: Sequence[Number]) -> SeriesFound | None:
    """The event next to the one that the question names, in order of time."""
    if len(numbers) != 1:
        return None
    at = next((i for i, e in enumerate(events) if e.number is not None and same_number(numbers[0], e.number)), None)
    if at is None:
        return SeriesFound(asked, _by_number(asked, events, numbers[0]), tuple(events), numbers[0].text)
    beside = events[at + 1 : at + 2] if asked.ask is Ask.NEXT else events[max(0, at - 1) : at]
    if not beside:
        return None
    return SeriesFound(asked, tuple(beside), tuple(events))


def _by_number(asked: SeriesQuestion, events: Sequence[Event], number: Number) -> tuple[Event, ...]:
    """The event whose number is next to one that none of them bears."""
    ordered = sorted((e for e in events if e.number is not None), key=lambda e: e.number.key if e.number else ())
    above = [e for e in ordered if e.number is not None and e.number.key > number.key]
    below = [e for e in ordered if e.number is not None and e.number.key < number.key]
    if not above or not below:  # what lies outside of the series as it is known has no neighbour in it
        return ()
    return tuple(above[:1] if asked.ask is Ask.NEXT else below[-1:])


def _first_of_two(asked: SeriesQuestion, named: Sequence[_Series]) -> SeriesFound | None:
    """The two things that a question names, in order of time."""
    covered = frozenset(i for s in named for i in s.named)
    if asked.either is None or asked.free - covered:
        return None
    sides: tuple[list[Event], list[Event]] = ([], [])
    for series in named:
        events = _in_stage(asked, series.events)
        numbers = [(i, w.number) for i, w in enumerate(asked.words) if w.number is not None and i not in series.named]
        for i, number in numbers if series.is_family else ():
            bearing = [e for e in events if e.number is not None and same_number(number, e.number)]
            sides[asked.words[i].start > asked.either].extend(bearing)
        if len(events) == 1 and not (series.is_family and numbers):
            sides[min(asked.words[i].start for i in series.named) > asked.either].extend(events)
    if not all(len({e.name for e in side}) == 1 for side in sides):
        return None
    chosen = in_order((sides[0][0], sides[1][0]))
    if chosen[0].day == chosen[1].day and (chosen[0].day is not None or chosen[0].family != chosen[1].family):
        return None
    return SeriesFound(asked, chosen, chosen)


def _falls(event: Event, question: Question) -> bool:
    """Whether it came out in the scope of the question; by what tells of it, where it has no day of its own."""
    if event.day is None:
        told = min(s.observed for s in event.supports)
        return all(p.start is None and (p.end is None or told < p.end) for p in question.periods)
    return not question.periods or any(p.holds(event.day) for p in question.periods)


def supporting(found: SeriesFound) -> Mapping[PlacedSupport, Event]:
    """The first place that states each event of the answer."""
    return {event.supports[0]: event for event in found.chosen}
