"""When a document was published, and what it reports on: read from dates, web addresses, file names, metadata.

A date that is known to the month or year only stands for the *last* day of that unit. A document dated "2024" cannot
be assumed known before the end of 2024, and a question as of an earlier day must not see it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from timeweave.errors import TemporalError
from timeweave.records import DateSource
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval

_ISO_START = re.compile(r"(\d{4}-\d{2}-\d{2})[T ]\d", re.ASCII)
_PLAUSIBLE = r"(?P<year>(?:19|20)\d\d)"
_MONTH = r"(?P<month>0[1-9]|1[0-2]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_DAY = r"(?P<day>0[1-9]|[12]\d|3[01])"
_ADDRESS_DATES = (
    re.compile(rf"/{_PLAUSIBLE}/{_MONTH}/{_DAY}(?!\d)", re.ASCII | re.I),
    re.compile(rf"[/_-]{_PLAUSIBLE}(?P<gap>[-_]?){_MONTH}(?P=gap){_DAY}(?!\d)", re.ASCII | re.I),
    re.compile(rf"/{_PLAUSIBLE}/{_MONTH}(?=/)", re.ASCII | re.I),
)
_NAME_DATES = (
    re.compile(rf"(?<!\d){_PLAUSIBLE}(?P<gap>[-_.]?){_MONTH}(?P=gap){_DAY}(?!\d)", re.ASCII),
    re.compile(rf"(?<!\d){_PLAUSIBLE}[-_.]{_MONTH}(?!\d|[-_.]\d)", re.ASCII),
)
_NAME_PERIODS = (
    re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_ .]?(?P<unit>[qh])(?P<number>[1-4])(?![0-9a-z])", re.I | re.ASCII),
    re.compile(r"(?<![0-9a-z])(?P<unit>[qh])(?P<number>[1-4])[-_ .]?(?P<year>(?:19|20)\d\d)(?!\d)", re.I | re.ASCII),
)
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class Publication:
    """A publication day, how precisely it is known, and where it was found."""

    date: dt.date
    precision: Granularity
    source: DateSource


def publication(text: str, source: DateSource) -> Publication:
    """Read an ISO 8601 date or date-time, or a month, quarter or year in normal form.

    A date-time gives its day in the zone in which it is written.

    Raises:
        TemporalError: quoting ``text``.
    """
    stripped = text.strip()
    if _ISO_START.match(stripped):
        return Publication(_day_of(stripped, text), Granularity.DAY, source)
    if re.fullmatch(r"\d{8}", stripped, re.ASCII):
        return Publication(_day_of(stripped, text), Granularity.DAY, source)
    try:
        unit = Interval.parse(stripped)
    except TemporalError as error:
        raise _unreadable(text, str(error) if re.match(r"\d{4}(-\d\d){1,2}$", stripped) else "") from None
    if not unit.is_unit or unit.end is None:
        raise _unreadable(text, "it is a range")
    return Publication(unit.end - dt.timedelta(days=1), unit.granularity, source)


def loose_publication(text: str, source: DateSource) -> Publication | None:
    """As `publication`, and RFC 822 as feeds and mail write it; ``None`` when it is neither."""
    try:
        return publication(text, source)
    except TemporalError:
        pass
    try:
        day = parsedate_to_datetime(text).date()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return Publication(day, Granularity.DAY, source) if day.year <= MAX_YEAR else None


def date_in_address(url: str) -> Publication | None:
    """The date in a web address such as ``https://example.org/2024/05/07/title``."""
    return _first_match(_ADDRESS_DATES, url, DateSource.URL)


def date_in_name(name: str) -> Publication | None:
    """The date in a file's relative path: ``2024-05-07-title.txt``, ``20240507_title.txt``, ``2024/05/07/title.md``."""
    *folders, last = name.split("/")
    in_name = _first_match(_NAME_DATES, last, DateSource.FILE_NAME)
    return in_name or _first_match(_ADDRESS_DATES, "/" + "/".join(folders) + "/", DateSource.FILE_NAME)


def period_in_name(name: str) -> Interval | None:
    """The quarter or half-year that a file's name says it reports on: ``report_2024Q1.txt``, ``h1-2024.pdf``."""
    last = name.rpartition("/")[2]
    for pattern in _NAME_PERIODS:
        if match := pattern.search(last):
            return _part_of_year(int(match["year"]), match["unit"], int(match["number"]))
    return None


def reporting_period(metadata: Mapping[str, Any]) -> Interval | None:
    """The quarter that ``year`` and ``quarter`` in the metadata name together (TK-04); ``None`` unless both do."""
    year = re.fullmatch(r"\s*(\d{4})\s*", str(metadata.get("year", "")), re.ASCII)
    quarter = re.fullmatch(r"\s*[qQ]?([1-4])\s*", str(metadata.get("quarter", "")), re.ASCII)
    if not year or not quarter or not 1 <= int(year[1]) <= MAX_YEAR:
        return None
    return Interval.quarter(int(year[1]), int(quarter[1]))


def _part_of_year(year: int, unit: str, number: int) -> Interval | None:
    if unit.casefold() == "q":
        return Interval.quarter(year, number)
    return Interval.parse(f"{year}-Q{2 * number - 1}/{year}-Q{2 * number}") if number <= 2 else None


def _first_match(patterns: tuple[re.Pattern[str], ...], text: str, source: DateSource) -> Publication | None:
    for pattern in patterns:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            month = parts["month"].casefold()
            number = _MONTH_NAMES.index(month) + 1 if month in _MONTH_NAMES else int(month)
            unit = f"{parts['year']}-{number:02d}" + (f"-{parts['day']}" if "day" in parts else "")
            try:
                return publication(unit, source)
            except TemporalError:  # 2024-02-31 is some other number
                continue
    return None


def _day_of(text: str, whole: str) -> dt.date:
    try:
        day = dt.datetime.fromisoformat(text).date()
    except ValueError as error:
        raise _unreadable(whole, str(error)) from None
    if day.year > MAX_YEAR:
        raise _unreadable(whole, f"the year must lie between 1 and {MAX_YEAR}")
    return day


def _unreadable(text: str, reason: str) -> TemporalError:
    why = f" ({reason})" if reason else ""
    return TemporalError(f"{text[:80]!r} is not a date{why}: write 2024-03-05, 2024-03-05T10:00:00Z, 2024-03 or 2024")
