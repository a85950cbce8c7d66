"""How the edges of the evidence graph grow: each new version is linked to what the store holds already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from timeweave.indexes.evidence.edges import LIMIT, EdgeColumns, linked, published_by
from timeweave.indexes.evidence.shingles import SHINGLES, ShingleColumns
from timeweave.indexes.growth import FAN_IN, C, Kind, SegmentWriter
from timeweave.indexes.segment_file import SegmentFile
from timeweave.records import Change, Prepared, SegmentRef
from timeweave.store.base import Transaction

SHINGLE_ROWS = 8_192  # of a full segment of shingles, which are some 10 KB each


class EdgesKind(Kind[EdgeColumns]):
    """Segments of edges; the shingles of all that was added before lie in segments of their own kind.

    A version is linked exactly where no more than ``limit`` chunks, its own among them, were published by its day.
    """

    def __init__(self, folder: Path, max_rows: int, limit: int = LIMIT) -> None:
        super().__init__(folder, EdgeColumns, max_rows)
        self._limit = limit
        self._shingles: dict[str, ShingleColumns] = {}
        self._edges: dict[str, EdgeColumns] = {}

    def writer(self) -> SegmentWriter:
        """For building everything anew, versions in the order in which they were added."""
        return _Linking(self._folder, self._max_rows, self._limit)

    def _new(self, transaction: Transaction, change: Change) -> EdgeColumns | None:
        if change.added is None or change.ordinal is None:
            return None
        self._shingles = reopened(self._folder, transaction.segments(SHINGLES), self._shingles, ShingleColumns)
        self._edges = reopened(self._folder, transaction.segments(self.name), self._edges, EdgeColumns)
        day = published_by(change.added)
        chunks = sum(int(part.chunks[part.days <= day].sum()) for part in self._edges.values())
        exact = chunks + len(change.added.extraction.chunks) <= self._limit
        new = linked(change.ordinal, change.added, tuple(self._shingles.values()), exact=exact)
        others = set(new.others.tolist())
        apart = {*change.removed, *(v.ordinal for v in transaction.versions(change.document_id))}
        apart |= others - set(transaction.held(others))
        return EdgeColumns.merged([new], frozenset(apart)) if others & apart else new


class _Linking:
    """Links one version after the other, the shingles of all of them in memory."""

    def __init__(self, folder: Path, max_rows: int, limit: int) -> None:
        self._folder = folder
        self._max_rows = max_rows
        self._limit = limit
        self._known: list[list[ShingleColumns]] = [[]]
        self._days: Counter[int] = Counter()
        self._versions: dict[str, list[int]] = {}
        self._waiting: list[EdgeColumns] = []
        self._rows = 0
        self._written: list[SegmentRef] = []

    def add(self, ordinal: int, prepared: Prepared) -> None:
        day = published_by(prepared)
        self._days[day] += len(prepared.extraction.chunks)
        exact = sum(chunks for other, chunks in self._days.items() if other <= day) <= self._limit
        new = linked(ordinal, prepared, [part for level in self._known for part in level], exact=exact)
        earlier = self._versions.setdefault(prepared.document.id, [])
        self._waiting.append(EdgeColumns.merged([new], frozenset(earlier)) if earlier else new)
        self._rows += len(self._waiting[-1])
        earlier.append(ordinal)
        self._learn(ShingleColumns.of_document(ordinal, prepared))
        if self._rows >= self._max_rows:
            self._flush()

    def finish(self) -> list[SegmentRef]:
        self._flush()
        return self._written

    def _learn(self, shingles: ShingleColumns) -> None:
        """Keep them with those known, as many put together as are of one size."""
        level = 0
        self._known[level].append(shingles)
        while len(self._known[level]) == FAN_IN and len(self._known[level][0]) < SHINGLE_ROWS:
            merged = ShingleColumns.merged(self._known[level])
            self._known[level] = []
            level += 1
            if level == len(self._known):
                self._known.append([])
            self._known[level].append(merged)

    def _flush(self) -> None:
        if self._waiting:
            self._written.append(EdgeColumns.merged(self._waiting).write(self._folder))
            self._waiting, self._rows = [], 0


def reopened(folder: Path, refs: Sequence[SegmentRef], known: dict[str, C], columns: type[C]) -> dict[str, C]:
    """The columns of the segments ``refs``, those that were open already as they are."""
    return {ref.name: known[ref.name] if ref.name in known else columns.read(SegmentFile(folder, ref)) for ref in refs}
