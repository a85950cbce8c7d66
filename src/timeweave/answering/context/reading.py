"""The evidence of a result as statements with their places, read once per answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from timeweave.answering.context.matching import word_terms
from timeweave.language.terms import index_terms
from timeweave.records import Citation, DocumentId, DocumentInfo, PlacedSupport, Span, Statement
from timeweave.results import SearchResult
from timeweave.store.base import View
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import find_stretches


@dataclass(frozen=True, eq=False)
class Line:
    """A statement of the evidence; what its words say is read when first needed, and once.

    ``rank`` counts the evidence it stands in from 0.
    """

    info: DocumentInfo
    statement: Statement
    text: str
    chunk_id: str
    rank: int

    @cached_property
    def terms(self) -> frozenset[str]:
        """Its index terms."""
        return frozenset(index_terms(self.text))

    @cached_property
    def title_terms(self) -> frozenset[str]:
        """The index terms of the title of its document."""
        return word_terms(self.info.title)

    @cached_property
    def told_times(self) -> tuple[Interval, ...]:
        """The times that it tells in its words."""
        return tuple(time for s in find_stretches(self.text) for time in s.times)

    @cached_property
    def times(self) -> tuple[Interval, ...]:
        """The times that it tells in its words, else the one that it was read with."""
        return self.told_times or (() if self.statement.valid is None else (self.statement.valid,))

    @cached_property
    def periods(self) -> tuple[Interval, ...]:
        """The time it speaks of, then what its document reports on."""
        return tuple(dict.fromkeys(p for p in (self.statement.valid, self.info.period) if p is not None))

    def citation(self, span: Span | None = None) -> Citation:
        """A citation of the whole statement, or of ``span`` of its document inside it."""
        place = span or self.statement.span
        start = place.start - self.statement.span.start
        quote = self.text[start : start + place.end - place.start]
        return Citation(self.info.id, self.chunk_id, place.start, place.end, quote)

    def cite_part(self, span: Span) -> Citation:
        """A citation of ``span`` of its own text."""
        start = self.statement.span.start
        return self.citation(Span(start + span.start, start + span.end))


def evidence_lines(result: SearchResult, view: View) -> list[Line]:
    """The statements that lie wholly inside the evidence, in its order, then by position."""
    lines: list[Line] = []
    chunks: dict[str, Sequence[str]] = {}
    infos: dict[str, DocumentInfo] = {}
    for rank, evidence in enumerate(result.evidence):
        name = evidence.document_id
        if name not in infos:
            info = view.document(DocumentId(name))
            if info is None:
                continue
            infos[name] = info
            chunks[name] = [c.id for c in view.chunks(info.ordinal)]
        for statement in view.statements_of(infos[name].ordinal, Span(evidence.start, evidence.end)):
            text = evidence.text[statement.span.start - evidence.start : statement.span.end - evidence.start]
            chunk = chunks[name][statement.chunk]
            lines.append(Line(infos[name], statement, text, chunk, rank))
    return lines


def cite(support: PlacedSupport, view: View) -> Citation:
    """A citation of the place that states a fact."""
    quote = view.text(support.key.ordinal, support.span)
    return Citation(support.document_id, support.chunk_id, support.span.start, support.span.end, quote)
