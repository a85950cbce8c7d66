"""Half-open calendar intervals with a precision, and their normal form in text (TK-02).

The normal form is ``2024``, ``2024-Q1``, ``2024-03``, ``2024-03-31`` for one calendar unit and ``A/B`` for a run of
units, both ends included: ``2023-Q3/2024-Q1`` starts with A and ends with B. ``..`` is a bound that is open or not
known (ISO 8601-2): ``2019-05/..``, ``../2021``.
"""

from __future__ import annotations

import datetime as dt
import enum
import re
from collections.abc import Iterator
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.lexicon.lazy import lazily


class Granularity(enum.StrEnum):
    """How precisely a bound is known; from fine to coarse."""

    DAY = "day"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"

    @property
    def rank(self) -> int:
        """0 for a day up to 3 for a year."""
        return _RANK[self]


_RANK = {Granularity.DAY: 0, Granularity.MONTH: 1, Granularity.QUARTER: 2, Granularity.YEAR: 3}
_MONTHS = {Granularity.MONTH: 1, Granularity.QUARTER: 3, Granularity.YEAR: 12}

MAX_YEAR = 9998  # the last year whose end (exclusive) is still a `datetime.date`
_LAST_END = dt.date(MAX_YEAR + 1, 1, 1)

_QUOTED = 200  # characters of what is no period
_DAYS_OF_WEEKS = 8  # by which a year or quarter of whole weeks may be off
_QUARTER_OF_WEEKS = dt.timedelta(days=80)
_UNIT = lazily(r"(\d{4})(?:-Q([1-4])|-(\d{2})(?:-(\d{2}))?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Interval:
    """Days from ``start`` (included) to ``end`` (excluded); ``None`` is a bound that is open or not known.

    ``granularity`` is the precision with which the bounds were stated: "2024" and "every day from 2024-01-01 to
    2024-12-31" cover the same days and are different values.

    An interval without bounds has day granularity: there is one value of "always".

    Raises:
        TemporalError: when ``end`` is not after ``start``, a bound does not fall on a boundary of its granularity, or
            a day lies after the year ``MAX_YEAR``.
    """

    start: dt.date | None
    end: dt.date | None
    granularity: Granularity = Granularity.DAY

    def __post_init__(self) -> None:
        if self.start is None and self.end is None:
            object.__setattr__(self, "granularity", Granularity.DAY)  # no bound, so no precision: one value of "always"
        if self.start is not None and self.end is not None and self.end <= self.start:
            raise TemporalError(f"interval from {self.start} to {self.end} (excluded) is empty: its end must be later")
        if (self.start is not None and self.start.year > MAX_YEAR) or (self.end is not None and self.end > _LAST_END):
            raise TemporalError(f"interval from {self.start} to {self.end} (excluded): years go to {MAX_YEAR}")
        for bound in (self.start, self.end):
            if bound is not None and unit_start(bound, self.granularity) != bound:
                raise TemporalError(f"{bound} is not the boundary of a {self.granularity}")

    @classmethod
    def unit(cls, day: dt.date, granularity: Granularity) -> Interval:
        """The day, month, quarter or year that holds ``day``."""
        start = unit_start(day, granularity)
        return cls(start, next_unit(start, granularity), granularity)

    @classmethod
    def year(cls, year: int) -> Interval:
        """The calendar year."""
        return cls.unit(_date(year, 1, 1, str(year)), Granularity.YEAR)

    @classmethod
    def quarter(cls, year: int, quarter: int) -> Interval:
        """The calendar quarter 1 to 4."""
        if not 1 <= quarter <= 4:
            raise TemporalError(f"quarter {quarter} of {year} does not exist: use 1 to 4")
        return cls.unit(_date(year, 3 * quarter - 2, 1, f"{year}-Q{quarter}"), Granularity.QUARTER)

    @classmethod
    def month(cls, year: int, month: int) -> Interval:
        """The calendar month 1 to 12."""
        return cls.unit(_date(year, month, 1, f"{year}-{month}"), Granularity.MONTH)

    @classmethod
    def day(cls, day: dt.date) -> Interval:
        """One day."""
        return cls.unit(day, Granularity.DAY)

    @classmethod
    def parse(cls, text: str) -> Interval:
        """Read the normal form.

        Raises:
            TemporalError: quoting ``text``, when it is not in normal form or names a date that does not exist.
        """
        first, slash, last = text.strip().partition("/")
        if not slash:
            return _parse_unit(first, text)
        a = None if first == ".." else _parse_unit(first, text)
        b = None if last == ".." else _parse_unit(last, text)
        if a is None and b is None:
            return ALWAYS
        if a and b and a.start is not None and b.end is not None and b.end <= a.start:
            raise TemporalError(f"{text!r} ends before it starts")
        finest = min((x.granularity for x in (a, b) if x), key=lambda g: g.rank)
        return cls(a.start if a else None, b.end if b else None, finest)

    def __str__(self) -> str:
        if self.is_unit:
            assert self.start is not None
            return unit_label(self.start, self.granularity)
        first = ".." if self.start is None else unit_label(self.start, self.granularity)
        last = ".." if (day := self.last_day) is None else unit_label(day, self.granularity)
        return f"{first}/{last}"

    @property
    def is_unit(self) -> bool:
        """Whether this is exactly one calendar unit of its granularity, a node of the time hierarchy."""
        return self.start is not None and self.end is not None and next_unit(self.start, self.granularity) == self.end

    @property
    def first_day(self) -> dt.date:
        """Its first day; that of the calendar where it is open."""
        return self.start or dt.date.min

    @property
    def last_day(self) -> dt.date | None:
        """Its last day; ``None`` where it is open."""
        return None if self.end is None else self.end - dt.timedelta(days=1)

    @property
    def first_unit(self) -> Interval | None:
        """The unit of its granularity in which it begins; ``None`` where that is open."""
        return None if self.start is None else Interval.unit(self.start, self.granularity)

    @property
    def last_unit(self) -> Interval | None:
        """The unit of its granularity in which it ends; ``None`` where that is open."""
        return None if (last := self.last_day) is None else Interval.unit(last, self.granularity)

    @property
    def is_bounded(self) -> bool:
        """Whether both bounds are known."""
        return self.start is not None and self.end is not None

    @property
    def days(self) -> int | None:
        """Length in days; ``None`` when a bound is open."""
        return None if self.start is None or self.end is None else (self.end - self.start).days

    def is_same_time(self, other: Interval) -> bool:
        """Whether both are the same days, in whatever units they are told: six months and two quarters.

        A year or quarter of whole weeks, as many companies have them, is the one that it is nearest to.
        """
        if (self.start, self.end) == (other.start, other.end):
            return True
        if self.start is None or self.end is None or other.start is None or other.end is None:
            return False
        gap = max(abs((self.start - other.start).days), abs((self.end - other.end).days))
        return gap <= _DAYS_OF_WEEKS and min(self.end - self.start, other.end - other.start) >= _QUARTER_OF_WEEKS

    def contains(self, other: Interval) -> bool:
        """Whether every day of ``other`` is a day of this one."""
        starts = self.start is None or (other.start is not None and self.start <= other.start)
        ends = self.end is None or (other.end is not None and other.end <= self.end)
        return starts and ends

    def holds(self, day: dt.date) -> bool:
        """Whether ``day`` lies inside."""
        return (self.start is None or self.start <= day) and (self.end is None or day < self.end)

    def overlaps(self, other: Interval) -> bool:
        """Whether the two share a day."""
        before = self.end is not None and other.start is not None and self.end <= other.start
        after = other.end is not None and self.start is not None and other.end <= self.start
        return not before and not after

    def intersection(self, other: Interval) -> Interval | None:
        """The days that both hold, at the finer granularity; ``None`` when there is none."""
        if not self.overlaps(other):
            return None
        start = max((d for d in (self.start, other.start) if d is not None), default=None)
        end = min((d for d in (self.end, other.end) if d is not None), default=None)
        return Interval(start, end, min(self.granularity, other.granularity, key=lambda g: g.rank))

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that holds both: one of them where it holds the other, else the finer granularity."""
        if self.contains(other):
            return self
        if other.contains(self):
            return other
        start = None if self.start is None or other.start is None else min(self.start, other.start)
        end = None if self.end is None or other.end is None else max(self.end, other.end)
        return Interval(start, end, min(self.granularity, other.granularity, key=lambda g: g.rank))

    def units(self, granularity: Granularity) -> Iterator[Interval]:
        """The units of ``granularity`` that lie wholly inside, in order of time.

        Raises:
            TemporalError: when a bound is open, for then there is no end to them.
        """
        if self.start is None or self.end is None:
            raise TemporalError(f"cannot enumerate the {granularity}s of {str(self)!r}: it has an open bound")
        cursor = unit_start(self.start, granularity)
        if cursor < self.start:
            cursor = next_unit(cursor, granularity)
        while cursor < self.end and (following := next_unit(cursor, granularity)) <= self.end:
            yield Interval(cursor, following, granularity)
            cursor = following


ALWAYS = Interval(None, None)


def unit_start(day: dt.date, granularity: Granularity) -> dt.date:
    """The first day of the unit that holds ``day``."""
    match granularity:
        case Granularity.DAY:
            return day
        case Granularity.MONTH:
            return day.replace(day=1)
        case Granularity.QUARTER:
            return day.replace(month=3 * ((day.month - 1) // 3) + 1, day=1)
        case Granularity.YEAR:
            return day.replace(month=1, day=1)


def units_over(start: dt.date, end: dt.date, granularity: Granularity, most: int) -> list[Interval]:
    """The units that hold a day from ``start`` to before ``end``, in order of time: at most the first ``most``."""
    found: list[Interval] = []
    cursor = unit_start(start, granularity)
    while cursor < end and len(found) < most:
        following = next_unit(cursor, granularity)
        found.append(Interval(cursor, following, granularity))
        cursor = following
    return found


def next_unit(start: dt.date, granularity: Granularity) -> dt.date:
    """The first day of the unit after the one that starts at ``start``.

    Raises:
        TemporalError: when that is after the last day of the calendar.
    """
    if granularity is Granularity.DAY:
        if start == dt.date.max:
            raise TemporalError(f"{start} is the last day of the calendar")
        return start + dt.timedelta(days=1)
    return add_months(start, _MONTHS[granularity])


def add_months(day: dt.date, months: int) -> dt.date:
    """``day`` moved by whole months, held to the last day of a shorter month.

    Raises:
        TemporalError: when the result is outside the years 1 to 9999.
    """
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    if not 1 <= year <= dt.MAXYEAR:
        raise TemporalError(f"{day} moved by {months} months is outside the calendar")
    return dt.date(year, month, min(day.day, days_in_month(year, month)))


def days_in_month(year: int, month: int) -> int:
    """28 to 31."""
    if month == 12:
        return 31
    return (dt.date(year, month + 1, 1) - dt.date(year, month, 1)).days


def unit_label(day: dt.date, granularity: Granularity) -> str:
    """The normal form of the unit that holds ``day``."""
    match granularity:
        case Granularity.DAY:
            return day.isoformat()
        case Granularity.MONTH:
            return f"{day.year:04d}-{day.month:02d}"
        case Granularity.QUARTER:
            return f"{day.year:04d}-Q{(day.month - 1) // 3 + 1}"
        case Granularity.YEAR:
            return f"{day.year:04d}"


def _parse_unit(part: str, whole: str) -> Interval:
    match = _UNIT.fullmatch(part)
    if match is None:
        shown = whole if len(whole) <= _QUOTED else f"{whole[:_QUOTED]}…"
        raise TemporalError(
            f"{shown!r} is not a period: write 2024, 2024-Q1, 2024-03, 2024-03-31, or A/B with '..' for an open end"
        )
    year, quarter, month, day = match.groups()
    start = _date(int(year), 3 * int(quarter) - 2 if quarter else int(month or 1), int(day or 1), whole)
    if quarter:
        return Interval.unit(start, Granularity.QUARTER)
    return Interval.unit(start, Granularity.DAY if day else Granularity.MONTH if month else Granularity.YEAR)


def _date(year: int, month: int, day: int, whole: str) -> dt.date:
    if not 1 <= year <= MAX_YEAR:
        raise TemporalError(f"{whole!r}: the year must lie between 1 and {MAX_YEAR}")
    try:
        return dt.date(year, month, day)
    except ValueError as error:
        raise TemporalError(f"{whole!r} names a date that does not exist: {error}") from None
