"""When a document was published, and what it reports on: read from dates, web addresses, file names, metadata.

A date that is known to the month or year only stands for the *last* day of that unit. A document dated "2024" cannot
be assumed known before the end of 2024, and a question as of an earlier day must not see it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from timeweave.documents.written_dates import (
    DAY_FORMS,
    MONTH,
    MONTH_FORMS,
    day_of_epoch,
    unit_of,
    unit_of_parts,
    written_unit,
)
from timeweave.errors import TemporalError
from timeweave.lexicon.documents import BODIES
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS
from timeweave.lexicon.publishing import DATED_KINDS
from timeweave.records import DateSource
from timeweave.temporal.interval import MAX_YEAR, Granularity, Interval

_ISO_START = lazily(r"(\d{4}-\d{2}-\d{2})[T ]\d", re.ASCII)
_PLAUSIBLE = r"(?P<year>(?:19|20)\d\d)"
_NUMBER = r"(?P<month>0[1-9]|1[0-2])"
_DAY = r"(?P<day>0[1-9]|[12]\d|3[01])"
_LOOSE_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_ADDRESS_DATES = (
    rf"/{_PLAUSIBLE}/(?P<month>0?[1-9]|1[0-2])/{_LOOSE_DAY}(?!\d)",
    rf"/{_PLAUSIBLE}/{MONTH}/{_LOOSE_DAY}(?!\d)",
    rf"[/_-]{_PLAUSIBLE}(?P<gap>[-_]?){_NUMBER}(?P=gap){_DAY}(?!\d)",
    rf"[/_-]{_PLAUSIBLE}(?P<gap>[-_]?){MONTH}(?P=gap){_DAY}(?!\d)",
    rf"/{_PLAUSIBLE}/{_NUMBER}(?=/)",
    rf"/{_PLAUSIBLE}/{MONTH}(?=/)",
)
_NAME_DATES = (
    rf"(?<!\d){_PLAUSIBLE}(?P<gap>[-_. ]?){_NUMBER}(?P=gap){_DAY}(?!\d)",
    *(rf"(?<![0-9a-z])(?:{form})(?!\d)" for form in DAY_FORMS),
    rf"(?<!\d){_PLAUSIBLE}[-_.]{_NUMBER}(?!\d|[-_.]\d)",
    *(rf"(?<![0-9a-z])(?:{form})(?![0-9a-z])" for form in MONTH_FORMS),
)
_IN_ADDRESS = tuple(lazily(form, re.ASCII | re.IGNORECASE) for form in _ADDRESS_DATES)
_IN_FOLDERS = (*_IN_ADDRESS, lazily(rf"/{_PLAUSIBLE}/{_NUMBER}{_DAY}(?=/)", re.ASCII))
_IN_NAME = tuple(lazily(form, re.ASCII | re.IGNORECASE) for form in _NAME_DATES)
_NAME_PERIODS = (
    lazily(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_ .]?(?P<unit>[qh])(?P<number>[1-4])(?![0-9a-z])", re.I | re.ASCII),
    lazily(r"(?<![0-9a-z])(?P<unit>[qh])(?P<number>[1-4])[-_ .]?(?P<year>(?:19|20)\d\d)(?!\d)", re.I | re.ASCII),
)
_KINDS_NUMBERED = "(?:lectures?|lessons?|chapters?|units?|weeks?|modules?|parts?|docs?|tickets?|issues?)"
_BEGINS_BY_DAY = lazily(rf"{_DAY}(?=[-_. ])", re.ASCII)
_LABELLED = r"(?P<label>(?:[a-z]+[-_. ]){1,4})"
_BELOW_YEAR = tuple(
    lazily(form, re.ASCII | re.IGNORECASE)
    for form in (
        rf"{_NUMBER}[-_.]{_DAY}(?=[-_. ])",
        rf"{MONTH}[-_. ]?{_LOOSE_DAY}(?![0-9a-z])",
        *(rf"(?:{n:02d}[-_. ])?(?P<word>{word})(?=\.[a-z]+$|$)" for n, word in enumerate(MONTHS, 1)),
        rf"{_LOOSE_DAY}[-_. ]?{MONTH}(?![0-9a-z])",
        rf"{_LABELLED}{_NUMBER}[-_.]{_DAY}(?=\.[a-z]+$|$)",
        rf"{_LABELLED}{MONTH}[-_. ]?{_LOOSE_DAY}(?=\.[a-z]+$|$)",
    )
)
_NUMBERED = lazily(rf"(?:{_KINDS_NUMBERED}|v\d+)$", re.I)
"""Folders whose files are numbered, and not by days."""
_YEAR_OF_FOLDER = lazily(rf"{_PLAUSIBLE}(?:[-_.]{_NUMBER})?$", re.ASCII)
_NUMBERED_MONTH = lazily(rf"{_NUMBER}\s?[-_. ]\s?{MONTH}$", re.ASCII | re.IGNORECASE)
_YEAR_ALONE = lazily(r"(?:199\d|20\d\d)$", re.ASCII)
_EARLIEST_IN_NAME = 1900
_WORD = lazily(r"[A-Za-z]+")
_BODY = lazily(r"(?!RFC|ISO|PEP|ADR|PR)[A-Z]{2,5}")
_RECORDS = frozenset(word for kind in DATED_KINDS for word in (kind, f"{kind}s"))
_PREPARED = 31  # days before that of a meeting in which its papers are made
_LONGEST_PATH = 8_192
_MOST_VALUES = 100


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
    """As `publication`, and as people, mail, feeds and machines write dates; ``None`` when it is none of these."""
    try:
        return publication(text, source)
    except TemporalError:
        pass
    if unit := written_unit(text):
        return publication(unit, source)
    try:
        day = day_of_epoch(text) or parsedate_to_datetime(text).date()
    except (ValueError, TypeError, IndexError, OverflowError, OSError):
        return None
    return Publication(day, Granularity.DAY, source) if day.year <= MAX_YEAR else None


def date_of_value(value: object, source: DateSource) -> Publication | None:
    """The date that a field's value is, or that the path or web address in it, or in its first such, holds."""
    if isinstance(value, dt.date):  # and a date-time, which is one: its day in the zone as written
        return loose_publication(value.isoformat(), source)
    if isinstance(value, (list, tuple)):
        return next((found for item in value[:_MOST_VALUES] if (found := date_of_value(item, source))), None)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    text = str(value)
    return loose_publication(text, source) or (date_in_path(text, source) if isinstance(value, str) else None)


