"""Calendar units as TIMEX3 values and as intervals."""

from __future__ import annotations

import datetime as dt

from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval, add_months
from timeweave.temporal.timex.context import Resolved
from timeweave.temporal.timex.readings import Edge, Unit
from timeweave.temporal.timex.types import TimexType

_GRANULARITIES = {
    Unit.DAY: Granularity.DAY,
    Unit.MONTH: Granularity.MONTH,
    Unit.QUARTER: Granularity.QUARTER,
    Unit.YEAR: Granularity.YEAR,
}
_MONTHS = {
    Unit.MONTH: 1,
    Unit.QUARTER: 3,
    Unit.HALF: 6,
    Unit.YEAR: 12,
    Unit.DECADE: 120,
    Unit.CENTURY: 1200,
    Unit.MILLENNIUM: 12000,
}
_DAYS = {Unit.DAY: 1, Unit.WEEKEND: 7, Unit.WEEK: 7, Unit.FORTNIGHT: 14}
_SEASON_MONTHS = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}

UNKNOWN = {
    Unit.DAY: "XXXX-XX-XX", Unit.WEEK: "XXXX-WXX", Unit.WEEKEND: "XXXX-WXX-WE", Unit.MONTH: "XXXX-XX",
    Unit.QUARTER: "XXXX-QX", Unit.HALF: "XXXX-HX", Unit.YEAR: "XXXX", Unit.DECADE: "XXX", Unit.CENTURY: "XX",
}  # fmt: skip


def unit_of(day: dt.date, unit: Unit) -> Resolved:
    """The calendar unit that holds ``day``."""
    if unit in _GRANULARITIES:
        interval = Interval.unit(day, _GRANULARITIES[unit])
        return Resolved(TimexType.DATE, str(interval), interval, unit)
    if unit in (Unit.WEEK, Unit.WEEKEND):
        return _week(day, unit)
    if unit is Unit.HALF:
        return half(day.year, 1 if day.month <= 6 else 2)
    length = 10 if unit is Unit.DECADE else 100
    return years(day.year // length * length, length)


def day(year: int, month: int, number: int) -> Resolved:
    """One day."""
    return unit_of(Interval.parse(f"{year:04d}-{month:02d}-{number:02d}").start or dt.date.min, Unit.DAY)


def _week(day: dt.date, unit: Unit) -> Resolved:
    monday = day - dt.timedelta(days=day.weekday())
    year, week, _ = day.isocalendar()
    value = f"{year:04d}-W{week:02d}"
    if unit is Unit.WEEKEND:
        saturday = monday + dt.timedelta(days=5)
        return Resolved(TimexType.DATE, f"{value}-WE", Interval(saturday, saturday + dt.timedelta(days=2)), unit)
    return Resolved(TimexType.DATE, value, Interval(monday, monday + dt.timedelta(days=7)), unit)


def half(year: int, index: int) -> Resolved:
    """The first or the second half of a year."""
    start = dt.date(year, 6 * index - 5, 1)
    return Resolved(
        TimexType.DATE, f"{year:04d}-H{index}", Interval(start, add_months(start, 6), Granularity.QUARTER), Unit.HALF
    )


def season(year: int, code: str) -> Resolved:
    """A meteorological season; the winter of a year begins in the December before."""
    start = dt.date(year - (code == "WI"), _SEASON_MONTHS[code], 1)
    return Resolved(
        TimexType.DATE, f"{year:04d}-{code}", Interval(start, add_months(start, 3), Granularity.MONTH), Unit.HALF
    )


def years(start: int, length: int) -> Resolved:
    """A decade (``199``) or a century (``19``)."""
    value = f"{start:04d}"[: 3 if length == 10 else 2]
    first, last = max(start, 1), min(start + length, MAX_YEAR + 1)
    interval = Interval(dt.date(first, 1, 1), dt.date(last, 1, 1), Granularity.YEAR)
    return Resolved(TimexType.DATE, value, interval, Unit.DECADE if length == 10 else Unit.CENTURY)


def shifted(day: dt.date, unit: Unit, count: int) -> dt.date:
    """``day`` moved by whole units.

    Raises:
        TemporalError, OverflowError: when the result is outside the calendar.
    """
    if unit in _DAYS:
        return day + dt.timedelta(days=_DAYS[unit] * count)
    return add_months(day, _MONTHS[unit] * count)


def span(first: Interval, last: Interval) -> Interval:
    """From the first day of ``first`` to the last day of ``last``."""
    return Interval(first.start, last.end, min(first.granularity, last.granularity, key=lambda g: g.rank))


def edge_of(interval: Interval, edge: Edge) -> Interval:
    """The third of a period for "early", "mid" and "late"; the first or last month of a year for its start or end."""
    start, end = interval.start, interval.end
    if start is None or end is None:
        return interval
    months = 12 * (end.year - start.year) + end.month - start.month
    if interval.granularity is not Granularity.DAY and months >= 3:
        third, twelfth = months // 3, max(1, months // 12)
        first, length = {
            Edge.EARLY: (0, third), Edge.MIDDLE: (third, third), Edge.LATE: (months - third, third),
            Edge.START: (0, twelfth), Edge.END: (months - twelfth, twelfth),
        }[edge]  # fmt: skip
        left = add_months(start, first)
        return Interval(left, add_months(left, length), Granularity.MONTH)
    days = (end - start).days
    third = max(1, days // 3)
    early, late = start + dt.timedelta(days=third), end - dt.timedelta(days=third)
    match edge:
        case Edge.EARLY | Edge.START:
            return Interval(start, early)
        case Edge.LATE | Edge.END:
            return Interval(late, end)
        case Edge.MIDDLE:
            return Interval(early, late) if early < late else Interval(start, end)
