"""A document read once more, by sentence, to hold against it what a model says of it."""

from __future__ import annotations

import bisect
from dataclasses import dataclass

from timeweave.extraction.by_model.said_names import SaidNames
from timeweave.extraction.times.anchors import Anchors
from timeweave.extraction.times.expressions import ExpressionsBySentence
from timeweave.extraction.times.headings import dated_entries
from timeweave.extraction.times.stated_times import StatedTimes, stated_times
from timeweave.extraction.times.timing import statement_interval
from timeweave.language.addressing import addressed_stretches
from timeweave.language.names import canonical_key
from timeweave.language.sentences import sentence_spans
from timeweave.records import Document, Extraction, Span, Statement
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.fiscal_start import FISCAL_YEAR_START, metadata_calendar, named_month
from timeweave.temporal.interval import Granularity, Interval

_MOST_QUOTED = 3  # sentences
_NEARBY = 3  # sentences before the quotation in which what it refers to may be named


@dataclass(frozen=True, slots=True)
class Place:
    """A quotation with the sentences that it touches (``each``, and ``sentences`` as one span), their ``text`` and
    ``statements``, and the stretch ``nearby`` that reaches back to what they may refer to.
    """

    quote: Span
    each: tuple[Span, ...]
    sentences: Span
    nearby: Span
    text: str
    statements: tuple[Statement, ...]


class SentencesRead:
    """The sentences of ``document`` with their times and names, as rules read them."""

    def __init__(self, document: Document, extraction: Extraction) -> None:
        self.document = document
        self.extraction = extraction
        self.names = SaidNames(document, extraction)
        self._sentences = sentence_spans(document.text)
        self._ends = [s.end for s in self._sentences]
        self._statements = {s.span: s for s in extraction.statements}
        blocks = extraction.layout.blocks
        numbered = ((index, block, block.span) for index, block in enumerate(blocks))
        entries = dated_entries(numbered, document.text, document.date)
        anchors = Anchors(document, ((block, block.span) for block in blocks), entries=entries)
        self._found = ExpressionsBySentence(document, _calendar(document, extraction), anchors)
        self._addressed = addressed_stretches(document.text, self._sentences)

    def text(self, span: Span) -> str:
        """The words of a span."""
        return self.document.text[span.start : span.end]

    def place(self, quote: Span) -> Place | None:
        """Where a quotation stands; ``None`` where it touches no sentence or reaches over too many."""
        first = bisect.bisect_right(self._ends, quote.start)
        last = first
        while last < len(self._sentences) and self._sentences[last].start < quote.end:
            last += 1
        if not first < last <= first + _MOST_QUOTED:
            return None
        each = tuple(self._sentences[first:last])
        whole = Span(each[0].start, each[-1].end)
        nearby = Span(self._sentences[max(0, first - _NEARBY)].start, whole.end)
        statements = tuple(self._statements[s] for s in each if s in self._statements)
        return Place(quote, each, whole, nearby, self.text(whole), statements)

    def is_addressed(self, quote: Span) -> bool:
        """Whether a quotation is taken from an order to whoever reads the document by machine."""
        return any(s.overlaps(quote) for s in self._addressed)

    def expressions(self, sentence: Span) -> list[TimeExpression]:
        """The time expressions of a sentence, with offsets inside it."""
        return self._found.within(sentence)

    def times(self, place: Place) -> StatedTimes:
        """The times at which what is said at a place may hold."""
        document = self.document
        day = None if document.date is None else Interval.unit(document.date, Granularity.DAY)
        implied = [*(s.valid for s in place.statements), document.period, day]
        return stated_times([(self.text(s), self.expressions(s)) for s in place.each], implied)

    def carried(self, place: Place) -> Interval | None:
        """The time that rules give the first sentence of a place."""
        known = next((s.valid for s in place.statements), None)
        return known or self.valid(place.each[0])

    def valid(self, sentence: Span) -> Interval | None:
        """The time that a sentence speaks of, where rules made no statement of it."""
        document = self.document
        return statement_interval(
            self.text(sentence), self.expressions(sentence), period=document.period, date=document.date
        )

    def sentence_at(self, place: Place, at: Span) -> Span:
        """The quoted sentence that holds the start of ``at``, else the first."""
        return next((s for s in place.each if s.start <= at.start < s.end), place.each[0])


def _calendar(document: Document, extraction: Extraction) -> FiscalCalendar | None:
    """The fiscal calendar in which rules read the document (`extraction.times.fiscal.fiscal_years`)."""
    given = metadata_calendar(document.metadata)
    period = document.period
    if given is not None or not document.entities:
        return given
    if period is not None and period.is_unit and period.granularity in (Granularity.QUARTER, Granularity.YEAR):
        return None
    subject = canonical_key(document.entities[0])
    starts = [f.object for f in extraction.facts if f.relation == FISCAL_YEAR_START and f.subject == subject]
    return named_month(starts[0]) if starts else None
