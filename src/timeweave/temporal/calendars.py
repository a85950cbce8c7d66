"""Calendars in which a period is read (TK-04): the calendar year, a filer's fiscal year, a document's reporting period.

A *fiscal* period names other days than the calendar period of the same label: with a year that starts in October,
FY2024-Q1 is October to December 2023. A *reporting* period is what a document calls its own ("2024-Q1" of a company's
transcript); nothing says which days it means, so it is kept under its label, as the calendar period of that label, and
periods compare by label.
"""

from __future__ import annotations

import datetime as dt
import enum
import re
from dataclasses import dataclass

from timeweave.errors import TemporalError
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import QUARTER_ORDINALS
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval, add_months


class Calendar(enum.StrEnum):
    """The calendar in which the periods of a question or a document are read."""

    CALENDAR = "calendar"
    FISCAL = "fiscal"


@dataclass(frozen=True, slots=True)
class FiscalPeriod:
    """A fiscal year, half or quarter as a filer names it; ``str`` gives ``FY2024``, ``FY2024-H1``, ``FY2024-Q3``.

    ``start_quarter`` (1 to 4) and ``quarters`` (1, 2 or 4) say which part of the fiscal year it is.

    Raises:
        TemporalError: when the fiscal year has no such part.
    """

    year: int
    start_quarter: int = 1
    quarters: int = 4

    def __post_init__(self) -> None:
        if (self.start_quarter, self.quarters) not in _PARTS:
            raise TemporalError(
                f"fiscal year {self.year} has no part of {self.quarters} quarters from quarter {self.start_quarter}: "
                "use a quarter, a half or the year"
            )

    def __str__(self) -> str:
        part = _PARTS[self.start_quarter, self.quarters]
        return f"FY{self.year:04d}-{part}" if part else f"FY{self.year:04d}"


