"""The time expressions of a document, by sentence, as that document means them."""

from __future__ import annotations

import bisect
import re
from dataclasses import replace

from timeweave.extraction.times.anchors import Anchors
from timeweave.extraction.times.fiscal import in_fiscal_years
from timeweave.extraction.times.own_period import with_own_period
from timeweave.lexicon.families import any_of
from timeweave.lexicon.numbers import MONTHS
from timeweave.records import Document, Span
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression, find_expressions

_YEAR_LAST = re.compile(rf"(?!(?:{any_of(w.title() for w in MONTHS)}) )\b[A-Z][\w’'-]+ (1[89]\d\d|20\d\d)$")
_OLD = 20  # years


class ExpressionsBySentence:
    """The time expressions of a document, found once, handed out by sentence with offsets inside it."""

    def __init__(self, document: Document, fiscal: FiscalCalendar | None, anchors: Anchors | None = None) -> None:
        self._document = document
        self._fiscal = fiscal
        self._anchors = anchors or Anchors(document)
        self._stretches = list(self._anchors.stretches())
        self._found = [
            replace(e, start=e.start + part.start, end=e.end + part.start) if part.start else e
            for part in self._stretches
            for e in find_expressions(document.text[part.start : part.end], part.anchor)
        ]
        title = _with_year_of_old(document)
        if title is not None:
            ends = {match.end() for match in title.finditer(document.text)}
            self._found = [e for e in self._found if e.end not in ends or not e.text.isdigit()]
        self._starts = [e.start for e in self._found]

    def within(self, span: Span) -> list[TimeExpression]:
        """Those inside one sentence."""
        first = bisect.bisect_left(self._starts, span.start)
        last = bisect.bisect_left(self._starts, span.end)
        found = [
            TimeExpression(e.start - span.start, e.end - span.start, e.text, e.type, e.value, e.interval)
            for e in self._found[first:last]
            if e.end <= span.end
        ]
        sentence, period = self._document.text[span.start : span.end], self._anchors.period(span.start)
        if self._fiscal is not None:
            part = bisect.bisect_right(self._stretches, span.start, key=lambda s: s.start) - 1
            anchor = self._stretches[part].anchor
            found = in_fiscal_years(sentence, found, self._fiscal, period=period, anchor=anchor)
        return with_own_period(sentence, found, period)


def _with_year_of_old(document: Document) -> re.Pattern[str] | None:
    """What a dated document is about, where its name ends in a year long gone and so tells none: "Halden 1909"."""
    year = _YEAR_LAST.search(document.title)
    if year is None or document.date is None or document.date.year - int(year[1]) <= _OLD:
        return None
    return re.compile(re.escape(document.title))
