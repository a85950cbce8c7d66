"""In which month a fiscal year starts, as metadata and sentences say it (TK-04)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS
from timeweave.temporal.calendars import FiscalCalendar

FISCAL_YEAR_START = "fiscal year start"
"""The relation of an entity to the month, by name, in which its fiscal year starts."""

_MONTH = "|".join(MONTHS)
_DAY = r"[0-3]?\d(?:st|nd|rd|th)?"
_DATE = rf"(?:the )?(?:(?P<before>{_DAY})(?: of)? )?(?P<month>{_MONTH})(?: (?P<after>{_DAY})(?!\d))?"
_OF = r"(?: (?P<of>of (?:the )?[A-Z][^,;.\n]{0,50}?))?"
_STATED = lazily(
    rf"\b(?i:(?:fiscal|financial) year)(?: \d{{4}})?{_OF}"
    r" (?i:(?P<begins>begins|starts|began|started|runs from)|ends|ended|ending|closes|closed)(?i:(?: on| in)?) "
    rf"(?i:{_DATE})"
)
_ISO = lazily(r"(?:\d{4}-|--)?(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?")
_MID_MONTH = 15  # years of 52 or 53 weeks begin and end within days of the month's first


@dataclass(frozen=True, slots=True)
class StatedStart:
    """Where a text says when a fiscal year starts; ``named`` are the characters after "of" that say whose."""

    start: int
    end: int
    named: tuple[int, int] | None
    calendar: FiscalCalendar


def stated_starts(text: str) -> Iterator[StatedStart]:
    """What ``text`` says of fiscal years: "fiscal year begins on 1 February", "fiscal year ended September 30, 2024".

    The start or end is the turn of the month that lies nearest to the day.
    """
    for match in _STATED.finditer(text):
        day = match["before"] or match["after"]
        number = int(re.sub(r"\D", "", day)) if day else 1 if match["begins"] else 31
        month = _turn(MONTHS.index(match["month"].lower()) + 1, number)
        named = match.span("of") if match["of"] else None
        yield StatedStart(match.start(), match.end(), named, FiscalCalendar(month))


def metadata_calendar(metadata: Mapping[str, object]) -> FiscalCalendar | None:
    """The calendar of ``fiscal_year_start`` or ``fiscal_year_end``: 2, "2", "February", "02-01", "January 31".

    ``None`` where there is neither, or where it names no month.
    """
    for key, last in (("fiscal_year_start", 1), ("fiscal_year_end", 31)):
        month = _month(metadata.get(key), last)
        if month is not None:
            return FiscalCalendar(month)
    return None


def named_month(name: str) -> FiscalCalendar | None:
    """The calendar of years that start in the month ``name``, as facts of `FISCAL_YEAR_START` hold it."""
    return FiscalCalendar(MONTHS.index(name) + 1) if name in MONTHS else None


def _month(value: object, day: int) -> int | None:
    if isinstance(value, dt.date):
        return _turn(value.month, value.day)
    text = str(value).strip() if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
    if numbers := _ISO.fullmatch(text):
        month = int(numbers["month"])
        return _turn(month, int(numbers["day"] or day)) if 1 <= month <= 12 else None
    named = re.fullmatch(rf"{_DATE},?(?: \d{{4}})?", text, re.IGNORECASE)
    if named is None:
        return None
    given = re.sub(r"\D", "", named["before"] or named["after"] or "")
    return _turn(MONTHS.index(named["month"].lower()) + 1, int(given or day))


def _turn(month: int, day: int) -> int:
    return month if day <= _MID_MONTH else month % 12 + 1
