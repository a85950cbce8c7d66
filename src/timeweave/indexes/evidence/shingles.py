"""The shingles of chunks, by chunk and by shingle: where a new document looks up which earlier ones share its words.

For each chunk the distinct hashes of its word 3-grams are kept, and its bands: the slots of a MinHash signature, of one
row each. Two chunks of similarity J meet in a band by a chance of J, and are candidates where they meet in
`MEETINGS` bands or more: that is a function of the two alone (`benchmarks/evidence_graph.py` says why these numbers).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.indexes.stored import Documents, document_arrays, joined, joined_documents, stored_documents
from timeweave.language.shingles import shingle_hashes, words_of
from timeweave.records import Chunk, Document, Prepared, SegmentRef

SHINGLES = "shingles"
BANDS = 128
MEETINGS = 3

_SEED = 20_110


@dataclass(frozen=True, slots=True, eq=False)
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

    @classmethod
    def of_document(cls, ordinal: int, prepared: Prepared) -> ShingleColumns:
        """Of one document."""
        return _of_chunks(ordinal, prepared)

    @classmethod
    def read(cls, file: SegmentFile) -> ShingleColumns:
        """Of a segment, every byte verified."""
        names = ("ordinals", "indexes", "sizes", "hashes", "holders", "places", "bands", "band_holders")
        return cls(stored_documents(file), *(file.part(name) for name in names))

    @classmethod
    def merged(cls, parts: Sequence[ShingleColumns], without: frozenset[int] = frozenset()) -> ShingleColumns:
        """Of several together, the rows of the documents ``without`` left out."""
        every = functools.partial(joined, parts)
        ordinals, indexes = every("ordinals"), every("indexes")
        keep = np.flatnonzero(~np.isin(ordinals, sorted(without)))
        order = keep[np.lexsort((indexes[keep], ordinals[keep]))]
        placed = np.full(len(ordinals), -1, np.int32)
        placed[order] = np.arange(len(order), dtype=np.int32)
        splits = np.split(placed, np.cumsum([len(p) for p in parts])[:-1])
        held, met = (
            (
                np.concatenate([getattr(p, values) for p in parts]),
                np.concatenate([split[getattr(p, rows)] for p, split in zip(parts, splits, strict=True)]),
            )
            for values, rows in (("hashes", "holders"), ("bands", "band_holders"))
        )
        documents = joined_documents([p.documents for p in parts], without)
        return cls._sorted(documents, ordinals[order], indexes[order], every("sizes")[order], held, met)

    @classmethod
    def of_chunks(cls, ordinal: int, document: Document, chunks: Sequence[Chunk]) -> ShingleColumns:
        """Of the chunks of a document."""
        found = [shingle_hashes(words_of(document.text[c.span.start : c.span.end])) for c in chunks]
        sizes = np.asarray([len(hashes) for hashes in found], np.int32)
        hashes = np.concatenate([np.empty(0, np.uint64), *found])
        rows = np.arange(len(sizes), dtype=np.int32)
        return cls._sorted(
            ((ordinal, document.id),),
            np.full(len(rows), ordinal, np.int32),
            np.asarray([c.index for c in chunks], np.int32),
            sizes,
            (hashes, np.repeat(rows, sizes)),
            (bands_of(hashes, sizes[sizes > 0]).reshape(-1), np.repeat(rows[sizes > 0], BANDS)),
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
        counted = np.unique(self.ordinals, return_counts=True)[1]
        arrays = {
            "ordinals": self.ordinals,
            "indexes": self.indexes,
            "sizes": self.sizes,
            **document_arrays(self.documents, counted),
            "bands": self.bands,
            "band_holders": self.band_holders,
            "hashes": self.hashes,
            "holders": self.holders,
            "places": self.places,
        }
        return write_segment(folder, self.kind, len(self), arrays, {})


@functools.lru_cache(maxsize=1)  # two kinds of segment are made of a document, one after the other
def _of_chunks(ordinal: int, prepared: Prepared) -> ShingleColumns:
    return ShingleColumns.of_chunks(ordinal, prepared.document, prepared.extraction.chunks)


def bands_of(hashes: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The bands (rows × `BANDS`, uint64) of sets of ``sizes`` hashes, none of them empty, given one after the other."""
    if not len(sizes):
        return np.empty((0, BANDS), np.uint64)
    from rensa import RMinHash  # takes 20 ms, and reading needs none of it

    ends = np.cumsum([0, *sizes.tolist()]).astype(np.uint64)
    signatures = RMinHash.digest_matrix_from_flat_token_hashes(np.ascontiguousarray(hashes), ends, BANDS, _SEED)
    values = np.asarray(signatures.to_rows(), np.uint64)
    return np.asarray(np.arange(BANDS, dtype=np.uint64) << np.uint64(32) | values)


def _by_value(values: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    kept = np.flatnonzero(rows >= 0)
    order = kept[np.lexsort((rows[kept], values[kept]))]
    return values[order], rows[order].astype(np.int32)
