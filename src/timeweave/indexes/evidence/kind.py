"""How the edges of the evidence graph grow: each new version is linked to what the store holds already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timeweave.indexes.evidence.edges import LIMIT, EdgeColumns, linked, published_by
from timeweave.indexes.evidence.same_text import said_elsewhere
from timeweave.indexes.evidence.shingles import SHINGLES, ShingleColumns
from timeweave.indexes.growth import FAN_IN, Building, C, Held, Kind, SegmentWriter, held_after
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

    @property
    def mark(self) -> str:
        """Edges lead between texts; a store that was written before has them between all chunks."""
        return f"{self.name}-of-texts"

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
        # a text that was linked by bands alone lacks edges that one linked exactly has
        fold = not exact or all(part.exact.all() for part in self._edges.values())
        known, held = tuple(self._shingles.values()), held_after(transaction, change)
        return linked(change.ordinal, change.added, known, exact=exact, fold=fold, held=held)

    def _together(
        self, parts: Sequence[EdgeColumns], gone: frozenset[int], transaction: Transaction, held: Held
    ) -> EdgeColumns:
        mentioned = {*gone, *(int(n) for part in parts for ends in (part.owners, part.others) for n in np.unique(ends))}
        gone = frozenset(mentioned - set(held(mentioned)))
        if not gone:
            return EdgeColumns.merged(parts)
        self._edges = reopened(self._folder, transaction.segments(self.name), self._edges, EdgeColumns)
        return EdgeColumns.merged(parts, gone, said_elsewhere([*self._edges.values(), *parts], gone, held))


class _Linking(Building[EdgeColumns]):
    """Links one version after the other, the shingles of all of them in memory."""

    def __init__(self, folder: Path, max_rows: int, limit: int) -> None:
        super().__init__(folder, EdgeColumns, max_rows)
        self._limit = limit
        self._known: list[list[ShingleColumns]] = [[]]
        self._days: Counter[int] = Counter()
        self._all_exact = True

    def _of_document(self, ordinal: int, prepared: Prepared) -> EdgeColumns:
        day = published_by(prepared)
        self._days[day] += len(prepared.extraction.chunks)
        exact = sum(chunks for other, chunks in self._days.items() if other <= day) <= self._limit
        fold = not exact or self._all_exact
        known = [part for level in self._known for part in level]
        self._all_exact &= exact
        self._learn(ShingleColumns.of_document(ordinal, prepared))
        return linked(ordinal, prepared, known, exact=exact, fold=fold)

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


def reopened(folder: Path, refs: Sequence[SegmentRef], known: dict[str, C], columns: type[C]) -> dict[str, C]:
    """The columns of the segments ``refs``, those that were open already as they are."""
    return {ref.name: known[ref.name] if ref.name in known else columns.read(SegmentFile(folder, ref)) for ref in refs}
