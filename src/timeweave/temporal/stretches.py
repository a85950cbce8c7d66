"""The stretches of time that a text speaks of: its periods, and what the signals around them make of them.

One reader for documents and questions, so that both mean the same by the same words. Before and after leave the named
period out; since, until, by and between take it in. Of a year, "early" is its first quarter, "mid" the two in the
middle, "late" its last; as a bound, "mid" is the middle itself, so that "from 2021 to mid-2022" ends with the second
quarter.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from timeweave.errors import TemporalError
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.expressions import TimeExpression, TimexType, find_expressions
from timeweave.temporal.interval import Granularity, Interval, add_months, next_unit, unit_start
from timeweave.temporal.mention import LIST_JOIN, Mention, mention_of, moved_years, names_event
from timeweave.temporal.signals import CONTEXT, TemporalRelation, is_range, opens_range, signalled

_INSIDE = frozenset({TemporalRelation.AT, TemporalRelation.DURING})
_CLOSED = _INSIDE | {TemporalRelation.BETWEEN}
_POINTS = _CLOSED | {TemporalRelation.BY, TemporalRelation.SINCE}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters ``start`` to ``end`` of a text name a period, ``named``, and speak of ``interval``, which stands in
    ``relation`` to it. ``listed`` says that it goes on a list, ``is_event`` that the period only says which event is
    meant, as in "after the 2008 crisis".
    """

    start: int
    end: int
    named: Interval
    interval: Interval
    relation: TemporalRelation
    listed: bool = False
    is_event: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is all that lies on one side of a period."""
        return self.relation not in _CLOSED

    @property
    def is_bound(self) -> bool:
        """Whether it says where what is told begins or ends."""
        return self.relation not in _INSIDE and not self._is_near

    @property
    def told(self) -> Interval:
        """When what a sentence tells was so: what had come about by a time was so at that time, and what is told of an
        event happened about when that did.
        """
        return self.named if self._is_near else self.interval

    @property
    def point(self) -> Interval:
        """Where a story stands that tells of it: at the period named, where nothing else bounds it."""
        return self.told if self.relation in _POINTS else self.named

    @property
    def times(self) -> tuple[Interval, ...]:
        """What a sentence in it tells of: "until 1966, when it was sold" tells of all before and of the turn."""
        return (self.told,) if self.told == self.point else (self.told, self.point)

    @property
    def _is_near(self) -> bool:
        return self.is_event or self.relation is TemporalRelation.BY


_NEIGHBOUR = lazily(
    r"\b(?:(?P<the>the)\s+)?(?:(?:next|following|last|previous|very)\s+)?(?:(?P<count>\d{1,2}|an?|one|two|three|four|five|six)\s+)?"
    r"(?P<unit>year|quarter|month|day)"
    r"(?P<plural>s?)\s+(?:immediately\s+|right\s+|just\s+|directly\s+)?(?:(?P<before>before|prior\s+to|preceding)|after|following)"
    r"(?:\s+(?:the|in|of))*\s+$",
    re.IGNORECASE,
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

_RUN = lazily(r"\d\w*\s*(?:[-–—]|to|through|until)\s*\w*\d")
_GONE = lazily(r"\b(?:last|past|previous|prior|preceding|same|ago|earlier|yesterday)\b", re.IGNORECASE)
_LOOSE = {TemporalRelation.AFTER: TemporalRelation.SINCE, TemporalRelation.BEFORE: TemporalRelation.UNTIL}

# Where a cut through a year falls, in quarters from its start, for each part of the year that is named.
_CUTS = {
    TemporalRelation.BEFORE: {"": 0, "start": 0, "early": 0, "mid": 2, "late": 3, "end": 4},
    TemporalRelation.SINCE: {"": 0, "start": 0, "early": 0, "mid": 2, "late": 3, "end": 3},
    TemporalRelation.AFTER: {"": 4, "start": 0, "early": 1, "mid": 2, "late": 4, "end": 4},
    TemporalRelation.UNTIL: {"": 4, "start": 0, "early": 1, "mid": 2, "late": 4, "end": 4},
}
_CUTS[TemporalRelation.BY] = _CUTS[TemporalRelation.UNTIL]
_PARTS = {"start": (0, 1), "early": (0, 1), "mid": (1, 3), "late": (3, 4), "end": (3, 4)}


def find_stretches(text: str, anchor: dt.date | None = None) -> list[Stretch]:
    """The stretches that ``text`` speaks of, in its order; relative times count from ``anchor``."""
    found = [e for e in find_expressions(text, anchor) if e.interval is not None and e.type is not TimexType.SET]
    return stretches_of(text, found)


def stretches_of(text: str, expressions: Sequence[TimeExpression]) -> list[Stretch]:
    """What ``expressions`` of ``text``, each with an interval, come to with the signals around them."""
    return stretches(text, [mention_of(text, e) for e in expressions])


def stretches(text: str, mentions: Sequence[Mention]) -> list[Stretch]:
    """What ``mentions`` of ``text`` come to with the signals around them, in order of position, ranges joined."""
    found: list[Stretch] = []
    index = 0
    while index < len(mentions):
        mention = mentions[index]
        left = max(mentions[index - 1].end if index else 0, mention.start - CONTEXT)
        before = text[left : mention.start]
        index += 1
        if _begins_range(text, mentions, index, before):
            found.append(_range(mention, mentions[index]))
            index += 1
        elif mention.shares and found and found[-1].relation is TemporalRelation.BETWEEN and found[-1].interval.end:
            found.append(_moved(found[-1], mention))
        else:
            listed = index > 1 and LIST_JOIN.fullmatch(before) is not None
            found.append(replace(_single(text, mention, left), listed=listed))
    return found


def _begins_range(text: str, mentions: Sequence[Mention], second: int, before: str) -> bool:
    """Whether a mention and the ``second`` after it are the ends of a range; "between A and B, C and D" is a list."""
    if second == len(mentions):
        return False
    last = mentions[second]
    gap = text[mentions[second - 1].end : last.start][:CONTEXT]
    if not is_range(before, gap):
        return False
    third = mentions[second + 1] if second + 1 < len(mentions) else None
    return "and" not in gap.lower() or third is None or LIST_JOIN.fullmatch(text, last.end, third.start) is None


def _range(first: Mention, last: Mention) -> Stretch:
    """Both ends included; ends in the wrong order are swapped, for an interval is never empty."""
    for a, b in ((first, last), (last, first)):
        start, end = _cut(a, TemporalRelation.SINCE), _cut(b, TemporalRelation.UNTIL)
        if start is None or end is None or start < end:
            whole = _interval(start, end, first.interval, last.interval)
            return Stretch(first.start, last.end, whole, whole, TemporalRelation.BETWEEN)
    return Stretch(first.start, last.end, first.interval, first.interval, TemporalRelation.AT)


def _moved(range_: Stretch, mention: Mention) -> Stretch:
    """The same range in the year of ``mention``: "Q1 to Q2 of 2021 and 2022"."""
    assert range_.interval.end is not None
    years = mention.interval.end.year - range_.interval.end.year if mention.interval.end else 0
    moved = moved_years(range_.interval, years)
    return replace(range_, start=mention.start, end=mention.end, named=moved, interval=moved)


def _single(text: str, mention: Mention, left: int) -> Stretch:
    """What a mention comes to by itself; the words that bear on it begin at ``left``."""
    named, before = _part(mention), text[left : mention.start]
    at = Stretch(mention.start, mention.end, named, named, TemporalRelation.AT)
    match = _NEIGHBOUR.search(before)
    if match and (match["count"] or (match["the"] and not match["plural"])):
        neighbour = _neighbour(mention.interval, match)
        return replace(at, named=neighbour, interval=neighbour)
    is_event = names_event(text, mention.start, mention.end)
    relation = signalled(text, left, mention.start, mention.end, is_event=is_event) or TemporalRelation.AT
    if _is_run(mention) and (relation in _CLOSED or opens_range(before)):
        return replace(at, relation=TemporalRelation.BETWEEN)
    if _GONE.search(mention.text) and opens_range(before):  # "down from last quarter"
        return at
    is_event = is_event and relation in _LOOSE
    relation = _LOOSE[relation] if is_event else relation  # "after the 2008 crisis" may be in 2008
    if relation in _CLOSED:
        return replace(at, relation=relation)
    cut = _cut(mention, relation)
    forward = relation in (TemporalRelation.AFTER, TemporalRelation.SINCE)
    if cut is None:
        return at
    try:
        interval = _interval(cut if forward else None, None if forward else cut, mention.interval)
    except TemporalError:  # after the last year of the calendar
        return at
    return replace(at, interval=interval, relation=relation, is_event=is_event)


def _is_run(mention: Mention) -> bool:
    """Whether a mention is a range by itself: "2019–2021"."""
    return not mention.edge and not mention.interval.is_unit and _RUN.search(mention.text) is not None


def _cut(mention: Mention, relation: TemporalRelation) -> dt.date | None:
    """The day at which ``relation`` cuts the calendar; ``None`` where the period is open on that side."""
    start, end = mention.interval.start, mention.interval.end
    quarters = _CUTS[relation][mention.edge]
    if quarters not in (0, 4) and not _is_year(mention.interval):
        quarters = _CUTS[relation][""]
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