_FIRST_YEAR, _LAST_YEAR = 2, MAX_YEAR - 1  # their neighbours reach out of the calendar in some fiscal calendar
_PARTS = {(1, 4): "", (1, 2): "H1", (3, 2): "H2", (1, 1): "Q1", (2, 1): "Q2", (3, 1): "Q3", (4, 1): "Q4"}


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """Fiscal years that start on the first day of ``start_month`` (1 to 12).

    FY N is the fiscal year that *ends* in calendar year N, as most filers name it; with ``named_by_start`` the one that
    starts in N. A year that starts in January is the calendar year either way.

    Raises:
        TemporalError: when there is no such month.
    """

    start_month: int = 1
    named_by_start: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.start_month <= 12:
            raise TemporalError(f"a fiscal year cannot start in month {self.start_month}: use 1 to 12")

    def interval(self, period: FiscalPeriod) -> Interval:
        """The days of a fiscal period.

        The granularity is the period's own where calendar bounds carry it, else month.

        Raises:
            TemporalError: when the year lies outside the calendar.
        """
        if not _FIRST_YEAR <= period.year <= _LAST_YEAR:
            raise TemporalError(f"{period}: the year must lie between {_FIRST_YEAR} and {_LAST_YEAR}")
        back = 0 if self.start_month == 1 or self.named_by_start else 1
        opening = dt.date(period.year - back, self.start_month, 1)
        start = add_months(opening, 3 * (period.start_quarter - 1))
        end = add_months(start, 3 * period.quarters)
        if start.month == 1 and period.quarters == 4:
            return Interval(start, end, Granularity.YEAR)
        return Interval(start, end, Granularity.QUARTER if start.month % 3 == 1 else Granularity.MONTH)

    def year_of(self, day: dt.date) -> FiscalPeriod:
        """The fiscal year that holds ``day``."""
        started = day.year if day.month >= self.start_month else day.year - 1
        return FiscalPeriod(started if self.start_month == 1 or self.named_by_start else started + 1)

    def quarter_of(self, day: dt.date) -> FiscalPeriod:
        """The fiscal quarter that holds ``day``."""
        return FiscalPeriod(self.year_of(day).year, (day.month - self.start_month) % 12 // 3 + 1, 1)

    def period_of(self, interval: Interval) -> FiscalPeriod | None:
        """The fiscal period that is exactly ``interval``; ``None`` when no quarter, half or year is."""
        if interval.start is None or interval.end is None:
            return None
        first = self.quarter_of(interval.start)
        if not _FIRST_YEAR <= first.year <= _LAST_YEAR:
            return None
        for quarters in (1, 2, 4):
            if (first.start_quarter, quarters) in _PARTS:
                period = FiscalPeriod(first.year, first.start_quarter, quarters)
                found = self.interval(period)
                if (found.start, found.end) == (interval.start, interval.end):
                    return period
        return None

    def namesake(self, interval: Interval) -> Interval | None:
        """The days of the fiscal period with the label of a calendar year, half or quarter; ``None`` for others."""
        period = FiscalCalendar().period_of(interval)
        try:
            return None if period is None else self.interval(period)
        except TemporalError:
            return None

    def units(self, interval: Interval, granularity: Granularity) -> list[Interval]:
        """The fiscal quarters or years that share a day with ``interval``, in order of time.

        Raises:
            TemporalError: when a bound is open, or for months and days, which are no fiscal units.
        """
        if interval.start is None or interval.end is None or granularity not in (Granularity.QUARTER, Granularity.YEAR):
            raise TemporalError(f"cannot enumerate fiscal {granularity}s of {str(interval)!r}")
        find = self.quarter_of if granularity is Granularity.QUARTER else self.year_of
        found, day = [], interval.start
        while day < interval.end:
            found.append(self.interval(find(day)))
            day = found[-1].end or interval.end
        return found

    def read(self, text: str, anchor: dt.date | None = None) -> Interval:
        """The days of a fiscal expression: "FY2024", "Q1 FY24", "fiscal third quarter" (see `read_fiscal`)."""
        return self.interval(read_fiscal(text, anchor, self))


_ORDINALS = QUARTER_ORDINALS | {"final": 4}
_SHIFTS = {"this": 0, "current": 0, "last": -1, "previous": -1, "prior": -1, "past": -1, "next": 1, "coming": 1}
_TOKEN = lazily(r"[a-z]+|\d+(?:st|nd|rd|th)?", re.ASCII)
_GLUED = lazily(r"(?:([1-4])q|q([1-4]))?(?:fy(\d{4}|\d{2}))?", re.ASCII)
_FILLER = frozenset({"the", "of", "in", "for", "financial", "fiscal", "fy", "ended", "ending"})
_PIVOT = 70  # two-digit years from here on are of the twentieth century


def read_fiscal(text: str, anchor: dt.date | None = None, calendar: FiscalCalendar | None = None) -> FiscalPeriod:
    """The fiscal period that an expression names.

    Where it names no year ("fiscal third quarter"), it is the latest such period that has begun by ``anchor`` in
    ``calendar``; "this", "last" and "next fiscal year" or "quarter" count from the one that holds ``anchor``. Of a
    split year ("FY2023/24") the last is its name.

    Raises:
        TemporalError: quoting ``text``, when it is not a fiscal expression, or lacks both year and anchor.
    """
    parts = _parts(text)
    if len(parts.years) > 2 or not (parts.years or parts.start or (parts.shift is not None and parts.unit)):
        raise _not_fiscal(text)
    if parts.years:
        last_quarter = parts.shift == -1 and parts.unit == "quarter"  # "the last quarter of fiscal 2020" is its fourth
        start, quarters = (4, 1) if last_quarter else (parts.start or 1, parts.quarters)
        return FiscalPeriod(parts.years[-1], start, quarters)
    if anchor is None:
        raise TemporalError(f"{text!r} names no fiscal year: give the date it was said on")
    calendar = calendar or FiscalCalendar()
    if parts.shift is None or parts.start:
        return _latest(parts.start, parts.quarters, anchor, calendar)
    this = calendar.quarter_of(anchor)
    if parts.unit == "year":
        return FiscalPeriod(this.year + parts.shift)
    index = this.year * 4 + this.start_quarter - 1 + parts.shift
    return FiscalPeriod(index // 4, index % 4 + 1, 1)


@dataclass(slots=True)
class _Parts:
    """What the words of a fiscal expression say; ``start`` is 0 where they name no quarter or half."""

    years: list[int]
    start: int = 0
    quarters: int = 4
    shift: int | None = None
    unit: str = ""


def _parts(text: str) -> _Parts:
    parts, ordinal = _Parts([]), 0
    for word in _tokens(text):
        if word in _ORDINALS:
            ordinal = _ORDINALS[word]
        elif word in _SHIFTS:
            parts.shift = _SHIFTS[word]
        elif word in {"quarter", "half", "year"}:
            parts.unit = word if parts.unit in {"", "year"} else parts.unit
            if word != "year" and ordinal:
                _set_part(parts, word[0], ordinal, text)
        elif len(word) == 2 and word[0] in "qh" and word[1].isdigit():
            _set_part(parts, word[0], int(word[1]), text)
        elif word.isdigit() and len(word) in {2, 4}:
            parts.years.append(_year(word))
        elif word not in _FILLER:
            raise _not_fiscal(text)
    return parts


def _set_part(parts: _Parts, unit: str, number: int, text: str) -> None:
    if unit == "q" and 1 <= number <= 4:
        parts.start, parts.quarters = number, 1
    elif unit == "h" and 1 <= number <= 2:
        parts.start, parts.quarters = 2 * number - 1, 2
    else:
        raise _not_fiscal(text)


def _tokens(text: str) -> list[str]:
    """Words and numbers, with "3QFY24" and "FY24Q3" taken apart into "q3" and "24"."""
    found: list[str] = []
    for word in re.split(r"[^a-z0-9]+", text.lower()[:80]):
        if match := re.fullmatch(r"fy(\d{4}|\d{2})q([1-4])", word, re.ASCII):
            found += [f"q{match[2]}", match[1]]
        elif (match := _GLUED.fullmatch(word)) and word:
            quarter = match[1] or match[2]
            found += ([f"q{quarter}"] if quarter else []) + ([match[3]] if match[3] else [])
        elif re.fullmatch(r"h[12]|[12]h", word, re.ASCII):
            found.append("h" + word.strip("h"))
        else:
            found += _TOKEN.findall(word)
    return found


def _year(digits: str) -> int:
    number = int(digits)
    return number if len(digits) == 4 else number + (1900 if number >= _PIVOT else 2000)


def _latest(start: int, quarters: int, anchor: dt.date, calendar: FiscalCalendar) -> FiscalPeriod:
    this = FiscalPeriod(calendar.year_of(anchor).year, start, quarters)
    begun = calendar.interval(this).start
    return this if begun is not None and begun <= anchor else FiscalPeriod(this.year - 1, start, quarters)


def _not_fiscal(text: str) -> TemporalError:
    return TemporalError(f"{text!r} is not a fiscal period: write FY2024, FY2024 Q3 or fiscal third quarter 2024")
