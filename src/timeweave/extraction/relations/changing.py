"""Facts of what changes state: who joins, leaves, takes up, holds and gives up; what begins and ends."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from timeweave.extraction.amounts.levels import LEVEL
from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.belonging import MEMBER, belonging
from timeweave.extraction.relations.enacting import says_from
from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.relations.levels import Level, levels
from timeweave.extraction.relations.officers import Held, officers
from timeweave.extraction.relations.offices import HELD
from timeweave.extraction.relations.respectively import deals_out, dealt
from timeweave.extraction.relations.statuses import Turn, turns
from timeweave.extraction.statements import FoundFact
from timeweave.extraction.times.timing import is_dated
from timeweave.extraction.times.validity import OPENING, Aspect, SentenceTime, relation_interval
from timeweave.lexicon.states import STATUS
from timeweave.records import EntityId, Span
from timeweave.temporal.interval import Interval

_AGO = re.compile(r"\bago\b", re.IGNORECASE)
_BY_NOW = re.compile(r"\b(?:has|have|is|are|being|will|now|just|today|going)\b|['’]ve\b")
_BESIDE = 16  # characters between a level and the month from which on it is to hold
STATED = 0.8  # confidence of what a sentence says outright


class Changed(NamedTuple):
    """A fact, and the names of those in it that are no mention of the text: (entity, surface, type)."""

    found: FoundFact
    named: tuple[tuple[EntityId, str, str], ...]


def changes(place: Surroundings, time: SentenceTime) -> Iterator[Changed]:
    """What a sentence tells of states that begin and end."""
    at = place.sentence.start
    for told in () if deals_out(place) else belonging(place):
        valid = relation_interval(time, told.verb, told.end, told.aspect)
        if valid is None:
            continue
        person, body = (told.subject, told.object) if told.relation == MEMBER else (told.object, told.subject)
        fact = make_fact(told.subject.entity, told.relation, told.object.entity, object_is_entity=True, valid=valid)
        named = (*_named(person, "PERSON"), *_named(body, "ORG"))
        yield Changed(FoundFact(fact, Span(at + told.start, at + told.end), STATED), named)
    for held in dealt(place) or officers(place):
        yield held_fact(held, time, at)
    for level in levels(place):
        yield from _level_fact(level, time, at)
    for turn in turns(place):
        aspect = Aspect.AHEAD if turn.ahead else Aspect.START
        valid = relation_interval(time, turn.start, turn.end, aspect)
        if valid is None or valid.start is None or _began_any_day(place, turn, time):
            continue
        if turn.aspect is Aspect.END:
            valid = relation_interval(time, turn.start, turn.end, Aspect.END)
        fact = make_fact(turn.thing.entity, STATUS, turn.status, object_is_entity=False, valid=valid)
        yield Changed(FoundFact(fact, Span(at + turn.start, at + turn.end), STATED), tuple(_named(turn.thing, "")))


def _level_fact(level: Level, time: SentenceTime, at: int) -> Iterator[Changed]:
    """That something has a level from the day on that its sentence tells, or had one before."""
    since = relation_interval(time, level.start, level.end, Aspect.AHEAD if level.ahead else Aspect.START)
    if since is None and level.ahead:  # "from April"
        since = next((e.interval for e in time.expressions if 0 <= e.start - level.end <= _BESIDE), None)
    if since is None or since.start is None:
        return
    if time.date is not None and not level.ahead:
        if since.start > time.date and not says_from(time.sentence, level.end):  # "and will review it on 1 June"
            since = Interval.day(time.date)
        if since.first_day == time.date and _AGO.search(time.sentence):
            return
    valid = Interval(since.start, None, since.granularity)
    if level.was:  # since when is not told: it stood on the day, or in the month, before
        valid = Interval.unit(since.first_day - dt.timedelta(days=1), since.granularity)
    fact = make_fact(level.thing.entity, LEVEL, level.value, object_is_entity=False, valid=valid)
    yield Changed(FoundFact(fact, Span(at + level.start, at + level.end), STATED), tuple(_named(level.thing, "")))


def held_fact(held: Held, time: SentenceTime, at: int) -> Changed:
    """That somebody holds an office, told in a sentence or line that begins at character ``at``."""
    valid = relation_interval(time, held.start, held.end, Aspect.STATE)
    holder = held.person.entity
    if held.body is None:
        fact = make_fact(holder, HELD, held.office, object_is_entity=False, valid=valid)
    else:
        fact = make_fact(held.body.entity, held.office, holder, object_is_entity=True, valid=valid)
    named = (*_named(held.person, "PERSON"), *(_named(held.body, "ORG") if held.body else ()))
    return Changed(FoundFact(fact, Span(at + held.start, at + held.end), STATED), named)


def _began_any_day(place: Surroundings, turn: Turn, time: SentenceTime) -> bool:
    """Whether something began at any time before it is told of: "Acme opened an office", far into a dated text."""
    is_told_late = place.sentence.start >= OPENING and not time.is_entry and time.period is None
    if turn.aspect is not Aspect.START or not is_told_late or any(is_dated(e) for e in time.expressions):
        return False
    return _BY_NOW.search(place.words, turn.start, turn.end) is None


def _named(one: Named, kind: str) -> Iterator[tuple[EntityId, str, str]]:
    if one.surface:
        yield one.entity, one.surface, kind
