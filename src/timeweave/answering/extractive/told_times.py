"""When a line tells that something was: its days, weeks, months and years, "last Tuesday" by its date."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.deed_times import Told
from timeweave.lexicon.families import any_of
from timeweave.lexicon.happening import LONG_AGO, NOT_AS_YET
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.expressions import TimeExpression, TimexType, find_expressions
from timeweave.temporal.interval import Interval
from timeweave.temporal.mention import names_feast_event
from timeweave.temporal.signals import TemporalRelation
from timeweave.temporal.stretches import Stretch, find_stretches

_TIMES = 3  # of one line
_LONGEST = 100  # days of a week, a weekend, a season

_NOW = frozenset({"PRESENT_REF", "PAST_REF"})  # "now", "recently"
_BESIDE = 16  # characters
_FROM = lazily(r"\b(?:in|within|after|before|until|till|by)\s+(?:the\s+)?$", re.IGNORECASE)
_ON = lazily(r"\s+(?:after|before|later|earlier|ago|since|from|back)\b", re.IGNORECASE)
_AHEAD = lazily(r"\b(?:will|shall|won['’]t|going to|plans? to|hopes? to|expects? to|is to|are to)\b", re.IGNORECASE)
_NOT_YET = lazily(NOT_AS_YET, re.IGNORECASE)
_LONG_AGO = lazily(rf"\b{any_of(LONG_AGO)}\b", re.IGNORECASE)


def told_times(line: Line) -> Told:
    """The times that a line tells, with where they stand; else the one that it was read with."""
    found: dict[Interval, Stretch | None] = {}
    feasts: list[Interval] = []
    for stretch in find_stretches(line.text, line.anchor):
        if names_feast_event(line.text, stretch.start, stretch.end):
            feasts.append(stretch.named)
            continue
        for time in _points(stretch):
            found.setdefault(time, stretch)
    read = line.statement.valid
    if not found and read is not None and read.is_unit and read not in (Interval.day(line.info.observed), *feasts):
        found[read] = None
    return tuple(found.items())[:_TIMES]


def is_of_its_day(line: Line) -> bool:
    """Whether a line that tells no time may be of the day on which it was published: not what was "years ago", is not
    done yet, is to be, or is daily, nor what counts from a time that is not told ("three days after the flood").
    """
    if (line.said is None and line.info.published is None) or any(
        says.search(line.text) for says in (_NOT_YET, _LONG_AGO, _AHEAD)
    ):
        return False
    return not any(_denies_the_day(line.text, e) for e in find_expressions(line.text, line.anchor))


def _denies_the_day(text: str, expression: TimeExpression) -> bool:
    """Whether what is said to be at a time is not of the day on which it is said."""
    if expression.interval is not None:
        return not names_feast_event(text, expression.start, expression.end)
    if expression.type is TimexType.SET:
        return True
    before = text[max(0, expression.start - _BESIDE) : expression.start]
    return expression.value not in _NOW and bool(_FROM.search(before) or _ON.match(text, expression.end))


def _points(stretch: Stretch) -> Iterator[Interval]:
    """The unit that a stretch names, or its week or season; of a range, that in which it begins and that in which it
    ends.
    """
    named = stretch.named
    if named.is_unit:
        yield named
    elif stretch.relation is TemporalRelation.BETWEEN:
        yield from (unit for unit in (named.first_unit, named.last_unit) if unit is not None)
    elif named.days is not None and named.days <= _LONGEST:
        yield named
