"""When a sentence of a narrative speaks of: a biography or a chronicle, which reports on no period of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.extraction.times.timing import is_dated, settled
from timeweave.temporal.expressions import TimeExpression, TimexType
from timeweave.temporal.interval import Interval

_BETWEEN = re.compile(
    r"\s*(?:\(\s*)?(?:to|until|till|through|up to|[-–—]|and)\s*(?:the\s+|early\s+|late\s+|about\s+)?", re.I
)
_AND = re.compile(r"\s*and\b", re.I)
_BETWEEN_OPENING = re.compile(r"\bbetween\s+(?:the\s+)?$", re.I)
_ONWARD = re.compile(r"\b(?:since|from|as of)\s+(?:the\s+|early\s+|late\s+|mid-?\s*)?$", re.I)
_TO_NOW = re.compile(r"\s*(?:[-–—]|to|until|till|through)\s*(?:the\s+)?(?:present|date|today|now|current)\b", re.I)
_DANGLING = re.compile(r"\s*[-–—]\s*(?:\?|$|\))")
_COMPARED = re.compile(
    r"\b(?:compared (?:to|with)|versus|vs|relative to|than(?: in| during)?)\s+(?:the\s+)?(?:\w+\s+){0,3}$", re.I
)
_REACH = 40  # characters before an expression that say how it is meant


def told_interval(sentence: str, expressions: Sequence[TimeExpression]) -> Interval | None:
    """The smallest interval that holds all that ``sentence`` names of the calendar; open where it says so.

    "From 1998 to 2003" is one stretch, and "since 2009" lasts.
    """
    stretches = told_stretches(sentence, expressions)
    if not stretches:
        return None
    whole = stretches[0]
    for other in stretches[1:]:
        whole = hull(whole, other)
    return whole


def told_stretches(sentence: str, expressions: Sequence[TimeExpression]) -> list[Interval]:
    """What a sentence names of the calendar, in its order, ranges as one stretch."""
    times = [e for e in settled(sentence, expressions) if is_dated(e) and e.type is not TimexType.DURATION]
    times = [e for e in times if not _COMPARED.search(sentence, max(0, e.start - _REACH), e.start)] or times
    stretches: list[Interval] = []
    index = 0
    while index < len(times):
        first = times[index]
        following = times[index + 1] if index + 1 < len(times) else None
        joined = None if following is None else _range(sentence, first, following)
        stretches.append(joined or _alone(sentence, first))
        index += 2 if joined else 1
    return stretches


def hull(a: Interval, b: Interval) -> Interval:
    """The smallest interval that holds both."""
    start = None if a.start is None or b.start is None else min(a.start, b.start)
    end = None if a.end is None or b.end is None else max(a.end, b.end)
    return Interval(start, end, min(a.granularity, b.granularity, key=lambda g: g.rank))


def _range(sentence: str, first: TimeExpression, last: TimeExpression) -> Interval | None:
    gap = sentence[first.end : last.start]
    if first.interval is None or last.interval is None or not _BETWEEN.fullmatch(gap):
        return None
    if _AND.match(gap) and not _BETWEEN_OPENING.search(sentence, max(0, first.start - _REACH), first.start):
        return None
    start, end = first.interval.start, last.interval.end
    if start is None or end is None or end <= start:
        return None
    return Interval(start, end, min(first.interval.granularity, last.interval.granularity, key=lambda g: g.rank))


def _alone(sentence: str, expression: TimeExpression) -> Interval:
    assert expression.interval is not None
    interval = expression.interval
    before = _ONWARD.search(sentence, max(0, expression.start - _REACH), expression.start)
    onward = before is not None or _TO_NOW.match(sentence, expression.end) or _DANGLING.match(sentence, expression.end)
    return Interval(interval.start, None, interval.granularity) if onward else interval
