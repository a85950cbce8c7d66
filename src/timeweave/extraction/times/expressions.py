"""The time expressions of a document, by sentence, as that document means them."""

from __future__ import annotations

import bisect

from timeweave.extraction.times.fiscal import in_fiscal_years
from timeweave.extraction.times.own_period import with_own_period
from timeweave.extraction.times.timing import expression_anchor
from timeweave.records import Document, Span
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression, find_expressions


class ExpressionsBySentence:
    """The time expressions of a document, found once, handed out by sentence with offsets inside it."""

    def __init__(self, document: Document, fiscal: FiscalCalendar | None) -> None:
        self._document = document
        self._fiscal = fiscal
        self._anchor = expression_anchor(document.period, document.date)
        self._found = find_expressions(document.text, self._anchor)
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
        sentence, period = self._document.text[span.start : span.end], self._document.period
        if self._fiscal is not None:
            found = in_fiscal_years(sentence, found, self._fiscal, period=period, anchor=self._anchor)
        return with_own_period(sentence, found, period)
