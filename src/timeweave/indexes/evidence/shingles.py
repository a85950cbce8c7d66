"""The shingles of chunks, by chunk and by shingle: where a new document looks up which earlier ones share its words.

For each chunk the distinct hashes of its word 3-grams are kept, and its bands (`timeweave.indexes.evidence.bands`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.chunk_words import chunk_words_of
from timeweave.indexes.merging import merging_by_position
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import Documents, document_arrays, rows_of_each, stored_documents
from timeweave.records import Chunk, ChunkWords, Prepared, SegmentRef

SHINGLES = "shingles"


@dataclass(frozen=True, eq=False)
class ShingleColumns:
    """Chunks by (ordinal, index), as parallel arrays; ``documents`` are the ordinals with their ids, ascending.

    ``sizes`` counts each chunk's distinct shingles. ``hashes`` are those of all chunks, ascending, ``holders`` the row
    that has each; ``places`` leads the other way: for row after row, where its shingles stand in ``hashes``, ascending.
    ``bands`` are the bands of all chunks (band and value in 64 bits), ascending, ``band_holders`` their rows.
    """

    kind: ClassVar[str] = SHINGLES
    documents: Documents
    ordinals: np.ndarray
    indexes: np.ndarray
    sizes: np.ndarray
    hashes: np.ndarray
    holders: np.ndarray
    places: np.ndarray
    bands: np.ndarray
    band_holders: np.ndarray

    def __len__(self) -> int:
        return len(self.ordinals)

    @functools.cached_property
    def firsts(self) -> np.ndarray:
        """Where the ``places`` of each row begin, and where the last ones end."""
        return np.concatenate([[0], np.cumsum(self.sizes, dtype=np.int64)])

    def set_of(self, row: int) -> np.ndarray:
        """The shingles of a row, ascending."""
        return np.asarray(self.hashes[self.places[self.firsts[row] : self.firsts[row + 1]]])

    @functools.cached_property
    def sums(self) -> np.ndarray:
        """A number for each row that rows of the same shingles have in common (uint64; 0 for none)."""
        found = np.zeros(len(self), np.uint64)
        filled = np.flatnonzero(self.sizes)
        if len(filled):
            found[filled] = np.add.reduceat(self.hashes[self.places], self.firsts[filled])
        return found

    def like(self, hashes: np.ndarray) -> Iterator[int]:
        """The rows that have just these shingles, ascending."""
        for row in np.flatnonzero((self.sums == hashes.sum(dtype=np.uint64)) & (self.sizes == len(hashes))).tolist():
            if np.array_equal(self.set_of(row), hashes):
                yield row

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> ShingleColumns:
        """Of one document."""
        return cls.of_chunks(ordinal, prepared.document.id, prepared.extraction.chunks, chunk_words_of(prepared))

    @classmethod
    def read(cls, file: SegmentFile) -> ShingleColumns:
        """Of a segment, every byte verified."""
        names = ("ordinals", "indexes", "sizes", "hashes", "holders", "places", "bands", "band_holders")
        return cls(stored_documents(file), *(file.part(name) for name in names))

    @classmethod
    def merged(cls, parts: Sequence[ShingleColumns], without: frozenset[int] = frozenset()) -> ShingleColumns:
        """Of several together, the rows of the documents ``without`` left out."""
        merged = merging_by_position(parts, without)
        held, met = (
            (
                np.concatenate([getattr(p, values) for p in parts]),
                np.concatenate([places[getattr(p, rows)] for p, places in zip(parts, merged.places, strict=True)]),
            )
            for values, rows in (("hashes", "holders"), ("bands", "band_holders"))
        )
        ordinals, indexes, sizes = (merged.column(name) for name in ("ordinals", "indexes", "sizes"))
        return cls._sorted(merged.documents, ordinals, indexes, sizes, held, met)

    @classmethod
    def of_chunks(cls, ordinal: int, document_id: str, chunks: Sequence[Chunk], words: ChunkWords) -> ShingleColumns:
        """Of the chunks of a document."""
        none = np.empty(0, np.uint64)
        sizes = np.asarray([len(hashes) for hashes in words.shingles], np.int32)
        rows = np.arange(len(sizes), dtype=np.int32)
        return cls._sorted(
            ((ordinal, document_id),),
            np.full(len(rows), ordinal, np.int32),
            np.asarray([c.index for c in chunks], np.int32),
            sizes,
            (np.concatenate([none, *words.shingles]), np.repeat(rows, sizes)),
            (np.concatenate([none, *words.bands]), np.repeat(rows, [len(bands) for bands in words.bands])),
        )

    @classmethod
    def _sorted(
        cls,
        documents: Documents,
        ordinals: np.ndarray,
        indexes: np.ndarray,
        sizes: np.ndarray,
        held: tuple[np.ndarray, np.ndarray],
        met: tuple[np.ndarray, np.ndarray],
    ) -> ShingleColumns:
        hashes, holders = _by_value(*held)
        places = np.argsort(holders, kind="stable").astype(np.int32)
        return cls(documents, ordinals, indexes, sizes, hashes, holders, places, *_by_value(*met))

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        arrays = {
            "ordinals": self.ordinals,
            "indexes": self.indexes,
            "sizes": self.sizes,
            **document_arrays(self.documents, rows_of_each(self.ordinals)),
            "bands": self.bands,
            "band_holders": self.band_holders,
            "hashes": self.hashes,
            "holders": self.holders,
            "places": self.places,
        }
        return write_segment(folder, self.kind, len(self), arrays, {})


def _by_value(values: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    kept = np.flatnonzero(rows >= 0)
    order = kept[np.lexsort((rows[kept], values[kept]))]
    return values[order], rows[order].astype(np.int32)
