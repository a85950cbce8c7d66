"""The day of the meeting that minutes tell of, published on a later one: "Minutes of the meeting held on 7 May"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from timeweave.extraction.issuing import is_of_meeting
from timeweave.lexicon.documents import APPROVED, GATHERED, GENERAL_MEETINGS, OF_OTHER_MEETINGS
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import DAYS, MONTHS, SHORT_MONTHS
from timeweave.records import Document
from timeweave.temporal.expressions import find_expressions

_OPENING = 600  # characters of minutes in which they say of which day they are
_LONGEST_AGO = dt.timedelta(days=366)  # between a meeting and the day on which its minutes are published
_AROUND = 60  # characters to each side of a day that say of what it is
_DAY_AND_MONTH = re.compile(r"(?<![1-9])\d\d[-_]?\d\d(?!\d)")
_DATED = lazily(rf"(?=.*\d{{4}})(?:.*\b{any_of((*MONTHS, *SHORT_MONTHS))}\b|.*\d[-./]\d)", re.IGNORECASE)
_HELD = lazily(
    rf"\b(?:{any_of((*GATHERED, *GENERAL_MEETINGS, 'minutes'))}s?\b[^.;]{{0,80}}"
    r"|held(?: (?:in|at) [^.;]{1,60}?)?(?: on)? )$",
    re.IGNORECASE,
)
_SAYS_HELD = lazily(r"\bheld\b", re.IGNORECASE)
_OTHER = lazily(rf"\b{any_of(OF_OTHER_MEETINGS)}\b", re.IGNORECASE)
_APPROVED = lazily(rf"^[^.;]{{0,40}}\b{any_of(APPROVED)}\b", re.IGNORECASE)
_ALONE = lazily(  # what stands beside a day that is all of a line
    rf"(?:[\W_]|\b(?:{any_of(DAYS)}|on|at|the|of|held|date|time|from|to|am|pm|a|p|m|\d+(?:[.:]\d+)?(?:am|pm|st|nd|rd|th)?)\b)*",
    re.IGNORECASE,
)


def day_of_meeting(document: Document) -> dt.date | None:
    """The day of the meeting whose minutes a document is, as its title or what it begins with says, where that lies
    within a year before the document's own; ``None`` where it says none or tells of no meeting. Where a document is
    called by its own day, its title may have been copied from the minutes before: "held on" another counts alone.
    """
    published = document.date
    if published is None or not is_of_meeting(document.title, document.text):
        return None
    own = {f"{published:%m-%d}", f"{published:%m%d}", f"{published:%m_%d}"}
    is_called_by_it = not own.isdisjoint(_DAY_AND_MONTH.findall(document.id))
    lines = document.text[:_OPENING].splitlines()
    told = [] if is_called_by_it else [(day, "") for day in _days(document.title, is_title=True)]
    told += [
        (day, line)
        for line in lines
        if not is_called_by_it or (_SAYS_HELD.search(line) and not line.startswith("#"))
        for day in _days(line)
    ]
    if not told:
        return None
    day = told[0][0]
    if any(other > day for other, line in told if line.startswith("#")):  # several meetings, one after the other
        return None
    return day if dt.timedelta() < published - day <= _LONGEST_AGO else None


def _days(line: str, *, is_title: bool = False) -> Iterator[dt.date]:
    """The days that a line tells in full, with their year, as those of the meeting."""
    if not _DATED.match(line):
        return
    for found in find_expressions(line):
        told, ahead = found.interval, line[max(0, found.start - _AROUND) : found.start]
        if told is None or told.start is None or told.days != 1 or _OTHER.search(ahead):
            continue
        is_alone = _ALONE.fullmatch(line[: found.start]) and _ALONE.fullmatch(line[found.end :])
        is_held = _HELD.search(line[: found.start]) and not _APPROVED.match(line[found.end : found.end + _AROUND])
        if is_title or is_alone or is_held:
            yield told.start
