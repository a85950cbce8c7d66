"""What the words around the periods of a question make of them: at, before, after, between.

Before and after leave the named period out; since, until, by and between take it in. Of a year, "early" is its first
quarter, "mid" the two in the middle, "late" its last; as a bound, "mid" is the middle itself, so that "from 2021 to
mid-2022" ends with the second quarter.
"""

from __future__ import annotations

import datetime as dt
import enum
import re
from dataclasses import dataclass, replace

from timeweave.errors import TemporalError
from timeweave.temporal.interval import Granularity, Interval, add_months, next_unit, unit_start
from timeweave.temporal.question.mention import CONTEXT, LIST_JOIN, RANGE_JOIN, Mention, moved_years


class Binding(enum.Enum):
    """How one period, or two as a range, bind what is asked for."""

    AT = "at"
    BEFORE = "before"
    UNTIL = "until"
    AFTER = "after"
    SINCE = "since"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class Bound:
    """An interval that a question asks for, and how it came about."""

    interval: Interval
    binding: Binding
    listed: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is all that lies on one side of a period."""
        return self.binding not in (Binding.AT, Binding.BETWEEN)


_FILLER = (
    r"(?:\s+(?:the|in|of|at|on|fiscal|calendar|years?|quarters?|months?|periods?|date|and\s+including"
    r"|(?:end|start|beginning|middle|close)\s+of))*\s+$"
)


def _signal_words(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words}){_FILLER}", re.IGNORECASE)


# In this order: "not before" is since, though "before" stands in it.
_SIGNALS = (
    (
        Binding.UNTIL,
        _signal_words(
            r"no\s+later\s+than|not\s+(?:later\s+than|after)|until|till|up\s+to|up\s+until"
            r"|through|thru|(?<!month )(?<!quarter )(?<!year )by|as\s+late\s+as"
        ),
    ),
    (
        Binding.SINCE,
        _signal_words(
            r"no\s+earlier\s+than|not\s+(?:earlier\s+than|before)|since|as\s+from"
            r"|(?:starting|beginning)(?:\s+(?:in|from|with|on|at))?"
        ),
    ),
    (
        Binding.BEFORE,
        _signal_words(r"before|(?:prior|previous)\s+to|earlier\s+than|preceding|ahead\s+of|leading\s+up\s+to"),
    ),
    (Binding.AFTER, _signal_words(r"after|later\s+than|following|subsequent\s+to|beyond")),
)
_ONWARD = re.compile(
    r"\s*,?\s*(?:onwards?\b|forwards?\b|(?:or|and)\s+(?:later|beyond|thereafter)\b|(?:or|and)\s+(?:after|since)\b(?=\s*(?:[?.,;:!)]|$))"
    r"|(?:to|through|until|till)\s+(?:the\s+)?(?:present|now|date|today)\b)",
    re.IGNORECASE,
)
_FROM_ON = re.compile(r"\s+on\b(?!\s+(?:the|a|an|its|their)\b)", re.IGNORECASE)
_FROM = re.compile(rf"\bfrom{_FILLER}", re.IGNORECASE)
_BACKWARD = re.compile(r"\s*,?\s*(?:or|and)\s+(?:earlier\b|before\b(?=\s*(?:[?.,;:!)]|$)))", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\bbetween(?:\s+(?:the|in|of|fiscal|calendar|years?|quarters?|months?|periods?|(?:end|start|beginning|middle)\s+of))*\s+$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,?\s*and\s+(?:(?:in|the|(?:end|start|beginning|middle)\s+of)\s+)*", re.IGNORECASE)
_NEIGHBOUR = re.compile(
    r"\b(?:(?P<the>the)\s+)?(?:(?:next|following|last|previous|very)\s+)?(?:(?P<count>\d{1,2}|an?|one|two|three|four|five|six)\s+)?"
    r"(?P<unit>year|quarter|month|day)"
    r"(?P<plural>s?)\s+(?:immediately\s+|right\s+|just\s+|directly\s+)?(?:(?P<before>before|prior\s+to|preceding)|after|following)"
    r"(?:\s+(?:the|in|of))*\s+$",
    re.IGNORECASE,
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

# Where a cut through a year falls, in quarters from its start, for each part of the year that is named.
_CUTS = {
    Binding.BEFORE: {"": 0, "start": 0, "early": 0, "mid": 2, "late": 3, "end": 4},
    Binding.SINCE: {"": 0, "start": 0, "early": 0, "mid": 2, "late": 3, "end": 3},
    Binding.AFTER: {"": 4, "start": 0, "early": 1, "mid": 2, "late": 4, "end": 4},
    Binding.UNTIL: {"": 4, "start": 0, "early": 1, "mid": 2, "late": 4, "end": 4},
}
_PARTS = {"start": (0, 1), "early": (0, 1), "mid": (1, 3), "late": (3, 4), "end": (3, 4)}


def bind(question: str, mentions: list[Mention]) -> list[Bound]:
    """The intervals that ``mentions`` ask for, in order of position, ranges joined."""
    bounds: list[Bound] = []
    index = 0
    while index < len(mentions):
        mention = mentions[index]
        left = mentions[index - 1].end if index else 0
        before = question[max(left, mention.start - CONTEXT) : mention.start]
        if _opens_range(question, mentions, index, before):
            bounds.append(_range(mention, mentions[index + 1]))
            index += 2
            continue
        if mention.shares and bounds and bounds[-1].binding is Binding.BETWEEN and bounds[-1].interval.end is not None:
            years = mention.interval.end.year - bounds[-1].interval.end.year if mention.interval.end else 0
            bounds.append(replace(bounds[-1], interval=moved_years(bounds[-1].interval, years)))
            index += 1
            continue
        listed = index > 0 and LIST_JOIN.fullmatch(question, left, mention.start) is not None
        after = question[mention.end : mention.end + CONTEXT]
        bounds.append(_single(mention, before, after, bounds[-1] if listed else None))
        index += 1
    return bounds


def _opens_range(question: str, mentions: list[Mention], index: int, before: str) -> bool:
    if index + 1 == len(mentions):
        return False
    mention, second = mentions[index], mentions[index + 1]
    gap = question[mention.end : second.start][:CONTEXT]
    if RANGE_JOIN.fullmatch(gap):
        return True
    if not (_AND.fullmatch(gap) and _BETWEEN.search(before)):
        return False
    third = mentions[index + 2] if index + 2 < len(mentions) else None
    return third is None or LIST_JOIN.fullmatch(question, second.end, third.start) is None


def _range(first: Mention, last: Mention) -> Bound:
    """Both ends included; ends in the wrong order are swapped, for an interval is never empty."""
    bounds = []
    for a, b in ((first, last), (last, first)):
        start, end = _cut(a, Binding.SINCE), _cut(b, Binding.UNTIL)
        if start is None or end is None or start < end:
            return Bound(_interval(start, end, first.interval, last.interval), Binding.BETWEEN)
        bounds.append((start, end))
    return Bound(first.interval, Binding.AT)


def _single(mention: Mention, before: str, after: str, previous: Bound | None) -> Bound:
    match = _NEIGHBOUR.search(before)
    if match and (match["count"] or (match["the"] and not match["plural"])):
        return Bound(_neighbour(mention.interval, match), Binding.AT)
    binding = _signal(before, after)
    if binding is None:
        return Bound(_part(mention), Binding.AT, listed=previous is not None)
    cut = _cut(mention, binding)
    if cut is None:
        return Bound(mention.interval, Binding.AT)
    forward = binding in (Binding.AFTER, Binding.SINCE)
    try:
        return Bound(_interval(cut if forward else None, None if forward else cut, mention.interval), binding)
    except TemporalError:  # after the last year of the calendar
        return Bound(mention.interval, Binding.AT)


def _signal(before: str, after: str) -> Binding | None:
    if _ONWARD.match(after) or (_FROM_ON.match(after) and _FROM.search(before)):
        return Binding.SINCE
    if _BACKWARD.match(after):
        return Binding.UNTIL
    return next((binding for binding, pattern in _SIGNALS if pattern.search(before)), None)


def _cut(mention: Mention, binding: Binding) -> dt.date | None:
    """The day at which ``binding`` cuts the calendar; ``None`` where the period is open on that side."""
    start, end = mention.interval.start, mention.interval.end
    quarters = _CUTS[binding][mention.edge]
    if quarters not in (0, 4) and not _is_year(mention.interval):
        quarters = _CUTS[binding][""]
    if quarters == 4:
        return end
    return start if start is None or quarters == 0 else add_months(start, 3 * quarters)


def _part(mention: Mention) -> Interval:
    """The named part of a year, or the whole period."""
    if not mention.edge or mention.interval.start is None or not _is_year(mention.interval):
        return mention.interval
    first, last = _PARTS[mention.edge]
    start = mention.interval.start
    return _interval(add_months(start, 3 * first), add_months(start, 3 * last), mention.interval)


def _is_year(interval: Interval) -> bool:
    return interval.start is not None and interval.start.day == 1 and interval.end == add_months(interval.start, 12)


def _interval(start: dt.date | None, end: dt.date | None, *sources: Interval) -> Interval:
    """At the finest granularity of its sources, or a finer one where the bounds need it."""
    finest = min((source.granularity for source in sources), key=lambda g: g.rank)
    for granularity in sorted(Granularity, key=lambda g: -g.rank):
        bounds = [bound for bound in (start, end) if bound is not None]
        if granularity.rank <= finest.rank and all(unit_start(bound, granularity) == bound for bound in bounds):
            return Interval(start, end, granularity)
    raise AssertionError("every day is the boundary of a day")


def _neighbour(interval: Interval, match: re.Match[str]) -> Interval:
    """The units next to a period ("the two years before 2020"), or the one at a distance ("two years before 2020")."""
    unit = Granularity(match["unit"].lower())
    word = (match["count"] or "1").lower()
    count = int(word) if word.isdigit() else _COUNTS[word]
    if interval.start is None or interval.end is None or not count:
        return interval
    try:
        if match["before"]:
            start, end = _stepped(unit_start(interval.start, unit), unit, -count), unit_start(interval.start, unit)
            return Interval(start, end if match["the"] else next_unit(start, unit), unit)
        start = next_unit(unit_start(interval.end - dt.timedelta(days=1), unit), unit)
        end = _stepped(start, unit, count)
        return Interval(start if match["the"] else _stepped(end, unit, -1), end, unit)
    except (TemporalError, OverflowError):
        return interval


def _stepped(day: dt.date, unit: Granularity, count: int) -> dt.date:
    if unit is Granularity.DAY:
        return day + dt.timedelta(days=count)
    return add_months(day, count * {Granularity.MONTH: 1, Granularity.QUARTER: 3, Granularity.YEAR: 12}[unit])


def combine(bounds: list[Bound]) -> list[Bound]:
    """What several bounds ask for together, in order of time, each once.

    An open bound narrows the others that it shares days with ("in 2023, after March", "before A and after B"); a period
    that holds another named elsewhere in the question gives way to it ("in 2022 ... in the third quarter").
    """
    closed = [b for b in bounds if not b.is_open]
    for bound in (b for b in bounds if b.is_open):
        narrowed = [(b, _common(b.interval, bound.interval)) for b in closed]
        if any(both is not None for _, both in narrowed):
            closed = [Bound(both, b.binding, b.listed) if both else b for b, both in narrowed]
        else:
            closed.append(bound)
    closed = [Bound(b.interval, Binding.BETWEEN) if b.is_open and b.interval.is_bounded else b for b in closed]
    kept = {b.interval: b for b in reversed(closed) if not _gives_way(b, closed)}
    return sorted(kept.values(), key=lambda b: (b.interval.start or dt.date.min, b.interval.end or dt.date.max))


def _common(interval: Interval, other: Interval) -> Interval | None:
    """The days of both; as precise as ``interval`` where those are all its days."""
    return interval if other.contains(interval) else interval.intersection(other)


def _gives_way(bound: Bound, others: list[Bound]) -> bool:
    def narrows(other: Bound) -> bool:
        inside = bound.interval.contains(other.interval) and not other.interval.contains(bound.interval)
        return inside and not other.listed

    return not (bound.listed or bound.is_open) and any(narrows(other) for other in others)
