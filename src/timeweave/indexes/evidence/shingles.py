"""The shingles of chunks, by chunk and by shingle: where a new document looks up which earlier ones share its words.

For each chunk the distinct hashes of its word 3-grams are kept, of each so many bits as tell those of a store apart,
and its bands (`timeweave.indexes.evidence.bands`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.chunk_words import chunk_words_of
from timeweave.indexes.evidence.bands import BANDS
from timeweave.indexes.lists import narrow
from timeweave.indexes.merging import merging_by_position
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import Documents, document_arrays, rows_of_each, stored_documents
from timeweave.records import Chunk, ChunkWords, Prepared, SegmentRef

SHINGLES = "shingles"

_HASH_BITS = 40  # of a hash of 64: two of a million different ones are the same by a chance of 0.4
_DROPPED = np.uint64(64 - _HASH_BITS)
_32_BITS = np.uint64(32)


@dataclass(frozen=True, eq=False)
class ShingleColumns:
    """Chunks by (ordinal, index), as parallel arrays; ``documents`` are the ordinals with their ids, ascending.

    ``sizes`` counts each chunk's distinct shingles. ``hashes`` are those of all chunks, ascending, ``holders`` the row
    that has each. ``bands`` are the bands of all chunks (band and value in 64 bits), ascending, ``band_holders`` their
    rows.
    """

    kind: ClassVar[str] = SHINGLES
    documents: Documents
    ordinals: np.ndarray
    indexes: np.ndarray
    sizes: np.ndarray
    hashes: np.ndarray
    holders: np.ndarray
    bands: np.ndarray
    band_holders: np.ndarray

    def __len__(self) -> int:
        return len(self.ordinals)

    @functools.cached_property
    def places(self) -> np.ndarray:
        """For row after row, where its shingles stand in ``hashes``, ascending."""
        return np.argsort(self.holders, kind="stable").astype(np.int32)

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
            found[filled] = np.add.reduceat(_mixed(self.hashes)[self.places], self.firsts[filled])
        return found

    def like(self, hashes: np.ndarray) -> Iterator[int]:
        """The rows that have just these shingles, ascending."""
        for row in np.flatnonzero(
            (self.sums == _mixed(hashes).sum(dtype=np.uint64)) & (self.sizes == len(hashes))
        ).tolist():
            if np.array_equal(self.set_of(row), hashes):
                yield row

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> ShingleColumns:
        """Of one document."""
        return cls.of_chunks(ordinal, prepared.document.id, prepared.extraction.chunks, chunk_words_of(prepared))

    @classmethod
    def read(cls, file: SegmentFile) -> ShingleColumns:
        """Of a segment, every byte verified."""
        part = file.part
        if "band_sizes" in file:
            bands, hashes = _unfolded(file, "band"), _unfolded(file, "hash")
        else:  # as earlier versions wrote them
            bands, hashes = part("bands"), part("hashes") >> _DROPPED
        holders, band_holders = (part(name).astype(np.int32) for name in ("holders", "band_holders"))
        columns = (part("ordinals"), part("indexes"), part("sizes"), hashes, holders, bands, band_holders)
        return cls(stored_documents(file), *columns)

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
            (np.concatenate([none, *words.shingles]) >> _DROPPED, np.repeat(rows, sizes)),
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
        return cls(documents, ordinals, indexes, sizes, *_by_value(*held), *_by_value(*met))

    def write(self, folder: Path) -> SegmentRef:
        """As a segment file; see `write_segment`."""
        arrays = {
            "ordinals": self.ordinals,
            "indexes": self.indexes,
            "sizes": self.sizes,
            **document_arrays(self.documents, rows_of_each(self.ordinals)),
            **_folded("band", self.bands, BANDS),
            "band_holders": narrow(self.band_holders),
            **_folded("hash", self.hashes, 1 << (_HASH_BITS - 32)),
            "holders": narrow(self.holders),
        }
        return write_segment(folder, self.kind, len(self), arrays, {})


def _folded(name: str, values: np.ndarray, most: int) -> dict[str, np.ndarray]:
    """Ascending numbers as their lower 32 bits, and how many there are of each number above these, of ``most``."""
    above = (values >> _32_BITS).astype(np.int64)
    return {
        f"{name}_sizes": narrow(np.bincount(above, minlength=most)),
        f"{name}_lows": values.astype(np.uint32),
    }


def _unfolded(file: SegmentFile, name: str) -> np.ndarray:
    """The inverse of `_folded`."""
    sizes = file.part(f"{name}_sizes")
    above = np.repeat(np.arange(len(sizes), dtype=np.uint64), sizes) << _32_BITS
    return np.asarray(above | file.part(f"{name}_lows"))


def _mixed(hashes: np.ndarray) -> np.ndarray:
    """Numbers of 64 bits, sums of which tell sets of hashes apart."""
    spread = hashes * np.uint64(0x9E37_79B9_7F4A_7C15)
    return np.asarray(spread ^ spread >> _32_BITS)


def _by_value(values: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    kept = np.flatnonzero(rows >= 0)
    order = kept[np.lexsort((rows[kept], values[kept]))]
    return values[order], rows[order].astype(np.int32)
