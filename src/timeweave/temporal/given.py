"""Days and instants as callers give them."""

from __future__ import annotations

import datetime as dt

from timeweave.errors import TemporalError, UsageError
from timeweave.temporal.interval import Interval


def instant(now: dt.datetime | None) -> dt.datetime:
    """``now``, else the clock's; without a zone it is taken as UTC, as instants must compare."""
    if now is None:
        return dt.datetime.now(dt.UTC)
    if not isinstance(now, dt.datetime):
        raise UsageError(f"now is {now!r}: give a datetime.datetime")
    return now if now.tzinfo else now.replace(tzinfo=dt.UTC)


def day_of(as_of: dt.date | str | None) -> dt.date | None:
    """A date, or the last day of a period written in normal form: what was known by the end of it."""
    if as_of is None or isinstance(as_of, dt.date):
        return as_of.date() if isinstance(as_of, dt.datetime) else as_of
    return Interval.parse(as_of).last_day


def last_day(text: str | None, named: str) -> dt.date | None:
    """The day that a user's option ``named`` gives: a date, or the last day of a period.

    Raises:
        UsageError: when it gives none.
    """
    if text is None:
        return None
    try:
        day = day_of(text)
    except TemporalError as error:
        raise UsageError(f"{named}: {error}") from None
    if day is None:
        raise UsageError(f"{named}: {text!r} has no last day")
    return day
