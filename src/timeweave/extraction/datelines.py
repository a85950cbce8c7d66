"""The dateline of a press release or of news, "LEEDS, 20 February 2024 -": where and when it was sent.

It dates the document, and is no part of the sentence behind it, which is not about the place.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from timeweave.records import Span
from timeweave.temporal.expressions import find_expressions

_OPENING = 4  # sentences of a text, in one of which its dateline stands
_NEAR = dt.timedelta(days=3)  # between the day of a dateline and that of its document
_LONGEST = 100  # characters
_PLACE = r"[A-Z][\w.'’]*(?:[ -][A-Z][\w.'’]*){0,3}"
_DATE = r"(?:\w{3,9}\.? )?(?:\d{1,2}(?:st|nd|rd|th)? \w{3,9}\.?|\w{3,9}\.? \d{1,2}(?:st|nd|rd|th)?)(?:,? \d{4})?"
_AGENCY = r"(?:\([A-Z][\w. &-]{1,30}\)|/[A-Z][\w. &-]{1,30}/)"
_DATELINE = re.compile(
    rf"{_PLACE}(?:, {_PLACE})?"
    rf"(?:(?:,? |,? [–—-]+ )(?P<date>{_DATE})(?:,? {_AGENCY})?|,? {_AGENCY})"
    r",?\s*(?:--+|[–—]|(?<=\s)-(?=\s))\s*(?=[A-Z\d\"“'‘])"
)


def without_dateline(text: str, sentences: Sequence[Span], day: dt.date | None) -> Iterator[Span]:
    """``sentences``, those that open ``text`` without the dateline of a document of ``day``."""
    for number, span in enumerate(sentences):
        opening = text[span.start : min(span.end, span.start + _LONGEST)] if number < _OPENING else ""
        found = _DATELINE.match(opening)
        yield Span(span.start + found.end(), span.end) if found and _is_of(found["date"], day) else span


def _is_of(date: str | None, day: dt.date | None) -> bool:
    """Whether the day of a dateline, if it has one, is about that of its document: any other tells of an event."""
    if date is None:
        return True
    told = [e.interval.start for e in find_expressions(date, day) if e.interval is not None and e.interval.start]
    return len(told) == 1 and (day is None or abs(told[0] - day) <= _NEAR)
