"""Readings in order → expressions: each is resolved against the anchor and what was spoken of before it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from timeweave.errors import TemporalError
from timeweave.temporal.interval import Granularity, Interval, unit_start
from timeweave.temporal.timex.context import Context, Mention, Resolved
from timeweave.temporal.timex.lean import lean
from timeweave.temporal.timex.periods import shifted
from timeweave.temporal.timex.reader import Read, read
from timeweave.temporal.timex.readings import Amount, Base, Day, Mentioned, Opening, Part, Reading, Shift, Unit
from timeweave.temporal.timex.resolution import resolve
from timeweave.temporal.timex.tokens import TokenLine, tokenize
from timeweave.temporal.timex.types import TimeExpression, TimexType

_ENDED = frozenset(("ended", "ending"))
_QUARTER_HOLDS = 1200
_DATE_HOLDS = 600
_SO_FAR = frozenset(("the", "latest"))
_YEAR_AGO = Mentioned(Unit.QUARTER, -1)
_STOPS = frozenset(".!?;")
_LONGEST_SENTENCE = 60


def find(text: str, anchor: dt.date | None) -> list[TimeExpression]:
    """The expressions of ``text`` in order."""
    line = tokenize(text)
    context = Context(anchor)
    found: list[TimeExpression] = []
    ending: tuple[int, Amount] | None = None
    before: _Before | None = None
    for item in read(line):
        start, end = line.starts[item.start], line.ends[item.end - 1]
        quarter = (
            context.last_quarter
            if context.last_quarter and start - context.last_quarter.end <= _QUARTER_HOLDS
            else None
        )
        dated = context.last_dated if context.last_dated and start - context.last_dated.end <= _DATE_HOLDS else None
        stop = next(
            (i for i in range(item.start - 1, max(-1, item.start - _LONGEST_SENTENCE), -1) if line.words[i] in _STOPS),
            -1,
        )
        context = replace(
            context,
            position=start,
            sentence=line.ends[stop] if stop >= 0 else 0,
            last_dated=dated,
            lean=lean(line.words, item.start, item.end),
            last_quarter=quarter,
        )
        reading = _fiscal_period(line, item)
        if before is not None:
            reading = _of_the_quarter_before(reading, before, line.words[before.end : item.start], anchor)
        resolved = resolve(reading, context)
        if resolved is None:
            continue
        if before is not None and before.reading == _YEAR_AGO and isinstance(reading, Part) and reading.year:
            found[-1] = replace(found[-1], value=resolved.value, interval=resolved.interval)
        if ending is not None and ending[0] == item.start and resolved.interval is not None:
            found[-1] = _ending_with(found[-1], ending[1], resolved.interval)
        found.append(TimeExpression(start, end, text[start:end], resolved.type, resolved.value, resolved.interval))
        ending = (item.end + 1, reading) if isinstance(reading, Amount) and _word(line, item.end) in _ENDED else None
        context = _after(context, reading, resolved, end)
        if _is_cumulative(reading, _word(line, item.start - 1)):
            context = replace(context, last_quarter=None, last_dated=None)
        before = _Before(reading, resolved.interval, item.end)
    return found


@dataclass(frozen=True, slots=True)
class _Before:
    """The expression before, and the token behind it."""

    reading: Reading
    interval: Interval | None
    end: int


def _of_the_quarter_before(reading: Reading, before: _Before, between: list[str], anchor: dt.date | None) -> Reading:
    """The reading in the year of the quarter that it explains: "the year-ago quarter, the second ended Oct. 31"."""
    start = before.interval.start if before.interval is not None else None
    if start is None:
        return reading
    if before.reading == _YEAR_AGO and isinstance(reading, Part) and reading.year is None and between == [","]:
        return replace(reading, year=start.year)
    ends = (
        isinstance(before.reading, Part)
        and before.reading.unit is Unit.QUARTER
        and between in (["ended"], [",", "ended"])
    )
    if ends and isinstance(reading, Day) and reading.year is None and anchor is not None and start.year < anchor.year:
        return replace(reading, year=start.year)
    return reading


def _is_cumulative(reading: Reading, word: str) -> bool:
    """Whether it is the time of the year so far: after "in the nine months", "a year earlier" is no quarter."""
    return isinstance(reading, Amount) and reading.unit is Unit.MONTH and reading.count in (6, 9) and word in _SO_FAR


def _word(line: TokenLine, i: int) -> str:
    return line.words[i] if i < len(line.words) else ""


def _fiscal_period(line: TokenLine, item: Read) -> Reading:
    """The reading; "the year" before "ended Aug. 31" is a length of time, not a calendar year."""
    if item.reading == Mentioned(Unit.YEAR) and _word(line, item.end) in ("ended", "ending"):
        return Amount(1, Unit.YEAR)
    return item.reading


def _ending_with(expression: TimeExpression, amount: Amount, last: Interval) -> TimeExpression:
    """A duration whose last day is told: "the six months ended Aug. 12"."""
    if last.end is None or amount.count is None or amount.count != int(amount.count) or amount.unit < Unit.DAY:
        return expression
    try:
        return replace(expression, interval=_coarsest(shifted(last.end, amount.unit, -int(amount.count)), last.end))
    except (TemporalError, OverflowError, ValueError):
        return expression


def _coarsest(start: dt.date, end: dt.date) -> Interval:
    """The interval at the coarsest granularity that bounds it: three months to March 31 are a quarter."""
    for granularity in (Granularity.YEAR, Granularity.QUARTER, Granularity.MONTH):
        if unit_start(start, granularity) == start and unit_start(end, granularity) == end:
            return Interval(start, end, granularity)
    return Interval(start, end)


def _after(context: Context, reading: Reading, resolved: Resolved, end: int) -> Context:
    """The context behind an expression: what is derived from a mention is no new mention."""
    start = resolved.interval.start if resolved.interval is not None else None
    if isinstance(reading, Opening):
        # "a year earlier" now means these nine months of the year before.
        return replace(context, last_quarter=None, last_dated=None)
    if start is not None and reading == Mentioned(Unit.QUARTER):
        return replace(context, last_quarter=Mention(start, Unit.QUARTER, end))
    derived = isinstance(reading, Mentioned) or (
        isinstance(reading, Shift)
        and (reading.inherits or reading.base is Base.MENTION)
        and context.anchor is not None  # a story without a date goes on from what it has come to
    )
    if start is None or resolved.unit is None or resolved.type not in (TimexType.DATE, TimexType.TIME) or derived:
        return context
    mention = Mention(start, resolved.unit, end)
    quarter = mention if resolved.unit is Unit.QUARTER else context.last_quarter
    named = isinstance(reading, Day | Part) and resolved.unit in (Unit.DAY, Unit.MONTH, Unit.QUARTER)
    return replace(context, last=mention, last_quarter=quarter, last_dated=mention if named else context.last_dated)
