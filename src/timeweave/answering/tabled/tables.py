"""The tables of the evidence, read when a question may ask for one of their cells."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.tabled.evidence import with_tables
from timeweave.extraction.tables import ReadTable, TableCell, tables_of
from timeweave.language.addressing import addressed
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS, SHORT_MONTHS
from timeweave.question.cell_words import terms_of
from timeweave.records import Citation, Document, DocumentInfo, Layout
from timeweave.temporal.fiscal_start import metadata_calendar, stated_starts

_NAMED = lazily(r"\.\w+$|\W|_")
_DATED = lazily(rf"[\W\d_]+|\b{any_of((*MONTHS, *SHORT_MONTHS))}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A table with the document that it stands in; ``terms`` are those of what goes for all of it."""

    info: DocumentInfo
    table: ReadTable
    terms: frozenset[str]

    @property
    def edition(self) -> str:
        """What the document is called but for its date, and whom it is of: alike of what comes out again and again."""
        return " ".join((_DATED.sub(" ", self.info.title).casefold(), *self.info.entities)).strip()


def tables_in_evidence(context: AnswerContext) -> Iterator[Told]:
    """The tables of the documents of the evidence, in its order."""
    for info, layout in with_tables(context):
        document = context.view.original(info.ordinal)
        about = " ".join([document.title or _NAMED.sub(" ", document.id), *document.entities])
        for table in _read(_Kept(document, layout)):
            yield Told(info, table, terms_of(f"{about} {' '.join(table.captions)}"))


class _Kept:
    """A document and its layout, alike where its id and text are."""

    def __init__(self, document: Document, layout: Layout) -> None:
        self.document = document
        self.layout = layout
        self._key = (document.id, document.text, document.date, document.period, document.entities)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self._key == other._key


@functools.lru_cache(maxsize=64)
def _read(kept: _Kept) -> tuple[ReadTable, ...]:
    document = kept.document
    calendar = metadata_calendar(document.metadata)
    if calendar is None and document.period is None:
        stated = {start.calendar for start in stated_starts(document.text)}
        calendar = stated.pop() if len(stated) == 1 else None
    return tuple(tables_of(document, kept.layout, calendar))


def is_order(cell: TableCell) -> bool:
    """Whether a cell addresses a model."""
    return addressed([cell.text])[0]


def cite_row(told: Told, cell: TableCell, context: AnswerContext) -> Citation:
    """The row of a cell as it is stored."""
    ordinal, span = told.info.ordinal, cell.span
    chunks = context.view.chunks(ordinal)
    chunk = next((c for c in chunks if c.span.start <= span.start < c.span.end), chunks[0])
    return Citation(told.info.id, chunk.id, span.start, span.end, context.view.text(ordinal, span))