def date_in_path(path: str, source: DateSource) -> Publication | None:
    """The date in a path or web address: that of its folders, else that of its last part."""
    named = path.rstrip("/").rpartition("/")[2]
    return _first_match(_IN_ADDRESS, f"/{path.lstrip('/')}", source) or _first_match(_IN_NAME, named, source)


def date_in_address(url: str) -> Publication | None:
    """The date in a web address such as ``https://example.org/2024/05/07/title``."""
    return _first_match(_IN_ADDRESS, url, DateSource.URL)


def date_in_name(name: str) -> Publication | None:
    """The date in a file's relative path: ``2024-05-07-title.txt``, ``19-Mar-2014.md``, ``2024/05/07/title.md``.

    The name of the file goes before those of its folders, and of these the inmost is asked first.
    """
    *folders, last = (_plain_month(part) for part in name.split("/"))
    whole = _first_match(_IN_FOLDERS, "/" + "/".join(folders) + "/", DateSource.FILE_NAME)
    inside = (_first_match(_IN_NAME, folder, DateSource.FILE_NAME) for folder in reversed(folders))
    return (
        _first_match(_IN_NAME, last, DateSource.FILE_NAME)
        or _day_below(folders, last)
        or whole
        or next(filter(None, inside), None)
    )


def by_name_or_properties(name: str, stated: Publication | None) -> Publication | None:
    """The day in the name of a file whose properties state another, where they are of a copy made later, or of the
    template that it was made from; else what they state.
    """
    named = date_in_name(name)
    if stated is None or named is None or named.precision is not Granularity.DAY:
        return stated or named
    last = name.rpartition("/")[2]
    words = [word.casefold() for word in _WORD.findall(last.rpartition(".")[0])]
    is_record = date_in_name(last) is None or any(word in _RECORDS for word in words) or not words
    is_prepared = 0 < (named.date - stated.date).days <= _PREPARED
    return named if is_record and not is_prepared else stated


