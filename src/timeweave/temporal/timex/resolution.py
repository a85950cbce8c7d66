"""Symbolic reading + context → TIMEX3 type, value and interval."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from timeweave.errors import TemporalError
from timeweave.temporal.interval import Granularity, Interval
from timeweave.temporal.timex import periods
from timeweave.temporal.timex.context import Context, Resolved
from timeweave.temporal.timex.holidays import holiday
from timeweave.temporal.timex.inference import (
    LAST_AT_LEAST,
    nearest_quarter_year,
    nearest_year,
    quarter_of,
    reported_quarter,
    weekday_date,
    year_of,
)
from timeweave.temporal.timex.readings import (
    Amount,
    Apart,
    Base,
    Clock,
    Day,
    Direction,
    Holding,
    Holiday,
    Mentioned,
    Modified,
    Opening,
    Part,
    Range,
    Reading,
    Recurring,
    Season,
    Shift,
    Unit,
    Vague,
    Weekday,
    Years,
)
from timeweave.temporal.timex.types import TimexType

_ISO_LETTERS = {
    Unit.SECOND: "S",
    Unit.MINUTE: "M",
    Unit.HOUR: "H",
    Unit.DAY: "D",
    Unit.WEEKEND: "WE",
    Unit.WEEK: "W",
    Unit.MONTH: "M",
    Unit.YEAR: "Y",
}
_MULTIPLES = {
    Unit.QUARTER: (3, Unit.MONTH),
    Unit.FORTNIGHT: (2, Unit.WEEK),
    Unit.DECADE: (10, Unit.YEAR),
    Unit.CENTURY: (100, Unit.YEAR),
}
_MULTIPLES |= {Unit.MILLENNIUM: (1000, Unit.YEAR), Unit.HALF: (6, Unit.MONTH)}


def resolve(reading: Reading, context: Context) -> Resolved | None:
    """What ``reading`` denotes; ``None`` for a date that does not exist or lies outside the calendar."""
    try:
        return _resolve(reading, context)
    except (TemporalError, OverflowError, ValueError):
        return None


def _resolve(reading: Reading, context: Context) -> Resolved | None:  # noqa: C901  one case for each kind of reading
    match reading:
        case Day():
            return _day(reading, context)
        case Part():
            return _part(reading, context)
        case Season():
            return _season(reading, context)
        case Years(start=start, length=length):
            return periods.years(start, length)
        case Shift():
            return _shift(reading, context)
        case Weekday():
            day = weekday_date(reading, context)
            return periods.unit_of(day, Unit.DAY) if day else Resolved(TimexType.DATE, f"XXXX-WXX-{reading.number}")
        case Holiday():
            return _holiday(reading, context)
        case Mentioned():
            return _mentioned(reading, context)
        case Holding(unit=unit, inner=inner):
            held = _resolve(inner, context)
            if held is None or held.interval is None or held.interval.start is None:
                return Resolved(TimexType.DATE, periods.UNKNOWN[unit]) if held else None
            return periods.unit_of(held.interval.start, unit)
        case Apart(unit=unit, count=count, inner=inner):
            base = _resolve(inner, context)
            if base is None or base.interval is None or base.interval.start is None:
                return Resolved(TimexType.DATE, periods.UNKNOWN[unit]) if base else None
            return periods.unit_of(periods.shifted(base.interval.start, unit, count), unit)
        case Modified(edge=edge, inner=inner):
            whole = _resolve(inner, context)
            if whole is None or whole.interval is None:
                return whole
            return Resolved(whole.type, whole.value, periods.edge_of(whole.interval, edge), whole.unit)
        case Clock():
            return _clock(reading, context)
        case Range():
            return _range(reading, context)
        case Amount():
            return _amount(reading, context)
        case Opening():
            return _opening(reading, context)
        case Recurring(value=value, within=within):
            inside = _resolve(within, context) if within is not None else None
            return Resolved(TimexType.SET, value, inside.interval if inside else None)
        case Vague(value=value):
            return Resolved(TimexType.DATE, value)


def _day(reading: Day, context: Context) -> Resolved | None:
    month, number = reading.month, reading.day
    year = year_of(reading.year, context)
    if month is None and number is not None:
        last = context.last
        return periods.day(last.start.year, last.start.month, number) if last else None
    if month is None:
        return periods.unit_of(dt.date(year, 1, 1), Unit.YEAR) if year else None
    if year is None:
        against = 100 if number is not None else 200
        year = nearest_year(lambda y: _existing(y, month, number or 1), reading.direction, context, against)
    if year is None:
        return Resolved(TimexType.DATE, f"XXXX-{month:02d}" + (f"-{number:02d}" if number else ""))
    if number is None:
        return periods.unit_of(dt.date(year, month, 1), Unit.MONTH)
    return periods.day(year, month, number)


def _existing(year: int, month: int, number: int) -> dt.date:
    """The date, held to February 28 where the year has no 29th."""
    return dt.date(year, month, min(number, 28) if month == 2 else number)


def _part(reading: Part, context: Context) -> Resolved | None:
    year = year_of(reading.year, context)
    if reading.unit is Unit.WEEK:
        return periods.unit_of(dt.date.fromisocalendar(year, reading.index, 1), Unit.WEEK) if year else None
    if reading.index == 0:
        spoken_of = _mentioned(Mentioned(Unit.QUARTER), context)
        start = spoken_of.interval.start if spoken_of is not None and spoken_of.interval is not None else None
        if start is None:
            return Resolved(TimexType.DATE, f"{year:04d}-QX" if year else periods.UNKNOWN[Unit.QUARTER])
        reading = replace(reading, index=quarter_of(start)[1])
    letter = "Q" if reading.unit is Unit.QUARTER else "H"
    if year is None and reading.year is None:
        year = nearest_quarter_year(reading.index if letter == "Q" else 2 * reading.index - 1, context)
    if year is None:
        return Resolved(TimexType.DATE, f"XXXX-{letter}{reading.index}")
    if letter == "H":
        return periods.half(year, reading.index)
    return periods.unit_of(dt.date(year, 3 * reading.index, 1), Unit.QUARTER)


_BEGINS = {"SP": 3, "SU": 6, "FA": 9, "WI": 1}
_OVER = {"SP": 6, "SU": 9, "FA": 12, "WI": 3}
"""The months from which on seasons are over: in June "last summer" is that of the year before."""


def _season(reading: Season, context: Context) -> Resolved | None:
    year = year_of(reading.year, context)
    if year is None and reading.year is None:
        is_last = reading.direction is Direction.LAST
        month = (_OVER if is_last else _BEGINS)[reading.code]
        ahead = dt.timedelta(days=LAST_AT_LEAST if is_last else 0)  # one is the last as soon as it is over
        year = nearest_year(lambda y: dt.date(y, month, 1) - ahead, reading.direction, context)
    return periods.season(year, reading.code) if year else Resolved(TimexType.DATE, f"XXXX-{reading.code}")


def _holiday(reading: Holiday, context: Context) -> Resolved | None:
    def starts(year: int) -> dt.date:
        day = holiday(reading.name, year)
        if day is None:
            raise ValueError(reading.name)
        return day

    year = year_of(reading.year, context) or nearest_year(starts, Direction.OPEN, context, 60)
    return periods.unit_of(starts(year), Unit.DAY) if year else None


def _shift(reading: Shift, context: Context) -> Resolved | None:
    unit, base = reading.unit, context.anchor
    if reading.inherits and unit is Unit.YEAR and base is not None:
        mention = context.last_quarter
        if reading.base is Base.MENTION and context.last_dated is not None:
            mention = context.last_dated
        if mention is not None:
            return periods.unit_of(periods.shifted(mention.start, unit, reading.count), mention.unit)
    goes_on = unit is Unit.DAY and not reading.inherits
    mentioned = context.near_day if goes_on else context.story
    if reading.base is Base.MENTION and mentioned is not None:
        base = mentioned.start
    if base is None:
        return Resolved(TimexType.DATE, periods.UNKNOWN.get(unit, "XXXX"))
    return periods.unit_of(periods.shifted(base, unit, reading.count), Unit.WEEK if unit is Unit.FORTNIGHT else unit)


def _mentioned(reading: Mentioned, context: Context) -> Resolved | None:
    unit, last = reading.unit, context.last
    if unit is Unit.QUARTER:
        if context.last_quarter is not None:
            start: dt.date | None = context.last_quarter.start
        elif context.anchor is not None:
            year, quarter = reported_quarter(context.anchor)
            start = dt.date(year, 3 * quarter, 1)
        else:
            start = last.start if last is not None and last.unit <= Unit.QUARTER else None
    elif unit is Unit.YEAR:
        number = year_of(reading, context)
        start = dt.date(number, 1, 1) if number else None
    elif unit is Unit.WEEKEND and context.anchor is not None:
        away = -7 if context.lean <= 0 and context.anchor.weekday() < 5 else 0
        start = context.anchor + dt.timedelta(days=away)
    elif last is not None and (unit is None or last.unit <= unit):
        start = last.start
    else:
        start = context.anchor if unit is not None and unit is not Unit.DAY else None
    if start is None:
        return Resolved(TimexType.DATE, periods.UNKNOWN[unit]) if unit in periods.UNKNOWN else None
    kept = unit if unit is not None else last.unit if last is not None else Unit.DAY
    return periods.unit_of(periods.shifted(start, Unit.YEAR, reading.years), kept)


def _clock(reading: Clock, context: Context) -> Resolved | None:
    day: dt.date | None = context.anchor
    if reading.day is not None:
        inner = _resolve(reading.day, context)
        if inner is None or (inner.unit is not Unit.DAY and inner.interval is not None):
            return None
        day = inner.interval.start if inner.interval else None
    elif context.near is not None and context.near.unit is Unit.DAY:
        day = context.near.start
    if day is None:
        return Resolved(TimexType.TIME, f"XXXX-XX-XX{reading.time}")
    return Resolved(TimexType.TIME, f"{day.isoformat()}{reading.time}", Interval.day(day), Unit.DAY)


def _range(reading: Range, context: Context) -> Resolved | None:
    last = _resolve(reading.last, context)
    if last is None:
        return None
    first_reading = reading.first
    if isinstance(first_reading, Day) and first_reading.year is None and last.interval and last.interval.start:
        first_reading = Day(last.interval.start.year, first_reading.month, first_reading.day)
    first = _resolve(first_reading, context)
    if first is None:
        return None
    interval = periods.span(first.interval, last.interval) if first.interval and last.interval else None
    return Resolved(TimexType.DATE, f"{first.value}/{last.value}", interval)


def amount_value(count: float | None, unit: Unit) -> str:
    """``P3Y``, ``PT2H``, ``P9M`` for three quarters, ``PXD`` for some days."""
    times, unit = _MULTIPLES.get(unit, (1, unit))
    if unit is Unit.HOUR and count is not None and count % 1:
        return f"PT{int(count)}H{round(count % 1 * 60)}M" if count > 1 else f"PT{round(count * 60)}M"
    number = "X" if count is None else f"{count * times:.10g}"
    return f"P{'T' if unit < Unit.DAY else ''}{number}{_ISO_LETTERS[unit]}"


def _amount(reading: Amount, context: Context) -> Resolved | None:
    value = amount_value(reading.count, reading.unit)
    interval = None
    if (
        reading.side
        and reading.count is not None
        and reading.count == int(reading.count)
        and context.anchor is not None
        and reading.unit >= Unit.DAY
    ):
        interval = _beside(context.anchor, reading.unit, int(reading.count), reading.side)
    return Resolved(TimexType.DURATION, value, interval)


def _beside(anchor: dt.date, unit: Unit, count: int, side: int) -> Interval | None:
    """The ``count`` units that end (-1) with the anchor, or that begin (+1) after it."""
    try:
        if unit is Unit.QUARTER:
            year, quarter = reported_quarter(anchor)
            edge = periods.shifted(dt.date(year, 3 * quarter - 2, 1), Unit.QUARTER, 1)
            other = periods.shifted(edge, Unit.QUARTER, side * count)
            return Interval(min(edge, other), max(edge, other), Granularity.QUARTER)
        edge = anchor + dt.timedelta(days=1)
        other = periods.shifted(edge, unit, side * count)
    except (TemporalError, OverflowError, ValueError):
        return None
    return Interval(min(edge, other), max(edge, other)) if edge != other else None


def _opening(reading: Opening, context: Context) -> Resolved | None:
    value = amount_value(reading.count, reading.unit)
    year = year_of(reading.year if reading.year is not None else Mentioned(Unit.YEAR), context)
    if year is None or reading.unit < Unit.DAY or reading.unit > Unit.YEAR:
        return Resolved(TimexType.DURATION, value)
    edge = dt.date(year if reading.side > 0 else year + 1, 1, 1)
    other = periods.shifted(edge, reading.unit, reading.side * reading.count)
    exact: dict[Unit, Granularity] = {
        Unit.MONTH: Granularity.MONTH,
        Unit.QUARTER: Granularity.QUARTER,
        Unit.YEAR: Granularity.YEAR,
    }
    return Resolved(
        TimexType.DURATION,
        value,
        Interval(min(edge, other), max(edge, other), exact.get(reading.unit, Granularity.DAY)),
    )
