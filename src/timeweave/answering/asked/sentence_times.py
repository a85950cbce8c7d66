"""The times that a stretch of text tells of, ranges joined and open ends kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.records import Span
from timeweave.temporal.expressions import TimeExpression, TimexType, find_expressions
from timeweave.temporal.interval import Granularity, Interval

_RANGE = re.compile(r"\s*(?:to|until|till|through|up to|[-–—]+)\s*(?:the\s|early\s|mid-?\s?|late\s)?", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+")
_BETWEEN = re.compile(r"\bbetween\s+(?:the\s)?$", re.IGNORECASE)
_OPENS = re.compile(r"\b(?:since|from|starting in|beginning in)\s+(?:the\s|early\s|mid-?\s?|late\s)?$", re.IGNORECASE)
_CLOSES = re.compile(r"(?:\b(?:until|till|up to)\s+(?:the\s|early\s|mid-?\s?|late\s)?|\?\s*[-–—]\s*)$", re.IGNORECASE)
_LIFE = 20 * 365  # days
_GOES_ON = re.compile(r"\s*(?:to|until|[-–—]+)\s*(?:the\s)?(?:present|current|now|today|date|\)|:|$)", re.IGNORECASE)


def told_times(text: str) -> tuple[tuple[Span, Interval], ...]:
    """The dated expressions of ``text`` in their order: "from 1997 to 2003" is one time, "since 2017" has no end."""
    found = [e for e in find_expressions(text) if e.interval is not None and e.type is not TimexType.SET]
    return tuple(_joined(text, found))


def is_life(told: Interval) -> bool:
    """Whether a stretch looks like a birth and a death: from a day to a day, decades apart."""
    return told.granularity is Granularity.DAY and told.days is not None and told.days > _LIFE


def _joined(text: str, found: Sequence[TimeExpression]) -> Iterator[tuple[Span, Interval]]:
    index = 0
    while index < len(found):
        first = found[index]
        following = found[index + 1] if index + 1 < len(found) else None
        span, interval = Span(first.start, first.end), first.interval
        assert interval is not None
        whole = _from_to(interval, following.interval) if following and _is_range(text, first, following) else None
        if following is not None and whole is not None:
            span, interval = Span(first.start, following.end), whole
            index += 1
        elif interval.is_unit:
            interval = _open_ended(text, first, interval)
        yield span, interval
        index += 1


def _is_range(text: str, first: TimeExpression, following: TimeExpression) -> bool:
    gap = text[first.end : following.start]
    if _RANGE.fullmatch(gap):
        return True
    return _AND.fullmatch(gap) is not None and _BETWEEN.search(text[: first.start]) is not None


def _from_to(first: Interval, last: Interval | None) -> Interval | None:
    if last is None or first.start is None or last.end is None or last.end <= first.start:
        return None
    return Interval(first.start, last.end, min(first.granularity, last.granularity, key=lambda g: g.rank))


def _open_ended(text: str, expression: TimeExpression, interval: Interval) -> Interval:
    before = text[: expression.start]
    if _GOES_ON.match(text, expression.end) or _OPENS.search(before):
        return Interval(interval.start, None, interval.granularity)
    if _CLOSES.search(before):
        return Interval(None, interval.end, interval.granularity)
    return interval
