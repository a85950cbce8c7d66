"""Dates in figures and codes: ``2024-05-17``, ``17.05.2024``, ``Q3'23``, ``FY2024``, ``the '90s``, ``10:35 a.m.``"""

from __future__ import annotations

import datetime as dt

from timeweave.lexicon.lazy import lazily
from timeweave.temporal.timex.readings import Clock, Day, Part, Range, Reading, Unit, Years

_ISO = lazily(r"(\d{4})-(?:(\d{2})(?:-(\d{2})(?:[t ](\d{2}:\d{2}(?::\d{2})?))?)?|w(\d{2})(?:-([1-7]))?|([qh])([1-4]))")
_DIGITS = lazily(r"\d+")
_LONGEST_RUN_OF_YEARS = 400


def full_year(digits: str) -> int:
    """A year of four digits, or of two: 69 to 99 are of the 20th century, as in POSIX."""
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= 69 else 2000)


def iso(word: str) -> Reading | None:
    """``2024-05-17``, ``2024-05``, ``2024-W20``, ``2024-Q1``, ``2024-H1``, with a time of day or not."""
    match = _ISO.match(word)
    if match is None:
        return None
    year, month, day, clock, week, weekday, letter, index = match.groups()
    if week:
        return (
            Part(Unit.WEEK, int(week), int(year))
            if weekday is None
            else _iso_weekday(int(year), int(week), int(weekday))
        )
    if letter:
        return _part(letter, int(index), int(year))
    if day is None and not 1 <= int(month) <= 12:
        return years(f"{year}-{month}")
    date = Day(int(year), int(month), int(day) if day else None)
    return Clock(f"T{clock}", date) if clock else date


def numeric(word: str) -> Reading | None:
    """``2024/05/17``, ``05/17/2024``, ``17.05.2024``: where both readings are possible the month comes first, but the
    day where dots stand between.
    """
    parts = _DIGITS.findall(word)
    if len(parts[0]) == 4:
        year, month, day = (int(p) for p in parts)
    else:
        if len(parts[2]) == 2 and "/" not in word:
            return None
        month, day, year = int(parts[0]), int(parts[1]), full_year(parts[2])
        if month > 12 or ("." in word and day <= 12):
            month, day = day, month
    return Day(year, month, day) if 1 <= month <= 12 and 1 <= day <= 31 else None


def years(word: str) -> Reading | None:
    """``2019-2021``, ``2019-21``."""
    first, last = _DIGITS.findall(word)[:2]
    if len(last) == 2:
        last = first[:2] + last
    if not int(first) < int(last) <= int(first) + _LONGEST_RUN_OF_YEARS:
        return None
    return Range(Day(int(first)), Day(int(last)))


def code(word: str) -> Reading | None:
    """``Q3``, ``Q3 2023``, ``Q3'23``, ``H1 2024``, ``3Q23``, ``2024Q1``, ``FY24 Q1``."""
    letter = "q" if "q" in word else "h"
    at = word.index(letter)
    index = next((f for f in _DIGITS.findall(word) if len(f) == 1), None)
    year = next((f for f in _DIGITS.findall(word) if len(f) > 1), None)
    if index is None:
        return None
    # "3Q 23" with a space between may be a count of things; an apostrophe or nothing between makes it a year.
    if (
        year is not None
        and len(year) == 2
        and word[at + 1 : at + 2] == " "
        and "fy" not in word
        and "'" not in word
        and "’" not in word
    ):
        return None
    return _part(letter, int(index), full_year(year) if year else None)


def fiscal_year(word: str) -> int:
    """``FY2024``, ``CY24``."""
    return full_year(_DIGITS.findall(word)[0])


def decade(word: str) -> Reading:
    """``1990s``, ``'90s``, ``90s``."""
    digits = _DIGITS.findall(word)[0]
    if len(digits) == 4:
        return Years(int(digits), 100 if digits.endswith("00") and int(digits) < 2000 else 10)
    return Years((1900 if int(digits) >= 20 else 2000) + int(digits), 10)


def clock(word: str) -> str | None:
    """``10 p.m.``, ``10:35 a.m.``, ``14:30`` as ``T22:00``, ``T10:35``, ``T14:30``."""
    figures = [int(f) for f in _DIGITS.findall(word)]
    hour, minute = figures[0], figures[1] if len(figures) > 1 else 0
    half = next((c for c in word if c in "ap"), "")
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"T{hour:02d}:{minute:02d}" if hour < 24 or minute == 0 else None


def _part(letter: str, index: int, year: int | None) -> Reading | None:
    if letter == "q":
        return Part(Unit.QUARTER, index, year)
    return Part(Unit.HALF, index, year) if index <= 2 else None


def _iso_weekday(year: int, week: int, weekday: int) -> Reading | None:
    try:
        day = dt.date.fromisocalendar(year, week, weekday)
    except ValueError:
        return None
    return Day(day.year, day.month, day.day)
