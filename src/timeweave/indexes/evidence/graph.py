"""The evidence graph of one view (TWE-RAG, section 2.2), read from segments.

Which edges count depends on what the view sees alone: up to `LIMIT` chunks all above θ_edge, beyond it those that bands
find. Edges that a view of few chunks needs and that were not kept, because the store held more when a version came, are
worked out when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from timeweave.indexes.chunks.rows import ChunkRows
from timeweave.indexes.evidence.edges import LIMIT, EdgeColumns
from timeweave.indexes.evidence.kind import reopened
from timeweave.indexes.evidence.linking import links, queries, similarity
from timeweave.indexes.evidence.shingles import ShingleColumns
from timeweave.indexes.evidence.voices import copies, voices
from timeweave.records import SegmentRef
from timeweave.records.evidence import EvidenceGraph

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class Pairs(NamedTuple):
    """Two rows of a view above θ_edge, each pair once; parallel arrays."""

    rows: np.ndarray
    others: np.ndarray
    shared: np.ndarray
    sizes: np.ndarray
    other_sizes: np.ndarray


class EvidenceSegments:
    """The segments of one state, read when a graph is first asked for. ``limit`` is that of `LIMIT`."""

    def __init__(
        self, folder: Path, shingles: Sequence[SegmentRef], edges: Sequence[SegmentRef], *, limit: int = LIMIT
    ) -> None:
        self._folder = folder
        self._refs = tuple(shingles), tuple(edges)
        self._limit = limit
        self._edges: dict[str, EdgeColumns] = {}

    def graph(self, rows: ChunkRows) -> EvidenceGraph:
        """The graph of what a view sees.

        Raises:
            IndexDamagedError: a file is missing or damaged.
        """
        shingles, edges = self._refs
        self._edges = reopened(self._folder, edges, self._edges, EdgeColumns)
        return evidence_graph(
            rows,
            tuple(self._edges.values()),
            lambda: tuple(reopened(self._folder, shingles, {}, ShingleColumns).values()),
            limit=self._limit,
        )


def evidence_graph(
    rows: ChunkRows,
    edges: Sequence[EdgeColumns],
    shingles: Callable[[], Sequence[ShingleColumns]],
    *,
    limit: int = LIMIT,
) -> EvidenceGraph:
    """The graph of ``rows``: of up to ``limit`` all edges, of more those that bands find.

    ``shingles`` are asked for where edges are to be worked out.
    """
    finding = _RowsOf(rows)
    is_exact = len(rows) <= limit
    pairs = _joined([_kept(finding, part, everything=is_exact) for part in edges])
    if is_exact:
        by_bands = np.concatenate([np.empty(0, np.int64), *(part.versions[~part.exact] for part in edges)])
        unlinked = np.isin(rows.ordinals, by_bands)
        if unlinked.any():
            linked = ~unlinked[pairs.rows]
            worked_out = _worked_out(finding, unlinked, shingles())
            pairs = _joined([Pairs(*(column[linked] for column in pairs)), *worked_out])
    copied = copies(pairs.shared, pairs.sizes, pairs.other_sizes)
    return EvidenceGraph(_weights(pairs, len(rows)), voices(rows.documents, pairs.rows[copied], pairs.others[copied]))


class _RowsOf:
    """Finds the row of a chunk in a view."""

    def __init__(self, rows: ChunkRows) -> None:
        keys = _keys(rows.ordinals, rows.indexes)
        self._order = np.argsort(keys)
        self._keys = keys[self._order]
        self.visible = rows.visible

    def find(self, ordinals: np.ndarray, indexes: np.ndarray) -> np.ndarray:
        """The row of each; -1 where it is not visible."""
        if not len(self._keys):
            return np.full(len(ordinals), -1, np.int64)
        wanted = _keys(ordinals, indexes)
        places = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        return np.where(self._keys[places] == wanted, self._order[places], -1)

    def shows(self, ordinals: np.ndarray) -> np.ndarray:
        """Boolean: which versions are visible."""
        known = ordinals < len(self.visible)
        return np.asarray(known & self.visible[np.where(known, ordinals, 0)]) if len(self.visible) else known


def _kept(finding: _RowsOf, part: EdgeColumns, *, everything: bool) -> Pairs:
    """The edges of a segment of which both ends are visible; ``rows`` are of the version that was added later."""
    shown = finding.shows(part.owners) & finding.shows(part.others)
    chosen = np.flatnonzero(shown if everything else shown & part.meets)
    return Pairs(
        finding.find(part.owners[chosen], part.indexes[chosen]),
        finding.find(part.others[chosen], part.other_indexes[chosen]),
        part.shared[chosen],
        part.sizes[chosen],
        part.other_sizes[chosen],
    )


def _worked_out(finding: _RowsOf, unlinked: np.ndarray, shingles: Sequence[ShingleColumns]) -> list[Pairs]:
    """The edges from ``unlinked`` rows (boolean) to all that were added before them."""
    found = []
    placed = [finding.find(part.ordinals, part.indexes) for part in shingles]
    for own, own_rows in zip(shingles, placed, strict=True):
        wanted = queries(own, np.flatnonzero((own_rows >= 0) & unlinked[own_rows]))
        for known, known_rows in zip(shingles, placed, strict=True) if wanted else ():
            pairs = links(wanted, known, exact=True)
            earlier = (known_rows[pairs.others] >= 0) & (known.ordinals[pairs.others] < own.ordinals[pairs.rows])
            rows, others = pairs.rows[earlier], pairs.others[earlier]
            shared = pairs.shared[earlier].astype(np.int32)
            found.append(Pairs(own_rows[rows], known_rows[others], shared, own.sizes[rows], known.sizes[others]))
    return found


def _joined(parts: Sequence[Pairs]) -> Pairs:
    columns = zip(*parts, strict=True) if parts else ((),) * len(Pairs._fields)
    return Pairs(*(np.concatenate([np.empty(0, np.int32), *column]) for column in columns))


def _weights(pairs: Pairs, rows: int) -> csr_array:
    from scipy.sparse import coo_array, csr_array

    weights = similarity(pairs.shared, pairs.sizes, pairs.other_sizes)
    both = np.concatenate([pairs.rows, pairs.others]), np.concatenate([pairs.others, pairs.rows])
    symmetric: csr_array = csr_array(coo_array((np.concatenate([weights, weights]), both), shape=(rows, rows)))
    symmetric.sort_indices()
    return symmetric


def _keys(ordinals: np.ndarray, indexes: np.ndarray) -> np.ndarray:
    return np.asarray(ordinals.astype(np.int64) << 32 | indexes)
