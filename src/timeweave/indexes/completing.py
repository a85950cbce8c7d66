"""Index files of kinds that came later, made of what a store holds: its texts and the vectors of its statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from timeweave.errors import IndexDamagedError
from timeweave.indexes.chunks.columns import CHUNKS
from timeweave.indexes.columns import STATEMENTS
from timeweave.indexes.evidence.edges import EDGES
from timeweave.indexes.evidence.shingles import SHINGLES
from timeweave.indexes.growth import SegmentKind
from timeweave.indexes.segment_file import SegmentFile, flush_folder
from timeweave.indexes.stored_vectors import StoredVectors
from timeweave.records import Extraction, Prepared
from timeweave.store.base import Transaction, View

_COUNTED = {CHUNKS: "document_rows", SHINGLES: "document_rows", EDGES: "chunks"}  # where each kind counts a version's
_SETTING = "indexes"  # under which a store says which kinds hold all its documents, besides those it was made with


def note_complete(transaction: Transaction, kinds: Iterable[SegmentKind]) -> None:
    """Let the store know that these kinds hold all its documents."""
    names = " ".join(sorted(kind.name for kind in kinds))
    if transaction.setting(_SETTING) != names:
        transaction.set_setting(_SETTING, names)


def missing_kinds(view: View, kinds: Sequence[SegmentKind]) -> list[SegmentKind]:
    """Those that this store did not know when it was written."""
    known = (view.setting(_SETTING) or "").split()
    return [kind for kind in kinds if kind.name not in known]


def make_kinds(transaction: Transaction, kinds: Sequence[SegmentKind], folder: Path) -> None:
    """Put files made anew in place of all of these kinds, of every version that the store holds.

    Raises:
        IndexDamagedError: the vectors of the statements cannot be read.
    """
    vectors = StoredVectors(folder, transaction.segments(STATEMENTS))
    writers = [kind.writer() for kind in kinds]
    for ordinal in transaction.held():
        prepared = _as_stored(transaction, ordinal, vectors, folder)
        for writer in writers:
            writer.add(ordinal, prepared)
    written = [writer.finish() for writer in writers]
    if any(written):
        flush_folder(folder)
    for kind, segments in zip(kinds, written, strict=True):
        transaction.replace_segments(kind.name, segments)


def without_chunks(view: View, ordinals: Sequence[int], folder: Path) -> list[int]:
    """Those of ``ordinals`` whose chunks are not all in the index of each kind."""
    counts = [_chunks_held(view, kind, column, folder) for kind, column in _COUNTED.items()]
    chunks = {ordinal: len(view.chunks(ordinal)) for ordinal in ordinals}
    return [ordinal for ordinal, n in chunks.items() if any(held.get(ordinal, 0) != n for held in counts)]


def _chunks_held(view: View, kind: str, column: str, folder: Path) -> dict[int, int]:
    """How many chunks of each version the files of a kind hold."""
    held: dict[int, int] = {}
    for ref in view.segments(kind):
        file = SegmentFile(folder, ref)
        held.update(zip(file.part("documents").tolist(), file.part(column).tolist(), strict=True))
    return held


def _as_stored(transaction: Transaction, ordinal: int, vectors: StoredVectors, folder: Path) -> Prepared:
    """A version as it was prepared, as far as rows of chunks are made of it."""
    statements = tuple(transaction.statements_of(ordinal))
    found = vectors.of(ordinal)
    document = transaction.original(ordinal)
    if len(found) != len(statements):
        what = f"the index holds {len(found)} of the {len(statements)} statements of document {document.id!r}"
        raise IndexDamagedError(f"{what}: `timeweave check --repair` makes them anew", path=str(folder))
    return Prepared(
        document=document,
        digest="",
        extraction=Extraction(tuple(transaction.chunks(ordinal)), statements, (), (), (), ()),
        vectors=found,
        entity_vectors=np.empty((0, vectors.dimensions), np.float32),
        terms=(),
        usage={},
    )
