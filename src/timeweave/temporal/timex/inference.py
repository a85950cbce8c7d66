"""The year of a date that leaves it out, the day of a bare weekday."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from timeweave.temporal.timex.context import Context, Mention
from timeweave.temporal.timex.readings import Base, Direction, Mentioned, Shift, Unit, Weekday, Year

LAST_AT_LEAST = 28
"""Days that the begin of what is called the last lies back."""
_DAYS_AGAINST_THE_VERB = 200
_DAYS_INTO_THE_FUTURE = 100
_DAYS_INTO_ANOTHER_YEAR = 150
_QUARTERLY_REPORT_DELAY = dt.timedelta(days=55)


def year_of(year: Year, context: Context) -> int | None:
    """The number of a stated or relative year; ``None`` when it was left out or has nothing to count from."""
    match year:
        case int() | None:
            return year
        case Mentioned():
            if context.last is not None and (context.last.unit is Unit.YEAR or context.anchor is None):
                return context.last.start.year
            return context.anchor.year if context.anchor else None
        case Shift(count=count, base=base):
            near = context.story
            if base is Base.MENTION and near is not None:
                return near.start.year + count
            return context.anchor.year + count if context.anchor else None


def nearest_year(
    starts: Callable[[int], dt.date], direction: Direction, context: Context, against: int = _DAYS_AGAINST_THE_VERB
) -> int | None:
    """The year whose ``starts(year)`` suits the direction, or lies nearest to the anchor where the verbs look."""
    anchor = context.anchor
    if anchor is None:
        return _year_in_story(starts, context.story)
    if direction is Direction.THIS:
        return anchor.year
    stated = context.year_of_sentence
    if direction is Direction.OPEN and stated is not None and abs(stated - anchor.year) > 1:
        return stated

    def cost(year: int) -> int:
        away = (starts(year) - anchor).days
        if direction is not Direction.OPEN:
            wrong = away > -LAST_AT_LEAST if direction is Direction.LAST else away <= 0
            return abs(away) + 10_000 * wrong
        wrong = (away > 0 and context.lean < 0) or (away < -31 and context.lean > 0)
        if context.lean == 0 and against == _DAYS_AGAINST_THE_VERB:
            # Without a cue a year is not left easily, and what is told is past rather than to come.
            wrong_year = _DAYS_INTO_ANOTHER_YEAR * (year != anchor.year) + _DAYS_INTO_THE_FUTURE * (away > 0)
            return abs(away) + wrong_year
        return abs(away) + against * wrong

    return min((anchor.year, anchor.year - 1, anchor.year + 1), key=cost)


def _year_in_story(starts: Callable[[int], dt.date], last: Mention | None) -> int | None:
    """The year in which a story comes to a day or month: it goes on from the one that it told last."""
    if last is None:
        return None
    year = last.start.year
    goes_on = last.unit >= Unit.YEAR or (starts(year).month, starts(year).day) >= (last.start.month, last.start.day)
    return year if goes_on or starts(year).month == last.start.month else year + 1


def quarter_of(day: dt.date) -> tuple[int, int]:
    """Year and number of the quarter that holds a day."""
    return day.year, (day.month - 1) // 3 + 1


def reported_quarter(anchor: dt.date) -> tuple[int, int]:
    """What "the quarter" means in a report of that day: results come out some weeks after the quarter's end."""
    return quarter_of(anchor - _QUARTERLY_REPORT_DELAY)


def nearest_quarter_year(quarter: int, context: Context) -> int | None:
    """The year of a quarter whose year is left out."""
    anchor, near = context.anchor, context.story
    if anchor is None:
        return near.start.year if near else None
    stated = context.year_of_sentence
    if stated is not None and abs(stated - anchor.year) > 1:
        return stated
    year, current = quarter_of(anchor)

    def cost(candidate: int) -> int:
        away = 4 * (candidate - year) + quarter - current
        against = (away > 0 and context.lean < 0) or (away < 0 and context.lean > 0)
        return 3 * abs(away) + 2 * (away > 0) + 6 * against

    return min((year, year - 1, year + 1), key=cost)


def weekday_date(reading: Weekday, context: Context) -> dt.date | None:
    """The day that a weekday names; the last one, unless it is "next" or the verbs look ahead."""
    anchor = context.anchor
    if anchor is None:
        return None
    if reading.week is not None or reading.direction is Direction.THIS:
        monday = anchor - dt.timedelta(days=anchor.weekday())
        return monday + dt.timedelta(days=7 * (reading.week or 0) + reading.number - 1)
    back = (anchor.isoweekday() - reading.number) % 7
    if reading.direction is Direction.LAST:
        return anchor - dt.timedelta(days=back or 7)
    if reading.direction is Direction.NEXT:
        return anchor + dt.timedelta(days=7 - back)
    if context.lean > 0 and back:
        return anchor + dt.timedelta(days=7 - back)
    return anchor - dt.timedelta(days=back)
