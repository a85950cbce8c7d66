"""The day of the meeting that minutes tell of, published on a later one: "Minutes of the meeting held on 7 May"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from timeweave.extraction.issuing import is_of_meeting
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS, SHORT_MONTHS
from timeweave.records import Document
from timeweave.temporal.expressions import find_expressions

_OPENING = 600  # characters of minutes in which they say of which day they are
_LONGEST_AGO = dt.timedelta(days=366)  # between a meeting and the day on which its minutes are published
_OTHER = lazily(
    r"\b(?:last|previous|next|following|approv\w*|adopted|since|until|due|dated|correspondence|letter)\b", re.I
)
_NEAR = 60  # characters before a day, in which it is said to be another's
_DAY_AND_MONTH = re.compile(r"(?<![1-9])\d\d[-_]?\d\d(?!\d)")
_MONTH = any_of((*MONTHS, *SHORT_MONTHS))
_IN_FULL = lazily(rf"(?=.*\d{{4}})(?:.*\b{_MONTH}\b|\W*\d{{1,4}}[-./]\d{{1,2}}[-./]\d{{1,4}}\W*$)", re.I)


def day_of_meeting(document: Document) -> dt.date | None:
    """The day of the meeting whose minutes a document is, as its title or what it begins with says, where that lies
    within a year before the document's own; ``None`` where it says none, tells of no meeting, or is called by its own
    day (by which a title that was copied from the minutes before is told).
    """
    published = document.date
    if published is None or not is_of_meeting(document.title, document.text):
        return None
    if {f"{published:%m-%d}", f"{published:%m%d}", f"{published:%m_%d}"} & set(_DAY_AND_MONTH.findall(document.id)):
        return None
    lines = (document.title, *document.text[:_OPENING].splitlines())
    told = [(day, line) for line in lines for day in _days(line)]
    headed = {day for day, line in told[1:] if line.startswith("#") and is_of_meeting(line)}
    day = told[0][0] if told and headed <= {told[0][0]} else None  # else it is of several meetings
    return day if day is not None and dt.timedelta() < published - day <= _LONGEST_AGO else None


def _days(line: str) -> Iterator[dt.date]:
    """The days that a line tells in full, with their year."""
    if not _IN_FULL.search(line):
        return
    for found in find_expressions(line):
        told, ahead = found.interval, line[max(0, found.start - _NEAR) : found.start]
        if told is None or told.start is None or told.days != 1 or _OTHER.search(ahead):
            continue
        yield told.start
