"""Times as graphs write them: bounds of any precision, and the keys under which they stand."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from functools import lru_cache

from timeweave.errors import TemporalError
from timeweave.exchange.facts import between
from timeweave.lexicon.graph_keys import AT, FROM, UNTIL
from timeweave.temporal.interval import ALWAYS, Granularity, Interval

TIMELESS = "none"
"""What stands in place of an interval where a fact is said to have no time."""

_YEAR = re.compile(r"\d{1,4}", re.ASCII)
_FULL = re.compile(r"\+?(\d{4,})-(\d{2})(?:-(\d{2}))?(?:[T ][\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_BEFORE_YEAR_1 = re.compile(r"[-−]\d+")


class EntryError(ValueError):
    """A field of a fact that cannot be read; the message quotes it and says the remedy."""


def bound(text: str, key: str) -> Interval | None:
    """The unit of time that a bound names, as coarse as it is written; a year may have fewer than four digits.

    Raises:
        EntryError: quoting ``text``.
    """
    if not text:
        return None
    if _BEFORE_YEAR_1.match(text):
        raise EntryError(f"{key!r} is {text!r}: years before 1 cannot be kept; leave the bound empty")
    try:
        return _unit(text)
    except TemporalError as error:
        raise EntryError(
            f"{key!r} cannot be read: {error}; leave it empty where the bound is open or not known"
        ) from None


def reads(text: str) -> bool:
    """Whether ``text`` is a bound, be it one before the year 1."""
    try:
        bound(text, "")
    except (EntryError, ValueError):
        return _BEFORE_YEAR_1.match(text) is not None
    return True


def spanning(first: Interval | None, last: Interval | None) -> Interval:
    """From the start of the first unit to the end of the last one, which is included.

    Raises:
        EntryError: the last ends before the first begins.
    """
    start = first.start if first else None
    end = last.end if last else None
    if start is None and end is None:
        return ALWAYS
    if start is not None and end is not None and end <= start:
        raise EntryError(f"valid_from {str(first)!r} is later than valid_until {str(last)!r}: correct one of them")
    finest = min((unit.granularity for unit in (first, last) if unit), key=lambda g: g.rank)
    return Interval(start, end, finest)


@lru_cache(maxsize=1 << 13)
def bounded(first: str, last: str) -> tuple[Interval, str]:
    """The interval between two bounds as texts, and the words for it; a graph states the same ones over and over.

    Raises:
        EntryError: quoting what cannot be read.
    """
    start, end = bound(first, "valid_from"), bound(last, "valid_until")
    return spanning(start, end), between(*("" if unit is None else str(unit) for unit in (start, end)))


def whole(text: str) -> Interval | None:
    """The interval in normal form, or `TIMELESS`.

    Raises:
        EntryError: quoting ``text``.
    """
    try:
        return None if text == TIMELESS else Interval.parse(text)
    except TemporalError as error:
        raise EntryError(f"'valid' cannot be read: {error}") from None


def stated(fields: Mapping[str, str]) -> tuple[Interval | None, str | None]:
    """When a fact held by whichever keys are in use for that, and the words for it, where they are of its own.

    Raises:
        EntryError: quoting the time that cannot be read.
    """
    if text := fields.get("valid", ""):
        return whole(text), None
    at = next((fields[key] for key in AT if fields.get(key)), "")
    ends = (next(((key, fields[key]) for key in keys if fields.get(key)), (keys[0], at)) for keys in (FROM, UNTIL))
    first, last = (bound(text, key) for key, text in ends)
    valid = spanning(first, last)
    words = between("" if first is None else str(first), "" if last is None else str(last))
    return valid, words


def exclusive(first: str, end: str) -> Interval:
    """From the day of one moment to the day of another, which is no longer part of it, but for one and the same day.

    Raises:
        EntryError: quoting what cannot be read.
    """
    start, stop = bound(first, "valid_at"), bound(end, "invalid_at")
    if stop is None or stop.start is None or (start is not None and start.start == stop.start):
        return spanning(start, stop)
    before = stop.start - dt.timedelta(days=1)
    return spanning(start, Interval.unit(before, Granularity.DAY))


@lru_cache(maxsize=1 << 14)
def _unit(text: str) -> Interval:
    if _YEAR.fullmatch(text):
        return Interval.parse(text.zfill(4))
    match = _FULL.fullmatch(text)
    if match is None:
        return Interval.parse(text)
    year, month, day = match.groups()  # month or day 00, as Wikidata writes it, is one that is not known
    if month == "00":
        return Interval.parse(year)
    return Interval.parse(f"{year}-{month}" if day in (None, "00") else f"{year}-{month}-{day}")
