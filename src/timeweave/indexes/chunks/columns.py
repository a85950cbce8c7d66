"""Chunks as rows of a segment: what TWE-RAG ranks, with their terms, days and vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.chunk_words import chunk_words_of
from timeweave.indexes.composed import kept
from timeweave.indexes.lists import StoredLists, WordLists
from timeweave.indexes.merging import merging_by_position
from timeweave.indexes.quantised import Codes, coded
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import (
    code_arrays,
    document_arrays,
    rows_of_each,
    stored_documents,
    whole_codes,
)
from timeweave.records import Chunk, DateSource, Document, Prepared, SegmentRef, Statement
from timeweave.records.vectors import PartedVectors, width_of

CHUNKS = "chunks"

_COLUMNS = ("ordinals", "indexes", "days", "lengths")


@dataclass(frozen=True, slots=True, eq=False)
class ChunkColumns:
    """Chunks by (ordinal, index), as parallel arrays; ``documents`` are the distinct ordinals with ids, ascending.

    ``lengths`` counts each chunk's terms, repeats included; ``days`` are publication days as of
    `datetime.date.toordinal`, 0 where the document bears no date.
    """

    kind: ClassVar[str] = CHUNKS
    documents: tuple[tuple[int, str], ...]
    coded: Codes
    terms: WordLists
    ordinals: np.ndarray
    indexes: np.ndarray
    days: np.ndarray
    lengths: np.ndarray

    def __len__(self) -> int:
        return len(self.ordinals)

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> ChunkColumns:
        """Of one document."""
        document, extraction = prepared.document, prepared.extraction
        terms = chunk_words_of(prepared).terms
        said = kept(prepared.vectors).vectors  # as it is kept of the statements
        return cls(
            documents=((ordinal, document.id),),
            ordinals=np.full(len(terms), ordinal, np.int32),
            indexes=np.asarray([c.index for c in extraction.chunks], np.int32),
            days=np.full(len(terms), published(document), np.int32),
            lengths=np.asarray([sum(t.values()) for t in terms], np.int32),
            coded=coded(chunk_vectors(extraction.chunks, extraction.statements, said)),
            terms=WordLists.of_rows(terms),
        )

    @classmethod
    def read(cls, file: SegmentFile) -> ChunkColumns:
        """Of a segment, every byte verified."""
        terms = StoredLists(file, "terms").whole()
        return cls(stored_documents(file), whole_codes(file), terms, *map(file.part, _COLUMNS))

    @classmethod
    def merged(cls, parts: Sequence[ChunkColumns], without: frozenset[int] = frozenset()) -> ChunkColumns:
        """Of several together, the rows of the documents ``without`` left out."""
        rows = merging_by_position(parts, without)
        vectors = Codes.joined(_one_width([p.coded for p in parts])).taken(rows.order)
        return cls(rows.documents, vectors, rows.lists("terms"), *map(rows.column, _COLUMNS))

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        arrays = {
            **{name: getattr(self, name) for name in _COLUMNS},
            **document_arrays(self.documents, rows_of_each(self.ordinals)),
            **self.terms.arrays("terms"),
            **code_arrays(self.coded),
        }
        return write_segment(folder, self.kind, len(self), arrays, {"terms": int(self.lengths.sum(dtype=np.int64))})


def published(document: Document) -> int:
    """The day that a document bears; 0 for none."""
    dated = document.date is not None and document.date_source is not DateSource.ADDED
    return document.date.toordinal() if document.date is not None and dated else 0


def chunk_vectors(
    chunks: Sequence[Chunk], statements: Sequence[Statement], vectors: np.ndarray | PartedVectors
) -> np.ndarray:
    """For each chunk the mean of the vectors of the statements that begin in it, at unit length (float32); of zeros
    where there is none. A statement where two chunks overlap counts in both.
    """
    starts = np.asarray([s.span.start for s in statements], np.int64)
    held_by = np.asarray([s.chunk for s in statements], np.int64)
    means = np.zeros((len(chunks), width_of(vectors)), np.float64)
    for row, chunk in enumerate(chunks):
        inside = (starts >= chunk.span.start) & (starts < chunk.span.end) | (held_by == chunk.index)
        if inside.any():
            means[row] = vectors[inside].mean(axis=0, dtype=np.float64)
    lengths = np.sqrt((means * means).sum(axis=1, keepdims=True))
    return np.asarray(np.divide(means, lengths, out=np.zeros_like(means), where=lengths > 0), np.float32)


def _one_width(parts: Sequence[Codes]) -> list[Codes]:
    """Vectors of one width; those of none stand for zeros, since nothing told how wide they would be."""
    width = max(p.width for p in parts)
    return [p if p.width == width else coded(np.zeros((len(p), width), np.float32)) for p in parts]
