"""Dates as people write them: "March 12, 2024", "19-Mar-2014", "2019-2-12", "Tue, 7 May 2024 10:00 EST".

Of two numbers that could both be a month none is taken for it: "12/03/2024" is no date, "25/03/2024" is one.
"""

from __future__ import annotations

import datetime as dt
import re

from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS

_SHORT = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS).replace("sep(?:tember)?", "sept?(?:ember)?")
MONTH = rf"(?P<word>{_SHORT})"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
YEAR = r"(?P<year>1[5-9]\d\d|20\d\d)"
_GAP = r"(?:,? |[-_/.])"

DAY_FORMS = (
    rf"{MONTH}\.?{_GAP}{_DAY}{_GAP}{YEAR}",
    rf"{_DAY}{_GAP}?(?:of )?{MONTH}\.?{_GAP}{YEAR}",
    rf"{YEAR}{_GAP}{MONTH}\.?{_GAP}{_DAY}",
    rf"{YEAR}(?P<gap>[-/._ ])(?P<month>0?[1-9]|1[0-2])(?P=gap){_DAY}",
    rf"(?P<one>\d{{1,2}})(?P<mark>[-/. _])(?P<two>\d{{1,2}})(?P=mark){YEAR}",
)
MONTH_FORMS = (rf"{MONTH}\.?{_GAP}{YEAR}", rf"{YEAR}{_GAP}{MONTH}")
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?"
_CLOCK = (
    r"(?:,?[ T]+(?:at )?\d{1,2}(?:[:.]\d\d){0,2}(?:[.,]\d{1,9})?(?: ?[ap]\.?m\.?)?"
    r"(?: ?(?:Z|[A-Z]{2,5}|(?:UTC|GMT)?[+-]\d\d:?\d\d|[+-]\d\d))?(?: \([^()]{1,40}\))?)?"
)
_WHOLE = tuple(lazily(rf"{_WEEKDAY}{form}{_CLOCK}", re.IGNORECASE | re.ASCII) for form in (*DAY_FORMS, *MONTH_FORMS))
_OF_NO_YEAR = tuple(
    lazily(rf"{_WEEKDAY}{form}", re.IGNORECASE | re.ASCII)
    for form in (rf"{MONTH}\.?{_GAP}{_DAY}", rf"{_DAY}{_GAP}?(?:of )?{MONTH}\.?")
)
_LONGEST = 100
_EPOCH = lazily(r"(\d{9,10})(?:\.\d{1,9})?|(\d{12,13})", re.ASCII)


def written_unit(text: str) -> str | None:
    """The day or month that ``text`` is, in normal form: ``2024-03-12``; ``None`` where it is anything else."""
    text = " ".join(text[: _LONGEST + 1].split())
    if len(text) > _LONGEST:
        return None
    return next((unit for form in _WHOLE if (m := form.fullmatch(text)) and (unit := unit_of(m))), None)


def is_day(text: str) -> bool:
    """Whether ``text`` is a day and no more, with its year or without: "August 9"."""
    unit = written_unit(text)
    return len(unit) == len("2024-03-12") if unit is not None else any(f.fullmatch(text.strip()) for f in _OF_NO_YEAR)


def unit_of(match: re.Match[str]) -> str | None:
    """The normal form of what one of the forms matched; ``None`` for a day that does not exist or is ambiguous."""
    return unit_of_parts(match.groupdict())


def unit_of_parts(parts: dict[str, str | None]) -> str | None:
    """As `unit_of`, of the named groups of a match and what else is known of the day."""
    year, month, day = int(parts["year"] or 0), _month(parts), int(parts.get("day") or 0)
    if (one := parts.get("one")) and (two := parts.get("two")):
        month, day = _told_apart(int(one), int(two))
    try:
        first = dt.date(year, month, day or 1)
    except ValueError:
        return None
    return first.isoformat() if day else f"{first:%Y-%m}"


def day_of_epoch(text: str) -> dt.date | None:
    """The day, in UTC, of a number of seconds or milliseconds since 1970."""
    match = _EPOCH.fullmatch(text.strip())
    if match is None:
        return None
    seconds = int(match[1]) if match[1] else int(match[2]) // 1000
    return dt.datetime.fromtimestamp(seconds, dt.UTC).date()


def _month(parts: dict[str, str | None]) -> int:
    word = parts.get("word")
    if word:
        return next(n for n, name in enumerate(MONTHS, 1) if name.startswith(word.casefold()[:3]))
    return int(parts.get("month") or 0)


def _told_apart(one: int, two: int) -> tuple[int, int]:
    """Month and day, of which only one can be a month; 0 and 0 where both can."""
    if one == two:
        return one, two
    if one > 12 >= two:
        return two, one
    return (one, two) if two > 12 >= one else (0, 0)