def _plain_month(part: str) -> str:
    """A part of a path that numbers and names one month, by its number: "10-Oct" is "10"."""
    match = _NUMBERED_MONTH.match(part)
    return (
        match["month"] if match and MONTHS[int(match["month"]) - 1].startswith(match["word"][:3].casefold()) else part
    )


def date_below_year(folder: str, name: str) -> Publication | None:
    """The date in a file's path below a folder that is called after a year, or a month with its year."""
    return date_in_name(f"{folder}/{name}") if _YEAR_OF_FOLDER.match(folder) else None


def unit_of_folder(name: str, today: dt.date) -> Publication | None:
    """The year or quarter after which the inmost such folder of a file is called, once it is over:
    ``board/2014/kick-off.md``, ``status/2018q4/ports.md``.
    """
    for folder in reversed(name.split("/")[:-1]):
        quarter = next(
            (match for form in _NAME_PERIODS if (match := form.fullmatch(folder)) and match["unit"] in "qQ"), None
        )
        unit = f"{quarter['year']}-Q{quarter['number']}" if quarter else folder if _YEAR_ALONE.match(folder) else None
        if unit is not None:
            found = publication(unit, DateSource.FILE_NAME)
            return found if found.date < today else None
    return None


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


def _day_below(folders: Sequence[str], last: str) -> Publication | None:
    """The day, or month, of a file whose folders have the year, or that and the month: ``2014/03/19-title.md``,
    ``2014/board/03-19-title.md``, ``2014-09/sept-23.md``, ``2014/march.md``, ``2014/board-03-19.md``.
    """
    repeats = (match := _BELOW_YEAR[0].match(last)) and folders and folders[-1] == match["month"]
    if (day := _BEGINS_BY_DAY.match(last)) and not repeats:
        found = _first_match(_IN_ADDRESS[:2], "/" + "/".join((*folders, day[0][:2])), DateSource.FILE_NAME)
        if found is not None:
            return found
    year = next(filter(None, map(_YEAR_OF_FOLDER.match, reversed(folders))), None)
    match = next(filter(None, (form.match(last) for form in _BELOW_YEAR)), None)
    if match is None or year is None or any(map(_NUMBERED.match, folders)) or not _is_of_record(match):
        return None
    unit = unit_of_parts({**match.groupdict(), "year": year["year"]})
    found = publication(unit, DateSource.FILE_NAME) if unit else None
    return found if found and year["month"] in (None, f"{found.date:%m}") else None


def _is_of_record(match: re.Match[str]) -> bool:
    """Whether what stands before month and day in a name, if anything does, is a body or what it holds: "CG-03-05"."""
    label = match.groupdict().get("label")
    words = _WORD.findall(label or "")
    return label is None or any(_BODY.fullmatch(w) or w.casefold() in _RECORDS or w.casefold() in BODIES for w in words)


def _first_match(patterns: Iterable[re.Pattern[str]], text: str, source: DateSource) -> Publication | None:
    for pattern in patterns:
        for match in pattern.finditer(text[:_LONGEST_PATH]):
            unit = unit_of(match)  # 2024-02-31 is some other number, and so is one that may be two days
            if unit is not None and int(unit[:4]) >= _EARLIEST_IN_NAME:
                return publication(unit, source)
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
