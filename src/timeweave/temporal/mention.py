"""A period that a text names, and what may stand between two that belong together."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import AFTER_FEASTS, DETERMINERS, FEASTS
from timeweave.temporal.interval import Interval, add_months
from timeweave.temporal.signals import CONTEXT, RANGE_JOIN
from timeweave.temporal.timex.types import TimeExpression

_EDGE = lazily(
    r"(?:the\s+)?(?:(?P<start>(?:beginning|start)\s+of)|(?P<early>early)|(?P<mid>mid(?:dle)?(?:\s+of)?)|(?P<late>late)|(?P<end>(?:end|close)\s+of))"
    r"(?:\s+|-)(?:part\s+of\s+)?(?:in\s+)?(?:the\s+)?(?:year\s+)?",
    re.IGNORECASE,
)
_EDGE_BEFORE = lazily(_EDGE.pattern + r"$", re.IGNORECASE)
_YEAR_VALUE = lazily(r"\d{4}")
_THE = lazily(r"\bthe\s+$", re.IGNORECASE)
_FEAST = lazily(any_of(FEASTS), re.IGNORECASE)
_DETERMINER = lazily(rf"(?:^|[:.;!?(]\s*)$|(?:\b{any_of(DETERMINERS)}|['’]s?)\s+(?:\w+\s+)?$", re.IGNORECASE)
_EVENT = lazily(rf"\s+(?!{any_of(AFTER_FEASTS)}\b)[^\W\d_]{{3,}}", re.IGNORECASE)
_NOUN = lazily(r"\s+[^\W\d]")


@dataclass(frozen=True, slots=True)
class Mention:
    """A period at characters ``start`` to ``end`` of a text; the whole unit where only a part of it is meant.

    ``edge`` is that part: "start", "early", "mid", "late", "end" or nothing. A ``yearless`` period ("Q1") borrows the
    year of a neighbour; a ``relative`` one counts from the day of asking; one that ``shares`` takes its part of the
    year from the one before ("the first quarter of 2021 and 2022").
    """

    start: int
    end: int
    text: str
    interval: Interval
    edge: str = ""
    yearless: bool = False
    relative: bool = False
    shares: bool = False


LIST_JOIN = lazily(r"\s*(?:,\s*(?:and|or)?|and|or|&|/)\s*(?:in\s+|for\s+|the\s+|also\s+)*")
"""What stands between periods of a list."""


def joined(first: Mention, second: Mention, question: str) -> bool:
    """Whether two periods stand in one list or range."""
    gap = question[first.end : second.start][:CONTEXT]
    return bool(LIST_JOIN.fullmatch(gap) or RANGE_JOIN.fullmatch(gap)) and second.start - first.end < CONTEXT


def moved_years(interval: Interval, years: int) -> Interval:
    """``interval`` so many years later; itself where that is outside the calendar."""
    try:
        start = add_months(interval.start, 12 * years) if interval.start else None
        end = add_months(interval.end, 12 * years) if interval.end else None
        return Interval(start, end, interval.granularity)
    except TemporalError:
        return interval


def mention_of(text: str, expression: TimeExpression) -> Mention:
    """An expression of ``text`` that has an interval, with the words before it that name a part of it."""
    start, end, interval = expression.start, expression.end, expression.interval
    assert interval is not None
    if inner := _EDGE.match(text, start, end):
        if _YEAR_VALUE.fullmatch(expression.value):
            return Mention(start, end, text[start:end], Interval.year(int(expression.value)), inner.lastgroup or "")
    elif (outer := _EDGE_BEFORE.search(text, max(0, start - CONTEXT), start)) and not names_event(text, start, end):
        return Mention(outer.start(), end, text[outer.start() : end], interval, outer.lastgroup or "")
    return Mention(start, end, text[start:end], interval)


def names_feast_event(text: str, start: int, end: int) -> bool:
    """Whether a feast at ``start`` to ``end`` says which event is meant, and not when it was: "the Easter fair"."""
    return (
        _FEAST.fullmatch(text, start, end) is not None
        and _DETERMINER.search(text, max(0, start - CONTEXT), start) is not None
        and _EVENT.match(text, end) is not None
    )


def names_event(text: str, start: int, end: int) -> bool:
    """Whether a period at ``start`` to ``end`` says which event is meant: "the 2008 crisis"."""
    return _THE.search(text, max(0, start - CONTEXT), start) is not None and _NOUN.match(text, end) is not None
