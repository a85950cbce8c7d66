"""The evidence of a result as statements with their places, read once per answer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from timeweave.answering.context.matching import word_terms
from timeweave.blocks import alone, announces, label_of, lead_in, row_in_words
from timeweave.embedding.reader import Excerpt, titled
from timeweave.extraction.times.headings import entry_day, versions_of
from timeweave.extraction.times.timing import expression_anchor
from timeweave.language.release_notes import Release, common_series, release_of
from timeweave.language.terms import index_terms
from timeweave.language.word_forms import with_forms
from timeweave.records import (
    BlockKind,
    Citation,
    CleanText,
    DocumentId,
    DocumentInfo,
    EntityId,
    Layout,
    PlacedSupport,
    Span,
    Statement,
)
from timeweave.results import SearchResult
from timeweave.store.base import View
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import find_stretches

_SHORT = 8  # words of a reply


@dataclass(frozen=True, slots=True)
class Section:
    """What release notes say of a version: its name, the day on which it came out, the block that heads it."""

    title: str
    day: dt.date | None
    heading: int


@dataclass(frozen=True, eq=False)
class Line:
    """A statement of the evidence; what its words say is read when first needed, and once.

    ``stored`` is how its document has it, ``clean`` how that is read; ``lead`` are the words that introduce it, such as
    those before a list or the question that a turn answers, ``row`` the cells of a table with their headers; ``said``
    is the day of its message or entry, ``speaker`` who says it, ``section`` the version of release notes under which it
    stands; ``rank`` counts
    the evidence it stands in from 0.
    """

    info: DocumentInfo
    statement: Statement
    stored: str
    clean: CleanText
    chunk_id: str
    rank: int
    lead: str = ""
    row: str = ""
    said: dt.date | None = None
    section: Section | None = None
    speaker: EntityId | None = None

    @property
    def in_context(self) -> str:
        """Its words as they are to be read alone: after those that introduce it, or as a row under its header."""
        return self.lead + self.text if self._is_short_reply else alone(self.text, self.lead, self.row)

    @property
    def is_introduced(self) -> bool:
        """Whether words before it announce it, as those before a list do."""
        return announces(self.lead)

    @property
    def _is_short_reply(self) -> bool:
        """Whether it answers a question of another in a few words, which say nothing without it: "Ann: three years"."""
        return self.speaker is not None and "?" in self.lead and len(self.text.split()) <= _SHORT

    @property
    def text(self) -> str:
        """Its words, without mark-up."""
        return self.clean.text

    @property
    def day(self) -> dt.date:
        """The day on which it was said: that of its message or entry, else that of its document."""
        return self.said or self.info.observed

    @property
    def anchor(self) -> dt.date | None:
        """The day that its relative times count from."""
        return self.said or expression_anchor(self.info.period, self.info.observed)

    @cached_property
    def excerpt(self) -> Excerpt:
        """Its words as a reader is shown them, with what its document is."""
        return Excerpt(self.in_context, about(self.info, self.section))

    @cached_property
    def terms(self) -> frozenset[str]:
        """Its index terms, with those of the words that introduce it, and with all forms of irregular ones."""
        return with_forms(index_terms(self.lead + self.text))

    @cached_property
    def title_terms(self) -> frozenset[str]:
        """The index terms of the title of its document."""
        return word_terms(self.section.title if self.section is not None else self.info.title)

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

    def is_cited(self, citations: Iterable[Citation]) -> bool:
        """Whether one of ``citations`` has words of it."""
        span = self.statement.span
        return any(c.document_id == self.info.id and c.start < span.end and span.start < c.end for c in citations)

    def place(self, offset: int) -> int:
        """Where a character of its words stands in the document."""
        return self.clean.stored(Span(offset, offset + 1)).start

    def citation(self, span: Span | None = None) -> Citation:
        """A citation of the whole statement, or of the characters ``span`` of its words."""
        place = self.statement.span if span is None else self.clean.stored(span)
        start = place.start - self.statement.span.start
        quote = self.stored[start : start + place.end - place.start]
        return Citation(self.info.id, self.chunk_id, place.start, place.end, quote)


def evidence_lines(result: SearchResult, view: View) -> list[Line]:
    """The statements that lie wholly inside the evidence, in its order, then by position."""
    lines: list[Line] = []
    chunks: dict[str, Sequence[str]] = {}
    infos: dict[str, DocumentInfo] = {}
    versions = Versions(view)
    for rank, evidence in enumerate(result.evidence):
        name = evidence.document_id
        if name not in infos:
            info = view.document(DocumentId(name))
            if info is None:
                continue
            infos[name] = info
            chunks[name] = [c.id for c in view.chunks(info.ordinal)]
        layout = view.layout(infos[name].ordinal)
        for statement in view.statements_of(infos[name].ordinal, Span(evidence.start, evidence.end)):
            span = statement.span
            stored = evidence.text[span.start - evidence.start : span.end - evidence.start]
            chunk, clean = chunks[name][statement.chunk], layout.clean(stored, span.start)
            words = partial(_words, view, infos[name].ordinal, layout)
            lead = lead_in(layout, words, span) or label_of(layout, words, span)
            row = row_in_words(layout, words, span)
            block = layout.block_at(span.start)
            told = block.time if block is not None else None
            said = entry_day(layout, words, block, infos[name].published) if told is None else told.date()
            section = versions.above(infos[name], span.start)
            speaks = block is not None and block.speaker
            speaker = next(iter(statement.entities), None) if speaks else None
            lines.append(Line(infos[name], statement, stored, clean, chunk, rank, lead, row, said, section, speaker))
    return lines


class Versions:
    """The versions of which the documents of a view are release notes, each read once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[int, Mapping[int, Release]] = {}
        self._numbering: dict[tuple[int, int], bool] = {}

    def above(self, info: DocumentInfo, offset: int) -> Section | None:
        """The version under whose heading a character of a document stands."""
        layout = self._view.layout(info.ordinal)
        words = partial(_words, self._view, info.ordinal, layout)
        index = layout.index_at(offset)
        block = None if index is None else layout.blocks[index]
        above = list(layout.headings_above(block))
        if index is not None and block is not None and block.kind is BlockKind.HEADING:
            above.insert(0, index)
        if not any(self._numbers(info.ordinal, index, words) for index in above):
            return None
        if info.ordinal not in self._known:
            self._known[info.ordinal] = versions_of(layout, words, f"{info.title} {info.id}")
        known = self._known[info.ordinal]
        heading = next((index for index in above if index in known), None)
        if heading is None:
            return None
        release = known[heading]
        series = release.series or common_series(known.values(), info.title, info.id)
        return Section(f"{series} {release.number.text}".strip(), release.day, heading)

    def _numbers(self, ordinal: int, heading: int, words: Callable[[Span], str]) -> bool:
        """Whether a heading of a document numbers a version, whatever the document is."""
        if (ordinal, heading) not in self._numbering:
            span = self._view.layout(ordinal).blocks[heading].span
            self._numbering[ordinal, heading] = release_of(words(span)) is not None
        return self._numbering[ordinal, heading]


def about(info: DocumentInfo, section: Section | None = None) -> str:
    """What a document is, or a section of it, in words: its title, and the day of its publication."""
    return titled(info.title, info.published) if section is None else titled(section.title, section.day)


def _words(view: View, ordinal: int, layout: Layout, span: Span) -> str:
    return layout.words(view.text(ordinal, span), span.start)


def cite_span(info: DocumentInfo, span: Span, view: View) -> Citation:
    """A citation of a stretch of a document, in the chunk where it begins."""
    chunks = view.chunks(info.ordinal)
    chunk = next((c.id for c in chunks if c.span.start <= span.start < c.span.end), chunks[0].id)
    return Citation(info.id, chunk, span.start, span.end, view.text(info.ordinal, span))


def cite(support: PlacedSupport, view: View) -> Citation:
    """A citation of the place that states a fact."""
    quote = view.text(support.key.ordinal, support.span)
    return Citation(support.document_id, support.chunk_id, support.span.start, support.span.end, quote)
