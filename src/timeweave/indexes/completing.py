"""Index files of kinds that came later, made of what a store holds: its texts and the vectors of its statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from timeweave.errors import IndexDamagedError
from timeweave.indexes.chunk_words import chunk_words
from timeweave.indexes.chunks.columns import CHUNKS
from timeweave.indexes.columns import STATEMENTS
from timeweave.indexes.evidence.edges import EDGES
from timeweave.indexes.evidence.shingles import SHINGLES
from timeweave.indexes.growth import SegmentKind
from timeweave.indexes.segment_file import SegmentFile, repairing, spare
from timeweave.indexes.stored import scattered_codes
from timeweave.records import Extraction, Prepared, SegmentRef
from timeweave.records.vectors import PartedVectors
from timeweave.store.base import Transaction, View
from timeweave.store.locking import flush_folder

_COUNTED = {CHUNKS: "document_rows", SHINGLES: "document_rows", EDGES: "chunks"}  # where each kind counts a version's
_SETTING = "indexes"  # under which a store says which kinds hold all its documents, besides those it was made with

_NARROW = "vectors-in-8-bits"


def note_complete(transaction: Transaction, kinds: Iterable[SegmentKind]) -> None:
    """Let the store know that these kinds hold all its documents, and that its files are written as they are now."""
    noted = " ".join(sorted({_NARROW, *(name for kind in kinds for name in (kind.name, kind.mark))}))
    if transaction.setting(_SETTING) != noted:
        transaction.set_setting(_SETTING, noted)


def missing_kinds(view: View, kinds: Sequence[SegmentKind]) -> list[SegmentKind]:
    """Those that this store did not know when it was written."""
    known = (view.setting(_SETTING) or "").split()
    return [kind for kind in kinds if kind.name not in known]


def may_be_wide(view: View) -> bool:
    """Whether the store may have files of earlier versions, which are larger."""
    return _NARROW not in (view.setting(_SETTING) or "").split()


def kinds_to_make(view: View, kinds: Sequence[SegmentKind]) -> list[SegmentKind]:
    """Those that this store did not know when it was written, or that are made otherwise since: before anything is
    added to them, they are to be made anew.
    """
    known = (view.setting(_SETTING) or "").split()
    return [kind for kind in kinds if kind.mark not in known]


def make_kinds(transaction: Transaction, kinds: Sequence[SegmentKind], folder: Path) -> None:
    """Put files made anew in place of all of these kinds, of every version that the store holds.

    Raises:
        IndexDamagedError: the vectors of the statements cannot be read.
    """
    vectors = _StoredVectors(folder, transaction.segments(STATEMENTS))
    writers = [kind.writer() for kind in kinds]
    for ordinal in transaction.held():
        prepared = _as_stored(transaction, ordinal, vectors, folder)
        for writer in writers:
            writer.add(ordinal, prepared)
    written = [writer.finish() for writer in writers]
    if any(written):
        flush_folder(folder)
    for kind, segments in zip(kinds, written, strict=True):
        spare(folder, (ref.name for ref in transaction.segments(kind.name)))
        transaction.replace_segments(kind.name, segments)


def without_chunks(view: View, folder: Path) -> list[int]:
    """The versions whose chunks are not all in the index of each kind, superseded ones too."""
    counts = [_chunks_held(view, kind, column, folder) for kind, column in _COUNTED.items()]
    return [o for o, (_, _, chunks) in view.sizes().items() if any(held.get(o, 0) != chunks for held in counts)]


def _chunks_held(view: View, kind: str, column: str, folder: Path) -> dict[int, int]:
    """How many chunks of each version the files of a kind hold."""
    held: dict[int, int] = {}
    for ref in view.segments(kind):
        file = SegmentFile(folder, ref)
        held.update(zip(file.part("documents").tolist(), file.part(column).tolist(), strict=True))
    return held


def _as_stored(transaction: Transaction, ordinal: int, vectors: _StoredVectors, folder: Path) -> Prepared:
    """A version as it was prepared, as far as rows of chunks are made of it."""
    statements = tuple(transaction.statements_of(ordinal))
    found = vectors.of(ordinal)
    document = transaction.original(ordinal)
    if len(found) != len(statements):
        what = f"the index holds {len(found)} of the {len(statements)} statements of document {document.id!r}"
        raise IndexDamagedError(f"{what}: {repairing(folder)} makes them anew", path=str(folder))
    chunks = tuple(transaction.chunks(ordinal))
    layout = transaction.layout(ordinal)
    return Prepared(
        document=document,
        digest="",
        extraction=Extraction(chunks, statements, (), (), (), (), layout=layout),
        vectors=found,
        entity_vectors=np.empty((0, vectors.dimensions), np.float32),
        terms=(),
        usage={},
        chunk_words=chunk_words(document, chunks, layout),
    )


class _StoredVectors:
    """The vectors of the statements that segments ``refs`` hold, those of a document in the order of its statements.

    Raises:
        IndexDamagedError: a file is missing or damaged.
    """

    def __init__(self, folder: Path, refs: Sequence[SegmentRef]) -> None:
        self._files = [SegmentFile(folder, ref) for ref in refs]
        self._orders = [np.argsort(file.part("ordinals"), kind="stable") for file in self._files]
        self._sorted = [file.part("ordinals")[order] for file, order in zip(self._files, self._orders, strict=True)]
        self._holding = {
            ordinal: number for number, file in enumerate(self._files) for ordinal in file.part("documents").tolist()
        }

    @property
    def dimensions(self) -> int:
        """Of each vector; 0 when there is none."""
        return int(self._files[0].part("codes", 0, 0).shape[1]) if self._files else 0

    def of(self, ordinal: int) -> np.ndarray | PartedVectors:
        """Those of a version (rows × dimensions, float32)."""
        number = self._holding.get(ordinal)
        if number is None:
            return np.empty((0, self.dimensions), np.float32)
        file = self._files[number]
        first, end = np.searchsorted(self._sorted[number], (ordinal, ordinal + 1))
        rows = np.sort(self._orders[number][first:end])
        in_order = rows[np.argsort(file.take("indexes", rows))]
        return scattered_codes(file, in_order).vectors
